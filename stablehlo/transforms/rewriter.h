// Rewriter: what transformations that replace ops one by one have in common.
//
//   Rewriter rewriter(&module);
//   for (OpId op : rewriter.Ops()) {                            // all ops, inner before outer
//     if (module.op(op).opcode != Opcode::kDot) continue;
//     Emitter& emit = rewriter.At(op);                          // in front of the op, with its location
//     rewriter.Replace(op, {emit.Value(…)});                    // its results become these values; the op goes
//   }
//   rewriter.Finish();
//
// Uses are replaced and ops erased at the end, in one walk, so a pass is linear; until then, replaced ops still stand and
// their operands may be looked at.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_REWRITER_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_REWRITER_H_

#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/transforms/emitter.h"

namespace cppjrt::stablehlo {

class Rewriter {
 public:
  // The module outlives the rewriter.
  explicit Rewriter(Module* module) : module_(module), emitter_(module) {}

  Module& module() { return *module_; }
  // Every op inside the module as it is now; those of a region before the op it belongs to.
  std::vector<OpId> Ops() const;

  Emitter& At(OpId op) {
    emitter_.MoveTo(op);
    return emitter_;
  }
  // REQUIRES: as many values as results.
  void Replace(OpId op, std::span<const ValueId> values);
  void Replace(OpId op, std::initializer_list<ValueId> values) {
    Replace(op, std::span(values.begin(), values.size()));
  }
  // `to` takes the place of `from`, an argument of a block that goes.
  void Map(ValueId from, ValueId to);
  // What a value will have become in the end, as far as is known now.
  ValueId Latest(ValueId value) const;
  // The op goes; nothing uses its results.
  void Erase(OpId op) { erased_.push_back(op); }

  bool changed() const { return !erased_.empty() || !replacement_.empty(); }
  void Finish();

 private:
  Module* module_;
  Emitter emitter_;
  std::vector<ValueId> replacement_;  // by value
  std::vector<OpId> erased_;
};

// Makes every entry of a list for ReplaceUses lead straight to the end of its chain, so that a long chain of replaced values
// costs each use one step.
void ShortenChains(std::vector<ValueId>& replacement);

// Reports that an op cannot be transformed, and gives the same as UNIMPLEMENTED: "prog.mlir:3:5: dot: …".
Status Unsupported(Module& module, OpId op, DiagnosticSink& sink, std::string_view message);
// The same for a program that is wrong: INVALID_ARGUMENT.
Status Invalid(Module& module, OpId op, DiagnosticSink& sink, std::string_view message);

// The name of an op in messages: without "stablehlo.".
std::string_view ShortName(const Module& module, OpId op);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_REWRITER_H_
