#include "stablehlo/eval/interpreter.h"

#include <cstddef>
#include <string>
#include <utility>

#include "stablehlo/eval/run_checks.h"
#include "stablehlo/eval/type_check.h"

namespace cppjrt::stablehlo {
namespace {

// Of the stack, for one run: fits a thread of 256 KiB with room for the caller and the innermost kernel.
constexpr std::ptrdiff_t kStackBytes = 128 << 10;

bool TooDeep(const RunState& run) {
  const auto* here = static_cast<const char*>(__builtin_frame_address(0));
  return run.stack_base - here > kStackBytes;
}

Status CheckResults(const Frame& frame, const Instruction& instruction) {
  const Module& module = *frame.run().module;
  const Op& op = module.op(instruction.op);
  for (size_t i = 0; i < instruction.results.size(); ++i) {
    const RuntimeValue& value = frame.slots()[instruction.results[i]];
    CPPJRT_RETURN_IF_ERROR(CheckHasType(module, value, module.type(op.result(i)), "result " + std::to_string(i)));
  }
  return OkStatus();
}

std::vector<RuntimeValue> ValuesIn(const RuntimeValue* slots, std::span<const uint32_t> numbers) {
  std::vector<RuntimeValue> values;
  values.reserve(numbers.size());
  for (const uint32_t slot : numbers) values.push_back(slots[slot]);
  return values;
}

// Runs an op and looks at what it makes of its operands, which are kept for that: nothing is done in place.
Status RunChecked(const Frame& frame, const Instruction& instruction, Call& call) {
  RunState& run = frame.run();
  const std::vector<RuntimeValue> operands = ValuesIn(frame.slots(), instruction.operands);
  CPPJRT_RETURN_IF_ERROR(instruction.kernel(call));
  const std::vector<RuntimeValue> results = ValuesIn(frame.slots(), instruction.results);
  const Status status = CheckOp(*run.module, instruction.op, operands, results, *run.options->checks);
  run.failed_check |= !status.ok();
  return status;
}

ThreadPool& CallerOnly() {
  static auto* const pool = new ThreadPool(1);
  return *pool;
}

}  // namespace

Status Interpreter::Execute(Frame& frame, const RegionProgram& region) {
  RuntimeValue* const slots = frame.slots();
  const bool checked = frame.run().options->checks != nullptr;
  const Interrupt* const interrupt = frame.run().options->interrupt;
  for (const Instruction& instruction : region.instructions_) {
    if (interrupt != nullptr && interrupt->requested()) [[unlikely]] {
      if (!frame.run().failed.valid()) frame.run().failed = instruction.op;
      return interrupt->status();
    }
    Call call(frame, slots, instruction);
    Status status = checked ? RunChecked(frame, instruction, call) : instruction.kernel(call);
    // An op that is interrupted may leave its results unfinished.
    if (status.ok() && interrupt != nullptr && interrupt->requested()) [[unlikely]]
      status = interrupt->status();
    if (status.ok() && instruction.check_results) status = CheckResults(frame, instruction);
    if (!status.ok()) {
      if (!frame.run().failed.valid()) frame.run().failed = instruction.op;
      return status;
    }
    for (const uint32_t slot : instruction.releases) slots[slot] = RuntimeValue();
  }
  return OkStatus();
}

Status Interpreter::RunRegion(Frame& frame, const RegionProgram& region, std::span<RuntimeValue> arguments,
                              std::vector<RuntimeValue>& results) {
  if (TooDeep(frame.run())) return ResourceExhaustedError("regions and calls nest too deeply to be run");
  if (arguments.size() != region.arguments_.size()) {
    return InternalError("a region of " + std::to_string(region.arguments_.size()) + " arguments was run with " +
                         std::to_string(arguments.size()));
  }
  RuntimeValue* const slots = frame.slots();
  for (size_t i = 0; i < arguments.size(); ++i) {
    RuntimeValue argument = std::move(arguments[i]);
    if (region.arguments_[i] != kNoSlot) slots[region.arguments_[i]] = std::move(argument);
  }
  CPPJRT_RETURN_IF_ERROR(Execute(frame, region));
  results.resize(region.results_.size());
  for (size_t i = 0; i < results.size(); ++i) {
    const RegionProgram::Result& result = region.results_[i];
    RuntimeValue& value = slots[result.slot];
    if (result.check.valid()) {
      CPPJRT_RETURN_IF_ERROR(
          CheckHasType(*frame.run().module, value, result.check, "result " + std::to_string(i) + " of the function"));
    }
    if (result.take) {
      results[i] = std::move(value);
    } else {
      results[i] = value;
    }
  }
  for (const uint32_t slot : region.releases_) slots[slot] = RuntimeValue();
  return OkStatus();
}

Status Interpreter::RunFunction(RunState& run, const RegionProgram& function, std::span<RuntimeValue> arguments,
                                std::vector<RuntimeValue>& results) {
  Frame frame(run, function.frame_size_);
  return RunRegion(frame, function, arguments, results);
}

Status Call::Run(const RegionProgram& region, std::span<RuntimeValue> arguments, std::vector<RuntimeValue>& results) {
  if (region.is_function()) return Interpreter::RunFunction(frame_->run(), region, arguments, results);
  return Interpreter::RunRegion(*frame_, region, arguments, results);
}

StatusOr<Tensor> Call::Allocate(ElementType type, const Dims& dims) const {
  return Tensor::Allocate(type, dims, *options().memory);
}

StatusOr<Tensor> Call::ReuseOrAllocate(Tensor take, ElementType type, const Dims& dims) const {
  const bool fits = take.valid() && take.type() == type && take.unique() &&
                    (take.dims() == dims || CheckedNumElements(dims) == take.num_elements());
  if (!fits) return Allocate(type, dims);
  return std::move(take).Reshaped(dims);
}

ThreadPool& Call::pool() const {
  ThreadPool* pool = frame_->run().pool;
  return pool == nullptr ? CallerOnly() : *pool;
}

const RunOptions& Call::options() const { return *frame_->run().options; }
const Environment& Call::environment() const { return *frame_->run().environment; }
const Program& Call::program() const { return *frame_->run().program; }
uint64_t Call::NextDraw() const {
  RunState& run = frame_->run();
  std::atomic<uint64_t>& draws = run.options->draws == nullptr ? run.draws : *run.options->draws;
  return draws.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace cppjrt::stablehlo
