// What follows dots and convolutions: that it is fused, and that results are those of the evaluator. Inputs are small integers,
// so that sums are exact in any order.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "cpu/native/both_test.h"

namespace cppjrt::cpu {
namespace {

template <typename T>
void FillWith(Tensor& tensor, uint32_t seed) {
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    seed = seed * 1664525 + 1013904223;
    tensor.mutable_data<T>()[i] = static_cast<T>(static_cast<int>(seed >> 24) % 7 - 3);
  }
}

Tensor Fill(ElementType type, const Dims& dims, uint32_t seed) {
  Tensor tensor = *Tensor::Allocate(type, dims, MemoryAllocator::Heap());
  switch (type) {
    case ElementType::kF32:
      FillWith<float>(tensor, seed);
      break;
    case ElementType::kF64:
      FillWith<double>(tensor, seed);
      break;
    case ElementType::kI8:
      FillWith<int8_t>(tensor, seed);
      break;
    default:
      FillWith<int32_t>(tensor, seed);
  }
  return tensor;
}

struct Argument {
  ElementType type;
  Dims dims;
};

int Count(const std::string& text, const std::string& what) {
  int n = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

// Runs the program compiled, with several numbers of threads, and by the evaluator. `epilogues`: how many are to be fused.
void Check(const std::string& text, const std::vector<Argument>& types, int epilogues) {
  StatusOr<Both> both = TryMake(text, {});
  ASSERT_TRUE(both.ok()) << both.status().ToString();
  EXPECT_EQ(Count(both->plan, "  then ["), epilogues) << both->plan;
  std::vector<RuntimeValue> arguments;
  for (const Argument& a : types) arguments.emplace_back(Fill(a.type, a.dims, static_cast<uint32_t>(arguments.size())));
  const auto expected = both->evaluated->Run(arguments, {});
  ASSERT_TRUE(expected.ok()) << expected.status().ToString();
  for (const int threads : {0, 1, 3}) {
    std::unique_ptr<ThreadPool> pool = threads == 0 ? nullptr : std::make_unique<ThreadPool>(threads);
    RunOptions options;
    options.pool = pool.get();
    const auto got = both->compiled->Run(arguments, options);
    ASSERT_TRUE(got.ok()) << got.status().ToString();
    EXPECT_TRUE(Bytes(*got) == Bytes(*expected)) << threads << " threads\n" << both->plan;
  }
}

constexpr ElementType kF32 = ElementType::kF32;

TEST(EpilogueTest, BiasAndReluOfManyShapes) {
  for (const auto& [m, n, k] : std::vector<std::array<int, 3>>{{300, 200, 64},
                                                               {1, 4096, 128},
                                                               {4096, 1, 128},
                                                               {37, 1031, 40},
                                                               {1031, 37, 40},
                                                               {17, 600, 3000},
                                                               {130, 3, 900}}) {
    const std::string c = std::to_string(m) + "x" + std::to_string(n) + "xf32";
    const std::string a = std::to_string(m) + "x" + std::to_string(k) + "xf32";
    const std::string b = std::to_string(k) + "x" + std::to_string(n) + "xf32";
    const std::string bias = std::to_string(n) + "xf32";
    const std::string text = "func.func @main(%a: tensor<" + a + ">, %b: tensor<" + b + ">, %bias: tensor<" + bias +
                             ">) -> tensor<" + c + R"(> {
  %0 = stablehlo.dot %a, %b : (tensor<)" +
                             a + ">, tensor<" + b + ">) -> tensor<" + c + R"(>
  %1 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<)" +
                             bias + ">) -> tensor<" + c + R"(>
  %2 = stablehlo.add %0, %1 : tensor<)" +
                             c + R"(>
  %z = stablehlo.constant dense<0.0> : tensor<)" +
                             c + R"(>
  %3 = stablehlo.maximum %2, %z : tensor<)" +
                             c + R"(>
  return %3 : tensor<)" + c + R"(>
})";
    SCOPED_TRACE(c);
    Check(text, {{kF32, {m, k}}, {kF32, {k, n}}, {kF32, {n}}}, 1);
  }
}

TEST(EpilogueTest, SeveralResultsOfWhichOneIsTheProductItself) {
  Check(R"(
func.func @main(%a: tensor<100x64xf32>, %b: tensor<64x90xf32>, %r: tensor<100x90xf32>) -> (tensor<100x90xf32>, tensor<100x90xi1>, tensor<100x90xf64>) {
  %0 = stablehlo.dot %a, %b : (tensor<100x64xf32>, tensor<64x90xf32>) -> tensor<100x90xf32>
  %1 = stablehlo.add %0, %r : tensor<100x90xf32>
  %2 = stablehlo.compare GT, %1, %r : (tensor<100x90xf32>, tensor<100x90xf32>) -> tensor<100x90xi1>
  %3 = stablehlo.convert %1 : (tensor<100x90xf32>) -> tensor<100x90xf64>
  return %0, %2, %3 : tensor<100x90xf32>, tensor<100x90xi1>, tensor<100x90xf64>
})",
        {{kF32, {100, 64}}, {kF32, {64, 90}}, {kF32, {100, 90}}}, 1);
}

TEST(EpilogueTest, ARequantizedProductOfBytes) {
  Check(R"(
func.func @main(%a: tensor<70x128xi8>, %b: tensor<128x80xi8>, %s: tensor<80xf32>) -> tensor<70x80xi8> {
  %0 = stablehlo.dot %a, %b : (tensor<70x128xi8>, tensor<128x80xi8>) -> tensor<70x80xi32>
  %1 = stablehlo.convert %0 : (tensor<70x80xi32>) -> tensor<70x80xf32>
  %2 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<80xf32>) -> tensor<70x80xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<70x80xf32>
  %4 = stablehlo.round_nearest_even %3 : tensor<70x80xf32>
  %lo = stablehlo.constant dense<-127.0> : tensor<70x80xf32>
  %hi = stablehlo.constant dense<127.0> : tensor<70x80xf32>
  %5 = stablehlo.clamp %lo, %4, %hi : tensor<70x80xf32>
  %6 = stablehlo.convert %5 : (tensor<70x80xf32>) -> tensor<70x80xi8>
  return %6 : tensor<70x80xi8>
})",
        {{ElementType::kI8, {70, 128}}, {ElementType::kI8, {128, 80}}, {kF32, {80}}}, 1);
}

// Rows of the result are two dimensions, seen as one by what follows; a bias for each of the first.
TEST(EpilogueTest, BatchesReshapesAndBiasesOfRows) {
  Check(R"(
func.func @main(%a: tensor<3x5x20x32xf32>, %b: tensor<3x32x48xf32>, %r: tensor<5xf32>, %o: tensor<3x100x48xf32>) -> tensor<3x100x48xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [3] x [1] : (tensor<3x5x20x32xf32>, tensor<3x32x48xf32>) -> tensor<3x5x20x48xf32>
  %1 = stablehlo.broadcast_in_dim %r, dims = [1] : (tensor<5xf32>) -> tensor<3x5x20x48xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<3x5x20x48xf32>
  %3 = stablehlo.reshape %2 : (tensor<3x5x20x48xf32>) -> tensor<3x100x48xf32>
  %4 = stablehlo.add %3, %o : tensor<3x100x48xf32>
  return %4 : tensor<3x100x48xf32>
})",
        {{kF32, {3, 5, 20, 32}}, {kF32, {3, 32, 48}}, {kF32, {5}}, {kF32, {3, 100, 48}}}, 1);
}

// What is read at other places must be there as a whole.
TEST(EpilogueTest, AReversedProductIsNotFused) {
  Check(R"(
func.func @main(%a: tensor<100x64xf32>, %b: tensor<64x90xf32>) -> tensor<100x90xf32> {
  %0 = stablehlo.dot %a, %b : (tensor<100x64xf32>, tensor<64x90xf32>) -> tensor<100x90xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<100x90xf32>
  %2 = stablehlo.add %0, %1 : tensor<100x90xf32>
  return %2 : tensor<100x90xf32>
})",
        {{kF32, {100, 64}}, {kF32, {64, 90}}}, 0);
}

TEST(EpilogueTest, TwoProductsAndWhatIsMadeOfBoth) {
  Check(R"(
func.func @main(%a: tensor<60x64xf32>, %b: tensor<64x90xf32>, %c: tensor<60x32xf32>, %d: tensor<32x90xf32>) -> (tensor<60x90xf32>, tensor<60x90xf32>) {
  %0 = stablehlo.dot %a, %b : (tensor<60x64xf32>, tensor<64x90xf32>) -> tensor<60x90xf32>
  %1 = stablehlo.negate %0 : tensor<60x90xf32>
  %2 = stablehlo.dot %c, %d : (tensor<60x32xf32>, tensor<32x90xf32>) -> tensor<60x90xf32>
  %3 = stablehlo.multiply %0, %2 : tensor<60x90xf32>
  return %3, %1 : tensor<60x90xf32>, tensor<60x90xf32>
})",
        {{kF32, {60, 64}}, {kF32, {64, 90}}, {kF32, {60, 32}}, {kF32, {32, 90}}}, 1);
}

struct ConvolutionCase {
  const char* dims;  // of input, kernel and output
  const char* input;
  const char* kernel;
  const char* output;
  Dims in, window, out;
  int64_t bias_dim;
  int groups = 1;
  int stride = 1;
  int input_dilation = 1;
};

void CheckConvolution(const ConvolutionCase& c) {
  SCOPED_TRACE(c.dims);
  const std::string features = std::to_string(c.out[static_cast<size_t>(c.bias_dim)]);
  const std::string s = std::to_string(c.stride);
  const std::string d = std::to_string(c.input_dilation);
  const std::string text =
      std::string("func.func @main(%x: tensor<") + c.input + ">, %w: tensor<" + c.kernel + ">, %b: tensor<" + features +
      "xf32>, %r: tensor<" + c.output + ">) -> tensor<" + c.output +
      R"(> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = )" +
      c.dims + ", window = {stride = [" + s + ", " + s + "], pad = [[1, 1], [1, 1]], lhs_dilate = [" + d + ", " + d +
      "], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, "
      "feature_group_count = " +
      std::to_string(c.groups) + " : i64} : (tensor<" + c.input + ">, tensor<" + c.kernel + ">) -> tensor<" + c.output +
      R"(>
  %1 = stablehlo.broadcast_in_dim %b, dims = [)" +
      std::to_string(c.bias_dim) + "] : (tensor<" + features + "xf32>) -> tensor<" + c.output + R"(>
  %2 = stablehlo.multiply %0, %1 : tensor<)" +
      c.output + R"(>
  %3 = stablehlo.add %2, %r : tensor<)" +
      c.output + R"(>
  return %3 : tensor<)" +
      c.output + "> }";
  Check(text, {{kF32, c.in}, {kF32, c.window}, {kF32, {c.out[static_cast<size_t>(c.bias_dim)]}}, {kF32, c.out}}, 1);
}

TEST(EpilogueTest, ConvolutionsOfAllLayouts) {
  CheckConvolution({"[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]",
                    "2x15x14x8xf32",
                    "3x3x8x21xf32",
                    "2x15x14x21xf32",
                    {2, 15, 14, 8},
                    {3, 3, 8, 21},
                    {2, 15, 14, 21},
                    3});
  CheckConvolution({"[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]",
                    "3x8x15x14xf32",
                    "21x8x3x3xf32",
                    "3x21x15x14xf32",
                    {3, 8, 15, 14},
                    {21, 8, 3, 3},
                    {3, 21, 15, 14},
                    1});
  CheckConvolution({"[b, 0, 1, f]x[0, 1, i, o]->[f, b, 0, 1]",
                    "2x15x14x8xf32",
                    "3x3x8x21xf32",
                    "21x2x15x14xf32",
                    {2, 15, 14, 8},
                    {3, 3, 8, 21},
                    {21, 2, 15, 14},
                    0});
  CheckConvolution({"[b, 0, 1, f]x[0, 1, i, o]->[b, 0, f, 1]",
                    "2x15x14x8xf32",
                    "3x3x8x21xf32",
                    "2x15x21x14xf32",
                    {2, 15, 14, 8},
                    {3, 3, 8, 21},
                    {2, 15, 21, 14},
                    2});
}

TEST(EpilogueTest, ConvolutionsOfGroupsStridesAndDilatedInputs) {
  ConvolutionCase depthwise = {"[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]",
                               "2x15x14x40xf32",
                               "3x3x1x40xf32",
                               "2x15x14x40xf32",
                               {2, 15, 14, 40},
                               {3, 3, 1, 40},
                               {2, 15, 14, 40},
                               3,
                               40};
  CheckConvolution(depthwise);
  ConvolutionCase grouped = {"[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]",
                             "2x12x15x14xf32",
                             "18x4x3x3xf32",
                             "2x18x15x14xf32",
                             {2, 12, 15, 14},
                             {18, 4, 3, 3},
                             {2, 18, 15, 14},
                             1,
                             3};
  CheckConvolution(grouped);
  ConvolutionCase strided = {"[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]",
                             "1x31x31x8xf32",
                             "3x3x8x24xf32",
                             "1x16x16x24xf32",
                             {1, 31, 31, 8},
                             {3, 3, 8, 24},
                             {1, 16, 16, 24},
                             3,
                             1,
                             2};
  CheckConvolution(strided);
  ConvolutionCase dilated = {"[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]",
                             "1x10x10x8xf32",
                             "3x3x8x24xf32",
                             "1x19x19x24xf32",
                             {1, 10, 10, 8},
                             {3, 3, 8, 24},
                             {1, 19, 19, 24},
                             3,
                             1,
                             1,
                             2};
  CheckConvolution(dilated);
}

constexpr char kAccumulate[] = R"(
func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<50> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %sum = %c) : tensor<i32>, tensor<64x64xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %f = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %fb = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %x = stablehlo.add %a, %fb : tensor<64x64xf32>
    %d = stablehlo.dot %x, %b : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %next = stablehlo.add %sum, %d : tensor<64x64xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %next : tensor<i32>, tensor<64x64xf32>
  }
  return %0#1 : tensor<64x64xf32>
})";

TEST(EpilogueTest, ASumIsAddedToWhereItIs) {
  const std::vector<Argument> types(3, {kF32, {64, 64}});
  Check(kAccumulate, types, 1);
  const StatusOr<Both> both = TryMake(kAccumulate, {});
  ASSERT_TRUE(both.ok());
  const std::string loop = both->plan.substr(both->plan.find("while"));
  EXPECT_EQ(Count(loop, "swap "), 0) << both->plan;
}

// What is carried is an operand of the product: it must not be overwritten tile by tile.
TEST(EpilogueTest, AnOperandThatIsCarriedIsNotOverwritten) {
  std::string text = kAccumulate;
  text.replace(text.find("%d = stablehlo.dot %x, %b"), 25, "%d = stablehlo.dot %x, %sum");
  const size_t mod = text.find("    %j =");
  text.insert(mod,
              "    %lim = stablehlo.constant dense<8.0> : tensor<64x64xf32>\n"
              "    %small = stablehlo.remainder %next, %lim : tensor<64x64xf32>\n");
  text.replace(text.find("return %j, %next"), 16, "return %j, %small");
  Check(text, std::vector<Argument>(3, {kF32, {64, 64}}), 1);
}

constexpr char kStep[] = R"(
func.func @main(%w: tensor<64x96xf32>, %x: tensor<32x64xf32>, %g: tensor<32x96xf32>) -> tensor<64x96xf32> {
  %0 = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<32x64xf32>, tensor<32x96xf32>) -> tensor<64x96xf32>
  %r = stablehlo.constant dense<0.5> : tensor<64x96xf32>
  %s = stablehlo.multiply %0, %r : tensor<64x96xf32>
  %n = stablehlo.subtract %w, %s : tensor<64x96xf32>
  return %n : tensor<64x96xf32>
})";

TEST(EpilogueTest, AGivenUpArgumentIsUpdatedInPlace) {
  const StatusOr<Both> both = TryMake(kStep, {0});
  ASSERT_TRUE(both.ok()) << both.status().ToString();
  EXPECT_EQ(Count(both->plan, "  then ["), 1) << both->plan;
  std::vector<RuntimeValue> kept = {Fill(kF32, {64, 96}, 1), Fill(kF32, {32, 64}, 2), Fill(kF32, {32, 96}, 3)};
  const auto expected = both->evaluated->Run(kept, {});
  ASSERT_TRUE(expected.ok());
  std::vector<RuntimeValue> given;
  Tensor w = Fill(kF32, {64, 96}, 1);
  const std::byte* memory = w.bytes().data();
  given.emplace_back(std::move(w));
  given.push_back(kept[1]);
  given.push_back(kept[2]);
  const auto got = both->compiled->Run(std::move(given), {});
  ASSERT_TRUE(got.ok());
  EXPECT_EQ((*got)[0].tensor().bytes().data(), memory);
  EXPECT_TRUE(Bytes(*got) == Bytes(*expected));
}

}  // namespace
}  // namespace cppjrt::cpu
