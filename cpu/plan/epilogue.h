// Epilogues: kernels that run on each part of a dot's or convolution's result as soon as it is there and while it is in the cache.
//
//   call %3 = dot(%0, %1)              call %3 = dot(%0, %1)
//   kernel %6 = max(%3 + %2, 0)   ->     then %6 = max(%3 + %2, 0)
//
// A library kernel makes its result in tiles. Seen row-major as [batch, rows, columns], a tile is a range of rows and one of
// columns of one batch entry; which, the library decides when it runs.
#ifndef CPPJRT_CPU_PLAN_EPILOGUE_H_
#define CPPJRT_CPU_PLAN_EPILOGUE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "cpu/graph/graph.h"
#include "cpu/plan/fusion.h"
#include "cpu/plan/index.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

// The dimensions of a dot's or convolution's result in three groups, in their order.
struct TileShape {
  int64_t batch = 1;
  int64_t rows = 1;
  int64_t columns = 1;
  // Rows are what the library counts as n (rhs's dimensions, output features), columns what it counts as m.
  bool rows_are_n = false;
};
// Nothing for other nodes, and for results whose dimensions are in another order than the library's.
std::optional<TileShape> TileShapeOf(const Node& node);

// The numbers of the loops of an epilogue over a tile.
inline constexpr int64_t kTileBatch = 0;
inline constexpr int64_t kTileRow = 1;
inline constexpr int64_t kTileColumn = 2;
// The index in an array of `dims`, as many elements as the result has, of the element at those loops.
Index TileIndex(IndexSpace& space, const TileShape& tile, const Dims& dims);

// Whether a step is a call with an epilogue: its kernel is one stage of maps, without outer loops.
inline bool HasEpilogue(const Step& step) { return step.kind == Step::Kind::kCall && !step.kernel.stages.empty(); }

// Gives calls their epilogues, of steps in an order in which they can run.
void FuseEpilogues(std::vector<Step>& steps, const ValueSet& in_memory);

// Whether the call of a step reads memory of `v` by itself.
bool CallReads(const Step& step, Value v, const ValueSet& in_memory);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_EPILOGUE_H_
