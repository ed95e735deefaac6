// CallGraph: which functions of a module run which others.
#ifndef CPPJRT_STABLEHLO_EVAL_CALL_GRAPH_H_
#define CPPJRT_STABLEHLO_EVAL_CALL_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// A snapshot. Edges are symbol references of func.call and stablehlo.composite; what other ops name (run_parallel) is
// looked up when they run. Linear in the size of the module.
class CallGraph {
 public:
  explicit CallGraph(const Module& module);

  // All functions, callees before callers as far as there is such an order.
  std::span<const OpId> order() const { return order_; }
  std::span<const OpId> callees(OpId function) const;
  // "f -> g -> f" if the function is in a cycle of calls. Of those in several cycles at once, some may be missed: they
  // call one that is not.
  std::string CycleThrough(OpId function) const;

 private:
  void AddFunction(const Module& module, OpId function, const std::unordered_map<std::string_view, OpId>& by_name);
  void Visit(const Module& module, OpId root);
  void NoteCycle(const Module& module, std::span<const OpId> path, OpId again);

  std::unordered_map<OpId, std::vector<OpId>> callees_;
  std::unordered_map<OpId, bool> done_;  // false: begun
  std::unordered_map<OpId, std::string> cycles_;
  std::vector<OpId> order_;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_CALL_GRAPH_H_
