#include "cpu/graph/verify.h"

#include <algorithm>
#include <string>
#include <vector>

#include "cpu/graph/print.h"
#include "cpu/graph/window_shape.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::IsFloat;

size_t Index(int64_t i) { return static_cast<size_t>(i); }

class Verifier {
 public:
  explicit Verifier(const Graph& graph) : seen_(graph.num_nodes(), false), graph_(graph) {}

  Status Run() { return CheckBody(graph_.entry()); }

 private:
  Status CheckBody(const Body& body);
  Status CheckNode(const Body& body, const Node& node);
  Status CheckUse(const Node* user, Value value) const;
  // What is wrong with a node, or empty.
  std::string Problem(const Node& node) const;

  std::vector<bool> seen_;  // by id: the node is made, and still in scope
  const Graph& graph_;
};

Status Wrong(const Node* node, const std::string& what) {
  const std::string where = node == nullptr ? "graph" : NodeText(*node);
  const std::string place = node == nullptr || node->place.empty() ? "" : " at " + std::string(node->place);
  return InternalError("wrong graph: " + where + place + ": " + what);
}

Status Verifier::CheckUse(const Node* user, Value value) const {
  if (!value.valid()) return Wrong(user, "it uses no value");
  if (value.node->id >= seen_.size() || !seen_[value.node->id]) {
    return Wrong(user, "it uses " + NodeText(*value.node) + ", which is not made yet or out of scope");
  }
  if (value.index >= value.node->shapes.size()) return Wrong(user, "it uses a result that is not there");
  return OkStatus();
}

Status Verifier::CheckBody(const Body& body) {
  for (size_t i = 0; i < body.parameters.size(); ++i) {
    const Node& parameter = *body.parameters[i];
    if (parameter.kind != NodeKind::kParameter || parameter.attr<ParameterAttrs>().index != static_cast<int64_t>(i) ||
        parameter.parent != &body) {
      return Wrong(&parameter, "it is not parameter " + std::to_string(i) + " of its body");
    }
    seen_[parameter.id] = true;
  }
  for (const Node* node : body.nodes) CPPJRT_RETURN_IF_ERROR(CheckNode(body, *node));
  for (const Value result : body.results) CPPJRT_RETURN_IF_ERROR(CheckUse(body.owner(), result));
  for (const Node* node : body.nodes) seen_[node->id] = false;
  for (const Node* parameter : body.parameters) seen_[parameter->id] = false;
  return OkStatus();
}

Status Verifier::CheckNode(const Body& body, const Node& node) {
  if (node.parent != &body) return Wrong(&node, "its parent is another body");
  if (seen_[node.id]) return Wrong(&node, "it is there twice");
  for (const Value operand : node.operands) CPPJRT_RETURN_IF_ERROR(CheckUse(&node, operand));
  for (const Body* inner : node.bodies) {
    if (inner->owner() != &node) return Wrong(&node, "a body belongs to another node");
    CPPJRT_RETURN_IF_ERROR(CheckBody(*inner));
  }
  if (const std::string problem = Problem(node); !problem.empty()) return Wrong(&node, problem);
  seen_[node.id] = true;
  return OkStatus();
}

// ---- Shapes

std::string Expect(const Shape& found, const Shape& expected, std::string_view what = "the result") {
  if (found == expected) return {};
  return std::string(what) + " is " + ShapeText(found) + ", expected " + ShapeText(expected);
}

std::string ExpectOperands(const Node& node, size_t count) {
  if (node.operands.size() == count) return {};
  return "it has " + std::to_string(node.operands.size()) + " operands, expected " + std::to_string(count);
}

bool IsPermutation(const Dims& dims, size_t rank) {
  std::vector<bool> seen(rank, false);
  for (const int64_t d : dims) {
    if (d < 0 || Index(d) >= rank || seen[Index(d)]) return false;
    seen[Index(d)] = true;
  }
  return true;
}

std::string ConstantProblem(const Node& node) {
  const Tensor& value = node.attr<ConstantAttrs>().value;
  if (node.shape().token) return value.valid() ? "a token with a value" : "";
  if (!value.valid()) return "it has no value";
  if (value.type() != node.shape().type) return "its value has another type";
  return value.rank() == 0 || value.dims() == node.shape().dims ? "" : "its value has other dimensions";
}

std::string IotaProblem(const Node& node) {
  return node.dims_attr().size() == 1 && Index(node.dims_attr()[0]) < node.shape().rank() ? "" : "no such dimension";
}

std::string ElementwiseProblem(const Node& node) {
  const ElementOp op = node.op();
  if (std::string p = ExpectOperands(node, static_cast<size_t>(ElementArity(op))); !p.empty()) return p;
  for (const Value operand : node.operands) {
    if (operand.dims() != node.shape().dims || operand.shape().token) {
      return "an operand is " + ShapeText(operand.shape()) + ", its dimensions must be those of the result";
    }
  }
  const auto type = [&](size_t i) { return node.operands[i].type(); };
  ElementType result = type(0);
  switch (op) {
    case ElementOp::kConvert:
      return {};
    case ElementOp::kBitcast:
      return stablehlo::ElementBits(type(0)) == stablehlo::ElementBits(node.shape().type) ? "" : "the widths differ";
    case ElementOp::kAbs:
    case ElementOp::kReal:
    case ElementOp::kImag:
      result = stablehlo::RealType(type(0));
      break;
    case ElementOp::kComplex:
      result = type(0) == ElementType::kF64 ? ElementType::kC128 : ElementType::kC64;
      break;
    case ElementOp::kCompare:
    case ElementOp::kIsFinite:
      result = ElementType::kI1;
      break;
    case ElementOp::kSelect:
      if (type(0) != ElementType::kI1 || type(1) != type(2)) return "it does not select by i1 between two of one type";
      result = type(1);
      break;
    default:
      break;
  }
  const bool mixed =
      op != ElementOp::kSelect && std::ranges::any_of(node.operands, [&](Value v) { return v.type() != type(0); });
  if (mixed) return "its operands have different types";
  return Expect(node.shape(), {result, node.shape().dims});
}

std::string LinearAlgebraProblem(const Node& node) {
  const bool solves = node.attr<LinearAlgebraAttrs>().kind == LinearAlgebraKind::kTriangularSolve;
  if (std::string p = ExpectOperands(node, solves ? 2 : 1); !p.empty()) return p;
  if (node.operands[0].shape().rank() < 2) return "its operand is no matrix";
  return Expect(node.shape(), node.operands[solves ? 1 : 0].shape());
}

std::string BroadcastProblem(const Node& node) {
  const Dims& from = node.operands[0].dims();
  const Dims& dims = node.dims_attr();
  if (dims.size() != from.size()) return "it maps " + std::to_string(dims.size()) + " dimensions of another number";
  std::vector<bool> used(node.shape().rank(), false);
  for (size_t i = 0; i < dims.size(); ++i) {
    if (Index(dims[i]) >= used.size() || used[Index(dims[i])]) return "a dimension is mapped to none, or to one twice";
    used[Index(dims[i])] = true;
    if (from[i] != node.shape().dims[Index(dims[i])]) return "extents differ along dimension " + std::to_string(i);
  }
  return node.operands[0].type() == node.shape().type ? "" : "types differ";
}

std::string ConcatenateProblem(const Node& node) {
  if (node.operands.empty() || node.dims_attr().size() != 1) return "nothing to put together";
  const size_t dim = Index(node.dims_attr()[0]);
  Shape expected = node.operands[0].shape();
  if (dim >= expected.rank()) return "no such dimension";
  expected.dims[dim] = 0;
  for (const Value operand : node.operands) {
    Shape other = operand.shape();
    if (other.rank() != expected.rank()) return "operands differ in rank";
    const int64_t extent = other.dims[dim];
    other.dims[dim] = expected.dims[dim];
    if (std::string p = Expect(other, expected, "an operand"); !p.empty()) return p;
    expected.dims[dim] += extent;
  }
  return Expect(node.shape(), expected);
}

std::string StartsProblem(const Node& node, size_t first) {
  if (std::string p = ExpectOperands(node, first + node.operands[0].shape().rank()); !p.empty()) return p;
  for (size_t i = first; i < node.operands.size(); ++i) {
    const Shape& start = node.operands[i].shape();
    if (start.rank() != 0 || !stablehlo::IsInteger(start.type)) return "a start is " + ShapeText(start);
  }
  return {};
}

std::string FitsProblem(const Shape& part, const Shape& whole) {
  if (part.rank() != whole.rank() || part.type != whole.type)
    return ShapeText(part) + " is no part of " + ShapeText(whole);
  for (size_t i = 0; i < part.rank(); ++i) {
    if (part.dims[i] > whole.dims[i]) return ShapeText(part) + " is no part of " + ShapeText(whole);
  }
  return {};
}

std::string DynamicSliceProblem(const Node& node) {
  if (std::string p = StartsProblem(node, 1); !p.empty()) return p;
  return FitsProblem(node.shape(), node.operands[0].shape());
}

std::string DynamicUpdateProblem(const Node& node) {
  if (node.operands.size() < 2) return "it has no update";
  if (std::string p = StartsProblem(node, 2); !p.empty()) return p;
  if (std::string p = FitsProblem(node.operands[1].shape(), node.operands[0].shape()); !p.empty()) return p;
  return Expect(node.shape(), node.operands[0].shape());
}

std::string PadProblem(const Node& node) {
  if (std::string p = ExpectOperands(node, 2); !p.empty()) return p;
  const PadAttrs& pad = node.attr<PadAttrs>();
  Shape expected = node.operands[0].shape();
  const size_t rank = expected.rank();
  if (pad.low.size() != rank || pad.high.size() != rank || pad.interior.size() != rank)
    return "padding of another rank";
  for (size_t i = 0; i < rank; ++i) {
    int64_t& d = expected.dims[i];
    d = pad.low[i] + pad.high[i] + d + std::max<int64_t>(0, d - 1) * pad.interior[i];
  }
  if (node.operands[1].shape() != Shape{expected.type, {}}) return "the padding is no scalar of the type";
  return Expect(node.shape(), expected);
}

std::string ReshapeProblem(const Node& node) {
  const Shape& from = node.operands[0].shape();
  return from.type == node.shape().type && from.num_elements() == node.shape().num_elements()
             ? ""
             : "it makes " + ShapeText(node.shape()) + " of " + ShapeText(from);
}

std::string ReverseProblem(const Node& node) {
  const bool known =
      std::ranges::all_of(node.dims_attr(), [&](int64_t d) { return d >= 0 && Index(d) < node.shape().rank(); });
  return known ? Expect(node.shape(), node.operands[0].shape()) : "no such dimension";
}

std::string SliceProblem(const Node& node) {
  const SliceAttrs& slice = node.attr<SliceAttrs>();
  const Shape& from = node.operands[0].shape();
  if (slice.start.size() != from.rank() || slice.stride.size() != from.rank() || node.shape().rank() != from.rank() ||
      node.shape().type != from.type) {
    return "it is no slice of " + ShapeText(from);
  }
  for (size_t i = 0; i < from.rank(); ++i) {
    const int64_t n = node.shape().dims[i];
    const int64_t last = slice.start[i] + (n - 1) * slice.stride[i];
    if (slice.start[i] < 0 || slice.stride[i] < 1 || (n > 0 && last >= from.dims[i])) {
      return "it is no slice of " + ShapeText(from);
    }
  }
  return {};
}

std::string TransposeProblem(const Node& node) {
  const Shape& from = node.operands[0].shape();
  if (node.dims_attr().size() != from.rank() || !IsPermutation(node.dims_attr(), from.rank())) return "no permutation";
  Shape expected = {from.type, {}};
  for (const int64_t d : node.dims_attr()) expected.dims.push_back(from.dims[Index(d)]);
  return Expect(node.shape(), expected);
}

// ---- Bodies

// Whether the body takes two scalars of each type and gives one of each.
std::string CombineProblem(const Body& body, const std::vector<ElementType>& types) {
  const size_t n = types.size();
  if (body.parameters.size() != 2 * n || body.results.size() != n) return "its body combines another number of values";
  for (size_t i = 0; i < 2 * n; ++i) {
    if (std::string p = Expect(body.parameters[i]->shape(), {types[i % n], {}}, "a parameter"); !p.empty()) return p;
  }
  for (size_t i = 0; i < n; ++i) {
    if (std::string p = Expect(body.results[i].shape(), {types[i], {}}, "a result of its body"); !p.empty()) return p;
  }
  return {};
}

// Inputs, then an initial value for each, and results of dimensions `dims`.
std::string ReductionProblem(const Node& node, const Dims& dims) {
  const size_t n = node.operands.size() / 2;
  if (node.operands.size() != 2 * n || node.shapes.size() != n || n == 0 || node.bodies.size() != 1) {
    return "it does not have inputs, as many initial values and a body";
  }
  std::vector<ElementType> types;
  for (size_t i = 0; i < n; ++i) {
    types.push_back(node.operands[i].type());
    if (node.operands[i].dims() != node.operands[0].dims()) return "inputs differ in their dimensions";
    if (std::string p = Expect(node.operands[n + i].shape(), {types[i], {}}, "an initial value"); !p.empty()) return p;
    if (std::string p = Expect(node.shapes[i], {types[i], dims}); !p.empty()) return p;
  }
  return CombineProblem(*node.bodies[0], types);
}

std::string ReduceProblem(const Node& node) {
  if (node.operands.empty()) return "it has no inputs";
  const Dims& from = node.operands[0].dims();
  Dims dims;
  for (size_t i = 0; i < from.size(); ++i) {
    if (std::ranges::find(node.dims_attr(), static_cast<int64_t>(i)) == node.dims_attr().end()) dims.push_back(from[i]);
  }
  if (dims.size() + node.dims_attr().size() != from.size()) return "no such dimensions";
  return ReductionProblem(node, dims);
}

std::string ReduceWindowProblem(const Node& node) {
  if (node.operands.empty()) return "it has no inputs";
  if (node.attr<WindowAttrs>().size.size() != node.operands[0].shape().rank()) return "a window of another rank";
  return ReductionProblem(node, WindowPositions(node.attr<WindowAttrs>(), node.operands[0].dims()));
}

std::string ScanProblem(const Node& node) {
  if (node.operands.empty()) return "it has no inputs";
  if (Index(node.attr<ScanAttrs>().dim) >= node.operands[0].shape().rank()) return "no such dimension";
  return ReductionProblem(node, node.operands[0].dims());
}

std::string ScatterProblem(const Node& node) {
  const size_t n = node.shapes.size();
  if (node.operands.size() != 2 * n + 1 || node.bodies.size() != 1)
    return "it does not have inputs, indices and updates";
  std::vector<ElementType> types;
  for (size_t i = 0; i < n; ++i) {
    types.push_back(node.operands[i].type());
    if (std::string p = Expect(node.shapes[i], node.operands[i].shape()); !p.empty()) return p;
    if (node.operands[n + 1 + i].type() != types[i]) return "an update has another type than its input";
  }
  return CombineProblem(*node.bodies[0], types);
}

std::string SelectAndScatterProblem(const Node& node) {
  if (std::string p = ExpectOperands(node, 3); !p.empty()) return p;
  if (node.bodies.size() != 2) return "it does not have two bodies";
  const Dims& dims = node.operands[0].dims();
  const ElementType type = node.shape().type;  // may be wider than that of the operand
  const Dims positions = WindowPositions(node.attr<WindowAttrs>(), dims);
  if (std::string p = Expect(node.operands[1].shape(), {type, positions}, "the source"); !p.empty()) return p;
  if (std::string p = CombineProblem(*node.bodies[1], {type}); !p.empty()) return p;
  return Expect(node.shape(), {type, dims});
}

std::string SortProblem(const Node& node) {
  const size_t n = node.operands.size();
  if (n == 0 || node.shapes.size() != n || node.bodies.size() != 1) return "it does not sort operands by a body";
  const Body& body = *node.bodies[0];
  if (body.parameters.size() != 2 * n || body.results.size() != 1)
    return "its body does not compare two of each operand";
  for (size_t i = 0; i < n; ++i) {
    if (node.operands[i].dims() != node.operands[0].dims()) return "operands differ in their dimensions";
    if (std::string p = Expect(node.shapes[i], node.operands[i].shape()); !p.empty()) return p;
    const Shape scalar = {node.operands[i].type(), {}};
    for (const Node* parameter : {body.parameters[2 * i], body.parameters[2 * i + 1]}) {
      if (std::string p = Expect(parameter->shape(), scalar, "a parameter"); !p.empty()) return p;
    }
  }
  if (Index(node.attr<SortAttrs>().dim) >= node.operands[0].shape().rank()) return "no such dimension";
  return Expect(body.results[0].shape(), {ElementType::kI1, {}}, "the result of its body");
}

std::string TopKProblem(const Node& node) {
  if (std::string p = ExpectOperands(node, 1); !p.empty()) return p;
  const Shape& operand = node.operands[0].shape();
  if (operand.rank() == 0 || node.shapes.empty() || node.shapes.size() > 2)
    return "it does not give values and indices";
  if (node.bodies.size() != 1 || node.bodies[0]->parameters.size() != 2 * node.shapes.size()) {
    return "its body does not compare two of each result";
  }
  Dims dims = node.shape().dims;
  if (dims.size() != operand.dims.size() || dims[dims.size() - 1] > operand.dims[operand.rank() - 1])
    return "it gives more than there is";
  if (std::string p = Expect(node.shape(), {operand.type, dims}); !p.empty()) return p;
  if (node.shapes.size() == 2) {
    if (std::string p = Expect(node.shapes[1], {ElementType::kI32, dims}, "the indices"); !p.empty()) return p;
  }
  dims[dims.size() - 1] = operand.dims[operand.rank() - 1];
  return dims == operand.dims ? "" : "its results have other rows";
}

std::string DotProblem(const Node& node) {
  if (std::string p = ExpectOperands(node, 2); !p.empty()) return p;
  const DotAttrs& dot = node.attr<DotAttrs>();
  const Dims& lhs = node.operands[0].dims();
  const Dims& rhs = node.operands[1].dims();
  Dims dims;
  std::vector<bool> lhs_used(lhs.size(), false), rhs_used(rhs.size(), false);
  const auto pair = [&](const Dims& left, const Dims& right, bool batch) {
    if (left.size() != right.size()) return false;
    for (size_t i = 0; i < left.size(); ++i) {
      if (Index(left[i]) >= lhs.size() || Index(right[i]) >= rhs.size()) return false;
      if (lhs[Index(left[i])] != rhs[Index(right[i])]) return false;
      lhs_used[Index(left[i])] = rhs_used[Index(right[i])] = true;
      if (batch) dims.push_back(lhs[Index(left[i])]);
    }
    return true;
  };
  if (!pair(dot.lhs_batch, dot.rhs_batch, true) || !pair(dot.lhs_contracting, dot.rhs_contracting, false)) {
    return "its dimensions do not pair";
  }
  for (size_t i = 0; i < lhs.size(); ++i) {
    if (!lhs_used[i]) dims.push_back(lhs[i]);
  }
  for (size_t i = 0; i < rhs.size(); ++i) {
    if (!rhs_used[i]) dims.push_back(rhs[i]);
  }
  return Expect(node.shape(), {node.shape().type, dims});
}

std::string WhileProblem(const Node& node) {
  if (node.bodies.size() != 2 || node.shapes.size() != node.operands.size()) return "it is not a condition and a step";
  const Body& condition = *node.bodies[0];
  const Body& step = *node.bodies[1];
  if (condition.parameters.size() != node.operands.size() || step.parameters.size() != node.operands.size() ||
      step.results.size() != node.operands.size() || condition.results.size() != 1) {
    return "its bodies do not carry what it carries";
  }
  for (size_t i = 0; i < node.operands.size(); ++i) {
    const Shape& shape = node.operands[i].shape();
    for (const Shape& other :
         {node.shapes[i], condition.parameters[i]->shape(), step.parameters[i]->shape(), step.results[i].shape()}) {
      if (std::string p = Expect(other, shape, "carried value " + std::to_string(i)); !p.empty()) return p;
    }
  }
  return Expect(condition.results[0].shape(), {ElementType::kI1, {}}, "the condition");
}

std::string CaseProblem(const Node& node) {
  if (std::string p = ExpectOperands(node, 1); !p.empty()) return p;
  if (std::string p = Expect(node.operands[0].shape(), {ElementType::kI32, {}}, "the index"); !p.empty()) return p;
  if (node.bodies.empty()) return "it has no branches";
  for (const Body* body : node.bodies) {
    if (!body->parameters.empty() || body->results.size() != node.shapes.size()) return "a branch gives something else";
    for (size_t i = 0; i < node.shapes.size(); ++i) {
      if (std::string p = Expect(body->results[i].shape(), node.shapes[i], "a result of a branch"); !p.empty())
        return p;
    }
  }
  return {};
}

std::string CheckProblem(const Node& node) {
  const CheckAttrs& check = node.attr<CheckAttrs>();
  if (!node.shapes.empty()) return "a check has no results";
  if (node.operands.empty() || (check.kind != CheckKind::kFinite && node.operands.size() != 1)) {
    return "it does not look at one value";
  }
  return check.most.size() == check.dims.size() ? "" : "its limits are not those of its dimensions";
}

std::string Verifier::Problem(const Node& node) const {
  switch (node.kind) {
    case NodeKind::kParameter:
      return "a parameter among the nodes";
    case NodeKind::kConstant:
      return ConstantProblem(node);
    case NodeKind::kIota:
      return IotaProblem(node);
    case NodeKind::kElementwise:
      return ElementwiseProblem(node);
    case NodeKind::kBroadcast:
      return BroadcastProblem(node);
    case NodeKind::kConcatenate:
      return ConcatenateProblem(node);
    case NodeKind::kDynamicSlice:
      return DynamicSliceProblem(node);
    case NodeKind::kDynamicUpdate:
      return DynamicUpdateProblem(node);
    case NodeKind::kPad:
      return PadProblem(node);
    case NodeKind::kReshape:
      return ReshapeProblem(node);
    case NodeKind::kReverse:
      return ReverseProblem(node);
    case NodeKind::kSlice:
      return SliceProblem(node);
    case NodeKind::kTranspose:
      return TransposeProblem(node);
    case NodeKind::kReduce:
      return ReduceProblem(node);
    case NodeKind::kReduceWindow:
      return ReduceWindowProblem(node);
    case NodeKind::kScan:
      return ScanProblem(node);
    case NodeKind::kScatter:
      return ScatterProblem(node);
    case NodeKind::kSelectAndScatter:
      return SelectAndScatterProblem(node);
    case NodeKind::kSort:
      return SortProblem(node);
    case NodeKind::kTopK:
      return TopKProblem(node);
    case NodeKind::kDot:
      return DotProblem(node);
    case NodeKind::kWhile:
      return WhileProblem(node);
    case NodeKind::kCase:
      return CaseProblem(node);
    case NodeKind::kGather:
    case NodeKind::kConvolution:
      return ExpectOperands(node, 2);
    case NodeKind::kFft:
      return ExpectOperands(node, 1);
    case NodeKind::kLinearAlgebra:
      return LinearAlgebraProblem(node);
    case NodeKind::kCheck:
      return CheckProblem(node);
    case NodeKind::kFallback:
      return {};
  }
  return "an unknown kind";
}

}  // namespace

Status Verify(const Graph& graph) { return Verifier(graph).Run(); }

}  // namespace cppjrt::cpu
