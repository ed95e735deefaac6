// For tests of LAPACK targets: calls of them as JAX writes them, for all four types.
#ifndef CPPJRT_CPU_LAPACK_CALLS_TEST_H_
#define CPPJRT_CPU_LAPACK_CALLS_TEST_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <utility>
#include <vector>

#include "cpu/ffi/run_text_test.h"
#include "cpu/lapack/matrix_test.h"
#include "cpu/lapack/targets.h"

namespace cppjrt::cpu {

using stablehlo::Dims;
using stablehlo::ElementType;
using stablehlo::RuntimeValue;
using stablehlo::Tensor;

// ---- Types and calls

struct Type {
  char letter;
  std::string name;
  ElementType element;
  bool is_complex;
  double tolerance;
};

inline const Type kTypes[] = {{'s', "f32", ElementType::kF32, false, 2e-5},
                              {'d', "f64", ElementType::kF64, false, 1e-13},
                              {'c', "complex<f32>", ElementType::kC64, true, 2e-5},
                              {'z', "complex<f64>", ElementType::kC128, true, 1e-13}};

inline std::string RealName(const Type& type) { return type.letter == 's' || type.letter == 'c' ? "f32" : "f64"; }
inline std::string ComplexName(const Type& type) { return "complex<" + RealName(type) + ">"; }

inline Tensor ToTensor(const Type& type, const Dims& dims, const std::vector<Number>& values) {
  if (type.letter == 's')
    return MakeTensor(type.element, dims, [&] {
      std::vector<float> v;
      for (Number x : values) v.push_back(static_cast<float>(x.real()));
      return v;
    }());
  if (type.letter == 'd')
    return MakeTensor(type.element, dims, [&] {
      std::vector<double> v;
      for (Number x : values) v.push_back(x.real());
      return v;
    }());
  if (type.letter == 'c')
    return MakeTensor(type.element, dims, std::vector<std::complex<float>>(values.begin(), values.end()));
  return MakeTensor(type.element, dims, values);
}
inline Tensor ToTensor(const Type& type, const Matrix& a) { return ToTensor(type, {a.rows, a.columns}, a.values); }

inline std::vector<Number> Numbers(const RuntimeValue& value) {
  switch (value.tensor().type()) {
    case ElementType::kI32: {
      const auto v = ToVector<int32_t>(value);
      return {v.begin(), v.end()};
    }
    case ElementType::kF32: {
      const auto v = ToVector<float>(value);
      return {v.begin(), v.end()};
    }
    case ElementType::kF64: {
      const auto v = ToVector<double>(value);
      return {v.begin(), v.end()};
    }
    case ElementType::kC64: {
      const auto v = ToVector<std::complex<float>>(value);
      return {v.begin(), v.end()};
    }
    default:
      return ToVector<Number>(value);
  }
}

inline Matrix ToMatrix(const RuntimeValue& value) {
  Matrix result(value.tensor().dims()[0], value.tensor().dims()[1]);
  result.values = Numbers(value);
  return result;
}

inline int Info(const RuntimeValue& value) { return static_cast<int>(Numbers(value)[0].real()); }

// "[dense<[0, 1]> : tensor<2xindex>, …]": matrices column by column, integers (of which there are no matrices) row by row.
inline std::string Layouts(const std::vector<std::string>& types) {
  std::string text;
  for (const std::string& type : types) {
    const size_t open = type.find('<') + 1;
    const size_t element = type.find_first_not_of("0123456789x", open);
    const auto rank = static_cast<int>(
        std::count(type.begin() + static_cast<int64_t>(open), type.begin() + static_cast<int64_t>(element), 'x'));
    const bool is_matrix = rank >= 2 && type[element] != 'i';
    std::string order;
    for (int i = 0; i < rank; ++i) {
      const int dim = is_matrix && i < 2 ? rank - 2 + i : rank - 1 - i;
      order += (i == 0 ? "" : ", ") + std::to_string(dim);
    }
    text += (text.empty() ? "dense<" : ", dense<") + (rank == 0 ? "" : "[" + order + "]") + "> : tensor<" +
            std::to_string(rank) + "xindex>";
  }
  return "[" + text + "]";
}

inline std::string Join(const std::vector<std::string>& types) {
  std::string text;
  for (const std::string& type : types) text += (text.empty() ? "" : ", ") + type;
  return text;
}

inline StatusOr<std::vector<RuntimeValue>> TryCallWith(const std::string& target, const std::string& attributes,
                                                       const std::vector<std::string>& operands,
                                                       const std::vector<std::string>& results,
                                                       std::vector<RuntimeValue> arguments) {
  std::string parameters, names, returned;
  for (size_t i = 0; i < operands.size(); ++i) {
    parameters += (i == 0 ? "%a" : ", %a") + std::to_string(i) + ": " + operands[i];
    names += (i == 0 ? "%a" : ", %a") + std::to_string(i);
  }
  for (size_t i = 0; i < results.size(); ++i) returned += (i == 0 ? "%r#" : ", %r#") + std::to_string(i);
  return RunText("func.func @main(" + parameters + ") -> (" + Join(results) +
                     ") {\n  %r:" + std::to_string(results.size()) + " = stablehlo.custom_call @" + target + "(" +
                     names + ") {" + attributes + "} : (" + Join(operands) + ") -> (" + Join(results) + ")\n  return " +
                     returned + " : " + Join(results) + "\n}",
                 &LapackTargets(), std::move(arguments));
}

// As JAX calls it on CPUs.
inline StatusOr<std::vector<RuntimeValue>> TryCall(const std::string& target, const std::string& config,
                                                   const std::vector<std::string>& operands,
                                                   const std::vector<std::string>& results,
                                                   std::vector<RuntimeValue> arguments) {
  return TryCallWith(target,
                     "api_version = 4 : i32, mhlo.backend_config = {" + config +
                         "}, operand_layouts = " + Layouts(operands) + ", result_layouts = " + Layouts(results),
                     operands, results, std::move(arguments));
}

// As JAX calls what XLA knows itself.
inline std::vector<RuntimeValue> ComputeXla(const std::string& target, const std::string& config,
                                            const std::vector<std::string>& operands,
                                            const std::vector<std::string>& results,
                                            std::vector<RuntimeValue> arguments) {
  auto outcome = TryCallWith(target, "backend_config = \"" + config + "\"", operands, results, std::move(arguments));
  EXPECT_TRUE(outcome.ok()) << target << ": " << outcome.status().ToString();
  return outcome.ok() ? std::move(*outcome) : std::vector<RuntimeValue>();
}

inline std::vector<RuntimeValue> Compute(const std::string& target, const std::string& config,
                                         const std::vector<std::string>& operands,
                                         const std::vector<std::string>& results, std::vector<RuntimeValue> arguments) {
  auto outcome = TryCall(target, config, operands, results, std::move(arguments));
  EXPECT_TRUE(outcome.ok()) << target << ": " << outcome.status().ToString();
  return outcome.ok() ? std::move(*outcome) : std::vector<RuntimeValue>();
}

inline std::string Target(const Type& type, const std::string& real, const std::string& complex = "") {
  return std::string("lapack_") + type.letter + (type.is_complex && !complex.empty() ? complex : real) + "_ffi";
}

// tensor<2x3xf32>, …
inline std::string T(const std::string& dims, const std::string& element) {
  return "tensor<" + (dims.empty() ? "" : dims + "x") + element + ">";
}

// Numbers without a pattern, and imaginary parts only where the type has them.
inline Matrix Sample(const Type& type, int64_t rows, int64_t columns, int seed = 0) {
  Matrix a(rows, columns);
  for (size_t i = 0; i < a.values.size(); ++i) {
    const double x = static_cast<double>((i + 1) * 37 + static_cast<size_t>(seed) * 11);
    a.values[i] = {std::sin(x * x), type.is_complex ? std::cos(3 * x) : 0};
  }
  return a;
}

inline Matrix PositiveDefinite(const Type& type, int64_t n) {
  const Matrix a = Sample(type, n, n);
  Matrix result = a * Adjoint(a);
  for (int64_t i = 0; i < n; ++i) result.at(i, i) += 1;
  return result;
}

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_LAPACK_CALLS_TEST_H_
