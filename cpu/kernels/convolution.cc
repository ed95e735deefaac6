#include "cpu/kernels/convolution.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "cpu/kernels/contraction.h"
#include "cpu/kernels/format_choice.h"
#include "cpu/kernels/lane_convolution.h"
#include "cpu/kernels/padded_input.h"
#include "cpu/kernels/row_convolution.h"
#include "cpu/kernels/scratch.h"
#include "cpu/kernels/window_source.h"

namespace cppjrt::cpu::kernels {

namespace {

using Spatial = ConvolutionShape::Spatial;

// A convolution whose input is not dilated, over part of the output, as a contraction: the whole, or one phase.
struct Phase {
  std::vector<WindowDimension> spatial;
  std::vector<int64_t> kernel_strides;
  std::vector<int64_t> output_strides;
  int64_t kernel_offset = 0;
  int64_t output_offset = 0;
  bool empty = false;  // no tap meets an element
};

// More phases than that cost more than the zeros.
constexpr int64_t kMostPhases = 64;

Status Invalid(const std::string& what) { return Status(StatusCode::kInvalidArgument, "convolution: " + what); }

Status Check(const ConvolutionShape& s) {
  if (s.batch < 0 || s.input_features < 0 || s.output_features < 0) return Invalid("an extent is negative");
  if (s.feature_groups < 1 || s.batch_groups < 1 || (s.feature_groups > 1 && s.batch_groups > 1)) {
    return Invalid("feature groups are " + std::to_string(s.feature_groups) + " and batch groups " +
                   std::to_string(s.batch_groups) + "; both must be positive and one of them 1");
  }
  if (s.input_features % s.feature_groups != 0 || s.batch % s.batch_groups != 0 ||
      s.output_features % (s.feature_groups * s.batch_groups) != 0) {
    return Invalid("features or batch are no multiple of their groups");
  }
  for (const Spatial& d : s.spatial) {
    if (d.input < 0 || d.window < 0 || d.output < 0) return Invalid("an extent is negative");
    if (d.stride < 1 || d.input_dilation < 1 || d.window_dilation < 1) {
      return Invalid("a stride or dilation is less than 1");
    }
  }
  if (s.spatial.size() > kMaxSpatial) {
    return Status(StatusCode::kUnimplemented, "convolution: there are " + std::to_string(s.spatial.size()) +
                                                  " spatial dimensions, and kernels for up to " +
                                                  std::to_string(kMaxSpatial));
  }
  return Status();
}

// How many different subsets of the window a dilated input meets along one dimension.
int64_t PhaseCount(const Spatial& d) {
  return std::min(d.output, d.input_dilation / std::gcd(d.input_dilation, d.stride));
}

// The outputs r, r + step, … of one dimension read input and window without gaps:
//
//   input position = (output * stride - pad + tap * window_dilation) / input_dilation, where that is whole
void AddPhase(const Spatial& d, int64_t r, Phase* phase) {
  const int64_t step = d.input_dilation / std::gcd(d.input_dilation, d.stride);
  const int64_t tap_step = d.input_dilation / std::gcd(d.input_dilation, d.window_dilation);
  int64_t first_tap = 0;
  const auto position = [&](int64_t tap) { return r * d.stride - d.pad_low + tap * d.window_dilation; };
  while (first_tap < tap_step && first_tap < d.window && position(first_tap) % d.input_dilation != 0) ++first_tap;
  WindowDimension w;
  w.input = d.input;
  w.window = first_tap < std::min(tap_step, d.window) ? (d.window - first_tap + tap_step - 1) / tap_step : 0;
  w.output = (d.output - r + step - 1) / step;
  w.stride = d.stride * step / d.input_dilation;
  w.window_dilation = d.window_dilation * tap_step / d.input_dilation;
  w.pad_low = w.window == 0 ? 0 : -position(first_tap) / d.input_dilation;
  w.input_stride = d.input_stride;
  if (w.window == 0) phase->empty = true;
  const int64_t kernel_stride = d.reversed ? -d.kernel_stride : d.kernel_stride;
  phase->kernel_offset += first_tap * kernel_stride + (d.reversed ? (d.window - 1) * d.kernel_stride : 0);
  phase->kernel_strides.push_back(kernel_stride * tap_step);
  phase->output_offset += r * d.output_stride;
  phase->output_strides.push_back(d.output_stride * step);
  phase->spatial.push_back(w);
}

// The convolution as it is, zeros between the elements of a dilated input and all.
Phase WholePhase(const ConvolutionShape& s) {
  Phase phase;
  for (const Spatial& d : s.spatial) {
    phase.spatial.push_back(
        {d.input, d.window, d.output, d.stride, d.pad_low, d.input_dilation, d.window_dilation, d.input_stride});
    phase.kernel_strides.push_back(d.reversed ? -d.kernel_stride : d.kernel_stride);
    phase.kernel_offset += d.reversed ? (d.window - 1) * d.kernel_stride : 0;
    phase.output_strides.push_back(d.output_stride);
  }
  return phase;
}

std::vector<Phase> MakePhases(const ConvolutionShape& s) {
  int64_t count = 1;
  for (const Spatial& d : s.spatial) count = std::min(kMostPhases + 1, count * std::max<int64_t>(1, PhaseCount(d)));
  if (count > kMostPhases) return {WholePhase(s)};
  std::vector<Phase> phases(1);
  for (const Spatial& d : s.spatial) {
    std::vector<Phase> more;
    for (const Phase& before : phases) {
      for (int64_t r = 0; r < std::max<int64_t>(1, PhaseCount(d)); ++r) {
        more.push_back(before);
        AddPhase(d, r, &more.back());
      }
    }
    phases = std::move(more);
  }
  return phases;
}

// Extents of one group.
struct Extents {
  int64_t groups;
  int64_t batch;
  int64_t channels;
  int64_t features;
};

Extents ExtentsOf(const ConvolutionShape& s) {
  const int64_t groups = s.feature_groups * s.batch_groups;
  return {groups, s.batch / s.batch_groups, s.input_features / s.feature_groups, s.output_features / groups};
}

// A window of one place at each output, without padding: then the input is read as a matrix, by strides alone.
bool IsPointwise(const Phase& phase) {
  for (const WindowDimension& d : phase.spatial) {
    if (d.window != 1 || d.input_dilation != 1) return false;
    const int64_t first = -d.pad_low;
    if (first < 0 || first + (d.output - 1) * d.stride >= d.input) return false;
  }
  return true;
}

struct Layout {
  std::vector<Stretch> positions;  // of the output, in the order of p
  std::vector<Stretch> window;     // of the kernel, in the order of k
  bool channels_last = true;
  bool batch_fastest = false;
};

Layout ChooseLayout(const ConvolutionShape& s, const Phase& phase) {
  const Extents e = ExtentsOf(s);
  Layout layout;
  layout.batch_fastest = e.batch > 1 && std::abs(s.input_batch_stride) == 1;
  layout.channels_last = phase.spatial.empty() ||
                         std::abs(s.input_feature_stride) <= std::abs(phase.spatial.back().input_stride) ||
                         layout.batch_fastest;
  const Stretch batch = {e.batch, s.output_batch_stride};
  const Stretch channels = {e.channels, s.kernel_input_feature_stride};
  if (!layout.batch_fastest) layout.positions.push_back(batch);
  if (!layout.channels_last) layout.window.push_back(channels);
  for (size_t d = 0; d < phase.spatial.size(); ++d) {
    layout.positions.push_back({phase.spatial[d].output, phase.output_strides[d]});
    layout.window.push_back({phase.spatial[d].window, phase.kernel_strides[d]});
  }
  if (layout.batch_fastest) layout.positions.push_back(batch);
  if (layout.channels_last) layout.window.push_back(channels);
  return layout;
}

std::unique_ptr<PanelSource> PointwiseInput(const ConvolutionShape& s, const Phase& phase, const Layout& layout,
                                            const Fetch& fetch, int64_t scale) {
  const Extents e = ExtentsOf(s);
  std::vector<Stretch> positions;
  if (!layout.batch_fastest) positions.push_back({e.batch, s.input_batch_stride});
  for (const WindowDimension& d : phase.spatial) positions.push_back({d.output, d.stride * d.input_stride});
  if (layout.batch_fastest) positions.push_back({e.batch, s.input_batch_stride});
  return std::make_unique<StridedSource>(fetch, MakeAxis(positions, scale),
                                         MakeAxis({{e.channels, s.input_feature_stride}}, scale));
}

std::unique_ptr<PanelSource> WindowInput(const ConvolutionShape& s, const Phase& phase, const Layout& layout,
                                         const Fetch& fetch, int64_t scale) {
  const Extents e = ExtentsOf(s);
  WindowShape shape;
  shape.spatial = phase.spatial;
  for (WindowDimension& d : shape.spatial) d.input_stride *= scale;
  shape.batch = e.batch;
  shape.batch_stride = s.input_batch_stride * scale;
  shape.channels = e.channels;
  shape.channel_stride = s.input_feature_stride * scale;
  shape.channels_last = layout.channels_last;
  shape.batch_fastest = layout.batch_fastest;
  return std::make_unique<WindowSource>(fetch, std::move(shape));
}

struct Piece {
  Contraction contraction;
  int64_t input_offset;  // elements
  int64_t kernel_offset;
  int64_t output_offset;
};

// Where the input of a pointwise convolution begins.
int64_t InputOffset(const Phase& phase) {
  int64_t offset = 0;
  for (const WindowDimension& d : phase.spatial) offset -= d.pad_low * d.input_stride;
  return offset;
}

bool Unit(const Axis& axis) { return axis.regular() && axis.stride == 1; }

// `positions_first`: positions are rows of the product in any case.
StatusOr<Piece> MakePiece(const ConvolutionShape& s, const Phase& phase, const GemmOptions& options,
                          bool positions_first = false) {
  const Extents e = ExtentsOf(s);
  const Layout layout = ChooseLayout(s, phase);
  const int64_t scale = IsComplex(s.input_type) ? 2 : 1;
  ContractionParts parts;
  parts.isa = options.isa;
  parts.set = options.tiles;
  parts.c_type = s.output_type;
  parts.c_rows = MakeAxis(layout.positions);
  parts.c_columns = MakeAxis({{e.features, s.output_feature_stride}});
  parts.swapped =
      !Unit(parts.c_columns) && (Unit(parts.c_rows) || std::abs(parts.c_rows.stride) == 1 || e.features == 1);
  // Rows of an image that lie side by side are enough.
  if (!parts.swapped && !Unit(parts.c_columns) && !layout.positions.empty()) {
    parts.swapped = layout.positions.back().stride == 1 && layout.positions.back().extent > 1;
  }
  if (positions_first) parts.swapped = false;
  CPPJRT_ASSIGN_OR_RETURN(parts.format, ChooseFormat(parts.swapped ? s.kernel_type : s.input_type,
                                                     parts.swapped ? s.input_type : s.kernel_type, s.output_type,
                                                     options.isa, options.exact_bf16));
  const KernelSet& set = Kernels(options.isa);
  const Fetch input_fetch = MakeFetch(set, s.input_type, parts.format, !parts.swapped);
  const Fetch kernel_fetch = MakeFetch(set, s.kernel_type, parts.format, parts.swapped);
  const bool pointwise = IsPointwise(phase);
  parts.a = pointwise ? PointwiseInput(s, phase, layout, input_fetch, scale)
                      : WindowInput(s, phase, layout, input_fetch, scale);
  parts.b = std::make_unique<StridedSource>(
      kernel_fetch, MakeAxis({{e.features, s.kernel_output_feature_stride}}, scale), MakeAxis(layout.window, scale));
  parts.m = parts.c_rows.size;
  parts.n = e.features;
  parts.k = MakeAxis(layout.window).size;
  parts.a_size = ByteSize(s.input_type);
  parts.b_size = ByteSize(s.kernel_type);
  parts.a_signed = (parts.swapped ? s.kernel_type : s.input_type) == ElementType::kI8;
  if (e.groups > 1) {
    const int64_t input_stride =
        s.batch_groups > 1 ? e.batch * s.input_batch_stride : e.channels * s.input_feature_stride;
    parts.batch = {
        {e.groups, input_stride, e.features * s.kernel_output_feature_stride, e.features * s.output_feature_stride}};
  }
  if (phase.empty) parts.k = 0;
  if (parts.swapped) {
    std::swap(parts.a, parts.b);
    std::swap(parts.a_size, parts.b_size);
    std::swap(parts.m, parts.n);
    std::swap(parts.c_rows, parts.c_columns);
    for (BatchStretch& d : parts.batch) std::swap(d.a_stride, d.b_stride);
  }
  return Piece{Contraction(std::move(parts)), pointwise ? InputOffset(phase) : 0, phase.kernel_offset,
               phase.output_offset};
}

bool NeedsPadding(const ConvolutionShape& s) {
  return std::any_of(s.spatial.begin(), s.spatial.end(), [](const Spatial& d) {
    return d.pad_low > 0 || (d.output - 1) * d.stride + (d.window - 1) * d.window_dilation >= d.input + d.pad_low;
  });
}

// Floats of one type, windows of several places, outputs along a row that fill a tile.
bool MayBePlaced(const ConvolutionShape& s, const GemmOptions& options) {
  const bool same = s.input_type == s.kernel_type && s.input_type == s.output_type;
  const bool f32 = s.input_type == ElementType::kF32;
  if (!same || (!f32 && s.input_type != ElementType::kF64) || s.spatial.empty()) return false;
  int64_t taps = 1;
  for (const Spatial& d : s.spatial) {
    if (d.output < 1 || d.window < 1 || d.input_dilation != 1) return false;
    if (d.window > kMostPlaced || (taps *= d.window) > kMostPlaced) return false;
  }
  if (taps < 2 || s.input_features * taps > kMostPlaced) return false;
  const MicroKernel& micro = Kernels(options.isa).micro[static_cast<int>(f32 ? Format::kF32 : Format::kF64)];
  const int64_t outputs = s.spatial.back().output;
  return 2 * outputs >= (outputs + micro.mr - 1) / micro.mr * micro.mr;
}

struct Placed {
  std::optional<PaddedInput> padded;  // what is read instead of the input
  std::optional<Piece> piece;         // none: not of that kind
};

// A convolution whose input is read where it is, or where its copy with padding is, instead of being packed.
StatusOr<Placed> MakePlaced(const ConvolutionShape& s, const GemmOptions& options) {
  Placed placed;
  if (!MayBePlaced(s, options)) return placed;
  const bool last = s.input_feature_stride == 1 && s.output_feature_stride == 1;
  const bool first = s.spatial.back().input_stride < s.input_feature_stride && s.spatial.back().output_stride == 1;
  const bool pad = NeedsPadding(s);
  if (!last && !first) return placed;
  if (pad) {
    placed.padded =
        PaddedInput::Create(s, last ? PaddedInput::Order::kChannelsLast : PaddedInput::Order::kChannelsFirst);
    if (!placed.padded.has_value()) return placed;
  }
  const ConvolutionShape& read = pad ? placed.padded->shape() : s;
  CPPJRT_ASSIGN_OR_RETURN(Piece piece, MakePiece(read, MakePhases(read)[0], options, first));
  if (piece.contraction.placed()) placed.piece.emplace(std::move(piece));
  return placed;
}

}  // namespace

struct Convolution::State {
  ConvolutionShape shape;
  std::optional<LaneConvolution> lanes;  // or
  std::optional<RowConvolution> rows;    // or
  std::vector<Piece> pieces;
  std::optional<PaddedInput> padded;  // what the only piece reads
  bool epilogue_last = false;         // pieces do not make tiles of the output
  int64_t positions = 0;

  void CallEpilogue(const Epilogue& epilogue, ThreadPool* pool) const;
  const void* Input(const void* input, ThreadPool* pool) const;
  Status RunPiece(const Piece& piece, const std::byte* a, const std::byte* b, const std::byte* packed, std::byte* c,
                  const Epilogue& epilogue, ThreadPool* pool) const;
};

Convolution::Convolution(std::unique_ptr<State> state) : state_(std::move(state)) {}
Convolution::Convolution(Convolution&&) noexcept = default;
Convolution& Convolution::operator=(Convolution&&) noexcept = default;
Convolution::~Convolution() = default;

StatusOr<Convolution> Convolution::Create(const ConvolutionShape& shape, const GemmOptions& options) {
  CPPJRT_RETURN_IF_ERROR(Check(shape));
  auto state = std::make_unique<State>();
  state->shape = shape;
  state->positions = ExtentsOf(shape).batch;
  for (const Spatial& d : shape.spatial) state->positions *= d.output;
  if (state->lanes = LaneConvolution::Create(shape, options.isa); state->lanes) return Convolution(std::move(state));
  if (state->rows = RowConvolution::Create(shape, options.isa); state->rows) return Convolution(std::move(state));
  CPPJRT_ASSIGN_OR_RETURN(Placed placed, MakePlaced(shape, options));
  if (placed.piece.has_value()) {
    state->padded = std::move(placed.padded);
    state->pieces.push_back(*std::move(placed.piece));
    return Convolution(std::move(state));
  }
  const std::vector<Phase> phases = MakePhases(shape);
  for (const Phase& phase : phases) {
    CPPJRT_ASSIGN_OR_RETURN(Piece piece, MakePiece(shape, phase, options));
    state->pieces.push_back(std::move(piece));
  }
  state->epilogue_last = phases.size() > 1 || ChooseLayout(shape, phases[0]).batch_fastest;
  return Convolution(std::move(state));
}

// What the pieces read instead of the input; null if there is no memory for it.
const void* Convolution::State::Input(const void* input, ThreadPool* pool) const {
  if (!padded.has_value()) return input;
  std::byte* memory = Scratch(ScratchSlot::kPadded, static_cast<size_t>(padded->bytes()));
  if (memory != nullptr) padded->Fill(static_cast<const std::byte*>(input), memory, pool);
  return memory;
}

// All of the output in pieces of about 64 kB, when it could not be done tile by tile.
void Convolution::State::CallEpilogue(const Epilogue& epilogue, ThreadPool* pool) const {
  if (epilogue.run == nullptr || shape.output_features * positions == 0) return;
  const int64_t step = std::max<int64_t>(1, (int64_t{1} << 14) / shape.output_features);
  const auto some = [&](int64_t begin, int64_t end) {
    epilogue.run(epilogue.context, 0, begin, end, 0, shape.output_features);
  };
  if (pool == nullptr) return some(0, positions);
  pool->ParallelFor(positions, step, some);
}

namespace {

Status NoMemory() {
  return Status(StatusCode::kResourceExhausted, "there is no memory to pack the operands of a convolution in");
}

// Empty arrays may be null.
const std::byte* Offset(const void* p, int64_t bytes) {
  return p == nullptr ? nullptr : static_cast<const std::byte*>(p) + bytes;
}

// Gives the caller's epilogue features of the whole output instead of a group's.
struct GroupEpilogue {
  const Epilogue& wanted;
  int64_t features;  // of a group

  static void Run(void* context, int64_t group, int64_t m0, int64_t m1, int64_t n0, int64_t n1) {
    const GroupEpilogue& self = *static_cast<const GroupEpilogue*>(context);
    const int64_t first = group * self.features;
    self.wanted.run(self.wanted.context, 0, m0, m1, first + n0, first + n1);
  }
};

}  // namespace

Status Convolution::State::RunPiece(const Piece& piece, const std::byte* a, const std::byte* b, const std::byte* packed,
                                    std::byte* c, const Epilogue& epilogue, ThreadPool* pool) const {
  GroupEpilogue grouped = {epilogue, ExtentsOf(shape).features};
  const bool now = epilogue.run != nullptr && !epilogue_last;
  const Epilogue inner = now ? Epilogue{GroupEpilogue::Run, &grouped} : Epilogue();
  return piece.contraction.Run(a, b, packed, c, inner, pool) ? Status() : NoMemory();
}

Status Convolution::Run(const void* input, const void* kernel, void* output, const Epilogue& epilogue,
                        ThreadPool* pool) const {
  const ConvolutionShape& s = state_->shape;
  if (s.output_features * state_->positions == 0) return Status();
  if (state_->lanes) {
    const bool done = state_->lanes->Run(static_cast<const float*>(input), static_cast<const float*>(kernel),
                                         static_cast<float*>(output), epilogue, pool);
    return done ? Status() : NoMemory();
  }
  if (state_->rows) {
    const bool done = state_->rows->Run(static_cast<const float*>(input), static_cast<const float*>(kernel),
                                        static_cast<float*>(output), epilogue, pool);
    return done ? Status() : NoMemory();
  }
  input = state_->Input(input, pool);
  if (state_->padded && input == nullptr) return NoMemory();
  for (const Piece& piece : state_->pieces) {
    const std::byte* a = Offset(input, piece.input_offset * ByteSize(s.input_type));
    const std::byte* b = Offset(kernel, piece.kernel_offset * ByteSize(s.kernel_type));
    std::byte* c = static_cast<std::byte*>(output) + piece.output_offset * ByteSize(s.output_type);
    if (piece.contraction.swapped()) std::swap(a, b);
    CPPJRT_RETURN_IF_ERROR(state_->RunPiece(piece, a, b, nullptr, c, epilogue, pool));
  }
  if (state_->epilogue_last) state_->CallEpilogue(epilogue, pool);
  return Status();
}

bool Convolution::WantsPackedKernel() const {
  return state_->pieces.size() == 1 && !state_->pieces[0].contraction.swapped();
}

StatusOr<PackedMatrix> Convolution::PackKernel(const void* kernel, ThreadPool* pool) const {
  const Piece& piece = state_->pieces[0];
  PackedMatrix packed =
      piece.contraction.PackB(Offset(kernel, piece.kernel_offset * ByteSize(state_->shape.kernel_type)), pool);
  if (packed.data() == nullptr) return NoMemory();
  return packed;
}

Status Convolution::RunPacked(const void* input, const PackedMatrix& kernel, void* output, const Epilogue& epilogue,
                              ThreadPool* pool) const {
  const Piece& piece = state_->pieces[0];
  input = state_->Input(input, pool);
  if (state_->padded && input == nullptr) return NoMemory();
  CPPJRT_RETURN_IF_ERROR(state_->RunPiece(piece, Offset(input, piece.input_offset * ByteSize(state_->shape.input_type)),
                                          nullptr, kernel.data(), static_cast<std::byte*>(output), epilogue, pool));
  if (state_->epilogue_last) state_->CallEpilogue(epilogue, pool);
  return Status();
}

}  // namespace cppjrt::cpu::kernels
