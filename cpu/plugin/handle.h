// Handles: objects of the C API that the caller destroys, in memory that stays theirs.
//
//   PJRT_Event* event = Handles<PJRT_Event>::New(…);
//   CPPJRT_RETURN_IF_ERROR(Handles<PJRT_Event>::Check(event, "event"));   // null, destroyed: INVALID_ARGUMENT
//   CPPJRT_RETURN_IF_ERROR(Handles<PJRT_Event>::Delete(event, "event"));
//
// A handle that was destroyed and is used again, or destroyed twice, is found out: the memory of handles is never given
// to anything else, a word before each says whether it lives, and a dead one is used for a new handle only after many
// others have died. Making one costs no call of the allocator.
#ifndef CPPJRT_CPU_PLUGIN_HANDLE_H_
#define CPPJRT_CPU_PLUGIN_HANDLE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <string>
#include <utility>

#include "cppjrt/status.h"
#include "cpu/runtime/spin_lock.h"

namespace cppjrt::cpu {

template <class T>
class Handles {
 public:
  template <typename... Args>
  static T* New(Args&&... args) {
    Slot* slot = TakeSlot();
    T* object;
    try {
      object = new (slot->storage) T{std::forward<Args>(args)...};
    } catch (...) {
      PutSlot(slot);
      throw;
    }
    slot->state.store(kLive, std::memory_order_release);
    return object;
  }

  static Status Check(const T* object, const char* what) {
    if (object != nullptr && reinterpret_cast<uintptr_t>(object) % alignof(Slot) == 0 &&
        SlotOf(object)->state.load(std::memory_order_relaxed) == kLive) [[likely]]
      return OkStatus();
    return Dead(object, what);
  }

  static Status Delete(T* object, const char* what) {
    CPPJRT_RETURN_IF_ERROR(Check(object, what));
    Slot* slot = SlotOf(object);
    uint64_t live = kLive;
    if (!slot->state.compare_exchange_strong(live, kDead)) return Dead(object, what);
    object->~T();
    PutSlot(slot);
    return OkStatus();
  }

 private:
  static constexpr uint64_t kLive = 0x6c697665'68616e64;
  static constexpr uint64_t kDead = 0x64656164'68616e64;
  static constexpr size_t kSlotsPerChunk = 64;
  // So many dead ones wait before the first of them lives again.
  static constexpr size_t kQuarantine = 256;

  struct alignas(16) Slot {
    std::atomic<uint64_t> state = kDead;
    Slot* next = nullptr;
    alignas(16) std::byte storage[sizeof(T)];
  };
  static_assert(alignof(T) <= 16);

  struct Pool {
    SpinLock lock;
    Slot* oldest = nullptr;
    Slot* newest = nullptr;
    size_t dead = 0;
    Slot* chunk = nullptr;  // of which `left` slots were never used
    size_t left = 0;
  };
  // Never destroyed: handles may outlive main.
  static Pool& pool() {
    alignas(Pool) static std::byte storage[sizeof(Pool)];
    static Pool* const pool = new (storage) Pool;
    return *pool;
  }

  static Slot* SlotOf(const T* object) {
    auto* bytes = reinterpret_cast<std::byte*>(const_cast<T*>(object));
    return reinterpret_cast<Slot*>(bytes - offsetof(Slot, storage));
  }

  static Slot* TakeSlot() {
    Pool& p = pool();
    const std::lock_guard lock(p.lock);
    if (p.dead > kQuarantine) {
      Slot* slot = p.oldest;
      p.oldest = slot->next;
      --p.dead;
      return slot;
    }
    if (p.left == 0) {
      p.chunk = new Slot[kSlotsPerChunk];
      p.left = kSlotsPerChunk;
    }
    return &p.chunk[kSlotsPerChunk - p.left--];
  }

  static void PutSlot(Slot* slot) {
    slot->next = nullptr;
    Pool& p = pool();
    const std::lock_guard lock(p.lock);
    (p.dead == 0 ? p.oldest : p.newest->next) = slot;
    p.newest = slot;
    ++p.dead;
  }

  static Status Dead(const T* object, const char* what) {
    return InvalidArgumentError(std::string(what) +
                                (object == nullptr ? " is null" : " was destroyed before, or is none"));
  }
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_HANDLE_H_
