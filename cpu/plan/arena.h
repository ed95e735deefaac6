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
  int32_t region = -1;          // the answer: the region that the offset is in; -1: the arena
};

// Memory elsewhere that may be used before it is needed for something else: a result that is not written yet.
struct ArenaRegion {
  int64_t bytes = 0;
  int64_t until = 0;  // the last time at which it may be used
};

// Fills the answers; returns the bytes of the arena. Of two ways the one with the smaller arena is taken: in order of time,
// and, for plans of a moderate size, the largest first.
int64_t LayOutArena(std::vector<ArenaRequest>& requests, const std::vector<ArenaRegion>& regions = {});

// Which requests are alive when most bytes are: the first such time. In order.
struct ArenaPeak {
  int64_t bytes = 0;  // arena and regions together cannot be smaller
  std::vector<size_t> alive;
};
ArenaPeak FindPeak(const std::vector<ArenaRequest>& requests);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_ARENA_H_
