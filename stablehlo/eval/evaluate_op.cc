// EvaluateOp: one op, without a program.
#include <string>
#include <utility>

#include "stablehlo/eval/function_builder.h"
#include "stablehlo/eval/interpreter.h"
#include "stablehlo/eval/place.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/eval/type_check.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {
namespace {

bool IsAlone(const Module& module, OpId op) {
  const Opcode opcode = module.op(op).opcode;
  if (opcode == Opcode::kUnregistered || Is(module, op, Trait::kSideEffects) || Is(module, op, Trait::kCollective) ||
      Is(module, op, Trait::kSymbolUser)) {
    return false;
  }
  const std::string_view dialect = Info(opcode).dialect;
  return dialect == "stablehlo" && opcode != Opcode::kRng;
}

// What a program is to its run, for an op that is in none.
class NoProgram : public Program {
 public:
  explicit NoProgram(const Module& module) : module_(&module) {}
  const Module& module() const override { return *module_; }
  OpId entry() const override { return OpId(); }
  StatusOr<std::vector<RuntimeValue>> Run(std::vector<RuntimeValue>, const RunOptions&) const override {
    return UnimplementedError("there is no program");
  }
  StatusOr<std::vector<RuntimeValue>> RunFunction(std::string_view name, std::vector<RuntimeValue>,
                                                  const RunOptions&) const override {
    return NotFoundError("there is no function " + std::string(name));
  }

 private:
  const Module* module_;
};

Status CheckOperands(const Module& module, OpId op, std::span<const RuntimeValue> operands) {
  const std::span<const ValueId> wanted = module.op(op).operands();
  if (operands.size() != wanted.size()) {
    return InvalidArgumentError("the op has " + std::to_string(wanted.size()) + " operands, was given " +
                                std::to_string(operands.size()));
  }
  for (size_t i = 0; i < operands.size(); ++i) {
    CPPJRT_RETURN_IF_ERROR(CheckHasType(module, operands[i], module.type(wanted[i]), "operand " + std::to_string(i)));
  }
  return OkStatus();
}

StatusOr<std::vector<RuntimeValue>> Evaluate(Module& module, OpId op, std::span<const RuntimeValue> operands) {
  CPPJRT_RETURN_IF_ERROR(CheckOperands(module, op, operands));
  const Environment environment;
  ProgramStorage storage;
  ValueNotes notes(module.num_values());
  const PrepareContext context = {&module, &environment, nullptr, nullptr, &storage, &notes};
  FunctionBuilder builder(context);
  RegionProgram program;
  CPPJRT_RETURN_IF_ERROR(builder.BuildOp(op, program));
  const RunOptions options;
  const NoProgram no_program(module);
  RunState run;
  run.options = &options;
  run.environment = &environment;
  run.program = &no_program;
  run.module = &module;
  run.stack_base = static_cast<const char*>(__builtin_frame_address(0));
  std::vector<RuntimeValue> arguments(operands.begin(), operands.end());
  std::vector<RuntimeValue> results;
  CPPJRT_RETURN_IF_ERROR(Interpreter::RunFunction(run, program, arguments, results));
  return results;
}

}  // namespace

StatusOr<std::vector<RuntimeValue>> EvaluateOp(Module& module, OpId op, std::span<const RuntimeValue> operands) {
  for (const OpId inner : PreOrder(module, op)) {
    if (!IsAlone(module, inner)) {
      return UnimplementedError(PlaceOf(module, inner) + ": it has effects or needs more than its operands");
    }
  }
  StatusOr<std::vector<RuntimeValue>> results = Evaluate(module, op, operands);
  if (!results.ok()) return results.status().WithContext(PlaceOf(module, op));
  return results;
}

}  // namespace cppjrt::stablehlo
