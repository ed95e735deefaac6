// Values that must come out to the last bit, and figures that a program must have, on every plugin at hand.
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "pjrt/ffi.h"
#include "pjrt/fit_program.h"
#include "stablehlo/bytecode/writer.h"
#include "stablehlo/parse.h"
#include "tests/client/xla_cpu.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::testing::ElementsAre;
using ::testing::FloatNear;
using ::testing::Pointwise;

class ValuesTest : public XlaCpuTest {};
INSTANTIATE_ON_XLA_CPU(ValuesTest);

TEST_P(ValuesTest, Bf16ProductsAreExact) {
  const LoadedExecutable& multiply = Compiled(R"(module @bf16 {
  func.func public @main(%a: tensor<8xbf16>, %b: tensor<8xbf16>) -> tensor<8xbf16> {
    %0 = stablehlo.multiply %a, %b : tensor<8xbf16>
    return %0 : tensor<8xbf16>
  }
})");
  // 1, 2, 0.5, -3, 1.5, 0, 256, 1.0078125 times 2.
  const std::vector<uint16_t> a = {0x3f80, 0x4000, 0x3f00, 0xc040, 0x3fc0, 0x0000, 0x4380, 0x3f81};
  const std::vector<uint16_t> b(8, 0x4000);
  const std::vector<uint16_t> product = {0x4000, 0x4080, 0x3f80, 0xc0c0, 0x4040, 0x0000, 0x4400, 0x4001};
  const Dims dims = {8};
  const Buffer x = Get(client().Upload({a.data(), ElementType::kBF16, dims, {}}));
  const Buffer y = Get(client().Upload({b.data(), ElementType::kBF16, dims, {}}));
  const std::vector<Buffer> results = Get(multiply.Execute({&x, &y}));
  EXPECT_EQ(Get(results[0].element_type()), ElementType::kBF16);
  EXPECT_EQ(Get(results[0].ToVector<uint16_t>()), product);
  EXPECT_EQ(Get(results[0].OnDeviceSize()), 16);
}

TEST_P(ValuesTest, TanhOfAProductIsCloseToTheLibrarys) {
  const LoadedExecutable& program = Compiled(R"(module @tanh {
  func.func public @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
    %one = stablehlo.constant dense<1.0> : tensor<8xf32>
    %0 = stablehlo.multiply %a, %b : tensor<8xf32>
    %1 = stablehlo.add %0, %one : tensor<8xf32>
    %2 = stablehlo.tanh %1 : tensor<8xf32>
    return %2 : tensor<8xf32>
  }
})");
  Floats a;
  Floats b;
  Floats expected;
  for (int i = 0; i < 8; ++i) {
    a.push_back(0.25F * static_cast<float>(i) - 1);
    b.push_back(1.5F - 0.125F * static_cast<float>(i));
    expected.push_back(static_cast<float>(std::tanh(static_cast<double>(a.back() * b.back() + 1))));
  }
  const Buffer x = Upload(a);
  const Buffer y = Upload(b);
  EXPECT_THAT(Run(program, {&x, &y}), Pointwise(FloatNear(2e-6F), expected));
}

TEST_P(ValuesTest, ADotTellsItsMemory) {
  const LoadedExecutable& dot = Compiled(R"(module @dot {
  func.func public @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
        : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
})");
  const CompiledMemoryStats stats = Get(dot.executable().memory_stats());
  EXPECT_EQ(stats.argument_size, 2 * 64 * 64 * 4);
  EXPECT_EQ(stats.output_size, 64 * 64 * 4);
}

TEST_P(ValuesTest, TwoClientsLiveTogether) {
  const Client first = NewClient();
  const Client second = NewClient();
  const Floats values = {1, 2};
  const Dims dims = {2};
  const Buffer a = Get(first.Upload(std::span<const float>(values), dims));
  const Buffer b = Get(second.Upload(std::span<const float>(values), dims));
  EXPECT_THAT(Read(a), ElementsAre(1, 2));
  EXPECT_THAT(Read(b), ElementsAre(1, 2));
}

TEST_P(ValuesTest, ArtifactsOfAnyVersionThePluginReadsGiveTheTextsResult) {
  const std::optional<StableHloRange> range = plugin().stablehlo_range();
  ASSERT_TRUE(range.has_value());
  EXPECT_LE(range->minimum, range->current);
  const Buffer a = Upload(Floats{1, 2, 3, 4});
  const Floats expected = Run(Compiled(kAdd), {&a, &a});
  auto module = cppjrt::stablehlo::Parse(std::string(kAdd));
  ASSERT_THAT(module, IsOk());
  for (const StableHloVersion& version : {range->minimum, StableHloVersion{1, 0, 0}, range->current}) {
    SCOPED_TRACE(ToString(version));
    auto artifact = cppjrt::stablehlo::WriteArtifact(*module, *cppjrt::stablehlo::Version::Parse(ToString(version)));
    ASSERT_THAT(artifact, IsOk());
    EXPECT_EQ(Run(Compile(*artifact), {&a, &a}), expected);
  }
  // One that is too new is written anew.
  auto newest = cppjrt::stablehlo::WriteArtifact(*module, cppjrt::stablehlo::kNewestVersion);
  ASSERT_THAT(newest, IsOk());
  const FittedProgram fitted = Get(FitProgram(plugin(), {*newest, "mlir"}));
  EXPECT_LE(*ArtifactVersion(fitted.program.code), range->current);
  EXPECT_EQ(Run(Get(client().Compile(fitted.program)), {&a, &a}), expected);
}

TEST_P(ValuesTest, AKernelOfGeluAgreesWithTheProgram) {
  using F32s = ffi::Buffer<ffi::F32>;
  const Status registered = ffi::Register(
      plugin(), "cppjrt_test_gelu",
      ffi::Bind().Arg<F32s>().Ret<F32s>().Attr<double>("scale").To([](F32s in, ffi::Out<F32s> out, double scale) {
        for (size_t i = 0; i < in.num_elements(); ++i) {
          const auto x = static_cast<double>(in.data()[i]);
          const double inner = std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x);
          out.data()[i] = static_cast<float>(scale * 0.5 * x * (1 + std::tanh(inner)));
        }
      }));
  EXPECT_TRUE(registered.ok() || registered.code() == StatusCode::kAlreadyExists) << registered.ToString();
  const LoadedExecutable& both = Compiled(R"(module @gelu {
  func.func public @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %kernel = stablehlo.custom_call @cppjrt_test_gelu(%x) {api_version = 4 : i32, backend_config = {scale = 1.5 : f64}}
        : (tensor<8xf32>) -> tensor<8xf32>
    %half = stablehlo.constant dense<0.75> : tensor<8xf32>
    %one = stablehlo.constant dense<1.0> : tensor<8xf32>
    %c = stablehlo.constant dense<0.044715> : tensor<8xf32>
    %s = stablehlo.constant dense<0.79788456> : tensor<8xf32>
    %0 = stablehlo.multiply %x, %x : tensor<8xf32>
    %1 = stablehlo.multiply %0, %x : tensor<8xf32>
    %2 = stablehlo.multiply %1, %c : tensor<8xf32>
    %3 = stablehlo.add %x, %2 : tensor<8xf32>
    %4 = stablehlo.multiply %3, %s : tensor<8xf32>
    %5 = stablehlo.tanh %4 : tensor<8xf32>
    %6 = stablehlo.add %5, %one : tensor<8xf32>
    %7 = stablehlo.multiply %x, %half : tensor<8xf32>
    %8 = stablehlo.multiply %7, %6 : tensor<8xf32>
    return %kernel, %8 : tensor<8xf32>, tensor<8xf32>
  }
})");
  const Buffer x = Upload(Floats{-3, -1.5, -0.5, 0, 0.25, 1, 2, 4});
  const std::vector<Buffer> results = Get(both.Execute({&x}));
  EXPECT_THAT(Read(results[0]), Pointwise(FloatNear(1e-4F), Read(results[1])));
}

}  // namespace
}  // namespace pjrt
