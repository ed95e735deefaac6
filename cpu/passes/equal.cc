#include "cpu/passes/equal.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

namespace cppjrt::cpu {
namespace {

// Bytes of a constant that count for its hash.
constexpr size_t kHashedBytes = 64;

class Hasher {
 public:
  void Add(uint64_t value) { state_ = (state_ ^ value) * 0x9e3779b97f4a7c15 + (state_ >> 29); }
  void Add(const Dims& dims) {
    Add(dims.size());
    for (const int64_t d : dims) Add(static_cast<uint64_t>(d));
  }
  void Add(std::span<const std::byte> bytes) {
    for (const std::byte b : bytes.first(std::min(bytes.size(), kHashedBytes))) Add(static_cast<uint64_t>(b));
  }
  uint64_t value() const { return state_ ^ state_ >> 32; }

 private:
  uint64_t state_ = 0x51ab5;
};

struct AttrsHasher {
  Hasher& h;

  template <typename T>
  void operator()(const T&) const {}
  void operator()(const ParameterAttrs& a) const { h.Add(static_cast<uint64_t>(a.index)); }
  void operator()(const ConstantAttrs& a) const {
    if (a.value.valid()) h.Add(a.value.bytes());
  }
  void operator()(const ElementAttrs& a) const {
    h.Add(static_cast<uint64_t>(a.op));
    h.Add(static_cast<uint64_t>(a.direction));
  }
  void operator()(const DimsAttrs& a) const { h.Add(a.dims); }
  void operator()(const SliceAttrs& a) const {
    h.Add(a.start);
    h.Add(a.stride);
  }
  void operator()(const PadAttrs& a) const {
    h.Add(a.low);
    h.Add(a.high);
  }
};

// Which values of one body stand for which of another.
class BodyMatcher {
 public:
  bool Same(const Body& a, const Body& b) {
    if (a.parameters.size() != b.parameters.size() || a.nodes.size() != b.nodes.size() ||
        a.results.size() != b.results.size()) {
      return false;
    }
    for (size_t i = 0; i < a.parameters.size(); ++i) {
      if (a.parameters[i]->shapes != b.parameters[i]->shapes) return false;
      twins_[a.parameters[i]] = b.parameters[i];
    }
    for (size_t i = 0; i < a.nodes.size(); ++i) {
      if (!Same(*a.nodes[i], *b.nodes[i])) return false;
      twins_[a.nodes[i]] = b.nodes[i];
    }
    return Same(a.results, b.results);
  }
  bool Same(const Node& a, const Node& b) {
    if (a.kind != b.kind || a.shapes != b.shapes || a.bodies.size() != b.bodies.size()) return false;
    if (!Same(a.operands, b.operands) || !(a.attrs == b.attrs)) return false;
    for (size_t i = 0; i < a.bodies.size(); ++i) {
      if (!Same(*a.bodies[i], *b.bodies[i])) return false;
    }
    return true;
  }

 private:
  bool Same(const std::vector<Value>& a, const std::vector<Value>& b) const {
    return std::ranges::equal(a, b, [this](Value x, Value y) {
      if (x.index != y.index) return false;
      const auto twin = twins_.find(x.node);
      return (twin == twins_.end() ? x.node : twin->second) == y.node;
    });
  }

  std::unordered_map<const Node*, const Node*> twins_;
};

}  // namespace

uint64_t HashOf(const Node& node) {
  Hasher h;
  h.Add(static_cast<uint64_t>(node.kind));
  for (const Shape& shape : node.shapes) {
    h.Add(static_cast<uint64_t>(shape.type));
    h.Add(shape.dims);
  }
  for (const Value operand : node.operands) h.Add(uint64_t{operand.node->id} << 8 | operand.index);
  for (const Body* body : node.bodies) h.Add(body->nodes.size());
  std::visit(AttrsHasher{h}, node.attrs);
  return h.value();
}

bool SameNode(const Node& a, const Node& b) {
  if (a.bodies.empty()) {
    return a.kind == b.kind && b.bodies.empty() && a.operands == b.operands && a.shapes == b.shapes &&
           a.attrs == b.attrs;
  }
  return BodyMatcher().Same(a, b);
}

bool SameBody(const Body& a, const Body& b) { return BodyMatcher().Same(a, b); }

}  // namespace cppjrt::cpu
