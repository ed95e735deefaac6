// A contraction by its two sides, for rules that move one of them.
//
//   Dot dot(node);
//   dot.lhs.value = other_array;
//   Value product = dot.Make(body, type);
#ifndef CPPJRT_CPU_PASSES_DOT_H_
#define CPPJRT_CPU_PASSES_DOT_H_

#include <algorithm>
#include <utility>

#include "cpu/graph/graph.h"
#include "cpu/passes/index_maps.h"

namespace cppjrt::cpu {

struct DotSide {
  DotSide() = default;
  DotSide(Value v, Dims batches, Dims contracted)
      : value(v), dims(v.dims()), batch(std::move(batches)), contracting(std::move(contracted)) {}

  bool IsFree(int64_t d) const { return !Contains(batch, d) && !Contains(contracting, d); }
  Dims Free() const {
    Dims free;
    for (int64_t d = 0; d < static_cast<int64_t>(dims.size()); ++d) {
      if (IsFree(d)) free.push_back(d);
    }
    return free;
  }
  Dims ExtentsOf(const Dims& which) const {
    Dims extents;
    for (const int64_t d : which) extents.push_back(dims[At(d)]);
    return extents;
  }

  Value value;
  Dims dims;  // the value's; others in a side that is only thought of, to tell what it would cost
  Dims batch, contracting;
};

struct Dot {
  DotSide lhs, rhs;

  explicit Dot(const Node& node) {
    const DotAttrs& attrs = node.attr<DotAttrs>();
    lhs = DotSide(node.operands[0], attrs.lhs_batch, attrs.lhs_contracting);
    rhs = DotSide(node.operands[1], attrs.rhs_batch, attrs.rhs_contracting);
  }
  DotSide& side(bool left) { return left ? lhs : rhs; }
  const DotSide& side(bool left) const { return left ? lhs : rhs; }

  // The result's dimensions: batch, then what is free of lhs, then of rhs.
  Dims ResultDims() const {
    Dims dims = lhs.ExtentsOf(lhs.batch);
    for (const int64_t d : lhs.ExtentsOf(lhs.Free())) dims.push_back(d);
    for (const int64_t d : rhs.ExtentsOf(rhs.Free())) dims.push_back(d);
    return dims;
  }
  // The result's dimension that a batch or free dimension of a side is; -1 for one that is contracted.
  int64_t ResultDim(bool left, int64_t d) const {
    const DotSide& from = side(left);
    const auto batches = static_cast<int64_t>(lhs.batch.size());
    if (Contains(from.contracting, d)) return -1;
    if (Contains(from.batch, d)) return std::ranges::find(from.batch, d) - from.batch.begin();
    const Dims free = from.Free();
    const int64_t before = left ? batches : batches + static_cast<int64_t>(lhs.Free().size());
    return before + (std::ranges::find(free, d) - free.begin());
  }
  Value Make(Body& body, ElementType type) const {
    DotAttrs attrs = {lhs.batch, rhs.batch, lhs.contracting, rhs.contracting};
    return {body.Add(NodeKind::kDot, {Shape{type, ResultDims()}}, {lhs.value, rhs.value}, std::move(attrs)), 0};
  }
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_DOT_H_
