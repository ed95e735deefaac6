// Which process this is, as seen from before a fork. A forked child has the memory of its parent but none of its
// threads: what waits for them would wait for ever. Objects note the generation they were made in, and who finds
// another one does not wait.
//
//   const uint32_t made_in = ForkGeneration();
//   …
//   if (made_in != ForkGeneration()) return error;  // in the child
#ifndef CPPJRT_CPU_RUNTIME_FORK_H_
#define CPPJRT_CPU_RUNTIME_FORK_H_

#include <atomic>
#include <cstdint>

namespace cppjrt::cpu {

namespace internal {
extern std::atomic<uint32_t> g_fork_generation;
}  // namespace internal

// One higher in each forked child, once WatchForks was called.
inline uint32_t ForkGeneration() { return internal::g_fork_generation.load(std::memory_order_relaxed); }

// Begins to count; may be called any number of times.
void WatchForks();

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_RUNTIME_FORK_H_
