#include "stablehlo/ir/string_table.h"

#include "stablehlo/ir/hash.h"

namespace cppjrt::stablehlo {

size_t StringTable::Probe(std::string_view text, uint64_t hash) const {
  const size_t mask = slots_.size() - 1;
  for (size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    if (slots_[slot] == 0) return slot;
    const Entry& entry = entries_[slots_[slot] - 1];
    if (entry.hash == hash && entry.text == text) return slot;
  }
}

NameId StringTable::Find(std::string_view text) const {
  if (slots_.empty()) return NameId();
  const uint32_t index = slots_[Probe(text, HashBytes(text.data(), text.size()))];
  return index == 0 ? NameId() : NameId(index - 1);
}

NameId StringTable::InternImpl(std::string_view text, bool copy) {
  if (entries_.size() * 2 >= slots_.size()) Grow();
  const uint64_t hash = HashBytes(text.data(), text.size());
  uint32_t& slot = slots_[Probe(text, hash)];
  if (slot == 0) {
    entries_.push_back({copy ? arena_->Copy(text) : text, hash});
    slot = static_cast<uint32_t>(entries_.size());
  }
  return NameId(slot - 1);
}

void StringTable::Grow() {
  slots_.assign(slots_.empty() ? 128 : slots_.size() * 2, 0);
  const size_t mask = slots_.size() - 1;
  for (size_t i = 0; i < entries_.size(); ++i) {
    size_t slot = entries_[i].hash & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<uint32_t>(i + 1);
  }
}

}  // namespace cppjrt::stablehlo
