// Scratch: memory of a thread that kernels pack into, kept from call to call so that a program in its steady state allocates
// nothing.
//
//   std::byte* panels = Scratch(ScratchSlot::kPanels, bytes);   // this thread's until it asks for the slot again
//
// A thread's memory grows to what was asked at once, up to kScratchKept a slot; what is larger is given back by the next
// smaller request or by the end of the thread.
#ifndef CPPJRT_CPU_KERNELS_SCRATCH_H_
#define CPPJRT_CPU_KERNELS_SCRATCH_H_

#include <cstddef>
#include <cstdint>

namespace cppjrt::cpu::kernels {

// Whatever can be in use at the same time in one thread has a slot of its own.
enum class ScratchSlot : uint8_t {
  kShared,  // what the caller of a kernel prepares for all threads
  kPanels,  // what one piece of work packs
  kSums,    // and what it sums in
  kRows,    // rows on their way into a panel
  kPadded,  // the input of a convolution with its padding
};
inline constexpr int kNumScratchSlots = 5;
inline constexpr size_t kScratchKept = size_t{64} << 20;

// At least `bytes` bytes at a multiple of 64, contents unspecified; null if there is no memory.
std::byte* Scratch(ScratchSlot slot, size_t bytes);

// What all threads hold now, and how often memory was asked of the system since the start.
struct ScratchStatistics {
  int64_t bytes = 0;
  int64_t allocations = 0;
};
ScratchStatistics GetScratchStatistics();

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_SCRATCH_H_
