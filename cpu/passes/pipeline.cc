#include "cpu/passes/pipeline.h"

#include <algorithm>
#include <chrono>

#include "cpu/graph/verify.h"
#include "cpu/passes/carries.h"
#include "cpu/passes/contractions.h"
#include "cpu/passes/counted_loops.h"
#include "cpu/passes/cse.h"
#include "cpu/passes/dead_nodes.h"
#include "cpu/passes/fold.h"
#include "cpu/passes/invariants.h"
#include "cpu/passes/narrow_dims.h"
#include "cpu/passes/reorder.h"
#include "cpu/passes/simplify.h"
#include "cpu/passes/sort_keys.h"
#include "cpu/passes/split_carries.h"
#include "cpu/passes/split_concatenates.h"
#include "cpu/passes/split_reductions.h"
#include "cpu/passes/top_k.h"
#include "cpu/passes/unit_dims.h"
#include "cpu/passes/unroll.h"
#include "cpu/passes/unstack.h"

namespace cppjrt::cpu {
namespace {

using enum PassContract;

// clang-format off
constexpr Pass kPasses[] = {
    {"dead_nodes", "drop what has no use", kExact, DropDeadNodes},
    {"simplify", "put cheaper nodes in the place of others", kExact, Simplify},
    {"cse", "compute what is equal once", kExact, MergeCommonNodes},
    {"fold", "compute what is constant now", kOptionBound, FoldConstants},
    // Loops first, as what becomes of them is work for the rest.
    {"counted_loops", "find out how often loops run", kExact, FindCountedLoops},
    {"carries", "drop what need not be carried", kExact, DropCarries},
    {"unroll", "make straight lines of short loops", kExact, UnrollLoops},
    {"simplify", "put cheaper nodes in the place of others", kExact, Simplify},
    {"fold", "compute what is constant now", kOptionBound, FoldConstants},
    {"cse", "compute what is equal once", kExact, MergeCommonNodes},
    // What was carried and is a constant now may be what another loop counts by.
    {"counted_loops", "find out how often loops run", kExact, FindCountedLoops},
    {"carries", "drop what need not be carried", kExact, DropCarries},
    {"simplify", "put cheaper nodes in the place of others", kExact, Simplify},
    {"unstack", "compute parts that are only put together to be taken apart", kExact, UnstackParts},
    {"simplify", "put cheaper nodes in the place of others", kExact, Simplify},
    {"split_carries", "carry parts that are only put together to be taken apart", kExact, SplitCarries},
    {"simplify", "put cheaper nodes in the place of others", kExact, Simplify},
    {"reorder", "reduce in another order where that is cheaper", kReassociating, ReorderReductions},
    {"contractions", "contract where there is less to do", kReassociating, MoveContractions},
    {"unit_dims", "compute without dimensions of extent 1", kExact, DropUnitDims},
    {"simplify", "put cheaper nodes in the place of others", kExact, Simplify},
    {"narrow_dims", "put narrow last dimensions first", kExact, MoveNarrowDims},
    {"reorder", "reduce in another order where that is cheaper", kReassociating, ReorderReductions},
    {"split_reductions", "reduce to few results in parts", kReassociating, SplitReductions},
    {"simplify", "put cheaper nodes in the place of others", kExact, Simplify},
    {"invariants", "do in front of loops what need not be in them", kExact, MoveInvariants},
    {"cse", "compute what is equal once", kExact, MergeCommonNodes},
    {"simplify", "put cheaper nodes in the place of others", kExact, Simplify},
    {"fold", "compute what is constant now", kOptionBound, FoldConstants},
    {"dead_nodes", "drop what has no use", kExact, DropDeadNodes},
    {"sort_keys", "find out what sorts order by", kExact, FindSortKeys},
    {"top_k", "sort no more than is used", kExact, FindTopK},
    {"split_concatenates", "put together in parts what has many", kExact, SplitConcatenates},
    {"dead_nodes", "drop what has no use", kExact, DropDeadNodes},
};
// clang-format on

Status RunPass(Graph& graph, const Pass& pass, int number, const OptimizeOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const bool changed = pass.run(graph);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (options.times != nullptr) options.times->push_back({pass.name, seconds.count(), changed});
  if (options.after) options.after(number, pass.name, graph);
  if (!options.verify) return OkStatus();
  const Status status = Verify(graph);
  return status.ok() ? status : status.WithContext("behind pass " + std::string(pass.name));
}

}  // namespace

std::span<const Pass> Passes() { return kPasses; }

std::string_view ContractName(PassContract contract) {
  constexpr std::string_view kNames[] = {"exact", "reassociating", "option-bound"};
  return kNames[static_cast<size_t>(contract)];
}

Status Optimize(Graph& graph, const OptimizeOptions& options) {
  int number = 0;
  for (const Pass& pass : kPasses) {
    if (options.most_passes >= 0 && number >= options.most_passes) break;
    if (std::ranges::find(options.skip, pass.name) != options.skip.end()) continue;
    Pass chosen = pass;
    if (options.exact_folds && pass.run == FoldConstants) chosen.run = FoldExactly;
    CPPJRT_RETURN_IF_ERROR(RunPass(graph, chosen, ++number, options));
  }
  return OkStatus();
}

}  // namespace cppjrt::cpu
