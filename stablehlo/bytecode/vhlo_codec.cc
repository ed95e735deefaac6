// How VHLO's attributes and types are encoded. What comes out is StableHLO's: a vhlo.tensor is dense<…>, a vhlo.i32 is
// i32. Enumerations, structs and scalars have their codes in the op tables.

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "stablehlo/bytecode/entry_table.h"
#include "stablehlo/bytecode/struct_codec.h"
#include "stablehlo/op/def_tables.h"

namespace cppjrt::stablehlo::bytecode {
namespace {

// Attributes whose fields are those of one of MLIR's own.
struct LikeBuiltin {
  VhloAttr code;
  BuiltinAttr builtin;
};
constexpr LikeBuiltin kLikeBuiltin[] = {
    {VhloAttr::kArray, BuiltinAttr::kArray},   {VhloAttr::kDictionary, BuiltinAttr::kDictionary},
    {VhloAttr::kFloat, BuiltinAttr::kFloat},   {VhloAttr::kInteger, BuiltinAttr::kInteger},
    {VhloAttr::kString, BuiltinAttr::kString}, {VhloAttr::kTensor, BuiltinAttr::kDense},
    {VhloAttr::kType, BuiltinAttr::kType},
};

AttrId ReadBool(EntryReader& r) {
  const uint64_t value = r.Varint();
  if (value > 1) r.Fail();
  return r.attrs().Bool(value == 1);
}

// The scalar of each type code.
constexpr size_t kNumTypeCodes = 64;
std::array<int, kNumTypeCodes> ScalarsByCode() {
  std::array<int, kNumTypeCodes> table;
  table.fill(-1);
  for (const ScalarInfo& info : Scalars()) {
    if (info.vhlo_code >= 0) table[static_cast<size_t>(info.vhlo_code)] = static_cast<int>(info.scalar);
  }
  return table;
}

TypeId ReadFutureType(EntryReader& r) {
  const std::vector<TypeId> members = r.Types();
  return r.ready() ? r.types().Future(members) : TypeId();
}

TypeId ReadMemRefType(EntryReader& r) {
  const std::vector<int64_t> dims = r.Signeds();
  const TypeId element = r.Type();
  if (std::ranges::any_of(dims, [](int64_t dim) { return dim < 0 && dim != kDynamic; })) r.Fail();
  return r.ready() ? r.types().MemRef(dims, element) : TypeId();
}

TypeId ReadWitness(EntryReader& r) { return r.types().Opaque(r.module().names().Intern("!shape.witness")); }

template <BuiltinType code>
TypeId ReadLikeBuiltin(EntryReader& r) {
  return ReadBuiltinType(r, code);
}

struct TypeCodec {
  VhloType code;
  TypeId (*read)(EntryReader&);
};
constexpr TypeCodec kTypeCodecs[] = {
    {VhloType::kTensor, ReadLikeBuiltin<BuiltinType::kTensor>},
    {VhloType::kTensorWithEncoding, ReadLikeBuiltin<BuiltinType::kTensorWithEncoding>},
    {VhloType::kComplex, ReadLikeBuiltin<BuiltinType::kComplex>},
    {VhloType::kFunction, ReadLikeBuiltin<BuiltinType::kFunction>},
    {VhloType::kTuple, ReadLikeBuiltin<BuiltinType::kTuple>},
    {VhloType::kUnrankedTensor, ReadLikeBuiltin<BuiltinType::kUnrankedTensor>},
    {VhloType::kQuantized, ReadQuantized},
    {VhloType::kQuantizedAxis, ReadQuantizedAxis},
    {VhloType::kMemRef, ReadMemRefType},
    {VhloType::kFuture, ReadFutureType},
    {VhloType::kWitness, ReadWitness},
};

// Signed storage is signless in MLIR; unsigned storage may come as either.
TypeId StorageType(EntryReader& r, TypeId type, bool is_signed) {
  if (!r.ready() || !r.types().IsInteger(type)) return r.Fail(), TypeId();
  return r.types().Integer(r.types().bits(type), is_signed ? Signedness::kSignless : Signedness::kUnsigned);
}

}  // namespace

AttrId ReadVhloAttr(EntryReader& r) {
  const uint64_t code = r.Varint();
  for (const LikeBuiltin& row : kLikeBuiltin) {
    if (static_cast<uint64_t>(row.code) == code) return ReadBuiltinAttr(r, row.builtin);
  }
  if (code == static_cast<uint64_t>(VhloAttr::kBool)) return ReadBool(r);
  if (const auto kind = FindEnumByVhloCode(code)) return ReadEnum(r, *kind);
  if (const auto kind = FindStructByVhloCode(code)) return ReadStruct(r, *kind, StructStyle::kVhlo);
  return RefuseCode(r, code), AttrId();
}

TypeId ReadVhloType(EntryReader& r) {
  static const std::array<int, kNumTypeCodes> scalars = ScalarsByCode();
  const uint64_t code = r.Varint();
  if (code < scalars.size() && scalars[code] >= 0) return TypeId(static_cast<size_t>(scalars[code]));
  for (const TypeCodec& row : kTypeCodecs) {
    if (static_cast<uint64_t>(row.code) == code) return row.read(r);
  }
  return RefuseCode(r, code), TypeId();
}

TypeId ReadQuantized(EntryReader& r) {
  QuantizedType type;
  const bool is_signed = (r.Varint() & 1) != 0;
  const TypeId storage = r.Type();
  type.expressed = r.Type();
  const int64_t scale[] = {r.Signed()};
  const int64_t zero_point[] = {r.Signed()};
  type.storage_min = r.Signed();
  type.storage_max = r.Signed();
  if (!r.ready()) return TypeId();
  type.storage = StorageType(r, storage, is_signed);
  type.scale_bits = scale;
  type.zero_points = zero_point;
  return r.ready() ? r.types().Quantized(type) : TypeId();
}

TypeId ReadQuantizedAxis(EntryReader& r) {
  QuantizedType type;
  const bool is_signed = (r.Varint() & 1) != 0;
  const TypeId storage = r.Type();
  type.expressed = r.Type();
  const uint64_t axis = r.Varint();
  type.storage_min = r.Signed();
  type.storage_max = r.Signed();
  const std::vector<int64_t> scales = r.Signeds();
  const std::vector<int64_t> zero_points = r.Signeds();
  if (axis > 0x7fffffff || scales.size() != zero_points.size()) r.Fail();
  if (!r.ready()) return TypeId();
  type.storage = StorageType(r, storage, is_signed);
  type.axis = static_cast<int64_t>(axis);
  type.scale_bits = scales;
  type.zero_points = zero_points;
  return r.ready() ? r.types().Quantized(type) : TypeId();
}

TypeId ReadQuantType(EntryReader& r) {
  constexpr uint64_t kUniform = 3;
  constexpr uint64_t kUniformPerAxis = 4;
  const uint64_t code = r.Varint();
  if (code == kUniform) return ReadQuantized(r);
  if (code == kUniformPerAxis) return ReadQuantizedAxis(r);
  return RefuseCode(r, code), TypeId();
}

}  // namespace cppjrt::stablehlo::bytecode
