// Whether the sharding that a collective of sdy gives its result is the one that follows from its operand's.
//
//   %1 = sdy.all_gather [{"b"}, {}] %0 out_sharding=<@mesh, [{"a"}, {}]>     if %0 is sharded [{"a", "b"}, {}]
#ifndef CPPJRT_STABLEHLO_SDY_COLLECTIVE_CHECKS_H_
#define CPPJRT_STABLEHLO_SDY_COLLECTIVE_CHECKS_H_

#include <optional>
#include <string>

#include "stablehlo/ir/module.h"
#include "stablehlo/op/opcode.h"
#include "stablehlo/sdy/module_shardings.h"

namespace cppjrt::stablehlo::sdy {

bool IsCollective(Opcode opcode);

// What is wrong, or empty. REQUIRES: IsCollective, one operand and one result, well-formed attributes, an out_sharding that
// fits the result.
std::string CollectiveProblem(const Module& module, OpId op, ModuleShardings& shardings);

// Values that are yet to be reduced say how: an op that changes the sharding `from` into `to` keeps that for the axes that stay
// unreduced, and reduces others as they say. `reduces` is how the op does so; none if it does as it finds.
std::string ReductionProblem(const TensorSharding& from, const TensorSharding& to, std::optional<Reduction> reduces);

}  // namespace cppjrt::stablehlo::sdy

#endif  // CPPJRT_STABLEHLO_SDY_COLLECTIVE_CHECKS_H_
