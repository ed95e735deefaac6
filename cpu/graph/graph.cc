#include "cpu/graph/graph.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "cpu/graph/scalar.h"

namespace cppjrt::cpu {
namespace {

struct NodeRow {
  std::string_view mnemonic;
  NodeGroup group;
};
constexpr NodeRow kNodes[] = {
#define NODE(kind, mnemonic, group) {mnemonic, NodeGroup::group},
#include "cpu/graph/nodes.def"
};

struct ElementRow {
  std::string_view mnemonic;
  int arity;
  int cost;
};
constexpr ElementRow kElements[] = {
#define ELEMENT(op, mnemonic, arity, cost) {mnemonic, arity, cost},
#include "cpu/graph/element_ops.def"
};

const ElementRow& RowOf(ElementOp op) { return kElements[static_cast<size_t>(op)]; }

ElementType ResultType(ElementOp op, const std::vector<Value>& operands) {
  switch (op) {
    case ElementOp::kAbs:
    case ElementOp::kReal:
    case ElementOp::kImag:
      return stablehlo::RealType(operands[0].type());
    case ElementOp::kComplex:
      return operands[0].type() == ElementType::kF64 ? ElementType::kC128 : ElementType::kC64;
    case ElementOp::kCompare:
    case ElementOp::kIsFinite:
      return ElementType::kI1;
    case ElementOp::kSelect:
    case ElementOp::kClamp:
      return operands[1].type();
    default:
      return operands[0].type();
  }
}

Dims Extents(const Dims& start, const Dims& limit, const Dims& stride) {
  Dims dims;
  for (size_t i = 0; i < start.size(); ++i) {
    dims.push_back(std::max<int64_t>(0, (limit[i] - start[i] + stride[i] - 1) / stride[i]));
  }
  return dims;
}

}  // namespace

std::string_view NodeMnemonic(NodeKind kind) { return kNodes[static_cast<size_t>(kind)].mnemonic; }
NodeGroup GroupOf(NodeKind kind) { return kNodes[static_cast<size_t>(kind)].group; }
std::string_view ElementMnemonic(ElementOp op) { return RowOf(op).mnemonic; }
std::string_view Mnemonic(const Node& node) {
  return node.kind == NodeKind::kElementwise ? ElementMnemonic(node.op()) : NodeMnemonic(node.kind);
}
int ElementArity(ElementOp op) { return RowOf(op).arity; }
int ElementCost(ElementOp op) { return RowOf(op).cost; }

bool operator==(const ConstantAttrs& a, const ConstantAttrs& b) {
  if (!a.value.valid() || !b.value.valid()) return a.value.valid() == b.value.valid();
  if (a.value.type() != b.value.type() || a.value.dims() != b.value.dims()) return false;
  return a.value.block() == b.value.block() || std::ranges::equal(a.value.bytes(), b.value.bytes());
}

Value Body::Parameter(const Shape& shape) {
  Node* node = graph_->NewNode();
  node->kind = NodeKind::kParameter;
  node->shapes = {shape};
  node->attrs = ParameterAttrs{static_cast<int64_t>(parameters.size())};
  node->parent = this;
  node->place = graph_->place;
  parameters.push_back(node);
  return {node, 0};
}

Node* Body::Add(NodeKind kind, std::vector<Shape> shapes, std::vector<Value> operands, Attrs attrs) {
  Node* node = graph_->NewNode();
  node->kind = kind;
  node->shapes = std::move(shapes);
  node->operands = std::move(operands);
  node->attrs = std::move(attrs);
  node->parent = this;
  node->place = graph_->place;
  nodes.push_back(node);
  return node;
}

Node* Body::Add(NodeKind kind, std::vector<Shape> shapes, std::vector<Value> operands, Attrs attrs,
                std::vector<Body*> bodies) {
  Node* node = Add(kind, std::move(shapes), std::move(operands), std::move(attrs));
  node->bodies = std::move(bodies);
  for (Body* body : node->bodies) body->set_owner(node);
  return node;
}

Value Body::Constant(Tensor value) {
  const Shape shape = {value.type(), value.dims()};
  return {Add(NodeKind::kConstant, {shape}, {}, ConstantAttrs{std::move(value)}), 0};
}

Value Body::Splat(ElementType type, const Dims& dims, double number) {
  return {Add(NodeKind::kConstant, {Shape{type, dims}}, {}, ConstantAttrs{ScalarTensor(type, number)}), 0};
}

Value Body::SplatInt(ElementType type, const Dims& dims, int64_t number) {
  return {Add(NodeKind::kConstant, {Shape{type, dims}}, {}, ConstantAttrs{ScalarTensorInt(type, number)}), 0};
}

Value Body::Iota(const Shape& shape, int64_t dim) { return {Add(NodeKind::kIota, {shape}, {}, DimsAttrs{{dim}}), 0}; }

Value Body::Elementwise(ElementOp op, std::vector<Value> operands) {
  ElementAttrs attrs;
  attrs.op = op;
  Shape shape = {ResultType(op, operands), operands[0].dims()};
  return {Add(NodeKind::kElementwise, {std::move(shape)}, std::move(operands), attrs), 0};
}

Value Body::Compare(CompareDirection direction, Value a, Value b, bool total_order) {
  ElementAttrs attrs;
  attrs.op = ElementOp::kCompare;
  attrs.direction = direction;
  attrs.total_order = total_order && stablehlo::IsFloat(a.type());
  return {Add(NodeKind::kElementwise, {Shape{ElementType::kI1, a.dims()}}, {a, b}, attrs), 0};
}

Value Body::Convert(Value a, ElementType type) {
  if (a.type() == type) return a;
  ElementAttrs attrs;
  attrs.op = ElementOp::kConvert;
  return {Add(NodeKind::kElementwise, {Shape{type, a.dims()}}, {a}, attrs), 0};
}

Value Body::Bitcast(Value a, ElementType type) {
  if (a.type() == type) return a;
  ElementAttrs attrs;
  attrs.op = ElementOp::kBitcast;
  return {Add(NodeKind::kElementwise, {Shape{type, a.dims()}}, {a}, attrs), 0};
}

Value Body::Broadcast(Value a, const Dims& result_dims, const Dims& dims) {
  return {Add(NodeKind::kBroadcast, {Shape{a.type(), result_dims}}, {a}, DimsAttrs{dims}), 0};
}

Value Body::Reshape(Value a, const Dims& dims) {
  if (a.dims() == dims) return a;
  return {Add(NodeKind::kReshape, {Shape{a.type(), dims}}, {a}), 0};
}

Value Body::Transpose(Value a, const Dims& permutation) {
  Dims dims;
  for (const int64_t d : permutation) dims.push_back(a.dims()[static_cast<size_t>(d)]);
  return {Add(NodeKind::kTranspose, {Shape{a.type(), dims}}, {a}, DimsAttrs{permutation}), 0};
}

Value Body::Slice(Value a, const Dims& start, const Dims& limit, const Dims& stride) {
  const Dims dims = Extents(start, limit, stride);
  return {Add(NodeKind::kSlice, {Shape{a.type(), dims}}, {a}, SliceAttrs{start, stride}), 0};
}

Value Body::Reverse(Value a, const Dims& dims) {
  Dims sorted = dims;
  std::ranges::sort(sorted);
  return {Add(NodeKind::kReverse, {a.shape()}, {a}, DimsAttrs{sorted}), 0};
}

Value Body::Concatenate(std::vector<Value> parts, int64_t dim) {
  Shape shape = parts[0].shape();
  int64_t& extent = shape.dims[static_cast<size_t>(dim)];
  extent = 0;
  for (const Value part : parts) extent += part.dims()[static_cast<size_t>(dim)];
  return {Add(NodeKind::kConcatenate, {std::move(shape)}, std::move(parts), DimsAttrs{{dim}}), 0};
}

Value Body::DynamicSlice(Value a, std::vector<Value> starts, const Dims& sizes) {
  std::vector<Value> operands = {a};
  operands.insert(operands.end(), starts.begin(), starts.end());
  return {Add(NodeKind::kDynamicSlice, {Shape{a.type(), sizes}}, std::move(operands)), 0};
}

Value Body::DynamicUpdate(Value a, Value update, std::vector<Value> starts) {
  std::vector<Value> operands = {a, update};
  operands.insert(operands.end(), starts.begin(), starts.end());
  return {Add(NodeKind::kDynamicUpdate, {a.shape()}, std::move(operands)), 0};
}

CompareDirection Swapped(CompareDirection direction) {
  switch (direction) {
    case CompareDirection::kLt:
      return CompareDirection::kGt;
    case CompareDirection::kLe:
      return CompareDirection::kGe;
    case CompareDirection::kGt:
      return CompareDirection::kLt;
    case CompareDirection::kGe:
      return CompareDirection::kLe;
    default:
      return direction;
  }
}

}  // namespace cppjrt::cpu
