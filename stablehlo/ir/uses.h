// Uses: who uses a value, worked out on demand.
//
// A module keeps no use lists; most passes need none. One that does builds a UseMap in one walk and then changes
// operands through it, which keeps it right:
//
//   UseMap uses(module, function);
//   for (Use use : uses.of(value)) …            // use.op, use.operand
//   uses.ReplaceAll(module, old_value, new_value);
//   if (uses.empty(value)) { uses.Forget(module, op); module.Erase(op); }
#ifndef CPPJRT_STABLEHLO_IR_USES_H_
#define CPPJRT_STABLEHLO_IR_USES_H_

#include <cstdint>
#include <vector>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

struct Use {
  OpId op;
  uint32_t operand;
  friend bool operator==(Use, Use) = default;
};

class UseMap {
 public:
  // The uses by `root` and by everything inside it.
  UseMap(const Module& module, OpId root);

  // In no particular order, taken down at the time of the call.
  std::vector<Use> of(ValueId value) const;
  bool empty(ValueId value) const { return First(value) == kEnd; }
  bool has_one(ValueId value) const { return !empty(value) && nodes_[First(value)].next == kEnd; }

  // Every use of `from` becomes one of `to`. `from` and `to` differ.
  void ReplaceAll(Module& module, ValueId from, ValueId to);
  // One operand.
  void Set(Module& module, OpId op, uint32_t operand, ValueId to);
  // Takes up an op made after the map, with all that is inside it.
  void Add(const Module& module, OpId root);
  // Drops the uses by an op and by everything inside it, because they are about to be erased.
  void Forget(const Module& module, OpId root);

 private:
  static constexpr uint32_t kEnd = 0xffffffff;

  // A singly linked list for each value, through one array.
  struct Node {
    Use use;
    uint32_t next;
  };

  uint32_t First(ValueId value) const { return value.index() < heads_.size() ? heads_[value.index()] : kEnd; }
  void Link(ValueId value, Use use);
  void Unlink(ValueId value, Use use);

  std::vector<uint32_t> heads_;  // by value
  std::vector<Node> nodes_;
};

// Replaces values by others in the operands of `root` and of everything inside it: `replacement[v]` for value number v,
// followed as a chain, none where a value stays. One walk, for passes that collect replacements first.
void ReplaceUses(Module& module, OpId root, const std::vector<ValueId>& replacement);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_IR_USES_H_
