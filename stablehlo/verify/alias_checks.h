// What a function's arguments say about the results they share memory with.
//
//   func.func @main(%x: tensor<2xf32> {tf.aliasing_output = 0 : i32}) -> tensor<2xf32>
//   func.func @main(%x: tensor<2xf32> {mhlo.result_alias = #mhlo.result_alias<result_index = [0]>}) -> tensor<2xf32>
#ifndef CPPJRT_STABLEHLO_VERIFY_ALIAS_CHECKS_H_
#define CPPJRT_STABLEHLO_VERIFY_ALIAS_CHECKS_H_

#include "stablehlo/op/infer_op.h"

namespace cppjrt::stablehlo {

// The results exist, and those of mhlo.result_alias have the type of what they share. REQUIRES: CheckOp, a func.func.
bool CheckAliases(const OpView& op, OpId function);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_VERIFY_ALIAS_CHECKS_H_
