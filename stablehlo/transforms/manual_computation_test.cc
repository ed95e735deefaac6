#include "stablehlo/transforms/manual_computation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <string>
#include <thread>

#include "stablehlo/eval/collectives.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/transforms/testing.h"

namespace cppjrt::stablehlo {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using Floats = std::vector<float>;

// ---- Values: what every partition of a program gets

StatusOr<std::shared_ptr<const Program>> PrepareFor(std::string_view text, PartitionCounts counts) {
  CPPJRT_ASSIGN_OR_RETURN(Module module, ParseText(std::string(text), "t.mlir"));
  const Source source = module.source();
  DiagnosticSink sink(&source);
  StatusOr<VerifiedModule> verified = Verify(std::move(module), sink);
  if (!verified.ok()) return InvalidArgumentError(sink.Render());
  RunnableOptions options;
  options.counts = counts;
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule runnable, MakeRunnable(std::move(*verified), options, sink));
  return Program::Prepare(std::move(runnable), {});
}

// The first result of every process, all of them called with iota of `dims`.
std::vector<Floats> RunAll(std::string_view text, std::span<const int64_t> dims, PartitionCounts counts) {
  const StatusOr<std::shared_ptr<const Program>> program = PrepareFor(text, counts);
  if (!program.ok()) {
    ADD_FAILURE() << program.status().ToString();
    return {};
  }
  Floats numbers(static_cast<size_t>(NumElements(dims)));
  std::iota(numbers.begin(), numbers.end(), 0.0F);
  const Tensor argument = *Tensor::Copy(ElementType::kF32, Dims(dims), std::as_bytes(std::span<const float>(numbers)),
                                        MemoryAllocator::Heap());
  Processes grid(counts.replicas, counts.partitions, std::chrono::seconds(30));
  std::vector<Floats> all(static_cast<size_t>(grid.size()));
  std::vector<std::thread> threads;
  for (int64_t p = 0; p < grid.size(); ++p) {
    threads.emplace_back([&, p] {
      RunOptions options;
      options.replica = p / counts.partitions;
      options.partition = p % counts.partitions;
      options.processes = &grid;
      const StatusOr<std::vector<RuntimeValue>> results = (*program)->Run({RuntimeValue(argument)}, options);
      grid.Leave({options.replica, options.partition}, results.ok() ? OkStatus() : results.status());
      if (!results.ok()) return;
      const Tensor& tensor = (*results)[0].tensor();
      all[static_cast<size_t>(p)].assign(tensor.data<float>(), tensor.data<float>() + tensor.num_elements());
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(grid.status().ok()) << grid.status().ToString();
  return all;
}

// `body` works on %b, a piece of an argument, and defines %r.
std::string Manual(std::string_view mesh, std::string_view whole, std::string_view in, std::string_view piece,
                   std::string_view body, std::string_view out, std::string_view result_piece, std::string_view result,
                   std::string_view axes = R"({"x", "y"})") {
  const auto tensor = [](std::string_view dims) { return "tensor<" + std::string(dims) + "xf32>"; };
  return "sdy.mesh @mesh = " + std::string(mesh) + "\nfunc.func @main(%a: " + tensor(whole) + ") -> " + tensor(result) +
         " {\n  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, " + std::string(in) +
         ">] out_shardings=[<@mesh, " + std::string(out) + ">] manual_axes=" + std::string(axes) +
         " (%b: " + tensor(piece) + ") {\n" + std::string(body) + "\n    sdy.return %r : " + tensor(result_piece) +
         "\n  } : (" + tensor(whole) + ") -> " + tensor(result) + "\n  return %0 : " + tensor(result) + "\n}\n";
}

constexpr std::string_view kMesh = R"(<["x"=2, "y"=2]>)";

// Ten times the number of the partition added to everything.
constexpr std::string_view kAddPartition = R"(
    %p = stablehlo.partition_id : tensor<ui32>
    %f = stablehlo.convert %p : (tensor<ui32>) -> tensor<f32>
    %t = stablehlo.constant dense<10.0> : tensor<f32>
    %m = stablehlo.multiply %f, %t : tensor<f32>
    %s = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<f32>) -> tensor<PIECExf32>
    %r = stablehlo.add %b, %s : tensor<PIECExf32>)";

std::string AddPartition(const std::string& piece) {
  std::string text(kAddPartition);
  for (size_t at = text.find("PIECE"); at != std::string::npos; at = text.find("PIECE")) text.replace(at, 5, piece);
  return text;
}

TEST(ManualComputationTest, EveryPartitionHasAPieceAlongTwoDimensions) {
  const auto all =
      RunAll(Manual(kMesh, "2x4", R"([{"x"}, {"y"}])", "1x2", AddPartition("1x2"), R"([{"x"}, {"y"}])", "1x2", "2x4"),
             std::vector<int64_t>{2, 4}, {1, 4});
  EXPECT_THAT(all, Each(ElementsAre(0, 1, 12, 13, 24, 25, 36, 37)));
}

TEST(ManualComputationTest, AxesOfOneDimensionGoFromSlowToFast) {
  const auto all = RunAll(Manual(kMesh, "4", R"([{"y", "x"}])", "1", AddPartition("1"), R"([{"x", "y"}])", "1", "4"),
                          std::vector<int64_t>{4}, {1, 4});
  // Partition p = 2x + y takes element 2y + x and puts it at 2x + y.
  EXPECT_THAT(all, Each(ElementsAre(0, 12, 21, 33)));
}

TEST(ManualComputationTest, CopiesStayWithTheirPartitions) {
  const auto all = RunAll(Manual(kMesh, "2", R"([{"x"}])", "1", AddPartition("1"), R"([{"x"}])", "1", "2"),
                          std::vector<int64_t>{2}, {1, 4});
  EXPECT_THAT(all, ElementsAre(ElementsAre(0, 21), ElementsAre(10, 31), ElementsAre(0, 21), ElementsAre(10, 31)));
}

TEST(ManualComputationTest, DeviceIdsOfTheMeshSayWhereAPieceIs) {
  const auto all = RunAll(Manual(R"(<["x"=2], device_ids=[1, 0]>)", "2", R"([{"x"}])", "1", AddPartition("1"),
                                 R"([{"x"}])", "1", "2", R"({"x"})"),
                          std::vector<int64_t>{2}, {1, 2});
  EXPECT_THAT(all, Each(ElementsAre(10, 1)));
}

// As JAX 0.12 writes collectives. %r is the sum over the axis.
TEST(ManualComputationTest, GroupsMayNameAMesh) {
  const auto sum_along = [](std::string_view axis) {
    return R"(%r = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
        replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = ")" +
           std::string(axis) + R"(">]>, use_global_device_ids}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %s = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<1x2xf32>) -> tensor<1x2xf32>
)";
  };
  const auto run = [&](std::string_view mesh, std::string_view axis) {
    return RunAll(Manual(mesh, "2x4", R"([{"x"}, {"y"}])", "1x2", sum_along(axis), R"([{"x"}, {"y"}])", "1x2", "2x4"),
                  std::vector<int64_t>{2, 4}, {1, 4});
  };
  EXPECT_THAT(run(kMesh, "x"), Each(ElementsAre(4, 6, 8, 10, 4, 6, 8, 10)));
  EXPECT_THAT(run(kMesh, "y"), Each(ElementsAre(2, 4, 2, 4, 10, 12, 10, 12)));
  // Along x are partitions 3 and 0, and 1 and 2: as their places in the mesh say.
  EXPECT_THAT(run(R"(<["x"=2, "y"=2], device_ids=[3, 1, 0, 2]>)", "x"), Each(ElementsAre(4, 6, 8, 10, 4, 6, 8, 10)));
}

TEST(ManualComputationTest, UnreducedResultsAreSummedAndUnreducedArgumentsSplit) {
  const auto all = RunAll(Manual(kMesh, "2", R"([{"x"}], unreduced={"y"})", "1", AddPartition("1"),
                                 R"([{"x"}], unreduced={"y"})", "1", "2"),
                          std::vector<int64_t>{2}, {1, 4});
  // Partitions 1 and 3 have nothing of the argument.
  EXPECT_THAT(all, Each(ElementsAre(10, 1 + 20 + 30)));
}

TEST(ManualComputationTest, SummandsLeaveAndEnterTheProgramAsTheyAre) {
  // Each partition is given the same iota as its summand of %a, and gives its summand of the result.
  std::string text = Manual(R"(<["x"=2]>)", "2", R"([{}], unreduced={"x"})", "2", AddPartition("2"),
                            R"([{}], unreduced={"x"})", "2", "2", R"({"x"})");
  const std::string attribute = R"( {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>})";
  text.replace(text.find("%a: tensor<2xf32>"), 17, "%a: tensor<2xf32>" + attribute);
  text.replace(text.find("-> tensor<2xf32>"), 16, "-> (tensor<2xf32>" + attribute + ")");
  EXPECT_THAT(RunAll(text, std::vector<int64_t>{2}, {1, 2}), ElementsAre(ElementsAre(0, 1), ElementsAre(10, 11)));
  // Where an op is in between, the sum is.
  text = R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<2xf32>)" +
         attribute + R"() -> (tensor<2xf32>)" + attribute + R"() {
  %0 = stablehlo.negate %a : tensor<2xf32>
  return %0 : tensor<2xf32>
})";
  EXPECT_THAT(RunAll(text, std::vector<int64_t>{2}, {1, 2}), ElementsAre(ElementsAre(0, -2), ElementsAre(0, 0)));
}

TEST(ManualComputationTest, PiecesOfNothing) {
  const auto all =
      RunAll(Manual(R"(<["x"=2]>)", "0x2", R"([{"x"}, {}])", "0x2", "    %r = stablehlo.negate %b : tensor<0x2xf32>",
                    R"([{"x"}, {}])", "0x2", "0x2", R"({"x"})"),
             std::vector<int64_t>{0, 2}, {1, 2});
  EXPECT_THAT(all, Each(ElementsAre()));
}

TEST(ManualComputationTest, InnerComputationsShareThePiecesOfOuterOnes) {
  const std::string inner = R"(
    %r = sdy.manual_computation(%b) in_shardings=[<@mesh, [{}, {"y"}]>] out_shardings=[<@mesh, [{}, {"y"}]>] manual_axes={"y"} (%c: tensor<1x1xf32>) {
      %1 = "stablehlo.all_reduce"(%c) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%d: tensor<f32>, %e: tensor<f32>):
        %9 = stablehlo.add %d, %e : tensor<f32>
        stablehlo.return %9 : tensor<f32>
      }) : (tensor<1x1xf32>) -> tensor<1x1xf32>
      sdy.return %1 : tensor<1x1xf32>
    } : (tensor<1x2xf32>) -> tensor<1x2xf32>)";
  const auto all =
      RunAll(Manual(kMesh, "2x2", R"([{"x"}, {}])", "1x2", inner, R"([{"x"}, {}])", "1x2", "2x2", R"({"x"})"),
             std::vector<int64_t>{2, 2}, {1, 4});
  EXPECT_THAT(all, Each(ElementsAre(1, 1, 5, 5)));
}

TEST(ManualComputationTest, ReplicasKeepToThemselves) {
  const auto all = RunAll(Manual(R"(<["x"=2]>)", "2", R"([{"x"}])", "1", R"(
    %p = stablehlo.replica_id : tensor<ui32>
    %f = stablehlo.convert %p : (tensor<ui32>) -> tensor<f32>
    %s = stablehlo.reshape %f : (tensor<f32>) -> tensor<1xf32>
    %r = stablehlo.add %b, %s : tensor<1xf32>)",
                                 R"([{"x"}])", "1", "2", R"({"x"})"),
                          std::vector<int64_t>{2}, {2, 2});
  EXPECT_THAT(all, ElementsAre(ElementsAre(0, 1), ElementsAre(0, 1), ElementsAre(1, 2), ElementsAre(1, 2)));
}

TEST(ManualComputationTest, CustomCallsOfXla) {
  const auto all = RunAll(R"(
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"} : (tensor<4xf32>) -> tensor<4xf32>
  %b = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<2xf32>
)" + AddPartition("2") + R"(
  %1 = stablehlo.custom_call @Sharding(%r) {mhlo.sharding = "{manual}"} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = stablehlo.custom_call @SPMDShardToFullShape(%1) {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"} : (tensor<2xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
})",
                          std::vector<int64_t>{4}, {1, 4});
  EXPECT_THAT(all, ElementsAre(ElementsAre(0, 1, 12, 13), ElementsAre(0, 1, 12, 13), ElementsAre(20, 21, 32, 33),
                               ElementsAre(20, 21, 32, 33)));
}

// As torch_xla writes it: the argument itself says how it is shared.
TEST(ManualComputationTest, CustomCallsOnArguments) {
  const auto all = RunAll(R"(
func.func @main(%a: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> tensor<4xf32> {
  %b = stablehlo.custom_call @SPMDFullToShardShape(%a) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<2xf32>
)" + AddPartition("2") + R"(
  %2 = stablehlo.custom_call @SPMDShardToFullShape(%r) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<2xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
})",
                          std::vector<int64_t>{4}, {1, 2});
  EXPECT_THAT(all, ElementsAre(ElementsAre(0, 1, 12, 13), ElementsAre(0, 1, 12, 13)));
}

TEST(ManualComputationTest, CustomCallsOfOlderClients) {
  const auto all = RunAll(R"(
module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\"x\"=2]>}"}} {
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %b = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%a) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\"x\"}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\"x\"}>"}} : (tensor<4xf32>) -> tensor<2xf32>
)" + AddPartition("2") + R"(
  %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%r) {mhlo.frontend_attributes = {xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\"x\"}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\"x\"}>"}} : (tensor<2xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
})",
                          std::vector<int64_t>{4}, {1, 2});
  EXPECT_THAT(all, Each(ElementsAre(0, 1, 12, 13)));
}

// ---- What does not fit

std::string Lowered(const std::string& text) {
  RunnableOptions options;
  options.counts = {1, 4};
  return Runnable(text, options);
}

TEST(ManualComputationTest, PiecesThatDoNotFitAreRefused) {
  const std::string body = "    %r = stablehlo.negate %b : tensor<2xf32>";
  EXPECT_THAT(Lowered(Manual(kMesh, "4", R"([{"x", "y"}])", "2", body, R"([{"x"}])", "2", "4")),
              AllOf(HasSubstr("the body has tensor<2xf32>"), HasSubstr("expected tensor<1xf32>")));
  EXPECT_THAT(Lowered(Manual(kMesh, "4", R"([{"x"}])", "2", body, R"([{}])", "2", "4")),
              HasSubstr("result 0: the body has tensor<2xf32>, expected tensor<4xf32>"));
  EXPECT_THAT(Lowered(Manual(R"(<["x"=2, "y"=1]>)", "4", R"([{"x"}])", "2", body, R"([{"x"}])", "2", "4")),
              HasSubstr("its mesh has 2 devices, the program 4 partitions"));
  EXPECT_THAT(Lowered(Manual(R"(<["x"=2, "y"=2], device_ids=[0, 1, 1, 2]>)", "4", R"([{"x"}])", "2", body, R"([{"x"}])",
                             "2", "4")),
              HasSubstr("device_ids"));
  EXPECT_THAT(Lowered(Manual(kMesh, "4", R"([{"x"}], unreduced={"x"})", "2", body, R"([{"x"}])", "2", "4")),
              HasSubstr("duplicate axis ref: \"x\""));
}

TEST(ManualComputationTest, WhichProgramsNeedPartitions) {
  const auto needs = [](const std::string& text) { return NeedsPartitions(*ParseText(text, "t.mlir")); };
  EXPECT_TRUE(needs(Manual(kMesh, "4", "[{}]", "4", "    %r = stablehlo.negate %b : tensor<4xf32>", "[{}]", "4", "4")));
  EXPECT_FALSE(needs(R"(
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
})"));
}

}  // namespace
}  // namespace cppjrt::stablehlo
