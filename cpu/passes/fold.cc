#include "cpu/passes/fold.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "cpu/graph/export.h"
#include "cpu/graph/scalar.h"
#include "cpu/passes/constants.h"
#include "cpu/passes/inline.h"
#include "cpu/passes/rewrite.h"
#include "stablehlo/eval/constant.h"

namespace cppjrt::cpu {
namespace {

// Elements of a result that may become a constant, and of one that comes of nothing but counting.
constexpr int64_t kMostElements = 64 << 10;
constexpr int64_t kMostCounted = 512;
// Elements of operands and results of all that is folded in one run, times what each costs.
constexpr int64_t kBudget = 16 << 20;
// Steps of one reduction or product.
constexpr int64_t kMostSteps = 1 << 16;
// What one op costs the evaluator at least.
constexpr int64_t kOpCost = 500;

// Whether all elements have the same bits.
bool IsUniform(const Tensor& tensor) {
  const std::span<const std::byte> bytes = tensor.bytes();
  const auto size = static_cast<size_t>(stablehlo::ElementBytes(tensor.type()));
  return bytes.size() >= size && std::memcmp(bytes.data(), bytes.data() + size, bytes.size() - size) == 0;
}

Tensor Compact(Tensor tensor) {
  if (tensor.rank() > 0 && tensor.num_elements() > 0 && IsUniform(tensor)) return ElementAt(tensor);
  return tensor;
}

// Functions whose results the specification of floats does not fix to the last bit.
constexpr ElementOp kInexact[] = {
    ElementOp::kAtan2,      ElementOp::kCbrt,
    ElementOp::kCosine,     ElementOp::kErf,
    ElementOp::kErfInv,     ElementOp::kErfc,
    ElementOp::kLog,        ElementOp::kExponential,
    ElementOp::kLogistic,   ElementOp::kExponentialMinusOne,
    ElementOp::kLogPlusOne, ElementOp::kPower,
    ElementOp::kSine,       ElementOp::kTan,
    ElementOp::kTanh,
};
bool IsInexact(ElementOp op) { return std::ranges::find(kInexact, op) != std::end(kInexact); }

// Of complex numbers no more than sums and parts are exact.
bool IsExact(const Node& node) {
  const bool complex = stablehlo::IsComplex(node.shape().type) ||
                       (!node.operands.empty() && stablehlo::IsComplex(node.operands[0].type()));
  if (node.kind == NodeKind::kElementwise && (IsInexact(node.op()) || (complex && ElementCost(node.op()) > 1))) {
    return false;
  }
  return std::ranges::all_of(node.bodies, [](const Body* body) {
    return std::ranges::all_of(body->nodes, [](const Node* inner) { return IsExact(*inner); });
  });
}

class Folder : public Rewriter {
 public:
  explicit Folder(bool exactly) : exactly_(exactly) {}

 protected:
  std::vector<Value> Rewrite(Node& node) override {
    if (node.kind == NodeKind::kReshape || node.kind == NodeKind::kBroadcast) return Spread(node);
    if (!MayFold(node) || (exactly_ && !IsExact(node))) return {};
    const bool splats = node.kind == NodeKind::kElementwise && std::ranges::all_of(node.operands, IsSplat);
    const int64_t cost = splats ? kOpCost : CostOf(node);
    if (!splats && !IsWorth(node)) return {};
    if (cost > budget_) return {};
    budget_ -= cost;
    std::optional<std::vector<Tensor>> results = splats ? Compute(node, {}) : Compute(node, node.shape().dims);
    if (!results) return {};
    std::vector<Value> values;
    for (size_t i = 0; i < results->size(); ++i) {
      Tensor result = Compact(std::move((*results)[i]));
      values.push_back(
          {node.parent->Add(NodeKind::kConstant, {node.shapes[i]}, {}, ConstantAttrs{std::move(result)}), 0});
    }
    return values;
  }

 private:
  static bool IsKnown(Value value) {
    if (value.node->kind == NodeKind::kIota) return value.shape().num_elements() <= kMostCounted;
    return IsConstant(value);
  }
  static bool MayFold(const Node& node) {
    switch (node.kind) {
      case NodeKind::kElementwise:
      case NodeKind::kConcatenate:
      case NodeKind::kDynamicSlice:
      case NodeKind::kDynamicUpdate:
      case NodeKind::kGather:
      case NodeKind::kPad:
      case NodeKind::kReverse:
      case NodeKind::kSlice:
      case NodeKind::kTranspose:
      case NodeKind::kReduce:
      case NodeKind::kReduceWindow:
      case NodeKind::kScan:
      case NodeKind::kDot:
      case NodeKind::kScatter:
      case NodeKind::kSort:
        break;
      default:
        return false;
    }
    if (!std::ranges::all_of(node.operands, IsKnown)) return false;
    return std::ranges::all_of(node.bodies, [](const Body* body) { return IsScalarFunction(*body); });
  }

  // The same elements under other dimensions.
  static std::vector<Value> Spread(Node& node) {
    const Value x = node.operands[0];
    if (const Tensor* element = SplatOf(x)) return {MakeSplat(*node.parent, *element, node.shape().dims)};
    if (!IsConstant(x) || node.kind != NodeKind::kReshape) return {};
    return {node.parent->Constant(x.node->attr<ConstantAttrs>().value.Reshaped(node.shape().dims))};
  }

  // Not what only spreads out, as views cost nothing where they are used; nor what takes long.
  static bool IsWorth(const Node& node) {
    int64_t held = 0, steps = 0;
    bool counted_only = true;
    for (const Value operand : node.operands) {
      if (!IsSplat(operand)) held += operand.shape().num_elements();
      counted_only &= operand.node->kind != NodeKind::kConstant || IsSplat(operand);
      steps += operand.shape().num_elements();
    }
    int64_t made = 0;
    for (const Shape& shape : node.shapes) made += shape.num_elements();
    if (made > kMostElements || steps > 16 * kMostElements) return false;
    if (counted_only && made > kMostCounted) return false;
    if (node.kind == NodeKind::kPad && made > 4 * held + kMostCounted) return false;
    if (node.kind == NodeKind::kDot || node.kind == NodeKind::kReduceWindow || node.kind == NodeKind::kScan) {
      return steps * std::max<int64_t>(1, made) <= kMostSteps * 64;
    }
    return true;
  }
  static int64_t CostOf(const Node& node) {
    int64_t cost = kOpCost;
    for (const Value operand : node.operands) cost += operand.shape().num_elements();
    for (const Shape& shape : node.shapes) cost += shape.num_elements();
    return cost;
  }

  // With all operands of elementwise nodes of dimensions `dims`, which for splats may be none.
  static std::optional<std::vector<Tensor>> Compute(const Node& node, const Dims& dims) {
    Graph scratch;
    Body& body = scratch.entry();
    std::vector<Value> operands;
    std::vector<Tensor> tensors;
    for (const Value operand : node.operands) {
      const Dims& wanted = node.kind == NodeKind::kElementwise ? dims : operand.dims();
      std::optional<Tensor> tensor = Whole(operand, wanted);
      if (!tensor) return std::nullopt;
      operands.push_back(body.Parameter({operand.type(), wanted}));
      tensors.push_back(std::move(*tensor));
    }
    std::vector<Shape> shapes = node.shapes;
    if (node.kind == NodeKind::kElementwise) shapes[0].dims = dims;
    Node* copy = body.Add(node.kind, std::move(shapes), std::move(operands), node.attrs);
    copy->bodies = node.bodies;
    StatusOr<std::vector<Tensor>> results = Evaluate(*copy, tensors);
    if (!results.ok()) return std::nullopt;
    return std::move(*results);
  }

  // All elements of a known value.
  static std::optional<Tensor> Whole(Value value, const Dims& dims) {
    if (value.node->kind == NodeKind::kIota) {
      StatusOr<std::vector<Tensor>> counted = Evaluate(*value.node, {});
      return counted.ok() ? std::optional(std::move((*counted)[0])) : std::nullopt;
    }
    const Tensor& tensor = value.node->attr<ConstantAttrs>().value;
    if (tensor.dims() == dims) return tensor;
    StatusOr<Tensor> whole = Tensor::Allocate(tensor.type(), dims, stablehlo::MemoryAllocator::Heap());
    if (!whole.ok()) return std::nullopt;
    stablehlo::FillElements(whole->mutable_bytes(), tensor.bytes().data(), stablehlo::ElementBytes(tensor.type()),
                            whole->num_elements());
    return std::move(*whole);
  }

  bool exactly_ = false;
  int64_t budget_ = kBudget;
};

}  // namespace

bool FoldConstants(Graph& graph) { return Folder(/*exactly=*/false).Run(graph); }
bool FoldExactly(Graph& graph) { return Folder(/*exactly=*/true).Run(graph); }

}  // namespace cppjrt::cpu
