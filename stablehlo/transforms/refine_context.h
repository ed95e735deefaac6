// What the rules of refinement work with (refine.h): the module, the integers known so far, replaced values.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_REFINE_CONTEXT_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_REFINE_CONTEXT_H_

#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/symbol_table.h"
#include "stablehlo/transforms/emitter.h"
#include "stablehlo/transforms/fold.h"

namespace cppjrt::stablehlo {

class RefineContext {
 public:
  RefineContext(Module* module, DiagnosticSink* sink)
      : module_(module), sink_(sink), emitter_(module), symbols_(*module) {}

  Module& module() { return *module_; }
  const Module& module() const { return *module_; }
  TypeTable& types() { return module_->types(); }
  DiagnosticSink& sink() { return *sink_; }
  // The functions as they were before refinement.
  const SymbolTable& symbols() const { return symbols_; }
  Emitter& At(OpId op) {
    emitter_.MoveTo(op);
    return emitter_;
  }

  // The elements of a value, or null.
  const KnownInts* Known(ValueId v) const {
    const auto it = known_.find(v);
    return it == known_.end() ? nullptr : &it->second;
  }
  void SetKnown(ValueId v, KnownInts known) { known_.insert_or_assign(v, std::move(known)); }
  // A constant in front of `op`, known.
  ValueId ConstantAt(OpId op, const KnownInts& known, TypeId element);

  // What a replaced value became.
  ValueId Resolve(ValueId v) const;
  void Map(ValueId from, ValueId to);
  // The op goes as soon as its rule is done; its results become these values.
  void Replace(OpId op, std::span<const ValueId> values);
  void Replace(OpId op, ValueId value) { Replace(op, std::span(&value, 1)); }
  void Drop() { is_dropped_ = true; }
  // Whether the rule that has just run replaced or dropped its op.
  bool TakeDropped() { return std::exchange(is_dropped_, false); }

 private:
  Module* module_;
  DiagnosticSink* sink_;
  Emitter emitter_;
  SymbolTable symbols_;
  std::unordered_map<ValueId, KnownInts> known_;
  std::vector<ValueId> replacement_;
  bool is_dropped_ = false;
};

// Works out the result types of an op from its operands and sets them; what the op states beyond that stays
// (refine_types.cc).
Status InferTypes(RefineContext& context, OpId op);
// Replaces an op that takes shapes as operands by its static form, if the shapes are known (refine_static.cc).
Status MakeStatic(RefineContext& context, OpId op);
// The same for the custom calls that JAX uses with dynamic shapes (refine_custom_call.cc).
Status RefineCustomCall(RefineContext& context, OpId op);

// True if a type has a dimension that is not known, or no known rank; also within tuples. Bounded dimensions do not count
// if `bounds_count` is false.
bool IsDynamicType(const Module& module, TypeId type, bool bounds_count = true);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_REFINE_CONTEXT_H_
