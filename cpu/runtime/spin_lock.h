// SpinLock: for sections of a few instructions that never wait, allocate or call out.
#ifndef CPPJRT_CPU_RUNTIME_SPIN_LOCK_H_
#define CPPJRT_CPU_RUNTIME_SPIN_LOCK_H_

#include <atomic>
#include <thread>

namespace cppjrt::cpu {

class SpinLock {
 public:
  void lock() {
    for (int tries = 0; held_.exchange(true, std::memory_order_acquire); ++tries) {
      // The holder may have lost its processor.
      if (tries >= 64) std::this_thread::yield();
    }
  }
  void unlock() { held_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> held_ = false;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_RUNTIME_SPIN_LOCK_H_
