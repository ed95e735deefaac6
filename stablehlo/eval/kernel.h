// Kernel: how the evaluator runs one op.
//
// Every op has a function that prepares it once, when the program is loaded: it reads attributes and types and returns a
// kernel, a closure that is called each time the op runs and looks at nothing but its operands:
//
//   StatusOr<Kernel> PrepareReverse(const OpRef& op) {
//     std::vector<bool> reversed = …op.I64s("dimensions")…;
//     return Kernel([reversed](Call& call) -> Status {
//       const Tensor& operand = call.operand(0);
//       CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(operand.type(), operand.dims()));
//       …
//       call.Return(std::move(result));
//       return OkStatus();
//     });
//   }
//
// kernels.def names the function of every op. Shapes are those of the operands at run time: a kernel must not rely on
// static result types where they are dynamic, and elementwise kernels also run lifted (see region.h): on operands with
// more elements than the op's types say, scalars standing for all.
//
// Kernels are shared by concurrent runs: const, no state.
#ifndef CPPJRT_STABLEHLO_EVAL_KERNEL_H_
#define CPPJRT_STABLEHLO_EVAL_KERNEL_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/thread_pool.h"
#include "cppjrt/status.h"
#include "stablehlo/eval/tensor.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

class Call;
class Frame;
struct Environment;
class Program;
class RegionProgram;
struct RunOptions;

// The functions of a program by name.
using FunctionTable = std::unordered_map<std::string_view, const RegionProgram*>;

using Kernel = std::function<Status(Call&)>;

// An op while it is prepared: what its attributes and types say. The verifier has accepted it.
class OpRef {
 public:
  // `regions` are the prepared regions of the op, in order; they live as long as the program.
  // `owner` keeps the module's memory, which constants may view; without one they are copies. `functions` may be null.
  OpRef(Module& module, OpId op, std::span<const RegionProgram* const> regions, const Environment& environment,
        const FunctionTable* functions = nullptr, std::shared_ptr<const void> owner = nullptr)
      : module_(&module),
        op_(op),
        regions_(regions),
        environment_(&environment),
        functions_(functions),
        owner_(std::move(owner)) {}

  Module& module() const { return *module_; }
  OpId id() const { return op_; }
  const Op& op() const { return module_->op(op_); }
  Opcode opcode() const { return op().opcode; }
  TypeTable& types() const { return module_->types(); }
  const AttrTable& attrs() const { return module_->attrs(); }
  TypeId operand_type(size_t i) const { return module_->type(op().operands()[i]); }
  TypeId result_type(size_t i = 0) const { return module_->type(op().result(i)); }
  size_t num_operands() const { return op().operands().size(); }
  size_t num_results() const { return op().results().size(); }
  // Region `i`, to run with call.Run.
  const RegionProgram& region(size_t i = 0) const { return *regions_[i]; }
  size_t num_regions() const { return regions_.size(); }
  const Environment& environment() const { return *environment_; }

  // Attributes by name; an absent one gives the default of the op table.
  AttrId attr(std::string_view name) const { return module_->attr(op_, name); }
  bool Has(std::string_view name) const { return attr(name).valid(); }
  int64_t I64(std::string_view name, int64_t otherwise = 0) const;
  bool Bool(std::string_view name, bool otherwise = false) const;
  // array<i64> or dense<…> of integers, flattened; empty if absent.
  std::vector<int64_t> I64s(std::string_view name) const;
  std::string_view String(std::string_view name) const;
  // The number of an enumerator of op/enums.def.
  uint32_t Enum(std::string_view name, uint32_t otherwise = 0) const;
  // The elements of a dense (or sparse, or resource) constant as a tensor: a view of the module's bytes if they are
  // aligned, else a copy; a splat is spread out. INVALID_ARGUMENT if there are none.
  StatusOr<Tensor> Constant(AttrId attr) const;
  // The function a symbol reference names, to run with call.Run; null if there is none or it has no body.
  const RegionProgram* Function(AttrId symbol) const;

  // An error of this op; who prepares or runs the program adds the op's name and place ("add at model.py:12:3: …").
  Status Error(StatusCode code, std::string_view message) const { return Status(code, std::string(message)); }

 private:
  Module* module_;
  OpId op_;
  std::span<const RegionProgram* const> regions_;
  const Environment* environment_;
  const FunctionTable* functions_;
  std::shared_ptr<const void> owner_;
};

// An op as a program holds it: its kernel, and where its operands and results are in the frame.
struct Instruction {
  Kernel kernel;
  std::span<const uint32_t> operands;
  std::span<const bool> takes;         // which operands the op may have for keeps
  std::span<const uint32_t> results;   // of a result nobody uses, a slot that is in `releases`
  std::span<const uint32_t> releases;  // slots to clear once the op has run
  bool check_results = false;          // whether results may differ from their types, which later ops rely on
  OpId op;
};

// One run of one op: its operands, where its results go, and what the run offers.
class Call {
 public:
  Call(Frame& frame, RuntimeValue* slots, const Instruction& instruction)
      : frame_(&frame), slots_(slots), instruction_(&instruction) {}

  size_t num_operands() const { return instruction_->operands.size(); }
  const RuntimeValue& value(size_t i) const { return slots_[instruction_->operands[i]]; }
  // REQUIRES: operand i is a tensor, as its type said.
  const Tensor& operand(size_t i) const { return value(i).tensor(); }
  // The operand for keeps: the only share of its elements if this op is its last use and nobody else holds them, so that
  // the result may be written in place. Call at most once for each operand.
  Tensor Take(size_t i) { return std::move(TakeValue(i).tensor()); }
  RuntimeValue TakeValue(size_t i) {
    RuntimeValue& value = slots_[instruction_->operands[i]];
    if (instruction_->takes[i]) return std::move(value);
    return value;
  }

  size_t num_results() const { return instruction_->results.size(); }
  // REQUIRES: i < num_results(). A result may be set once.
  void Return(RuntimeValue value, size_t i = 0) { slots_[instruction_->results[i]] = std::move(value); }

  // Uninitialised memory of the run.
  StatusOr<Tensor> Allocate(ElementType type, const Dims& dims) const;
  // `take` if it has that type and number of elements and is unique, else new memory: for results that may overwrite an
  // operand element by element.
  StatusOr<Tensor> ReuseOrAllocate(Tensor take, ElementType type, const Dims& dims) const;

  // Runs a region of the op, or a function, with arguments, which are given up (moved from); its terminator's operands
  // are the results. `results` is overwritten; in a loop hand in the same vector. One at a time for each Call: regions
  // run in the frame of their function. Kernels inside may use the pool.
  Status Run(const RegionProgram& region, std::span<RuntimeValue> arguments, std::vector<RuntimeValue>& results);

  // To split long work; never null.
  ThreadPool& pool() const;
  // What the run was given: processes, host, custom-call context, seed.
  const RunOptions& options() const;
  // What the program was prepared with.
  const Environment& environment() const;
  // The program that runs: for ops that run functions by name.
  const Program& program() const;
  // 0, 1, 2, …: how often the run has asked before; what makes each random draw of a run another one.
  uint64_t NextDraw() const;

 private:
  Frame* frame_;
  RuntimeValue* slots_;
  const Instruction* instruction_;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_KERNEL_H_
