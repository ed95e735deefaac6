// RowConvolution: convolutions of few output features a group with positions contiguous (channels first): depthwise ones, and
// those down to a few channels. A vector holds neighboring positions of one output feature, several rows at a time; as a
// product they would have hardly a row. The input is copied with its padding first.
#ifndef CPPJRT_CPU_KERNELS_ROW_CONVOLUTION_H_
#define CPPJRT_CPU_KERNELS_ROW_CONVOLUTION_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "base/thread_pool.h"
#include "cpu/kernels/convolution.h"
#include "cpu/kernels/micro_kernel.h"
#include "cpu/kernels/padded_input.h"

namespace cppjrt::cpu::kernels {

class RowConvolution {
 public:
  // None if the convolution is not of that kind: f32, output positions contiguous, input not dilated, few output features.
  static std::optional<RowConvolution> Create(const ConvolutionShape& shape, Isa isa);

  // Input of so many groups is not copied as a whole first, but when it is read: it is still in the cache then.
  static constexpr int64_t kFewestGroups = 16;

  // Calls `epilogue` with all positions of one batch entry and feature. False if there was no memory.
  bool Run(const float* input, const float* kernel, float* output, const Epilogue& epilogue, ThreadPool* pool) const;

 private:
  RowConvolution(const ConvolutionShape& shape, PaddedInput padded, const KernelSet& set);
  void FindTaps();
  // `input`: the first feature of the group, with its padding.
  void RunFeature(int64_t batch, int64_t feature, const float* input, const float* factors, float* output) const;
  // The factors of an output feature, in the order of taps.
  void FindFactors(const float* kernel, int64_t feature, float* factors) const;
  // Whether each group's input is copied when it is needed, by whoever needs it.
  bool PadsByGroup() const { return shape_.batch * shape_.feature_groups >= kFewestGroups; }

  ConvolutionShape shape_;  // of the padded input
  PaddedInput padded_;
  const KernelSet* set_;
  int64_t group_in_;
  int64_t group_out_;
  int64_t planes_ = 1;              // of the output: all spatial dimensions but the last two
  int64_t positions_ = 1;           // of one batch entry
  std::vector<int32_t> offsets_;    // of each input feature of a group and tap in the input
  std::vector<int64_t> in_kernel_;  // and of its factor in the kernel
};

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_ROW_CONVOLUTION_H_
