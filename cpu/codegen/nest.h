// Loop nests: the loops that a kernel's code has, chosen from those that the plan names.
//
// Adjacent loops become one where no index tells them apart (an elementwise f32[32,64] is a loop of 2048), a loop becomes two
// where a reshape cuts it, and one loop, or none, is made of vectors: the one that makes most accesses contiguous. Where others are
// contiguous along another loop, as in a transpose, both loops are cut into tiles.
#ifndef CPPJRT_CPU_CODEGEN_NEST_H_
#define CPPJRT_CPU_CODEGEN_NEST_H_

#include <cstdint>
#include <vector>

#include "cpu/plan/expression.h"
#include "cpu/plan/index.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu::codegen {

struct NestLoop {
  int64_t number = 0;  // in the index space
  int64_t extent = 1;
  std::vector<int64_t> breaks;  // where guards change, sorted; within (0, extent)
};

struct NestStage {
  Index inner;                  // the plan's inner loops in terms of `loops`
  std::vector<NestLoop> loops;  // outermost first; a vectorized one is last
  bool vectorized = false;      // the last loop runs over vectors
  int64_t tile_loops = 0;       // so many of the last loops are a tile: their order matters
};

struct Nest {
  Index outer;
  std::vector<NestLoop> loops;  // the shared ones
  bool vectorized = false;      // the last of these runs over vectors, and the stages' loops run within each
  std::vector<NestStage> stages;
};

// `in_memory`: what expressions read; `lanes`: elements in a vector; `straight`: the loops become straight code.
Nest ChooseNest(IndexSpace& space, const Kernel& kernel, const ValueSet& in_memory, int64_t lanes, bool straight);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_NEST_H_
