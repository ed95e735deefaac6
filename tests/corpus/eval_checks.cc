#include "tests/corpus/eval_checks.h"

#include <charconv>
#include <optional>
#include <utility>

#include "conform/semantics/rule.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {
namespace {

constexpr std::string_view kExtracted = "corpus.check.";

}  // namespace

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
    if (!relaxed_) return strict(call);
    const conform::Verdict verdict =
        conform::Judge(call.operand(0), call.operand(1), {.kind = conform::RuleKind::kRelaxed});
    return verdict.holds ? OkStatus() : FailedPreconditionError(verdict.text);
  });
}

void CheckTargets::ExtractOne(Module& module, OpId op) {
  const std::optional<CheckRule> rule = CheckRuleOf(module, op);
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
    if (CheckRuleOf(module, op)) checks.push_back(op);
  }
  for (const OpId op : checks) ExtractOne(module, op);
}

}  // namespace cppjrt::stablehlo
