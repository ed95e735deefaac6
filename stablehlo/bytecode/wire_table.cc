#include "stablehlo/bytecode/wire_table.h"

#include <cstring>

#include "stablehlo/bytecode/wire_sort.h"
#include "stablehlo/ir/hash.h"

namespace cppjrt::stablehlo::bytecode {
namespace {

uint64_t HashFields(uint64_t hash, std::span<const WireField> fields) {
  for (const WireField& field : fields) {
    hash = HashMix(hash ^ static_cast<uint64_t>(field.kind), field.value);
    if (field.data != nullptr) hash = HashMix(hash, HashBytes(field.data, field.value));
  }
  return hash;
}

}  // namespace

bool WireField::operator==(const WireField& other) const {
  if (kind != other.kind || value != other.value) return false;
  const bool is_stretch = kind == Kind::kBlob || kind == Kind::kString || kind == Kind::kText;
  return !is_stretch || value == 0 || std::memcmp(data, other.data, value) == 0;
}

uint64_t WireStrings::Number(std::string_view text) {
  const auto [place, is_new] = numbers_.emplace(text, strings_.size());
  if (is_new) strings_.push_back(text);
  return place->second;
}

ByteWriter WireStrings::Section() const {
  ByteWriter out;
  out.Varint(strings_.size());
  for (size_t i = strings_.size(); i > 0; --i) out.Varint(strings_[i - 1].size() + 1);
  for (std::string_view text : strings_) out.TextAndZero(text);
  return out;
}

WireTable::WireTable() : dialect_names_{"builtin", "vhlo"}, dialect_numbers_(2, 0) {}

WireDialect WireTable::Dialect(std::string_view name) {
  const auto found = std::ranges::find(dialect_names_, name);
  const auto index = static_cast<size_t>(found - dialect_names_.begin());
  if (found == dialect_names_.end()) {
    dialect_names_.push_back(name);
    dialect_numbers_.push_back(0);
  }
  return static_cast<WireDialect>(index);
}

WireId WireTable::InternText(WireDialect dialect, bool is_type, std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  const WireField field = {WireField::Kind::kText, bytes.size(), bytes.data()};
  return Intern(dialect, is_type, {&field, 1});
}

WireId WireTable::Intern(WireDialect dialect, bool is_type, std::span<const WireField> fields) {
  const uint64_t hash = HashFields(static_cast<uint64_t>(dialect) << 1 | (is_type ? 1 : 0), fields);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    const Entry& entry = entries_[it->second];
    const bool same = entry.dialect == dialect && entry.is_type == is_type && std::ranges::equal(entry.fields, fields);
    if (same) return it->second;
  }
  const auto id = static_cast<WireId>(entries_.size());
  entries_.push_back({dialect, is_type, 0, 0, {fields.begin(), fields.end()}});
  by_hash_.emplace(hash, id);
  return id;
}

void WireTable::UseDialect(WireDialect dialect) {
  if (std::ranges::find(dialects_, dialect) != dialects_.end()) return;
  dialect_numbers_[static_cast<size_t>(dialect)] = dialects_.size();
  dialects_.push_back(dialect);
}

// Depth first, an entry before what it refers to; the stack holds entries and the field to go on with.
void WireTable::Use(WireId id) {
  struct Place {
    WireId id;
    size_t field;
  };
  std::vector<Place> stack;
  const auto visit = [&](WireId entry_id) {
    Entry& entry = entries_[entry_id];
    if (entry.uses++ > 0) return;
    UseDialect(entry.dialect);
    (entry.is_type ? types_ : attrs_).push_back(entry_id);
    stack.push_back({entry_id, 0});
  };
  visit(id);
  while (!stack.empty()) {
    Place& top = stack.back();
    const std::vector<WireField>& fields = entries_[top.id].fields;
    while (top.field < fields.size() && !fields[top.field].is_reference()) ++top.field;
    if (top.field == fields.size()) {
      stack.pop_back();
      continue;
    }
    visit(static_cast<WireId>(fields[top.field++].value));
  }
}

void WireTable::AssignNumbers() {
  for (std::vector<WireId>* list : {&attrs_, &types_}) {
    SortForWriting(
        *list, [this](WireId id) { return entries_[id].uses; },
        [this](WireId id) { return dialect_number(entries_[id].dialect); });
    for (size_t i = 0; i < list->size(); ++i) entries_[(*list)[i]].number = i;
  }
}

void WireTable::WriteFields(std::span<const WireField> fields, WireStrings& strings, ByteWriter& out) const {
  for (const WireField& field : fields) {
    switch (field.kind) {
      case WireField::Kind::kVarint:
        out.Varint(field.value);
        break;
      case WireField::Kind::kSigned:
        out.Signed(static_cast<int64_t>(field.value));
        break;
      case WireField::Kind::kByte:
        out.Byte(static_cast<uint8_t>(field.value));
        break;
      case WireField::Kind::kString:
        out.Varint(strings.Number({reinterpret_cast<const char*>(field.data), field.value}));
        break;
      case WireField::Kind::kReference:
        out.Varint(number(static_cast<WireId>(field.value)));
        break;
      case WireField::Kind::kOptionalReference:
        if (field.is_reference()) {
          out.Flagged(number(static_cast<WireId>(field.value)), true);
        } else {
          out.Varint(0);
        }
        break;
      case WireField::Kind::kText:
        out.Bytes({field.data, field.value});
        out.Byte(0);
        break;
      case WireField::Kind::kBlob:
        out.Varint(field.value);
        out.Bytes({field.data, field.value});
        break;
    }
  }
}

void WireTable::WriteGroups(std::span<const WireId> order, WireStrings& strings, ByteWriter& offsets,
                            ByteWriter& data) const {
  for (size_t i = 0; i < order.size();) {
    const WireDialect dialect = entries_[order[i]].dialect;
    size_t end = i;
    while (end < order.size() && entries_[order[end]].dialect == dialect) ++end;
    offsets.Varint(dialect_number(dialect));
    offsets.Varint(end - i);
    for (; i < end; ++i) {
      const size_t start = data.size();
      WriteFields(entries_[order[i]].fields, strings, data);
      const std::vector<WireField>& fields = entries_[order[i]].fields;
      offsets.Flagged(data.size() - start, fields[0].kind != WireField::Kind::kText);
    }
  }
}

void WireTable::WriteEntries(WireStrings& strings, ByteWriter& offsets, ByteWriter& data) const {
  offsets.Varint(attrs_.size());
  offsets.Varint(types_.size());
  WriteGroups(attrs_, strings, offsets, data);
  WriteGroups(types_, strings, offsets, data);
}

}  // namespace cppjrt::stablehlo::bytecode
