// CombineAllReduces: all_reduces that nothing keeps apart become one of several operands, so that partitions meet once.
//
//   %1 = all_reduce %a; %2 = all_reduce %b; use %1, %2      ->      %1, %2 = all_reduce %a, %b
//
// They have the same groups, element type and reduction, stand in one block, and nothing between them uses their results. The one
// stands where the last of them did; its operands are of 32 MB at most.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_COMBINE_ALL_REDUCES_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_COMBINE_ALL_REDUCES_H_

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// In all blocks of `root`. REQUIRES: shapes are static.
void CombineAllReduces(Module& module, OpId root);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_COMBINE_ALL_REDUCES_H_
