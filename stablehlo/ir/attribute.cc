#include "stablehlo/ir/attribute.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "stablehlo/ir/small_words.h"

namespace cppjrt::stablehlo {
namespace {

// Bits of `sub` of a dense record.
constexpr uint8_t kSplat = 1;
constexpr uint8_t kExternal = 2;  // words are {address, size}; otherwise {size, bytes…}

int64_t Wrap(int64_t value, int bits, bool is_signed) {
  if (bits >= 64) return value;
  const int shift = 64 - bits;
  const uint64_t left = static_cast<uint64_t>(value) << shift;
  return is_signed ? static_cast<int64_t>(left) >> shift : static_cast<int64_t>(left >> shift);
}

}  // namespace

AttrTable::AttrTable(Arena* arena, StringTable* names, const TypeTable* types)
    : names_(names), types_(types), records_(arena) {}

// MLIR has one attribute for "true" and "1 : i1", so there is one here.
AttrId AttrTable::Integer(TypeId type, int64_t value) {
  if (type == scalar::kI1) return Bool((value & 1) != 0);
  const bool is_signed = !types_->IsUnsigned(type);
  const int64_t word = Wrap(value, types_->bits(type), is_signed);
  return Intern(AttrKind::kInteger, 0, type, {&word, 1});
}

AttrId AttrTable::WideInteger(TypeId type, std::span<const int64_t> words) {
  if (words.size() == 1) return Integer(type, words[0]);
  return Intern(AttrKind::kInteger, 0, type, words);
}

AttrId AttrTable::Float(TypeId type, uint64_t bits) {
  const int64_t word = static_cast<int64_t>(bits);
  return Intern(AttrKind::kFloat, 0, type, {&word, 1});
}

AttrId AttrTable::F32(float value) { return Float(scalar::kF32, std::bit_cast<uint32_t>(value)); }
AttrId AttrTable::F64(double value) { return Float(scalar::kF64, std::bit_cast<uint64_t>(value)); }

AttrId AttrTable::WideFloat(TypeId type, std::span<const int64_t> words) {
  return Intern(AttrKind::kFloat, 0, type, words);
}

AttrId AttrTable::String(NameId text, TypeId type) {
  const int64_t word = text.index();
  return Intern(AttrKind::kString, 0, type, {&word, 1});
}

AttrId AttrTable::SymbolRef(std::span<const NameId> path) {
  SmallWords words;
  for (NameId name : path) words.push_back(name.index());
  return Intern(AttrKind::kSymbolRef, 0, TypeId(), words.span());
}

AttrId AttrTable::SymbolRef(std::string_view name) {
  const NameId id = names_->Intern(name);
  return SymbolRef({&id, 1});
}

AttrId AttrTable::InternIds(AttrKind kind, uint8_t sub, TypeId type, std::span<const AttrId> ids) {
  SmallWords words;
  for (AttrId id : ids) words.push_back(id.index());
  return Intern(kind, sub, type, words.span());
}

AttrId AttrTable::Array(std::span<const AttrId> elements) { return InternIds(AttrKind::kArray, 0, TypeId(), elements); }

AttrId AttrTable::DenseArray(TypeId element, std::span<const int64_t> words) {
  return Intern(AttrKind::kDenseArray, 0, element, words);
}

AttrId AttrTable::Dictionary(std::span<const NamedAttr> entries) {
  std::vector<NamedAttr> sorted(entries.begin(), entries.end());
  std::ranges::sort(sorted, {}, [this](NamedAttr entry) { return (*names_)[entry.name]; });
  SmallWords words;
  for (NamedAttr entry : sorted) words.push_back(PackWord(entry.name.index(), entry.value.index()));
  return Intern(AttrKind::kDictionary, 0, TypeId(), words.span());
}

AttrId AttrTable::Type(TypeId type) { return Intern(AttrKind::kType, 0, type, {}); }

AttrId AttrTable::Dense(TypeId type, bool is_splat, std::span<const std::byte> bytes) {
  const uint8_t sub = is_splat ? kSplat : 0;
  if (bytes.size() > kInlineBytes) {
    const int64_t words[] = {static_cast<int64_t>(reinterpret_cast<uintptr_t>(bytes.data())),
                             static_cast<int64_t>(bytes.size())};
    return AttrId(records_.Append(static_cast<uint8_t>(AttrKind::kDense), sub | kExternal, type.index(), words));
  }
  int64_t words[1 + kInlineBytes / 8] = {static_cast<int64_t>(bytes.size())};
  const size_t count = (bytes.size() + 7) / 8;
  if (!bytes.empty()) std::memcpy(words + 1, bytes.data(), bytes.size());
  return Intern(AttrKind::kDense, sub, type, {words, 1 + count});
}

DenseElements AttrTable::dense(AttrId a) const {
  const Record& record = records_[a.index()];
  DenseElements result;
  result.type = TypeId(record.extra);
  result.is_splat = (record.sub & kSplat) != 0;
  if ((record.sub & kExternal) != 0) {
    const auto* data = reinterpret_cast<const std::byte*>(static_cast<uintptr_t>(record.words[0]));
    result.bytes = {data, static_cast<size_t>(record.words[1])};
  } else {
    const std::span<const int64_t> words = record.span();
    result.bytes = std::as_bytes(words.subspan(1)).first(static_cast<size_t>(words[0]));
  }
  return result;
}

AttrId AttrTable::Resource(TypeId type, NameId key) {
  const int64_t word = key.index();
  return Intern(AttrKind::kResource, 0, type, {&word, 1});
}

AttrId AttrTable::Sparse(TypeId type, AttrId indices, AttrId values) {
  const AttrId parts[] = {indices, values};
  return InternIds(AttrKind::kSparse, 0, type, parts);
}

AttrId AttrTable::Struct(StructKind kind, std::span<const AttrId> fields) {
  return InternIds(AttrKind::kStruct, static_cast<uint8_t>(kind), TypeId(), fields);
}

AttrId AttrTable::Enum(EnumKind kind, uint32_t value) {
  const int64_t word = value;
  return Intern(AttrKind::kEnum, static_cast<uint8_t>(kind), TypeId(), {&word, 1});
}

AttrId AttrTable::Location(LocId location) {
  const int64_t word = location.index();
  return Intern(AttrKind::kLocation, 0, TypeId(), {&word, 1});
}

AttrId AttrTable::Opaque(NameId text) {
  const int64_t word = text.index();
  return Intern(AttrKind::kOpaque, 0, TypeId(), {&word, 1});
}

NamedAttr AttrTable::entry(AttrId a, size_t i) const {
  const int64_t word = records_[a.index()].words[i];
  return {NameId(LowWord(word)), AttrId(HighWord(word))};
}

AttrId AttrTable::Lookup(AttrId dictionary, std::string_view key) const {
  for (size_t i = 0; i < size(dictionary); ++i) {
    const NamedAttr found = entry(dictionary, i);
    if ((*names_)[found.name] == key) return found.value;
  }
  return AttrId();
}

}  // namespace cppjrt::stablehlo
