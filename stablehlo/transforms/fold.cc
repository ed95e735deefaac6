#include "stablehlo/transforms/fold.h"

#include <cstring>
#include <memory>

#include "stablehlo/eval/program.h"

namespace cppjrt::stablehlo {
namespace {

int64_t Load(const std::byte* at, int64_t width, bool is_unsigned) {
  uint64_t bits = 0;
  for (int64_t i = 0; i < width; ++i) bits |= static_cast<uint64_t>(at[i]) << (8 * i);
  if (is_unsigned || width == 8) return static_cast<int64_t>(bits);
  const int unused = 64 - static_cast<int>(8 * width);
  return static_cast<int64_t>(bits << unused) >> unused;
}

std::vector<std::byte> Bytes(std::span<const int64_t> values, int64_t width) {
  std::vector<std::byte> bytes;
  for (const int64_t v : values) {
    for (int64_t i = 0; i < width; ++i) bytes.push_back(static_cast<std::byte>(static_cast<uint64_t>(v) >> (8 * i)));
  }
  return bytes;
}

bool IsUnsignedElement(const TypeTable& types, TypeId element) {
  return types.IsUnsigned(element) || element == scalar::kI1;
}

StatusOr<RuntimeValue> ToRuntime(Module& module, TypeId element, const KnownInts& known) {
  const std::optional<ElementType> type = ToElementType(module.types(), element);
  if (!type) return UnimplementedError("no such element type at run time");
  const std::vector<std::byte> bytes = Bytes(known.values, module.types().element_bytes(element));
  CPPJRT_ASSIGN_OR_RETURN(Tensor tensor,
                          Tensor::Copy(*type, std::span<const int64_t>(known.dims), bytes, MemoryAllocator::Heap()));
  return RuntimeValue(std::move(tensor));
}

std::optional<KnownInts> FromRuntime(const RuntimeValue& value) {
  if (!value.is_tensor()) return std::nullopt;
  const Tensor& tensor = value.tensor();
  if (tensor.num_elements() > kMaxKnownElements) return std::nullopt;
  if (!IsInteger(tensor.type()) && tensor.type() != ElementType::kI1) return std::nullopt;
  KnownInts known;
  known.dims.assign(tensor.dims().begin(), tensor.dims().end());
  const int64_t width = ElementBytes(tensor.type());
  const bool is_unsigned = IsUnsigned(tensor.type()) || tensor.type() == ElementType::kI1;
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    known.values.push_back(Load(tensor.bytes().data() + i * width, width, is_unsigned));
  }
  return known;
}

}  // namespace

bool MayBeKnown(const TypeTable& types, TypeId type) {
  if (!types.IsTensor(type) || !types.IsInteger(types.element_type(type))) return false;
  if (types.bits(types.element_type(type)) > 64) return false;
  const std::optional<int64_t> count = types.num_elements(type);
  return !count || *count <= kMaxKnownElements;
}

std::optional<KnownInts> KnownFromAttr(const Module& module, AttrId dense) {
  const TypeTable& types = module.types();
  if (!module.attrs().Is(dense, AttrKind::kDense)) return std::nullopt;
  const DenseElements elements = module.attrs().dense(dense);
  if (!types.IsStaticTensor(elements.type) || !MayBeKnown(types, elements.type)) return std::nullopt;
  const TypeId element = types.element_type(elements.type);
  const int64_t width = types.element_bytes(element);
  KnownInts known;
  known.dims.assign(types.dims(elements.type).begin(), types.dims(elements.type).end());
  for (int64_t i = 0; i < *types.num_elements(elements.type); ++i) {
    const std::byte* at = elements.bytes.data() + (elements.is_splat ? 0 : i * width);
    known.values.push_back(Load(at, width, IsUnsignedElement(types, element)));
  }
  return known;
}

AttrId AttrFromKnown(Module& module, const KnownInts& known, TypeId element) {
  auto bytes = std::make_shared<std::vector<std::byte>>(Bytes(known.values, module.types().element_bytes(element)));
  const std::span<const std::byte> view = *bytes;
  if (view.size() > AttrTable::kInlineBytes) module.KeepAlive(bytes);
  return module.attrs().Dense(module.types().Tensor(known.dims, element), known.values.size() == 1, view);
}

std::optional<std::vector<KnownInts>> Fold(Module& module, OpId op, std::span<const KnownInts> operands) {
  std::vector<RuntimeValue> values;
  for (size_t i = 0; i < operands.size(); ++i) {
    const TypeId element = module.types().element_type(module.type(module.op(op).operands()[i]));
    StatusOr<RuntimeValue> value = ToRuntime(module, element, operands[i]);
    if (!value.ok()) return std::nullopt;
    values.push_back(std::move(*value));
  }
  const StatusOr<std::vector<RuntimeValue>> results = EvaluateOp(module, op, values);
  if (!results.ok()) return std::nullopt;
  std::vector<KnownInts> known;
  for (const RuntimeValue& result : *results) {
    std::optional<KnownInts> ints = FromRuntime(result);
    if (!ints) return std::nullopt;
    known.push_back(std::move(*ints));
  }
  return known;
}

}  // namespace cppjrt::stablehlo
