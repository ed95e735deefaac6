// The checks of test programs: the check.* ops and custom_call @check.*.
//
//   CheckTensors(actual, expected, {CheckKind::kClose, .max_ulp = 3})     // OK, or what differs and where
//
// Shape and element type of both sides must be equal. Complex numbers are compared part by part.
//
//   kEqual    integers: equal bits; floats: equal numbers, so that NaN is never equal and -0 is +0
//   kAlmost   floats: equal, or both NaN, or both finite and |a - b| <= tolerance, in f64; an infinity
//             only equals itself
//   kClose    floats: between min_ulp and max_ulp apart, see UlpDistance
#ifndef CPPJRT_STABLEHLO_EVAL_CHECK_H_
#define CPPJRT_STABLEHLO_EVAL_CHECK_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "cppjrt/status.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/tensor.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

enum class CheckKind : uint8_t { kEqual, kAlmost, kClose };

struct CheckRule {
  CheckKind kind = CheckKind::kEqual;
  double tolerance = 1e-4;
  uint64_t min_ulp = 0;
  uint64_t max_ulp = 1;
};

// OK, or FAILED_PRECONDITION with the first element that differs and how many do.
Status CheckTensors(const Tensor& actual, const Tensor& expected, const CheckRule& rule);

// 0 for equal bits, for zeros of either sign and for two NaN; between finite numbers the count of numbers of the type
// from one to the other; the largest uint64_t for anything else. Of complex numbers the larger of the parts' distances.
// REQUIRES: equal types, floats or complex.
uint64_t UlpDistance(const Tensor& a, const Tensor& b, int64_t element);

// What a custom_call target of that name checks, or none: check.expect_eq, check.expect_almost_eq, check.expect_close
// take (actual, expected); check.eq takes (expected, actual), compares floats with kAlmost and returns true.
std::optional<CheckRule> CheckRuleOf(std::string_view target);
// What a check.* op checks, or none if it is no such op or needs a host.
std::optional<CheckRule> CheckRuleOf(const Module& module, OpId op);
// The kernel of such a custom_call, judging by another rule than the target's own if one is given.
StatusOr<Kernel> PrepareCheckCall(const OpRef& op, std::string_view target,
                                  std::optional<CheckRule> rule = std::nullopt);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_CHECK_H_
