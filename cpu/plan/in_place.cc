#include "cpu/plan/in_place.h"

#include <algorithm>
#include <functional>

#include "cpu/plan/element_loop.h"
#include "cpu/plan/epilogue.h"
#include "cpu/plan/kernels.h"

namespace cppjrt::cpu {
namespace {

bool Contains(const std::vector<Value>& values, Value v) {
  return std::find(values.begin(), values.end(), v) != values.end();
}

int64_t ElementSize(Value v) { return stablehlo::ElementBytes(v.type()); }

// Looks at a kernel's stages in their order, up to the one that writes `made` and beyond.
class InPlaceCheck {
 public:
  InPlaceCheck(const ValueSet& in_memory, const Kernel& kernel, Value old, Value made)
      : in_memory_(in_memory), kernel_(kernel), old_(old), made_(made) {}

  bool Holds() {
    if (old_.shape().num_bytes() != made_.shape().num_bytes() || ElementSize(old_) != ElementSize(made_)) return false;
    bool written = false;
    for (const Stage& stage : kernel_.stages) {
      const auto root = std::find_if(stage.roots.begin(), stage.roots.end(), [&](const Root& r) { return Writes(r); });
      const bool here = root != stage.roots.end();
      const bool maps = here && root->kind == RootKind::kMap;
      if (!StageIsSafe(stage, written, maps ? &*root : nullptr)) return false;
      if (here && !InitsAreSafe(stage, *root)) return false;
      written |= here;
    }
    return written;
  }

 private:
  bool Writes(const Root& root) const {
    return root.node == made_.node && (root.kind == RootKind::kReduce || root.result == made_.index);
  }

  // `map`: the root that writes at each point of the stage.
  bool StageIsSafe(const Stage& stage, bool written, const Root* map) {
    IndexSpace space;
    const Index outer = OuterLoops(space, kernel_);
    const Index inner = InnerLoops(space, kernel_, stage);
    bool safe = true;
    Affine written_at;
    if (map != nullptr) written_at = LinearOffset(RootIndex(*map, space, outer, inner), made_.dims());
    ExpressionWalk walk(space, in_memory_, [&](Value v, const Index& index) {
      if (!(Canonical(v, in_memory_) == old_)) return;
      const bool here = map != nullptr ? LinearOffset(index, v.dims()) == written_at : InRow(v, index, outer);
      safe &= here && !written;
    });
    for (const Root& root : stage.roots) {
      if (safe) WalkRoot(walk, space, root, outer, inner);
    }
    return safe;
  }

  // A reduction reads its initial values when its loops are done (kernel.cc): what maps of the stage have made is there by then,
  // and what the reductions before it have made.
  bool InitsAreSafe(const Stage& stage, const Root& writer) const {
    bool safe = true;
    bool written = writer.kind == RootKind::kMap;
    IndexSpace space;
    for (const Root& root : stage.roots) {
      if (root.kind == RootKind::kReduce && HasInits(*root.node)) {
        ExpressionWalk walk(space, in_memory_,
                            [&](Value v, const Index&) { safe &= !written || !(Canonical(v, in_memory_) == old_); });
        const size_t inputs = root.node->operands.size() / 2;
        for (size_t i = inputs; i < root.node->operands.size(); ++i) walk.Element(root.node->operands[i], {});
      }
      written |= &root == &writer;
    }
    return safe;
  }
  static bool HasInits(const Node& node) {
    return node.kind == NodeKind::kReduce || node.kind == NodeKind::kReduceWindow;
  }

  // Whether the element belongs to the part of `made` that is written for this point of the outer loops.
  bool InRow(Value v, const Index& index, const Index& outer) const {
    if (outer.empty()) return true;
    const auto n = static_cast<int64_t>(outer.size());
    return v == old_ && index.size() >= outer.size() && std::equal(outer.begin(), outer.end(), index.begin()) &&
           std::equal(kernel_.outer.begin(), kernel_.outer.begin() + n, v.dims().begin());
  }

  const ValueSet& in_memory_;
  const Kernel& kernel_;
  const Value old_;
  const Value made_;
};

// Visits where the kernel of an update reads the array that it changes: whether the update's own stage does, and whether that is
// the element it writes then. (All that a stage has for one point is computed before any of it is stored.)
void WalkUpdate(const ValueSet& in_memory, const Step& step,
                const std::function<void(bool first_stage, bool in_place)>& visit) {
  const Kernel& kernel = step.kernel;
  const Root& update = kernel.stages[0].roots[0];
  const Value array = Canonical(update.node->operands[0], in_memory);
  for (const Stage& stage : kernel.stages) {
    const bool first = &stage == &kernel.stages[0];
    IndexSpace space;
    const Index outer = OuterLoops(space, kernel);
    const Index inner = InnerLoops(space, kernel, stage);
    const Index written = first ? RootIndex(update, space, outer, inner) : Index();
    ExpressionWalk walk(space, in_memory, [&](Value v, const Index& index) {
      if (Canonical(v, in_memory) == array) visit(first, first && v == array && index == written);
    });
    for (const Root& root : stage.roots) WalkRoot(walk, space, root, outer, inner);
  }
}

}  // namespace

bool IsUpdate(const Step& step) {
  return step.kind == Step::Kind::kKernel && step.kernel.stages[0].roots[0].kind == RootKind::kUpdate;
}

bool MayWriteOver(const ValueSet& in_memory, const Step& step, Value old, Value made) {
  if (step.kind == Step::Kind::kCall && IsElementLoop(*step.node)) {
    const bool same_size = old.shape().num_bytes() == made.shape().num_bytes() && ElementSize(old) == ElementSize(made);
    return same_size && ElementLoopReadsInPlace(in_memory, *step.node, old);
  }
  if (HasEpilogue(step)) {
    if (made.node == step.node || CallReads(step, old, in_memory)) return false;
  } else if (step.kind != Step::Kind::kKernel || IsUpdate(step)) {
    return false;
  }
  if (!Contains(step.reads, old)) return true;
  return InPlaceCheck(in_memory, step.kernel, old, made).Holds();
}

bool UpdateReadsOnlyInPlace(const ValueSet& in_memory, const Step& step) {
  const Kernel& kernel = step.kernel;
  const bool single = NumElements(kernel.outer) * NumElements(kernel.stages[0].inner) == 1;
  bool safe = true;
  WalkUpdate(in_memory, step, [&](bool first_stage, bool in_place) { safe &= in_place || (first_stage && single); });
  return safe;
}

bool UpdateReadsArray(const ValueSet& in_memory, const Step& step) {
  bool reads = false;
  WalkUpdate(in_memory, step, [&](bool, bool) { reads = true; });
  return reads;
}

}  // namespace cppjrt::cpu
