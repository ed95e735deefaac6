// RegionProgram: a region or the body of a function, prepared: a list of instructions.
//
// Kernels of ops with regions get theirs from OpRef::region, and run them with Call::Run:
//
//   const RegionProgram* body = &op.region();
//   return Kernel([body](Call& call) -> Status {
//     std::vector<RuntimeValue> arguments = …, results;
//     CPPJRT_RETURN_IF_ERROR(call.Run(*body, arguments, results));
//
// What a region does is also to be read from the module: `body->block()` holds its ops.
//
// *Lifted* runs: a region of scalar ops computes many elements at once if it is given arguments of shape [n] where its
// block says scalars. A result, or an argument, may still be a scalar (rank 0), which stands for n equal ones.
#ifndef CPPJRT_STABLEHLO_EVAL_REGION_H_
#define CPPJRT_STABLEHLO_EVAL_REGION_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "stablehlo/eval/kernel.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

class RegionProgram {
 public:
  BlockId block() const { return block_; }
  size_t num_arguments() const { return arguments_.size(); }
  size_t num_results() const { return results_.size(); }
  // Whether it can run lifted: all of its ops are elementwise ops on scalars or scalar constants, and what it uses from
  // outside are scalars.
  bool liftable() const { return liftable_; }
  // Whether it is a function, which runs in a frame of its own.
  bool is_function() const { return is_function_; }

 private:
  friend class FunctionBuilder;
  friend class Interpreter;

  // A result of the region, and how to get it.
  struct Result {
    uint32_t slot = 0;
    bool take = false;
    TypeId check;  // the function's own result type, if the value's type does not warrant it
  };

  BlockId block_;
  bool liftable_ = false;
  bool is_function_ = false;
  uint32_t frame_size_ = 0;              // of functions
  std::span<const uint32_t> arguments_;  // slots; kNoSlot: nobody wants it
  std::vector<Instruction> instructions_;
  std::vector<Result> results_;
  std::span<const uint32_t> releases_;  // slots to clear after the results are taken
};

inline constexpr uint32_t kNoSlot = 0xffffffff;

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_REGION_H_
