// Arrays that do not lie in row-major order, on the host or on the device: right values or an error, never wrong
// values.
#include <algorithm>
#include <numeric>
#include <random>

#include "tests/client/xla_cpu.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::HasSubstr;

class HostLayoutsTest : public XlaCpuTest {
 protected:
  // Uploads with strides in elements, from the element `start` of `values`; what then is read in row-major order.
  template <typename T>
  static std::vector<T> UploadStrided(const std::vector<T>& values, size_t start, const Dims& dims, Dims strides,
                                      UploadOptions options = {}) {
    for (int64_t& stride : strides) stride *= static_cast<int64_t>(sizeof(T));
    Event done;
    options.done_with_host_buffer = &done;
    const Buffer buffer =
        Get(client().Upload(HostArray{values.data() + start, ElementTypeOf<T>(), dims, strides}, options));
    const std::vector<T> read = Get(buffer.template ToVector<T>());
    EXPECT_EQ(Get(buffer.dimensions()), dims);
    return read;
  }
};
INSTANTIATE_ON_XLA_CPU(HostLayoutsTest);

TEST_P(HostLayoutsTest, DenseStrides) {
  EXPECT_EQ(UploadStrided<float>({0, 1, 2, 3, 4, 5}, 0, {2, 3}, {3, 1}), (Floats{0, 1, 2, 3, 4, 5}));
}

TEST_P(HostLayoutsTest, Transposed) {
  EXPECT_EQ(UploadStrided<float>({0, 1, 2, 3, 4, 5}, 0, {2, 3}, {1, 2}), (Floats{0, 2, 4, 1, 3, 5}));
}

TEST_P(HostLayoutsTest, PaddedRows) {
  EXPECT_EQ(UploadStrided<float>({0, 1, 2, -1, 3, 4, 5, -1}, 0, {2, 3}, {4, 1}), (Floats{0, 1, 2, 3, 4, 5}));
}

TEST_P(HostLayoutsTest, EverySecondElement) {
  EXPECT_EQ(UploadStrided<float>({0, -1, 1, -1, 2, -1}, 0, {3}, {2}), (Floats{0, 1, 2}));
}

TEST_P(HostLayoutsTest, Reversed) {
  EXPECT_EQ(UploadStrided<float>({0, 1, 2, 3}, 3, {4}, {-1}), (Floats{3, 2, 1, 0}));
  EXPECT_EQ(UploadStrided<float>({0, 1, 2, 3, 4, 5}, 3, {2, 3}, {-3, 1}), (Floats{3, 4, 5, 0, 1, 2}));
}

TEST_P(HostLayoutsTest, Broadcast) {
  EXPECT_EQ(UploadStrided<float>({7}, 0, {3}, {0}), (Floats{7, 7, 7}));
  EXPECT_EQ(UploadStrided<float>({1, 2, 3}, 0, {2, 3}, {0, 1}), (Floats{1, 2, 3, 1, 2, 3}));
  EXPECT_EQ(UploadStrided<float>({1, 2}, 0, {2, 3}, {1, 0}), (Floats{1, 1, 1, 2, 2, 2}));
}

TEST_P(HostLayoutsTest, OverlappingWindows) {
  EXPECT_EQ(UploadStrided<float>({0, 1, 2, 3}, 0, {3, 2}, {1, 1}), (Floats{0, 1, 1, 2, 2, 3}));
}

TEST_P(HostLayoutsTest, DimensionsOfOneHaveAnyStride) {
  EXPECT_EQ(UploadStrided<float>({0, 1, 2}, 0, {1, 3}, {99, 1}), (Floats{0, 1, 2}));
  EXPECT_EQ(UploadStrided<float>({0, 1, 2}, 0, {3, 1}, {1, 0}), (Floats{0, 1, 2}));
}

TEST_P(HostLayoutsTest, EmptyArraysHaveAnyStride) { EXPECT_TRUE(UploadStrided<float>({1}, 0, {0, 3}, {7, 0}).empty()); }

TEST_P(HostLayoutsTest, OtherWidths) {
  EXPECT_EQ(UploadStrided<int8_t>({0, 1, 2, 3, 4, 5}, 0, {2, 3}, {1, 2}), (std::vector<int8_t>{0, 2, 4, 1, 3, 5}));
  EXPECT_EQ(UploadStrided<double>({0, 1, 2, 3, 4, 5}, 0, {2, 3}, {1, 2}), (std::vector<double>{0, 2, 4, 1, 3, 5}));
}

TEST_P(HostLayoutsTest, RandomStridesUnderEverySemantics) {
  std::mt19937 random(3);
  Floats values(1000);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  for (int round = 0; round < 100; ++round) {
    Dims dims(1 + random() % 3);
    Dims strides;
    for (int64_t& dim : dims) {
      dim = static_cast<int64_t>(1 + random() % 4);
      strides.push_back(static_cast<int64_t>(random() % 41) - 20);
    }
    Floats expected = {500};
    for (size_t i = 0; i < dims.size(); ++i) {
      Floats next;
      for (float base : expected) {
        for (int64_t k = 0; k < dims[i]; ++k) next.push_back(base + static_cast<float>(k * strides[i]));
      }
      expected = std::move(next);
    }
    UploadOptions options;
    options.semantics = static_cast<HostBufferSemantics>(round % 4);
    EXPECT_EQ(UploadStrided(values, 500, dims, strides, options), expected) << round;
  }
}

TEST_P(HostLayoutsTest, TheHostArrayMayGoAfterTheCallOrWhenDone) {
  for (HostBufferSemantics semantics :
       {HostBufferSemantics::kImmutableOnlyDuringCall, HostBufferSemantics::kImmutableUntilTransferCompletes}) {
    Floats values = {0, 1, 2, 3, 4, 5};
    Event done;
    UploadOptions options;
    options.semantics = semantics;
    options.done_with_host_buffer = &done;
    const Buffer buffer =
        Get(client().Upload(HostArray{values.data(), ElementType::kF32, Dims{3, 2}, Dims{4, 12}}, options));
    if (semantics == HostBufferSemantics::kImmutableUntilTransferCompletes) {
      EXPECT_THAT(done.Await(), IsOk());
    }
    std::fill(values.begin(), values.end(), -1.0F);
    EXPECT_EQ(Read(buffer), (Floats{0, 3, 1, 4, 2, 5}));
  }
}

TEST_P(HostLayoutsTest, StridesMustBeAsManyAsDimensions) {
  const Floats values = {0, 1, 2, 3};
  EXPECT_THAT(client().Upload(HostArray{values.data(), ElementType::kF32, Dims{2, 2}, Dims{4}}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("1 strides")));
}

TEST_P(HostLayoutsTest, SubByteElementsTakeStridesToo) {
  const std::vector<uint8_t> values = {0, 1, 2, 3, 4, 5};
  const Buffer buffer = Get(client().Upload(HostArray{values.data(), ElementType::kU4, Dims{2, 3}, Dims{1, 2}}));
  EXPECT_EQ(Get(buffer.ToVector<uint8_t>()), (std::vector<uint8_t>{0, 2, 4, 1, 3, 5}));
}

// --- layouts on the device

TEST_P(HostLayoutsTest, TheDefaultIsRowMajor) {
  EXPECT_EQ(ToString(Get(Upload<float>({1}, {}).layout())), "{}");
  EXPECT_EQ(ToString(Get(Upload<float>({1, 2}, {2}).layout())), "{0}");
  EXPECT_EQ(ToString(Get(Upload<float>({1, 2}, {2, 1}).layout())), "{1,0}");
}

TEST_P(HostLayoutsTest, RowMajorCanBeAskedForByName) {
  const Layout layout = RowMajorLayout(2);
  UploadOptions options;
  options.device_layout = &layout;
  EXPECT_EQ(Read(Upload<float>({0, 1, 2, 3, 4, 5}, {2, 3}, options)), (Floats{0, 1, 2, 3, 4, 5}));
}

TEST_P(HostLayoutsTest, AnotherOrderHoldsTheSameValuesOrIsRefused) {
  const Layout layout = TiledLayout{{0, 1}, {}};
  UploadOptions options;
  options.device_layout = &layout;
  const Floats values = {0, 1, 2, 3, 4, 5};
  for (const Dims& strides : {Dims{}, Dims{12, 4}, Dims{4, 8}}) {
    StatusOr<Buffer> buffer =
        client().Upload(HostArray{values.data(), ElementType::kF32, Dims{2, 3}, strides}, options);
    if (minor() < 115) {
      EXPECT_THAT(buffer, StatusIs(StatusCode::kUnimplemented, HasSubstr("{0,1}")));
      continue;
    }
    ASSERT_THAT(buffer, IsOk());
    EXPECT_EQ(Get(buffer->layout()), layout);
    EXPECT_EQ(Read(*buffer), strides == Dims({4, 8}) ? (Floats{0, 2, 4, 1, 3, 5}) : values);
  }
}

TEST_P(HostLayoutsTest, LayoutsThatAreNoOrderAreRefused) {
  const Floats values = {0, 1, 2, 3};
  for (const Layout& layout :
       {Layout(TiledLayout{{0}, {}}), Layout(TiledLayout{{0, 0}, {}}), Layout(TiledLayout{{0, 2}, {}}),
        Layout(TiledLayout{{-1, 0}, {}}), Layout(StridedLayout{{4}})}) {
    UploadOptions options;
    options.device_layout = &layout;
    EXPECT_THAT(client().Upload(std::span<const float>(values), Dims{2, 2}, options),
                StatusIs(StatusCode::kInvalidArgument))
        << ToString(layout);
    EXPECT_THAT(client().CreateUninitialized(ElementType::kF32, Dims{2, 2}, nullptr, nullptr, &layout),
                StatusIs(StatusCode::kInvalidArgument));
    EXPECT_THAT(Upload<float>({0, 1, 2, 3}, {2, 2}).Bitcast(ElementType::kF32, Dims{2, 2}, &layout),
                StatusIs(StatusCode::kInvalidArgument));
  }
}

// tensor<SHAPE> -> tensor<SHAPE>, as it is, with the result in that layout on the device.
std::string WithResultLayout(const std::string& shape, const std::string& layout) {
  const std::string tensor = "tensor<" + shape + ">";
  return "module @layout { func.func public @main(%a: " + tensor + ") -> (" + tensor + " {mhlo.layout_mode = \"" +
         layout + "\"}) { return %a : " + tensor + " } }";
}

TEST_P(HostLayoutsTest, AResultOfAnyLayoutIsReadInRowMajorOrder) {
  const Floats values = {0, 1, 2, 3, 4, 5};
  const Buffer matrix = Upload(values, {2, 3});
  std::vector<Buffer> results = Get(Compiled(WithResultLayout("2x3xf32", "{0,1}")).Execute({&matrix}));
  EXPECT_EQ(ToString(Get(results[0].layout())), "{0,1}");
  EXPECT_EQ(Read(results[0]), values);
  std::vector<int16_t> numbers(24);
  std::iota(numbers.begin(), numbers.end(), int16_t{0});
  const Buffer cube = Upload(numbers, {2, 3, 4});
  for (const char* layout : {"{0,1,2}", "{1,0,2}", "{0,2,1}", "{1,2,0}", "{2,0,1}"}) {
    results = Get(Compiled(WithResultLayout("2x3x4xi16", layout)).Execute({&cube}));
    EXPECT_EQ(ToString(Get(results[0].layout())), layout);
    EXPECT_EQ(Get(results[0].ToVector<int16_t>()), numbers) << layout;
  }
}

TEST_P(HostLayoutsTest, AResultOfPackedElementsIsReadInRowMajorOrderToo) {
  if (minor() < 106) GTEST_SKIP() << "its compiler throws";
  const std::vector<uint8_t> values = {0, 1, 2, 3, 4, 5};
  const Buffer matrix = Get(client().Upload(HostArray{values.data(), ElementType::kU4, Dims{2, 3}, {}}));
  std::vector<Buffer> results = Get(Compiled(WithResultLayout("2x3xui4", "{0,1}")).Execute({&matrix}));
  EXPECT_EQ(Get(results[0].ToVector<uint8_t>()), values);
}

TEST_P(HostLayoutsTest, ExecutionsTakeArgumentsOfAnyHostOrder) {
  const Floats values = {0, 1, 2, 3, 4, 5};
  const Buffer transposed = Get(client().Upload(HostArray{values.data(), ElementType::kF32, Dims{2, 3}, Dims{4, 8}}));
  std::vector<Buffer> results = Get(Compiled(kTwoResults).Execute({&transposed}));
  EXPECT_EQ(Read(results[0]), values);
}

}  // namespace
}  // namespace pjrt
