#include "pjrt/layout.h"

#include <array>
#include <cstdint>
#include <vector>

#include "client/memory_layout.h"
#include "pjrt/abi/pjrt_c_api.h"
#include "tests/status_matchers.h"

namespace pjrt {
namespace {

using ::cppjrt::StatusIs;
using ::testing::HasSubstr;

bool RowMajor(const Layout& layout, std::vector<int64_t> dims) { return IsRowMajor(layout, dims, 4); }
TiledLayout Order(std::vector<int64_t> minor_to_major) { return {std::move(minor_to_major), {}}; }
StridedLayout Strides(std::vector<int64_t> strides) { return {std::move(strides)}; }

TEST(LayoutTest, RowMajorHasTheLastDimensionMinor) {
  EXPECT_EQ(RowMajorLayout(0), Layout(Order({})));
  EXPECT_EQ(RowMajorLayout(3), Layout(Order({2, 1, 0})));
  for (size_t rank = 0; rank < 5; ++rank) EXPECT_TRUE(RowMajor(RowMajorLayout(rank), std::vector<int64_t>(rank, 3)));
}

TEST(LayoutTest, OtherOrdersAreNotRowMajor) {
  EXPECT_FALSE(RowMajor(Order({0, 1}), {2, 3}));
  EXPECT_FALSE(RowMajor(Order({2, 0, 1}), {2, 3, 4}));
}

TEST(LayoutTest, DimensionsOfOneElementMayStandAnywhere) {
  EXPECT_TRUE(RowMajor(Order({0, 1}), {1, 3}));
  EXPECT_TRUE(RowMajor(Order({1, 2, 0}), {2, 1, 4}));
  EXPECT_TRUE(RowMajor(Strides({999, 4}), {1, 3}));
}

TEST(LayoutTest, TiledOrIllFormedLayoutsAreNotRowMajor) {
  EXPECT_FALSE(RowMajor(TiledLayout{{1, 0}, {{8, 128}}}, {8, 128}));
  EXPECT_FALSE(RowMajor(Order({1}), {2, 3}));
  EXPECT_FALSE(RowMajor(Order({5, 0}), {2, 3}));
  EXPECT_FALSE(RowMajor(Order({-1, 0}), {2, 3}));
  EXPECT_FALSE(RowMajor(Strides({4}), {2, 3}));
}

TEST(LayoutTest, StridesAreRowMajorIfDense) {
  EXPECT_TRUE(RowMajor(Strides({12, 4}), {2, 3}));
  EXPECT_FALSE(RowMajor(Strides({16, 4}), {2, 3}));   // padded
  EXPECT_FALSE(RowMajor(Strides({4, 8}), {2, 3}));    // transposed
  EXPECT_FALSE(RowMajor(Strides({-12, 4}), {2, 3}));  // reversed
  EXPECT_FALSE(RowMajor(Strides({0, 4}), {2, 3}));    // broadcast
}

TEST(LayoutTest, IsPrinted) {
  EXPECT_EQ(ToString(Layout(Order({1, 0}))), "{1,0}");
  EXPECT_EQ(ToString(Layout(Order({}))), "{}");
  EXPECT_EQ(ToString(Layout(TiledLayout{{1, 0}, {{8, 128}, {2, 1}}})), "{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(ToString(Layout(Strides({32, -8}))), "strides{32,-8}");
}

PJRT_Buffer_MemoryLayout Tiled(std::span<const int64_t> order, std::span<const int64_t> tile_dims,
                               std::span<const size_t> tile_sizes) {
  PJRT_Buffer_MemoryLayout layout{};
  layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  layout.tiled.minor_to_major = order.data();
  layout.tiled.minor_to_major_size = order.size();
  layout.tiled.tile_dims = tile_dims.data();
  layout.tiled.tile_dim_sizes = tile_sizes.data();
  layout.tiled.num_tiles = tile_sizes.size();
  return layout;
}

TEST(MemoryLayoutTest, TilesAreReadFromThePlugin) {
  const std::array<int64_t, 2> order = {1, 0};
  const std::array<int64_t, 3> tile_dims = {8, 128, 2};
  const std::array<size_t, 2> tile_sizes = {2, 1};
  ASSERT_OK_AND_ASSIGN(Layout layout, detail::FromMemoryLayout(Tiled(order, tile_dims, tile_sizes)));
  EXPECT_EQ(layout, Layout(TiledLayout{{1, 0}, {{8, 128}, {2}}}));
}

TEST(MemoryLayoutTest, StridesAreReadFromThePlugin) {
  const std::array<int64_t, 2> strides = {32, -8};
  PJRT_Buffer_MemoryLayout raw{};
  raw.type = PJRT_Buffer_MemoryLayout_Type_Strides;
  raw.strides.byte_strides = strides.data();
  raw.strides.num_byte_strides = 2;
  ASSERT_OK_AND_ASSIGN(Layout layout, detail::FromMemoryLayout(raw));
  EXPECT_EQ(layout, Layout(Strides({32, -8})));
}

TEST(MemoryLayoutTest, NullArraysAndUnknownTypesAreRefused) {
  PJRT_Buffer_MemoryLayout no_order{};
  no_order.tiled.minor_to_major_size = 2;
  EXPECT_THAT(detail::FromMemoryLayout(no_order), StatusIs(StatusCode::kInternal, HasSubstr("null")));
  PJRT_Buffer_MemoryLayout no_tiles{};
  no_tiles.tiled.num_tiles = 1;
  EXPECT_THAT(detail::FromMemoryLayout(no_tiles), StatusIs(StatusCode::kInternal, HasSubstr("null")));
  PJRT_Buffer_MemoryLayout no_strides{};
  no_strides.type = PJRT_Buffer_MemoryLayout_Type_Strides;
  no_strides.strides.num_byte_strides = 1;
  EXPECT_THAT(detail::FromMemoryLayout(no_strides), StatusIs(StatusCode::kInternal, HasSubstr("null")));
  PJRT_Buffer_MemoryLayout unknown{};
  unknown.type = static_cast<PJRT_Buffer_MemoryLayout_Type>(7);
  EXPECT_THAT(detail::FromMemoryLayout(unknown), StatusIs(StatusCode::kInternal, HasSubstr("type 7")));
}

}  // namespace
}  // namespace pjrt
