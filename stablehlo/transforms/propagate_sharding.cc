#include "stablehlo/transforms/propagate_sharding.h"

#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/transforms/inline.h"
#include "stablehlo/transforms/partition_check.h"
#include "stablehlo/transforms/pipeline.h"
#include "stablehlo/transforms/sharding_writer.h"

namespace cppjrt::stablehlo {
namespace {

// Calls of calls may be exponentially many.
constexpr int64_t kMostPropagatedOps = 500'000;

}  // namespace

std::vector<std::string> PropagateShardings(Module& module, const FlowOptions& options) {
  DiagnosticSink sink(&module.source());
  CallDecompositions(module);
  if (!InlineCalls(module, {.everything = true, .max_new_ops = kMostPropagatedOps}, sink).ok()) return {};
  const OpId function = FindEntry(module, {});
  const BlockId body = function.valid() ? module.entry_block(function) : BlockId();
  const OpId end = body.valid() ? module.last_op(body) : OpId();
  const Meshes meshes = ReadMeshes(module);
  if (!end.valid() || !CommonDeviceOrder(meshes, options.num_partitions).ok()) return {};
  const FlowedDims flowed = FlowShardings(module, function, options, meshes);
  std::vector<std::string> texts;
  for (const ValueId result : module.op(end).operands()) {
    const auto dims = flowed.find(result.index());
    texts.push_back(dims == flowed.end() ? "" : WriteSharding(dims->second, options.num_partitions, meshes));
  }
  return texts;
}

}  // namespace cppjrt::stablehlo
