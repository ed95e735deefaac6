// select and clamp.

#include <cstdint>
#include <utility>

#include "stablehlo/eval/binary_ops.h"
#include "stablehlo/eval/elementwise.h"
#include "stablehlo/eval/kernels.h"

namespace cppjrt::stablehlo {
namespace {

struct Bytes16 {
  uint64_t words[2];
};

template <typename T>
void SelectLoop(const void* const* inputs, void* output, int64_t n) {
  const auto* pred = static_cast<const uint8_t*>(inputs[0]);
  const auto* on_true = static_cast<const T*>(inputs[1]);
  const auto* on_false = static_cast<const T*>(inputs[2]);
  auto* out = static_cast<T*>(output);
  CPPJRT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) {
    const T a = on_true[i];
    const T b = on_false[i];
    out[i] = pred[i] != 0 ? a : b;
  }
}

ElementLoop FindSelect(ElementType type) {
  switch (ElementBytes(type)) {
    case 1:
      return SelectLoop<uint8_t>;
    case 2:
      return SelectLoop<uint16_t>;
    case 4:
      return SelectLoop<uint32_t>;
    case 8:
      return SelectLoop<uint64_t>;
    default:
      return SelectLoop<Bytes16>;
  }
}

// One predicate for all: the result is one of the operands. Lifted regions may have a scalar there whose other choice has
// more elements; then it is spread like any other.
bool IsWholeChoice(const Call& call) {
  return call.operand(0).rank() == 0 && call.operand(1).dims() == call.operand(2).dims();
}

struct ClampOp {
  template <typename T>
    requires requires(T x) { element_ops::Maximum::Of(x, x); }
  static T Of(T min, T operand, T max) {
    return element_ops::Minimum::Of(element_ops::Maximum::Of(operand, min), max);
  }
};

}  // namespace

StatusOr<Kernel> PrepareSelect(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(const ElementType type, OperandElement(op, 1));
  CPPJRT_ASSIGN_OR_RETURN(const ElementType on_false, OperandElement(op, 2));
  if (type != on_false) {
    return op.Error(StatusCode::kInvalidArgument, "on_true and on_false have elements of different types");
  }
  const ElementwiseOp elementwise = {
      .loop = FindSelect(type), .arity = 3, .inputs = {ElementType::kI1, type, type}, .output = type, .raw = true};
  return Kernel([elementwise](Call& call) -> Status {
    if (!IsWholeChoice(call)) return RunElementwise(elementwise, call);
    const bool on_true = *call.operand(0).data<uint8_t>() != 0;
    call.Return(call.TakeValue(on_true ? 1 : 2));
    return OkStatus();
  });
}

StatusOr<Kernel> PrepareClamp(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(const ElementType type, ArithmeticElement(op));
  return ElementwiseKernel(
      {.loop = FindLoop<ClampOp, 3>(type), .arity = 3, .inputs = {type, type, type}, .output = type, .cost = 2});
}

}  // namespace cppjrt::stablehlo
