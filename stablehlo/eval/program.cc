#include "stablehlo/eval/program.h"

#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "stablehlo/eval/call_graph.h"
#include "stablehlo/eval/function_builder.h"
#include "stablehlo/eval/interpreter.h"
#include "stablehlo/eval/place.h"
#include "stablehlo/eval/region.h"
#include "stablehlo/eval/sizes.h"
#include "stablehlo/eval/type_check.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/ir/symbol_table.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {
namespace {

// A function of the program: prepared, or the error that says why it is not.
struct PreparedFunction {
  OpId op;
  RegionProgram program;
  Status status;
  OpId failed;  // the op the error is about
};

class PreparedProgram : public Program {
 public:
  PreparedProgram(VerifiedModule module, const Environment& environment)
      : module_(std::make_shared<Module>(std::move(module).Release())), environment_(environment) {}

  // Prepares all functions. The error is that of the entry.
  Status Initialize(std::string_view entry);

  const Module& module() const override { return *module_; }
  OpId entry() const override { return entry_; }
  StatusOr<std::vector<RuntimeValue>> Run(std::vector<RuntimeValue> arguments,
                                          const RunOptions& options) const override {
    return RunPrepared(*entry_function_, std::move(arguments), options);
  }
  StatusOr<std::vector<RuntimeValue>> RunFunction(std::string_view name, std::vector<RuntimeValue> arguments,
                                                  const RunOptions& options) const override;

 private:
  void PrepareFunctions();
  void PrepareFunction(PreparedFunction& function, const PrepareContext& context);
  // Functions that call one that cannot run cannot run either, nor can those that call each other without end.
  void CheckCalls();
  Status FindEntry(std::string_view name);
  Status StatusOf(const PreparedFunction& function) const;
  StatusOr<std::vector<RuntimeValue>> RunPrepared(const PreparedFunction& function, std::vector<RuntimeValue> arguments,
                                                  const RunOptions& options) const;
  // "add at prog.mlir:3:4: …"; reads locations, one thread at a time. Checks tell of the program that was written.
  Status WithPlace(const Status& status, OpId op, bool of_check = false) const;

  std::shared_ptr<Module> module_;
  const Environment environment_;
  ProgramStorage storage_;
  std::deque<PreparedFunction> functions_;
  std::unordered_map<std::string_view, PreparedFunction*> by_name_;
  FunctionTable table_;
  OpId entry_;
  PreparedFunction* entry_function_ = nullptr;
  mutable std::mutex place_mutex_;
};

Status PreparedProgram::WithPlace(const Status& status, OpId op, bool of_check) const {
  if (status.ok() || !op.valid()) return status;
  const std::lock_guard lock(place_mutex_);
  return status.WithContext(of_check ? SourcePlaceOf(*module_, op) : PlaceOf(*module_, op));
}

void PreparedProgram::PrepareFunctions() {
  for (const OpId op : module_->ops(module_->body())) {
    if (module_->op(op).opcode != Opcode::kFunc) continue;
    PreparedFunction& function = functions_.emplace_back();
    function.op = op;
    by_name_.emplace(SymbolName(*module_, op), &function);
    if (!Function(*module_, op).body().valid()) continue;
    FunctionBuilder::Declare(*module_, op, function.program);
    table_.emplace(SymbolName(*module_, op), &function.program);
  }
  ValueNotes notes(module_->num_values());
  const PrepareContext context = {module_.get(), &environment_, &table_, module_, &storage_, &notes};
  for (PreparedFunction& function : functions_) PrepareFunction(function, context);
}

void PreparedProgram::PrepareFunction(PreparedFunction& function, const PrepareContext& context) {
  FunctionBuilder builder(context);
  function.status = builder.BuildFunction(function.op, function.program);
  function.failed = builder.failed();
}

void PreparedProgram::CheckCalls() {
  const CallGraph graph(*module_);
  // Callees come first.
  for (const OpId op : graph.order()) {
    PreparedFunction& function = *by_name_.at(SymbolName(*module_, op));
    if (!function.status.ok()) continue;
    if (std::string cycle = graph.CycleThrough(op); !cycle.empty()) {
      function.status = InvalidArgumentError("functions call each other without end: " + cycle);
      continue;
    }
    for (const OpId callee : graph.callees(op)) {
      const PreparedFunction& other = *by_name_.at(SymbolName(*module_, callee));
      if (other.status.ok()) continue;
      function.status = other.status;
      function.failed = other.failed;
      break;
    }
  }
}

Status PreparedProgram::FindEntry(std::string_view name) {
  if (const auto found = by_name_.find(name.empty() ? "main" : name); found != by_name_.end()) {
    entry_function_ = found->second;
    return OkStatus();
  }
  if (!name.empty()) return InvalidArgumentError("the program has no function " + std::string(name));
  std::vector<PreparedFunction*> open;
  for (PreparedFunction& function : functions_) {
    if (!Function(*module_, function.op).is_private()) open.push_back(&function);
  }
  if (open.empty() && functions_.size() == 1) open.push_back(&functions_.front());
  if (open.size() == 1) {
    entry_function_ = open.front();
    return OkStatus();
  }
  return InvalidArgumentError("the program has no function main, and " + std::to_string(open.size()) +
                              " public ones: name the one to run");
}

Status PreparedProgram::StatusOf(const PreparedFunction& function) const {
  return WithPlace(function.status, function.failed);
}

Status PreparedProgram::Initialize(std::string_view entry) {
  CPPJRT_RETURN_IF_ERROR(CheckSizes(*module_));
  PrepareFunctions();
  CheckCalls();
  CPPJRT_RETURN_IF_ERROR(FindEntry(entry));
  entry_ = entry_function_->op;
  return StatusOf(*entry_function_);
}

StatusOr<std::vector<RuntimeValue>> PreparedProgram::RunFunction(std::string_view name,
                                                                 std::vector<RuntimeValue> arguments,
                                                                 const RunOptions& options) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return NotFoundError("the program has no function " + std::string(name));
  CPPJRT_RETURN_IF_ERROR(StatusOf(*found->second));
  return RunPrepared(*found->second, std::move(arguments), options);
}

StatusOr<std::vector<RuntimeValue>> PreparedProgram::RunPrepared(const PreparedFunction& function,
                                                                 std::vector<RuntimeValue> arguments,
                                                                 const RunOptions& options) const {
  RunState run;
  run.options = &options;
  run.environment = &environment_;
  run.program = this;
  run.module = module_.get();
  run.pool = options.pool;
  run.stack_base = static_cast<const char*>(__builtin_frame_address(0));
  const InterruptScope interruptible(options.interrupt);
  std::vector<RuntimeValue> results;
  const Status status = Interpreter::RunFunction(run, function.program, arguments, results);
  if (!status.ok()) return WithPlace(status, run.failed, run.failed_check);
  return results;
}

}  // namespace

StatusOr<std::shared_ptr<const Program>> Program::Prepare(VerifiedModule module, const Environment& environment,
                                                          std::string_view entry) {
  auto program = std::make_shared<PreparedProgram>(std::move(module), environment);
  CPPJRT_RETURN_IF_ERROR(program->Initialize(entry));
  return std::shared_ptr<const Program>(std::move(program));
}

Status CheckArguments(const Module& module, OpId function, std::span<const RuntimeValue> arguments) {
  const TypeTable& types = module.types();
  const Function f(module, function);
  const TypeId type = f.type();
  if (arguments.size() != types.num_inputs(type)) {
    return InvalidArgumentError("function " + std::string(f.name()) + " takes " +
                                std::to_string(types.num_inputs(type)) + " arguments, was given " +
                                std::to_string(arguments.size()));
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    CPPJRT_RETURN_IF_ERROR(CheckHasType(module, arguments[i], types.input(type, i), "argument " + std::to_string(i)));
  }
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
