#include "stablehlo/transforms/empty_calls.h"

#include <algorithm>
#include <ranges>
#include <vector>

#include "stablehlo/op/op_table.h"
#include "stablehlo/transforms/rewriter.h"

namespace cppjrt::stablehlo {
namespace {

bool IsEmpty(const TypeTable& types, TypeId type) {
  return types.IsTensor(type) && types.IsStaticTensor(type) &&
         std::ranges::any_of(types.dims(type), [](int64_t d) { return d == 0; });
}

bool HasSideEffect(const Module& module, OpId op) {
  const AttrId attr = module.attr(op, "has_side_effect");
  return module.attrs().Is(attr, AttrKind::kBool) && module.attrs().boolean(attr);
}

bool IsHarmless(const Module& module, OpId op) {
  return module.op(op).opcode != Opcode::kConstant && module.op(op).num_results > 0 &&
         module.op(op).regions().empty() && Is(module, op, Trait::kPure);
}

// Backwards, as what is left out uses nothing any more.
class EmptyCalls {
 public:
  explicit EmptyCalls(Module& module)
      : module_(module), rewriter_(&module), uses_(module.num_values(), 0), used_(uses_.size()) {}

  void Run() {
    const std::vector<OpId> ops = rewriter_.Ops();
    for (const OpId op : ops) {
      for (const ValueId operand : module_.op(op).operands()) ++uses_[operand.index()];
    }
    for (size_t v = 0; v < uses_.size(); ++v) used_[v] = uses_[v] > 0;
    for (const OpId op : ops | std::views::reverse) Visit(op);
    rewriter_.Finish();
  }

 private:
  void Visit(OpId op) {
    const bool is_call = module_.op(op).opcode == Opcode::kCustomCall;
    if (is_call ? HasSideEffect(module_, op) : !IsHarmless(module_, op)) return;
    bool was_used = false;
    for (const ValueId result : module_.op(op).results()) {
      was_used |= used_[result.index()];
      if (uses_[result.index()] > 0 && !IsEmpty(module_.types(), module_.type(result))) return;
    }
    if (is_call && !was_used) return;
    for (const ValueId operand : module_.op(op).operands()) --uses_[operand.index()];
    for (const ValueId result : module_.op(op).results()) {
      if (uses_[result.index()] > 0) rewriter_.Map(result, rewriter_.At(op).Zeros(module_.type(result)));
    }
    rewriter_.Erase(op);
  }

  Module& module_;
  Rewriter rewriter_;
  std::vector<int> uses_;   // by value, of ops that stay
  std::vector<bool> used_;  // by value, at first
};

}  // namespace

Status RemoveEmptyCalls(Module& module, DiagnosticSink&) {
  EmptyCalls(module).Run();
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
