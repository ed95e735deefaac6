// Progressions: index arrays that count.
#ifndef CPPJRT_CPU_PASSES_PROGRESSION_H_
#define CPPJRT_CPU_PASSES_PROGRESSION_H_

#include <cstdint>
#include <optional>

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

// Element i of an array with (but for dimensions of extent 1) one dimension is start + i * step.
struct Progression {
  int64_t start = 0;
  int64_t step = 0;
};

// None if it is not known to be one, or its numbers do not fit the type.
std::optional<Progression> ProgressionOf(Value indices);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_PROGRESSION_H_
