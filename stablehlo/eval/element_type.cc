#include "stablehlo/eval/element_type.h"

#include <array>
#include <cstddef>

namespace cppjrt::stablehlo {
namespace {

struct Row {
  std::string_view name;
  int8_t bytes = 0;
  uint8_t bits = 0;
};

constexpr size_t kNumTypes = static_cast<size_t>(ElementType::kC128) + 1;

constexpr size_t Index(ElementType type) { return static_cast<size_t>(type); }

// By number: those of scalar_types.def, then the complex ones.
constexpr std::array<Row, kNumTypes> kRows = [] {
  std::array<Row, kNumTypes> rows = {};
#define SCALAR(name, text, class, bits, vhlo, since)                                                  \
  if (static_cast<size_t>(Scalar::k##name) < kNumTypes) {                                             \
    rows[static_cast<size_t>(Scalar::k##name)] = {text, static_cast<int8_t>(((bits) + 7) / 8), bits}; \
  }
#include "stablehlo/ir/scalar_types.def"
#undef SCALAR
  rows[Index(ElementType::kC64)] = {"complex<f32>", 8, 64};
  rows[Index(ElementType::kC128)] = {"complex<f64>", 16, 128};
  return rows;
}();

constexpr bool IsRunTimeScalar(Scalar s) { return s >= Scalar::kI1 && s <= Scalar::kF64; }

}  // namespace

std::optional<ElementType> ToElementType(const TypeTable& types, TypeId element) {
  if (!element.valid()) return std::nullopt;
  if (types.IsQuantized(element)) element = types.quantized(element).storage;
  if (types.IsComplex(element)) {
    const TypeId part = types.element_type(element);
    if (part == scalar::kF32) return ElementType::kC64;
    if (part == scalar::kF64) return ElementType::kC128;
    return std::nullopt;
  }
  const std::optional<Scalar> scalar = types.AsScalar(element);
  if (!scalar) return std::nullopt;
  if (*scalar == Scalar::kIndex) return ElementType::kI64;
  if (!IsRunTimeScalar(*scalar)) return std::nullopt;
  return static_cast<ElementType>(*scalar);
}

TypeId ToTypeId(TypeTable& types, ElementType type) {
  if (IsComplex(type)) return types.Complex(ToTypeId(types, RealType(type)));
  return TypeId(Index(type));
}

int64_t ElementBytes(ElementType type) { return kRows[Index(type)].bytes; }
int ElementBits(ElementType type) { return kRows[Index(type)].bits; }
std::string_view ElementTypeName(ElementType type) { return kRows[Index(type)].name; }

}  // namespace cppjrt::stablehlo
