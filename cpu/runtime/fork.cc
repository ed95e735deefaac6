#include "cpu/runtime/fork.h"

#include <pthread.h>

namespace cppjrt::cpu {

namespace internal {
std::atomic<uint32_t> g_fork_generation = 0;
}  // namespace internal

void WatchForks() {
  static const int kRegistered = ::pthread_atfork(nullptr, nullptr, [] { ++internal::g_fork_generation; });
  static_cast<void>(kRegistered);
}

}  // namespace cppjrt::cpu
