#include "stablehlo/ir/location.h"

#include "stablehlo/ir/small_words.h"

namespace cppjrt::stablehlo {

LocTable::LocTable(Arena* arena) : records_(arena) { Intern(LocKind::kUnknown, 0, {}); }

LocId LocTable::File(const FileRange& range) {
  const int64_t words[] = {PackWord(range.line, range.column), PackWord(range.end_line, range.end_column)};
  return Intern(LocKind::kFile, range.file.index(), words);
}

FileRange LocTable::file(LocId loc) const {
  const Record& record = records_[loc.index()];
  return {NameId(record.extra), LowWord(record.words[0]), HighWord(record.words[0]), LowWord(record.words[1]),
          HighWord(record.words[1])};
}

LocId LocTable::Name(NameId name, LocId child) {
  const int64_t words[] = {name.index(), child.index()};
  return Intern(LocKind::kName, 0, words);
}

LocId LocTable::CallSite(LocId callee, LocId caller) {
  const int64_t words[] = {callee.index(), caller.index()};
  return Intern(LocKind::kCallSite, 0, words);
}

LocId LocTable::Fused(std::span<const LocId> members, AttrId metadata) {
  SmallWords words;
  for (LocId member : members) words.push_back(member.index());
  return Intern(LocKind::kFused, metadata.index(), words.span());
}

LocId LocTable::Opaque(NameId text) {
  const int64_t word = text.index();
  return Intern(LocKind::kOpaque, 0, {&word, 1});
}

LocId LocTable::Deferred(uint64_t number) {
  const int64_t word = static_cast<int64_t>(number);
  return Intern(LocKind::kDeferred, 0, {&word, 1});
}

}  // namespace cppjrt::stablehlo
