#include "cpu/passes/contractions.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "cpu/passes/index_maps.h"
#include "cpu/passes/rewrite.h"
#include "cpu/passes/uses.h"

namespace cppjrt::cpu {
namespace {

// Elements of what is kept for all trips of a loop.
constexpr int64_t kMostKept = int64_t{1} << 24;
// Parts of a concatenation that are worth a contraction each.
constexpr size_t kMostParts = 4;

// A contraction of one dimension of each side, without batches: what the rules know how to move.
bool IsPlain(const Node& node) {
  if (node.kind != NodeKind::kDot) return false;
  const DotAttrs& dot = node.attr<DotAttrs>();
  return dot.lhs_batch.empty() && dot.lhs_contracting.size() == 1;
}

// Rows of an array of rank 2, gathered whole.
const Node* RowGather(Value value) {
  if (value.node->kind != NodeKind::kGather || value.shape().rank() != 2) return nullptr;
  const GatherAttrs& g = value.node->attr<GatherAttrs>();
  const Dims& from = value.node->operands[0].dims();
  const bool rows = from.size() == 2 && g.offset_dims == Dims{1} && g.collapsed_slice_dims == Dims{0} &&
                    g.start_index_map == Dims{0} && g.operand_batching_dims.empty() &&
                    g.slice_sizes == Dims{1, from[1]};
  return rows ? value.node : nullptr;
}
bool Grows(const Node& gather) { return gather.shape().dims[0] > gather.operands[0].dims()[0]; }

// One row of an array from outside of the loop, at a start that changes, as a vector.
struct LoopRow {
  Node* slice = nullptr;
  size_t dim = 0;  // along which it is sliced
};
std::optional<LoopRow> RowOfLoop(Value value, const Body& body) {
  const Node* loop = body.owner();
  if (loop == nullptr || loop->kind != NodeKind::kWhile || value.node->kind != NodeKind::kReshape) return std::nullopt;
  Node* slice = value.node->operands[0].node;
  if (slice->kind != NodeKind::kDynamicSlice || slice->parent != &body || value.shape().rank() != 1)
    return std::nullopt;
  const Value array = slice->operands[0];
  if (array.node->parent == &body || array.shape().rank() != 2) return std::nullopt;
  for (const size_t dim : {size_t{0}, size_t{1}}) {
    if (slice->shape().dims[dim] != 1 || slice->shape().dims[1 - dim] != array.dims()[1 - dim]) continue;
    // All rows must be worth computing.
    const int64_t trips = loop->attr<WhileAttrs>().trip_count;
    if (trips < 2 || array.dims()[dim] > 2 * trips) return std::nullopt;
    return LoopRow{slice, dim};
  }
  return std::nullopt;
}

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

class Mover : public Rewriter {
 public:
  explicit Mover(const Graph& graph) : uses_(graph) {}

 protected:
  std::vector<Value> Rewrite(Node& node) override {
    if (node.kind == NodeKind::kTranspose) return Swap(node);
    if (!IsPlain(node)) return {};
    if (std::vector<Value> values = BehindGather(node); !values.empty()) return values;
    if (std::vector<Value> values = BeforeLoop(node); !values.empty()) return values;
    return Split(node);
  }

 private:
  // transpose(dot(a, b)) is dot(b, a), if the transpose only swaps what comes of a and of b.
  std::vector<Value> Swap(Node& node) {
    const Value x = node.operands[0];
    if (x.node->kind != NodeKind::kDot || uses_.Of(x) != 1) return {};
    const DotAttrs& dot = x.node->attr<DotAttrs>();
    const size_t batch = dot.lhs_batch.size();
    const size_t left = x.node->operands[0].shape().rank() - batch - dot.lhs_contracting.size();
    Dims swapped = Range(0, batch);
    for (const int64_t d : Range(batch + left, x.shape().rank())) swapped.push_back(d);
    for (const int64_t d : Range(batch, batch + left)) swapped.push_back(d);
    if (node.dims_attr() != swapped) return {};
    DotAttrs attrs = {dot.rhs_batch, dot.lhs_batch, dot.rhs_contracting, dot.lhs_contracting};
    return {
        {node.parent->Add(NodeKind::kDot, {node.shape()}, {x.node->operands[1], x.node->operands[0]}, std::move(attrs)),
         0}};
  }

  // The rows of the product are gathered instead.
  static std::vector<Value> BehindGather(Node& node) {
    const Node* gather = RowGather(node.operands[0]);
    const DotAttrs& dot = node.attr<DotAttrs>();
    if (gather == nullptr || dot.lhs_contracting[0] != 1 || !Grows(*gather) || node.shape().rank() != 2) return {};
    Body& body = *node.parent;
    const Value x = gather->operands[0];
    const int64_t columns = node.shape().dims[1];
    const Shape all = {node.shape().type, {x.dims()[0], columns}};
    const Value product = {body.Add(NodeKind::kDot, {all}, {x, node.operands[1]}, dot), 0};
    GatherAttrs rows = gather->attr<GatherAttrs>();
    rows.slice_sizes = {1, columns};
    return {{body.Add(NodeKind::kGather, {node.shape()}, {product, gather->operands[1]}, std::move(rows)), 0}};
  }

  // A vector that is a row of a fixed array, times a fixed matrix.
  static std::vector<Value> BeforeLoop(Node& node) {
    Body& body = *node.parent;
    const std::optional<LoopRow> row = RowOfLoop(node.operands[0], body);
    const Value matrix = node.operands[1];
    if (!row || !FromOutside(matrix, body) || node.shape().rank() != 1) return {};
    Body& around = *body.owner()->parent;
    const Value array = row->slice->operands[0];
    const Shape all = {node.shape().type, {array.dims()[row->dim], node.shape().dims[0]}};
    if (all.num_elements() > kMostKept) return {};
    DotAttrs attrs;
    attrs.lhs_contracting = {static_cast<int64_t>(1 - row->dim)};
    attrs.rhs_contracting = node.attr<DotAttrs>().rhs_contracting;
    // In front of the loop, whose turn in its own body has not come yet.
    const Value product = {around.Add(NodeKind::kDot, {all}, {array, matrix}, std::move(attrs)), 0};
    const Value start = row->slice->operands[1 + row->dim];
    const Value zero = body.SplatInt(start.type(), {}, 0);
    const Value part = body.DynamicSlice(product, {start, zero}, {1, all.dims[1]});
    return {body.Reshape(part, node.shape().dims)};
  }

  // A sum over parts, if one of them can then be moved.
  static std::vector<Value> Split(Node& node) {
    const Value lhs = node.operands[0], rhs = node.operands[1];
    const DotAttrs& dot = node.attr<DotAttrs>();
    const ElementType type = node.shape().type;
    if (lhs.node->kind != NodeKind::kConcatenate || lhs.node->dims_attr() != dot.lhs_contracting) return {};
    if (lhs.node->operands.size() > kMostParts || lhs.type() != type ||
        (type != ElementType::kF32 && type != ElementType::kF64)) {
      return {};
    }
    Body& body = *node.parent;
    const bool fixed = FromOutside(rhs, body);
    const bool worth = std::ranges::any_of(lhs.node->operands, [&](Value part) {
      const Node* gather = RowGather(part);
      return (gather != nullptr && dot.lhs_contracting[0] == 1 && Grows(*gather)) || (fixed && RowOfLoop(part, body));
    });
    if (!worth) return {};
    const size_t dim = At(dot.rhs_contracting[0]);
    Dims start(rhs.shape().rank(), 0), limit = rhs.dims();
    Value sum;
    for (const Value part : lhs.node->operands) {
      limit[dim] = start[dim] + part.dims()[At(dot.lhs_contracting[0])];
      Body& where =
          fixed && body.owner() != nullptr && body.owner()->kind == NodeKind::kWhile ? *body.owner()->parent : body;
      const Value piece = where.Slice(rhs, start, limit, Dims(start.size(), 1));
      start[dim] = limit[dim];
      const Value product = {body.Add(NodeKind::kDot, {node.shape()}, {part, piece}, dot), 0};
      sum = sum.valid() ? body.Elementwise(ElementOp::kAdd, {sum, product}) : product;
    }
    return {sum};
  }

  UseCounts uses_;
};

}  // namespace

bool MoveContractions(Graph& graph) { return Mover(graph).Run(graph); }

}  // namespace cppjrt::cpu
