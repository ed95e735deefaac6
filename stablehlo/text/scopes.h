// ValueScopes: which value a name stands for.
//
// One hash table for all scopes that are open. Names are taken out in the opposite order of their coming, which leaves a
// table with linear probing as it was before, so leaving a scope costs as much as its names.
#ifndef CPPJRT_STABLEHLO_TEXT_SCOPES_H_
#define CPPJRT_STABLEHLO_TEXT_SCOPES_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "stablehlo/ir/hash.h"
#include "stablehlo/ir/ids.h"

namespace cppjrt::stablehlo::text {

class ValueScopes {
 public:
  // A name for `count` values with consecutive ids: %0 and %0#0, %0#1, …
  struct Entry {
    std::string_view name;
    ValueId first;
    uint32_t count = 0;
    uint32_t hash = 0;
    uint32_t slot = 0;
    uint32_t offset = 0;  // where it was defined
  };
  // What Leave needs to undo an Enter.
  struct Mark {
    uint32_t size;
    uint32_t visible_from;
  };

  // Opens a scope; in an isolated one nothing from outside can be seen.
  Mark Enter(bool isolated) {
    const Mark mark = {static_cast<uint32_t>(entries_.size()), visible_from_};
    if (isolated) visible_from_ = mark.size;
    return mark;
  }
  void Leave(Mark mark) {
    while (entries_.size() > mark.size) {
      slots_[entries_.back().slot] = 0;
      entries_.pop_back();
    }
    visible_from_ = mark.visible_from;
  }

  // Null if the name is not visible. Good until the next Define or Leave.
  const Entry* Find(std::string_view name) const {
    if (slots_.empty()) return nullptr;
    const uint32_t hash = Hash(name);
    for (size_t slot = hash & mask();; slot = (slot + 1) & mask()) {
      if (slots_[slot] == 0) return nullptr;
      const Entry& entry = entries_[slots_[slot] - 1];
      if (entry.hash == hash && slots_[slot] > visible_from_ && entry.name == name) return &entry;
    }
  }
  // REQUIRES: the name is not visible.
  void Define(std::string_view name, ValueId first, uint32_t count, uint32_t offset) {
    if ((entries_.size() + 1) * 2 > slots_.size()) Grow();
    entries_.push_back({name, first, count, Hash(name), 0, offset});
    Place(entries_.back(), static_cast<uint32_t>(entries_.size()));
  }

 private:
  static uint32_t Hash(std::string_view name) {
    return static_cast<uint32_t>(HashMix(HashBytes(name.data(), name.size()), 0));
  }
  size_t mask() const { return slots_.size() - 1; }
  void Place(Entry& entry, uint32_t number) {
    size_t slot = entry.hash & mask();
    while (slots_[slot] != 0) slot = (slot + 1) & mask();
    slots_[slot] = number;
    entry.slot = static_cast<uint32_t>(slot);
  }
  void Grow() {
    slots_.assign(slots_.empty() ? 256 : slots_.size() * 2, 0);
    for (uint32_t i = 0; i < entries_.size(); ++i) Place(entries_[i], i + 1);
  }

  std::vector<Entry> entries_;
  std::vector<uint32_t> slots_;  // index + 1, 0 = free
  uint32_t visible_from_ = 0;
};

}  // namespace cppjrt::stablehlo::text

#endif  // CPPJRT_STABLEHLO_TEXT_SCOPES_H_
