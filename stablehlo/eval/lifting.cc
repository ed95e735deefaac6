#include "stablehlo/eval/lifting.h"

#include <cstring>
#include <string>
#include <utility>

#include "stablehlo/eval/convert.h"
#include "stablehlo/eval/region.h"
#include "stablehlo/eval/struct_fields.h"
#include "stablehlo/op/opcode.h"

namespace cppjrt::stablehlo {
namespace {

struct KindRow {
  Opcode opcode;
  BodyKind kind;
};
constexpr KindRow kKinds[] = {
    {Opcode::kAdd, BodyKind::kAdd},         {Opcode::kMultiply, BodyKind::kMultiply},
    {Opcode::kMinimum, BodyKind::kMinimum}, {Opcode::kMaximum, BodyKind::kMaximum},
    {Opcode::kAnd, BodyKind::kAnd},         {Opcode::kOr, BodyKind::kOr},
    {Opcode::kXor, BodyKind::kXor},
};

// Copies elements picked by index: sizes are those of ElementBytes.
template <typename Copy>
void ForElementSize(int64_t bytes, Copy&& copy) {
  struct Pair {
    uint64_t words[2];
  };
  if (bytes == 1) return copy(uint8_t());
  if (bytes == 2) return copy(uint16_t());
  if (bytes == 4) return copy(uint32_t());
  if (bytes == 8) return copy(uint64_t());
  copy(Pair());
}

StatusOr<Tensor> Expand(Call& call, Tensor tensor, int64_t n) {
  if (tensor.num_elements() == n) return std::move(tensor).Reshaped({n});
  return Splat(call, tensor, {n});
}

}  // namespace

BodyKind RecognizeBody(const OpRef& op, size_t region) {
  const Module& module = op.module();
  const BlockId block = module.entry_block(op.id(), region);
  if (!block.valid()) return BodyKind::kOther;
  const std::span<const ValueId> args = module.block(block).args;
  const OpId terminator = module.last_op(block);
  if (args.size() != 2 || !terminator.valid() || module.op(terminator).operands().size() != 1) return BodyKind::kOther;
  const ValueId result = module.op(terminator).operands()[0];
  if (result == args[1]) return BodyKind::kSecond;
  const OpId inner = module.defining_op(result);
  if (!inner.valid() || module.op(inner).block != block) return BodyKind::kOther;
  const std::span<const ValueId> operands = module.op(inner).operands();
  const bool both = operands.size() == 2 && ((operands[0] == args[0] && operands[1] == args[1]) ||
                                             (operands[0] == args[1] && operands[1] == args[0]));
  if (!both || module.type(args[0]) != module.type(args[1])) return BodyKind::kOther;
  // Complex numbers have an order of their own (elementwise.h).
  const bool complex = module.types().IsComplex(module.types().element_type(module.type(args[0])));
  for (const KindRow& row : kKinds) {
    if (row.opcode != module.op(inner).opcode) continue;
    return complex && row.kind != BodyKind::kAdd && row.kind != BodyKind::kMultiply ? BodyKind::kOther : row.kind;
  }
  return BodyKind::kOther;
}

StatusOr<LiftedBody> LiftedBody::Prepare(const OpRef& op, size_t region) {
  LiftedBody body;
  body.region_ = &op.region(region);
  body.liftable_ = body.region_->liftable();
  const BlockId block = op.module().entry_block(op.id(), region);
  for (const ValueId arg : op.module().block(block).args) {
    CPPJRT_ASSIGN_OR_RETURN(const ElementType type, ElementOf(op, op.module().type(arg)));
    body.arguments_.push_back(type);
  }
  for (const ValueId result : op.module().op(op.module().last_op(block)).operands()) {
    CPPJRT_ASSIGN_OR_RETURN(const ElementType type, ElementOf(op, op.module().type(result)));
    body.results_.push_back(type);
  }
  return body;
}

Status LiftedBody::Run(Call& call, int64_t n, std::vector<RuntimeValue>& arguments,
                       std::vector<RuntimeValue>& results) const {
  if (n == 0) {
    results.clear();
    for (const ElementType type : results_) {
      CPPJRT_ASSIGN_OR_RETURN(Tensor empty, call.Allocate(type, {0}));
      results.emplace_back(std::move(empty));
    }
    return OkStatus();
  }
  if (!liftable_ && n > 1) return RunEach(call, n, arguments, results);
  if (n == 1) {
    for (RuntimeValue& argument : arguments) argument = std::move(argument.tensor()).Reshaped({});
  }
  results.clear();
  CPPJRT_RETURN_IF_ERROR(call.Run(*region_, arguments, results));
  for (RuntimeValue& result : results) {
    CPPJRT_ASSIGN_OR_RETURN(Tensor expanded, Expand(call, std::move(result.tensor()), n));
    result = std::move(expanded);
  }
  return OkStatus();
}

Status LiftedBody::RunEach(Call& call, int64_t n, std::vector<RuntimeValue>& arguments,
                           std::vector<RuntimeValue>& results) const {
  std::vector<Tensor> whole;
  for (const ElementType type : results_) {
    CPPJRT_ASSIGN_OR_RETURN(Tensor tensor, call.Allocate(type, {n}));
    whole.push_back(std::move(tensor));
  }
  for (int64_t i = 0; i < n; ++i) {
    std::vector<RuntimeValue> scalars;
    for (const RuntimeValue& argument : arguments) {
      // A copy: the region may keep its argument.
      const Tensor& tensor = argument.tensor();
      CPPJRT_ASSIGN_OR_RETURN(Tensor scalar, call.Allocate(tensor.type(), {}));
      const int64_t bytes = ElementBytes(tensor.type());
      std::memcpy(scalar.mutable_bytes(), tensor.bytes().data() + i * bytes, static_cast<size_t>(bytes));
      scalars.emplace_back(std::move(scalar));
    }
    results.clear();
    CPPJRT_RETURN_IF_ERROR(call.Run(*region_, scalars, results));
    for (size_t r = 0; r < whole.size(); ++r) {
      const int64_t bytes = ElementBytes(results_[r]);
      std::memcpy(whole[r].mutable_bytes() + i * bytes, results[r].tensor().bytes().data(), static_cast<size_t>(bytes));
    }
  }
  results.clear();
  for (Tensor& tensor : whole) results.emplace_back(std::move(tensor));
  return OkStatus();
}

Tensor View(const Tensor& tensor, int64_t begin, int64_t n) {
  const int64_t bytes = ElementBytes(tensor.type());
  std::byte* data = tensor.block()->data() + begin * bytes;
  MemoryBlock* block = MemoryBlock::Wrap(data, static_cast<size_t>(n * bytes), /*writable=*/false, {});
  return Tensor::Adopt(tensor.type(), {n}, block);
}

void FillElements(std::byte* out, int64_t n, const std::byte* value, int64_t bytes) {
  ForElementSize(bytes, [&]<typename T>(T) {
    T element;
    std::memcpy(&element, value, sizeof(T));
    T* elements = reinterpret_cast<T*>(out);
    for (int64_t i = 0; i < n; ++i) elements[i] = element;
  });
}

StatusOr<Tensor> Splat(Call& call, const Tensor& value, const Dims& dims) {
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(value.type(), dims));
  FillElements(result.mutable_bytes(), result.num_elements(), value.bytes().data(), ElementBytes(value.type()));
  return result;
}

StatusOr<Tensor> Promote(Call& call, Tensor tensor, ElementType type) {
  if (tensor.type() == type) return tensor;
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(type, tensor.dims()));
  ConvertElements(tensor.type(), tensor.bytes().data(), type, result.mutable_bytes(), tensor.num_elements());
  return result;
}

Status CheckSameDims(const Call& call, size_t begin, size_t count) {
  for (size_t i = begin + 1; i < begin + count; ++i) {
    if (call.operand(i).dims() == call.operand(begin).dims()) continue;
    return InvalidArgumentError("operand " + std::to_string(i) + " has other dimensions than operand " +
                                std::to_string(begin));
  }
  return OkStatus();
}

StatusOr<Tensor> Own(Call& call, Tensor tensor) {
  if (tensor.unique()) return tensor;
  CPPJRT_ASSIGN_OR_RETURN(Tensor copy, call.Allocate(tensor.type(), tensor.dims()));
  std::memcpy(copy.mutable_bytes(), tensor.bytes().data(), tensor.bytes().size());
  return copy;
}

void GatherElements(const Tensor& source, const int64_t* indices, int64_t n, std::byte* out) {
  ForElementSize(ElementBytes(source.type()), [&]<typename T>(T) {
    const T* from = reinterpret_cast<const T*>(source.bytes().data());
    T* to = reinterpret_cast<T*>(out);
    for (int64_t i = 0; i < n; ++i) to[i] = from[indices[i]];
  });
}

void ScatterElements(const Tensor& source, const int64_t* indices, int64_t n, std::byte* out) {
  ForElementSize(ElementBytes(source.type()), [&]<typename T>(T) {
    const T* from = reinterpret_cast<const T*>(source.bytes().data());
    T* to = reinterpret_cast<T*>(out);
    for (int64_t i = 0; i < n; ++i) to[indices[i]] = from[i];
  });
}

void MoveElements(const Tensor& source, const int64_t* from, const int64_t* to, int64_t n, std::byte* out) {
  ForElementSize(ElementBytes(source.type()), [&]<typename T>(T) {
    const T* elements = reinterpret_cast<const T*>(source.bytes().data());
    T* moved = reinterpret_cast<T*>(out);
    for (int64_t i = 0; i < n; ++i) moved[to[i]] = elements[from[i]];
  });
}

}  // namespace cppjrt::stablehlo
