#include "cli/data/npy_dtype.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace cppjrt::data {
namespace {

using pjrt::ElementType;

struct Row {
  ElementType type;
  std::string_view code;  // of numpy: kind and bytes; empty where it has no such type
  std::string_view name;  // of ml_dtypes
};

// clang-format off
constexpr Row kRows[] = {
    {ElementType::kPred,          "b1",  ""},
    {ElementType::kS8,            "i1",  ""},
    {ElementType::kS16,           "i2",  ""},
    {ElementType::kS32,           "i4",  ""},
    {ElementType::kS64,           "i8",  ""},
    {ElementType::kU8,            "u1",  ""},
    {ElementType::kU16,           "u2",  ""},
    {ElementType::kU32,           "u4",  ""},
    {ElementType::kU64,           "u8",  ""},
    {ElementType::kF16,           "f2",  ""},
    {ElementType::kF32,           "f4",  ""},
    {ElementType::kF64,           "f8",  ""},
    {ElementType::kC64,           "c8",  ""},
    {ElementType::kC128,          "c16", ""},
    {ElementType::kBF16,          "",    "bfloat16"},
    {ElementType::kF8E5M2,        "",    "float8_e5m2"},
    {ElementType::kF8E4M3FN,      "",    "float8_e4m3fn"},
    {ElementType::kF8E4M3B11FNUZ, "",    "float8_e4m3b11fnuz"},
    {ElementType::kF8E5M2FNUZ,    "",    "float8_e5m2fnuz"},
    {ElementType::kF8E4M3FNUZ,    "",    "float8_e4m3fnuz"},
    {ElementType::kF8E4M3,        "",    "float8_e4m3"},
    {ElementType::kF8E3M4,        "",    "float8_e3m4"},
    {ElementType::kF8E8M0FNU,     "",    "float8_e8m0fnu"},
    {ElementType::kF4E2M1FN,      "",    "float4_e2m1fn"},
    {ElementType::kF6E2M3FN,      "",    "float6_e2m3fn"},
    {ElementType::kF6E3M2FN,      "",    "float6_e3m2fn"},
    {ElementType::kS4,            "",    "int4"},
    {ElementType::kU4,            "",    "uint4"},
    {ElementType::kS2,            "",    "int2"},
    {ElementType::kU2,            "",    "uint2"},
    {ElementType::kS1,            "",    "int1"},
    {ElementType::kU1,            "",    "uint1"},
};

// Kinds without an element type, or (V, f, c) with sizes that have none.
struct Kind {
  char code;
  std::string_view meaning;
};
constexpr Kind kOtherKinds[] = {
    {'f', "floating point of another size, such as long double"},
    {'c', "complex of another size, such as long double"},
    {'i', "integer of another size"},
    {'u', "integer of another size"},
    {'b', "bool of another size"},
    {'V', "void of other than 1, 2, 4 or 8 bytes"},
    {'W', "complex of half precision"},
    {'M', "datetime"},
    {'m', "timedelta"},
    {'O', "Python object"},
    {'S', "byte string"},
    {'a', "byte string"},
    {'U', "string"},
    {'T', "string"},
};
// clang-format on

Status NoElementType(std::string_view descr, std::string_view why) {
  return UnimplementedError(fmt::format("numpy dtype '{}' ({}) has no element type", descr.substr(0, 80), why));
}

StatusOr<NpyDtype> ParseVoid(std::string_view descr, bool big_endian) {
  const std::string_view size = descr.substr(2);
  if (big_endian && size != "1") return NoElementType(descr, "big-endian void");
  if (size == "1") return NpyDtype{ElementType::kU8, true, false};
  if (size == "2") return NpyDtype{ElementType::kU16, true, false};
  if (size == "4") return NpyDtype{ElementType::kU32, true, false};
  if (size == "8") return NpyDtype{ElementType::kU64, true, false};
  return NoElementType(descr, "void of other than 1, 2, 4 or 8 bytes");
}

}  // namespace

StatusOr<NpyDtype> ParseDescr(std::string_view descr) {
  const auto* const named = std::ranges::find_if(kRows, [&](const Row& row) { return row.name == descr; });
  if (!descr.empty() && named != std::end(kRows)) return NpyDtype{named->type, false, false};
  if (descr.size() < 2 || std::string_view("<>|=").find(descr[0]) == std::string_view::npos) {
    return InvalidArgumentError(fmt::format("'{}' is not a numpy dtype", descr.substr(0, 80)));
  }
  const bool big_endian = descr[0] == '>';
  const std::string_view code = descr.substr(1);
  const auto* const row = std::ranges::find_if(kRows, [&](const Row& r) { return r.code == code; });
  if (row != std::end(kRows)) return NpyDtype{row->type, false, big_endian};
  if (code == "f1") return NpyDtype{ElementType::kF8E5M2, false, false};
  if (code[0] == 'V') return ParseVoid(descr, big_endian);
  const auto* const kind = std::ranges::find(kOtherKinds, code[0], &Kind::code);
  if (kind != std::end(kOtherKinds)) return NoElementType(descr, kind->meaning);
  return InvalidArgumentError(fmt::format("'{}' is not a numpy dtype", descr.substr(0, 80)));
}

std::string DescrOf(ElementType type) {
  const int64_t bytes = pjrt::HostBytesPerElement(type);
  const std::string_view order = bytes == 1 ? "|" : "<";
  if (!NumpyHas(type)) return fmt::format("{}V{}", order, bytes);
  return fmt::format("{}{}", order, std::ranges::find(kRows, type, &Row::type)->code);
}

bool NumpyHas(ElementType type) {
  const auto* const row = std::ranges::find(kRows, type, &Row::type);
  return row != std::end(kRows) && !row->code.empty();
}

}  // namespace cppjrt::data
