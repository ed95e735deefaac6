#include "stablehlo/transforms/reshard.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace cppjrt::stablehlo {
namespace {

bool Has(const AxisParts& list, const AxisPart& axis) { return std::ranges::find(list, axis) != list.end(); }

// The axes of a that are not in b.
AxisParts Without(const AxisParts& a, const AxisParts& b) {
  AxisParts rest;
  std::ranges::copy_if(a, std::back_inserter(rest), [&](const AxisPart& axis) { return !Has(b, axis); });
  return rest;
}

// What follows the axes at the front that both have.
AxisParts BehindCommon(const AxisParts& axes, const AxisParts& other) {
  const auto [end, unused] = std::ranges::mismatch(axes, other);
  return {end, axes.end()};
}

}  // namespace

bool Overlap(const AxisPart& a, const AxisPart& b) {
  return a.divisor < b.divisor * b.size && b.divisor < a.divisor * a.size;
}

bool Overlap(const AxisPart& a, const AxisParts& list) {
  return std::ranges::any_of(list, [&](const AxisPart& b) { return Overlap(a, b); });
}

int64_t SizeOf(const AxisParts& axes) {
  int64_t size = 1;
  for (const AxisPart& axis : axes) size *= axis.size;
  return size;
}

bool PartitionSpec::replicated() const {
  return unreduced.empty() && std::ranges::all_of(dims, [](const AxisParts& axes) { return axes.empty(); });
}

bool PartitionSpec::Uses(const AxisPart& axis) const {
  return Overlap(axis, unreduced) ||
         std::ranges::any_of(dims, [&](const AxisParts& axes) { return Overlap(axis, axes); });
}

Resharder::Resharder(Module& module, std::vector<int64_t> partitions)
    : module_(module),
      partitions_(std::move(partitions)),
      collectives_(module, 1, static_cast<int64_t>(partitions_.size())) {}

std::vector<int64_t> Resharder::IndicesAlong(const AxisParts& axes) const {
  std::vector<int64_t> indices(partitions_.size(), 0);
  for (size_t position = 0; position < partitions_.size(); ++position) {
    int64_t& index = indices[static_cast<size_t>(partitions_[position])];
    for (const AxisPart& axis : axes) {
      index = index * axis.size + static_cast<int64_t>(position) / axis.divisor % axis.size;
    }
  }
  return indices;
}

CollectiveEmitter::Groups Resharder::GroupsAlong(const AxisParts& axes) const {
  const std::vector<int64_t> indices = IndicesAlong(axes);
  const auto size = static_cast<size_t>(SizeOf(axes));
  std::map<int64_t, std::vector<int64_t>> groups;  // by the position of the first
  for (size_t position = 0; position < partitions_.size(); ++position) {
    auto first = static_cast<int64_t>(position);
    for (const AxisPart& axis : axes) {
      first -= static_cast<int64_t>(position) / axis.divisor % axis.size * axis.divisor;
    }
    std::vector<int64_t>& group = groups[first];
    group.resize(size);
    const int64_t partition = partitions_[position];
    group[static_cast<size_t>(indices[static_cast<size_t>(partition)])] = partition;
  }
  CollectiveEmitter::Groups lists;
  for (auto& [first, group] : groups) lists.push_back(std::move(group));
  return lists;
}

TypeId Resharder::PartType(TypeId whole, const PartitionSpec& spec) {
  TypeTable& types = module_.types();
  if (!types.IsTensor(whole)) return whole;
  std::vector<int64_t> dims(types.dims(whole).begin(), types.dims(whole).end());
  for (size_t d = 0; d < dims.size() && d < spec.dims.size(); ++d) dims[d] /= SizeOf(spec.dims[d]);
  return types.Tensor(dims, types.element_type(whole), types.encoding(whole));
}

ValueId Resharder::AllReduce(Emitter& emit, ValueId value, Opcode opcode, const AxisParts& axes) {
  return axes.empty() ? value : collectives_.AllReduce(emit, value, opcode, GroupsAlong(axes));
}

ValueId Resharder::FirstOf(Emitter& emit, const AxisParts& axes, int64_t size) {
  std::vector<int64_t> starts = IndicesAlong(axes);
  for (int64_t& start : starts) start *= size;
  return collectives_.OfThisPartition(emit, starts);
}

ValueId Resharder::CutOut(Emitter& emit, ValueId value, size_t d, const AxisParts& axes) {
  std::vector<int64_t> dims(emit.dims(value).begin(), emit.dims(value).end());
  dims[d] /= SizeOf(axes);
  std::vector<ValueId> operands = {value};
  for (size_t i = 0; i < dims.size(); ++i) {
    operands.push_back(i == d ? FirstOf(emit, axes, dims[d]) : emit.I64Scalar(0));
  }
  return emit.Value(Opcode::kDynamicSlice, operands, emit.types().Tensor(dims, emit.element(value)),
                    {{"slice_sizes", emit.attrs().I64Array(dims)}});
}

ValueId Resharder::Embed(Emitter& emit, ValueId value, size_t d, const AxisParts& axes) {
  std::vector<int64_t> dims(emit.dims(value).begin(), emit.dims(value).end());
  const int64_t size = dims[d];
  dims[d] *= SizeOf(axes);
  const TypeId type = emit.types().Tensor(dims, emit.element(value));
  std::vector<ValueId> operands = {emit.Zeros(type), value};
  for (size_t i = 0; i < dims.size(); ++i) {
    operands.push_back(i == d ? FirstOf(emit, axes, size) : emit.I64Scalar(0));
  }
  return emit.Value(Opcode::kDynamicUpdateSlice, operands, type);
}

ValueId Resharder::OnTheFirst(Emitter& emit, ValueId value, const AxisParts& axes) {
  std::vector<int64_t> is_first;
  for (const int64_t index : IndicesAlong(axes)) is_first.push_back(index == 0 ? 1 : 0);
  const ValueId predicate =
      emit.Compare(Direction::kEq, collectives_.OfThisPartition(emit, is_first), emit.I64Scalar(1));
  return emit.Select(predicate, value, emit.Zeros(emit.type(value)));
}

ValueId Resharder::Mirror(Emitter& emit, ValueId value, const AxisParts& axes) {
  if (axes.empty()) return value;
  std::vector<int64_t> targets(partitions_.size());
  for (size_t position = 0; position < partitions_.size(); ++position) {
    auto mirrored = static_cast<int64_t>(position);
    for (const AxisPart& axis : axes) {
      const int64_t index = static_cast<int64_t>(position) / axis.divisor % axis.size;
      mirrored += (axis.size - 1 - 2 * index) * axis.divisor;
    }
    targets[static_cast<size_t>(partitions_[position])] = partitions_[static_cast<size_t>(mirrored)];
  }
  return collectives_.Permute(emit, value, targets);
}

// Where the sum is to be cut along the axes it is over, no partition gets the whole of it.
ValueId Resharder::AddUp(Emitter& emit, ValueId value, PartitionSpec& from, const PartitionSpec& to) {
  AxisParts sums = Without(from.unreduced, to.unreduced);
  for (size_t d = 0; d < to.dims.size(); ++d) {
    if (!BehindCommon(from.dims[d], to.dims[d]).empty()) continue;
    AxisParts cut = BehindCommon(to.dims[d], from.dims[d]);
    cut.erase(std::ranges::find_if_not(cut, [&](const AxisPart& axis) { return Has(sums, axis); }), cut.end());
    if (cut.empty() || emit.dims(value)[d] == 0) continue;
    value = collectives_.ReduceScatter(emit, value, d, GroupsAlong(cut));
    from.dims[d].insert(from.dims[d].end(), cut.begin(), cut.end());
    sums = Without(sums, cut);
  }
  from.unreduced = Without(from.unreduced, Without(from.unreduced, to.unreduced));
  return AllReduce(emit, value, Opcode::kAdd, sums);
}

// Where the last axes along one dimension are the next along another.
ValueId Resharder::MoveAcross(Emitter& emit, ValueId value, PartitionSpec& from, const PartitionSpec& to) {
  for (size_t d = 0; d < from.dims.size(); ++d) {
    const AxisParts moved = BehindCommon(from.dims[d], to.dims[d]);
    if (moved.empty() || emit.dims(value)[d] == 0) continue;
    for (size_t other = 0; other < to.dims.size(); ++other) {
      if (other == d || !BehindCommon(from.dims[other], to.dims[other]).empty() || emit.dims(value)[other] == 0)
        continue;
      const AxisParts next = BehindCommon(to.dims[other], from.dims[other]);
      if (next.size() < moved.size() || !std::ranges::equal(moved, std::span(next).first(moved.size()))) continue;
      value = collectives_.AllToAll(emit, value, other, d, GroupsAlong(moved));
      from.dims[d].resize(from.dims[d].size() - moved.size());
      from.dims[other].insert(from.dims[other].end(), moved.begin(), moved.end());
      break;
    }
  }
  return value;
}

ValueId Resharder::Reshard(Emitter& emit, ValueId value, const PartitionSpec& has, const PartitionSpec& to) {
  PartitionSpec from = has;
  value = AddUp(emit, value, from, to);
  value = MoveAcross(emit, value, from, to);
  AxisParts to_zero = Without(to.unreduced, from.unreduced);
  for (size_t d = 0; d < from.dims.size(); ++d) {
    const AxisParts gathered = BehindCommon(from.dims[d], to.dims[d]);
    if (gathered.empty()) continue;
    if (std::ranges::all_of(gathered, [&](const AxisPart& axis) { return Has(to_zero, axis); })) {
      value = Embed(emit, value, d, gathered);
      to_zero = Without(to_zero, gathered);
    } else {
      value = collectives_.AllGather(emit, value, d, GroupsAlong(gathered));
    }
  }
  for (size_t d = 0; d < to.dims.size(); ++d) {
    const AxisParts cut = BehindCommon(to.dims[d], from.dims[d]);
    if (!cut.empty()) value = CutOut(emit, value, d, cut);
  }
  return to_zero.empty() ? value : OnTheFirst(emit, value, to_zero);
}

}  // namespace cppjrt::stablehlo
