#include "stablehlo/transforms/custom_partition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "stablehlo/transforms/sharding_axes.h"
#include "stablehlo/transforms/sharding_rule.h"
#include "stablehlo/transforms/testing.h"
#include "tests/status_matchers.h"

namespace cppjrt::stablehlo {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kMesh[] = "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\n";

// What a part is made of comes from functions, and what was asked is written down.
class FakePartitioners : public CustomPartitioners {
 public:
  bool Has(std::string_view target) const override { return target == "part"; }
  StatusOr<PartitionAnswer> Partition(const PartitionRequest& request) const override {
    for (const SharedArray& operand : request.operands) asked += Show(operand);
    asked += "-> ";
    for (const SharedArray& result : request.results) asked += Show(result);
    return partition(request);
  }
  StatusOr<std::optional<std::vector<Sharding>>> Infer(const PartitionRequest& request) const override {
    asked += "infer ";
    if (infer == nullptr) return std::optional<std::vector<Sharding>>();
    return infer(request);
  }
  bool inspects() const override { return inspecting; }
  Status Inspect(std::string_view config, const Sharding* sharding) const override {
    asked += std::string(config) + (sharding == nullptr ? "=manual " : "=" + Tiles(*sharding));
    return inspected;
  }

  static std::string Tiles(const Sharding& sharding) {
    std::string text = "[";
    for (const int64_t tiles : sharding.tiles) text += (text.size() > 1 ? "," : "") + std::to_string(tiles);
    return text + "] ";
  }
  static std::string Show(const SharedArray& array) {
    return std::string(ElementTypeName(array.type)) + Tiles(array.sharding);
  }

  std::function<StatusOr<PartitionAnswer>(const PartitionRequest&)> partition;
  std::function<std::optional<std::vector<Sharding>>(const PartitionRequest&)> infer;
  bool inspecting = true;
  Status inspected;
  mutable std::string asked;
};

// The program `text`, for the shardings asked about.
std::function<StatusOr<PartitionAnswer>(const PartitionRequest&)> Gives(std::string text) {
  return [text = std::move(text)](const PartitionRequest& request) -> StatusOr<PartitionAnswer> {
    PartitionAnswer answer;
    CPPJRT_ASSIGN_OR_RETURN(answer.module, ParseText(text, "part.mlir"));
    for (const SharedArray& operand : request.operands) answer.operands.push_back(operand.sharding);
    for (const SharedArray& result : request.results) answer.results.push_back(result.sharding);
    return answer;
  };
}

std::string Expanded(const std::string& program, const CustomPartitioners& partitioners) {
  return Transformed(program, [&](Module& module, DiagnosticSink& sink) {
    return ExpandCustomPartitions(module, 4, partitioners, sink);
  });
}

std::string Call(std::string_view attributes, std::string_view in, std::string_view out = "") {
  return std::string(kMesh) + "func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, " +
         std::string(in) + ">}) -> tensor<8x6xf32>" + std::string(out) +
         " {\n  %0 = stablehlo.custom_call @part(%a) {backend_config = \"7\"" + std::string(attributes) +
         "} : (tensor<8x6xf32>) -> tensor<8x6xf32>\n  return %0 : tensor<8x6xf32>\n}";
}
constexpr char kSameRows[] = ", sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, k]) {i=8, j=6, k=6}, custom>";

TEST(CustomPartitionTest, AsksWithWhatFlowsAlongTheRuleAndTakesTheAnswerIn) {
  FakePartitioners fake;
  fake.partition = Gives(R"(func.func private @half(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
      %0 = stablehlo.negate %x : tensor<4x6xf32>
      return %0 : tensor<4x6xf32>
    }
    func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
      %0 = func.call @half(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
      return %0 : tensor<4x6xf32>
    })");
  const std::string text = Expanded(Call(kSameRows, "[{\"x\"}, {}]"), fake);
  EXPECT_EQ(fake.asked, "f32[2,1] -> f32[2,1] ");
  EXPECT_THAT(text,
              HasSubstr("sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{\"x\"}, {}]>] out_shardings=[<@mesh, "
                        "[{\"x\"}, {}]>] manual_axes={\"x\", \"y\"}"));
  EXPECT_THAT(text, HasSubstr("stablehlo.negate"));
  EXPECT_THAT(text, Not(HasSubstr("custom_call")));
}

// Channels of the answer are numbered behind those that are there.
TEST(CustomPartitionTest, ChannelsStayApart) {
  FakePartitioners fake;
  fake.partition = Gives(R"(func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
      %0 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %1 = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %1 : tensor<f32>
      }) : (tensor<4x6xf32>) -> tensor<4x6xf32>
      return %0 : tensor<4x6xf32>
    })");
  std::string program = Call(kSameRows, "[{\"x\"}, {}]");
  program.replace(
      program.find("  return"), 0,
      "  %1 = stablehlo.custom_call @part(%0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, k]) {i=8, j=6, "
      "k=6}>} : (tensor<8x6xf32>) -> tensor<8x6xf32>\n");
  const std::string text = Expanded(program, fake);
  EXPECT_THAT(text, HasSubstr("handle = 1, type = 1"));
  EXPECT_THAT(text, HasSubstr("handle = 2, type = 1"));
}

TEST(CustomPartitionTest, AnswersThatDoNotFitAreRefused) {
  FakePartitioners fake;
  fake.partition = Gives("func.func @main(%x: tensor<8x6xf32>) -> tensor<8x6xf32> { return %x : tensor<8x6xf32> }");
  EXPECT_THAT(Expanded(Call(kSameRows, "[{\"x\"}, {}]"), fake),
              HasSubstr("the partitioner of part gives a program whose operand 0 is tensor<8x6xf32>"));
  fake.partition = Gives("func.func @main() -> () { return }");
  EXPECT_THAT(Expanded(Call(kSameRows, "[{\"x\"}, {}]"), fake),
              HasSubstr("gives a program of 0 and shardings of 1 operands, the call has 1"));
  fake.partition = Gives("func.func private @f(tensor<f32>) -> tensor<f32>");
  EXPECT_THAT(Expanded(Call(kSameRows, "[{\"x\"}, {}]"), fake), HasSubstr("without a function to start with"));
  fake.partition = [](const PartitionRequest&) { return InternalError("kaput"); };
  EXPECT_THAT(Expanded(Call(kSameRows, "[{\"x\"}, {}]"), fake), HasSubstr("custom_call @part: kaput"));
}

// Programs of the older partitioner say nothing by meshes: the partitioner is asked what follows for the result.
TEST(CustomPartitionTest, WithoutMeshesTheResultIsInferred) {
  FakePartitioners fake;
  fake.partition = Gives("func.func @main(%x: tensor<2x6xf32>) -> tensor<2x6xf32> { return %x : tensor<2x6xf32> }");
  fake.infer = [](const PartitionRequest& request) { return std::vector<Sharding>{request.operands[0].sharding}; };
  const std::string text =
      Expanded(R"(func.func @main(%a: tensor<8x6xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}) -> tensor<8x6xf32> {
    %0 = stablehlo.custom_call @part(%a) {backend_config = "7"} : (tensor<8x6xf32>) -> tensor<8x6xf32>
    return %0 : tensor<8x6xf32>
  })",
               fake);
  EXPECT_EQ(fake.asked, "infer f32[4,1] -> f32[4,1] ");
  EXPECT_THAT(text, HasSubstr("in_shardings=[<@cppjrt_partitions, [{\"_0\", \"_1\"}, {}]>]"));
}

TEST(CustomPartitionTest, ShardingsAreToldAndTheCallGoes) {
  FakePartitioners fake;
  const std::string program = std::string(kMesh) + R"(
  func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x6xf32> {
    %0 = stablehlo.sine %a : tensor<8x6xf32>
    %1 = stablehlo.custom_call @InspectSharding(%0) {backend_config = "here", has_side_effect = true} : (tensor<8x6xf32>) -> tensor<8x6xf32>
    %2 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%p: tensor<4x3xf32>) {
      %3 = stablehlo.custom_call @InspectSharding(%p) {backend_config = "inside", has_side_effect = true} : (tensor<4x3xf32>) -> tensor<4x3xf32>
      sdy.return %p : tensor<4x3xf32>
    } : (tensor<8x6xf32>) -> tensor<8x6xf32>
    return %2 : tensor<8x6xf32>
  })";
  EXPECT_THAT(Expanded(program, fake), Not(HasSubstr("custom_call")));
  EXPECT_EQ(fake.asked, "here=[2,2] inside=manual ");
  fake.inspected = InternalError("the callback failed");
  EXPECT_THAT(Expanded(program, fake), HasSubstr("the callback failed"));
  // Who does not want to be asked is not.
  fake.inspecting = false;
  StatusOr<Module> module = ParseText(program, "t.mlir");
  ASSERT_TRUE(module.ok());
  EXPECT_FALSE(HasCustomPartitions(*module, fake));
}

TEST(CustomPartitionTest, InsideOfManualComputationsThereIsNothingToPartition) {
  FakePartitioners fake;
  fake.partition = Gives("");
  EXPECT_THAT(Expanded(std::string(kMesh) + R"(func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%p: tensor<4xf32>) {
      %1 = stablehlo.custom_call @part(%p) : (tensor<4xf32>) -> tensor<4xf32>
      sdy.return %1 : tensor<4xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  })",
                       fake),
              HasSubstr("cannot be partitioned inside of a manual computation"));
}

// ---- The axes of tiles

std::string Axes(std::string_view text, size_t rank, const Mesh& mesh) {
  const StatusOr<Sharding> sharding = ParseSharding(text, rank, 8, {});
  if (!sharding.ok()) return std::string(sharding.status().message());
  const auto axes = AxesOf(*sharding, mesh);
  if (!axes) return "none";
  std::string written;
  for (const AxisParts& parts : *axes) {
    written += "[";
    for (const AxisPart& part : parts) written += " " + std::to_string(part.divisor) + "*" + std::to_string(part.size);
    written += " ]";
  }
  return written;
}

TEST(ShardingAxesTest, TilesAreMadeOfAxesAndTheirParts) {
  const Mesh mesh{{{"x", 2}, {"y", 4}}};
  EXPECT_EQ(Axes("{replicated}", 2, mesh), "[ ][ ]");
  EXPECT_EQ(Axes("{devices=[2,4]<=[8]}", 2, mesh), "[ 4*2 ][ 1*4 ]");
  EXPECT_EQ(Axes("{devices=[4,2]<=[2,4]T(1,0)}", 2, mesh), "[ 1*4 ][ 4*2 ]");
  EXPECT_EQ(Axes("{devices=[8,1]<=[8]}", 2, mesh), "[ 4*2 1*4 ][ ]");
  EXPECT_EQ(Axes("{devices=[2,1,4]<=[8] last_tile_dim_replicate}", 2, mesh), "[ 4*2 ][ ]");
  EXPECT_EQ(Axes("{devices=[2,1,4]<=[2,2,2]T(1,0,2) last_tile_dim_replicate}", 2, mesh), "[ 2*2 ][ ]");
  EXPECT_EQ(Axes("{devices=[8]0,1,2,3,4,5,7,6}", 1, mesh), "none");
  EXPECT_EQ(Axes("{devices=[8]1,0,2,3,4,5,6,7}", 1, mesh), "none");
}

TEST(ShardingAxesTest, MeshesMayOrderPartitions) {
  const Mesh mesh{.axes = {{"x", 2}, {"y", 4}}, .device_ids = {4, 5, 6, 7, 0, 1, 2, 3}};
  EXPECT_EQ(Axes("{devices=[2,1,4]4,5,6,7,0,1,2,3 last_tile_dim_replicate}", 2, mesh), "[ 4*2 ][ ]");
  EXPECT_EQ(Axes("{devices=[2,1,4]<=[8] last_tile_dim_replicate}", 2, mesh), "none");
}

TEST(ShardingAxesTest, TheFinestMeshHasPrimeAxes) {
  EXPECT_EQ(FinestMesh(12).axes, (std::vector<std::pair<std::string, int64_t>>{{"_0", 2}, {"_1", 2}, {"_2", 3}}));
  EXPECT_TRUE(FinestMesh(1).axes.empty());
}

// ---- Rules

std::string Factors(std::string_view rule, std::string_view types) {
  const std::string program =
      "func.func @main(%a: tensor<4x2xf32>, %b: tensor<8xf32>) {\n  %0 = stablehlo.custom_call @f(%a, %b) "
      "{sdy.sharding_rule = #sdy.op_sharding_rule<" +
      std::string(rule) + ">} : (tensor<4x2xf32>, tensor<8xf32>) -> " + std::string(types) + "\n  return\n}";
  StatusOr<Module> module = ParseText(program, "t.mlir");
  if (!module.ok()) return std::string(module.status().message());
  const OpId call = module->block(module->entry_block(FindEntry(*module, {}))).first_op;
  const std::optional<OpFactors> factors = FactorsOfRule(*module, call);
  if (!factors) return "none";
  std::string text;
  for (const auto* lists : {&factors->operands, &factors->results}) {
    for (const std::vector<int>& dims : *lists) {
      for (const int factor : dims) text += (factor == kWhole ? "-" : std::to_string(factor)) + " ";
      text += "; ";
    }
  }
  return text;
}

TEST(ShardingRuleTest, DimensionsOfTheSameFirstFactorGoTogether) {
  EXPECT_EQ(Factors("([i, j], [k])->([i, k]) {i=4, j=2, k=8} reduction={j}, custom", "tensor<4x8xf32>"),
            "0 1 ; 2 ; 0 2 ; ");
  EXPECT_EQ(Factors("([ij, k], [ijk])->([ijk]) {i=2, j=2, k=2} need_replication={j}", "tensor<8xf32>"),
            "0 1 ; 0 ; 0 ; ");
  EXPECT_EQ(Factors("([ij, k], [ijk])->([k]) {i=2, j=2, k=2} need_replication={i}", "tensor<2xf32>"), "- 0 ; - ; 0 ; ");
  EXPECT_EQ(Factors("([z_1, z_12], [k])->([z_12]) {z_1=4, z_12=2, k=8}", "tensor<2xf32>"), "0 1 ; 2 ; 1 ; ");
}

TEST(ShardingRuleTest, RulesThatDoNotFitSayNothing) {
  EXPECT_EQ(Factors("([i], [k])->([i]) {i=4, k=8}", "tensor<4xf32>"), "none");
  EXPECT_EQ(Factors("([i, j])->([i]) {i=4, j=2}", "tensor<4xf32>"), "none");
  EXPECT_EQ(Factors("([i, j], [k])->([i], [j]) {i=4, j=2, k=8}", "tensor<4xf32>"), "none");
}

}  // namespace
}  // namespace cppjrt::stablehlo
