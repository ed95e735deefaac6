#include "stablehlo/eval/memory_tags.h"

#include <iterator>

namespace cppjrt::stablehlo {
namespace {

uintptr_t Address(const void* data) { return reinterpret_cast<uintptr_t>(data); }

}  // namespace

void MemoryTags::Erase(const void* data, int64_t bytes) {
  const uintptr_t begin = Address(data);
  const uintptr_t end = begin + static_cast<uintptr_t>(bytes);
  auto at = tags_.upper_bound(begin);
  if (at != tags_.begin() && std::prev(at)->second.end > begin) --at;
  while (at != tags_.end() && at->first < end) at = tags_.erase(at);
}

void MemoryTags::Stamp(const void* data, int64_t bytes, int64_t value) {
  if (bytes <= 0) return;
  Erase(data, bytes);
  tags_[Address(data)] = {Address(data) + static_cast<uintptr_t>(bytes), value};
}

void MemoryTags::StampGiven(const void* data, int64_t bytes, int64_t value) {
  const int64_t there = At(data, bytes);
  const auto other = given_.find(there);
  given_[value] = other == given_.end() ? value : other->second;
  if (other == given_.end()) Stamp(data, bytes, value);
}

int64_t MemoryTags::OneOf(int64_t value) const {
  const auto given = given_.find(value);
  return given == given_.end() ? value : given->second;
}

bool MemoryTags::Holds(const void* data, int64_t bytes, int64_t value) const {
  return OneOf(At(data, bytes)) == OneOf(value);
}

void MemoryTags::EraseIf(const std::function<bool(int64_t value)>& gone) {
  std::erase_if(tags_, [&](const auto& entry) { return gone(entry.second.value); });
}

int64_t MemoryTags::At(const void* data, int64_t bytes) const {
  const auto found = tags_.find(Address(data));
  const bool whole = found != tags_.end() && found->second.end == Address(data) + static_cast<uintptr_t>(bytes);
  return whole ? found->second.value : kNothing;
}

int64_t MemoryTags::AnyAt(const void* data, int64_t bytes) const {
  auto at = tags_.lower_bound(Address(data) + static_cast<uintptr_t>(bytes));
  if (at == tags_.begin()) return kNothing;
  --at;
  return at->second.end > Address(data) ? at->second.value : kNothing;
}

}  // namespace cppjrt::stablehlo
