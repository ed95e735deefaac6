// TripCount: how often a while loop runs, where its form tells.
//
//   %0 = while(%i = %c0) … cond { compare LT, %i, %n } do { … add %i, %c1 … }     runs n times
//
// JAX lowers scan, fori_loop with known bounds and map to loops of this form.
#ifndef CPPJRT_STABLEHLO_OP_TRIP_COUNT_H_
#define CPPJRT_STABLEHLO_OP_TRIP_COUNT_H_

#include <cstdint>
#include <optional>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// None if the loop does not count a variable from a constant up to a constant by a constant.
// REQUIRES: `op` is a stablehlo.while that the verifier accepts.
std::optional<int64_t> TripCount(const Module& module, OpId op);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_OP_TRIP_COUNT_H_
