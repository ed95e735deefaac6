// For tests of the rules: a case is a function body that breaks one constraint, named by the constraint's label.
//
//   const RuleCase kCases[] = {
//       {"cholesky_c2", "%a: tensor<2xf32>", "%0 = stablehlo.cholesky %a : tensor<2xf32>"},
//   };
//   INSTANTIATE_TEST_SUITE_P(LinearAlgebra, RuleTest, testing::ValuesIn(kCases), RuleName);
#ifndef CPPJRT_STABLEHLO_OP_INFER_RULE_TEST_H_
#define CPPJRT_STABLEHLO_OP_INFER_RULE_TEST_H_

#include <gtest/gtest.h>

#include <string>

namespace cppjrt::stablehlo {

struct RuleCase {
  const char* label;      // "ok…": nothing is wrong; "…error": something is, the spec numbers no constraint
  const char* arguments;  // of the function
  const char* body;       // without the return
};

class RuleTest : public testing::TestWithParam<RuleCase> {};

inline std::string RuleName(const testing::TestParamInfo<RuleCase>& info) {
  return std::string(info.param.label) + "_" + std::to_string(info.index);
}

// The text of a module with that function.
std::string RuleProgram(const RuleCase& rule);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_OP_INFER_RULE_TEST_H_
