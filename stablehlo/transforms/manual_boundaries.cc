// What enters and leaves a program yet to be reduced.
#include <algorithm>
#include <string_view>

#include "stablehlo/ir/function.h"
#include "stablehlo/ir/uses.h"
#include "stablehlo/transforms/manual_computation.h"

namespace cppjrt::stablehlo {
namespace {

// The sdy.sharding in a dictionary of attributes, if it says that the value is yet to be reduced; empty otherwise.
std::string_view UnreducedText(const Module& module, AttrId dictionary) {
  if (!module.attrs().Is(dictionary, AttrKind::kDictionary)) return {};
  const AttrId attr = module.attrs().Lookup(dictionary, "sdy.sharding");
  if (!module.attrs().Is(attr, AttrKind::kOpaque)) return {};
  const std::string_view text = module.attrs().string(attr);
  return text.find("unreduced=") == text.npos ? std::string_view() : text;
}

}  // namespace

bool HasUnreduced(const Module& module, OpId function) {
  for (const std::string_view name : {"arg_attrs", "res_attrs"}) {
    const AttrId list = module.attr(function, name);
    for (size_t i = 0; module.attrs().Is(list, AttrKind::kArray) && i < module.attrs().size(list); ++i) {
      if (!UnreducedText(module, module.attrs().element(list, i)).empty()) return true;
    }
  }
  return false;
}

StatusOr<std::optional<ManualSharding>> ManualComputations::UnreducedIn(OpId function, AttrId dictionary, TypeId type,
                                                                        DiagnosticSink& sink) const {
  const std::string_view text = UnreducedText(module_, dictionary);
  if (text.empty() || !module_.types().IsTensor(type)) return std::optional<ManualSharding>();
  StatusOr<ManualSharding> sharding =
      ParseSdySharding(text, module_.types().dims(type).size(), num_partitions_, meshes_);
  if (!sharding.ok()) return Invalid(module_, function, sink, sharding.status().message());
  if (sharding->summands.replicated()) return std::optional<ManualSharding>();
  if (!module_.types().IsStaticTensor(type)) {
    return Unsupported(module_, function, sink, "values that are yet to be reduced must have a static shape");
  }
  return std::optional(std::move(*sharding));
}

Status ManualComputations::ReduceArgumentsOf(OpId function, DiagnosticSink& sink) {
  const Function entry(module_, function);
  const BlockId body = entry.body();
  const OpId first = module_.block(body).first_op;
  const std::vector<ValueId> arguments(entry.arguments().begin(), entry.arguments().end());
  std::vector<ValueId> sums(module_.num_values());
  bool any = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const std::optional<ManualSharding> sharding,
                            UnreducedIn(function, entry.argument_attrs(i), module_.type(arguments[i]), sink));
    if (!sharding) continue;
    sums[arguments[i].index()] = SumOf(rewriter_->At(first), arguments[i], *sharding);
    any = true;
  }
  if (!any) return OkStatus();
  // In all ops but the sums themselves.
  for (OpId op = first; op.valid(); op = module_.op(op).next) ReplaceUses(module_, op, sums);
  return OkStatus();
}

Status ManualComputations::SplitResults(OpId function, DiagnosticSink& sink) {
  if (std::ranges::find(unreduced_, function) == unreduced_.end()) return OkStatus();
  const Function entry(module_, function);
  const OpId terminator = module_.last_op(entry.body());
  std::vector<ValueId> results(module_.op(terminator).operands().begin(), module_.op(terminator).operands().end());
  for (size_t i = 0; i < results.size(); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const std::optional<ManualSharding> sharding,
                            UnreducedIn(function, entry.result_attrs(i), module_.type(results[i]), sink));
    if (!sharding) continue;
    const ValueId known = KnownSummand(results[i], *sharding);
    results[i] = known.valid() ? known : SummandOf(rewriter_->At(terminator), results[i], *sharding);
  }
  module_.set_operands(terminator, results);
  return OkStatus();
}

Status ManualComputations::ReduceArguments(DiagnosticSink& sink) {
  for (const OpId op : module_.ops(module_.body())) {
    if (module_.op(op).opcode != Opcode::kFunc || !HasUnreduced(module_, op)) continue;
    const Function function(module_, op);
    if (!function.is_private() && function.body().valid() && module_.last_op(function.body()).valid()) {
      unreduced_.push_back(op);
    }
  }
  for (const OpId op : unreduced_) CPPJRT_RETURN_IF_ERROR(ReduceArgumentsOf(op, sink));
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
