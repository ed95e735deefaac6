// What a program says of its parameters and results and leaves to us: layouts, donations.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/compile_options_fields.h"
#include "base/protobuf_wire.h"
#include "cpu/executable/executable.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::Dims;

// CompileOptionsProto for so many partitions.
std::string PartitionOptions(int64_t partitions) {
  WireWriter build;
  build.Int(build_field::kNumReplicas, 1);
  build.Int(build_field::kNumPartitions, partitions);
  build.Bool(build_field::kUseSpmdPartitioning, partitions > 1);
  WireWriter options;
  options.Bytes(options_field::kExecutableBuildOptions, build.str());
  return options.str();
}

// The signature of `@main` with this declaration and body.
Signature SignatureOf(std::string_view main, int64_t partitions = 1) {
  StatusOr<CompileOptions> options = CompileOptions::Parse(PartitionOptions(partitions));
  EXPECT_TRUE(options.ok()) << options.status().ToString();
  const std::string program = "sdy.mesh @mesh = <[\"x\"=2]>\nfunc.func @main" + std::string(main);
  StatusOr<std::shared_ptr<const Executable>> executable = Compile(program, std::move(*options), {});
  EXPECT_TRUE(executable.ok()) << executable.status().ToString();
  return executable.ok() ? (*executable)->signature() : Signature();
}

TEST(AutoLayoutTest, ATransposedArgumentKeepsItsOrderInMemory) {
  const Signature signature =
      SignatureOf(R"((%a: tensor<2x3x4xf32>) -> (tensor<4x2x3xf32> {mhlo.layout_mode = "auto"}) {
    %0 = stablehlo.negate %a : tensor<2x3x4xf32>
    %1 = stablehlo.transpose %0, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
    return %1 : tensor<4x2x3xf32>
  })");
  EXPECT_EQ(signature.results.at(0).minor_to_major, (Dims{0, 2, 1}));
}

TEST(AutoLayoutTest, AnArgumentsOwnLayoutCounts) {
  const Signature signature = SignatureOf(R"((%a: tensor<2x3xf32> {mhlo.layout_mode = "{0,1}"})
      -> (tensor<3x2xf32> {mhlo.layout_mode = "auto"}, tensor<2x3xf32> {mhlo.layout_mode = "auto"}) {
    %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    return %0, %a : tensor<3x2xf32>, tensor<2x3xf32>
  })");
  EXPECT_EQ(signature.results.at(0).minor_to_major, Dims());
  EXPECT_EQ(signature.results.at(1).minor_to_major, (Dims{0, 1}));
}

TEST(AutoLayoutTest, AConstraintIsFollowed) {
  const Signature signature = SignatureOf(R"((%a: tensor<2x3xf32>) -> (tensor<2x3xf32> {mhlo.layout_mode = "auto"}) {
    %0 = stablehlo.add %a, %a : tensor<2x3xf32>
    %1 = stablehlo.custom_call @LayoutConstraint(%0) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>],
        result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %1 : tensor<2x3xf32>
  })");
  EXPECT_EQ(signature.results.at(0).minor_to_major, (Dims{0, 1}));
}

TEST(AutoLayoutTest, OtherResultsAreRowMajor) {
  const Signature signature = SignatureOf(R"((%a: tensor<3x3xf32>) -> (tensor<3x3xf32> {mhlo.layout_mode = "auto"},
      tensor<3x3xf32> {mhlo.layout_mode = "default"}) {
    %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %1 = stablehlo.transpose %a, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
    return %0, %1 : tensor<3x3xf32>, tensor<3x3xf32>
  })");
  EXPECT_EQ(signature.results.at(0).minor_to_major, Dims());
  EXPECT_EQ(signature.results.at(1).minor_to_major, Dims());
}

TEST(DonationTest, OnlyWhatAResultCanUseIsTaken) {
  const Signature signature = SignatureOf(R"((%a: tensor<4xf32> {jax.buffer_donor = true},
      %b: tensor<4xi32> {jax.buffer_donor = true}, %c: tensor<2xf32> {jax.buffer_donor = true}) -> tensor<4xf32> {
    return %a : tensor<4xf32>
  })");
  EXPECT_TRUE(signature.parameters.at(0).donated);
  EXPECT_EQ(signature.parameters.at(0).aliased_result, 0);
  EXPECT_FALSE(signature.parameters.at(1).donated);  // the result is taken
  EXPECT_FALSE(signature.parameters.at(2).donated);  // of another size
}

TEST(DonationTest, AResultThatIsPromisedServesNoOther) {
  const Signature signature = SignatureOf(R"((%a: tensor<4xf32> {jax.buffer_donor = true},
      %b: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4xf32> {
    return %b : tensor<4xf32>
  })");
  EXPECT_FALSE(signature.parameters.at(0).donated);
  EXPECT_TRUE(signature.parameters.at(1).donated);
}

TEST(DonationTest, SizesAreThoseOfOneDevice) {
  constexpr std::string_view kMain = R"((%a: tensor<4x2xf32> {jax.buffer_donor = true,
      sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    return %a : tensor<4x2xf32>
  })";
  EXPECT_TRUE(SignatureOf(kMain).parameters.at(0).donated);
  EXPECT_FALSE(SignatureOf(kMain, 2).parameters.at(0).donated);
}

}  // namespace
}  // namespace cppjrt::cpu
