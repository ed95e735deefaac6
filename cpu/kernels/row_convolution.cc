#include "cpu/kernels/row_convolution.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "cpu/kernels/panel_source.h"
#include "cpu/kernels/scratch.h"

namespace cppjrt::cpu::kernels {
namespace {

using Spatial = ConvolutionShape::Spatial;

// Multiplications of a piece of work: about 10 microseconds.
constexpr int64_t kLeastWork = int64_t{1} << 17;
// Taps of all input features of a group.
constexpr int64_t kMostTaps = 4096;
// With more output features a group a product of packed panels does as well.
constexpr int64_t kMostOutputs = 8;

bool IsEligible(const ConvolutionShape& s) {
  const bool f32 =
      s.input_type == ElementType::kF32 && s.kernel_type == ElementType::kF32 && s.output_type == ElementType::kF32;
  if (!f32 || s.batch_groups != 1 || s.spatial.empty() || s.spatial.size() > kMaxSpatial) return false;
  if (s.input_features == 0 || s.output_features / s.feature_groups > kMostOutputs) return false;
  const Spatial& last = s.spatial.back();
  if (last.output_stride != 1 || last.output < 2) return false;
  if (s.output_features > 1 && s.output_feature_stride == 1) return false;
  if (s.input_features > 1 && s.input_feature_stride < last.input_stride) return false;
  int64_t taps = s.input_features / s.feature_groups;
  for (const Spatial& d : s.spatial) {
    if (d.window == 0 || d.window > kMostTaps) return false;
    taps *= d.window;
    if (taps > kMostTaps) return false;
  }
  return true;
}

}  // namespace

std::optional<RowConvolution> RowConvolution::Create(const ConvolutionShape& shape, Isa isa) {
  if (!IsEligible(shape)) return std::nullopt;
  std::optional<PaddedInput> padded = PaddedInput::Create(shape, PaddedInput::Order::kByPhase);
  if (!padded.has_value()) return std::nullopt;
  const KernelSet& set = Kernels(isa);
  // Lanes that no position fills are as much work.
  const int64_t width = shape.spatial.back().output;
  const int64_t lanes = (width + set.lane_width - 1) / set.lane_width * set.lane_width;
  if (lanes * (shape.output_features / shape.feature_groups) > 2 * kMostOutputs * width) return std::nullopt;
  return RowConvolution(shape, *std::move(padded), set);
}

RowConvolution::RowConvolution(const ConvolutionShape& shape, PaddedInput padded, const KernelSet& set)
    : shape_(padded.shape()),
      padded_(std::move(padded)),
      set_(&set),
      group_in_(shape.input_features / shape.feature_groups),
      group_out_(shape.output_features / shape.feature_groups) {
  for (size_t d = 0; d < shape_.spatial.size(); ++d) {
    positions_ *= shape_.spatial[d].output;
    if (d + 2 < shape_.spatial.size()) planes_ *= shape_.spatial[d].output;
  }
  FindTaps();
}

void RowConvolution::FindTaps() {
  int64_t taps = 1;
  for (const Spatial& d : shape_.spatial) taps *= d.window;
  for (int64_t i = 0; i < group_in_; ++i) {
    for (int64_t tap = 0; tap < taps; ++tap) {
      int64_t offset = i * shape_.input_feature_stride;
      int64_t factor = i * shape_.kernel_input_feature_stride;
      int64_t rest = tap;
      for (size_t d = shape_.spatial.size(); d-- > 0;) {
        const Spatial& s = shape_.spatial[d];
        const int64_t at = rest % s.window;
        rest /= s.window;
        factor += (s.reversed ? s.window - 1 - at : at) * s.kernel_stride;
        const int64_t position = at * s.window_dilation;
        offset += d + 1 < shape_.spatial.size() ? position * s.input_stride : padded_.RowOffset(position);
      }
      offsets_.push_back(static_cast<int32_t>(offset));  // a PaddedInput is small
      in_kernel_.push_back(factor);
    }
  }
}

void RowConvolution::RunFeature(int64_t batch, int64_t feature, const float* input, const float* factors,
                                float* output) const {
  const size_t dims = shape_.spatial.size();
  RowJob job;
  job.offsets = offsets_.data();
  job.factors = factors;
  job.taps = static_cast<int64_t>(offsets_.size());
  job.width = shape_.spatial.back().output;
  job.rows = 1;
  if (dims > 1) {
    const Spatial& s = shape_.spatial[dims - 2];
    job.rows = s.output;
    job.in_step = s.stride * s.input_stride;
    job.out_step = s.output_stride;
  }
  output += batch * shape_.output_batch_stride + feature * shape_.output_feature_stride;
  for (int64_t plane = 0; plane < planes_; ++plane) {
    job.in = input;
    job.out = output;
    int64_t rest = plane;
    for (size_t d = dims < 2 ? 0 : dims - 2; d-- > 0;) {
      const Spatial& s = shape_.spatial[d];
      job.in += rest % s.output * s.stride * s.input_stride;
      job.out += rest % s.output * s.output_stride;
      rest /= s.output;
    }
    set_->rows(job);
  }
}

void RowConvolution::FindFactors(const float* kernel, int64_t feature, float* factors) const {
  const float* from = kernel + feature * shape_.kernel_output_feature_stride;
  for (size_t t = 0; t < in_kernel_.size(); ++t) factors[t] = from[in_kernel_[t]];
}

bool RowConvolution::Run(const float* input, const float* kernel, float* output, const Epilogue& epilogue,
                         ThreadPool* pool) const {
  const std::byte* bytes = reinterpret_cast<const std::byte*>(input);
  // Vectors at the end of the last row are read whole.
  const int64_t slack = set_->lane_width * static_cast<int64_t>(sizeof(float));
  const auto get = [slack](int64_t size) {
    std::byte* memory = Scratch(ScratchSlot::kPadded, static_cast<size_t>(size + slack));
    if (memory != nullptr) std::memset(memory + size, 0, static_cast<size_t>(slack));
    return memory;
  };
  const bool by_group = PadsByGroup();
  const std::byte* all = nullptr;
  if (!by_group) {
    std::byte* memory = get(padded_.bytes());
    if (memory == nullptr) return false;
    padded_.Fill(bytes, memory, pool);
    all = memory;
  }
  std::atomic<bool> failed = false;
  const int64_t taps = static_cast<int64_t>(offsets_.size());
  const int64_t group_bytes = group_in_ * padded_.feature_bytes();
  // An item is an output feature of a batch entry; those of a group follow each other.
  const auto some = [&](int64_t begin, int64_t end) {
    float* factors = reinterpret_cast<float*>(Scratch(ScratchSlot::kRows, static_cast<size_t>(taps) * sizeof(float)));
    std::byte* own = by_group ? get(group_bytes) : nullptr;
    if (factors == nullptr || (by_group && own == nullptr)) {
      failed = true;
      return;
    }
    for (int64_t i = begin; i < end; ++i) {
      const int64_t batch = i / shape_.output_features;
      const int64_t feature = i % shape_.output_features;
      const int64_t group = feature / group_out_;
      const std::byte* from = own;
      if (!by_group) {
        from = all + batch * shape_.input_batch_stride * static_cast<int64_t>(sizeof(float)) + group * group_bytes;
      } else if (i == begin || feature % group_out_ == 0) {
        padded_.FillFeatures(bytes, batch, group * group_in_, group_in_, own);
      }
      FindFactors(kernel, feature, factors);
      RunFeature(batch, feature, reinterpret_cast<const float*>(from), factors, output);
      if (epilogue.run == nullptr) continue;
      epilogue.run(epilogue.context, 0, batch * positions_, (batch + 1) * positions_, feature, feature + 1);
    }
  };
  const int64_t items = shape_.batch * shape_.output_features;
  const int64_t grain = std::max<int64_t>(1, kLeastWork / std::max<int64_t>(1, positions_ * taps));
  if (pool == nullptr || items <= grain) {
    some(0, items);
  } else {
    pool->ParallelFor(items, grain, some);
  }
  return !failed;
}

}  // namespace cppjrt::cpu::kernels
