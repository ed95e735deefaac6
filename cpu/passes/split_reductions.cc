#include "cpu/passes/split_reductions.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "cpu/passes/inline.h"
#include "cpu/passes/monoid.h"
#include "cpu/passes/rewrite.h"
#include "stablehlo/eval/convert.h"

namespace cppjrt::cpu {
namespace {

using Values = std::vector<Value>;

constexpr int64_t kFewResults = 64;  // with more of them there is enough to share
constexpr int64_t kManyElements = 1 << 17;
constexpr int64_t kMostParts = 128;

// A number that the operation leaves everything unchanged by, if its parts may be combined in any order.
std::optional<Value> IdentityOf(Body& body, ElementOp op, ElementType type) {
  const bool is_float = type == ElementType::kF32 || type == ElementType::kF64;
  switch (op) {
    case ElementOp::kAdd:
      return is_float ? body.Splat(type, {}, -0.0) : body.SplatInt(type, {}, 0);
    case ElementOp::kMultiply:
      return is_float ? body.Splat(type, {}, 1) : body.SplatInt(type, {}, 1);
    case ElementOp::kMaximum:
      if (is_float) return body.Splat(type, {}, -std::numeric_limits<double>::infinity());
      return std::nullopt;
    case ElementOp::kMinimum:
      if (is_float) return body.Splat(type, {}, std::numeric_limits<double>::infinity());
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

// The largest divisor that makes a fair number of parts, or 1. The parts' results are not few.
int64_t PartsOf(int64_t extent, int64_t results) {
  for (int64_t parts = std::min(kMostParts, extent / 2); parts * results > kFewResults; --parts) {
    if (extent % parts == 0) return parts;
  }
  return 1;
}

// Rows so long are cut into as many pieces, one after the other, as a vector has lanes.
constexpr int64_t kLongRow = 128;
constexpr int64_t kPieces = 16;
// Lanes whose addresses differ by multiples of this drive each other out of the cache; pieces are shortened by so much then.
constexpr int64_t kPage = 4096;
constexpr int64_t kShorter = 16;

// Whether the body only chooses among its arguments: then what it is given twice counts once, and the initial values may be
// combined with each piece.
bool OnlyChooses(const Body& body) {
  if (!IsScalarFunction(body)) return false;
  return std::ranges::all_of(body.nodes, [](const Node* node) {
    if (node->kind == NodeKind::kConstant) return true;
    switch (node->op()) {
      case ElementOp::kSelect:
      case ElementOp::kCompare:
      case ElementOp::kMaximum:
      case ElementOp::kMinimum:
        return true;
      case ElementOp::kAnd:
      case ElementOp::kOr:
      case ElementOp::kNot:
        return node->shape().type == ElementType::kI1;
      default:
        return false;
    }
  });
}

Values All(Node* node) {
  Values values;
  for (uint32_t i = 0; i < node->shapes.size(); ++i) values.push_back({node, i});
  return values;
}

// A reduction by such a body of neighboring dimensions, of which the elements lie side by side: in order, [.., n] as
// [.., pieces, n / pieces] and what is left over, then of the pieces' results.
class InPieces {
 public:
  explicit InPieces(Node& node) : node_(node), n_(node.shapes.size()) {}

  bool IsWorth() {
    if (node_.kind != NodeKind::kReduce || !OnlyChooses(*node_.bodies[0])) return false;
    if (n_ == 1 && MonoidOf(*node_.bodies[0]).has_value()) return false;
    const Dims& reduced = node_.dims_attr();
    const Dims& dims = node_.operands[0].dims();
    const auto first = static_cast<size_t>(reduced[0]);
    for (size_t i = 0; i < reduced.size(); ++i) {
      if (reduced[i] != reduced[0] + static_cast<int64_t>(i)) return false;
      row_ *= dims[static_cast<size_t>(reduced[i])];
    }
    const std::span<const int64_t> all(dims);
    before_ = Dims(all.first(first));
    after_ = Dims(all.subspan(first + reduced.size()));
    if (row_ < kLongRow || NumElements(after_) >= kPieces / 2) return false;
    int64_t bytes = 1;
    for (size_t i = 0; i < n_; ++i) bytes = std::max(bytes, stablehlo::ElementBytes(node_.operands[i].type()));
    piece_ = row_ / kPieces;
    if (piece_ * bytes % kPage == 0) piece_ -= kShorter;
    return true;
  }

  // `made`: the first of the two reductions.
  Values Split(const Node*& made) {
    Body& body = *node_.parent;
    std::vector<Value> operands;
    std::vector<Shape> partial;
    for (size_t i = 0; i < n_; ++i) {
      const Value rows = body.Reshape(node_.operands[i], Around({row_}));
      operands.push_back(body.Reshape(Part(rows, 0, kPieces * piece_), Around({kPieces, piece_})));
      partial.push_back({rows.type(), Around({kPieces}), false});
    }
    AppendInits(operands);
    const auto dim = static_cast<int64_t>(before_.size());
    Node* inner =
        body.Add(NodeKind::kReduce, partial, std::move(operands), DimsAttrs{{dim + 1}}, {CopyBody(*node_.bodies[0])});
    made = inner;
    std::vector<Value> results = All(inner);
    for (size_t i = 0; i < n_ && kPieces * piece_ < row_; ++i) {
      const Value rows = body.Reshape(node_.operands[i], Around({row_}));
      results[i] = body.Concatenate({results[i], Part(rows, kPieces * piece_, row_)}, dim);
    }
    AppendInits(results);
    std::vector<Body*> bodies = std::exchange(node_.bodies, {});
    return All(body.Add(NodeKind::kReduce, node_.shapes, std::move(results), DimsAttrs{{dim}}, bodies));
  }

 private:
  Dims Around(std::initializer_list<int64_t> dims) const {
    Dims all = before_;
    for (const int64_t d : dims) all.push_back(d);
    for (const int64_t d : after_) all.push_back(d);
    return all;
  }
  Value Part(Value rows, int64_t begin, int64_t end) {
    Dims start(rows.shape().rank(), 0), limit = rows.dims();
    start[before_.size()] = begin;
    limit[before_.size()] = end;
    return node_.parent->Slice(rows, start, limit, Dims(start.size(), 1));
  }
  void AppendInits(std::vector<Value>& operands) const {
    operands.insert(operands.end(), node_.operands.begin() + static_cast<std::ptrdiff_t>(n_), node_.operands.end());
  }

  Node& node_;
  const size_t n_;
  Dims before_, after_;
  int64_t row_ = 1;
  int64_t piece_ = 0;
};

class Splitter : public Rewriter {
 protected:
  Values Rewrite(Node& node) override {
    if (InPieces pieces(node); std::ranges::find(made_, &node) == made_.end() && pieces.IsWorth()) {
      return pieces.Split(made_.emplace_back());
    }
    if (node.kind != NodeKind::kReduce || node.shapes.size() != 1) return {};
    const Value input = node.operands[0];
    const ElementType type = input.type();
    const bool whole = type == ElementType::kF32 || type == ElementType::kF64 ||
                       (stablehlo::IsInteger(type) && !stablehlo::IsSubByteInteger(type));
    const int64_t results = node.shape().num_elements();
    if (!whole || results > kFewResults || input.shape().num_elements() < kManyElements) return {};
    const std::optional<ElementOp> op = MonoidOf(*node.bodies[0]);
    if (!op) return {};
    const Dims& dims = input.dims();
    int64_t cut = node.dims_attr()[0];
    for (const int64_t d : node.dims_attr()) {
      if (dims[static_cast<size_t>(d)] > dims[static_cast<size_t>(cut)]) cut = d;
    }
    const int64_t parts = PartsOf(dims[static_cast<size_t>(cut)], results);
    if (parts == 1) return {};
    Body& body = *node.parent;
    const std::optional<Value> identity = IdentityOf(body, *op, type);
    if (!identity) return {};
    // [.., n, ..] as [.., parts, n / parts, ..]; dimension `cut` stays for the second reduction.
    Dims split;
    for (size_t d = 0; d < dims.size(); ++d) {
      if (static_cast<int64_t>(d) == cut) split.push_back(parts);
      split.push_back(static_cast<int64_t>(d) == cut ? dims[d] / parts : dims[d]);
    }
    Dims first;
    for (const int64_t d : node.dims_attr()) first.push_back(d < cut ? d : d + 1);
    Shape partial = {type, {}, false};
    int64_t second = 0;
    for (size_t d = 0; d < split.size(); ++d) {
      if (std::ranges::find(first, static_cast<int64_t>(d)) != first.end()) continue;
      if (static_cast<int64_t>(d) == cut) second = static_cast<int64_t>(partial.dims.size());
      partial.dims.push_back(split[d]);
    }
    Node* inner = body.Add(NodeKind::kReduce, {partial}, {body.Reshape(input, split), *identity}, DimsAttrs{first},
                           {CopyOf(*node.bodies[0], *op)});
    std::vector<Body*> bodies = std::exchange(node.bodies, {});
    Node* outer = body.Add(NodeKind::kReduce, node.shapes, {{inner, 0}, node.operands[1]}, DimsAttrs{{second}}, bodies);
    return {{outer, 0}};
  }

 private:
  std::vector<const Node*> made_;  // first reductions of two

  static Body* CopyOf(const Body& body, ElementOp op) {
    Body* copy = body.graph().NewBody();
    const Value a = copy->Parameter(body.parameters[0]->shape());
    const Value b = copy->Parameter(body.parameters[1]->shape());
    copy->results.push_back(copy->Elementwise(op, {a, b}));
    return copy;
  }
};

}  // namespace

bool SplitReductions(Graph& graph) { return Splitter().Run(graph); }

}  // namespace cppjrt::cpu
