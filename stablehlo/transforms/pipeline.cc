#include "stablehlo/transforms/pipeline.h"

#include "stablehlo/eval/sizes.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/op/opcode.h"
#include "stablehlo/transforms/approx_top_k.h"
#include "stablehlo/transforms/async.h"
#include "stablehlo/transforms/batch_norm.h"
#include "stablehlo/transforms/chlo.h"
#include "stablehlo/transforms/dead_code.h"
#include "stablehlo/transforms/deprecated.h"
#include "stablehlo/transforms/empty_calls.h"
#include "stablehlo/transforms/inline.h"
#include "stablehlo/transforms/masked_products.h"
#include "stablehlo/transforms/quantized.h"
#include "stablehlo/transforms/sharding.h"
#include "stablehlo/transforms/threefry_calls.h"
#include "stablehlo/transforms/tuple_calls.h"
#include "stablehlo/transforms/wide_reductions.h"

namespace cppjrt::stablehlo {
namespace {

using Options = RunnableOptions;

// clang-format off
constexpr TransformStage kStages[] = {
    // First, because what it takes away stands in the way of all the others.
    {"sharding", "take sharding out",
     [](Module& m, const Options& o, DiagnosticSink& sink) { return LowerSharding(m, o.counts, sink); }},
    // Before refinement, which follows calls only.
    {"composites", "call the decompositions of composites",
     [](Module& m, const Options&, DiagnosticSink&) { return CallDecompositions(m), OkStatus(); }},
    // Functions nobody calls need no work, and may hold what cannot be done.
    {"dead-functions", "remove functions that nothing refers to",
     [](Module& m, const Options& o, DiagnosticSink&) { return RemoveDeadFunctions(m, o.entry), OkStatus(); }},
    // Early: static shapes make all that follows simpler, and some of it possible.
    {"refine", "work out dynamic shapes",
     [](Module& m, const Options& o, DiagnosticSink& sink) { return RefineShapes(m, FindEntry(m, o.entry), o.refine, sink); }},
    {"refined-functions", "remove functions that refined copies took the place of",
     [](Module& m, const Options& o, DiagnosticSink&) { return RemoveDeadFunctions(m, o.entry), OkStatus(); }},
    // CHLO and the deprecated ops become ops that may be quantized: before that is looked at.
    {"chlo", "decompose CHLO",
     [](Module& m, const Options&, DiagnosticSink& sink) { return DecomposeChlo(m, sink); }},
    {"async", "do what is asynchronous at once",
     [](Module& m, const Options&, DiagnosticSink& sink) { return JoinAsync(m, sink); }},
    {"tuple-calls", "give custom calls results instead of a tuple",
     [](Module& m, const Options&, DiagnosticSink& sink) { return SplitTupleCalls(m, sink); }},
    {"empty-calls", "leave out custom calls that give nothing",
     [](Module& m, const Options&, DiagnosticSink& sink) { return RemoveEmptyCalls(m, sink); }},
    {"approx-top-k", "sort for ApproxTopK",
     [](Module& m, const Options&, DiagnosticSink& sink) { return SortApproxTopK(m, sink); }},
    {"threefry-calls", "write out random bits for GPUs",
     [](Module& m, const Options&, DiagnosticSink& sink) { return WriteOutThreefryCalls(m, sink); }},
    {"deprecated", "canonicalise deprecated ops",
     [](Module& m, const Options&, DiagnosticSink& sink) { return CanonicalizeDeprecated(m, sink); }},
    {"masked-products", "select instead of multiplying with masks, if asked to",
     [](Module& m, const Options& o, DiagnosticSink& sink) {
       return o.select_masked_products ? SelectMaskedProducts(m, sink) : OkStatus();
     }},
    // A batch norm of quantized values becomes one of floats, then its formula.
    {"quantized", "compute with floats where values are quantized",
     [](Module& m, const Options&, DiagnosticSink& sink) { return DequantizeArithmetic(m, sink); }},
    {"batch-norm", "write out batch normalisation",
     [](Module& m, const Options&, DiagnosticSink& sink) { return DecomposeBatchNorm(m, sink); }},
    // Late, so that every function was worked on once, not each copy of it.
    {"inline", "inline calls",
     [](Module& m, const Options& o, DiagnosticSink& sink) {
       return InlineCalls(m, {.everything = o.inline_everything}, sink);
     }},
    // After inlining, when bodies hold all that they compute.
    {"wide-reductions", "keep sums of narrow floats in f32",
     [](Module& m, const Options&, DiagnosticSink& sink) { return WidenReductions(m, sink); }},
    {"dead-code", "remove what has no use",
     [](Module& m, const Options& o, DiagnosticSink&) {
       RemoveDeadOps(m);
       return RemoveDeadFunctions(m, o.entry), OkStatus();
     }},
};
// clang-format on

}  // namespace

std::span<const TransformStage> TransformStages() { return kStages; }

OpId FindEntry(const Module& module, std::string_view entry) {
  OpId only;
  OpId main;
  int public_functions = 0;
  for (const OpId op : module.ops(module.body())) {
    if (module.op(op).opcode != Opcode::kFunc) continue;
    const Function function(module, op);
    if (!entry.empty() && function.name() == entry) return op;
    if (function.name() == "main") main = op;
    if (function.is_private()) continue;
    only = op;
    ++public_functions;
  }
  if (!entry.empty()) return OpId();
  if (main.valid()) return main;
  return public_functions == 1 ? only : OpId();
}

StatusOr<VerifiedModule> MakeRunnable(VerifiedModule verified, const RunnableOptions& options, DiagnosticSink& sink) {
  Module module = std::move(verified).Release();
  CPPJRT_RETURN_IF_ERROR(CheckSizes(module));
  for (const TransformStage& stage : kStages) {
    CPPJRT_RETURN_IF_ERROR(stage.run(module, options, sink));
  }
  CPPJRT_RETURN_IF_ERROR(CheckSizes(module));  // of what the stages made
  return Verify(std::move(module), sink);
}

}  // namespace cppjrt::stablehlo
