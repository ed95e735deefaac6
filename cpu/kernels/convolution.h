// Convolution: stablehlo.convolution of arrays of any layout, on the CPU.
//
//   ConvolutionShape shape;                     // f32[1,56,56,64] (NHWC) with f32[3,3,64,64] (HWIO), padding 1
//   shape.input_features = shape.output_features = 64;
//   shape.input_batch_stride = 56 * 56 * 64;
//   shape.input_feature_stride = shape.output_feature_stride = shape.kernel_output_feature_stride = 1;
//   shape.kernel_input_feature_stride = 64;
//   shape.output_batch_stride = 56 * 56 * 64;
//   shape.spatial = {{.input = 56, .window = 3, .output = 56, .pad_low = 1, .input_stride = 56 * 64,
//                     .kernel_stride = 3 * 64 * 64, .output_stride = 56 * 64},
//                    {.input = 56, .window = 3, .output = 56, .pad_low = 1, .input_stride = 64,
//                     .kernel_stride = 64 * 64, .output_stride = 64}};
//   CPPJRT_ASSIGN_OR_RETURN(Convolution convolution, Convolution::Create(shape));
//   CPPJRT_RETURN_IF_ERROR(convolution.Run(input, kernel, output, {}, &pool));
//
// Types, sums and rounding are those of gemm.h, with the input as A and the kernel as B.
#ifndef CPPJRT_CPU_KERNELS_CONVOLUTION_H_
#define CPPJRT_CPU_KERNELS_CONVOLUTION_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "base/thread_pool.h"
#include "cppjrt/status.h"
#include "cpu/kernels/element_type.h"
#include "cpu/kernels/epilogue.h"
#include "cpu/kernels/gemm.h"

namespace cppjrt::cpu::kernels {

// Strides are in elements.
struct ConvolutionShape {
  struct Spatial {
    int64_t input = 1;  // extents, undilated
    int64_t window = 1;
    int64_t output = 1;
    int64_t stride = 1;
    int64_t pad_low = 0;  // may be negative; what is padded above follows from the output's extent
    int64_t input_dilation = 1;
    int64_t window_dilation = 1;
    bool reversed = false;
    int64_t input_stride = 0;
    int64_t kernel_stride = 0;
    int64_t output_stride = 0;
  };

  ElementType input_type = ElementType::kF32;
  ElementType kernel_type = ElementType::kF32;
  ElementType output_type = ElementType::kF32;
  int64_t batch = 1;            // of the input; the output's is batch / batch_groups
  int64_t input_features = 1;   // of the input; the kernel's are input_features / feature_groups
  int64_t output_features = 1;  // of kernel and output, all groups together
  int64_t feature_groups = 1;
  int64_t batch_groups = 1;
  int64_t input_batch_stride = 0;
  int64_t input_feature_stride = 0;
  int64_t kernel_input_feature_stride = 0;
  int64_t kernel_output_feature_stride = 0;
  int64_t output_batch_stride = 0;
  int64_t output_feature_stride = 0;
  std::vector<Spatial> spatial;
};

// Made once for a shape, run many times. Movable; Run may be called from several threads at a time.
class Convolution {
 public:
  // INVALID_ARGUMENT for extents, strides and groups that no convolution has, UNIMPLEMENTED for types that do not go together
  // and more than 16 spatial dimensions.
  static StatusOr<Convolution> Create(const ConvolutionShape& shape, const GemmOptions& options = {});
  Convolution(Convolution&&) noexcept;
  Convolution& operator=(Convolution&&) noexcept;
  ~Convolution();

  // Computes the output; see Gemm::Run. The epilogue's batch is 0, its m (batch entry, output positions…), its n the output
  // feature.
  Status Run(const void* input, const void* kernel, void* output, const Epilogue& epilogue, ThreadPool* pool) const;

  // As in Gemm, for the kernel.
  bool WantsPackedKernel() const;
  StatusOr<PackedMatrix> PackKernel(const void* kernel, ThreadPool* pool) const;
  Status RunPacked(const void* input, const PackedMatrix& kernel, void* output, const Epilogue& epilogue,
                   ThreadPool* pool) const;

 private:
  struct State;
  explicit Convolution(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_CONVOLUTION_H_
