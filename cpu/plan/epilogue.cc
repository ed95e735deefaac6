#include "cpu/plan/epilogue.h"

#include <algorithm>
#include <utility>

#include "cpu/plan/expression.h"
#include "cpu/plan/kernels.h"

namespace cppjrt::cpu {
namespace {

// A call or kernel is moved past at most so many other steps.
constexpr size_t kFarthest = 16;

TileShape TileOfDot(const Node& node) {
  const auto& attrs = node.attr<DotAttrs>();
  const Dims& dims = node.shape().dims;
  const size_t batch = attrs.lhs_batch.size();
  const size_t rows = node.operands[0].shape().rank() - batch - attrs.lhs_contracting.size();
  TileShape tile;
  for (size_t d = 0; d < dims.size(); ++d) {
    (d < batch ? tile.batch : d < batch + rows ? tile.rows : tile.columns) *= dims[d];
  }
  if (tile.columns == 1) {
    std::swap(tile.rows, tile.columns);
    tile.rows_are_n = true;
  }
  return tile;
}

// Positions are counted batch first, then the spatial dimensions as the attributes have them.
std::optional<TileShape> TileOfConvolution(const Node& node) {
  const auto& attrs = node.attr<ConvolutionAttrs>();
  const Dims& dims = node.shape().dims;
  std::vector<int64_t> positions = {attrs.output_batch};
  positions.insert(positions.end(), attrs.output_spatial.begin(), attrs.output_spatial.end());
  if (!std::is_sorted(positions.begin(), positions.end())) return std::nullopt;
  const auto feature = static_cast<size_t>(attrs.output_feature);
  int64_t before = 1;
  int64_t after = 1;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (d != feature) (d < feature ? before : after) *= dims[d];
  }
  if (after == 1) return TileShape{1, before, dims[feature], false};
  return TileShape{before, dims[feature], after, true};
}

class Fuser {
 public:
  Fuser(std::vector<Step>& steps, const ValueSet& in_memory) : steps_(steps), in_memory_(in_memory) {}

  void Run() {
    for (size_t i = 0; i < steps_.size(); ++i) TryCall(i);
    std::erase_if(steps_, [](const Step& step) { return step.node == nullptr; });
  }

 private:
  void TryCall(size_t call) {
    const Step& step = steps_[call];
    if (step.node == nullptr || step.kind != Step::Kind::kCall || !step.kernel.stages.empty()) return;
    const std::optional<TileShape> tile = TileShapeOf(*step.node);
    if (!tile.has_value()) return;
    const Value v = {step.node, 0};
    const size_t last = std::min(steps_.size(), call + 1 + kFarthest);
    for (size_t i = call + 1; i < last; ++i) {
      if (!Contains(steps_[i].reads, v)) continue;
      if (steps_[i].kind != Step::Kind::kKernel || !Fits(steps_[i].kernel, v, *tile)) return;
      if (CanComeForward(call, i)) {
        Fuse(call, i, call);
      } else if (CanWait(call, i)) {
        Fuse(call, i, i);
      }
      return;
    }
  }

  static bool Contains(const std::vector<Value>& values, Value v) {
    return std::find(values.begin(), values.end(), v) != values.end();
  }

  // Whether the kernel maps elements of the result, each to those at the same place, and can do so for any tile.
  bool Fits(const Kernel& kernel, Value v, const TileShape& tile) const {
    if (!kernel.outer.empty() || kernel.stages.size() != 1) return false;
    const Stage& stage = kernel.stages[0];
    if (NumElements(stage.inner) != v.shape().num_elements() || v.shape().num_elements() == 0) return false;
    IndexSpace space;
    const Index index = TileIndex(space, tile, stage.inner);
    const Affine offset = LinearOffset(index, stage.inner);
    bool fits = true;
    // Columns become vectors: what is read and asked must be a multiple of their number.
    const auto plain = [&](const Affine& a) {
      space.ForEachTerm(a, [&](TermId id) {
        const Term& term = space.term(id);
        fits &= term.kind != Term::Kind::kDiv || !space.DependsOn(term.of, kTileColumn);
      });
    };
    ExpressionWalk walk(
        space, in_memory_,
        [&](Value read, const Index& at) {
          const Affine from = LinearOffset(at, read.dims());
          if (Canonical(read, in_memory_) == v) fits &= from == offset;
          plain(from);
        },
        [&](const Guard& guard) { fits &= !space.DependsOn(guard.expr, kTileColumn); }, plain);
    for (const Root& root : stage.roots) {
      if (root.kind != RootKind::kMap) return false;
      WalkRoot(walk, space, root, {}, index);
    }
    plain(offset);
    return fits;
  }

  // All else that the kernel reads is there before the call.
  bool CanComeForward(size_t call, size_t kernel) const {
    for (size_t i = call + 1; i < kernel; ++i) {
      for (const Value v : steps_[i].writes) {
        if (Contains(steps_[kernel].reads, v)) return false;
      }
    }
    return true;
  }

  // Nothing between reads the call's result. Steps that may overwrite what the call reads are not passed.
  bool CanWait(size_t call, size_t kernel) const {
    for (size_t i = call + 1; i < kernel; ++i) {
      const Step& step = steps_[i];
      if (step.node == nullptr) continue;
      if (step.kind == Step::Kind::kCall) {
        if (step.node->kind != NodeKind::kDot && step.node->kind != NodeKind::kConvolution) return false;
      } else if (step.kind != Step::Kind::kKernel || step.kernel.stages[0].roots[0].kind == RootKind::kUpdate) {
        return false;
      }
    }
    return true;
  }

  void Fuse(size_t call, size_t kernel, size_t at) {
    Step fused = std::move(steps_[call]);
    Step& epilogue = steps_[kernel];
    fused.kernel = std::move(epilogue.kernel);
    for (const Value v : epilogue.reads) {
      if (!Contains(fused.reads, v)) fused.reads.push_back(v);
    }
    fused.writes.insert(fused.writes.end(), epilogue.writes.begin(), epilogue.writes.end());
    steps_[call] = Step();
    steps_[kernel] = Step();
    steps_[at] = std::move(fused);
  }

  std::vector<Step>& steps_;
  const ValueSet& in_memory_;
};

}  // namespace

std::optional<TileShape> TileShapeOf(const Node& node) {
  if (node.kind == NodeKind::kDot) return TileOfDot(node);
  if (node.kind == NodeKind::kConvolution) return TileOfConvolution(node);
  return std::nullopt;
}

Index TileIndex(IndexSpace& space, const TileShape& tile, const Dims& dims) {
  const Affine row = space.Loop(kTileBatch, tile.batch) * tile.rows + space.Loop(kTileRow, tile.rows);
  return Delinearize(space, row * tile.columns + space.Loop(kTileColumn, tile.columns), dims);
}

void FuseEpilogues(std::vector<Step>& steps, const ValueSet& in_memory) { Fuser(steps, in_memory).Run(); }

bool CallReads(const Step& step, Value v, const ValueSet& in_memory) {
  const auto reads = [&](Value operand) {
    while (!in_memory.contains(operand) && GroupOf(operand.node->kind) == NodeGroup::kView) {
      operand = operand.node->operands[0];
    }
    return Canonical(operand, in_memory) == v;
  };
  return std::any_of(step.node->operands.begin(), step.node->operands.end(), reads);
}

}  // namespace cppjrt::cpu
