#include "conform/semantics/self_check.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "stablehlo/eval/constant.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/ir/uses.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/transforms/pipeline.h"

namespace cppjrt::conform {
namespace {

using stablehlo::AttrId;
using stablehlo::AttrKind;
using stablehlo::BlockId;
using stablehlo::CheckRule;
using stablehlo::ElementType;
using stablehlo::Function;
using stablehlo::Module;
using stablehlo::Op;
using stablehlo::Opcode;
using stablehlo::OpId;
using stablehlo::PreOrder;
using stablehlo::RuntimeValue;
using stablehlo::Tensor;
using stablehlo::TypeId;
using stablehlo::ValueId;

// Whether a constant at this operand must be known when the program is compiled: it says a shape, or the op is one that
// nobody knows much of.
bool MustBeConstant(Opcode opcode, size_t operand) {
  switch (opcode) {
    case Opcode::kDynamicBroadcastInDim:
    case Opcode::kDynamicReshape:
    case Opcode::kRealDynamicSlice:
    case Opcode::kSetDimensionSize:
      return operand >= 1;
    case Opcode::kDynamicPad:
    case Opcode::kDynamicGather:
    case Opcode::kDynamicConv:
      return operand >= 2;
    case Opcode::kDynamicIota:
    case Opcode::kCustomCall:
    case Opcode::kComposite:
      return true;
    default:
      return false;
  }
}

// The target of a custom_call, or empty.
std::string_view TargetOf(const Module& module, OpId op) {
  if (module.op(op).opcode != Opcode::kCustomCall) return {};
  const AttrId target = module.attr(op, "call_target_name");
  return module.attrs().Is(target, AttrKind::kString) ? module.attrs().string(target) : std::string_view();
}

// Turns one program; see Make.
class Maker {
 public:
  Maker(Module module, const SelfCheckOptions& options) : options_(options) { test_.module = std::move(module); }

  StatusOr<SelfCheck> Make() {
    CPPJRT_RETURN_IF_ERROR(FindMain());
    CPPJRT_RETURN_IF_ERROR(FindKnown());
    CPPJRT_RETURN_IF_ERROR(FindChecks());
    if (checks_.empty()) return InvalidArgumentError("the program checks nothing");
    MakeParameters();
    ReplaceReturn();
    RemoveUnusedFunctions();
    test_.uses = UsesOf(module());
    return std::move(test_);
  }

 private:
  struct Check {
    OpId op;
    ValueId actual;
    ValueId expected;  // none if the op carries it
    std::optional<Tensor> constant;
    CheckRule rule;
  };

  Module& module() { return test_.module; }

  Status FindMain() {
    main_ = stablehlo::FindEntry(module(), {});
    if (!main_.valid()) return InvalidArgumentError("the program has no @main and more than one function");
    const Function function(module(), main_);
    body_ = function.body();
    if (!body_.valid()) return InvalidArgumentError("the program's entry has no body");
    if (!function.arguments().empty()) return UnimplementedError("the program takes arguments that nobody gives");
    for (const OpId op : PreOrder(module(), module().root())) {
      const Opcode opcode = module().op(op).opcode;
      if (opcode == Opcode::kCheckExpectSerializedEq || opcode == Opcode::kInterpreterPrint ||
          opcode == Opcode::kInterpreterProbe || opcode == Opcode::kInterpreterRunParallel) {
        return UnimplementedError("the program needs the interpreter: " + std::string(stablehlo::Info(opcode).name));
      }
    }
    return OkStatus();
  }

  // Values of @main that are known before it runs: constants, and what functions without arguments give.
  Status FindKnown() {
    known_.resize(module().num_values());
    const stablehlo::UseMap uses(module(), main_);
    for (const OpId op : stablehlo::OpsNow(module(), body_)) {
      const Op& record = module().op(op);
      if (record.opcode != Opcode::kConstant && (record.opcode != Opcode::kCall || !record.operands().empty()))
        continue;
      if (IsShape(uses, op)) continue;
      StatusOr<std::vector<Tensor>> values =
          record.opcode == Opcode::kConstant ? Constant(op) : Call(module().attr(op, "callee"));
      if (!values.ok()) continue;  // left to the program
      for (size_t i = 0; i < values->size(); ++i) known_[record.result(i).index()] = std::move((*values)[i]);
      if (!options_.keep_constants) erased_.push_back(op);
    }
    return OkStatus();
  }

  bool IsShape(const stablehlo::UseMap& uses, OpId op) {
    for (const ValueId result : module().op(op).results()) {
      for (const stablehlo::Use& use : uses.of(result)) {
        const bool is_check = TargetOf(module(), use.op).starts_with("check.");
        if (!is_check && MustBeConstant(module().op(use.op).opcode, use.operand)) return true;
      }
    }
    return false;
  }

  StatusOr<std::vector<Tensor>> Constant(OpId op) {
    CPPJRT_ASSIGN_OR_RETURN(Tensor tensor,
                            stablehlo::ConstantTensor(module(), module().attr(op, "value"), {}, nullptr));
    return std::vector<Tensor>{std::move(tensor)};
  }

  // What a function without arguments returns.
  StatusOr<std::vector<Tensor>> Call(AttrId callee) {
    if (!module().attrs().Is(callee, AttrKind::kSymbolRef)) return InvalidArgumentError("no callee");
    const OpId function = stablehlo::SymbolTable(module()).Find(module().attrs(), callee);
    if (!function.valid()) return NotFoundError("no such function");
    std::vector<RuntimeValue> values(module().num_values());
    for (const OpId op : stablehlo::OpsNow(module(), Function(module(), function).body())) {
      std::vector<RuntimeValue> operands;
      for (const ValueId operand : module().op(op).operands()) operands.push_back(values[operand.index()]);
      if (module().op(op).opcode == Opcode::kFuncReturn) return Tensors(std::move(operands));
      CPPJRT_ASSIGN_OR_RETURN(const std::vector<RuntimeValue> results, stablehlo::EvaluateOp(module(), op, operands));
      for (size_t i = 0; i < results.size(); ++i) values[module().op(op).result(i).index()] = results[i];
    }
    return InvalidArgumentError("the function does not return");
  }

  static StatusOr<std::vector<Tensor>> Tensors(std::vector<RuntimeValue> values) {
    std::vector<Tensor> tensors;
    for (RuntimeValue& value : values) {
      if (!value.is_tensor()) return UnimplementedError("a value that is no tensor");
      tensors.push_back(std::move(value).tensor());
    }
    return tensors;
  }

  Status FindChecks() {
    for (const OpId op : stablehlo::OpsNow(module(), body_)) {
      const std::string_view target = TargetOf(module(), op);
      if (const auto rule = stablehlo::CheckRuleOf(target)) {
        CPPJRT_RETURN_IF_ERROR(AddCall(op, *rule, target == "check.eq"));
      } else if (const auto op_rule = stablehlo::CheckRuleOf(module(), op)) {
        CPPJRT_RETURN_IF_ERROR(AddOp(op, *op_rule));
      }
    }
    for (const OpId op : PreOrder(module(), module().root())) {
      const bool is_check = TargetOf(module(), op).starts_with("check.") || stablehlo::CheckRuleOf(module(), op);
      if (is_check && module().op(op).block != body_) return UnimplementedError("a check outside of @main's own block");
    }
    return OkStatus();
  }

  Status AddCall(OpId op, const CheckRule& rule, bool expected_first) {
    const std::span<const ValueId> operands = module().op(op).operands();
    if (operands.size() != 2) return InvalidArgumentError("a check compares two tensors");
    checks_.push_back({op, operands[expected_first ? 1 : 0], operands[expected_first ? 0 : 1], {}, rule});
    if (expected_first) checks_.back().rule.kind = KindFor(operands[1], rule);
    return OkStatus();
  }

  // check.eq compares integers exactly, whatever its rule says.
  stablehlo::CheckKind KindFor(ValueId value, const CheckRule& rule) {
    const TypeId element = module().types().element_type(module().type(value));
    const bool integer = module().types().IsInteger(element);
    return integer ? stablehlo::CheckKind::kEqual : rule.kind;
  }

  Status AddOp(OpId op, const CheckRule& rule) {
    Check check = {op, module().op(op).operands()[0], ValueId(), {}, rule};
    if (module().op(op).operands().size() > 1) {
      check.expected = module().op(op).operands()[1];
    } else {
      CPPJRT_ASSIGN_OR_RETURN(check.constant,
                              stablehlo::ConstantTensor(module(), module().attr(op, "value"), {}, nullptr));
    }
    checks_.push_back(std::move(check));
    return OkStatus();
  }

  bool IsKnown(ValueId value) const { return value.index() < known_.size() && known_[value.index()].valid(); }

  // Known values that are used, but for what is only expected, become arguments of @main.
  void MakeParameters() {
    results_.clear();
    for (const Check& check : checks_) {
      ResultCheck made;
      made.actual = ResultOf(check.actual);
      if (check.constant) {
        made.expected = check.constant;
      } else if (IsKnown(check.expected)) {
        made.expected = known_[check.expected.index()];
      } else {
        made.expected_result = ResultOf(check.expected);
      }
      made.rule.check = check.rule;
      if (options_.relaxed) made.rule.kind = RuleKind::kRelaxed;
      test_.checks.push_back(std::move(made));
      module().Erase(check.op);
    }
    module().set_operands(module().last_op(body_), results_);
    const stablehlo::UseMap uses(module(), main_);
    std::vector<ValueId> replacement(module().num_values());
    for (const OpId op : erased_) {
      for (const ValueId result : module().op(op).results()) {
        if (uses.empty(result)) continue;
        const TypeId type[] = {module().type(result)};
        module().AddArguments(body_, type);
        replacement[result.index()] = module().block(body_).args.back();
        test_.arguments.push_back(known_[result.index()]);
      }
    }
    stablehlo::ReplaceUses(module(), main_, replacement);
    for (const OpId op : erased_) module().Erase(op);
  }

  size_t ResultOf(ValueId value) {
    const auto found = std::ranges::find(results_, value);
    if (found != results_.end()) return static_cast<size_t>(found - results_.begin());
    results_.push_back(value);
    return results_.size() - 1;
  }

  // @main's signature as its block is now.
  void ReplaceReturn() {
    std::vector<TypeId> inputs;
    std::vector<TypeId> results;
    for (const ValueId argument : module().block(body_).args) inputs.push_back(module().type(argument));
    for (const ValueId result : module().op(module().last_op(body_)).operands())
      results.push_back(module().type(result));
    const TypeId type = module().types().Function(inputs, results);
    module().set_attr(main_, "function_type", module().attrs().Type(type));
    for (const std::string_view name : {"arg_attrs", "res_attrs", "sym_visibility"}) module().remove_attr(main_, name);
    if (Function(module(), main_).name() != "main") {
      module().set_attr(main_, "sym_name", module().attrs().String(std::string_view("main")));
    }
  }

  // @inputs and @expected, which nobody calls any more.
  void RemoveUnusedFunctions() {
    std::set<std::string_view> used = {"main"};
    for (const OpId op : PreOrder(module(), module().root())) {
      for (const stablehlo::NamedAttr& attr : module().op(op).attributes()) AddSymbols(attr.value, used);
    }
    for (const OpId op : stablehlo::OpsNow(module(), module().body())) {
      const bool is_function = module().op(op).opcode == Opcode::kFunc;
      if (is_function && !used.contains(Function(module(), op).name())) module().Erase(op);
    }
  }

  void AddSymbols(AttrId attr, std::set<std::string_view>& used) {
    const stablehlo::AttrTable& attrs = module().attrs();
    if (attrs.Is(attr, AttrKind::kSymbolRef)) used.insert(attrs.symbol(attr));
    if (!attrs.Is(attr, AttrKind::kArray)) return;
    for (size_t i = 0; i < attrs.size(attr); ++i) {
      if (attrs.Is(attrs.element(attr, i), AttrKind::kSymbolRef)) used.insert(attrs.symbol(attrs.element(attr, i)));
    }
  }

  const SelfCheckOptions options_;
  SelfCheck test_;
  OpId main_;
  BlockId body_;
  std::vector<Tensor> known_;  // by value; invalid where it is not known
  std::vector<OpId> erased_;
  std::vector<Check> checks_;
  std::vector<ValueId> results_;
};

bool HoldsTogether(Opcode opcode) {
  return opcode == Opcode::kConstant || opcode == Opcode::kReturn || stablehlo::Info(opcode).dialect == "func" ||
         stablehlo::Info(opcode).dialect == "builtin";
}

}  // namespace

std::vector<OpUse> UsesOf(const Module& module) {
  std::set<OpUse> uses;
  for (const OpId op : PreOrder(module, module.root())) {
    const Op& record = module.op(op);
    if (record.opcode == stablehlo::kNoOpcode || HoldsTogether(record.opcode)) continue;
    std::vector<ValueId> values(record.operands().begin(), record.operands().end());
    values.insert(values.end(), record.results().begin(), record.results().end());
    for (const ValueId value : values) {
      const TypeId type = module.type(value);
      if (!module.types().IsTensor(type)) continue;
      const auto element = stablehlo::ToElementType(module.types(), module.types().element_type(type));
      if (element) uses.insert({record.opcode, *element});
      break;
    }
  }
  return {uses.begin(), uses.end()};
}

StatusOr<SelfCheck> MakeSelfCheck(Module module, const SelfCheckOptions& options) {
  return Maker(std::move(module), options).Make();
}

}  // namespace cppjrt::conform
