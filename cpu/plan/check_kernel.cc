#include "cpu/plan/check_kernel.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cpu/plan/epilogue.h"
#include "cpu/plan/expression.h"
#include "cpu/plan/kernels.h"

namespace cppjrt::cpu {
namespace {

// A value that the kernel stores.
struct Write {
  Value value;
  BufferId buffer = kNoBuffer;
  RootKind kind = RootKind::kMap;
  size_t stage = 0;
  size_t root = 0;  // in its stage
  const Root* what = nullptr;
};

class Checker {
 public:
  Checker(const Plan& plan, const ValueSet& in_memory, const MemoryState& state, const Kernel& kernel, Value made)
      : plan_(plan), in_memory_(in_memory), state_(state), kernel_(kernel), made_(made) {
    for (size_t s = 0; s < kernel.stages.size(); ++s) {
      for (size_t r = 0; r < kernel.stages[s].roots.size(); ++r) AddWrites(kernel.stages[s].roots[r], s, r);
    }
  }

  Status Run() {
    CPPJRT_RETURN_IF_ERROR(CheckWrites());
    for (stage_ = 0; stage_ < kernel_.stages.size() && status_.ok(); ++stage_) CheckStage(kernel_.stages[stage_]);
    return std::move(status_);
  }

 private:
  void AddWrites(const Root& root, size_t stage, size_t number) {
    for (uint32_t i = 0; i < root.node->shapes.size(); ++i) {
      if (root.kind == RootKind::kMap && i != root.result) continue;
      const Value v = {root.node, i};
      const auto found = plan_.buffer_of.find(v);
      if (found == plan_.buffer_of.end() || v.shape().num_bytes() == 0) continue;
      writes_.push_back({v, found->second, root.kind, stage, number, &root});
    }
  }

  // Of two values in the same bytes the later one must be the later stage's, for the same part of the outer loops.
  Status CheckWrites() const {
    for (size_t i = 0; i < writes_.size(); ++i) {
      for (size_t k = 0; k < i; ++k) {
        if (!state_.Overlap(writes_[i].buffer, writes_[k].buffer)) continue;
        if (writes_[k].stage < writes_[i].stage && SameBytes(writes_[i].buffer, writes_[i].value, writes_[k])) continue;
        return Wrong(writes_[k].value, "is written over by the same kernel");
      }
    }
    return OkStatus();
  }

  void CheckStage(const Stage& stage) {
    IndexSpace space;
    const Index outer = OuterLoops(space, kernel_);
    // An epilogue runs on tiles of what the call makes.
    const Index inner =
        made_.valid() ? TileIndex(space, *TileShapeOf(*made_.node), stage.inner) : InnerLoops(space, kernel_, stage);
    outer_ = outer;
    points_.clear();
    for (const Write& write : writes_) {
      const bool here = write.stage == stage_ && write.kind != RootKind::kReduce;
      points_.push_back(here ? LinearOffset(RootIndex(*write.what, space, outer, inner), write.value.dims())
                             : Affine());
    }
    all_points_ = NumElements(kernel_.outer) * NumElements(stage.inner);
    const Affine made_at = made_.valid() ? LinearOffset(inner, stage.inner) : Affine();
    for (size_t r = 0; r < stage.roots.size() && status_.ok(); ++r) {
      const Root& root = stage.roots[r];
      ExpressionWalk walk(space, in_memory_, [&](Value v, const Index& index) { Read(v, index, r, false, made_at); });
      WalkRoot(walk, space, root, outer, inner);
      if (root.kind != RootKind::kReduce) continue;
      if (root.node->kind != NodeKind::kReduce && root.node->kind != NodeKind::kReduceWindow) continue;
      ExpressionWalk inits(space, in_memory_, [&](Value v, const Index& index) { Read(v, index, r, true, made_at); });
      for (size_t i = root.node->operands.size() / 2; i < root.node->operands.size(); ++i) {
        inits.Element(root.node->operands[i], {});
      }
    }
  }

  // `late`: when the loops of the stage are done.
  void Read(Value v, const Index& index, size_t root, bool late, const Affine& made_at) {
    if (!status_.ok() || v.shape().num_bytes() == 0 || v.shape().token) return;
    const auto found = plan_.buffer_of.find(v);
    if (found == plan_.buffer_of.end()) {
      if (!InRegister(v, root, late)) status_ = Wrong(v, "is in no memory and no register that the kernel reads");
      return;
    }
    bool own = false;
    for (size_t w = 0; w < writes_.size(); ++w) {
      const Write& write = writes_[w];
      // The same elements, stored elsewhere under other dimensions, do not matter.
      if (!state_.Overlap(write.buffer, found->second)) continue;
      if (Symbol(write.value) == Symbol(v)) {
        own = true;
        if (!WrittenBefore(write, points_[w], v, index, root, late)) {
          status_ = Wrong(v, "is read before the same kernel has made it");
          return;
        }
      } else if (!(SameBytes(found->second, v, write) && ReadBefore(write, points_[w], v, index, root, late))) {
        status_ = Wrong(v, "is read after the same kernel has written over it");
        return;
      }
    }
    if (made_.valid() && Symbol(v) == Symbol(made_)) {
      if (!(LinearOffset(index, v.dims()) == made_at)) status_ = Wrong(v, "is read before the call has made it");
      return;
    }
    if (!own && !state_.Holds(found->second, v)) status_ = Wrong(v, "is not in the memory that the kernel reads");
  }

  // Whether a reduction of the kernel has made it for this point of the outer loops.
  bool InRegister(Value v, size_t root, bool late) const {
    for (size_t s = 0; s <= stage_; ++s) {
      const std::vector<Root>& roots = kernel_.stages[s].roots;
      for (size_t r = 0; r < roots.size(); ++r) {
        if (roots[r].node == v.node) return s < stage_ || (late && r < root);
      }
    }
    return false;
  }

  bool WrittenBefore(const Write& write, const Affine& point, Value v, const Index& index, size_t root,
                     bool late) const {
    if (stage_ != write.stage) return stage_ > write.stage && InPart(v, index);
    if (write.kind == RootKind::kReduce) return late && root > write.root && InPart(v, index);
    return write.kind == RootKind::kMap && LinearOffset(index, v.dims()) == point;
  }

  bool ReadBefore(const Write& write, const Affine& point, Value v, const Index& index, size_t root, bool late) const {
    if (stage_ != write.stage) return stage_ < write.stage && InPart(v, index);
    if (write.kind == RootKind::kReduce) return (!late || root <= write.root) && InPart(v, index);
    return !late && (all_points_ == 1 || LinearOffset(index, v.dims()) == point);
  }

  // Whether equal offsets are equal bytes.
  bool SameBytes(BufferId buffer, Value v, const Write& write) const {
    const auto place = [this](BufferId id) { return plan_.buffers[static_cast<size_t>(id)].bytes; };
    const bool same = buffer == write.buffer || MayBeOne(buffer, write.buffer);
    return same && place(buffer) == place(write.buffer) &&
           stablehlo::ElementBytes(v.type()) == stablehlo::ElementBytes(write.value.type());
  }

  // A result and the argument whose memory it may take over; generated code knows of these alone.
  bool MayBeOne(BufferId a, BufferId b) const {
    const Buffer* argument = &plan_.buffers[static_cast<size_t>(a)];
    const Buffer* result = &plan_.buffers[static_cast<size_t>(b)];
    if (argument->kind != Buffer::Kind::kArgument) std::swap(argument, result);
    return argument->kind == Buffer::Kind::kArgument && result->kind == Buffer::Kind::kResult &&
           plan_.result_may_be[static_cast<size_t>(result->number)] == argument->number;
  }

  // Whether the element belongs to the part of the array that this point of the outer loops has to itself.
  bool InPart(Value v, const Index& index) const {
    if (NumElements(kernel_.outer) == 1) return true;
    return index.size() >= outer_.size() && std::equal(outer_.begin(), outer_.end(), index.begin()) &&
           std::equal(kernel_.outer.begin(), kernel_.outer.end(), v.dims().begin());
  }

  static Status Wrong(Value v, const std::string& what) {
    std::string text = "the plan is wrong: " + std::string(Mnemonic(*v.node));
    if (!v.node->place.empty()) text += " at " + std::string(v.node->place);
    return InternalError(text + " " + what);
  }

  const Plan& plan_;
  const ValueSet& in_memory_;
  const MemoryState& state_;
  const Kernel& kernel_;
  const Value made_;
  std::vector<Write> writes_;
  // Of the stage at hand.
  size_t stage_ = 0;
  Index outer_;
  std::vector<Affine> points_;  // by write: the offset that it stores to
  int64_t all_points_ = 0;
  Status status_;
};

}  // namespace

Status CheckKernel(const Plan& plan, const ValueSet& in_memory, const MemoryState& state, const Kernel& kernel,
                   Value made) {
  return Checker(plan, in_memory, state, kernel, made).Run();
}

}  // namespace cppjrt::cpu
