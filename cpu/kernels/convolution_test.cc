#include "cpu/kernels/convolution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "cpu/kernels/reference_test.h"

namespace cppjrt::cpu::kernels {
namespace {

using enum ElementType;
using Spatial = ConvolutionShape::Spatial;

enum class Order { kChannelsLast, kChannelsFirst, kBatchLast };

int64_t OutputExtent(const Spatial& d, int64_t pad_high) {
  const int64_t dilated = d.input == 0 ? 0 : (d.input - 1) * d.input_dilation + 1;
  const int64_t window = d.window == 0 ? 0 : (d.window - 1) * d.window_dilation + 1;
  const int64_t padded = dilated + d.pad_low + pad_high;
  return padded < window ? 0 : (padded - window) / d.stride + 1;
}

// Gives all strides of arrays of that order: [batch, spatial, features] and so on.
void SetStrides(ConvolutionShape* s, Order order) {
  int64_t input = 1;
  int64_t output = 1;
  int64_t kernel = 1;
  const int64_t out_batch = s->batch / s->batch_groups;
  const int64_t kernel_in = s->input_features / s->feature_groups;
  const auto features = [&] {
    s->input_feature_stride = input;
    s->output_feature_stride = output;
    input *= s->input_features;
    output *= s->output_features;
  };
  const auto batch = [&] {
    s->input_batch_stride = input;
    s->output_batch_stride = output;
    input *= s->batch;
    output *= out_batch;
  };
  const auto kernel_features = [&] {
    s->kernel_output_feature_stride = kernel;
    kernel *= s->output_features;
    s->kernel_input_feature_stride = kernel;
    kernel *= kernel_in;
  };
  const auto space = [&] {
    for (size_t d = s->spatial.size(); d-- > 0;) {
      s->spatial[d].input_stride = input;
      s->spatial[d].output_stride = output;
      s->spatial[d].kernel_stride = kernel;
      input *= s->spatial[d].input;
      output *= s->spatial[d].output;
      kernel *= s->spatial[d].window;
    }
  };
  if (order == Order::kChannelsLast) {
    kernel_features();
    features();
    space();
    batch();
  } else if (order == Order::kChannelsFirst) {
    space();
    kernel_features();
    features();
    batch();
  } else {
    batch();
    features();
    kernel_features();
    space();
  }
}

struct Arrays {
  std::vector<std::byte> input;
  std::vector<std::byte> kernel;
  std::vector<std::byte> output;
};

Arrays MakeArrays(const ConvolutionShape& s) {
  int64_t input = s.batch * s.input_features;
  int64_t kernel = s.input_features / s.feature_groups * s.output_features;
  int64_t output = s.batch / s.batch_groups * s.output_features;
  for (const Spatial& d : s.spatial) {
    input *= d.input;
    kernel *= d.window;
    output *= d.output;
  }
  std::mt19937_64 random(3);
  Arrays arrays;
  arrays.input = RandomArray(s.input_type, input, random);
  arrays.kernel = RandomArray(s.kernel_type, kernel, random);
  arrays.output = RandomArray(s.output_type, output, random);
  return arrays;
}

// One element of the output, from the definition; `index` counts output positions.
Number Expect(const ConvolutionShape& s, const Arrays& arrays, int64_t batch, int64_t index, int64_t feature) {
  const int64_t groups = s.feature_groups * s.batch_groups;
  const int64_t group = feature / (s.output_features / groups);
  const int64_t in_features = s.input_features / s.feature_groups;
  const int64_t in_batch = s.batch_groups > 1 ? group * (s.batch / s.batch_groups) + batch : batch;
  const int64_t first_feature = s.feature_groups > 1 ? group * in_features : 0;
  int64_t taps = 1;
  for (const Spatial& d : s.spatial) taps *= d.window;
  Number sum;
  for (int64_t tap = 0; tap < taps; ++tap) {
    int64_t input = in_batch * s.input_batch_stride;
    int64_t kernel = feature * s.kernel_output_feature_stride;
    int64_t tap_rest = tap;
    int64_t rest = index;
    bool inside = true;
    for (size_t i = s.spatial.size(); i-- > 0;) {
      const Spatial& d = s.spatial[i];
      const int64_t at = tap_rest % d.window;
      const int64_t position = rest % d.output * d.stride - d.pad_low + at * d.window_dilation;
      inside = inside && position >= 0 && position % d.input_dilation == 0 && position / d.input_dilation < d.input;
      input += position / d.input_dilation * d.input_stride;
      kernel += (d.reversed ? d.window - 1 - at : at) * d.kernel_stride;
      tap_rest /= d.window;
      rest /= d.output;
    }
    if (!inside) continue;
    for (int64_t f = 0; f < in_features; ++f) {
      const int64_t from = input + (first_feature + f) * s.input_feature_stride;
      const Number x = Read(s.input_type, arrays.input.data() + from * ByteSize(s.input_type));
      const Number y = Read(
          s.kernel_type, arrays.kernel.data() + (kernel + f * s.kernel_input_feature_stride) * ByteSize(s.kernel_type));
      AddProduct(x, y, &sum);
    }
  }
  return sum;
}

int64_t OutputOffset(const ConvolutionShape& s, int64_t batch, int64_t index, int64_t feature) {
  int64_t offset = batch * s.output_batch_stride + feature * s.output_feature_stride;
  for (size_t i = s.spatial.size(); i-- > 0;) {
    offset += index % s.spatial[i].output * s.spatial[i].output_stride;
    index /= s.spatial[i].output;
  }
  return offset;
}

std::string Describe(const ConvolutionShape& s, Isa isa) {
  std::string text(IsaName(isa));
  text += " type " + std::to_string(static_cast<int>(s.input_type)) + " batch " + std::to_string(s.batch) +
          " features " + std::to_string(s.input_features) + " " + std::to_string(s.output_features) + " groups " +
          std::to_string(s.feature_groups) + " " + std::to_string(s.batch_groups);
  for (const Spatial& d : s.spatial) {
    text += " [" + std::to_string(d.input) + " w" + std::to_string(d.window) + " o" + std::to_string(d.output) + " s" +
            std::to_string(d.stride) + " p" + std::to_string(d.pad_low) + " i" + std::to_string(d.input_dilation) +
            " d" + std::to_string(d.window_dilation) + (d.reversed ? " r]" : "]");
  }
  return text;
}

// Counts what the epilogue sees, by offset in the output.
struct Seen {
  const ConvolutionShape& shape;
  int64_t positions;
  std::vector<std::atomic<int>> count;

  static void Run(void* context, int64_t /*batch*/, int64_t m0, int64_t m1, int64_t n0, int64_t n1) {
    Seen& seen = *static_cast<Seen*>(context);
    for (int64_t m = m0; m < m1; ++m) {
      for (int64_t n = n0; n < n1; ++n) {
        ++seen.count[static_cast<size_t>(OutputOffset(seen.shape, m / seen.positions, m % seen.positions, n))];
      }
    }
  }
};

void Check(const ConvolutionShape& s, Isa isa) {
  const std::string what = Describe(s, isa);
  GemmOptions options;
  options.isa = isa;
  StatusOr<Convolution> convolution = Convolution::Create(s, options);
  ASSERT_TRUE(convolution.ok()) << what << convolution.status().message();
  Arrays arrays = MakeArrays(s);
  const std::vector<std::byte> before = arrays.output;
  ASSERT_TRUE(convolution->Run(arrays.input.data(), arrays.kernel.data(), arrays.output.data(), {}, nullptr).ok());
  int64_t positions = 1;
  int64_t terms = s.input_features / s.feature_groups;
  for (const Spatial& d : s.spatial) {
    positions *= d.output;
    terms *= d.window;
  }
  const double tolerance = 4 * Tolerance(s.input_type, s.kernel_type, s.output_type, terms);
  for (int64_t batch = 0; batch < s.batch / s.batch_groups; ++batch) {
    for (int64_t index = 0; index < positions; ++index) {
      for (int64_t feature = 0; feature < s.output_features; ++feature) {
        const std::byte* got = arrays.output.data() + OutputOffset(s, batch, index, feature) * ByteSize(s.output_type);
        ASSERT_EQ(Compare(Expect(s, arrays, batch, index, feature), s.output_type, got, tolerance), "")
            << what << " at " << batch << ' ' << index << ' ' << feature;
      }
    }
  }
  static ThreadPool pool(4);
  std::vector<std::byte> threaded = before;
  Seen seen{s, std::max<int64_t>(1, positions),
            std::vector<std::atomic<int>>(before.size() / static_cast<size_t>(ByteSize(s.output_type)))};
  ASSERT_TRUE(
      convolution->Run(arrays.input.data(), arrays.kernel.data(), threaded.data(), {Seen::Run, &seen}, &pool).ok());
  EXPECT_EQ(threaded, arrays.output) << what;
  EXPECT_TRUE(std::all_of(seen.count.begin(), seen.count.end(), [](const auto& n) { return n == 1; })) << what;
  if (!convolution->WantsPackedKernel()) return;
  StatusOr<PackedMatrix> packed = convolution->PackKernel(arrays.kernel.data(), &pool);
  ASSERT_TRUE(packed.ok());
  std::vector<std::byte> from_packed = before;
  ASSERT_TRUE(convolution->RunPacked(arrays.input.data(), *packed, from_packed.data(), {}, &pool).ok());
  EXPECT_EQ(from_packed, arrays.output) << what;
}

ConvolutionShape Shape(int64_t batch, int64_t features, int64_t outputs, std::vector<Spatial> spatial, Order order,
                       ElementType type = kF32, ElementType result = kF32) {
  ConvolutionShape s;
  s.input_type = s.kernel_type = type;
  s.output_type = result;
  s.batch = batch;
  s.input_features = features;
  s.output_features = outputs;
  s.spatial = std::move(spatial);
  for (Spatial& d : s.spatial) d.output = OutputExtent(d, d.pad_low);
  SetStrides(&s, order);
  return s;
}

class ConvolutionTest : public testing::TestWithParam<Isa> {};

constexpr Order kOrders[] = {Order::kChannelsLast, Order::kChannelsFirst, Order::kBatchLast};

TEST_P(ConvolutionTest, LayersAsNetworksHaveThem) {
  for (const Order order : kOrders) {
    Check(Shape(1, 3, 16,
                {{.input = 20, .window = 7, .stride = 2, .pad_low = 3},
                 {.input = 21, .window = 7, .stride = 2, .pad_low = 3}},
                order),
          GetParam());
    Check(Shape(2, 20, 33, {{.input = 9, .window = 3, .pad_low = 1}, {.input = 10, .window = 3, .pad_low = 1}}, order),
          GetParam());
    Check(Shape(3, 40, 20, {{.input = 6, .window = 1}, {.input = 7, .window = 1}}, order), GetParam());
    Check(Shape(1, 17, 20, {{.input = 9, .window = 1, .stride = 2}, {.input = 8, .window = 1, .stride = 2}}, order),
          GetParam());
  }
}

// Rows of several tiles, with and without padding, strides and cut edges.
TEST_P(ConvolutionTest, WideRows) {
  for (const Order order : kOrders) {
    for (const ElementType type : {kF32, kF64}) {
      Check(Shape(2, 5, 35, {{.input = 5, .window = 3, .pad_low = 1}, {.input = 31, .window = 3, .pad_low = 1}}, order,
                  type, type),
            GetParam());
      Check(Shape(1, 16, 16,
                  {{.input = 8, .window = 3, .stride = 2, .pad_low = 1},
                   {.input = 45, .window = 4, .stride = 3, .pad_low = 2, .window_dilation = 2, .reversed = true}},
                  order, type, type),
            GetParam());
      Check(Shape(2, 256, 5, {{.input = 4, .window = 2}, {.input = 19, .window = 3, .pad_low = -2}}, order, type, type),
            GetParam());
    }
    Check(Shape(1, 3, 20,
                {{.input = 5, .window = 3, .pad_low = 1},
                 {.input = 4, .window = 3, .pad_low = -1},
                 {.input = 17, .window = 3, .pad_low = 1}},
                order),
          GetParam());
    Check(Shape(3, 4, 2, {{.input = 70, .window = 9, .stride = 2, .pad_low = 4}}, order), GetParam());
  }
}

TEST_P(ConvolutionTest, WideRowsOfGroups) {
  for (const Order order : kOrders) {
    for (const auto& [features, outputs, groups] : {std::tuple(18, 36, 18), std::tuple(6, 6, 6), std::tuple(4, 12, 2),
                                                    std::tuple(6, 3, 3), std::tuple(5, 1, 1), std::tuple(6, 60, 2)}) {
      for (const int64_t stride : {1, 2, 3}) {
        ConvolutionShape s = Shape(2, features, outputs,
                                   {{.input = 3, .window = 2, .pad_low = 1},
                                    {.input = 11, .window = 3, .stride = stride, .pad_low = -1, .window_dilation = 2},
                                    {.input = 40, .window = 5, .stride = stride, .pad_low = 2, .reversed = true}},
                                   order);
        s.feature_groups = groups;
        SetStrides(&s, order);
        Check(s, GetParam());
      }
    }
  }
}

TEST_P(ConvolutionTest, OneThreeAndNoSpatialDimensions) {
  for (const Order order : kOrders) {
    Check(Shape(2, 5, 6, {{.input = 40, .window = 5, .pad_low = 2, .window_dilation = 2}}, order), GetParam());
    Check(Shape(1, 4, 18,
                {{.input = 5, .window = 3, .pad_low = 1},
                 {.input = 6, .window = 3, .pad_low = 1},
                 {.input = 7, .window = 3, .pad_low = 1}},
                order),
          GetParam());
    Check(Shape(7, 5, 6, {}, order), GetParam());
  }
}

TEST_P(ConvolutionTest, AllTypes) {
  for (const auto& [type, result] :
       {std::pair(kF64, kF64), std::pair(kBf16, kBf16), std::pair(kF16, kF32), std::pair(kI8, kI32),
        std::pair(kU8, kI32), std::pair(kI32, kI32), std::pair(kI64, kI64), std::pair(kC64, kC64),
        std::pair(kC128, kC128), std::pair(kF8E5M2, kF32)}) {
    for (const Order order : kOrders) {
      ConvolutionShape s =
          Shape(2, 6, 20, {{.input = 7, .window = 3, .pad_low = 1}, {.input = 9, .window = 3, .pad_low = 1}}, order,
                type, result);
      Check(s, GetParam());
      s.spatial[1].input_dilation = 2;
      s.spatial[1].output = OutputExtent(s.spatial[1], 1);
      SetStrides(&s, order);
      Check(s, GetParam());
    }
  }
}

TEST_P(ConvolutionTest, Groups) {
  for (const Order order : kOrders) {
    for (const auto& [features, outputs, groups] :
         {std::tuple(12, 24, 4), std::tuple(8, 8, 8), std::tuple(6, 12, 6), std::tuple(40, 40, 40),
          std::tuple(64, 64, 16), std::tuple(40, 40, 5)}) {
      ConvolutionShape s =
          Shape(2, features, outputs,
                {{.input = 9, .window = 3, .pad_low = 1}, {.input = 8, .window = 3, .stride = 2, .pad_low = 1}}, order);
      s.feature_groups = groups;
      SetStrides(&s, order);
      Check(s, GetParam());
    }
    ConvolutionShape s = Shape(6, 5, 12, {{.input = 9, .window = 3, .pad_low = 1}}, order);
    s.batch_groups = 3;
    SetStrides(&s, order);
    Check(s, GetParam());
  }
}

TEST_P(ConvolutionTest, WindowsOutsideTheInput) {
  for (const Order order : kOrders) {
    Check(Shape(1, 3, 4, {{.input = 2, .window = 3, .pad_low = 7}, {.input = 3, .window = 2, .pad_low = 5}}, order),
          GetParam());
    // Negative padding.
    Check(Shape(1, 3, 4, {{.input = 20, .window = 3, .pad_low = -4}, {.input = 9, .window = 1, .pad_low = -2}}, order),
          GetParam());
  }
}

TEST_P(ConvolutionTest, EmptyArrays) {
  Check(Shape(0, 3, 4, {{.input = 5, .window = 3}}, Order::kChannelsLast), GetParam());
  Check(Shape(1, 0, 4, {{.input = 5, .window = 3}}, Order::kChannelsLast), GetParam());
  Check(Shape(1, 3, 0, {{.input = 5, .window = 3}}, Order::kChannelsLast), GetParam());
  Check(Shape(1, 3, 4, {{.input = 2, .window = 3}}, Order::kChannelsLast), GetParam());
  Check(Shape(1, 3, 4, {{.input = 0, .window = 3, .pad_low = 2}}, Order::kChannelsLast), GetParam());
  Check(Shape(1, 3, 4, {{.input = 4, .window = 0}}, Order::kChannelsLast), GetParam());
}

// What gradients are: dilated inputs, reversed kernels, windows as large as the image.
TEST_P(ConvolutionTest, Gradients) {
  for (const Order order : kOrders) {
    for (const int64_t dilation : {2, 3, 100}) {
      Check(Shape(2, 10, 5,
                  {{.input = 5, .window = 3, .pad_low = 2, .input_dilation = dilation, .reversed = true},
                   {.input = 4, .window = 4, .pad_low = 1, .input_dilation = 2, .reversed = true}},
                  order),
            GetParam());
    }
    Check(Shape(2, 3, 5, {{.input = 15, .window = 13, .pad_low = 0}, {.input = 15, .window = 13, .pad_low = 0}}, order),
          GetParam());
  }
}

TEST_P(ConvolutionTest, RandomShapes) {
  std::mt19937_64 random(11);
  const auto upto = [&random](int64_t n) { return 1 + static_cast<int64_t>(random() % static_cast<uint64_t>(n)); };
  for (int i = 0; i < 200; ++i) {
    std::vector<Spatial> spatial;
    const int64_t dims = upto(3);
    for (int64_t d = 0; d < dims; ++d) {
      spatial.push_back({.input = upto(9),
                         .window = upto(4),
                         .stride = upto(3),
                         .pad_low = upto(5) - 2,
                         .input_dilation = upto(3),
                         .window_dilation = upto(2),
                         .reversed = upto(2) == 1});
    }
    ConvolutionShape s = Shape(upto(3), upto(9), upto(20), spatial, kOrders[random() % 3]);
    if (upto(3) == 1) {
      const int64_t groups = upto(4);
      s.feature_groups = groups;
      s.input_features *= groups;
      s.output_features *= groups;
      SetStrides(&s, kOrders[random() % 3]);
    }
    Check(s, GetParam());
  }
}

TEST(ConvolutionErrorTest, SaysWhatIsWrong) {
  ConvolutionShape s = Shape(1, 3, 4, {{.input = 5, .window = 3}}, Order::kChannelsLast);
  s.feature_groups = 2;
  EXPECT_EQ(Convolution::Create(s).status().code(), StatusCode::kInvalidArgument);
  s = Shape(1, 3, 4, {{.input = 5, .window = 3}}, Order::kChannelsLast);
  s.spatial[0].stride = 0;
  EXPECT_EQ(Convolution::Create(s).status().message(), "convolution: a stride or dilation is less than 1");
}

INSTANTIATE_TEST_SUITE_P(Isas, ConvolutionTest, testing::ValuesIn(SupportedIsas()),
                         [](const auto& test) { return std::string(IsaName(test.param)); });

}  // namespace
}  // namespace cppjrt::cpu::kernels
