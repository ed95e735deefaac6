#include "cpu/executable/sharding.h"

#include <numeric>

#include "cpu/executable/compile_options.h"
#include "cpu/executable/shards.h"
#include "tests/status_matchers.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::Dims;
using Tiles = std::vector<int64_t>;

TEST(ShardingTest, TextOfXla) {
  ASSERT_OK_AND_ASSIGN(const Sharding rows, ParseSharding("{devices=[2,1]<=[2]}", 2, 2, {}));
  EXPECT_EQ(rows.tiles, Dims({2, 1}));
  EXPECT_EQ(rows.tile_of, (Tiles{0, 1}));
  ASSERT_OK_AND_ASSIGN(const Sharding listed, ParseSharding("{devices=[2,2]0,2,1,3}", 2, 4, {}));
  EXPECT_EQ(listed.tile_of, (Tiles{0, 2, 1, 3}));
  ASSERT_OK_AND_ASSIGN(const Sharding copies,
                       ParseSharding("{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}", 2, 4, {}));
  EXPECT_EQ(copies.tiles, Dims({2, 1}));
  EXPECT_EQ(copies.tile_of, (Tiles{0, 1, 0, 1}));
  ASSERT_OK_AND_ASSIGN(const Sharding whole, ParseSharding("{replicated}", 2, 4, {}));
  EXPECT_TRUE(whole.replicated());
}

TEST(ShardingTest, TextOfShardy) {
  const Meshes meshes = {{"mesh", {{{"x", 2}, {"y", 4}}}}};
  ASSERT_OK_AND_ASSIGN(const Sharding both, ParseSharding("#sdy.sharding<@mesh, [{\"y\"}, {\"x\", ?}]>", 2, 8, meshes));
  EXPECT_EQ(both.tiles, Dims({4, 2}));
  EXPECT_EQ(both.tile_of, (Tiles{0, 2, 4, 6, 1, 3, 5, 7}));
  ASSERT_OK_AND_ASSIGN(const Sharding part, ParseSharding("<@mesh, [{\"y\":(1)2}]>", 1, 8, meshes));
  EXPECT_EQ(part.tile_of, (Tiles{0, 0, 1, 1, 0, 0, 1, 1}));
}

TEST(ShardingTest, DeviceIdsAndInlineMeshes) {
  const Meshes meshes = {{"mesh", {.axes = {{"x", 2}, {"y", 2}}, .device_ids = {3, 1, 2, 0}}}};
  ASSERT_OK_AND_ASSIGN(const Sharding rows, ParseSharding("#sdy.sharding<@mesh, [{\"x\"}]>", 1, 4, meshes));
  EXPECT_EQ(rows.tile_of, (Tiles{1, 0, 1, 0}));
  EXPECT_EQ(rows.copy_of, (Tiles{1, 1, 0, 0}));
  ASSERT_OK_AND_ASSIGN(
      const Sharding same,
      ParseSharding("#sdy.sharding<mesh<[\"x\"=2, \"y\"=2], device_ids=[3, 1, 2, 0]>, [{\"x\"}]>", 1, 4, {}));
  EXPECT_EQ(same.tile_of, rows.tile_of);
}

// The bytes are those of XLA's HloSharding of the same kind, with a list of devices.
TEST(ShardingTest, ProtosOfUnreducedArrays) {
  const Meshes meshes = {{"mesh", {.axes = {{"x", 2}, {"y", 2}, {"z", 2}}}}, {"one", {.axes = {{"x", 2}}}}};
  ASSERT_OK_AND_ASSIGN(const Sharding part,
                       ParseSharding("#sdy.sharding<@mesh, [{\"x\"}], unreduced={\"z\"}>", 1, 8, meshes));
  EXPECT_EQ(part.summand_of, (Tiles{0, 1, 0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(ToProto(part),
            std::string("\x08\x03\x1a\x03\x02\x02\x02\x22\x08\x00\x02\x01\x03\x04\x06\x05\x07\x42\x02\x06\x00", 21));
  ASSERT_OK_AND_ASSIGN(const Sharding all, ParseSharding("#sdy.sharding<@one, [{}], unreduced={\"x\"}>", 1, 2, meshes));
  EXPECT_EQ(ToProto(all), "\x08\x06");
}

TEST(ShardingTest, TextsAreReadAsTheSame) {
  for (const char* text : {"{replicated}", "{devices=[2,2]0,1,2,3}", "{devices=[2,2]0,2,1,3}", "{devices=[4,1]3,1,2,0}",
                           "{devices=[1,2,2]0,2,1,3 last_tile_dim_replicate}"}) {
    ASSERT_OK_AND_ASSIGN(const Sharding sharding, ParseSharding(text, 2, 4, {}));
    EXPECT_EQ(ToText(sharding), text);
  }
  const Meshes meshes = {{"mesh", {.axes = {{"x", 2}, {"y", 2}, {"z", 2}}}}, {"one", {.axes = {{"x", 2}}}}};
  ASSERT_OK_AND_ASSIGN(const Sharding part,
                       ParseSharding("#sdy.sharding<@mesh, [{\"x\"}], unreduced={\"z\"}>", 1, 8, meshes));
  EXPECT_EQ(ToText(part), "{devices=[2,2,2]0,2,1,3,4,6,5,7 last_tile_dims={unreduced, replicated}}");
  ASSERT_OK_AND_ASSIGN(const Sharding all, ParseSharding("#sdy.sharding<@one, [{}], unreduced={\"x\"}>", 1, 2, meshes));
  EXPECT_EQ(ToText(all), "{unreduced}");
}

TEST(ShardingTest, ProtosComeBack) {
  for (const char* text :
       {"{replicated}", "{devices=[4,2]<=[2,4]T(1,0)}", "{devices=[2,1,4]<=[8] last_tile_dim_replicate}",
        "{devices=[1,8]<=[8]}", "{devices=[2,4]7,6,5,4,3,2,1,0}"}) {
    ASSERT_OK_AND_ASSIGN(const Sharding sharding, ParseSharding(text, 2, 8, {}));
    ASSERT_OK_AND_ASSIGN(const Sharding back, FromProto(ToProto(sharding), 2, 8));
    EXPECT_EQ(back.tiles, sharding.tiles) << text;
    EXPECT_EQ(back.tile_of, sharding.tile_of) << text;
  }
}

// As XLA's HloSharding writes them: iota_tile((4, 2), (2, 4), (1, 0)) and iota_tile((2, 1, 4)) with copies.
TEST(ShardingTest, ProtosOfIotas) {
  const std::string transposed("\x08\x03\x1a\x02\x04\x02\x4a\x02\x02\x04\x52\x02\x01\x00", 14);
  ASSERT_OK_AND_ASSIGN(const Sharding columns, FromProto(transposed, 2, 8));
  EXPECT_EQ(columns.tiles, Dims({4, 2}));
  EXPECT_EQ(columns.tile_of, (Tiles{0, 2, 4, 6, 1, 3, 5, 7}));
  const std::string copies("\x08\x03\x1a\x03\x02\x01\x04\x4a\x01\x08\x52\x01\x00\x42\x01\x00", 16);
  ASSERT_OK_AND_ASSIGN(const Sharding rows, FromProto(copies, 2, 8));
  EXPECT_EQ(rows.tile_of, (Tiles{0, 0, 0, 0, 1, 1, 1, 1}));
}

TEST(ShardingTest, ProtosOfSeveralValuesAreTuples) {
  ASSERT_OK_AND_ASSIGN(const Sharding rows, ParseSharding("{devices=[2,1]<=[2]}", 2, 2, {}));
  const std::vector<Sharding> both = {rows, Sharding::Replicated(0, 2)};
  const std::vector<size_t> ranks = {2, 0};
  ASSERT_OK_AND_ASSIGN(const std::vector<Sharding> back, FromProto(ToProto(both), ranks, 2));
  EXPECT_EQ(back[0].tile_of, rows.tile_of);
  EXPECT_TRUE(back[1].replicated());
  EXPECT_THAT(FromProto(ToProto(rows), ranks, 2), StatusIs(StatusCode::kInvalidArgument));
  EXPECT_EQ(ToProto(std::span(both).first(1)), ToProto(rows));
}

TEST(ShardingTest, ProtosThatCannotBeFollowedAreRefused) {
  EXPECT_THAT(FromProto(ManualProto(), 2, 2), StatusIs(StatusCode::kUnimplemented));
  EXPECT_THAT(FromProto("\x08\x01", 2, 2), StatusIs(StatusCode::kUnimplemented));  // one device has it
  EXPECT_THAT(FromProto("\x08\x03\x1a\x02\x02\x01\x42\x01\x04", 2, 2), StatusIs(StatusCode::kUnimplemented));
  for (const std::string_view bytes : {std::string_view("\x08\x03"), std::string_view("\x1a\x7f"),
                                       std::string_view("\x08\x03\x1a\x02\x04\x01\x4a\x01\x04", 9)}) {
    EXPECT_THAT(FromProto(bytes, 2, 2), StatusIs(StatusCode::kInvalidArgument));
  }
}

TEST(ShardingTest, WhatDoesNotFitIsRefused) {
  for (const char* text :
       {"{devices=[3,1]<=[3]}", "{devices=[2]<=[2]}", "{devices=[2,1]0,0}", "{devices=[2,1]<=[2]T(1)}",
        "{devices=[99999999999,1]<=[2]}", "devices", "#sdy.sharding<@none, [{}, {}]>"}) {
    EXPECT_THAT(ParseSharding(text, 2, 2, {}), StatusIs(StatusCode::kInvalidArgument)) << text;
  }
  ASSERT_OK_AND_ASSIGN(const Sharding rows, ParseSharding("{devices=[2,1]<=[2]}", 2, 2, {}));
  EXPECT_EQ(rows.ShardDims({6, 4}), Dims({3, 4}));
  EXPECT_TRUE(rows.Divides({6, 4}));
}

// 5 rows on 4 partitions: two each, the third has one, the last none.
TEST(ShardingTest, TilesReachBeyondTheArray) {
  ASSERT_OK_AND_ASSIGN(const Sharding rows, ParseSharding("{devices=[4,1]<=[4]}", 2, 4, {}));
  const Dims dims = {5, 2};
  EXPECT_FALSE(rows.Divides(dims));
  EXPECT_EQ(rows.ShardDims(dims), Dims({2, 2}));
  stablehlo::MemoryAllocator& memory = stablehlo::MemoryAllocator::Heap();
  ASSERT_OK_AND_ASSIGN(stablehlo::Tensor whole,
                       stablehlo::Tensor::Allocate(stablehlo::ElementType::kI32, dims, memory));
  std::iota(whole.mutable_data<int32_t>(), whole.mutable_data<int32_t>() + 10, 1);
  std::vector<stablehlo::Tensor> shards;
  for (int64_t p = 0; p < 4; ++p) {
    ASSERT_OK_AND_ASSIGN(stablehlo::Tensor shard, SliceShard(rows, whole, p, memory));
    shards.push_back(std::move(shard));
  }
  const auto values = [](const stablehlo::Tensor& t) {
    return std::vector<int32_t>(t.data<int32_t>(), t.data<int32_t>() + t.num_elements());
  };
  EXPECT_EQ(values(shards[1]), (std::vector<int32_t>{5, 6, 7, 8}));
  EXPECT_EQ(values(shards[2]), (std::vector<int32_t>{9, 10, 0, 0}));
  EXPECT_EQ(values(shards[3]), (std::vector<int32_t>{0, 0, 0, 0}));
  ASSERT_OK_AND_ASSIGN(const stablehlo::Tensor again, GatherShards(rows, dims, shards, 0, memory));
  EXPECT_EQ(values(again), values(whole));
}

TEST(CompileOptionsTest, AssignmentsComeBack) {
  const std::string assignment = SerializeDeviceAssignment(2, 2, {3, 1, 0, 2});
  std::string build = std::string("\x20\x02\x28\x02\x4a") + static_cast<char>(assignment.size()) + assignment;
  const std::string bytes = std::string("\x1a") + static_cast<char>(build.size()) + build;
  ASSERT_OK_AND_ASSIGN(const CompileOptions options, CompileOptions::Parse(bytes));
  EXPECT_EQ(options.device_ids, (std::vector<int64_t>{3, 1, 0, 2}));
  EXPECT_EQ(options.num_processes(), 4);
  EXPECT_THAT(CompileOptions::Parse(bytes.substr(0, bytes.size() - 3)), StatusIs(StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace cppjrt::cpu
