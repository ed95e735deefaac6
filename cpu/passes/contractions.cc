#include "cpu/passes/contractions.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "cpu/passes/contraction_cost.h"
#include "cpu/passes/dot.h"
#include "cpu/passes/index_maps.h"
#include "cpu/passes/rewrite.h"
#include "cpu/passes/uses.h"

namespace cppjrt::cpu {
namespace {

// Elements of what is kept for all iterations of a loop.
constexpr double kMaxKept = 1 << 24;
// Parts of a concatenation that are worth a contraction each.
constexpr size_t kMaxParts = 4;

bool FromOutside(Value value, const Body& body) {
  for (const Body* at = value.node->parent; at != nullptr;
       at = at->owner() == nullptr ? nullptr : at->owner()->parent) {
    if (at == &body) return false;
  }
  return true;
}

Dims Range(size_t begin, size_t end) {
  Dims dims;
  for (size_t d = begin; d < end; ++d) dims.push_back(static_cast<int64_t>(d));
  return dims;
}

// The dimensions under a map; none if one has no image.
std::optional<Dims> Mapped(const Dims& dims, const Dims& map) {
  Dims mapped;
  for (const int64_t d : dims) {
    if (map[At(d)] < 0) return std::nullopt;
    mapped.push_back(map[At(d)]);
  }
  return mapped;
}

// A contraction of which one side picks slices of an array: what it is for the whole array, so that the slices of the product can
// be picked instead.
struct Pick {
  const Node* node = nullptr;  // that picks
  bool left = true;            // the side it is of
  Dot whole;                   // of the array that is picked from
  // What is saved, in multiply-adds, in all iterations of the loop that the contraction is in.
  double saving = 0;
};

// The side with the array `from` in place of its own, whose dimensions are those of `from` by `map`. None unless all dimensions
// that are contracted or batches are whole in `sizes`, the extents that are picked.
std::optional<DotSide> SideOf(const DotSide& side, Value from, const Dims& map, const Dims& sizes) {
  const std::optional<Dims> batch = Mapped(side.batch, map), contracting = Mapped(side.contracting, map);
  if (!batch || !contracting) return std::nullopt;
  const auto whole = [&](int64_t d) { return sizes[At(d)] == from.dims()[At(d)]; };
  if (!std::ranges::all_of(*batch, whole) || !std::ranges::all_of(*contracting, whole)) return std::nullopt;
  return DotSide{from, *batch, *contracting};
}

// --- Gathers

// For each dimension of a gather's result the one of its operand that it is a window of; -1 for those of the indices.
Dims WindowMap(const Node& gather) {
  const GatherAttrs& g = gather.attr<GatherAttrs>();
  Dims map(gather.shape().rank(), -1);
  size_t next = 0;
  for (int64_t d = 0; d < static_cast<int64_t>(gather.operands[0].shape().rank()); ++d) {
    if (Contains(g.collapsed_slice_dims, d) || Contains(g.operand_batching_dims, d)) continue;
    map[At(g.offset_dims[next++])] = d;
  }
  return map;
}

std::optional<Pick> PickOfGather(const Dot& dot, bool left, const UseCounts& uses) {
  const DotSide& side = dot.side(left);
  const Node& gather = *side.value.node;
  if (gather.kind != NodeKind::kGather) return std::nullopt;
  const GatherAttrs& g = gather.attr<GatherAttrs>();
  const std::optional<DotSide> from = SideOf(side, gather.operands[0], WindowMap(gather), g.slice_sizes);
  if (!from) return std::nullopt;
  const auto is_free = [&](int64_t d) { return from->IsFree(d); };
  if (!std::ranges::all_of(g.start_index_map, is_free)) return std::nullopt;
  Pick pick{&gather, left, dot};
  pick.whole.side(left) = *from;
  // The gather that there was goes away if nothing else uses it.
  const double gathered = uses.Of(side.value) == 1 ? CostOfMoving(NumElementsOf(gather.shape().dims)) : 0;
  const double before = CostOf(dot) + gathered;
  pick.saving = before - CostOf(pick.whole) - CostOfMoving(NumElementsOf(dot.ResultDims()));
  return pick.saving > kMinSaving * before ? std::optional(pick) : std::nullopt;
}

// The same slices of the product: whole in the dimensions of the other side.
Value GatherOf(Value product, const Pick& pick, const Dot& dot, const Shape& result, Body& body) {
  const GatherAttrs& before = pick.node->attr<GatherAttrs>();
  const auto place = [&](const Dims& dims) {
    Dims places;
    for (const int64_t d : dims) places.push_back(pick.whole.ResultDim(pick.left, d));
    return places;
  };
  GatherAttrs g = before;
  g.collapsed_slice_dims = place(before.collapsed_slice_dims);
  g.operand_batching_dims = place(before.operand_batching_dims);
  g.start_index_map = place(before.start_index_map);
  g.slice_sizes = product.dims();
  for (size_t d = 0; d < before.slice_sizes.size(); ++d) {
    const int64_t at = pick.whole.ResultDim(pick.left, static_cast<int64_t>(d));
    if (at >= 0) g.slice_sizes[At(at)] = before.slice_sizes[d];
  }
  const Dims windows = WindowMap(*pick.node);
  Dims indices;  // the result's dimensions that are the indices'
  for (size_t d = 0; d < windows.size(); ++d) {
    if (windows[d] < 0) indices.push_back(dot.ResultDim(pick.left, static_cast<int64_t>(d)));
  }
  g.offset_dims = {};
  for (int64_t d = 0; d < static_cast<int64_t>(result.dims.size()); ++d) {
    if (!Contains(indices, d)) g.offset_dims.push_back(d);
  }
  return {body.Add(NodeKind::kGather, {result}, {product, pick.node->operands[1]}, std::move(g)), 0};
}

// --- Slices in loops

// The dynamic slice that a value is, without some of its dimensions of extent 1.
const Node* SliceBehind(Value value) {
  const Node* node = value.node;
  if (node->kind == NodeKind::kReshape) node = node->operands[0].node;
  return node->kind == NodeKind::kDynamicSlice ? node : nullptr;
}

// For each dimension of the value the slice's that it is, if all others of the slice have extent 1.
std::optional<Dims> MapToSlice(Value value, const Node& slice) {
  if (value.node == &slice) return Counted(value.shape().rank());
  const std::optional<Dims> down = OnesOnly(slice.shape().dims, value.dims());
  if (!down) return std::nullopt;
  Dims map(value.shape().rank(), -1);
  for (size_t d = 0; d < down->size(); ++d) {
    if ((*down)[d] >= 0) map[At((*down)[d])] = static_cast<int64_t>(d);
  }
  return map;
}

std::optional<Pick> PickOfLoop(const Dot& dot, bool left, const Body& body) {
  const Node* const loop = body.owner();
  if (loop == nullptr || loop->kind != NodeKind::kWhile) return std::nullopt;
  const DotSide& side = dot.side(left);
  const Node* const slice = SliceBehind(side.value);
  if (slice == nullptr || slice->parent != &body) return std::nullopt;
  const Value array = slice->operands[0];
  if (!FromOutside(array, body) || !FromOutside(dot.side(!left).value, body)) return std::nullopt;
  const std::optional<Dims> map = MapToSlice(side.value, *slice);
  const auto iterations = static_cast<double>(loop->attr<WhileAttrs>().trip_count);
  if (!map || iterations < 2) return std::nullopt;
  const std::optional<DotSide> from = SideOf(side, array, *map, slice->shape().dims);
  if (!from) return std::nullopt;
  Pick pick{slice, left, dot};
  pick.whole.side(left) = *from;
  if (NumElementsOf(pick.whole.ResultDims()) > kMaxKept) return std::nullopt;
  const double before = iterations * CostOf(dot);
  const double after = CostOf(pick.whole) + iterations * CostOfMoving(NumElementsOf(dot.ResultDims()));
  pick.saving = before - after;
  return pick.saving > kMinSaving * before ? std::optional(pick) : std::nullopt;
}

// The same slice of the product: whole in the dimensions of the other side.
Value SliceOf(Value product, const Pick& pick, const Shape& result, Body& body) {
  const Node& slice = *pick.node;
  const Value zero = body.SplatInt(slice.operands[1].type(), {}, 0);
  std::vector<Value> starts(product.shape().rank(), zero);
  Dims sizes = product.dims();
  for (size_t d = 0; d < slice.shape().rank(); ++d) {
    const int64_t at = pick.whole.ResultDim(pick.left, static_cast<int64_t>(d));
    if (at < 0) continue;
    starts[At(at)] = slice.operands[1 + d];
    sizes[At(at)] = slice.shape().dims[d];
  }
  return body.Reshape(body.DynamicSlice(product, std::move(starts), sizes), result.dims);
}

class Mover : public Rewriter {
 public:
  explicit Mover(const Graph& graph) : uses_(graph) {}

 protected:
  std::vector<Value> Rewrite(Node& node) override {
    if (node.kind == NodeKind::kTranspose) return Swap(node);
    if (node.kind != NodeKind::kDot || node.shape().num_elements() == 0) return {};
    const Dot dot(node);
    if (const std::optional<Pick> pick = BestPick(dot, *node.parent)) return {Move(*pick, dot, node)};
    for (const bool left : {true, false}) {
      if (std::vector<Value> values = Split(dot, left, node); !values.empty()) return values;
    }
    return {};
  }

 private:
  // transpose(dot(a, b)) is dot(b, a), if the transpose only swaps what comes of a and of b.
  std::vector<Value> Swap(Node& node) {
    const Value x = node.operands[0];
    if (x.node->kind != NodeKind::kDot || uses_.Of(x) != 1) return {};
    Dot dot(*x.node);
    const size_t batch = dot.lhs.batch.size();
    const size_t left = dot.lhs.Free().size();
    Dims swapped = Range(0, batch);
    for (const int64_t d : Range(batch + left, x.shape().rank())) swapped.push_back(d);
    for (const int64_t d : Range(batch, batch + left)) swapped.push_back(d);
    if (node.dims_attr() != swapped) return {};
    std::swap(dot.lhs, dot.rhs);
    return {dot.Make(*node.parent, node.shape().type)};
  }

  // The side whose move saves most.
  std::optional<Pick> BestPick(const Dot& dot, const Body& body) const {
    std::optional<Pick> best;
    for (const bool left : {true, false}) {
      for (const std::optional<Pick>& pick : {PickOfGather(dot, left, uses_), PickOfLoop(dot, left, body)}) {
        if (pick && (!best || pick->saving > best->saving)) best = pick;
      }
    }
    return best;
  }

  static Value Move(const Pick& pick, const Dot& dot, Node& node) {
    Body& body = *node.parent;
    if (pick.node->kind == NodeKind::kGather) {
      return GatherOf(pick.whole.Make(body, node.shape().type), pick, dot, node.shape(), body);
    }
    // Before the loop, whose turn in its own body has not come yet.
    return SliceOf(pick.whole.Make(*body.owner()->parent, node.shape().type), pick, node.shape(), body);
  }

  // A sum over the parts of a concatenation, if moving some of them then saves more than the sum costs.
  std::vector<Value> Split(const Dot& dot, bool left, Node& node) {
    const Node& whole = *dot.side(left).value.node;
    const ElementType type = node.shape().type;
    if (whole.kind != NodeKind::kConcatenate || whole.operands.size() > kMaxParts) return {};
    const auto& contracting = dot.side(left).contracting;
    const auto found = std::ranges::find(contracting, whole.dims_attr()[0]);
    if (found == contracting.end() || whole.shape().type != type) return {};
    if (type != ElementType::kF32 && type != ElementType::kF64) return {};
    const int64_t other_dim = dot.side(!left).contracting[static_cast<size_t>(found - contracting.begin())];
    if (SavingOfParts(dot, left, other_dim, *node.parent) <= CostOfSum(whole.operands.size(), node)) return {};
    return {SumOfParts(dot, left, other_dim, node)};
  }

  // Each further part is added to what is in memory, in each iteration of the loop around.
  static double CostOfSum(size_t parts, const Node& node) {
    const Node* const loop = node.parent->owner();
    const bool loops = loop != nullptr && loop->kind == NodeKind::kWhile;
    const double iterations = loops ? std::max<double>(1, static_cast<double>(loop->attr<WhileAttrs>().trip_count)) : 1;
    return iterations * static_cast<double>(parts - 1) * CostOfMoving(NumElementsOf(node.shape().dims));
  }

  static Dot OfPart(const Dot& dot, bool left, Value part) {
    Dot of_part = dot;
    const DotSide& side = dot.side(left);
    of_part.side(left) = DotSide(part, side.batch, side.contracting);
    return of_part;
  }

  double SavingOfParts(const Dot& dot, bool left, int64_t other_dim, const Body& body) const {
    const Node& whole = *dot.side(left).value.node;
    double saving = 0;
    for (const Value part : whole.operands) {
      Dot of_part = OfPart(dot, left, part);
      of_part.side(!left).dims[At(other_dim)] = part.dims()[At(whole.dims_attr()[0])];
      if (const std::optional<Pick> pick = BestPick(of_part, body); pick && pick->left == left) saving += pick->saving;
    }
    return saving;
  }

  static Value SumOfParts(const Dot& dot, bool left, int64_t other_dim, Node& node) {
    Body& body = *node.parent;
    const Value other = dot.side(!left).value;
    const Node& whole = *dot.side(left).value.node;
    const bool loops = body.owner() != nullptr && body.owner()->kind == NodeKind::kWhile;
    Body& where = loops && FromOutside(other, body) ? *body.owner()->parent : body;
    Dims start(other.shape().rank(), 0), limit = other.dims();
    Value sum;
    for (const Value part : whole.operands) {
      int64_t& end = limit[At(other_dim)];
      end = start[At(other_dim)] + part.dims()[At(whole.dims_attr()[0])];
      Dot of_part = OfPart(dot, left, part);
      DotSide& rest = of_part.side(!left);
      rest = DotSide(where.Slice(other, start, limit, Dims(start.size(), 1)), rest.batch, rest.contracting);
      start[At(other_dim)] = end;
      const Value product = of_part.Make(body, node.shape().type);
      sum = sum.valid() ? body.Elementwise(ElementOp::kAdd, {sum, product}) : product;
    }
    return sum;
  }

  UseCounts uses_;
};

}  // namespace

bool MoveContractions(Graph& graph) { return Mover(graph).Run(graph); }

}  // namespace cppjrt::cpu
