// Optimize: the passes, in their order.
//
//   OptimizeOptions options;
//   std::vector<PassTime> times;
//   options.times = &times;
//   CPPJRT_RETURN_IF_ERROR(Optimize(*graph, options));
//
// Each pass has a contract, which says what it may do to results. None may depend on the processor: a pass sees the graph alone.
#ifndef CPPJRT_CPU_PASSES_PIPELINE_H_
#define CPPJRT_CPU_PASSES_PIPELINE_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

struct PassTime {
  std::string_view pass;
  double seconds = 0;
  bool changed = false;
};

struct OptimizeOptions {
  // Passes that are left out, by name.
  std::vector<std::string> skip;
  // Constants are folded where all processors give the same bits.
  bool exact_folds = false;
  // Runs the first so many passes only; negative: all. For finding the one that does harm.
  int most_passes = -1;
  // Verifies the graph behind every pass.
  bool verify = false;
  // Called behind every pass with its number, from 1.
  std::function<void(int number, std::string_view pass, const Graph& graph)> after;
  // Where the time of each goes; may be null.
  std::vector<PassTime>* times = nullptr;
};

enum class PassContract : uint8_t {
  // Every result keeps its bits: NaN (but for its payload), infinities and the sign of zero included.
  kExact,
  // Elements are combined in another order that the specification allows: sums of floats may round in another way.
  kReassociating,
  // Exact, but for what an option says: `exact_folds` of OptimizeOptions.
  kOptionBound,
};
// "exact", "reassociating", "option-bound".
std::string_view ContractName(PassContract contract);

struct Pass {
  std::string_view name;
  std::string_view purpose;
  PassContract contract;
  bool (*run)(Graph& graph);  // whether something changed
};
// In their order; some stand there several times.
std::span<const Pass> Passes();

// INTERNAL if a pass breaks the graph (with `verify`). REQUIRES: the graph is as Import leaves it.
Status Optimize(Graph& graph, const OptimizeOptions& options);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_PIPELINE_H_
