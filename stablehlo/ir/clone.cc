#include "stablehlo/ir/clone.h"

#include "stablehlo/ir/walk.h"

namespace cppjrt::stablehlo {

void Cloner::Map(ValueId from, ValueId to) {
  if (from.index() >= values_.size()) values_.resize(from.index() + size_t{1});
  values_[from.index()] = to;
}

ValueId Cloner::Lookup(ValueId from) const {
  if (from.index() < values_.size() && values_[from.index()]) return values_[from.index()];
  return same() ? from : ValueId();
}

OpId Cloner::CloneOp(OpId op) {
  const OpId copy = CloneShell(op);
  Finish();
  return copy;
}

RegionId Cloner::CloneRegion(RegionId region) {
  const RegionId copy = to_->NewRegion();
  empty_regions_.push_back({region, copy});
  Finish();
  return copy;
}

std::vector<NamedAttr> Cloner::CloneAttrs(std::span<const NamedAttr> attrs) {
  std::vector<NamedAttr> result;
  for (NamedAttr attr : attrs) result.push_back({CloneName(attr.name), CloneAttr(attr.value)});
  return result;
}

OpId Cloner::CloneShell(OpId op) {
  const Op& record = from_->op(op);
  std::vector<TypeId> types;
  for (ValueId result : record.results()) types.push_back(CloneType(from_->type(result)));
  const std::vector<NamedAttr> inherent = CloneAttrs(record.inherent());
  const std::vector<NamedAttr> discardable = CloneAttrs(record.discardable());
  std::vector<RegionId> regions;
  for (RegionId region : record.regions()) {
    regions.push_back(to_->NewRegion());
    empty_regions_.push_back({region, regions.back()});
  }
  OpState state;
  state.opcode = record.opcode;
  state.name = record.name ? CloneName(record.name) : NameId();
  state.loc = CloneLoc(record.loc);
  state.source_offset = same() ? record.source_offset : kNoOffset;
  state.result_types = types;
  state.inherent = inherent;
  state.discardable = discardable;
  state.regions = regions;
  const OpId copy = to_->NewOp(state);
  for (size_t i = 0; i < types.size(); ++i) Map(record.result(i), to_->op(copy).result(i));
  if (record.num_operands > 0) without_operands_.push_back({op, copy});
  return copy;
}

void Cloner::CloneBlocks(RegionPair regions) {
  for (BlockId block : from_->blocks(regions.from)) {
    const BlockId copy = to_->NewBlock();
    to_->mutable_block(copy).label = from_->block(block).label ? CloneName(from_->block(block).label) : NameId();
    std::vector<TypeId> types;
    std::vector<LocId> locs;
    for (ValueId arg : from_->block(block).args) {
      types.push_back(CloneType(from_->type(arg)));
      locs.push_back(CloneLoc(from_->value(arg).loc));
    }
    to_->AddArguments(copy, types, locs);
    for (size_t i = 0; i < types.size(); ++i) Map(from_->block(block).args[i], to_->block(copy).args[i]);
    to_->AppendBlock(regions.to, copy);
    CloneOps(block, copy);
  }
}

void Cloner::CloneOps(BlockId from, BlockId to) {
  for (OpId op : from_->ops(from)) to_->Append(CloneShell(op), to);
}

void Cloner::Finish() {
  while (!empty_regions_.empty()) {
    const RegionPair next = empty_regions_.back();
    empty_regions_.pop_back();
    CloneBlocks(next);
  }
  for (const OpPair& pair : without_operands_) {
    std::vector<ValueId> operands;
    for (ValueId operand : from_->op(pair.from).operands()) operands.push_back(Lookup(operand));
    to_->set_operands(pair.to, operands);
  }
  without_operands_.clear();
}

}  // namespace cppjrt::stablehlo
