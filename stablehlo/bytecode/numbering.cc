#include "stablehlo/bytecode/numbering.h"

#include <utility>

#include "stablehlo/ir/walk.h"

namespace cppjrt::stablehlo::bytecode {

Numbering::Numbering(const Module& module)
    : module_(module),
      isolated_(module.num_ops(), true),
      depths_(module.num_regions(), 0),
      values_(module.num_values(), 0),
      num_values_(module.num_regions(), 0) {
  FindDepths();
  FindIsolated();
  NumberValues();
}

RegionId Numbering::RegionOf(OpId op) const {
  const BlockId block = module_.op(op).block;
  return block ? module_.block(block).region : RegionId();
}

RegionId Numbering::RegionOf(ValueId value) const {
  if (const OpId op = module_.defining_op(value)) return RegionOf(op);
  const BlockId block = module_.argument_block(value);
  return block ? module_.block(block).region : RegionId();
}

void Numbering::FindDepths() {
  for (OpId op : PreOrder(module_, module_.root())) {
    const RegionId outer = RegionOf(op);
    const uint32_t depth = outer ? depths_[outer.index()] + 1 : 0;
    for (RegionId region : module_.op(op).regions()) depths_[region.index()] = depth;
  }
}

// Every op between a value and its use is not isolated. `outermost` keeps how far out an op reaches already, so that
// the way is gone once.
void Numbering::FindIsolated() {
  constexpr uint32_t kNowhere = 0xffffffff;
  std::vector<uint32_t> outermost(module_.num_ops(), kNowhere);  // depth of the outermost region used
  for (OpId op : PreOrder(module_, module_.root())) {
    for (ValueId operand : module_.op(op).operands()) {
      const RegionId defined = RegionOf(operand);
      if (!defined) continue;
      const uint32_t depth = depths_[defined.index()];
      for (RegionId region = RegionOf(op); region && depths_[region.index()] > depth;) {
        const OpId parent = module_.region(region).op;
        if (outermost[parent.index()] <= depth) break;
        outermost[parent.index()] = depth;
        isolated_[parent.index()] = false;
        region = RegionOf(parent);
      }
    }
  }
}

// MLIR numbers the contents of a region, then those of the regions in it, the last one first.
void Numbering::NumberValues() {
  std::vector<std::pair<RegionId, uint32_t>> todo;
  const auto add = [&](OpId op, uint32_t next) {
    const uint32_t first = isolated_[op.index()] ? 0 : next;
    for (RegionId region : module_.op(op).regions()) todo.emplace_back(region, first);
  };
  add(module_.root(), 0);
  while (!todo.empty()) {
    const auto [region, first] = todo.back();
    todo.pop_back();
    regions_.push_back(region);
    const uint32_t next = NumberRegion(region, first);
    for (BlockId block : module_.blocks(region)) {
      for (OpId op : module_.ops(block)) add(op, next);
    }
  }
}

uint32_t Numbering::NumberRegion(RegionId region, uint32_t next) {
  const uint32_t first = next;
  for (BlockId block : module_.blocks(region)) {
    for (ValueId argument : module_.block(block).args) values_[argument.index()] = next++;
    for (OpId op : module_.ops(block)) {
      for (ValueId result : module_.op(op).results()) values_[result.index()] = next++;
    }
  }
  num_values_[region.index()] = next - first;
  return next;
}

}  // namespace cppjrt::stablehlo::bytecode
