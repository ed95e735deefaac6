#include "stablehlo/ir/type.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <string>

#include "stablehlo/ir/small_words.h"

namespace cppjrt::stablehlo {
namespace {

enum class ScalarClass : uint8_t { kNone, kToken, kIndex, kInteger, kUnsigned, kFloat };

constexpr TypeKind KindOf(ScalarClass c) {
  switch (c) {
    case ScalarClass::kNone:
      return TypeKind::kNone;
    case ScalarClass::kToken:
      return TypeKind::kToken;
    case ScalarClass::kIndex:
      return TypeKind::kIndex;
    case ScalarClass::kFloat:
      return TypeKind::kFloat;
    case ScalarClass::kInteger:
    case ScalarClass::kUnsigned:
      break;
  }
  return TypeKind::kInteger;
}

constexpr ScalarInfo kScalars[] = {
#define SCALAR(name, text, class, bits, vhlo, since)                                             \
  {Scalar::k##name,                                                                              \
   #name,                                                                                        \
   text,                                                                                         \
   KindOf(ScalarClass::class),                                                                   \
   ScalarClass::class == ScalarClass::kUnsigned ? Signedness::kUnsigned : Signedness::kSignless, \
   bits,                                                                                         \
   vhlo,                                                                                         \
   since},
#include "stablehlo/ir/scalar_types.def"
#undef SCALAR
};

// Floats of one width are told apart by their place in the table, which travels in the upper byte of `extra`.
constexpr uint32_t Extra(const ScalarInfo& info) {
  const uint32_t number = info.kind == TypeKind::kFloat ? static_cast<uint32_t>(info.scalar) : 0;
  return static_cast<uint32_t>(info.bits) | number << 24;
}

}  // namespace

std::span<const ScalarInfo> Scalars() { return kScalars; }

std::optional<Scalar> FindScalar(std::string_view text) {
  for (const ScalarInfo& info : kScalars) {
    if (info.text.size() == text.size() && info.text == text) return info.scalar;
  }
  return std::nullopt;
}

TypeTable::TypeTable(Arena* arena, OnlyScalars) : records_(arena) {
  for (const ScalarInfo& info : kScalars) {
    const TypeId id = Intern(info.kind, static_cast<uint8_t>(info.signedness), Extra(info), {});
    assert(id == ToTypeId(info.scalar));
    static_cast<void>(id);
  }
}

// All tables begin with the same records: made once, copied then.
const RecordTable& TypeTable::ScalarRecords() {
  static Arena arena;
  static const TypeTable table(&arena, OnlyScalars());
  return table.records_;
}

TypeTable::TypeTable(Arena* arena) : records_(arena, ScalarRecords()) {}

TypeId TypeTable::Integer(int bits, Signedness signedness) {
  return Intern(TypeKind::kInteger, static_cast<uint8_t>(signedness), static_cast<uint32_t>(bits), {});
}

TypeId TypeTable::Complex(TypeId element) { return Intern(TypeKind::kComplex, 0, element.index(), {}); }

TypeId TypeTable::UnrankedTensor(TypeId element) { return Intern(TypeKind::kUnrankedTensor, 0, element.index(), {}); }

TypeId TypeTable::Opaque(NameId text) {
  const int64_t word = text.index();
  return Intern(TypeKind::kOpaque, 0, 0, {&word, 1});
}

TypeId TypeTable::Shaped(TypeKind kind, std::span<const int64_t> dims, TypeId element, AttrId encoding) {
  SmallWords words;
  words.push_back(PackWord(element.index(), encoding.index()));
  words.append(dims);
  return Intern(kind, 0, 0, words.span());
}

TypeId TypeTable::Tensor(std::span<const int64_t> dims, TypeId element, AttrId encoding) {
  return Shaped(TypeKind::kTensor, dims, element, encoding);
}

TypeId TypeTable::MemRef(std::span<const int64_t> dims, TypeId element) {
  return Shaped(TypeKind::kMemRef, dims, element, AttrId());
}

TypeId TypeTable::Members(TypeKind kind, std::span<const TypeId> first, std::span<const TypeId> second) {
  SmallWords words;
  for (TypeId t : first) words.push_back(t.index());
  for (TypeId t : second) words.push_back(t.index());
  return Intern(kind, 0, static_cast<uint32_t>(first.size()), words.span());
}

TypeId TypeTable::Tuple(std::span<const TypeId> members) { return Members(TypeKind::kTuple, members, {}); }
TypeId TypeTable::Future(std::span<const TypeId> members) { return Members(TypeKind::kFuture, members, {}); }
TypeId TypeTable::Function(std::span<const TypeId> inputs, std::span<const TypeId> results) {
  return Members(TypeKind::kFunction, inputs, results);
}

// Words: storage | expressed << 32, min, max, axis, then scales, then zero points (as many).
TypeId TypeTable::Quantized(const QuantizedType& type) {
  assert(type.scale_bits.size() == type.zero_points.size());
  SmallWords words;
  words.push_back(PackWord(type.storage.index(), type.expressed.index()));
  words.push_back(type.storage_min);
  words.push_back(type.storage_max);
  words.push_back(type.axis);
  words.append(type.scale_bits);
  words.append(type.zero_points);
  return Intern(type.axis < 0 ? TypeKind::kQuantized : TypeKind::kQuantizedAxis, 0, 0, words.span());
}

QuantizedType TypeTable::quantized(TypeId t) const {
  assert(IsQuantized(t));
  const std::span<const int64_t> words = records_[t.index()].span();
  const std::span<const int64_t> parameters = words.subspan(4);
  QuantizedType result;
  result.storage = TypeId(LowWord(words[0]));
  result.expressed = TypeId(HighWord(words[0]));
  result.storage_min = words[1];
  result.storage_max = words[2];
  result.axis = words[3];
  result.scale_bits = parameters.first(parameters.size() / 2);
  result.zero_points = parameters.subspan(parameters.size() / 2);
  return result;
}

bool TypeTable::IsStaticTensor(TypeId t) const {
  return IsTensor(t) && std::ranges::find(dims(t), kDynamic) == dims(t).end();
}

std::optional<int64_t> TypeTable::num_elements(TypeId t) const {
  int64_t count = 1;
  bool overflow = false;
  for (int64_t dim : dims(t)) {
    if (dim == kDynamic) return std::nullopt;
    if (dim == 0) return 0;
    overflow = overflow || __builtin_mul_overflow(count, dim, &count);
  }
  return overflow ? std::nullopt : std::optional<int64_t>(count);
}

TypeId TypeTable::element_type(TypeId t) const {
  switch (kind(t)) {
    case TypeKind::kTensor:
    case TypeKind::kMemRef:
      return TypeId(LowWord(records_[t.index()].words[0]));
    case TypeKind::kUnrankedTensor:
    case TypeKind::kComplex:
      return TypeId(records_[t.index()].extra);
    default:
      return t;
  }
}

std::optional<Scalar> TypeTable::AsScalar(TypeId t) const {
  if (t.index() >= std::size(kScalars)) return std::nullopt;
  return static_cast<Scalar>(t.index());
}

int64_t TypeTable::element_bytes(TypeId t) const {
  // No recursion: complex<complex<…>> and the like have no elements, however deep they are.
  int64_t values = 1;
  if (IsComplex(t)) {
    values = 2;
    t = element_type(t);
  } else if (IsQuantized(t)) {
    t = quantized(t).storage;
  }
  const TypeKind k = kind(t);
  const bool is_scalar = k == TypeKind::kIndex || k == TypeKind::kInteger || k == TypeKind::kFloat;
  return is_scalar ? values * ((bits(t) + 7) / 8) : 0;
}

}  // namespace cppjrt::stablehlo
