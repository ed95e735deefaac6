#include "tests/fault_plugin/counts.h"

namespace fault {
namespace {

// Cells are never freed; a thread's cell passes, with its counts, to a later thread.
std::atomic<CountCell*> g_cells = nullptr;
std::atomic<int64_t> g_violations = 0;

struct CellRelease {
  CountCell* cell = nullptr;
  ~CellRelease() {
    // Objects destroyed later on this thread (by other destructors) must not write to a cell it no longer owns.
    t_counts = nullptr;
    if (cell != nullptr) cell->owned.store(false, std::memory_order_release);
  }
};
thread_local CellRelease t_release;

CountCell* FindFreeCell() {
  for (CountCell* cell = g_cells.load(std::memory_order_acquire); cell != nullptr; cell = cell->next) {
    if (!cell->owned.load(std::memory_order_relaxed) && !cell->owned.exchange(true, std::memory_order_acquire)) {
      return cell;
    }
  }
  return nullptr;
}

CountCell* NewCell() {
  CountCell* cell = new CountCell;
  cell->next = g_cells.load(std::memory_order_relaxed);
  while (!g_cells.compare_exchange_weak(cell->next, cell, std::memory_order_release, std::memory_order_relaxed)) {
  }
  return cell;
}

}  // namespace

constinit thread_local CountCell* t_counts = nullptr;

void ClaimCountCell() {
  CountCell* cell = FindFreeCell();
  t_counts = cell != nullptr ? cell : NewCell();
  t_release.cell = t_counts;
}

int64_t LiveCount(FaultKind kind) {
  int64_t sum = 0;
  for (CountCell* cell = g_cells.load(std::memory_order_acquire); cell != nullptr; cell = cell->next) {
    sum += cell->counts[static_cast<int>(kind)].load(std::memory_order_relaxed);
  }
  return sum;
}

void CountViolation() { g_violations.fetch_add(1, std::memory_order_relaxed); }
int64_t Violations() { return g_violations.load(std::memory_order_relaxed); }

}  // namespace fault
