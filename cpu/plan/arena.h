// Offsets of buffers in one arena: those that are alive at the same time do not overlap.
#ifndef CPPJRT_CPU_PLAN_ARENA_H_
#define CPPJRT_CPU_PLAN_ARENA_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cppjrt::cpu {

struct ArenaRequest {
  int64_t bytes = 0;
  int64_t first = 0, last = 0;  // when it is alive, both included
  int64_t offset = 0;           // the answer; a multiple of 64
};

// Fills the offsets; returns the bytes in all.
int64_t LayOutArena(std::vector<ArenaRequest>& requests);

// Which requests are alive when most bytes are: the first such time. In order.
struct ArenaPeak {
  int64_t bytes = 0;  // no arena can be smaller
  std::vector<size_t> alive;
};
ArenaPeak FindPeak(const std::vector<ArenaRequest>& requests);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_ARENA_H_
