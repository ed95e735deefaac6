#include "pjrt/element_type.h"

#include <array>
#include <limits>
#include <string>
#include <utility>

namespace pjrt {
inline namespace v0 {
namespace {

using enum ElementKind;

// clang-format off
constexpr std::array kRows = {
    ElementTypeInfo{ElementType::kInvalid,       "invalid",          kNone,     0},
    ElementTypeInfo{ElementType::kPred,          "i1",               kBool,     1},
    ElementTypeInfo{ElementType::kS8,            "i8",               kSigned,   8},
    ElementTypeInfo{ElementType::kS16,           "i16",              kSigned,   16},
    ElementTypeInfo{ElementType::kS32,           "i32",              kSigned,   32},
    ElementTypeInfo{ElementType::kS64,           "i64",              kSigned,   64},
    ElementTypeInfo{ElementType::kU8,            "ui8",              kUnsigned, 8},
    ElementTypeInfo{ElementType::kU16,           "ui16",             kUnsigned, 16},
    ElementTypeInfo{ElementType::kU32,           "ui32",             kUnsigned, 32},
    ElementTypeInfo{ElementType::kU64,           "ui64",             kUnsigned, 64},
    ElementTypeInfo{ElementType::kF16,           "f16",              kFloat,    16},
    ElementTypeInfo{ElementType::kF32,           "f32",              kFloat,    32},
    ElementTypeInfo{ElementType::kF64,           "f64",              kFloat,    64},
    ElementTypeInfo{ElementType::kBF16,          "bf16",             kFloat,    16},
    ElementTypeInfo{ElementType::kC64,           "complex<f32>",     kComplex,  64},
    ElementTypeInfo{ElementType::kC128,          "complex<f64>",     kComplex,  128},
    ElementTypeInfo{ElementType::kF8E5M2,        "f8E5M2",           kFloat,    8},
    ElementTypeInfo{ElementType::kF8E4M3FN,      "f8E4M3FN",         kFloat,    8},
    ElementTypeInfo{ElementType::kF8E4M3B11FNUZ, "f8E4M3B11FNUZ",    kFloat,    8},
    ElementTypeInfo{ElementType::kF8E5M2FNUZ,    "f8E5M2FNUZ",       kFloat,    8},
    ElementTypeInfo{ElementType::kF8E4M3FNUZ,    "f8E4M3FNUZ",       kFloat,    8},
    ElementTypeInfo{ElementType::kS4,            "i4",               kSigned,   4},
    ElementTypeInfo{ElementType::kU4,            "ui4",              kUnsigned, 4},
    ElementTypeInfo{ElementType::kToken,         "!stablehlo.token", kNone,     0},
    ElementTypeInfo{ElementType::kS2,            "i2",               kSigned,   2},
    ElementTypeInfo{ElementType::kU2,            "ui2",              kUnsigned, 2},
    ElementTypeInfo{ElementType::kF8E4M3,        "f8E4M3",           kFloat,    8},
    ElementTypeInfo{ElementType::kF8E3M4,        "f8E3M4",           kFloat,    8},
    ElementTypeInfo{ElementType::kF8E8M0FNU,     "f8E8M0FNU",        kFloat,    8, 63},
    ElementTypeInfo{ElementType::kF4E2M1FN,      "f4E2M1FN",         kFloat,    4, 63},
    ElementTypeInfo{ElementType::kS1,            "s1",               kSigned,   1, 94},
    ElementTypeInfo{ElementType::kU1,            "ui1",              kUnsigned, 1, 94},
    ElementTypeInfo{ElementType::kF6E2M3FN,      "f6E2M3FN",         kFloat,    6, 114},
    ElementTypeInfo{ElementType::kF6E3M2FN,      "f6E3M2FN",         kFloat,    6, 114},
};

// XLA's spellings of types whose StableHLO name differs.
constexpr std::array<std::pair<std::string_view, ElementType>, 16> kXlaNames = {{
    {"pred", ElementType::kPred}, {"bool", ElementType::kPred},
    {"s2", ElementType::kS2},     {"s4", ElementType::kS4},     {"s8", ElementType::kS8},
    {"s16", ElementType::kS16},   {"s32", ElementType::kS32},   {"s64", ElementType::kS64},
    {"u2", ElementType::kU2},     {"u4", ElementType::kU4},     {"u8", ElementType::kU8},
    {"u16", ElementType::kU16},   {"u32", ElementType::kU32},   {"u64", ElementType::kU64},
    {"c64", ElementType::kC64},   {"c128", ElementType::kC128},
}};
// clang-format on

constexpr bool RowsMatchTheEnum() {
  for (size_t i = 0; i < kRows.size(); ++i) {
    if (static_cast<size_t>(kRows[i].type) != i) return false;
  }
  return true;
}
static_assert(RowsMatchTheEnum());

}  // namespace

std::span<const ElementTypeInfo> ElementTypes() { return kRows; }

const ElementTypeInfo& Info(ElementType type) {
  const auto index = static_cast<size_t>(type);
  return index < kRows.size() ? kRows[index] : kRows[0];
}

std::optional<ElementType> ElementTypeFromName(std::string_view name) {
  for (const ElementTypeInfo& row : kRows) {
    if (row.name == name && row.type != ElementType::kInvalid) return row.type;
  }
  for (const auto& [alias, type] : kXlaNames) {
    if (alias == name) return type;
  }
  return std::nullopt;
}

int64_t HostBytesPerElement(ElementType type) { return (Info(type).bits + 7) / 8; }

bool IsSubByte(ElementType type) { return Info(type).bits % 8 != 0 && type != ElementType::kPred; }

StatusOr<int64_t> NumElements(std::span<const int64_t> dims) {
  // A zero anywhere makes the array empty, however large the other dimensions are.
  int64_t count = 1;
  bool overflow = false;
  bool empty = false;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] < 0) {
      return cppjrt::InvalidArgumentError("dimension " + std::to_string(i) + " is negative (" +
                                          std::to_string(dims[i]) + ")");
    }
    empty |= dims[i] == 0;
    overflow |= __builtin_mul_overflow(count, dims[i], &count);
  }
  if (empty) return int64_t{0};
  if (overflow) return cppjrt::OutOfRangeError("number of elements does not fit in 64 bits");
  return count;
}

StatusOr<int64_t> HostBytes(ElementType type, std::span<const int64_t> dims) {
  const int64_t width = HostBytesPerElement(type);
  if (width == 0) {
    return cppjrt::InvalidArgumentError("element type " + std::string(Name(type)) + " (" +
                                        std::to_string(static_cast<int>(type)) + ") has no host representation");
  }
  CPPJRT_ASSIGN_OR_RETURN(int64_t count, NumElements(dims));
  if (__builtin_mul_overflow(count, width, &count)) {
    return cppjrt::OutOfRangeError("size in bytes does not fit in 64 bits");
  }
  return count;
}

}  // namespace v0
}  // namespace pjrt
