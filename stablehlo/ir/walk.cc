#include "stablehlo/ir/walk.h"

namespace cppjrt::stablehlo {
namespace {

// The first op in `block` or in the blocks after it, or none.
OpId FirstFrom(const Module& module, BlockId block) {
  for (; block.valid(); block = module.block(block).next) {
    if (module.block(block).first_op) return module.block(block).first_op;
  }
  return OpId();
}

// The op that comes next at the level of `op`: in its block, the blocks after it, the regions after that.
OpId NextSibling(const Module& module, OpId op) {
  const Op& record = module.op(op);
  if (record.next) return record.next;
  if (!record.block) return OpId();
  const Block& block = module.block(record.block);
  if (const OpId found = FirstFrom(module, block.next)) return found;
  if (!block.region) return OpId();
  const Region& region = module.region(block.region);
  return region.op ? FirstInRegions(module, region.op, region.index + 1) : OpId();
}

}  // namespace

OpId FirstInRegions(const Module& module, OpId op, size_t first) {
  const std::span<const RegionId> regions = module.op(op).regions();
  for (size_t i = first; i < regions.size(); ++i) {
    if (const OpId found = FirstFrom(module, module.region(regions[i]).first_block)) return found;
  }
  return OpId();
}

OpId NextOutside(const Module& module, OpId op, OpId root) {
  for (; op.valid() && op != root; op = module.parent(op)) {
    if (const OpId next = NextSibling(module, op)) return next;
  }
  return OpId();
}

OpId FirstInPostOrder(const Module& module, OpId op) {
  for (OpId inner = FirstInRegions(module, op); inner.valid(); inner = FirstInRegions(module, op)) op = inner;
  return op;
}

OpId NextInPostOrder(const Module& module, OpId op, OpId root) {
  if (op == root) return OpId();
  const OpId next = NextSibling(module, op);
  return next ? FirstInPostOrder(module, next) : module.parent(op);
}

std::vector<OpId> OpsNow(const Module& module, BlockId block) {
  std::vector<OpId> result;
  for (OpId op : module.ops(block)) result.push_back(op);
  return result;
}

}  // namespace cppjrt::stablehlo
