// LaneConvolution: convolutions with many narrow groups, features contiguous: depthwise ones and those of a few features a
// group. One vector holds the output features of several groups; the input features that belong to them lie within one
// vector, and are moved to their lanes. No zeros are multiplied.
#ifndef CPPJRT_CPU_KERNELS_LANE_CONVOLUTION_H_
#define CPPJRT_CPU_KERNELS_LANE_CONVOLUTION_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "base/thread_pool.h"
#include "cpu/kernels/convolution.h"
#include "cpu/kernels/micro_kernel.h"
#include "cpu/kernels/panel_source.h"

namespace cppjrt::cpu::kernels {

class LaneConvolution {
 public:
  // None if the convolution is not of that kind: f32, features contiguous, input not dilated, groups narrow enough.
  static std::optional<LaneConvolution> Create(const ConvolutionShape& shape, Isa isa);

  // Calls `epilogue` with all features of some positions. False if there was no memory.
  bool Run(const float* input, const float* kernel, float* output, const Epilogue& epilogue, ThreadPool* pool) const;

 private:
  using Spatial = ConvolutionShape::Spatial;
  struct RowTaps;

  LaneConvolution(const ConvolutionShape& shape, const KernelSet& set);
  bool FindLanes();
  void PackFactors(const float* kernel, float* factors) const;
  void RunRow(int64_t row, const float* input, const float* factors, float* output, RowTaps* row_taps) const;
  // `start`: where windows begin in all dimensions but the last.
  void FindTaps(const int64_t* start, RowTaps* row_taps) const;
  void RunBlocks(const float* input, const float* factors, float* output, const LaneTap* taps, int64_t tap_count,
                 int64_t positions, int64_t in_step, int64_t out_step) const;

  ConvolutionShape shape_;
  const KernelSet* set_;
  int64_t group_in_;
  int64_t group_out_;
  int64_t taps_ = 1;
  int64_t rows_ = 1;                    // of the output: batch entries and all spatial dimensions but the last
  int64_t blocks_ = 0;                  // vectors of output features
  std::vector<int32_t> lanes_;          // [block][inner][lane]
  std::vector<int64_t> first_feature_;  // of the input, for each block
  bool identity_ = false;
};

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_LANE_CONVOLUTION_H_
