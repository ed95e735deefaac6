// LAPACK calls of JAX on small matrices, compiled, beside the same by LAPACK itself through the evaluator.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cpu/lapack/targets.h"
#include "cpu/native/compile_test.h"
#include "stablehlo/eval/program.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::MemoryAllocator;
using stablehlo::Module;
using stablehlo::RuntimeValue;

struct Both {
  std::vector<RuntimeValue> native;
  std::vector<RuntimeValue> evaluated;
  int64_t fallbacks = 0;
  int64_t handlers = 0;
};

StatusOr<std::shared_ptr<const stablehlo::Program>> Prepare(const std::string& text,
                                                            const stablehlo::Environment& environment) {
  CPPJRT_ASSIGN_OR_RETURN(stablehlo::VerifiedModule ready, ReadyModule(text));
  return stablehlo::Program::Prepare(std::move(ready), environment);
}

StatusOr<Both> RunBoth(const std::string& text, const std::vector<Tensor>& arguments) {
  stablehlo::Environment environment;
  environment.custom_calls = &LapackTargets();
  CPPJRT_ASSIGN_OR_RETURN(std::shared_ptr<const stablehlo::Program> program, Prepare(text, environment));
  NativeOptions options;
  options.environment = environment;
  options.owner = program;
  auto& module = const_cast<Module&>(program->module());
  CPPJRT_ASSIGN_OR_RETURN(std::unique_ptr<const NativeProgram> native,
                          NativeProgram::Compile(module, program->entry(), options));
  Both both;
  both.fallbacks = native->num_fallbacks();
  both.handlers = native->num_handler_calls();
  const std::vector<RuntimeValue> values(arguments.begin(), arguments.end());
  CPPJRT_ASSIGN_OR_RETURN(both.native, native->Run(values, {}));
  CPPJRT_ASSIGN_OR_RETURN(both.evaluated, program->Run(values, {}));
  return both;
}

// Numbers without a pattern; the same for the same seed.
Tensor Numbers(const Dims& dims, uint32_t seed) {
  Tensor tensor = *Tensor::Allocate(ElementType::kF32, dims, MemoryAllocator::Heap());
  auto* data = tensor.mutable_data<float>();
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    seed = seed * 1664525 + 1013904223;
    data[i] = static_cast<float>(seed >> 8) / 8388608.0f - 1;
  }
  return tensor;
}

void ExpectAlike(const Both& both, double tolerance) {
  EXPECT_EQ(both.fallbacks, 0);
  EXPECT_EQ(both.handlers, 0);
  ASSERT_EQ(both.native.size(), both.evaluated.size());
  for (size_t r = 0; r < both.native.size(); ++r) {
    const Tensor& a = both.native[r].tensor();
    const Tensor& b = both.evaluated[r].tensor();
    for (int64_t i = 0; i < a.num_elements(); ++i) {
      if (a.type() == ElementType::kI32) {
        EXPECT_EQ(a.data<int32_t>()[i], b.data<int32_t>()[i]) << "result " << r << ", element " << i;
      } else {
        EXPECT_NEAR(a.data<float>()[i], b.data<float>()[i], tolerance) << "result " << r << ", element " << i;
      }
    }
  }
}

std::string Lu(int64_t batch, int64_t m, int64_t n) {
  const auto dims = [](std::vector<int64_t> d, const char* type) {
    std::string text = "tensor<";
    for (const int64_t x : d) text += std::to_string(x) + "x";
    return text + type + ">";
  };
  const std::string a = dims({batch, m, n}, "f32"), p = dims({batch, std::min(m, n)}, "i32"), i = dims({batch}, "i32");
  return "func.func @main(%a: " + a + ") -> (" + a + ", " + p + ", " + i +
         ") {\n  %0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) {api_version = 4 : i32, mhlo.backend_config = {}, "
         "operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : "
         "tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[0]> : tensor<1xindex>]} : (" +
         a + ") -> (" + a + ", " + p + ", " + i + ")\n  return %0#0, %0#1, %0#2 : " + a + ", " + p + ", " + i + "\n}";
}

TEST(LinearAlgebraTest, LuOfSquareAndOtherMatrices) {
  for (const auto& [m, n] :
       std::vector<std::pair<int64_t, int64_t>>{{1, 1}, {2, 2}, {3, 3}, {5, 5}, {8, 8}, {3, 7}, {6, 2}}) {
    for (const int64_t batch : {1, 3, 40}) {
      const StatusOr<Both> both = RunBoth(Lu(batch, m, n), {Numbers({batch, m, n}, 7)});
      ASSERT_TRUE(both.ok()) << both.status().ToString();
      ExpectAlike(*both, 2e-5);
    }
  }
}

TEST(LinearAlgebraTest, LuSaysWhichPivotIsZero) {
  Tensor a = Numbers({3, 3, 3}, 3);
  auto* data = a.mutable_data<float>();
  std::fill_n(data, 9, 0.0f);                                   // nothing at all
  for (int i = 0; i < 3; ++i) data[9 + 3 * i] = 0;              // no first column
  for (int i = 0; i < 3; ++i) data[24 + i] = 2 * data[21 + i];  // two rows alike
  const StatusOr<Both> both = RunBoth(Lu(3, 3, 3), {a});
  ASSERT_TRUE(both.ok()) << both.status().ToString();
  ExpectAlike(*both, 2e-5);
}

std::string Potrf(char uplo) {
  return "func.func @main(%a: tensor<5x4x4xf32>) -> (tensor<5x4x4xf32>, tensor<5xi32>) {\n"
         "  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {api_version = 4 : i32, mhlo.backend_config = {uplo "
         "= " +
         std::to_string(static_cast<int>(uplo)) +
         " : ui8}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : "
         "tensor<3xindex>, dense<[0]> : tensor<1xindex>]} : (tensor<5x4x4xf32>) -> (tensor<5x4x4xf32>, tensor<5xi32>)\n"
         "  return %0#0, %0#1 : tensor<5x4x4xf32>, tensor<5xi32>\n}";
}

TEST(LinearAlgebraTest, CholeskyLeavesTheOtherTriangle) {
  Tensor a = Numbers({5, 4, 4}, 11);
  for (int64_t b = 0; b < 5; ++b) {
    for (int64_t i = 0; i < 4; ++i) a.mutable_data<float>()[b * 16 + i * 5] += 5;
  }
  for (const char uplo : {'L', 'U'}) {
    const StatusOr<Both> both = RunBoth(Potrf(uplo), {a});
    ASSERT_TRUE(both.ok()) << both.status().ToString();
    ExpectAlike(*both, 2e-5);
  }
}

std::string Trsm(char side, char uplo, char trans, char diag) {
  const std::string b = side == 'L' ? "tensor<4x7xf32>" : "tensor<7x4xf32>";
  const auto letter = [](char c) { return std::to_string(static_cast<int>(c)) + " : ui8"; };
  return "func.func @main(%a: tensor<4x4xf32>, %b: " + b + ") -> " + b +
         " {\n  %0 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {api_version = 4 : i32, mhlo.backend_config = "
         "{side = " +
         letter(side) + ", uplo = " + letter(uplo) + ", trans_x = " + letter(trans) + ", diag = " + letter(diag) +
         "}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = "
         "[dense<[0, 1]> : tensor<2xindex>]} : (tensor<4x4xf32>, " +
         b + ") -> " + b + "\n  return %0 : " + b + "\n}";
}

TEST(LinearAlgebraTest, TriangularSystemsOfEveryKind) {
  Tensor a = Numbers({4, 4}, 5);
  for (int64_t i = 0; i < 4; ++i) a.mutable_data<float>()[i * 5] += 3;
  for (const char side : {'L', 'R'}) {
    for (const char uplo : {'L', 'U'}) {
      for (const char trans : {'N', 'T', 'C'}) {
        for (const char diag : {'N', 'U'}) {
          const Dims dims = side == 'L' ? Dims{4, 7} : Dims{7, 4};
          const StatusOr<Both> both = RunBoth(Trsm(side, uplo, trans, diag), {a, Numbers(dims, 9)});
          ASSERT_TRUE(both.ok()) << both.status().ToString();
          ExpectAlike(*both, 1e-4);
        }
      }
    }
  }
}

// Without layouts LAPACK sees rows as columns.
TEST(LinearAlgebraTest, OtherLayoutsAreLeftToLapack) {
  const StatusOr<Both> both = RunBoth(
      "func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {\n  %0 = stablehlo.custom_call "
      "@lapack_strsm_ffi(%a, %b) {api_version = 4 : i32, mhlo.backend_config = {side = 76 : ui8, uplo = 76 : ui8, "
      "trans_x = 78 : ui8, diag = 78 : ui8}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>\n  return %0 : "
      "tensor<4x4xf32>\n}",
      {Numbers({4, 4}, 5), Numbers({4, 4}, 6)});
  ASSERT_TRUE(both.ok()) << both.status().ToString();
  EXPECT_EQ(both->fallbacks, 0);
  EXPECT_EQ(both->handlers, 1);
}

}  // namespace
}  // namespace cppjrt::cpu
