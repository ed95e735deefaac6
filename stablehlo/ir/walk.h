// Walking the op tree without recursion, so that depth costs nothing: the tree's own parent links are the stack.
//
//   for (OpId op : PreOrder(module, function)) …    // an op before what is in its regions
//   for (OpId op : PostOrder(module, function)) …   // an op after it; the op itself last
//
// Both start with the given op itself and stay inside it. PostOrder may erase or move the op it stands at (it has
// looked ahead); PreOrder may not, but may be told to skip an op's regions: `it.SkipRegions()`.
#ifndef CPPJRT_STABLEHLO_IR_WALK_H_
#define CPPJRT_STABLEHLO_IR_WALK_H_

#include <vector>

#include "stablehlo/ir/ids.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// The first op in the op's regions from number `first` on, or none if they are empty.
OpId FirstInRegions(const Module& module, OpId op, size_t first = 0);
// The op that follows `op` and everything inside it in the text, within `root`; none at the end.
OpId NextOutside(const Module& module, OpId op, OpId root);
// The op a post-order walk of `op` starts with.
OpId FirstInPostOrder(const Module& module, OpId op);
// The op that comes after `op` in a post-order walk of `root`; none after `root` itself.
OpId NextInPostOrder(const Module& module, OpId op, OpId root);

class PreOrder {
 public:
  class Iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = OpId;
    Iterator() = default;
    Iterator(const Module* module, OpId root) : module_(module), root_(root), op_(root) {}
    OpId operator*() const { return op_; }
    Iterator& operator++() {
      const OpId inner = skip_ ? OpId() : FirstInRegions(*module_, op_);
      skip_ = false;
      op_ = inner ? inner : NextOutside(*module_, op_, root_);
      return *this;
    }
    void operator++(int) { ++*this; }
    // Leaves out what is inside the current op.
    void SkipRegions() { skip_ = true; }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.op_ == b.op_; }

   private:
    const Module* module_ = nullptr;
    OpId root_;
    OpId op_;
    bool skip_ = false;
  };

  // REQUIRES: `root` is an op. The module outlives the walk.
  PreOrder(const Module& module, OpId root) : module_(&module), root_(root) {}
  Iterator begin() const { return {module_, root_}; }
  Iterator end() const { return {}; }

 private:
  const Module* module_;
  OpId root_;
};

class PostOrder {
 public:
  class Iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = OpId;
    Iterator() = default;
    Iterator(const Module* module, OpId root) : module_(module), root_(root) {
      op_ = FirstInPostOrder(*module, root);
      LookAhead();
    }
    OpId operator*() const { return op_; }
    Iterator& operator++() {
      op_ = next_;
      LookAhead();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.op_ == b.op_; }

   private:
    void LookAhead() { next_ = op_ ? NextInPostOrder(*module_, op_, root_) : OpId(); }

    const Module* module_ = nullptr;
    OpId root_;
    OpId op_;
    OpId next_;
  };

  PostOrder(const Module& module, OpId root) : module_(&module), root_(root) {}
  Iterator begin() const { return {module_, root_}; }
  Iterator end() const { return {}; }

 private:
  const Module* module_;
  OpId root_;
};

// The ops of a block, taken down beforehand: for loops that erase, insert or move as they go.
std::vector<OpId> OpsNow(const Module& module, BlockId block);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_IR_WALK_H_
