// RunChecks: what a run looks out for, op by op, beyond computing its results.
//
//   RunChecks checks;
//   checks.nan = true;
//   options.checks = &checks;
//   program->Run(arguments, options)    // OUT_OF_RANGE: log at model.py:7:10: it makes an infinity of …
//
//   nan      the first op that makes a NaN of operands without one, or an infinity of finite ones. Of elementwise ops each
//            element is looked at on its own; for others, operands are what they are as a whole
//   bounds   the first op with an index outside of the array, which StableHLO moves inside (gather, dynamic_slice,
//            dynamic_update_slice) or leaves out (scatter)
//   trace    the first op whose result is another one than when the same program ran before (ValueTrace)
//   memory   the first step of native code that reads memory which holds another value than it wants (MemoryTags)
//
// "First" is in the order of the program, then of the elements; not of threads. The functions of reductions, scatters and
// sorts are parts of those ops. An op that a select discards afterwards counts too.
//
// The functions here look at values in memory: the evaluator and native code (cpu/native/check_call.h) share them.
#ifndef CPPJRT_STABLEHLO_EVAL_RUN_CHECKS_H_
#define CPPJRT_STABLEHLO_EVAL_RUN_CHECKS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/memory_tags.h"
#include "stablehlo/eval/tensor.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// What the ops of one run made, to be held against those of a second one. Not thread-safe.
class ValueTrace {
 public:
  // Another run begins: from now on values are compared.
  void Rewind() {
    comparing_ = true;
    next_ = 0;
  }
  // The next value. INTERNAL if the run before had another one in its place.
  Status Note(const Tensor& value);

 private:
  std::vector<uint64_t> hashes_;
  size_t next_ = 0;
  bool comparing_ = false;
};

struct RunChecks {
  bool nan = false;
  bool bounds = false;
  ValueTrace* trace = nullptr;
  MemoryTags* memory = nullptr;  // of native code
};

// Whether elements of this type can be NaN or infinite.
bool HasNonFinite(ElementType type);

// Whether no element is NaN or infinite. Fast: what all but few runs need to know.
bool AllFinite(ElementType type, const std::byte* data, int64_t n);

// OUT_OF_RANGE if `result` has what `operands` have not, as above. `elementwise`: operands have the result's dimensions, or
// are scalars that stand for all elements.
Status CheckFinite(std::span<const Tensor> operands, const Tensor& result, bool elementwise);

// OUT_OF_RANGE if an index is not in [0, most]. Index vectors lie along `vector_dim` of `indices` (or are single elements, if
// it is the rank); component k may be most[k] at most, and is of the array's dimension dims[k].
Status CheckIndices(const Tensor& indices, int64_t vector_dim, std::span<const int64_t> most,
                    std::span<const int64_t> dims);

// What `checks` ask of one op of a module that has run: its operands as they were, and its results.
Status CheckOp(const Module& module, OpId op, std::span<const RuntimeValue> operands,
               std::span<const RuntimeValue> results, const RunChecks& checks);

// Memory that comes filled with a byte, so that what is read before it is written shows. What was allocated from it must be
// gone before it is.
class PoisonedMemory : public MemoryAllocator {
 public:
  PoisonedMemory(MemoryAllocator& memory, uint8_t poison) : memory_(memory), poison_(poison) {}
  void* Allocate(size_t size) override;
  void Free(void* data, size_t size) override { memory_.Free(data, size); }

 private:
  MemoryAllocator& memory_;
  const uint8_t poison_;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_RUN_CHECKS_H_
