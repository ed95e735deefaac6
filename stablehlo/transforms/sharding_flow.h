// FlowShardings: how each value of a program is best shared by partitions, as follows from what is said of some of them.
//
//   %0 = iota; %1 = multiply %0, %0; return %1      result 0 is said to be [{"x"}]     ->  %0 and %1 are [{"x"}] too
//
// What is said: shardings of arguments and results, constraints, shardings of ops, of what enters and leaves manual computations,
// and groups of values that are to be alike. From there axes flow both ways along the dimensions that an op's operands and results
// have in common (partition_rules.h), and between what loops and branches take, carry and give, until nothing changes:
//
//   - a dimension takes axes if it has none, or has those at their front, and they divide its extent; it never loses any;
//   - a dimension that is said to be closed (no "?" in it) takes none, and no value takes an axis twice;
//   - of several that come together the one with the most parts goes on, where it cannot the next;
//   - along elementwise ops, loops and branches first, then along all ops.
//
// Manual axes do not flow into bodies of manual computations; others do.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_FLOW_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_FLOW_H_

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "stablehlo/ir/module.h"
#include "stablehlo/transforms/array_sharding.h"

namespace cppjrt::stablehlo {

struct FlowOptions {
  int64_t num_partitions = 1;
  // sdy.sharding of the function's arguments and results, by number; empty: nothing is said.
  std::span<const std::string> arguments;
  std::span<const std::string> results;
};

// The axes along each dimension, by value; values that nothing is known of are missing.
using FlowedDims = std::unordered_map<uint32_t, std::vector<AxisParts>>;

// Texts that are no shardings by axes say nothing. REQUIRES: the module is verified, calls are inlined.
FlowedDims FlowShardings(const Module& module, OpId function, const FlowOptions& options, const Meshes& meshes);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_FLOW_H_
