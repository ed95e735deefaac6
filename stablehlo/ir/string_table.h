// Interned strings: attribute names, symbols, string attributes, file names, text of foreign attributes.
//
// Each distinct string is kept once; its NameId is equal exactly if the string is. Text that already lives as long as
// the module (the input) can be interned without a copy.
//
//   NameId dimension = names.Intern("dimension");
//   names[dimension] == "dimension"
#ifndef CPPJRT_STABLEHLO_IR_STRING_TABLE_H_
#define CPPJRT_STABLEHLO_IR_STRING_TABLE_H_

#include <string_view>
#include <vector>

#include "cppjrt/arena.h"
#include "stablehlo/ir/ids.h"

namespace cppjrt::stablehlo {

class StringTable {
 public:
  // `arena` outlives the table and holds the copies.
  explicit StringTable(Arena* arena) : arena_(arena) {}
  StringTable(const StringTable&) = delete;
  StringTable& operator=(const StringTable&) = delete;

  // The id of `text`, which is copied if it is new.
  NameId Intern(std::string_view text) { return InternImpl(text, /*copy=*/true); }
  // The same without a copy. REQUIRES: `text` stays valid as long as the table.
  NameId InternView(std::string_view text) { return InternImpl(text, /*copy=*/false); }
  // The id of `text`, or none if it was never interned.
  NameId Find(std::string_view text) const;

  // REQUIRES: `id` is of this table. Valid as long as the table.
  std::string_view operator[](NameId id) const { return entries_[id.index()].text; }
  size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    std::string_view text;
    uint64_t hash;
  };

  NameId InternImpl(std::string_view text, bool copy);
  size_t Probe(std::string_view text, uint64_t hash) const;
  void Grow();

  Arena* arena_;
  std::vector<Entry> entries_;
  std::vector<uint32_t> slots_;  // index + 1 into entries_, 0 = free; a power of two, at most half full
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_IR_STRING_TABLE_H_
