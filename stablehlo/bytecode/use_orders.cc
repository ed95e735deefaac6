#include "stablehlo/bytecode/use_orders.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "stablehlo/ir/walk.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo::bytecode {
namespace {

void WriteOrder(std::span<const uint32_t> order, ByteWriter& out) {
  size_t moved = 0;
  for (size_t i = 0; i < order.size(); ++i) moved += order[i] != i ? 1 : 0;
  const bool as_pairs = moved < order.size() / 2;
  out.Flagged(as_pairs ? moved * 2 : order.size(), as_pairs);
  for (size_t i = 0; i < order.size(); ++i) {
    if (as_pairs && order[i] == i) continue;
    out.Varint(order[i]);
    if (as_pairs) out.Varint(i);
  }
}

}  // namespace

UseOrders::UseOrders(const Module& module, Version target) : target_(target), uses_(module.num_values()) {
  for (OpId op : PreOrder(module, module.root())) any_ = any_ || IsRewritten(module, op);
  if (!any_) return;
  uint64_t place = 0;
  for (OpId op : PreOrder(module, module.root())) {
    const bool rewritten = IsRewritten(module, op);
    const std::span<const ValueId> operands = module.op(op).operands();
    for (size_t i = 0; i < operands.size(); ++i) uses_[operands[i].index()].push_back({place << 32 | i, rewritten});
    ++place;
  }
}

bool UseOrders::IsRewritten(const Module& module, OpId op) const {
  const Opcode opcode = module.op(op).opcode;
  if (opcode == Opcode::kUnregistered || Info(opcode).vhlo.size() < 2) return false;
  const VhloOp* vhlo = VhloOpFor(opcode, target_);
  return vhlo != nullptr && vhlo->until != Version();
}

std::vector<uint32_t> UseOrders::OrderOf(ValueId value) const {
  const std::vector<Use>& uses = uses_[value.index()];
  std::vector<uint32_t> list;  // MLIR's list, as indices of `uses`
  for (const bool rewritten : {true, false}) {
    for (auto i = static_cast<uint32_t>(uses.size()); i > 0; --i) {
      if (uses[i - 1].rewritten == rewritten) list.push_back(i - 1);
    }
  }
  if (std::ranges::is_sorted(list, std::greater<>())) return {};
  std::vector<uint32_t> order(uses.size());
  for (uint32_t i = 0; i < list.size(); ++i) order[uses.size() - 1 - list[i]] = i;
  return order;
}

bool UseOrders::Write(std::span<const ValueId> values, ByteWriter& out) const {
  if (!any_) return false;
  std::vector<std::pair<size_t, std::vector<uint32_t>>> orders;
  for (size_t i = 0; i < values.size(); ++i) {
    std::vector<uint32_t> order = OrderOf(values[i]);
    if (!order.empty()) orders.emplace_back(i, std::move(order));
  }
  if (orders.empty()) return false;
  if (values.size() != 1) out.Varint(orders.size());
  for (const auto& [index, order] : orders) {
    if (values.size() != 1) out.Varint(index);
    WriteOrder(order, out);
  }
  return true;
}

}  // namespace cppjrt::stablehlo::bytecode
