#include "stablehlo/op/op_table.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <string_view>
#include <type_traits>

namespace cppjrt::stablehlo {
namespace {

// Columns to arrays. A column may be empty, and C++ has no empty arrays: each array ends with an element that Rows
// drops.
namespace rows {

using enum TypeClass;
using enum Arity;
using enum AttrClass;
using enum Presence;
using enum RegionKind;

constexpr Default kNoDefault = {DefaultKind::kNoDefault};
constexpr Default kFalse = {DefaultKind::kFalse};
constexpr Default kTrue = {DefaultKind::kTrue};
constexpr Default kEmptyString = {DefaultKind::kEmptyString};
constexpr Default kEmptyArray = {DefaultKind::kEmptyArray};
constexpr Default kEmptyDict = {DefaultKind::kEmptyDict};
constexpr Default kEmptyI64s = {DefaultKind::kEmptyI64s};
constexpr Default kOnes = {DefaultKind::kOnes};
constexpr Default kZeroPairs = {DefaultKind::kZeroPairs};
constexpr Default kAllFalse = {DefaultKind::kAllFalse};
constexpr Default kDefaultPrecisions = {DefaultKind::kDefaultPrecisions};
constexpr Default kDefaultAccuracy = {DefaultKind::kDefaultAccuracy};
constexpr Default kNoChannel = {DefaultKind::kNoChannel};
constexpr Default kNoAlgorithm = {DefaultKind::kNoAlgorithm};
constexpr Default kSdySum = {DefaultKind::kSdySum};
constexpr Default Int(int number) { return {DefaultKind::kInt, number}; }
constexpr Default Real(double number) { return {DefaultKind::kReal, 0, number}; }
constexpr Lifetime Since(std::string_view version) { return {*Version::Parse(version)}; }
constexpr Lifetime Until(std::string_view version) { return {kOldestVersion, *Version::Parse(version)}; }
constexpr Lifetime NotOnWire() { return {kOldestVersion, {}, false}; }

#define ROWS(type, ...) std::to_array<type>({__VA_ARGS__ __VA_OPT__(, ) type{}})
#define IN(...) ROWS(OperandInfo, __VA_ARGS__)
#define OUT(...) ROWS(OperandInfo, __VA_ARGS__)
#define AT(...) ROWS(AttrInfo, __VA_ARGS__)
#define RG(...) ROWS(RegionInfo, __VA_ARGS__)
#define VHLO(...) ROWS(VhloName, __VA_ARGS__)
#define OP(name, full, in, out, at, rg, traits, syntax, infer, vhlo) \
  constexpr auto k##name##In = in;                                   \
  constexpr auto k##name##Out = out;                                 \
  constexpr auto k##name##At = at;                                   \
  constexpr auto k##name##Rg = rg;                                   \
  constexpr auto k##name##Vhlo = vhlo;
#include "stablehlo/op/ops.def"
#undef OP

}  // namespace rows

template <typename T, size_t n>
constexpr std::span<const T> Rows(const std::array<T, n>& rows) {
  return std::span<const T>(rows.data(), n - 1);
}

constexpr std::string_view DialectOf(std::string_view name) { return name.substr(0, name.find('.')); }
constexpr std::string_view MnemonicOf(std::string_view name) { return name.substr(name.find('.') + 1); }

namespace traits_of_rows {
using enum Trait;
constexpr OpInfo kOps[] = {
#define OP(name, full, in, out, at, rg, traits, syntax, infer, vhlo) \
  {Opcode::k##name,                                                  \
   #name,                                                            \
   full,                                                             \
   DialectOf(full),                                                  \
   MnemonicOf(full),                                                 \
   Rows(rows::k##name##In),                                          \
   Rows(rows::k##name##Out),                                         \
   Rows(rows::k##name##At),                                          \
   Rows(rows::k##name##Rg),                                          \
   traits,                                                           \
   syntax,                                                           \
   Infer::k##infer,                                                  \
   Rows(rows::k##name##Vhlo)},
#include "stablehlo/op/ops.def"
#undef OP
};
}  // namespace traits_of_rows

using traits_of_rows::kOps;

constexpr size_t kNumOps = std::size(kOps);
static_assert(kNumOps + 1 == static_cast<size_t>(Opcode::kCount));

constexpr bool RowsAreSorted() {
  return std::ranges::adjacent_find(kOps, std::greater_equal<>(), &OpInfo::name) == std::end(kOps);
}
static_assert(RowsAreSorted(), "ops.def is sorted by full name, without duplicates");

constexpr size_t CountDialect(std::string_view dialect) {
  return static_cast<size_t>(std::ranges::count(kOps, dialect, &OpInfo::dialect));
}
static_assert(CountDialect("stablehlo") == 118);
static_assert(CountDialect("chlo") == 51);

constexpr bool VersionsAscend() {
  for (const OpInfo& op : kOps) {
    for (size_t i = 1; i < op.vhlo.size(); ++i) {
      if (op.vhlo[i].since() <= op.vhlo[i - 1].since()) return false;
    }
  }
  return true;
}
static_assert(VersionsAscend(), "VHLO names of an op are in the order of their versions");

// ---- Lookup by name: open addressing in a table made at compile time.

constexpr uint64_t LoadWord(const char* bytes) {
  if (std::is_constant_evaluated()) {
    uint64_t word = 0;
    for (int i = 0; i < 8; ++i) word |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    return word;
  }
  uint64_t word = 0;
  std::memcpy(&word, bytes, 8);
  return word;
}

// Names differ in their length or in their last sixteen bytes, mostly. REQUIRES: at least 8 bytes.
constexpr uint64_t HashName(std::string_view name) {
  const uint64_t last = LoadWord(name.data() + name.size() - 8);
  const uint64_t before = LoadWord(name.size() >= 16 ? name.data() + name.size() - 16 : name.data());
  uint64_t hash = (last ^ (before << 7) ^ (before >> 3) ^ name.size()) * 0x9e3779b97f4a7c15u;
  hash ^= hash >> 29;
  return hash * 0xbf58476d1ce4e5b9u >> 32;
}

constexpr size_t kSlots = 1024;

constexpr std::array<uint16_t, kSlots> MakeSlots() {
  std::array<uint16_t, kSlots> slots = {};  // index + 1 into kOps
  for (size_t i = 0; i < kNumOps; ++i) {
    size_t slot = HashName(kOps[i].name) % kSlots;
    while (slots[slot] != 0) slot = (slot + 1) % kSlots;
    slots[slot] = static_cast<uint16_t>(i + 1);
  }
  return slots;
}

constexpr std::array<uint16_t, kSlots> kNameSlots = MakeSlots();

template <typename Row>
int IndexOf(std::span<const Row> rows, std::string_view name) {
  const auto found = std::ranges::find(rows, name, &Row::name);
  return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
}

}  // namespace

std::span<const OpInfo> Ops() { return kOps; }

const OpInfo& Info(Opcode opcode) { return kOps[static_cast<size_t>(opcode) - 1]; }

const OpInfo* FindOp(std::string_view name) {
  if (name.size() < 8) return nullptr;
  for (size_t slot = HashName(name) % kSlots; kNameSlots[slot] != 0; slot = (slot + 1) % kSlots) {
    const OpInfo& op = kOps[kNameSlots[slot] - 1];
    if (op.name == name) return &op;
  }
  return nullptr;
}

int OpInfo::FindAttr(std::string_view attr_name) const {
  const int index = IndexOf(attrs, attr_name);
  return index >= 0 && attrs[static_cast<size_t>(index)].presence == Presence::kWireOnly ? -1 : index;
}
int OpInfo::FindOperand(std::string_view operand_name) const { return IndexOf(operands, operand_name); }
int OpInfo::FindResult(std::string_view result_name) const { return IndexOf(results, result_name); }

std::string_view OpName(const Module& module, OpId op) {
  const Op& record = module.op(op);
  if (record.opcode != Opcode::kUnregistered) return Info(record.opcode).name;
  return record.name ? module.name(record.name) : std::string_view();
}

}  // namespace cppjrt::stablehlo
