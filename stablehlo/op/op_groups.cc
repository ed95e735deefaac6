// How an op's operands divide into the groups of its row.
//
//   scatter has groups inputs…, scatter_indices, updates… and equal lengths of the variadic ones: 5 operands are 2, 1,
//   2.

#include <algorithm>
#include <optional>

#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {
namespace {

// From operandSegmentSizes.
std::optional<GroupRange> SegmentRange(const OpInfo& info, size_t num_operands, std::span<const int64_t> counts,
                                       size_t group) {
  if (counts.size() != info.operands.size()) return std::nullopt;
  GroupRange range;
  size_t total = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] < 0 || static_cast<uint64_t>(counts[i]) > num_operands - total) return std::nullopt;
    if (i == group) range = {total, static_cast<size_t>(counts[i])};
    total += static_cast<size_t>(counts[i]);
  }
  return total == num_operands ? std::optional<GroupRange>(range) : std::nullopt;
}

// The variadic groups share equally what the others leave.
std::optional<GroupRange> EvenRange(const OpInfo& info, size_t num_operands, size_t group) {
  const auto variadic = static_cast<size_t>(std::ranges::count_if(info.operands, &OperandInfo::variadic));
  const size_t singles = info.operands.size() - variadic;
  if (num_operands < singles || (variadic == 0 && num_operands != singles)) return std::nullopt;
  const size_t rest = num_operands - singles;
  if (variadic > 0 && rest % variadic != 0) return std::nullopt;
  GroupRange range;
  for (size_t i = 0; i <= group; ++i) {
    range.first += range.count;
    range.count = info.operands[i].variadic() ? rest / variadic : 1;
  }
  return range;
}

std::optional<GroupRange> RangeOf(const Module& module, OpId op, size_t group) {
  const Op& record = module.op(op);
  if (record.opcode == Opcode::kUnregistered) return std::nullopt;
  const OpInfo& info = Info(record.opcode);
  const AttrId sizes = Has(info, Trait::kSegments) ? module.attr(op, "operandSegmentSizes") : AttrId();
  if (sizes && !module.attrs().Is(sizes, AttrKind::kDenseArray)) return std::nullopt;
  return OperandGroupRange(info, record.num_operands, sizes ? module.attrs().words(sizes) : std::span<const int64_t>(),
                           group);
}

}  // namespace

std::optional<GroupRange> OperandGroupRange(const OpInfo& info, size_t num_operands, std::span<const int64_t> segments,
                                            size_t group) {
  if (!segments.empty()) return SegmentRange(info, num_operands, segments, group);
  return EvenRange(info, num_operands, group);
}

std::span<const ValueId> OperandGroup(const Module& module, OpId op, size_t group) {
  const std::optional<GroupRange> range = RangeOf(module, op, group);
  return range ? module.op(op).operands().subspan(range->first, range->count) : std::span<const ValueId>();
}

bool OperandCountFits(const Module& module, OpId op) {
  const Op& record = module.op(op);
  if (record.opcode == Opcode::kUnregistered) return true;
  const OpInfo& info = Info(record.opcode);
  if (info.operands.empty()) return record.num_operands == 0;
  return RangeOf(module, op, 0).has_value();
}

}  // namespace cppjrt::stablehlo
