#include "base/address_space.h"

#include <algorithm>
#include <cstdio>

namespace cppjrt {

// Lines of /proc/self/maps: "55d0c8a00000-55d0c8a21000 r-xp 00000000 fd:00 1234   /usr/bin/x".
AddressSpace AddressSpace::Snapshot() {
  AddressSpace space;
  std::FILE* file = std::fopen("/proc/self/maps", "re");
  if (file == nullptr) return space;
  char line[512];
  bool at_line_start = true;
  while (std::fgets(line, sizeof line, file) != nullptr) {
    uintptr_t begin = 0;
    uintptr_t end = 0;
    char flags[5] = {};
    // A path longer than the buffer continues in the next piece, which is no line of its own.
    if (at_line_start && std::sscanf(line, "%zx-%zx %4s", &begin, &end, flags) == 3) {
      space.ranges_.push_back({begin, end, flags[0] == 'r', flags[2] == 'x'});
    }
    at_line_start = false;
    for (const char* c = line; *c != '\0'; ++c) at_line_start |= *c == '\n';
  }
  std::fclose(file);
  return space;
}

const AddressSpace::Range* AddressSpace::Find(uintptr_t address) const {
  const auto after = std::upper_bound(ranges_.begin(), ranges_.end(), address,
                                      [](uintptr_t value, const Range& range) { return value < range.begin; });
  if (after == ranges_.begin()) return nullptr;
  const Range& range = *(after - 1);
  return address < range.end ? &range : nullptr;
}

bool AddressSpace::Readable(const void* data, size_t size) const {
  uintptr_t address = reinterpret_cast<uintptr_t>(data);
  if (address == 0) return false;
  if (ranges_.empty()) return true;
  if (size > UINTPTR_MAX - address) return false;
  const uintptr_t end = address + size;
  do {
    const Range* range = Find(address);
    if (range == nullptr || !range->readable) return false;
    address = range->end;
  } while (address < end);
  return true;
}

bool AddressSpace::Executable(uintptr_t address) const {
  if (address == 0) return false;
  if (ranges_.empty()) return true;
  const Range* range = Find(address);
  return range != nullptr && range->executable;
}

}  // namespace cppjrt
