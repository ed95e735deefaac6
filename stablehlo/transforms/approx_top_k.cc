#include "stablehlo/transforms/approx_top_k.h"

#include <optional>

#include "stablehlo/op/call_target.h"
#include "stablehlo/transforms/rewriter.h"

namespace cppjrt::stablehlo {
namespace {

std::optional<int64_t> ReductionDim(const Module& module, OpId op) {
  const AttrTable& attrs = module.attrs();
  for (const char* name : {"mhlo.backend_config", "backend_config"}) {
    const AttrId config = module.attr(op, name);
    if (!attrs.Is(config, AttrKind::kDictionary)) continue;
    const AttrId dim = attrs.Lookup(config, "reduction_dim");
    if (attrs.Is(dim, AttrKind::kInteger)) return attrs.integer(dim);
  }
  return std::nullopt;
}

AttrId Comparator(const Module& module, OpId op) {
  const AttrTable& attrs = module.attrs();
  const AttrId called = module.attr(op, "called_computations");
  if (!attrs.Is(called, AttrKind::kArray) || attrs.size(called) != 1) return AttrId();
  const AttrId symbol = attrs.element(called, 0);
  return attrs.Is(symbol, AttrKind::kSymbolRef) ? symbol : AttrId();
}

// Whether each result has the type of an operand and no more elements along `dim`, and all other dimensions are alike.
bool Fits(const Module& module, OpId op, int64_t dim) {
  const TypeTable& types = module.types();
  const std::span<const ValueId> operands = module.op(op).operands();
  const ValueRange results = module.op(op).results();
  if (results.empty() || operands.size() != 2 * results.size()) return false;
  for (size_t i = 0; i < results.size(); ++i) {
    const TypeId from = module.type(operands[i]), to = module.type(results[i]);
    if (!types.IsStaticTensor(from) || !types.IsStaticTensor(to)) return false;
    if (types.element_type(from) != types.element_type(to) || types.rank(from) != types.rank(to)) return false;
    if (dim < 0 || dim >= types.rank(from)) return false;
    const std::span<const int64_t> first = types.dims(module.type(operands[0]));
    for (size_t d = 0; d < first.size(); ++d) {
      const int64_t a = types.dims(from)[d], b = types.dims(to)[d];
      const bool along = static_cast<int64_t>(d) == dim;
      if (a != first[d] || (along ? b > a : b != a)) return false;
    }
  }
  return true;
}

void SortInstead(Rewriter& rewriter, OpId op, int64_t dim, AttrId comparator) {
  Module& module = rewriter.module();
  Emitter& emit = rewriter.At(op);
  const size_t n = module.op(op).results().size();
  const std::vector<ValueId> operands(module.op(op).operands().begin(),
                                      module.op(op).operands().begin() + static_cast<std::ptrdiff_t>(n));
  std::vector<TypeId> types, elements;
  for (const ValueId operand : operands) {
    types.push_back(emit.type(operand));
    const TypeId scalar = emit.types().Tensor({}, emit.element(operand));
    elements.insert(elements.end(), {scalar, scalar});
  }
  const TypeId truth = emit.types().Tensor({}, scalar::kI1);
  const RegionId compare = emit.Region(elements, [&](std::span<const ValueId> args) {
    return std::vector<ValueId>{emit.Value(Opcode::kCall, args, truth, {{"callee", comparator}})};
  });
  const std::vector<ValueId> sorted =
      emit.Create(Opcode::kSort, operands, types,
                  {{"dimension", emit.attrs().I64(dim)}, {"is_stable", emit.attrs().Bool(true)}}, {compare});
  std::vector<ValueId> firsts;
  for (size_t i = 0; i < n; ++i) {
    const std::span<const int64_t> dims = emit.types().dims(module.type(module.op(op).result(i)));
    const std::vector<int64_t> limits(dims.begin(), dims.end());
    firsts.push_back(emit.Slice(sorted[i], std::vector<int64_t>(limits.size(), 0), limits));
  }
  rewriter.Replace(op, firsts);
}

}  // namespace

Status SortApproxTopK(Module& module, DiagnosticSink&) {
  Rewriter rewriter(&module);
  for (const OpId op : rewriter.Ops()) {
    if (CallTargetName(module, op) != "ApproxTopK") continue;
    const std::optional<int64_t> dim = ReductionDim(module, op);
    const AttrId comparator = Comparator(module, op);
    if (dim && comparator.valid() && Fits(module, op, *dim)) SortInstead(rewriter, op, *dim, comparator);
  }
  rewriter.Finish();
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
