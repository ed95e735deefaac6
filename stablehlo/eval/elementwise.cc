#include "stablehlo/eval/elementwise.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "stablehlo/eval/convert.h"

namespace cppjrt::stablehlo {
namespace {

constexpr int64_t kMaxElementBytes = 16;

std::string DimsText(const Dims& dims) {
  std::string text = "[";
  for (size_t i = 0; i < dims.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(dims[i]);
  return text + "]";
}

struct Input {
  const std::byte* data = nullptr;
  ElementType type = ElementType::kI1;
  int64_t stride = 0;  // bytes from one element to the next; 0 if one stands for all
  bool widen = false;  // narrow floats
};

// One run: inputs and output, and how to compute a range of elements.
struct Run {
  const ElementwiseOp* op;
  std::array<Input, ElementwiseOp::kMaxArity> inputs;
  std::byte* output;
  int64_t output_bytes;
  bool narrow_output;
  bool direct;  // the loop can read and write all arrays as they are

  void Direct(int64_t begin, int64_t end) const {
    std::array<const void*, ElementwiseOp::kMaxArity> pointers = {};
    for (size_t k = 0; k < static_cast<size_t>(op->arity); ++k) pointers[k] = inputs[k].data + begin * inputs[k].stride;
    std::byte* out = output + begin * output_bytes;
    op->loop(pointers.data(), out, end - begin);
    if (!op->raw) WrapSubByte(op->output, out, end - begin);
  }

  void Blocks(int64_t begin, int64_t end) const {
    alignas(64) std::byte buffers[ElementwiseOp::kMaxArity][kConvertBlock * kMaxElementBytes];
    alignas(64) float narrow[kConvertBlock];
    const auto arity = static_cast<size_t>(op->arity);
    for (size_t k = 0; k < arity; ++k) {
      if (inputs[k].stride == 0) Fill(inputs[k], buffers[k], std::min(kConvertBlock, end - begin));
    }
    for (int64_t i = begin; i < end; i += kConvertBlock) {
      const int64_t n = std::min(kConvertBlock, end - i);
      std::array<const void*, ElementwiseOp::kMaxArity> pointers = {};
      for (size_t k = 0; k < arity; ++k) pointers[k] = Load(inputs[k], i, n, buffers[k]);
      std::byte* out = output + i * output_bytes;
      op->loop(pointers.data(), narrow_output ? static_cast<void*>(narrow) : out, n);
      if (narrow_output) FromF32(op->output, narrow, out, n);
      if (!op->raw) WrapSubByte(op->output, out, n);
    }
  }

  // Copies of the one element.
  static void Fill(const Input& input, std::byte* buffer, int64_t n) {
    const std::byte* element = input.data;
    float widened;
    int64_t bytes = ElementBytes(input.type);
    if (input.widen) {
      ToF32(input.type, input.data, &widened, 1);
      element = reinterpret_cast<const std::byte*>(&widened);
      bytes = sizeof(float);
    }
    for (int64_t i = 0; i < n; ++i) std::memcpy(buffer + i * bytes, element, static_cast<size_t>(bytes));
  }

  static const void* Load(const Input& input, int64_t i, int64_t n, std::byte* buffer) {
    if (input.stride == 0) return buffer;
    const std::byte* data = input.data + i * input.stride;
    if (!input.widen) return data;
    ToF32(input.type, data, reinterpret_cast<float*>(buffer), n);
    return buffer;
  }
};

// The result: an operand's memory if it is the right size and nobody needs it any more, else memory of its own. Pointers
// to operands stay valid: what is taken and not reused is still held by somebody else.
StatusOr<Tensor> MakeResult(const ElementwiseOp& op, Call& call, const Dims& dims, int64_t n) {
  for (size_t k = 0; k < static_cast<size_t>(op.arity); ++k) {
    const Tensor& operand = call.operand(k);
    if (operand.type() == op.output && operand.num_elements() == n && operand.unique()) {
      return call.ReuseOrAllocate(call.Take(k), op.output, dims);
    }
  }
  return call.Allocate(op.output, dims);
}

}  // namespace

StatusOr<Dims> ElementwiseDims(const Call& call, int arity) {
  const Dims* dims = nullptr;
  for (size_t k = 0; k < static_cast<size_t>(arity); ++k) {
    const Tensor& operand = call.operand(k);
    if (operand.rank() == 0) continue;
    if (dims == nullptr) {
      dims = &operand.dims();
    } else if (!(operand.dims() == *dims)) {
      return InvalidArgumentError("operand " + std::to_string(k) + " has dimensions " + DimsText(operand.dims()) +
                                  ", expected those of the operands before it, " + DimsText(*dims));
    }
  }
  return dims == nullptr ? Dims() : *dims;
}

Status RunElementwise(const ElementwiseOp& op, Call& call) {
  CPPJRT_ASSIGN_OR_RETURN(const Dims dims, ElementwiseDims(call, op.arity));
  const int64_t n = NumElements(dims);
  Run run = {};
  run.op = &op;
  run.output_bytes = ElementBytes(op.output);
  run.narrow_output = !op.raw && IsNarrowFloat(op.output);
  run.direct = !run.narrow_output;
  for (size_t k = 0; k < static_cast<size_t>(op.arity); ++k) {
    const Tensor& operand = call.operand(k);
    const bool all = operand.rank() == dims.size();
    const bool widen = !op.raw && IsNarrowFloat(op.inputs[k]);
    run.inputs[k] = {operand.bytes().data(), op.inputs[k], all ? ElementBytes(op.inputs[k]) : 0, widen};
    run.direct = run.direct && all && !widen;
  }
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, MakeResult(op, call, dims, n));
  run.output = result.mutable_bytes();
  ForPieces(call, n, op.cost,
            [&run](int64_t begin, int64_t end) { run.direct ? run.Direct(begin, end) : run.Blocks(begin, end); });
  call.Return(std::move(result));
  return OkStatus();
}

Kernel ElementwiseKernel(const ElementwiseOp& op) {
  return [op](Call& call) { return RunElementwise(op, call); };
}

StatusOr<ElementType> OperandElement(const OpRef& op, size_t i) {
  const TypeId element = op.types().element_type(op.operand_type(i));
  if (const std::optional<ElementType> type = ToElementType(op.types(), element)) return *type;
  return op.Error(StatusCode::kUnimplemented,
                  "operand " + std::to_string(i) + " has an element type that does not run");
}

StatusOr<ElementType> ArithmeticElement(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(const ElementType first, OperandElement(op, 0));
  for (size_t i = 0; i < op.num_operands(); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const ElementType type, OperandElement(op, i));
    if (op.types().IsQuantized(op.types().element_type(op.operand_type(i)))) {
      return op.Error(StatusCode::kUnimplemented,
                      "arithmetic on quantized values: decompose it first (stablehlo/transforms)");
    }
    if (type != first) {
      return op.Error(StatusCode::kUnimplemented, "operand " + std::to_string(i) + " has elements of type " +
                                                      std::string(ElementTypeName(type)) + ", operand 0 of type " +
                                                      std::string(ElementTypeName(first)));
    }
  }
  return first;
}

Status NotDefined(const OpRef& op, ElementType type) {
  return op.Error(StatusCode::kUnimplemented, "not defined for elements of type " + std::string(ElementTypeName(type)));
}

StatusOr<ElementType> ResultElement(const OpRef& op, size_t i) {
  const TypeId element = op.types().element_type(op.result_type(i));
  if (const std::optional<ElementType> type = ToElementType(op.types(), element)) return *type;
  return op.Error(StatusCode::kUnimplemented, "result " + std::to_string(i) + " has an element type that does not run");
}

}  // namespace cppjrt::stablehlo
