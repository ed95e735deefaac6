// How an op's operands divide into the groups of its row.
//
//   scatter has groups inputs…, scatter_indices, updates… and equal lengths of the variadic ones: 5 operands are 2, 1,
//   2.

#include <algorithm>
#include <optional>

#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {
namespace {

struct Slice {
  size_t first = 0;
  size_t count = 0;
};

// From operandSegmentSizes, array<i32: …>.
std::optional<Slice> SegmentSlice(const Module& module, OpId op, size_t group) {
  const AttrId sizes = module.attr(op, "operandSegmentSizes");
  const OpInfo& info = Info(module.op(op).opcode);
  if (!module.attrs().Is(sizes, AttrKind::kDenseArray)) return std::nullopt;
  const std::span<const int64_t> counts = module.attrs().words(sizes);
  if (counts.size() != info.operands.size()) return std::nullopt;
  const size_t limit = module.op(op).num_operands;
  Slice slice;
  size_t total = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] < 0 || static_cast<uint64_t>(counts[i]) > limit - total) return std::nullopt;
    if (i == group) slice = {total, static_cast<size_t>(counts[i])};
    total += static_cast<size_t>(counts[i]);
  }
  return total == limit ? std::optional<Slice>(slice) : std::nullopt;
}

// The variadic groups share equally what the others leave.
std::optional<Slice> EvenSlice(const OpInfo& info, size_t num_operands, size_t group) {
  const auto variadic = static_cast<size_t>(std::ranges::count_if(info.operands, &OperandInfo::variadic));
  const size_t singles = info.operands.size() - variadic;
  if (num_operands < singles || (variadic == 0 && num_operands != singles)) return std::nullopt;
  const size_t rest = num_operands - singles;
  if (variadic > 0 && rest % variadic != 0) return std::nullopt;
  Slice slice;
  for (size_t i = 0; i <= group; ++i) {
    slice.first += slice.count;
    slice.count = info.operands[i].variadic() ? rest / variadic : 1;
  }
  return slice;
}

std::optional<Slice> GroupSlice(const Module& module, OpId op, size_t group) {
  const Op& record = module.op(op);
  if (record.opcode == Opcode::kUnregistered) return std::nullopt;
  const OpInfo& info = Info(record.opcode);
  if (Has(info, Trait::kSegments) && module.attr(op, "operandSegmentSizes")) return SegmentSlice(module, op, group);
  return EvenSlice(info, record.num_operands, group);
}

}  // namespace

std::span<const ValueId> OperandGroup(const Module& module, OpId op, size_t group) {
  const std::optional<Slice> slice = GroupSlice(module, op, group);
  return slice ? module.op(op).operands().subspan(slice->first, slice->count) : std::span<const ValueId>();
}

bool OperandCountFits(const Module& module, OpId op) {
  const Op& record = module.op(op);
  if (record.opcode == Opcode::kUnregistered) return true;
  const OpInfo& info = Info(record.opcode);
  if (info.operands.empty()) return record.num_operands == 0;
  return GroupSlice(module, op, 0).has_value();
}

}  // namespace cppjrt::stablehlo
