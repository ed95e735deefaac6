#include "cpu/executable/auto_layouts.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>
#include <span>

#include "stablehlo/ir/function.h"
#include "stablehlo/op/call_target.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/op/opcode.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::AttrId;
using stablehlo::AttrKind;
using stablehlo::Dims;
using stablehlo::Module;
using stablehlo::Op;
using stablehlo::Opcode;
using stablehlo::OpId;
using stablehlo::ValueId;

// Ops that are looked through for one result.
constexpr int kMostSteps = 1000;

// Where a value comes from: dimension d of it is dimension `order[d]` of `value`.
struct Origin {
  ValueId value;
  Dims order;
};

bool IsRowMajor(const Dims& minor_to_major) {
  for (size_t i = 0; i < minor_to_major.size(); ++i) {
    if (minor_to_major[i] != static_cast<int64_t>(minor_to_major.size() - 1 - i)) return false;
  }
  return true;
}

Dims RowMajor(size_t rank) {
  Dims order(rank, 0);
  for (size_t i = 0; i < rank; ++i) order[i] = static_cast<int64_t>(rank - 1 - i);
  return order;
}

// The order that a LayoutConstraint gives its result; none if it says nothing that could be one.
std::optional<Dims> ConstrainedLayout(const Module& module, OpId op, size_t rank) {
  const AttrId list = module.attr(op, "result_layouts");
  if (!module.attrs().Is(list, AttrKind::kArray) || module.attrs().size(list) != 1) return std::nullopt;
  const AttrId layout = module.attrs().element(list, 0);
  if (!module.attrs().Is(layout, AttrKind::kDense)) return std::nullopt;
  const stablehlo::DenseElements elements = module.attrs().dense(layout);
  Dims order(rank, 0);
  // The verifier has seen a permutation of indices, which take eight bytes each.
  if (elements.bytes.size() != rank * sizeof(int64_t)) return std::nullopt;
  std::memcpy(order.data(), elements.bytes.data(), elements.bytes.size());
  return order;
}

// One step towards the arguments: whether there was one.
bool StepBack(const Module& module, OpId op, Origin& origin) {
  const Op& record = module.op(op);
  if (record.num_operands != 1 || record.num_results != 1) return false;
  const ValueId operand = record.operands()[0];
  if (record.opcode == Opcode::kTranspose) {
    const AttrId permutation = module.attr(op, "permutation");
    if (!module.attrs().Is(permutation, AttrKind::kDenseArray)) return false;
    for (int64_t& dim : origin.order) dim = module.attrs().i64s(permutation)[static_cast<size_t>(dim)];
  } else if (record.opcode != Opcode::kSdyShardingConstraint && record.opcode != Opcode::kSdyReshard &&
             !Is(module, op, stablehlo::Trait::kElementwise)) {
    return false;
  }
  origin.value = operand;
  return true;
}

// The order in memory of a result that is to be chosen; empty: row-major.
Dims LayoutOf(const Module& module, ValueId result, std::span<const ValueId> arguments, const Signature& signature) {
  const size_t rank =
      module.types().IsTensor(module.type(result)) ? module.types().dims(module.type(result)).size() : 0;
  Origin origin{result, Dims(rank, 0)};
  std::iota(origin.order.begin(), origin.order.end(), 0);
  for (int steps = 0; steps < kMostSteps; ++steps) {
    const stablehlo::Value& value = module.value(origin.value);
    Dims from = RowMajor(rank);
    if (value.kind == stablehlo::ValueKind::kArgument) {
      const auto argument = std::ranges::find(arguments, origin.value);
      if (argument == arguments.end()) return {};
      const Dims& stated = signature.parameters[static_cast<size_t>(argument - arguments.begin())].minor_to_major;
      if (!stated.empty()) from = stated;
    } else {
      const OpId op(value.owner);
      if (StepBack(module, op, origin)) continue;
      if (stablehlo::CallTargetName(module, op) != "LayoutConstraint") return {};
      const std::optional<Dims> stated = ConstrainedLayout(module, op, rank);
      if (!stated) return {};
      from = *stated;
    }
    Dims layout(rank, 0);
    for (size_t i = 0; i < rank; ++i) {
      layout[i] = static_cast<int64_t>(std::ranges::find(origin.order, from[i]) - origin.order.begin());
    }
    return IsRowMajor(layout) ? Dims() : layout;
  }
  return {};
}

}  // namespace

Status ChooseLayouts(const Module& module, Signature& signature) {
  const bool any = std::ranges::any_of(signature.results, &ArraySpec::layout_is_open);
  if (!any || signature.has_tuples()) return OkStatus();
  CPPJRT_ASSIGN_OR_RETURN(const OpId entry, FindEntry(module));
  const stablehlo::Function function(module, entry);
  const OpId terminator = module.last_op(function.body());
  const std::span<const ValueId> returned = module.op(terminator).operands();
  for (size_t i = 0; i < signature.results.size() && i < returned.size(); ++i) {
    ArraySpec& result = signature.results[i];
    if (!result.layout_is_open || result.token || result.dynamic()) continue;
    result.minor_to_major = LayoutOf(module, returned[i], module.block(function.body()).args, signature);
  }
  return OkStatus();
}

}  // namespace cppjrt::cpu
