#include "cpu/kernels/lane_convolution.h"

#include <algorithm>
#include <atomic>
#include <functional>

#include "cpu/kernels/scratch.h"

namespace cppjrt::cpu::kernels {
namespace {

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

// Multiplications of a piece of work: about 10 microseconds.
constexpr int64_t kLeastWork = int64_t{1} << 17;
// Kernels whose taps are too many to list for each row are not of this kind.
constexpr int64_t kMostTaps = 1024;

bool AllF32(const ConvolutionShape& s) {
  return s.input_type == ElementType::kF32 && s.kernel_type == ElementType::kF32 && s.output_type == ElementType::kF32;
}

}  // namespace

// The taps of a row that are inside but for the last dimension, and where each is in that.
struct LaneConvolution::RowTaps {
  LaneTap taps[kMostTaps];
  int64_t positions[kMostTaps];
  LaneTap some[kMostTaps];  // those of one position at the edge
  int64_t count;
};

std::optional<LaneConvolution> LaneConvolution::Create(const ConvolutionShape& s, Isa isa) {
  if (!AllF32(s) || s.feature_groups < 2 || s.input_feature_stride != 1 || s.output_feature_stride != 1)
    return std::nullopt;
  if (s.spatial.empty() || s.spatial.size() > kMaxSpatial || s.input_features == 0 || s.output_features == 0)
    return std::nullopt;
  for (const Spatial& d : s.spatial) {
    if (d.input_dilation != 1) return std::nullopt;
  }
  const KernelSet& set = Kernels(isa);
  LaneConvolution convolution(s, set);
  if (convolution.taps_ == 0 || convolution.taps_ > kMostTaps || convolution.group_out_ >= set.lane_width)
    return std::nullopt;
  if (!convolution.FindLanes()) return std::nullopt;
  return convolution;
}

LaneConvolution::LaneConvolution(const ConvolutionShape& shape, const KernelSet& set)
    : shape_(shape),
      set_(&set),
      group_in_(shape.input_features / shape.feature_groups),
      group_out_(shape.output_features / shape.feature_groups),
      rows_(shape.batch),
      blocks_(CeilDiv(shape.output_features, set.lane_width)) {
  for (const Spatial& d : shape_.spatial) taps_ *= d.window;
  for (size_t d = 0; d + 1 < shape_.spatial.size(); ++d) rows_ *= shape_.spatial[d].output;
}

// False if some block reads features that are further apart than a vector is wide.
bool LaneConvolution::FindLanes() {
  const int width = set_->lane_width;
  identity_ = group_in_ == 1 && group_out_ == 1;
  for (int64_t block = 0; block < blocks_; ++block) {
    const int64_t first = block * width / group_out_ * group_in_;
    first_feature_.push_back(first);
    for (int64_t i = 0; i < group_in_; ++i) {
      for (int64_t j = 0; j < width; ++j) {
        const int64_t feature = std::min(block * width + j, shape_.output_features - 1);
        const int64_t lane = feature / group_out_ * group_in_ + i - first;
        if (lane >= width) return false;
        lanes_.push_back(static_cast<int32_t>(lane));
      }
    }
  }
  return true;
}

// [block][tap][inner][lane]
void LaneConvolution::PackFactors(const float* kernel, float* factors) const {
  const int64_t width = set_->lane_width;
  for (int64_t tap = 0; tap < taps_; ++tap) {
    int64_t offset = 0;
    int64_t rest = tap;
    for (size_t d = shape_.spatial.size(); d-- > 0;) {
      const Spatial& s = shape_.spatial[d];
      const int64_t at = rest % s.window;
      offset += (s.reversed ? s.window - 1 - at : at) * s.kernel_stride;
      rest /= s.window;
    }
    for (int64_t i = 0; i < group_in_; ++i) {
      const float* from = kernel + offset + i * shape_.kernel_input_feature_stride;
      const int64_t stride = shape_.kernel_output_feature_stride;
      for (int64_t block = 0; block < blocks_; ++block) {
        float* to = factors + ((block * taps_ + tap) * group_in_ + i) * width;
        const int64_t n = std::min(width, shape_.output_features - block * width);
        for (int64_t j = 0; j < n; ++j) to[j] = from[(block * width + j) * stride];
        std::fill(to + n, to + width, 0.0f);
      }
    }
  }
}

void LaneConvolution::RunBlocks(const float* input, const float* factors, float* output, const LaneTap* taps,
                                int64_t tap_count, int64_t positions, int64_t in_step, int64_t out_step) const {
  const int64_t width = set_->lane_width;
  for (int64_t block = 0; block < blocks_; ++block) {
    LaneJob job;
    job.in = input + first_feature_[static_cast<size_t>(block)];
    job.in_step = in_step;
    job.taps = taps;
    job.tap_count = tap_count;
    job.factors = factors + block * taps_ * group_in_ * width;
    job.inner = group_in_;
    job.lanes = identity_ ? nullptr : lanes_.data() + block * group_in_ * width;
    job.in_width =
        static_cast<int>(std::min(width, shape_.input_features - first_feature_[static_cast<size_t>(block)]));
    job.out_width = static_cast<int>(std::min(width, shape_.output_features - block * width));
    job.out = output + block * width;
    job.out_step = out_step;
    job.positions = positions;
    set_->lanes(job);
  }
}

void LaneConvolution::RunRow(int64_t row, const float* input, const float* factors, float* output,
                             RowTaps* row_taps) const {
  const size_t dims = shape_.spatial.size();
  const Spatial& last = shape_.spatial.back();
  // Where the row's windows begin but for the last dimension.
  int64_t start[kMaxSpatial];
  int64_t in = 0;
  int64_t out = 0;
  for (size_t d = dims - 1; d-- > 0;) {
    const Spatial& s = shape_.spatial[d];
    start[d] = row % s.output * s.stride - s.pad_low;
    in += start[d] * s.input_stride;
    out += row % s.output * s.output_stride;
    row /= s.output;
  }
  in += row * shape_.input_batch_stride - last.pad_low * last.input_stride;
  out += row * shape_.output_batch_stride;
  FindTaps(start, row_taps);
  // Positions all of whose taps are inside, between those at the edges.
  const int64_t reach = (last.window - 1) * last.window_dilation;
  const int64_t begin = std::clamp<int64_t>(CeilDiv(std::max<int64_t>(0, last.pad_low), last.stride), 0, last.output);
  const int64_t room = last.input - 1 - reach + last.pad_low;
  const int64_t end = std::clamp<int64_t>(room < 0 ? 0 : room / last.stride + 1, begin, last.output);
  const int64_t in_step = last.stride * last.input_stride;
  for (int64_t p = 0; p < last.output; ++p) {
    const float* from = input + in + p * in_step;
    float* to = output + out + p * last.output_stride;
    if (p == begin && end > begin) {
      RunBlocks(from, factors, to, row_taps->taps, row_taps->count, end - begin, in_step, last.output_stride);
      p = end - 1;
      continue;
    }
    int64_t count = 0;
    for (int64_t i = 0; i < row_taps->count; ++i) {
      const int64_t at = p * last.stride + row_taps->positions[i];
      if (at >= 0 && at < last.input) row_taps->some[count++] = row_taps->taps[i];
    }
    RunBlocks(from, factors, to, row_taps->some, count, 1, in_step, last.output_stride);
  }
}

void LaneConvolution::FindTaps(const int64_t* start, RowTaps* row_taps) const {
  const Spatial& last = shape_.spatial.back();
  row_taps->count = 0;
  for (int64_t tap = 0; tap < taps_; ++tap) {
    int64_t rest = tap / last.window;
    LaneTap next;
    bool inside = true;
    for (size_t d = shape_.spatial.size() - 1; d-- > 0;) {
      const Spatial& s = shape_.spatial[d];
      const int64_t at = rest % s.window * s.window_dilation;
      inside = inside && start[d] + at >= 0 && start[d] + at < s.input;
      next.offset += at * s.input_stride;
      rest /= s.window;
    }
    if (!inside) continue;
    const int64_t at = tap % last.window * last.window_dilation;
    next.offset += at * last.input_stride;
    next.factors = tap * group_in_ * set_->lane_width;
    row_taps->positions[row_taps->count] = at - last.pad_low;
    row_taps->taps[row_taps->count++] = next;
  }
}

bool LaneConvolution::Run(const float* input, const float* kernel, float* output, const Epilogue& epilogue,
                          ThreadPool* pool) const {
  const int64_t row_length = shape_.spatial.back().output;
  if (rows_ * row_length == 0) return true;
  const int64_t bytes = blocks_ * taps_ * group_in_ * set_->lane_width * static_cast<int64_t>(sizeof(float));
  float* factors = reinterpret_cast<float*>(Scratch(ScratchSlot::kShared, static_cast<size_t>(bytes)));
  if (factors == nullptr) return false;
  PackFactors(kernel, factors);
  std::atomic<bool> failed = false;
  const auto some = [&](int64_t begin, int64_t end) {
    RowTaps* row_taps = reinterpret_cast<RowTaps*>(Scratch(ScratchSlot::kRows, sizeof(RowTaps)));
    if (row_taps == nullptr) {
      failed = true;
      return;
    }
    for (int64_t row = begin; row < end; ++row) RunRow(row, input, factors, output, row_taps);
    if (epilogue.run == nullptr) return;
    epilogue.run(epilogue.context, 0, begin * row_length, end * row_length, 0, shape_.output_features);
  };
  const int64_t work = row_length * shape_.output_features * group_in_ * taps_;
  const int64_t grain = std::max<int64_t>(1, kLeastWork / std::max<int64_t>(1, work));
  if (pool != nullptr) {
    pool->ParallelFor(rows_, grain, std::cref(some));
  } else {
    for (int64_t row = 0; row < rows_; row += grain) some(row, std::min(rows_, row + grain));
  }
  return !failed;
}

}  // namespace cppjrt::cpu::kernels
