// How much memory the machine has.
#ifndef CPPJRT_BASE_MEMORY_SIZE_H_
#define CPPJRT_BASE_MEMORY_SIZE_H_

#include <cstddef>

namespace cppjrt {

// Bytes of physical memory, or SIZE_MAX if the system does not tell.
size_t PhysicalMemoryBytes();

}  // namespace cppjrt

#endif  // CPPJRT_BASE_MEMORY_SIZE_H_
