#include "cpu/passes/counted_loops.h"

#include <algorithm>
#include <optional>

#include "cpu/graph/body_facts.h"
#include "cpu/graph/scalar.h"
#include "cpu/passes/constants.h"
#include "cpu/passes/rewrite.h"
#include "cpu/passes/uses.h"

namespace cppjrt::cpu {
namespace {

using Direction = CompareDirection;

// A carried value that starts as a constant and grows by a constant.
struct Counter {
  int64_t start = 0;
  int64_t increment = 0;
};

std::optional<Counter> CounterOf(const Node& loop, size_t k) {
  const Body& step = *loop.bodies[1];
  const Value next = step.results[k];
  const ElementType type = loop.shapes[k].type;
  if (!stablehlo::IsInteger(type) || loop.shapes[k].token || loop.shapes[k].rank() != 0) return std::nullopt;
  const std::optional<int64_t> start = IntSplat(loop.operands[k]);
  if (!start || !next.node->Is(ElementOp::kAdd) || next.node->parent != &step) return std::nullopt;
  if (next.node->operands[0] != Value{step.parameters[k], 0}) return std::nullopt;
  const std::optional<int64_t> increment = IntSplat(next.node->operands[1]);
  if (!increment || *increment == 0) return std::nullopt;
  // Of unsigned types a large number is a step back.
  const int64_t bits = stablehlo::ElementBits(type);
  const bool back = stablehlo::IsUnsigned(type) && bits < 64 && *increment >> (bits - 1) != 0;
  return Counter{*start, back ? *increment - (int64_t{1} << bits) : *increment};
}

// How often `start`, `start + increment`, … meets the condition before it does not; none if that is not known or never ends.
std::optional<int64_t> Trips(Direction direction, const Counter& counter, int64_t limit) {
  const __int128 distance = static_cast<__int128>(limit) - counter.start;
  const __int128 step = counter.increment;
  const auto up = [](__int128 a, __int128 b) { return a <= 0 ? __int128{0} : (a + b - 1) / b; };
  __int128 trips = 0;
  switch (direction) {
    case Direction::kLt:
      if (distance > 0 && step < 0) return std::nullopt;
      trips = distance > 0 ? up(distance, step) : 0;
      break;
    case Direction::kLe:
      if (distance >= 0 && step < 0) return std::nullopt;
      trips = distance >= 0 ? up(distance + 1, step) : 0;
      break;
    case Direction::kGt:
      if (distance < 0 && step > 0) return std::nullopt;
      trips = distance < 0 ? up(-distance, -step) : 0;
      break;
    case Direction::kGe:
      if (distance <= 0 && step > 0) return std::nullopt;
      trips = distance <= 0 ? up(1 - distance, -step) : 0;
      break;
    case Direction::kNe:
      if (distance % step != 0 || distance / step < 0) return std::nullopt;
      trips = distance / step;
      break;
    case Direction::kEq:
      trips = distance == 0 ? 1 : 0;
      break;
  }
  return trips > INT64_MAX ? std::nullopt : std::optional(static_cast<int64_t>(trips));
}

struct Count {
  size_t carry = 0;
  Counter counter;
  int64_t trips = 0;
};

// The condition compares a carried value with a constant, and does nothing else: whoever knows the count leaves it out.
std::optional<Count> CountOf(const Node& loop) {
  const Body& condition = *loop.bodies[0];
  if (std::ranges::any_of(condition.nodes, [](const Node* node) { return HasEffects(*node); })) return std::nullopt;
  const Value test = condition.results[0];
  if (!test.node->Is(ElementOp::kCompare)) return std::nullopt;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const Value counted = test.node->operands[side];
    const std::optional<int64_t> limit = IntSplat(test.node->operands[1 - side]);
    if (!limit || counted.node->kind != NodeKind::kParameter || counted.node->parent != &condition) continue;
    const auto k = static_cast<size_t>(counted.node->attr<ParameterAttrs>().index);
    const std::optional<Counter> counter = CounterOf(loop, k);
    if (!counter || counted.type() == ElementType::kUI64) continue;
    const Direction direction = test.node->attr<ElementAttrs>().direction;
    const std::optional<int64_t> trips = Trips(side == 0 ? direction : Swapped(direction), *counter, *limit);
    if (!trips) continue;
    // Up to the end the counter must stay in its type.
    const __int128 last = static_cast<__int128>(*trips) * counter->increment + counter->start;
    if (last < SmallestInt(counted.type()) || last > LargestInt(counted.type())) continue;
    return Count{k, *counter, *trips};
  }
  return std::nullopt;
}

// Puts values made for a body in front of all its nodes.
class Front {
 public:
  explicit Front(Body& body) : body_(body), size_(body.nodes.size()) {}
  ~Front() {
    std::rotate(body_.nodes.begin(), body_.nodes.begin() + static_cast<std::ptrdiff_t>(size_), body_.nodes.end());
  }
  Front(const Front&) = delete;
  Front& operator=(const Front&) = delete;

 private:
  Body& body_;
  size_t size_;
};

class CountedLoops : public Rewriter {
 public:
  explicit CountedLoops(const Graph& graph) : uses_(graph) {}

 protected:
  std::vector<Value> Rewrite(Node& node) override {
    if (node.kind != NodeKind::kWhile) return {};
    const std::optional<Count> count = CountOf(node);
    if (!count) return {};
    WhileAttrs attrs;
    attrs.trip_count = count->trips;
    attrs.counter = static_cast<int64_t>(count->carry);
    attrs.start = count->counter.start;
    attrs.increment = count->counter.increment;
    if (!(node.attr<WhileAttrs>() == attrs)) {
      node.attrs = attrs;
      Changed();
    }
    std::vector<Value> results;
    bool replaced = false;
    for (uint32_t k = 0; k < node.shapes.size(); ++k) {
      const Value result = {&node, k};
      const std::optional<Counter> counter = CounterOf(node, k);
      results.push_back(result);
      if (!counter) continue;
      if (k != count->carry) Derive(node, *count, k, *counter);
      if (uses_.Of(result) == 0) continue;
      results.back() = Last(node, *counter, count->trips, k);
      replaced = true;
    }
    return replaced ? results : std::vector<Value>();
  }

 private:
  // In both bodies: counter k as a function of the first.
  void Derive(Node& loop, const Count& count, size_t k, const Counter& other) {
    constexpr int64_t kLargest = int64_t{1} << 62;  // whose negative is a number too
    if (other.increment < -kLargest || other.increment % count.counter.increment != 0) return;
    const int64_t factor = other.increment / count.counter.increment;
    for (Body* body : loop.bodies) {
      const Value old = {body->parameters[k], 0};
      const Value first = {body->parameters[count.carry], 0};
      Value derived;
      {
        const Front front(*body);
        derived = body->Convert(first, old.type());
        if (factor != 1) {
          derived = body->Elementwise(ElementOp::kMultiply, {derived, body->SplatInt(old.type(), {}, factor)});
        }
        const auto offset =
            static_cast<int64_t>(static_cast<uint64_t>(other.start) -
                                 static_cast<uint64_t>(count.counter.start) * static_cast<uint64_t>(factor));
        if (offset != 0) {
          derived = body->Elementwise(ElementOp::kAdd, {derived, body->SplatInt(old.type(), {}, offset)});
        }
      }
      ReplaceUses(*body, old, derived);
    }
    Changed();
  }

  // Behind the loop.
  static Value Last(Node& loop, const Counter& counter, int64_t trips, size_t k) {
    const uint64_t grown = static_cast<uint64_t>(trips) * static_cast<uint64_t>(counter.increment);
    return loop.parent->SplatInt(loop.shapes[k].type, {},
                                 static_cast<int64_t>(static_cast<uint64_t>(counter.start) + grown));
  }

  UseCounts uses_;
};

}  // namespace

bool FindCountedLoops(Graph& graph) { return CountedLoops(graph).Run(graph); }

}  // namespace cppjrt::cpu
