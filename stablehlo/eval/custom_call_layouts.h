// Layouts of a custom call's operands and results: who wrote the target may want matrices column by column.
//
//   CPPJRT_ASSIGN_OR_RETURN(const CallLayouts layouts, CallLayouts::Read(op));
//   // operand_layouts = [dense<[0, 1]>]: dimension 0 varies fastest
//   CPPJRT_ASSIGN_OR_RETURN(Tensor x, layouts.operand(0).Apply(call, call.operand(0)));
//
// A tensor in a layout has its dimensions as before, and its elements in the order of the layout; only the target knows.
#ifndef CPPJRT_STABLEHLO_EVAL_CUSTOM_CALL_LAYOUTS_H_
#define CPPJRT_STABLEHLO_EVAL_CUSTOM_CALL_LAYOUTS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/kernel.h"

namespace cppjrt::stablehlo {

// Dimensions from the fastest to the slowest; none means row-major.
class CallLayout {
 public:
  CallLayout() = default;
  explicit CallLayout(std::vector<int64_t> minor_to_major);

  bool row_major() const { return minor_to_major_.empty(); }
  // Empty if it is row-major.
  std::span<const int64_t> minor_to_major() const { return minor_to_major_; }
  // The dimensions of what is in memory, slowest first: of a 2x3 matrix that is column-major, 3x2.
  Dims MemoryDims(const Dims& dims) const;

  // The elements in this layout; the tensor itself if it is row-major.
  StatusOr<Tensor> Apply(Call& call, const Tensor& tensor) const;
  // The same in a block of its own, which may be written.
  StatusOr<Tensor> Copy(Call& call, const Tensor& tensor) const;
  // Back to row-major.
  StatusOr<Tensor> Undo(Call& call, Tensor tensor) const;

 private:
  std::vector<int64_t> minor_to_major_;
};

class CallLayouts {
 public:
  CallLayouts() = default;
  CallLayouts(std::vector<CallLayout> operands, std::vector<CallLayout> results)
      : operands_(std::move(operands)), results_(std::move(results)) {}
  // INVALID_ARGUMENT if a layout is no permutation of its dimensions.
  static StatusOr<CallLayouts> Read(const OpRef& op);

  const CallLayout& operand(size_t i) const { return operands_[i]; }
  const CallLayout& result(size_t i) const { return results_[i]; }

 private:
  std::vector<CallLayout> operands_;
  std::vector<CallLayout> results_;
};

// The operand that shares memory with each result of the op, as output_operand_aliases says. UNIMPLEMENTED for parts of
// tuples.
StatusOr<std::vector<std::optional<size_t>>> ReadAliases(const OpRef& op);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_CUSTOM_CALL_LAYOUTS_H_
