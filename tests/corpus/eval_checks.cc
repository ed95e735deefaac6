#include "tests/corpus/eval_checks.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <utility>

#include "stablehlo/eval/convert.h"
#include "stablehlo/eval/value_text.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {
namespace {

constexpr std::string_view kExtracted = "corpus.check.";

// 2^-10, 2^-7, 2^-23, 2^-52: the distance from 1 to the next number.
double Epsilon(ElementType real) {
  switch (real) {
    case ElementType::kBF16:
      return 0x1p-7;
    case ElementType::kF16:
      return 0x1p-10;
    case ElementType::kF64:
      return 0x1p-52;
    default:
      return 0x1p-23;
  }
}

// All floats of a tensor, those of complex numbers one after the other.
std::vector<double> Parts(const Tensor& tensor) {
  const ElementType real = RealType(tensor.type());
  std::vector<double> parts(static_cast<size_t>(tensor.num_bytes() / ElementBytes(real)));
  ToF64(real, tensor.bytes().data(), parts.data(), static_cast<int64_t>(parts.size()));
  return parts;
}

std::optional<CheckRule> RuleOf(const Module& module, OpId op) {
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

}  // namespace

Status CheckRelaxed(const Tensor& got, const Tensor& want) {
  if (!IsFloat(got.type()) && !IsComplex(got.type())) return CheckTensors(got, want, {.kind = CheckKind::kEqual});
  if (got.type() != want.type() || got.dims() != want.dims()) return CheckTensors(got, want, {});
  const std::vector<double> a = Parts(got);
  const std::vector<double> b = Parts(want);
  double largest = 0;
  for (const double x : b) largest = std::isfinite(x) ? std::max(largest, std::fabs(x)) : largest;
  const double allowed = 16 * Epsilon(RealType(got.type())) * largest;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])) || std::fabs(a[i] - b[i]) <= allowed) continue;
    return FailedPreconditionError("relaxed: number " + std::to_string(i) + " is " + std::to_string(a[i]) +
                                   ", expected " + std::to_string(b[i]) + " within " + std::to_string(allowed));
  }
  return OkStatus();
}

bool CheckTargets::Has(std::string_view target, int64_t) const {
  return target.starts_with(kExtracted) || CheckRuleOf(target).has_value();
}

StatusOr<Kernel> CheckTargets::Prepare(std::string_view target, const OpRef& op) const {
  std::optional<CheckRule> rule = CheckRuleOf(target);
  if (target.starts_with(kExtracted)) {
    const std::string_view digits = target.substr(kExtracted.size());
    size_t index = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (index >= rules_.size()) return NotFoundError("there is no such check");
    rule = rules_[index];
  }
  CPPJRT_ASSIGN_OR_RETURN(Kernel strict, PrepareCheckCall(op, target, rule));
  return Kernel([this, strict = std::move(strict)](Call& call) -> Status {
    ++count_;
    return relaxed_ ? CheckRelaxed(call.operand(0), call.operand(1)) : strict(call);
  });
}

void CheckTargets::ExtractOne(Module& module, OpId op) {
  const std::optional<CheckRule> rule = RuleOf(module, op);
  if (!rule) return;
  const AttrId constant = module.attr(op, "value");
  std::vector<ValueId> operands(module.op(op).operands().begin(), module.op(op).operands().end());
  const BlockId block = module.op(op).block;
  if (constant.valid()) {
    const NamedAttr value[] = {{module.names().Intern("value"), constant}};
    const TypeId type[] = {module.attrs().type(constant)};
    OpState state;
    state.opcode = Opcode::kConstant;
    state.inherent = value;
    state.result_types = type;
    const OpId made = module.NewOp(state);
    module.Insert(made, block, op);
    operands.push_back(module.op(made).result(0));
  }
  const std::string target = std::string(kExtracted) + std::to_string(rules_.size());
  rules_.push_back(*rule);
  const NamedAttr attrs[] = {{module.names().Intern("call_target_name"), module.attrs().String(target)},
                             {module.names().Intern("has_side_effect"), module.attrs().Bool(true)}};
  OpState state;
  state.opcode = Opcode::kCustomCall;
  state.operands = operands;
  state.inherent = attrs;
  module.Insert(module.NewOp(state), block, op);
  module.Erase(op);
}

void CheckTargets::Extract(Module& module) {
  std::vector<OpId> checks;
  for (const OpId op : PreOrder(module, module.root())) {
    if (RuleOf(module, op)) checks.push_back(op);
  }
  for (const OpId op : checks) ExtractOne(module, op);
}

}  // namespace cppjrt::stablehlo
