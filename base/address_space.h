// What is mapped where in this process: lets code check a pointer that came from outside before it follows it.
#ifndef CPPJRT_BASE_ADDRESS_SPACE_H_
#define CPPJRT_BASE_ADDRESS_SPACE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cppjrt {

// A snapshot of the process's mappings. Where the system does not tell (no /proc), every non-null pointer passes.
class AddressSpace {
 public:
  static AddressSpace Snapshot();

  // Whether all of [data, data + size) can be read.
  bool Readable(const void* data, size_t size) const;
  // Whether the address lies in code.
  bool Executable(uintptr_t address) const;

 private:
  struct Range {
    uintptr_t begin;
    uintptr_t end;
    bool readable;
    bool executable;
  };
  const Range* Find(uintptr_t address) const;

  std::vector<Range> ranges_;  // ascending, disjoint
};

}  // namespace cppjrt

#endif  // CPPJRT_BASE_ADDRESS_SPACE_H_
