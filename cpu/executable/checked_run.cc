#include "cpu/executable/checked_run.h"

#include <string>
#include <utility>

#include "stablehlo/eval/run_checks.h"
#include "stablehlo/eval/tensor.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::PoisonedMemory;
using stablehlo::RunChecks;
using stablehlo::RunOptions;
using stablehlo::RuntimeValue;
using stablehlo::Tensor;
using stablehlo::ValueTrace;
using Values = std::vector<RuntimeValue>;

// As numbers of most types: large, of another sign, none that programs have for themselves.
constexpr uint8_t kPoisons[] = {0xa5, 0x5a};

// Copies, in memory that outlives the run.
StatusOr<Values> Settle(const Values& values, stablehlo::MemoryAllocator& memory) {
  Values copies;
  for (const RuntimeValue& value : values) {
    if (!value.is_tensor()) {
      copies.push_back(value);
      continue;
    }
    const Tensor& tensor = value.tensor();
    CPPJRT_ASSIGN_OR_RETURN(Tensor copy, Tensor::Copy(tensor.type(), tensor.dims(), tensor.bytes(), memory));
    copies.emplace_back(std::move(copy));
  }
  return copies;
}

StatusOr<Values> RunOnce(const Values& arguments, const RunOptions& options, const RunChecks& checks, uint8_t poison,
                         const RunFunction& run) {
  PoisonedMemory memory(*options.memory, poison);
  RunOptions poisoned = options;
  poisoned.memory = &memory;
  poisoned.checks = &checks;
  CPPJRT_ASSIGN_OR_RETURN(const Values results, run(arguments, poisoned));
  // Results that are written by no op at all.
  for (const RuntimeValue& result : results) {
    if (result.is_tensor()) CPPJRT_RETURN_IF_ERROR(checks.trace->Note(result.tensor()));
  }
  return Settle(results, *options.memory);
}

}  // namespace

StatusOr<Values> RunChecked(const CheckSettings& settings, Values arguments, const RunOptions& options,
                            const RunFunction& run) {
  RunChecks checks;
  checks.nan = settings.nan;
  checks.bounds = settings.bounds;
  stablehlo::MemoryTags tags;
  checks.memory = settings.memory ? &tags : nullptr;
  if (!settings.uninit) {
    RunOptions checked = options;
    checked.checks = &checks;
    return run(std::move(arguments), checked);
  }
  ValueTrace trace;
  checks.trace = &trace;
  CPPJRT_RETURN_IF_ERROR(RunOnce(arguments, options, checks, kPoisons[0], run).status());
  trace.Rewind();
  tags = {};
  return RunOnce(arguments, options, checks, kPoisons[1], run);
}

Status CheckMayRunTwice(const stablehlo::Module& module) {
  using stablehlo::Opcode;
  for (const stablehlo::OpId op : stablehlo::PreOrder(module, module.root())) {
    const Opcode opcode = module.op(op).opcode;
    bool effects = stablehlo::Is(module, op, stablehlo::Trait::kSideEffects);
    if (opcode == Opcode::kCustomCall) {
      const stablehlo::AttrId says = module.attr(op, "has_side_effect");
      effects = says.valid() && module.attrs().boolean(says);
    }
    if (!effects) continue;
    return UnimplementedError("check=uninit runs a program twice, which one with effects does not allow: it has " +
                              std::string(stablehlo::OpName(module, op)));
  }
  return OkStatus();
}

}  // namespace cppjrt::cpu
