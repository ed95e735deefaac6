// MemoryPool: the memory of one client. MemoryAccount: the part of it that one device uses, counted.
//
//   MemoryPool pool(4 << 30);                       // at most 4 GiB
//   MemoryAccount device(pool);
//   void* block = device.Allocate(1 << 20);         // aligned to 64 bytes; null beyond the limit
//   device.Free(block, 1 << 20);
//   device.stats().peak_bytes
//
// Blocks come in size classes, at most an eighth larger than asked, and a freed one is kept for the next of its class:
// fresh pages cost five times what copying into warm ones does. What is kept is given back to the system before an
// allocation fails, by Trim, and where it is more than a quarter of the limit. Large blocks are mapped on their own, so
// that pages nobody touches are never there.
#ifndef CPPJRT_CPU_RUNTIME_MEMORY_POOL_H_
#define CPPJRT_CPU_RUNTIME_MEMORY_POOL_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cpu/runtime/spin_lock.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::cpu {

struct MemoryStats {
  int64_t bytes_in_use = 0;
  int64_t peak_bytes = 0;
  int64_t allocations = 0;  // ever made
  int64_t largest_allocation = 0;
};

class MemoryPool {
 public:
  // `limit` is in bytes; what the system allows limits too. 0: only that.
  explicit MemoryPool(int64_t limit = 0);
  ~MemoryPool();
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;

  // Null if there is no memory for it within the limit.
  void* Allocate(size_t size);
  void Free(void* data, size_t size);

  // Gives kept blocks back to the system until at most `keep` bytes of them are left.
  void Trim(int64_t keep = 0);

  int64_t limit() const { return limit_; }
  // Handed out, as rounded.
  int64_t bytes_in_use() const { return in_use_.load(std::memory_order_relaxed); }
  // Held from the system: handed out and kept.
  int64_t bytes_held() const { return bytes_in_use() + kept_.load(std::memory_order_relaxed); }
  int64_t peak_bytes_held() const { return peak_held_.load(std::memory_order_relaxed); }

 private:
  // 64 bytes to 2^46, four or eight classes to a doubling.
  static constexpr size_t kClasses = 330;
  struct FreeBlock {
    FreeBlock* next;
  };
  struct Class {
    SpinLock lock;
    FreeBlock* first = nullptr;
  };

  static size_t ClassOf(size_t size);
  static size_t ClassSize(size_t index);
  FreeBlock* Take(size_t index);
  void* Fresh(size_t size);

  const int64_t limit_;
  std::atomic<int64_t> in_use_ = 0;
  std::atomic<int64_t> kept_ = 0;
  std::atomic<int64_t> peak_held_ = 0;
  std::array<Class, kClasses> classes_;
};

// Thread-safe.
class MemoryAccount : public stablehlo::MemoryAllocator {
 public:
  // The pool outlives it.
  explicit MemoryAccount(MemoryPool& pool) : pool_(&pool) {}

  void* Allocate(size_t size) override;
  void Free(void* data, size_t size) override;

  MemoryStats stats() const;
  // Starts peak, count and largest anew.
  void ClearStats();
  MemoryPool& pool() const { return *pool_; }

 private:
  MemoryPool* pool_;
  std::atomic<int64_t> in_use_ = 0;
  std::atomic<int64_t> peak_ = 0;
  std::atomic<int64_t> allocations_ = 0;
  std::atomic<int64_t> largest_ = 0;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_RUNTIME_MEMORY_POOL_H_
