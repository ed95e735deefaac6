// MakeRunnable: a verified module into one that the evaluator and the compiler can take: no CHLO, no deprecated ops, no
// composites, no sdy, quantized types only where values are converted or moved, shapes known as far as they can be.
//
//   RunnableOptions options;
//   options.argument_types = types;                      // {{ElementType::kF32, {8, 3}}}: for programs with ? in them
//   CPPJRT_ASSIGN_OR_RETURN(VerifiedModule runnable, MakeRunnable(std::move(verified), options, sink));
//
// The stages are in pipeline.cc, with the reasons for their order; each can be called alone. What comes out has been verified
// again.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_PIPELINE_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_PIPELINE_H_

#include <span>
#include <string_view>

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/transforms/refine.h"
#include "stablehlo/transforms/sharding.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::stablehlo {

struct RunnableOptions {
  // The function to run: @main, or the only public function, if empty. It and public functions stay.
  std::string_view entry;
  // What the entry will be called with, and the rest of RefineOptions.
  RefineOptions refine;
  // Who runs the program. With one partition, manual computations must work on wholes.
  PartitionCounts counts;
  // What XLA makes of products with masks (masked_products.h) instead of what StableHLO says.
  bool select_masked_products = false;
  // For targets that cannot call: no func.call is left.
  bool inline_everything = false;
};

// A stage, for tools that run or list them.
struct TransformStage {
  std::string_view name;
  std::string_view purpose;
  Status (*run)(Module& module, const RunnableOptions& options, DiagnosticSink& sink);
};
// In their order.
std::span<const TransformStage> TransformStages();

// INVALID_ARGUMENT for programs that are wrong (recursion, failed shape assertions, argument types that do not fit), UNIMPLEMENTED
// for what cannot be transformed; both also reported. `sink` must hold no errors before.
StatusOr<VerifiedModule> MakeRunnable(VerifiedModule module, const RunnableOptions& options, DiagnosticSink& sink);

// The function that `entry` names, or by the rule above; none if there is none.
OpId FindEntry(const Module& module, std::string_view entry);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_PIPELINE_H_
