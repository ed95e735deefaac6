// Rule: when a result counts as the expected one.
//
//   Verdict verdict = Judge(got, want, {.kind = RuleKind::kRelaxed});
//   if (!verdict.holds) … verdict.text …          // "element [3] is 1.5, expected 1.25 (1 of 20 differ)"
//
//   kCheck      that of a check.* op or call (stablehlo/eval/check.h)
//   kRelaxed    integers exactly; floats if equal, both NaN, or |got - want| <= 16 eps M, where M is the largest finite |want|
//               of the tensor (tier "relaxed" of the corpus)
//   kTolerance  integers exactly; floats if equal, both NaN, or |got - want| <= atol + rtol |want|, complex numbers by their
//               absolute values; of the elements at least `share` (corpus/jax)
#ifndef CPPJRT_CONFORM_SEMANTICS_RULE_H_
#define CPPJRT_CONFORM_SEMANTICS_RULE_H_

#include <cstdint>
#include <string>

#include "stablehlo/eval/check.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::conform {

enum class RuleKind : uint8_t { kCheck, kRelaxed, kTolerance };

struct Rule {
  RuleKind kind = RuleKind::kCheck;
  stablehlo::CheckRule check = {};
  double rtol = 0;
  double atol = 0;
  double share = 1;
  bool any_sign = false;  // absolute values are compared
};

struct Verdict {
  bool holds = true;
  std::string text;        // what differs
  uint64_t worst_ulp = 0;  // largest distance of two finite numbers; 0 for integers
};

Verdict Judge(const stablehlo::Tensor& got, const stablehlo::Tensor& want, const Rule& rule);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_SEMANTICS_RULE_H_
