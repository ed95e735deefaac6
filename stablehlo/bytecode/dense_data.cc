#include "stablehlo/bytecode/dense_data.h"

#include <algorithm>
#include <cstring>

namespace cppjrt::stablehlo::bytecode {
namespace {

using Bytes = std::span<const std::byte>;

// The type of what one byte or more holds: the part of complex numbers, the storage of quantized ones.
TypeId StoredType(const TypeTable& types, TypeId tensor) {
  TypeId element = types.element_type(tensor);
  if (types.IsComplex(element)) element = types.element_type(element);
  if (types.IsQuantized(element)) element = types.quantized(element).storage;
  return element;
}

// The bits of a value that does not fill its byte, or 8.
int PartialBits(const TypeTable& types, TypeId tensor) {
  const TypeId stored = StoredType(types, tensor);
  return stored == scalar::kI1 ? 8 : std::min(8, types.bits(stored));
}

bool IsSigned(const TypeTable& types, TypeId tensor) {
  const TypeId stored = StoredType(types, tensor);
  return types.IsInteger(stored) && !types.IsUnsigned(stored);
}

bool IsPredicate(const TypeTable& types, TypeId tensor) { return types.element_type(tensor) == scalar::kI1; }

std::span<std::byte> NewBytes(Module& module, size_t size) {
  return {module.arena().AllocateArray<std::byte>(size), size};
}

Bytes UnpackBits(Module& module, Bytes wire, size_t count) {
  const std::span<std::byte> out = NewBytes(module, count);
  for (size_t i = 0; i < count; ++i) out[i] = (wire[i / 8] >> (i % 8)) & std::byte{1};
  return out;
}

// Bytes that are 0 or 1.
Bytes Booleans(Module& module, Bytes wire) {
  if (std::ranges::all_of(wire, [](std::byte b) { return b <= std::byte{1}; })) return wire;
  const std::span<std::byte> out = NewBytes(module, wire.size());
  std::ranges::transform(wire, out.begin(), [](std::byte b) { return b == std::byte{0} ? b : std::byte{1}; });
  return out;
}

Bytes PredicatesFromWire(Module& module, Bytes wire, size_t count) {
  const bool packed = wire.size() == (count + 7) / 8 && wire.size() != count;
  const bool all_true = wire.size() == 1 && wire[0] == std::byte{0xff};
  return packed && !all_true ? UnpackBits(module, wire, count) : Booleans(module, wire);
}

std::byte Extend(std::byte value, int bits, bool is_signed) {
  const unsigned left = (static_cast<unsigned>(value) << (8 - bits)) & 0xff;
  const int extended =
      is_signed ? static_cast<int>(static_cast<int8_t>(left)) >> (8 - bits) : static_cast<int>(left >> (8 - bits));
  return static_cast<std::byte>(extended);
}

// Values of less than 8 bits, extended to their byte.
Bytes PartialFromWire(Module& module, Bytes wire, int bits, bool is_signed) {
  const auto extend = [=](std::byte b) { return Extend(b, bits, is_signed); };
  if (std::ranges::all_of(wire, [&](std::byte b) { return extend(b) == b; })) return wire;
  const std::span<std::byte> out = NewBytes(module, wire.size());
  std::ranges::transform(wire, out.begin(), extend);
  return out;
}

bool AllEqual(Bytes bytes, size_t element) {
  return bytes.size() > element && std::memcmp(bytes.data(), bytes.data() + element, bytes.size() - element) == 0;
}

}  // namespace

std::optional<DenseElements> ElementsFromWire(Module& module, TypeId type, Bytes wire) {
  const TypeTable& types = module.types();
  if (!type || !types.IsStaticTensor(type)) return std::nullopt;
  const std::optional<int64_t> count = types.num_elements(type);
  const auto size = static_cast<size_t>(types.element_bytes(types.element_type(type)));
  if (!count || *count < 0 || size == 0) return std::nullopt;
  const auto number = static_cast<uint64_t>(*count);
  DenseElements elements{type, false, wire};
  if (number == 0 && wire.size() <= size) {
    elements.bytes = {};  // MLIR writes a splat's one element even if there are none to stand for
    return elements;
  }
  if (IsPredicate(types, type)) {
    elements.bytes = PredicatesFromWire(module, wire, number);
  } else if (const int bits = PartialBits(types, type); bits < 8) {
    elements.bytes = PartialFromWire(module, wire, bits, IsSigned(types, type));
  }
  const size_t have = elements.bytes.size();
  if (have == size && number > 0) {
    elements.is_splat = true;
  } else if (have % size != 0 || have / size != number) {
    return std::nullopt;
  } else if (AllEqual(elements.bytes, size)) {
    elements.is_splat = true;
    elements.bytes = elements.bytes.first(size);
  }
  return elements;
}

std::span<const std::byte> ElementsToWire(const Module& module, const DenseElements& elements,
                                          std::vector<std::byte>& storage) {
  const TypeTable& types = module.types();
  const auto size = static_cast<size_t>(types.element_bytes(types.element_type(elements.type)));
  Bytes bytes = elements.bytes;
  if (!elements.is_splat && AllEqual(bytes, size)) bytes = bytes.first(size);
  if (IsPredicate(types, elements.type)) {
    const bool many = types.num_elements(elements.type).value_or(0) > 1;
    storage.assign((bytes.size() + 7) / 8, std::byte{0});
    for (size_t i = 0; i < bytes.size(); ++i) storage[i / 8] |= (bytes[i] & std::byte{1}) << (i % 8);
    if (many && bytes.size() == 1) storage[0] = bytes[0] == std::byte{0} ? std::byte{0} : std::byte{0xff};
    return storage;
  }
  const int bits = PartialBits(types, elements.type);
  if (bits == 8) return bytes;
  storage.assign(bytes.begin(), bytes.end());
  for (std::byte& b : storage) b = Extend(b, bits, false);
  return storage;
}

std::optional<std::vector<int64_t>> IntegerElements(const Module& module, AttrId attr) {
  const TypeTable& types = module.types();
  if (!module.attrs().Is(attr, AttrKind::kDense)) return std::nullopt;
  const DenseElements elements = module.attrs().dense(attr);
  const TypeId element = types.element_type(elements.type);
  const auto size = static_cast<size_t>(types.element_bytes(element));
  const std::optional<int64_t> count = types.num_elements(elements.type);
  if (!types.IsInteger(element) || size > 8 || !count) return std::nullopt;
  // A splat may stand for any number of elements; lists this long are no list of dimensions.
  if (elements.is_splat && *count > (1 << 20)) return std::nullopt;
  std::vector<int64_t> values(static_cast<size_t>(*count));
  for (size_t i = 0; i < values.size(); ++i) {
    uint64_t word = 0;
    std::memcpy(&word, elements.bytes.data() + (elements.is_splat ? 0 : i * size), size);
    const int shift = static_cast<int>(64 - 8 * size);
    const auto left = static_cast<int64_t>(word << shift);
    values[i] = types.IsUnsigned(element) || element == scalar::kI1 ? static_cast<int64_t>(word) : left >> shift;
  }
  return values;
}

}  // namespace cppjrt::stablehlo::bytecode
