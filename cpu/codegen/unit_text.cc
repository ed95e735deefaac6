#include "cpu/codegen/unit_text.h"

#include <algorithm>
#include <bit>

#include "cpu/plan/fusion.h"

namespace cppjrt::cpu::codegen {
namespace {

// What starts a part of the text, so that no two sequences of parts read alike.
enum Tag : int64_t { kKernel = 1, kCallNode, kSeen, kStored, kDefined, kBody, kBufferSeen, kBufferNew };

}  // namespace

// Seven bits a byte, small numbers first: most are below 64.
void UnitText::AddNumber(int64_t number) {
  auto rest = (static_cast<uint64_t>(number) << 1) ^ static_cast<uint64_t>(number >> 63);
  for (; rest >= 0x80; rest >>= 7) bytes_ += static_cast<char>(rest | 0x80);
  bytes_ += static_cast<char>(rest);
}

void UnitText::AddBytes(std::string_view bytes) {
  AddNumber(static_cast<int64_t>(bytes.size()));
  bytes_ += bytes;
}

void UnitText::AddList(std::span<const int64_t> list) {
  AddNumber(static_cast<int64_t>(list.size()));
  for (const int64_t v : list) AddNumber(v);
}

void UnitText::AddShape(const Shape& shape) {
  AddNumber(shape.token ? -1 : static_cast<int64_t>(shape.type));
  AddList(shape.dims);
}

// Bindings name every member: one that is added does not compile until it is written here.
struct UnitText::AttrsWriter {
  UnitText& text;

  void Lists(std::initializer_list<const Dims*> lists) const {
    for (const Dims* list : lists) text.AddList(*list);
  }
  void Numbers(std::initializer_list<int64_t> numbers) const {
    for (const int64_t number : numbers) text.AddNumber(number);
  }

  void operator()(std::monostate) const {}
  void operator()(const ParameterAttrs& a) const {
    const auto& [index] = a;
    Numbers({index});
  }
  void operator()(const ConstantAttrs& a) const {
    const auto& [value] = a;
    if (!value.valid()) return;
    const auto bytes = value.bytes();
    text.AddBytes({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  void operator()(const ElementAttrs& a) const {
    const auto& [op, direction, total_order, exponent_bits, mantissa_bits] = a;
    Numbers({static_cast<int64_t>(op), static_cast<int64_t>(direction), total_order, exponent_bits, mantissa_bits});
  }
  void operator()(const DimsAttrs& a) const {
    const auto& [dims] = a;
    Lists({&dims});
  }
  void operator()(const SliceAttrs& a) const {
    const auto& [start, stride] = a;
    Lists({&start, &stride});
  }
  void operator()(const PadAttrs& a) const {
    const auto& [low, high, interior] = a;
    Lists({&low, &high, &interior});
  }
  void operator()(const GatherAttrs& a) const {
    const auto& [offset, collapsed, batching, starts_batching, map, sizes, vector_dim, sorted] = a;
    Lists({&offset, &collapsed, &batching, &starts_batching, &map, &sizes});
    Numbers({vector_dim, sorted});
  }
  void operator()(const ScatterAttrs& a) const {
    const auto& [window, inserted, batching, indices_batching, map, vector_dim, sorted, unique] = a;
    Lists({&window, &inserted, &batching, &indices_batching, &map});
    Numbers({vector_dim, sorted, unique});
  }
  void operator()(const WindowAttrs& a) const {
    const auto& [size, stride, base, dilation, low, high] = a;
    Lists({&size, &stride, &base, &dilation, &low, &high});
  }
  void operator()(const ScanAttrs& a) const {
    const auto& [dim, reverse] = a;
    Numbers({dim, reverse});
  }
  void operator()(const DotAttrs& a) const {
    const auto& [lhs_batch, rhs_batch, lhs_contracting, rhs_contracting] = a;
    Lists({&lhs_batch, &rhs_batch, &lhs_contracting, &rhs_contracting});
  }
  void operator()(const ConvolutionAttrs& a) const {
    const auto& [ib, inf, kif, kof, ob, of, in, kernel, out, stride, low, high, id, kd, reversed, fg, bg] = a;
    Numbers({ib, inf, kif, kof, ob, of, fg, bg});
    Lists({&in, &kernel, &out, &stride, &low, &high, &id, &kd});
    Numbers({static_cast<int64_t>(reversed.size())});
    for (const bool r : reversed) Numbers({r});
  }
  void operator()(const LinearAlgebraAttrs& a) const {
    const auto& [kind, lower, left, transposed, unit_diagonal, clears, program] = a;
    Numbers({static_cast<int64_t>(kind), lower, left, transposed, unit_diagonal, clears});
  }
  void operator()(const WhileAttrs& a) const {
    const auto& [trip_count, counter, start, increment] = a;
    Numbers({trip_count, counter, start, increment});
  }
  // What is below has no code of its own.
  void operator()(const SortAttrs&) const {}
  void operator()(const TopKAttrs&) const {}
  void operator()(const FftAttrs&) const {}
  void operator()(const FallbackAttrs&) const {}
  void operator()(const CheckAttrs&) const {}
};

void UnitText::AddAttrs(const Node& node) { std::visit(AttrsWriter{*this}, node.attrs); }

// Such accesses make no promise about others (Emitter::Annotate).
bool UnitText::MayOverlap(const Buffer& buffer) const {
  const std::vector<int64_t>& aliases = plan_.result_may_be;
  if (buffer.kind == Buffer::Kind::kResult) return aliases[static_cast<size_t>(buffer.number)] >= 0;
  return buffer.kind == Buffer::Kind::kArgument &&
         std::find(aliases.begin(), aliases.end(), buffer.number) != aliases.end();
}

void UnitText::AddBuffer(BufferId id) {
  const auto [at, added] = buffer_numbers_.emplace(id, static_cast<int64_t>(buffer_numbers_.size()));
  AddNumber(added ? kBufferNew : kBufferSeen);
  if (!added) {
    AddNumber(at->second);
    return;
  }
  const Buffer& buffer = plan_.buffers[static_cast<size_t>(id)];
  const bool local = buffer.kind == Buffer::Kind::kLocal;
  const bool stack = buffer.kind == Buffer::Kind::kStack;
  AddNumber(local ? 1 : stack ? 2 : 0);
  AddNumber(local ? buffer.number : 0);
  AddNumber(local || stack ? buffer.bytes : 0);
  AddNumber(buffer.moves);
  AddNumber(MayOverlap(buffer));
  if (!local) buffers_.push_back(id);
}

void UnitText::Forget() {
  node_numbers_.clear();
  roots_.clear();
}

void UnitText::AddKernel(const Kernel& kernel) {
  Forget();
  AddNumber(kKernel);
  AddList(kernel.outer);
  AddNumber(std::bit_cast<int64_t>(kernel.cost));
  for (const Stage& stage : kernel.stages) {
    for (const Root& root : stage.roots) roots_.push_back(root.node);
  }
  AddNumber(static_cast<int64_t>(kernel.stages.size()));
  for (const Stage& stage : kernel.stages) {
    AddList(stage.inner);
    AddNumber(static_cast<int64_t>(stage.roots.size()));
    for (const Root& root : stage.roots) {
      AddNumber(static_cast<int64_t>(root.kind));
      AddUse({root.node, root.result});
    }
  }
  AddNumber(static_cast<int64_t>(kernel.locals.size()));
  for (const Value v : kernel.locals) AddUse(v);
}

void UnitText::AddNode(const Node& node) {
  Forget();
  roots_.push_back(&node);
  AddNumber(kCallNode);
  AddUse({const_cast<Node*>(&node), 0});
}

void UnitText::AddBodies(const Node& node) {
  Forget();
  for (const Body* body : node.bodies) AddBody(*body);
}

// Expressions are no deeper than fusion lets them be, as for the code that is made of them.
void UnitText::AddUse(Value v) {
  const auto seen = node_numbers_.find(v.node);
  if (seen != node_numbers_.end()) {
    AddNumber(kSeen);
    AddNumber(seen->second);
    AddNumber(v.index);
    return;
  }
  const bool splat = IsSplat(*v.node);
  const bool root = std::find(roots_.begin(), roots_.end(), v.node) != roots_.end();
  const bool stored = !splat && !root && plan_.buffer_of.contains(v);
  AddNumber(stored ? kStored : kDefined);
  AddNumber(v.index);
  if (!stored) {
    AddDefinition(*v.node);
    return;
  }
  // Other results of the node come up as new nodes of their own.
  AddShape(v.shape());
  AddBuffer(plan_.buffer_of.at(v));
  if (v.node->shapes.size() == 1) node_numbers_.emplace(v.node, static_cast<int64_t>(node_numbers_.size()));
}

void UnitText::AddDefinition(const Node& node) {
  node_numbers_.emplace(&node, static_cast<int64_t>(node_numbers_.size()));
  AddNumber(static_cast<int64_t>(node.kind));
  AddNumber(static_cast<int64_t>(node.shapes.size()));
  for (const Shape& shape : node.shapes) AddShape(shape);
  AddAttrs(node);
  for (uint32_t i = 0; i < node.shapes.size(); ++i) {
    const auto at = plan_.buffer_of.find({const_cast<Node*>(&node), i});
    AddNumber(at != plan_.buffer_of.end());
    if (at != plan_.buffer_of.end()) AddBuffer(at->second);
  }
  AddNumber(static_cast<int64_t>(node.operands.size()));
  for (const Value operand : node.operands) AddUse(operand);
  AddNumber(static_cast<int64_t>(node.bodies.size()));
  for (const Body* body : node.bodies) AddBody(*body);
}

void UnitText::AddBody(const Body& body) {
  AddNumber(kBody);
  AddNumber(static_cast<int64_t>(body.parameters.size()));
  for (const Node* parameter : body.parameters) AddUse({const_cast<Node*>(parameter), 0});
  AddNumber(static_cast<int64_t>(body.nodes.size()));
  for (const Node* node : body.nodes) AddUse({const_cast<Node*>(node), 0});
  AddNumber(static_cast<int64_t>(body.results.size()));
  for (const Value v : body.results) AddUse(v);
}

}  // namespace cppjrt::cpu::codegen
