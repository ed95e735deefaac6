// How fast convolutions are: milliseconds and GFLOP/s with one and with two threads, best of several, beside oneDNN's
// convolution in the layouts that it likes best where the build found oneDNN.
//
//   convolution [NAME]     cases whose name contains NAME
#include "cpu/kernels/convolution.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "bench/kernels/best_seconds.h"

#if defined(CPPJRT_BENCH_ONEDNN)
#include <omp.h>

#include <oneapi/dnnl/dnnl.hpp>
#endif

namespace cppjrt::bench {
namespace {

using cpu::kernels::Convolution;
using cpu::kernels::ConvolutionShape;
using cpu::kernels::PackedMatrix;

struct Case {
  const char* name;
  int64_t batch;
  int64_t features;
  int64_t outputs;
  int64_t size;  // of each spatial dimension
  int64_t window;
  int64_t stride = 1;
  int64_t dims = 2;
  int64_t groups = 1;
  int64_t input_dilation = 1;
  bool channels_first = false;
};

constexpr Case kCases[] = {
    {"resnet conv1 7x7/2", 1, 3, 64, 224, 7, 2},
    {"resnet 56 1x1 64-256", 1, 64, 256, 56, 1},
    {"resnet 56 3x3 64", 1, 64, 64, 56, 3},
    {"resnet 28 3x3 128", 1, 128, 128, 28, 3},
    {"resnet 56 3x3/2 128", 1, 128, 128, 56, 3, 2},
    {"resnet 28 1x1 512-128", 1, 512, 128, 28, 1},
    {"resnet 56 1x1/2 256-512", 1, 256, 512, 56, 1, 2},
    {"resnet 14 3x3 256", 1, 256, 256, 14, 3},
    {"resnet 14 1x1 1024-256", 1, 1024, 256, 14, 1},
    {"resnet 7 3x3 512", 1, 512, 512, 7, 3},
    {"resnet 7 1x1 2048-512", 1, 2048, 512, 7, 1},
    {"resnet 56 3x3 64 batch 8", 8, 64, 64, 56, 3},
    {"NCHW conv1 7x7/2", 1, 3, 64, 224, 7, 2, 2, 1, 1, true},
    {"NCHW 56 3x3 64", 1, 64, 64, 56, 3, 1, 2, 1, 1, true},
    {"NCHW 14 3x3 256", 1, 256, 256, 14, 3, 1, 2, 1, 1, true},
    {"NCHW 7 3x3 512", 1, 512, 512, 7, 3, 1, 2, 1, 1, true},
    {"NCHW 28 3x3 128 batch 8", 8, 128, 128, 28, 3, 1, 2, 1, 1, true},
    {"lenet 28 5x5 1-32 b32", 32, 1, 32, 28, 5},
    {"1d 4096 k9 64", 4, 64, 64, 4096, 9, 1, 1},
    {"3d 24 3x3x3 32", 1, 32, 32, 24, 3, 1, 3},
    {"resnext 28 3x3 256 g32", 1, 256, 256, 28, 3, 1, 2, 32},
    {"depthwise 112 3x3 32", 1, 32, 32, 112, 3, 1, 2, 32},
    {"depthwise 14 3x3 512", 1, 512, 512, 14, 3, 1, 2, 512},
    {"NCHW depthwise 14 512", 1, 512, 512, 14, 3, 1, 2, 512, 1, true},
    {"transposed 28 4x4/2 128", 1, 128, 64, 28, 4, 1, 2, 1, 2},
};

ConvolutionShape ShapeOf(const Case& c) {
  ConvolutionShape s;
  s.batch = c.batch;
  s.input_features = c.features;
  s.output_features = c.outputs;
  s.feature_groups = c.groups;
  s.spatial.resize(static_cast<size_t>(c.dims));
  int64_t input = c.channels_first ? 1 : c.features;
  int64_t output = c.channels_first ? 1 : c.outputs;
  int64_t kernel = c.channels_first ? 1 : c.features / c.groups * c.outputs;
  for (size_t d = s.spatial.size(); d-- > 0;) {
    ConvolutionShape::Spatial& dim = s.spatial[d];
    dim.input = c.size;
    dim.window = c.window;
    dim.stride = c.stride;
    dim.pad_low = c.window / 2;
    dim.input_dilation = c.input_dilation;
    dim.output = ((c.size - 1) * c.input_dilation + 1 + 2 * (c.window / 2) - c.window) / c.stride + 1;
    dim.input_stride = input;
    dim.output_stride = output;
    dim.kernel_stride = kernel;
    input *= dim.input;
    output *= dim.output;
    kernel *= dim.window;
  }
  s.input_feature_stride = c.channels_first ? input : 1;
  s.output_feature_stride = c.channels_first ? output : 1;
  s.kernel_output_feature_stride = c.channels_first ? kernel * c.features / c.groups : 1;
  s.kernel_input_feature_stride = c.channels_first ? kernel : c.outputs;
  s.input_batch_stride = c.channels_first ? input * c.features : input;
  s.output_batch_stride = c.channels_first ? output * c.outputs : output;
  return s;
}

int64_t Power(int64_t base, int64_t exponent) {
  int64_t power = 1;
  while (exponent-- > 0) power *= base;
  return power;
}

double OneDnnSeconds([[maybe_unused]] const Case& c, [[maybe_unused]] int threads) {
#if defined(CPPJRT_BENCH_ONEDNN)
  if (c.input_dilation != 1) return 0;
  omp_set_num_threads(threads);
  const ConvolutionShape s = ShapeOf(c);
  using dnnl::memory;
  using Tag = memory::format_tag;
  memory::dims in = {c.batch, c.features};
  memory::dims out = {c.batch, c.outputs};
  memory::dims kernel = {c.outputs / c.groups, c.features / c.groups};
  if (c.groups > 1) kernel.insert(kernel.begin(), c.groups);
  memory::dims strides;
  memory::dims pads;
  for (const ConvolutionShape::Spatial& d : s.spatial) {
    in.push_back(d.input);
    out.push_back(d.output);
    kernel.push_back(d.window);
    strides.push_back(d.stride);
    pads.push_back(d.pad_low);
  }
  memory::dims pads_high = pads;
  for (size_t d = 0; d < pads.size(); ++d) {
    pads_high[d] = (s.spatial[d].output - 1) * c.stride + c.window - c.size - pads[d];
  }
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  const auto f32 = memory::data_type::f32;
  const dnnl::convolution_forward::desc desc(dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
                                             memory::desc(in, f32, Tag::any), memory::desc(kernel, f32, Tag::any),
                                             memory::desc(out, f32, Tag::any), strides, pads, pads_high);
  const dnnl::convolution_forward::primitive_desc primitive(desc, engine);
  memory source(primitive.src_desc(), engine);
  memory weights(primitive.weights_desc(), engine);
  memory result(primitive.dst_desc(), engine);
  dnnl::convolution_forward convolution(primitive);
  return BestSeconds(threads, [&] {
    convolution.execute(stream, {{DNNL_ARG_SRC, source}, {DNNL_ARG_WEIGHTS, weights}, {DNNL_ARG_DST, result}});
    stream.wait();
  });
#else
  return 0;
#endif
}

void Measure(const Case& c) {
  const ConvolutionShape shape = ShapeOf(c);
  StatusOr<Convolution> convolution = Convolution::Create(shape);
  if (!convolution.ok()) return;
  const int64_t positions = c.batch * Power(shape.spatial[0].output, c.dims);
  const int64_t taps = Power(c.window, c.dims);
  const std::vector<float> input(static_cast<size_t>(c.batch * c.features * Power(c.size, c.dims)), 1.0f);
  const std::vector<float> kernel(static_cast<size_t>(c.features / c.groups * c.outputs * taps), 1.0f);
  std::vector<float> output(static_cast<size_t>(positions * c.outputs));
  // Of a dilated input what is not zero.
  const double work = 2.0 * static_cast<double>(positions * c.outputs * (c.features / c.groups) * taps) /
                      static_cast<double>(Power(c.input_dilation, c.dims));
  std::printf("%-25s", c.name);
  for (const int threads : {1, 2}) {
    ThreadPool pool(threads);
    const double seconds =
        BestSeconds(threads, [&] { (void)convolution->Run(input.data(), kernel.data(), output.data(), {}, &pool); });
    std::printf(" | %8.3f %7.1f", seconds * 1e3, work / seconds * 1e-9);
    if (!convolution->WantsPackedKernel()) {
      std::printf(" %7s", "");
    } else {
      StatusOr<PackedMatrix> packed = convolution->PackKernel(kernel.data(), &pool);
      const double prepacked =
          BestSeconds(threads, [&] { (void)convolution->RunPacked(input.data(), *packed, output.data(), {}, &pool); });
      std::printf(" %7.1f", work / prepacked * 1e-9);
    }
    const double other = OneDnnSeconds(c, threads);
    if (other > 0) {
      std::printf(" %7.1f", work / other * 1e-9);
    } else {
      std::printf(" %7s", "");
    }
  }
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace
}  // namespace cppjrt::bench

int main(int argc, char** argv) {
  const std::string wanted = argc > 1 ? argv[1] : "";
  std::printf("%-25s | %-33s | %-33s\n%-25s | %8s %7s %7s %7s | %8s %7s %7s %7s\n", "", "1 thread", "2 threads",
              "GFLOP/s", "ms", "", "packed", "oneDNN", "ms", "", "packed", "oneDNN");
  for (const cppjrt::bench::Case& c : cppjrt::bench::kCases) {
    if (std::string(c.name).find(wanted) != std::string::npos) cppjrt::bench::Measure(c);
  }
  return 0;
}
