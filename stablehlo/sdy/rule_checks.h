// Whether sharding rules and edges of propagation fit the op that has them. Each check says what is wrong, or gives an empty
// text.
#ifndef CPPJRT_STABLEHLO_SDY_RULE_CHECKS_H_
#define CPPJRT_STABLEHLO_SDY_RULE_CHECKS_H_

#include <string>

#include "stablehlo/ir/module.h"
#include "stablehlo/sdy/attributes.h"
#include "stablehlo/sdy/module_shardings.h"

namespace cppjrt::stablehlo::sdy {

// A mapping for each operand and result, each with the rank of its tensor, and every factor in use.
std::string RuleProblem(const ShardingRule& rule, const Module& module, OpId op);

// The edges are between operands and results that the op has, along axes of the mesh of their shardings.
std::string EdgesProblem(const PropagationEdges& edges, const Module& module, OpId op, ModuleShardings& shardings);

}  // namespace cppjrt::stablehlo::sdy

#endif  // CPPJRT_STABLEHLO_SDY_RULE_CHECKS_H_
