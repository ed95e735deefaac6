#include "cpu/native/reproducible.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace cppjrt::cpu {
namespace {

// Complex functions in double are computed in long double, by the C library.
bool CallsLongDouble(const Node& node) {
  if (node.kind != NodeKind::kElementwise || ElementCost(node.op()) <= 1) return false;
  if (node.op() == ElementOp::kMultiply || node.op() == ElementOp::kConvert) return false;
  return node.shape().type == ElementType::kC128;
}

// What the evaluator does by moving elements, by integers, or by sums, products and roots in a fixed order.
constexpr std::string_view kExact[] = {
    "after_all",         "all_gather", "all_reduce",           "all_to_all",
    "bitcast_convert",   "cholesky",   "collective_broadcast", "collective_permute",
    "create_token",      "infeed",     "optimization_barrier", "outfeed",
    "partition_id",      "recv",       "reduce_scatter",       "replica_id",
    "rng_bit_generator", "send",       "triangular_solve",
};

bool IsExact(const Node& node) {
  // What has no results, as checks and prints, makes no bits.
  if (std::ranges::all_of(node.shapes, [](const Shape& shape) { return shape.token; })) return true;
  std::string_view name = node.attr<FallbackAttrs>().name;
  name.remove_prefix(std::min(name.find('.') + 1, name.size()));
  return std::ranges::find(kExact, name) != std::end(kExact);
}

Status Refused(const Node& node, const std::string& name, std::string_view why) {
  const std::string place = node.place.empty() ? "" : " at " + std::string(node.place);
  return UnimplementedError("\"" + name + "\"" + place + " " + std::string(why) +
                            " whose bits depend on the processor: leave reproducible_across_cpus away");
}

Status CheckBody(const Body& body) {
  for (const Node* node : body.nodes) {
    if (node->kind == NodeKind::kFallback && !IsExact(*node)) {
      return Refused(*node, node->attr<FallbackAttrs>().name, "is run by a library");
    }
    if (CallsLongDouble(*node)) {
      return Refused(*node, std::string(ElementMnemonic(node->op())) + " of complex<f64>", "is computed by a library");
    }
    for (const Body* inner : node->bodies) CPPJRT_RETURN_IF_ERROR(CheckBody(*inner));
  }
  return OkStatus();
}

}  // namespace

Status CheckReproducible(const Graph& graph) { return CheckBody(graph.entry()); }

}  // namespace cppjrt::cpu
