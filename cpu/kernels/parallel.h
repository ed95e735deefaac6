// ParallelFor of a pool that may be absent.
#ifndef CPPJRT_CPU_KERNELS_PARALLEL_H_
#define CPPJRT_CPU_KERNELS_PARALLEL_H_

#include <cstdint>

#include "base/interrupt.h"
#include "base/thread_pool.h"

namespace cppjrt::cpu::kernels {

// As ThreadPool::ParallelFor, interrupts included; without a pool, or for a single piece, in this thread.
template <class Function>
void ParallelFor(ThreadPool* pool, int64_t n, int64_t grain, const Function& function) {
  if (pool != nullptr && pool->num_threads() > 1 && n > grain) {
    pool->ParallelFor(n, grain, function);
    return;
  }
  for (int64_t begin = 0; begin < n && !Interrupted(); begin += grain) {
    function(begin, n - begin < grain ? n : begin + grain);
  }
}

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_PARALLEL_H_
