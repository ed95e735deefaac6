#include "stablehlo/eval/check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "stablehlo/eval/convert.h"
#include "stablehlo/eval/type_check.h"
#include "stablehlo/eval/value_text.h"
#include "stablehlo/op/def_tables.h"
#include "stablehlo/op/opcode.h"

namespace cppjrt::stablehlo {
namespace {

constexpr uint64_t kFar = std::numeric_limits<uint64_t>::max();

// The part of a number: element bytes of its real type.
double PartAt(ElementType real, const std::byte* data) {
  double value = 0;
  ToF64(real, data, &value, 1);
  return value;
}

uint64_t BitsAt(ElementType real, const std::byte* data) {
  uint64_t bits = 0;
  std::memcpy(&bits, data, static_cast<size_t>(ElementBytes(real)));
  return bits;
}

bool HasSign(ElementType real) { return real != ElementType::kF8E8M0FNU; }
// The one NaN of these formats is what would be -0 elsewhere; zero has no sign.
uint64_t Magnitude(ElementType real, uint64_t bits) {
  const uint64_t sign = uint64_t{1} << (ElementBits(real) - 1);
  return HasSign(real) ? bits & (sign - 1) : bits;
}

// spec: none; the rule of upstream's test dialect.
uint64_t PartDistance(ElementType real, const std::byte* a, const std::byte* b) {
  const uint64_t a_bits = BitsAt(real, a);
  const uint64_t b_bits = BitsAt(real, b);
  if (a_bits == b_bits) return 0;
  const double x = PartAt(real, a);
  const double y = PartAt(real, b);
  if (std::isnan(x) && std::isnan(y)) return 0;
  if (!std::isfinite(x) || !std::isfinite(y)) return kFar;
  const uint64_t m = Magnitude(real, a_bits);
  const uint64_t n = Magnitude(real, b_bits);
  if (std::signbit(x) != std::signbit(y)) return m + n;
  return m > n ? m - n : n - m;
}

bool AlmostEqual(double a, double b, double tolerance) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return true;
  return std::isfinite(a) && std::isfinite(b) && std::fabs(a - b) <= tolerance;
}

// Whether the element holds, and how far it is off, for the message.
class Judge {
 public:
  Judge(const Tensor& actual, const Tensor& expected, const CheckRule& rule)
      : a_(actual), b_(expected), rule_(rule), type_(actual.type()), size_(ElementBytes(type_)) {}

  bool Holds(int64_t i) const {
    if (!IsFloat(type_) && !IsComplex(type_)) return std::memcmp(A(i), B(i), static_cast<size_t>(size_)) == 0;
    if (rule_.kind == CheckKind::kClose) {
      const uint64_t distance = UlpDistance(a_, b_, i);
      return rule_.min_ulp <= distance && distance <= rule_.max_ulp;
    }
    if (!IsComplex(type_)) return PartHolds(type_, A(i), B(i));
    const int64_t half = size_ / 2;
    return PartHolds(RealType(type_), A(i), B(i)) && PartHolds(RealType(type_), A(i) + half, B(i) + half);
  }

 private:
  const std::byte* A(int64_t i) const { return a_.bytes().data() + i * size_; }
  const std::byte* B(int64_t i) const { return b_.bytes().data() + i * size_; }
  bool PartHolds(ElementType real, const std::byte* a, const std::byte* b) const {
    const double x = PartAt(real, a);
    const double y = PartAt(real, b);
    return rule_.kind == CheckKind::kEqual ? x == y : AlmostEqual(x, y, rule_.tolerance);
  }

  const Tensor& a_;
  const Tensor& b_;
  const CheckRule& rule_;
  const ElementType type_;
  const int64_t size_;
};

std::string UlpText(const Tensor& a, const Tensor& b, int64_t i, const CheckRule& rule) {
  if (rule.kind != CheckKind::kClose) return {};
  const uint64_t distance = UlpDistance(a, b, i);
  const std::string bounds = std::to_string(rule.min_ulp) + " to " + std::to_string(rule.max_ulp);
  return (distance == kFar ? ", infinitely many" : ", " + std::to_string(distance)) + " ulp apart, allowed " + bounds;
}

// The number that an attribute of an op of the test dialect holds.
double ToleranceOf(const OpRef& op) {
  const AttrId attr = op.attr("tolerance");
  if (!op.attrs().Is(attr, AttrKind::kFloat)) return CheckRule().tolerance;
  double value = 0;
  const uint64_t bits = op.attrs().float_bits(attr);
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

StatusOr<Kernel> CheckPair(const CheckRule& rule) {
  return Kernel([rule](Call& call) { return CheckTensors(call.operand(0), call.operand(1), rule); });
}

StatusOr<Kernel> CheckConstant(const OpRef& op, const CheckRule& rule) {
  CPPJRT_ASSIGN_OR_RETURN(Tensor expected, op.Constant(op.attr("value")));
  return Kernel(
      [expected = std::move(expected), rule](Call& call) { return CheckTensors(call.operand(0), expected, rule); });
}

// A tensor<i1> that holds true.
Status ReturnTrue(Call& call) {
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(ElementType::kI1, {}));
  result.mutable_data<uint8_t>()[0] = 1;
  call.Return(std::move(result));
  return OkStatus();
}

Status CheckCallTypes(const OpRef& op) {
  const TypeTable& types = op.types();
  if (op.num_operands() != 2 || !types.IsTensor(op.operand_type(0)) || !types.IsTensor(op.operand_type(1))) {
    return op.Error(StatusCode::kInvalidArgument, "a check compares two tensors");
  }
  const bool returns_truth =
      op.num_results() == 1 && op.result_type() == op.types().Tensor(std::span<const int64_t>(), scalar::kI1);
  if (op.num_results() > 0 && !returns_truth) {
    return op.Error(StatusCode::kInvalidArgument, "a check returns nothing, or tensor<i1>");
  }
  return OkStatus();
}

}  // namespace

uint64_t UlpDistance(const Tensor& a, const Tensor& b, int64_t element) {
  const ElementType real = RealType(a.type());
  const int64_t size = ElementBytes(a.type());
  const std::byte* x = a.bytes().data() + element * size;
  const std::byte* y = b.bytes().data() + element * size;
  const uint64_t first = PartDistance(real, x, y);
  if (!IsComplex(a.type())) return first;
  return std::max(first, PartDistance(real, x + size / 2, y + size / 2));
}

Status CheckTensors(const Tensor& actual, const Tensor& expected, const CheckRule& rule) {
  if (actual.type() != expected.type() || actual.dims() != expected.dims()) {
    return FailedPreconditionError("got " + ShapeText(actual.type(), actual.dims()) + ", expected " +
                                   ShapeText(expected.type(), expected.dims()));
  }
  const Judge judge(actual, expected, rule);
  const int64_t count = actual.num_elements();
  int64_t first = -1;
  int64_t failures = 0;
  for (int64_t i = 0; i < count; ++i) {
    if (judge.Holds(i)) continue;
    if (failures++ == 0) first = i;
  }
  if (failures == 0) return OkStatus();
  return FailedPreconditionError("element " + IndexText(actual.dims(), first) + " is " + ElementText(actual, first) +
                                 ", expected " + ElementText(expected, first) + UlpText(actual, expected, first, rule) +
                                 " (" + std::to_string(failures) + " of " + std::to_string(count) + " differ)");
}

std::optional<CheckRule> CheckRuleOf(std::string_view target) {
  if (target == "check.expect_eq") return CheckRule{.kind = CheckKind::kEqual};
  if (target == "check.expect_almost_eq") return CheckRule{.kind = CheckKind::kAlmost, .tolerance = 1e-3};
  if (target == "check.expect_close") return CheckRule{.kind = CheckKind::kClose, .max_ulp = 3};
  if (target == "check.eq") return CheckRule{.kind = CheckKind::kAlmost, .tolerance = 1e-4};
  return std::nullopt;
}

std::optional<CheckRule> CheckRuleOf(const Module& module, OpId op) {
  const AttrTable& attrs = module.attrs();
  const auto number = [&](std::string_view name, uint64_t otherwise) {
    const AttrId attr = module.attr(op, name);
    return attr.valid() ? static_cast<uint64_t>(attrs.integer(attr)) : otherwise;
  };
  CheckRule rule;
  switch (module.op(op).opcode) {
    case Opcode::kCheckExpectEq:
    case Opcode::kCheckExpectEqConst:
      return rule;
    case Opcode::kCheckExpectAlmostEq:
    case Opcode::kCheckExpectAlmostEqConst:
      rule.kind = CheckKind::kAlmost;
      if (const AttrId attr = module.attr(op, "tolerance"); attrs.Is(attr, AttrKind::kFloat)) {
        const uint64_t bits = attrs.float_bits(attr);
        std::memcpy(&rule.tolerance, &bits, sizeof(bits));
      }
      return rule;
    case Opcode::kCheckExpectClose:
      rule.kind = CheckKind::kClose;
      rule.min_ulp = number("min_ulp_difference", 0);
      rule.max_ulp = number("max_ulp_difference", 1);
      return rule;
    default:
      return std::nullopt;
  }
}

StatusOr<Kernel> PrepareCheckCall(const OpRef& op, std::string_view target, std::optional<CheckRule> rule) {
  CPPJRT_RETURN_IF_ERROR(CheckCallTypes(op));
  if (!rule) rule = CheckRuleOf(target);
  if (!rule) return op.Error(StatusCode::kUnimplemented, "there is no check " + std::string(target));
  const bool expected_first = target == "check.eq";
  return Kernel([rule = *rule, expected_first](Call& call) -> Status {
    const Tensor& actual = call.operand(expected_first ? 1 : 0);
    const Tensor& expected = call.operand(expected_first ? 0 : 1);
    CPPJRT_RETURN_IF_ERROR(CheckTensors(actual, expected, rule));
    return call.num_results() == 0 ? OkStatus() : ReturnTrue(call);
  });
}

StatusOr<Kernel> PrepareCheckExpectEq(const OpRef&) { return CheckPair({.kind = CheckKind::kEqual}); }
StatusOr<Kernel> PrepareCheckExpectEqConst(const OpRef& op) { return CheckConstant(op, {.kind = CheckKind::kEqual}); }
StatusOr<Kernel> PrepareCheckExpectAlmostEq(const OpRef& op) {
  return CheckPair({.kind = CheckKind::kAlmost, .tolerance = ToleranceOf(op)});
}
StatusOr<Kernel> PrepareCheckExpectAlmostEqConst(const OpRef& op) {
  return CheckConstant(op, {.kind = CheckKind::kAlmost, .tolerance = ToleranceOf(op)});
}
StatusOr<Kernel> PrepareCheckExpectClose(const OpRef& op) {
  return CheckPair({.kind = CheckKind::kClose,
                    .min_ulp = static_cast<uint64_t>(op.I64("min_ulp_difference")),
                    .max_ulp = static_cast<uint64_t>(op.I64("max_ulp_difference"))});
}

}  // namespace cppjrt::stablehlo
