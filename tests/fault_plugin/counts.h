// How many objects of each kind live. Counting costs a load and a store: each thread has its own cell, only reading
// adds them up.
#ifndef CPPJRT_TESTS_FAULT_PLUGIN_COUNTS_H_
#define CPPJRT_TESTS_FAULT_PLUGIN_COUNTS_H_

#include <atomic>
#include <cstdint>

#include "tests/fault_plugin/control.h"

namespace fault {

struct alignas(64) CountCell {
  std::atomic<int64_t> counts[kFaultKinds] = {};
  std::atomic<bool> owned = true;  // a thread writes to it
  CountCell* next = nullptr;
};

extern constinit thread_local CountCell* t_counts;
// Sets t_counts to a cell no other thread writes to.
void ClaimCountCell();

inline void Count(FaultKind kind, int64_t change) {
  if (t_counts == nullptr) [[unlikely]]
    ClaimCountCell();
  std::atomic<int64_t>& count = t_counts->counts[static_cast<int>(kind)];
  count.store(count.load(std::memory_order_relaxed) + change, std::memory_order_relaxed);
}

int64_t LiveCount(FaultKind kind);

void CountViolation();
int64_t Violations();

// Counts the object it is part of.
template <FaultKind kind>
struct Counted {
  Counted() { Count(kind, 1); }
  Counted(const Counted&) { Count(kind, 1); }
  Counted& operator=(const Counted&) = default;
  ~Counted() { Count(kind, -1); }
};

}  // namespace fault

#endif  // CPPJRT_TESTS_FAULT_PLUGIN_COUNTS_H_
