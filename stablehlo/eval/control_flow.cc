// if, case, while, call, composite, optimization_barrier.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "stablehlo/eval/index_values.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/region.h"
#include "stablehlo/eval/type_check.h"

namespace cppjrt::stablehlo {
namespace {

Status ReturnAll(Call& call, std::vector<RuntimeValue>& results) {
  if (results.size() != call.num_results()) {
    return InternalError(std::to_string(results.size()) + " values came out, there are " +
                         std::to_string(call.num_results()) + " results");
  }
  for (size_t i = 0; i < results.size(); ++i) call.Return(std::move(results[i]), i);
  return OkStatus();
}

Status RunBranch(Call& call, const RegionProgram& branch) {
  std::vector<RuntimeValue> results;
  CPPJRT_RETURN_IF_ERROR(call.Run(branch, {}, results));
  return ReturnAll(call, results);
}

std::vector<RuntimeValue> TakeAll(Call& call) {
  std::vector<RuntimeValue> values;
  values.reserve(call.num_operands());
  for (size_t i = 0; i < call.num_operands(); ++i) values.push_back(call.TakeValue(i));
  return values;
}

// Types that values must be seen to have, where those of what goes in do not warrant it.
using Checks = std::vector<std::pair<size_t, TypeId>>;

Checks Mismatches(const Module& module, std::span<const ValueId> from, std::span<const ValueId> to) {
  Checks checks;
  for (size_t i = 0; i < std::min(from.size(), to.size()); ++i) {
    if (module.type(from[i]) != module.type(to[i])) checks.emplace_back(i, module.type(to[i]));
  }
  return checks;
}

Status RunChecks(const Module& module, const Checks& checks, std::span<const RuntimeValue> values,
                 std::string_view what) {
  for (const auto& [i, type] : checks) {
    CPPJRT_RETURN_IF_ERROR(CheckHasType(module, values[i], type, std::string(what) + " " + std::to_string(i)));
  }
  return OkStatus();
}

// A loop carries its values from the operands through the body's arguments to the body's results and back.
struct Loop {
  const RegionProgram* condition;
  const RegionProgram* body;
  const Module* module;
  Checks first;  // operands, as arguments
  Checks again;  // results of the body, as arguments
  Checks other;  // arguments of the body, as arguments of the condition
};

StatusOr<bool> Continue(Call& call, const Loop& loop, std::span<const RuntimeValue> state,
                        std::vector<RuntimeValue>& arguments, std::vector<RuntimeValue>& results) {
  arguments.assign(state.begin(), state.end());
  CPPJRT_RETURN_IF_ERROR(RunChecks(*loop.module, loop.other, arguments, "loop value"));
  CPPJRT_RETURN_IF_ERROR(call.Run(*loop.condition, arguments, results));
  return results[0].tensor().data<uint8_t>()[0] != 0;
}

Status RunLoop(Call& call, const Loop& loop) {
  std::vector<RuntimeValue> state = TakeAll(call);
  std::vector<RuntimeValue> next;
  std::vector<RuntimeValue> arguments;
  std::vector<RuntimeValue> condition;
  const Checks* checks = &loop.first;
  for (;;) {
    // Regions may have no op that would look.
    if (Interrupted()) return CurrentInterrupt()->status();
    CPPJRT_RETURN_IF_ERROR(RunChecks(*loop.module, *checks, state, "loop value"));
    CPPJRT_ASSIGN_OR_RETURN(const bool more, Continue(call, loop, state, arguments, condition));
    if (!more) return ReturnAll(call, state);
    CPPJRT_RETURN_IF_ERROR(call.Run(*loop.body, state, next));
    state.swap(next);
    checks = &loop.again;
  }
}

StatusOr<Kernel> PrepareCallOf(const OpRef& op, std::string_view attr) {
  const AttrId symbol = op.attr(attr);
  const RegionProgram* function = op.Function(symbol);
  if (function == nullptr) {
    const bool named = op.attrs().Is(symbol, AttrKind::kSymbolRef);
    return op.Error(
        StatusCode::kInvalidArgument,
        "function " + (named ? std::string(op.attrs().symbol(symbol)) : std::string("?")) + " has no body to be run");
  }
  const Module* module = &op.module();
  const Checks checks = Mismatches(*module, op.op().operands(), module->block(function->block()).args);
  return Kernel([function, module, checks](Call& call) -> Status {
    std::vector<RuntimeValue> arguments = TakeAll(call);
    CPPJRT_RETURN_IF_ERROR(RunChecks(*module, checks, arguments, "argument"));
    std::vector<RuntimeValue> results;
    CPPJRT_RETURN_IF_ERROR(call.Run(*function, arguments, results));
    return ReturnAll(call, results);
  });
}

}  // namespace

StatusOr<Kernel> PrepareIf(const OpRef& op) {
  return Kernel([yes = &op.region(0), no = &op.region(1)](Call& call) -> Status {
    return RunBranch(call, call.operand(0).data<uint8_t>()[0] != 0 ? *yes : *no);
  });
}

// spec: case: an index that is none of a branch runs the last one.
StatusOr<Kernel> PrepareCase(const OpRef& op) {
  if (op.num_regions() == 0) return op.Error(StatusCode::kInvalidArgument, "there is no branch");
  std::vector<const RegionProgram*> branches;
  for (size_t i = 0; i < op.num_regions(); ++i) branches.push_back(&op.region(i));
  return Kernel([branches](Call& call) -> Status {
    const int64_t index = ReadIndex(call.operand(0));
    const auto last = static_cast<int64_t>(branches.size()) - 1;
    return RunBranch(call, *branches[static_cast<size_t>(index < 0 || index > last ? last : index)]);
  });
}

StatusOr<Kernel> PrepareWhile(const OpRef& op) {
  const Module& module = op.module();
  Loop loop = {&op.region(0), &op.region(1), &module, {}, {}, {}};
  const std::span<const ValueId> arguments = module.block(loop.body->block()).args;
  const OpId body_end = module.last_op(loop.body->block());
  loop.first = Mismatches(module, op.op().operands(), arguments);
  loop.again = Mismatches(module, module.op(body_end).operands(), arguments);
  loop.other = Mismatches(module, arguments, module.block(loop.condition->block()).args);
  return Kernel([loop](Call& call) -> Status { return RunLoop(call, loop); });
}

StatusOr<Kernel> PrepareCall(const OpRef& op) { return PrepareCallOf(op, "callee"); }
StatusOr<Kernel> PrepareComposite(const OpRef& op) { return PrepareCallOf(op, "decomposition"); }

StatusOr<Kernel> PrepareOptimizationBarrier(const OpRef&) {
  return Kernel([](Call& call) -> Status {
    for (size_t i = 0; i < call.num_operands(); ++i) call.Return(call.TakeValue(i), i);
    return OkStatus();
  });
}

// Terminators end regions and functions: who builds those reads them. They have no kernel of their own.
StatusOr<Kernel> PrepareTerminator(const OpRef& op) {
  return op.Error(StatusCode::kInternal, "a terminator does not run");
}

}  // namespace cppjrt::stablehlo
