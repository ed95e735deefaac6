// How much memory this process may have at all.
#ifndef CPPJRT_CPU_RUNTIME_SYSTEM_MEMORY_H_
#define CPPJRT_CPU_RUNTIME_SYSTEM_MEMORY_H_

#include <cstdint>

namespace cppjrt::cpu {

// The smallest of the machine's memory, the limits of the process's cgroups (v2, v1), its address space (RLIMIT_AS) and
// its data segment (RLIMIT_DATA), in bytes. What cannot be read does not limit.
int64_t SystemMemoryLimit();

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_RUNTIME_SYSTEM_MEMORY_H_
