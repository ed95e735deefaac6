#include "cpu/runtime/memory_pool.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <new>
#include <string>
#include <utility>

#include "cpu/runtime/system_memory.h"

namespace cppjrt::cpu {
namespace {

constexpr size_t kSmallest = stablehlo::MemoryAllocator::kAlignment;
constexpr int kSmallestLog = 6;
// Eight classes to a doubling; classes of 64-byte steps below 512 bytes fall together.
constexpr size_t kSteps = 8;
// Larger blocks are mapped on their own.
constexpr size_t kMapped = size_t{256} << 10;
constexpr size_t kHugePage = size_t{2} << 20;
// From here on it is worth asking the system whether it has so much.
constexpr size_t kAskFirst = size_t{256} << 20;

void RaiseTo(std::atomic<int64_t>& maximum, int64_t value) {
  int64_t seen = maximum.load(std::memory_order_relaxed);
  while (seen < value && !maximum.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
  }
}

// What the system could give now without swapping, in bytes; a large number if it does not say.
int64_t AvailableMemory() {
  std::ifstream info("/proc/meminfo");
  int64_t kilobytes = 0;
  bool found = false;
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("MemAvailable:") && !line.starts_with("SwapFree:")) continue;
    kilobytes += std::atoll(line.c_str() + line.find(':') + 1);
    found = true;
  }
  return found ? kilobytes * 1024 : std::numeric_limits<int64_t>::max();
}

void* Map(size_t size) {
  void* data = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) return nullptr;
  if (size >= kHugePage) ::madvise(data, size, MADV_HUGEPAGE);
  return data;
}

void GiveBack(void* data, size_t size) {
  if (size >= kMapped) {
    ::munmap(data, size);
  } else {
    ::operator delete(data, std::align_val_t{kSmallest});
  }
}

}  // namespace

// Of sizes 2^k to 2^(k+1), class k * 8 + the next three bits, rounded up.
size_t MemoryPool::ClassOf(size_t size) {
  const size_t units = (std::max(size, kSmallest) + kSmallest - 1) / kSmallest;  // of 64 bytes, at least 1
  if (units <= kSteps) return units - 1;
  const int log = std::bit_width(units - 1) - 1;  // 2^log <= units - 1 < 2^(log + 1)
  const int shift = log - 3;
  const size_t step = (units - 1) >> shift;  // 8 to 15
  return static_cast<size_t>(shift) * kSteps + step;
}

size_t MemoryPool::ClassSize(size_t index) {
  if (index < kSteps) return (index + 1) * kSmallest;
  const size_t shift = (index - kSteps) / kSteps;
  const size_t step = kSteps + (index - kSteps) % kSteps;
  return ((step + 1) << shift) * kSmallest;
}

MemoryPool::MemoryPool(int64_t limit) : limit_(limit > 0 ? std::min(limit, SystemMemoryLimit()) : SystemMemoryLimit()) {
  static_assert(kClasses >= (46 - kSmallestLog) * kSteps + kSteps);
}

MemoryPool::~MemoryPool() { Trim(); }

MemoryPool::FreeBlock* MemoryPool::Take(size_t index) {
  Class& of_size = classes_[index];
  of_size.lock.lock();
  FreeBlock* block = of_size.first;
  if (block != nullptr) of_size.first = block->next;
  of_size.lock.unlock();
  return block;
}

void* MemoryPool::Fresh(size_t size) {
  if (size >= kAskFirst && AvailableMemory() < static_cast<int64_t>(size)) return nullptr;
  return size >= kMapped ? Map(size) : ::operator new(size, std::align_val_t{kSmallest}, std::nothrow);
}

void* MemoryPool::Allocate(size_t size) {
  if (size > static_cast<size_t>(limit_)) return nullptr;
  const size_t index = ClassOf(size);
  const size_t rounded = ClassSize(index);
  const int64_t bytes = static_cast<int64_t>(rounded);
  const int64_t now = in_use_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  // The rounding must not make the last block that fits fail.
  if (now - bytes + static_cast<int64_t>(size) > limit_) {
    in_use_.fetch_sub(bytes, std::memory_order_relaxed);
    return nullptr;
  }
  void* data = Take(index);
  if (data != nullptr) {
    kept_.fetch_sub(bytes, std::memory_order_relaxed);
    return data;
  }
  const int64_t kept = kept_.load(std::memory_order_relaxed);
  if (now + kept > limit_) Trim(std::max<int64_t>(0, limit_ - now));
  data = Fresh(rounded);
  if (data == nullptr) {
    Trim();
    data = Fresh(rounded);
  }
  if (data == nullptr) {
    in_use_.fetch_sub(bytes, std::memory_order_relaxed);
    return nullptr;
  }
  RaiseTo(peak_held_, bytes_held());
  return data;
}

void MemoryPool::Free(void* data, size_t size) {
  const size_t index = ClassOf(size);
  const int64_t bytes = static_cast<int64_t>(ClassSize(index));
  in_use_.fetch_sub(bytes, std::memory_order_relaxed);
  if (kept_.load(std::memory_order_relaxed) + bytes > limit_ / 4) return GiveBack(data, static_cast<size_t>(bytes));
  kept_.fetch_add(bytes, std::memory_order_relaxed);
  auto* block = new (data) FreeBlock;
  Class& of_size = classes_[index];
  of_size.lock.lock();
  block->next = of_size.first;
  of_size.first = block;
  of_size.lock.unlock();
}

// The largest first: they are the fewest.
void MemoryPool::Trim(int64_t keep) {
  for (size_t index = kClasses; index-- > 0 && kept_.load(std::memory_order_relaxed) > keep;) {
    const size_t size = ClassSize(index);
    while (kept_.load(std::memory_order_relaxed) > keep) {
      FreeBlock* block = Take(index);
      if (block == nullptr) break;
      kept_.fetch_sub(static_cast<int64_t>(size), std::memory_order_relaxed);
      GiveBack(block, size);
    }
  }
}

void* MemoryAccount::Allocate(size_t size) {
  void* data = pool_->Allocate(size);
  if (data == nullptr) return nullptr;
  const auto bytes = static_cast<int64_t>(size);
  const int64_t now = in_use_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  allocations_.fetch_add(1, std::memory_order_relaxed);
  if (now > peak_.load(std::memory_order_relaxed)) RaiseTo(peak_, now);
  if (bytes > largest_.load(std::memory_order_relaxed)) RaiseTo(largest_, bytes);
  return data;
}

void MemoryAccount::Free(void* data, size_t size) {
  in_use_.fetch_sub(static_cast<int64_t>(size), std::memory_order_relaxed);
  pool_->Free(data, size);
}

MemoryStats MemoryAccount::stats() const {
  return {in_use_.load(std::memory_order_relaxed), peak_.load(std::memory_order_relaxed),
          allocations_.load(std::memory_order_relaxed), largest_.load(std::memory_order_relaxed)};
}

void MemoryAccount::ClearStats() {
  peak_.store(in_use_.load(std::memory_order_relaxed), std::memory_order_relaxed);
  allocations_.store(0, std::memory_order_relaxed);
  largest_.store(0, std::memory_order_relaxed);
}

}  // namespace cppjrt::cpu
