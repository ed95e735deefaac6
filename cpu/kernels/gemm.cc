#include "cpu/kernels/gemm.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <utility>

#include "base/interrupt.h"
#include "cpu/kernels/contraction.h"
#include "cpu/kernels/format_choice.h"
#include "cpu/kernels/micro_kernel_unfused.h"
#include "cpu/kernels/scratch.h"
#include "cpu/kernels/vector_product.h"

namespace cppjrt::cpu::kernels {

struct Gemm::State {
  GemmShape shape;
  int64_t batch_count = 1;
  bool swapped = false;
  // One of the two.
  std::optional<VectorProduct> vector;
  bool vector_is_a = false;  // x is A, the matrix B
  int64_t vector_grain = 1;
  std::optional<Contraction> contraction;

  int64_t Offset(int64_t batch, int64_t GemmShape::Batch::* stride) const;
  Status RunVector(const std::byte* a, const std::byte* b, std::byte* c, const Epilogue& epilogue,
                   ThreadPool* pool) const;
};

namespace {

// The strides of one array along a group.
template <typename Dimension>
Axis AxisOf(const std::vector<Dimension>& group, int64_t Dimension::* stride) {
  std::vector<Stretch> stretches;
  for (const Dimension& dimension : group) stretches.push_back({dimension.extent, dimension.*stride});
  return MakeAxis(stretches);
}

template <typename Dimension>
Status CheckExtents(const std::vector<Dimension>& group, const char* name) {
  for (const Dimension& dimension : group) {
    if (dimension.extent < 0) {
      return Status(StatusCode::kInvalidArgument, std::string("a dimension of ") + name +
                                                      " of a contraction has extent " +
                                                      std::to_string(dimension.extent) + "; it must not be negative");
    }
  }
  return Status();
}

Status Check(const GemmShape& shape) {
  CPPJRT_RETURN_IF_ERROR(CheckExtents(shape.batch, "the batch"));
  CPPJRT_RETURN_IF_ERROR(CheckExtents(shape.m, "m"));
  CPPJRT_RETURN_IF_ERROR(CheckExtents(shape.n, "n"));
  return CheckExtents(shape.k, "k");
}

bool Unit(const Axis& axis) { return axis.regular() && axis.stride == 1; }

// True if C's rows should be vectors rather than its columns.
bool ShouldSwap(const Axis& rows, const Axis& columns, int nr) {
  if (columns.size > 1 && Unit(columns)) return columns.size * 4 <= nr && rows.size >= 4 * columns.size;
  return Unit(rows) || columns.size * 4 <= nr;
}

// The same product with the roles of A and B exchanged.
GemmShape Swapped(const GemmShape& shape) {
  GemmShape other;
  other.a_type = shape.b_type;
  other.b_type = shape.a_type;
  other.c_type = shape.c_type;
  for (const GemmShape::Batch& d : shape.batch) other.batch.push_back({d.extent, d.b_stride, d.a_stride, d.c_stride});
  for (const GemmShape::N& d : shape.n) other.m.push_back({d.extent, d.b_stride, d.c_stride});
  for (const GemmShape::M& d : shape.m) other.n.push_back({d.extent, d.a_stride, d.c_stride});
  for (const GemmShape::K& d : shape.k) other.k.push_back({d.extent, d.b_stride, d.a_stride});
  return other;
}

std::optional<VectorProduct> MakeVector(const GemmShape& shape, const KernelSet& set, Format format, bool vector_is_a) {
  VectorProduct::Operands operands;
  operands.format = format;
  operands.matrix_type = vector_is_a ? shape.b_type : shape.a_type;
  operands.x_type = vector_is_a ? shape.a_type : shape.b_type;
  operands.y_type = shape.c_type;
  operands.p = vector_is_a ? AxisOf(shape.n, &GemmShape::N::b_stride) : AxisOf(shape.m, &GemmShape::M::a_stride);
  operands.y_p = vector_is_a ? AxisOf(shape.n, &GemmShape::N::c_stride) : AxisOf(shape.m, &GemmShape::M::c_stride);
  operands.k = AxisOf(shape.k, vector_is_a ? &GemmShape::K::b_stride : &GemmShape::K::a_stride);
  operands.x_k = AxisOf(shape.k, vector_is_a ? &GemmShape::K::a_stride : &GemmShape::K::b_stride);
  return VectorProduct::Create(set, std::move(operands));
}

ContractionParts MakeParts(const GemmShape& shape, const GemmOptions& options, Format format) {
  const KernelSet& set = Kernels(options.isa);
  ContractionParts parts;
  parts.isa = options.isa;
  parts.set = options.tiles;
  parts.format = format;
  parts.a_signed = shape.a_type == ElementType::kI8;
  for (const GemmShape::Batch& d : shape.batch) parts.batch.push_back({d.extent, d.a_stride, d.b_stride, d.c_stride});
  // Complex numbers are read by parts.
  const int64_t scale = IsComplex(shape.a_type) ? 2 : 1;
  const auto scaled = [scale](Axis axis) {
    axis.stride *= scale;
    for (int64_t& offset : axis.offsets) offset *= scale;
    return axis;
  };
  const Axis a_rows = AxisOf(shape.m, &GemmShape::M::a_stride);
  const Axis b_columns = AxisOf(shape.n, &GemmShape::N::b_stride);
  const Axis a_k = AxisOf(shape.k, &GemmShape::K::a_stride);
  parts.m = a_rows.size;
  parts.n = b_columns.size;
  parts.k = a_k.size;
  parts.a = std::make_unique<StridedSource>(MakeFetch(set, shape.a_type, format, true), scaled(a_rows), scaled(a_k));
  parts.b = std::make_unique<StridedSource>(MakeFetch(set, shape.b_type, format, false), scaled(b_columns),
                                            scaled(AxisOf(shape.k, &GemmShape::K::b_stride)));
  parts.a_size = ByteSize(shape.a_type);
  parts.b_size = ByteSize(shape.b_type);
  parts.c_type = shape.c_type;
  parts.c_rows = AxisOf(shape.m, &GemmShape::M::c_stride);
  parts.c_columns = AxisOf(shape.n, &GemmShape::N::c_stride);
  return parts;
}

}  // namespace

Gemm::Gemm(std::unique_ptr<State> state) : state_(std::move(state)) {}
Gemm::Gemm(Gemm&&) noexcept = default;
Gemm& Gemm::operator=(Gemm&&) noexcept = default;
Gemm::~Gemm() = default;

StatusOr<Gemm> Gemm::Create(const GemmShape& shape, const GemmOptions& options) {
  CPPJRT_RETURN_IF_ERROR(Check(shape));
  auto state = std::make_unique<State>();
  state->shape = shape;
  for (const GemmShape::Batch& dimension : shape.batch) state->batch_count *= dimension.extent;
  CPPJRT_ASSIGN_OR_RETURN(const Format plain,
                          ChooseFormat(shape.a_type, shape.b_type, shape.c_type, Isa::kBaseline, true));
  const Axis rows = AxisOf(shape.m, &GemmShape::M::c_stride);
  const Axis columns = AxisOf(shape.n, &GemmShape::N::c_stride);
  const KernelSet& set = Kernels(options.isa);
  const KernelSet& vectors = options.tiles != nullptr ? *options.tiles : set;
  if (columns.size == 1) {
    state->vector = MakeVector(shape, vectors, plain, false);
  } else if (rows.size == 1) {
    state->vector = MakeVector(shape, vectors, plain, true);
    state->vector_is_a = true;
  }
  if (state->vector) {
    const int64_t each = rows.size * columns.size * AxisOf(shape.k, &GemmShape::K::a_stride).size;
    state->vector_grain =
        std::max<int64_t>(1, (int64_t{1} << 16) / std::max<int64_t>(1, each / state->vector->pieces()));
    return Gemm(std::move(state));
  }
  CPPJRT_ASSIGN_OR_RETURN(Format format,
                          ChooseFormat(shape.a_type, shape.b_type, shape.c_type, options.isa, options.exact_bf16));
  state->swapped = ShouldSwap(rows, columns, set.micro[static_cast<int>(format)].nr);
  const GemmShape inner = state->swapped ? Swapped(shape) : shape;
  CPPJRT_ASSIGN_OR_RETURN(format,
                          ChooseFormat(inner.a_type, inner.b_type, inner.c_type, options.isa, options.exact_bf16));
  ContractionParts parts = MakeParts(inner, options, format);
  parts.swapped = state->swapped;
  state->contraction.emplace(std::move(parts));
  return Gemm(std::move(state));
}

GemmOptions ReproducibleOptions() {
  GemmOptions options;
  options.isa = Isa::kBaseline;
  options.exact_bf16 = true;
  options.tiles = &UnfusedKernels(MachineIsa());
  return options;
}

int64_t Gemm::State::Offset(int64_t batch, int64_t GemmShape::Batch::* stride) const {
  int64_t offset = 0;
  for (size_t i = shape.batch.size(); i-- > 0;) {
    offset += batch % shape.batch[i].extent * (shape.batch[i].*stride);
    batch /= shape.batch[i].extent;
  }
  return offset;
}

namespace {

Status NoMemory() {
  return Status(StatusCode::kResourceExhausted, "there is no memory to pack the operands of a contraction in");
}

void CallEpilogue(const Epilogue& epilogue, int64_t batch, bool along_n, int64_t begin, int64_t end) {
  if (epilogue.run == nullptr) return;
  if (along_n) {
    epilogue.run(epilogue.context, batch, 0, 1, begin, end);
  } else {
    epilogue.run(epilogue.context, batch, begin, end, 0, 1);
  }
}

template <typename Function>
void ForEach(int64_t n, int64_t grain, ThreadPool* pool, const Function& function) {
  if (pool == nullptr || n <= grain) {
    for (int64_t i = 0; i < n && !Interrupted(); ++i) function(i);
    return;
  }
  pool->ParallelFor(n, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) function(i);
  });
}

}  // namespace

Status Gemm::State::RunVector(const std::byte* a, const std::byte* b, std::byte* c, const Epilogue& epilogue,
                              ThreadPool* pool) const {
  const int64_t partial_bytes = vector->PartialBytes();
  std::byte* partial = nullptr;
  if (partial_bytes > 0) {
    partial = Scratch(ScratchSlot::kShared, static_cast<size_t>(batch_count * partial_bytes));
    if (partial == nullptr) return NoMemory();
  }
  std::atomic<bool> failed = false;
  ForEach(batch_count * vector->pieces(), vector_grain, pool, [&](int64_t i) {
    const int64_t batch = i / vector->pieces();
    const int64_t piece = i % vector->pieces();
    const std::byte* a_batch = a + Offset(batch, &GemmShape::Batch::a_stride) * ByteSize(shape.a_type);
    const std::byte* b_batch = b + Offset(batch, &GemmShape::Batch::b_stride) * ByteSize(shape.b_type);
    std::byte* y = c + Offset(batch, &GemmShape::Batch::c_stride) * ByteSize(shape.c_type);
    if (!vector->RunPiece(piece, vector_is_a ? b_batch : a_batch, vector_is_a ? a_batch : b_batch, y,
                          partial == nullptr ? nullptr : partial + batch * partial_bytes)) {
      failed = true;
    } else if (partial == nullptr) {
      CallEpilogue(epilogue, batch, vector_is_a, vector->PieceBegin(piece), vector->PieceBegin(piece + 1));
    }
  });
  if (failed) return NoMemory();
  if (partial == nullptr) return Status();
  ForEach(batch_count, 1, pool, [&](int64_t batch) {
    vector->SumParts(partial + batch * partial_bytes,
                     c + Offset(batch, &GemmShape::Batch::c_stride) * ByteSize(shape.c_type));
    CallEpilogue(epilogue, batch, vector_is_a, 0, vector->PieceBegin(vector->p_pieces()));
  });
  return Status();
}

Status Gemm::Run(const void* a, const void* b, void* c, const Epilogue& epilogue, ThreadPool* pool) const {
  const std::byte* first = static_cast<const std::byte*>(a);
  const std::byte* second = static_cast<const std::byte*>(b);
  if (state_->vector) return state_->RunVector(first, second, static_cast<std::byte*>(c), epilogue, pool);
  if (state_->swapped) std::swap(first, second);
  const bool done = state_->contraction->Run(first, second, nullptr, static_cast<std::byte*>(c), epilogue, pool);
  return done ? Status() : NoMemory();
}

bool Gemm::WantsPackedB() const { return state_->contraction.has_value() && !state_->swapped; }

StatusOr<PackedMatrix> Gemm::PackB(const void* b, ThreadPool* pool) const {
  PackedMatrix packed = state_->contraction->PackB(static_cast<const std::byte*>(b), pool);
  if (packed.data() == nullptr) return NoMemory();
  return packed;
}

Status Gemm::RunPacked(const void* a, const PackedMatrix& b, void* c, const Epilogue& epilogue,
                       ThreadPool* pool) const {
  const bool done = state_->contraction->Run(static_cast<const std::byte*>(a), nullptr, b.data(),
                                             static_cast<std::byte*>(c), epilogue, pool);
  return done ? Status() : NoMemory();
}

}  // namespace cppjrt::cpu::kernels
