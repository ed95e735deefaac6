// The attributes and types to write, each once, in the form in which they will be written but with references instead
// of the numbers they will have: those depend on how often each is used.
//
//   WireId t = wire.Type(WireDialect::kVhlo, WireFields().Code(20).…);
//
// Numbers are given as MLIR gives them, so that the bytes are those MLIR would write: in order of first use, depth first,
// then by number of uses, then grouped by dialect within the ranges that take equally many bytes.
#ifndef CPPJRT_STABLEHLO_BYTECODE_WIRE_TABLE_H_
#define CPPJRT_STABLEHLO_BYTECODE_WIRE_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "stablehlo/bytecode/byte_writer.h"

namespace cppjrt::stablehlo::bytecode {

// An attribute or type in a WireTable.
using WireId = uint32_t;
inline constexpr WireId kNoWireId = 0xffffffff;

// The dialect an entry or op name is of. WireTable::Foreign gives numbers to others.
enum class WireDialect : uint8_t { kBuiltin, kVhlo, kFirstForeign };

// A field of an entry. What data points to lives as long as the table.
struct WireField {
  enum class Kind : uint8_t { kVarint, kSigned, kByte, kString, kReference, kOptionalReference, kBlob, kText };
  Kind kind = Kind::kVarint;
  uint64_t value = 0;  // of stretches (kBlob, kString, kText): the size
  const std::byte* data = nullptr;

  bool is_reference() const {
    return kind == Kind::kReference || (kind == Kind::kOptionalReference && value != kNoWireId);
  }
  bool operator==(const WireField& other) const;
};

// Builds a list of fields.
class WireFields {
 public:
  WireFields& Varint(uint64_t value) { return Add({WireField::Kind::kVarint, value}); }
  WireFields& Signed(int64_t value) { return Add({WireField::Kind::kSigned, static_cast<uint64_t>(value)}); }
  WireFields& Byte(uint8_t value) { return Add({WireField::Kind::kByte, value}); }
  WireFields& Ref(WireId id) { return Add({WireField::Kind::kReference, id}); }
  WireFields& OptionalRef(WireId id) { return Add({WireField::Kind::kOptionalReference, id}); }
  WireFields& String(std::string_view text) {
    return Stretch(WireField::Kind::kString, std::as_bytes(std::span(text)));
  }
  WireFields& Blob(std::span<const std::byte> bytes) { return Stretch(WireField::Kind::kBlob, bytes); }
  WireFields& Signeds(std::span<const int64_t> values) {
    Varint(values.size());
    for (int64_t value : values) Signed(value);
    return *this;
  }
  std::span<const WireField> fields() const { return fields_; }

 private:
  WireFields& Add(WireField field) {
    fields_.push_back(field);
    return *this;
  }
  WireFields& Stretch(WireField::Kind kind, std::span<const std::byte> bytes) {
    return Add({kind, bytes.size(), bytes.data()});
  }

  std::vector<WireField> fields_;
};

// The strings of a file, in the order of their first use.
class WireStrings {
 public:
  // `text` lives as long as this.
  uint64_t Number(std::string_view text);
  ByteWriter Section() const;

 private:
  std::unordered_map<std::string_view, uint64_t> numbers_;
  std::vector<std::string_view> strings_;
};

class WireTable {
 public:
  WireTable();

  WireId Attr(WireDialect dialect, const WireFields& fields) { return Intern(dialect, false, fields.fields()); }
  WireId Type(WireDialect dialect, const WireFields& fields) { return Intern(dialect, true, fields.fields()); }
  // Kept as text, which every reader of that dialect can parse.
  WireId TextAttr(WireDialect dialect, std::string_view text) { return InternText(dialect, false, text); }
  WireId TextType(WireDialect dialect, std::string_view text) { return InternText(dialect, true, text); }
  // A dialect by name, which lives as long as the table.
  WireDialect Dialect(std::string_view name);
  std::string_view name(WireDialect dialect) const { return dialect_names_[static_cast<size_t>(dialect)]; }

  // Counts a use, and at the first one those of what the entry refers to.
  void Use(WireId id);
  // Gives numbers to all that is used. The dialects get theirs in the order of UseDialect and first use.
  void AssignNumbers();
  void UseDialect(WireDialect dialect);

  uint64_t number(WireId id) const { return entries_[id].number; }
  uint64_t dialect_number(WireDialect dialect) const { return dialect_numbers_[static_cast<size_t>(dialect)]; }
  // By number.
  std::span<const WireDialect> dialects() const { return dialects_; }

  void WriteFields(std::span<const WireField> fields, WireStrings& strings, ByteWriter& out) const;
  // The two sections of attributes and types.
  void WriteEntries(WireStrings& strings, ByteWriter& offsets, ByteWriter& data) const;

 private:
  struct Entry {
    WireDialect dialect = WireDialect::kBuiltin;
    bool is_type = false;
    uint32_t uses = 0;
    uint64_t number = 0;
    std::vector<WireField> fields;
  };

  WireId Intern(WireDialect dialect, bool is_type, std::span<const WireField> fields);
  WireId InternText(WireDialect dialect, bool is_type, std::string_view text);
  void WriteGroups(std::span<const WireId> order, WireStrings& strings, ByteWriter& offsets, ByteWriter& data) const;

  std::vector<Entry> entries_;
  std::unordered_multimap<uint64_t, WireId> by_hash_;
  std::vector<WireId> attrs_, types_;  // used ones: in order of first use, then by number
  std::vector<WireDialect> dialects_;
  std::vector<std::string_view> dialect_names_;
  std::vector<uint64_t> dialect_numbers_;
};

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_WIRE_TABLE_H_
