// Shape inference: the result types that follow from an op's operands, attributes and regions, by the same rules that
// the verifier enforces.
//
//   std::vector<TypeId> types;
//   if (InferResultTypes(module, state, sink, types)) …   // state.operands, .inherent, .regions are filled in
//
// Each op names its rule in the op table's inference column; kRules in infer.cc has a row for each. A rule checks every
// constraint of the spec that concerns the op alone and gives the result types that follow. Some ops' results do not
// follow (reshape, iota, convert): their rules only check, and inference of them fails.
#ifndef CPPJRT_STABLEHLO_OP_INFER_H_
#define CPPJRT_STABLEHLO_OP_INFER_H_

#include <string_view>
#include <vector>

#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/op/infer_op.h"

namespace cppjrt::stablehlo {

// Puts the result types of an op that is about to be made into `results`. On failure reports why and returns false.
// Not const in the module: new types are interned. REQUIRES: the opcode is in the op table.
bool InferResultTypes(Module& module, const OpState& state, DiagnosticSink& sink, std::vector<TypeId>& results);
// The same for an op that is there, as if it had no results.
bool InferResultTypes(Module& module, OpId op, DiagnosticSink& sink, std::vector<TypeId>& results);
// True if the result types of such ops follow from the rest.
bool InfersResultTypes(Opcode opcode);

// For the verifier: checks everything about one op but its place in the module: row, traits, rule, and that its results
// are what the rule gives. REQUIRES: the view has results.
bool CheckOp(const OpView& op);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_OP_INFER_H_
