#include "cpu/kernels/scratch.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>

namespace cppjrt::cpu::kernels {
namespace {

constexpr size_t kHugePage = size_t{2} << 20;

std::atomic<int64_t> total_bytes = 0;
std::atomic<int64_t> total_allocations = 0;

class Block {
 public:
  Block() = default;
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  ~Block() { Free(); }

  std::byte* Get(size_t bytes) {
    const bool too_large = size_ > kScratchKept && bytes <= kScratchKept;
    if (bytes > size_ || too_large) Allocate(bytes);
    return data_;
  }

 private:
  void Allocate(size_t bytes) {
    Free();
    // Half as much again as before, so that slowly growing requests end soon.
    if (bytes <= kScratchKept) bytes = std::min(kScratchKept, std::max(bytes, last_ + last_ / 2));
    const size_t alignment = bytes >= kHugePage ? kHugePage : 64;
    bytes = (bytes + alignment - 1) / alignment * alignment;
    data_ = static_cast<std::byte*>(std::aligned_alloc(alignment, bytes));
    if (data_ == nullptr) return;
    if (alignment == kHugePage) madvise(data_, bytes, MADV_HUGEPAGE);
    size_ = bytes;
    last_ = std::min(bytes, kScratchKept);
    total_bytes.fetch_add(static_cast<int64_t>(bytes), std::memory_order_relaxed);
    total_allocations.fetch_add(1, std::memory_order_relaxed);
  }
  void Free() {
    std::free(data_);
    total_bytes.fetch_sub(static_cast<int64_t>(size_), std::memory_order_relaxed);
    data_ = nullptr;
    size_ = 0;
  }

  std::byte* data_ = nullptr;
  size_t size_ = 0;
  size_t last_ = 0;
};

}  // namespace

std::byte* Scratch(ScratchSlot slot, size_t bytes) {
  thread_local Block blocks[kNumScratchSlots];
  return blocks[static_cast<int>(slot)].Get(std::max<size_t>(bytes, 64));
}

ScratchStatistics GetScratchStatistics() {
  return {total_bytes.load(std::memory_order_relaxed), total_allocations.load(std::memory_order_relaxed)};
}

}  // namespace cppjrt::cpu::kernels
