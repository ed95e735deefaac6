#include "cpu/passes/sort_keys.h"

#include <cmath>
#include <optional>
#include <utility>

#include "cpu/passes/constants.h"
#include "cpu/passes/rewrite.h"

namespace cppjrt::cpu {
namespace {

using Direction = CompareDirection;

// What one side of a comparison reads: a parameter, perhaps canonical.
struct Term {
  int64_t parameter = 0;
  bool one_zero = false;
  bool one_nan = false;
};

struct Found {
  SortKey key;
  Term term;
};

class Recognizer {
 public:
  explicit Recognizer(const Body& body) : body_(body) {}

  std::optional<std::vector<SortKey>> Run() const {
    std::vector<SortKey> keys;
    Value value = body_.results[0];
    for (size_t step = 0; step <= body_.parameters.size(); ++step) {
      if (const std::optional<Found> last = Strict(value)) {
        keys.push_back(last->key);
        return keys;
      }
      const std::optional<std::pair<SortKey, Value>> next = Lexicographic(value);
      if (!next) return std::nullopt;
      keys.push_back(next->first);
      value = next->second;
    }
    return std::nullopt;
  }

 private:
  static Value In(Value value, size_t i) { return value.node->operands[i]; }

  // or(less, and(equal, rest)), select(equal, rest, less): less, and rest.
  std::optional<std::pair<SortKey, Value>> Lexicographic(Value value) const {
    if (value.node->Is(ElementOp::kSelect)) return Pair(In(value, 2), In(value, 0), In(value, 1));
    if (!value.node->Is(ElementOp::kOr)) return std::nullopt;
    for (const size_t first : {size_t{0}, size_t{1}}) {
      const Value both = In(value, 1 - first);
      if (!both.node->Is(ElementOp::kAnd)) continue;
      for (const size_t second : {size_t{0}, size_t{1}}) {
        if (auto pair = Pair(In(value, first), In(both, second), In(both, 1 - second))) return pair;
      }
    }
    return std::nullopt;
  }
  std::optional<std::pair<SortKey, Value>> Pair(Value less, Value equal, Value rest) const {
    const std::optional<Found> key = Strict(less);
    if (!key) return std::nullopt;
    const std::optional<Found> same = Compared(equal, Direction::kEq);
    if (!same || same->key.operand != key->key.operand || same->key.total_order != key->key.total_order)
      return std::nullopt;
    return std::pair(key->key, rest);
  }

  std::optional<Found> Strict(Value value) const {
    std::optional<Found> found = Compared(value, Direction::kLt);
    return found ? found : Compared(value, Direction::kGt);
  }

  // The two sides of one operand, compared in that direction.
  std::optional<Found> Compared(Value value, Direction direction) const {
    if (!value.node->Is(ElementOp::kCompare)) return std::nullopt;
    const ElementAttrs& attrs = value.node->attr<ElementAttrs>();
    if (attrs.direction != direction) return std::nullopt;
    const std::optional<Term> a = Read(In(value, 0)), b = Read(In(value, 1));
    if (!a || !b || a->parameter / 2 != b->parameter / 2 || a->parameter == b->parameter ||
        a->one_zero != b->one_zero || a->one_nan != b->one_nan) {
      return std::nullopt;
    }
    Found found;
    found.term = *a;
    found.key.operand = a->parameter / 2;
    found.key.descending = (direction == Direction::kGt) != (a->parameter > b->parameter);
    const ElementType type = body_.parameters[static_cast<size_t>(a->parameter)]->shape().type;
    if (stablehlo::IsComplex(type)) return std::nullopt;
    if (!stablehlo::IsFloat(type) || !attrs.total_order) return found;  // NaN that compare as nothing may go anywhere
    if (a->one_zero != a->one_nan) return std::nullopt;
    found.key.total_order = !a->one_zero;
    return found;
  }

  // Conversions that keep the order are looked through.
  std::optional<Term> Plain(Value value) const {
    const Node* node = value.node;
    if (node->Is(ElementOp::kConvert)) {
      const ElementType from = node->operands[0].type(), to = value.type();
      const bool widens = stablehlo::IsFloat(from) && (to == ElementType::kF32 || to == ElementType::kF64) &&
                          stablehlo::ElementBits(from) < stablehlo::ElementBits(to);
      if (!widens) return std::nullopt;
      node = node->operands[0].node;
    }
    if (node->kind != NodeKind::kParameter || node->parent != &body_) return std::nullopt;
    return Term{node->attr<ParameterAttrs>().index};
  }
  // select(x != x, NaN, y) and select(x == 0, 0, y), in any order, around a parameter.
  std::optional<Term> Read(Value value) const {
    bool one_zero = false, one_nan = false;
    for (int depth = 0; depth < 3; ++depth) {
      if (std::optional<Term> term = Plain(value)) {
        term->one_zero = one_zero;
        term->one_nan = one_nan;
        return term;
      }
      if (!value.node->Is(ElementOp::kSelect) || !In(value, 0).node->Is(ElementOp::kCompare)) return std::nullopt;
      const Value test = In(value, 0);
      const ElementAttrs& attrs = test.node->attr<ElementAttrs>();
      const std::optional<double> instead = FloatSplat(In(value, 1));
      if (!instead || attrs.total_order) return std::nullopt;
      if (attrs.direction == Direction::kNe && SameTerm(In(test, 0), In(test, 1)) && std::isnan(*instead) &&
          !std::signbit(*instead)) {
        one_nan = true;
      } else if (attrs.direction == Direction::kEq && FloatSplat(In(test, 1)) == 0.0 &&
                 cpu::IsFloat(In(value, 1), 0.0) && Plain(In(test, 0))) {
        one_zero = true;
      } else {
        return std::nullopt;
      }
      if (!Tests(test, In(value, 2))) return std::nullopt;
      value = In(value, 2);
    }
    return std::nullopt;
  }
  bool SameTerm(Value a, Value b) const {
    const std::optional<Term> left = Plain(a), right = Plain(b);
    return left && right && left->parameter == right->parameter;
  }
  // Whether what is tested is what is below the selects.
  bool Tests(Value test, Value below) const {
    const std::optional<Term> tested = Plain(In(test, 0));
    for (int depth = 0; depth < 3 && !Plain(below) && below.node->Is(ElementOp::kSelect); ++depth) below = In(below, 2);
    const std::optional<Term> term = Plain(below);
    return tested && term && tested->parameter == term->parameter;
  }

  const Body& body_;
};

class SortKeys : public Rewriter {
 protected:
  std::vector<Value> Rewrite(Node& node) override {
    if (node.kind != NodeKind::kSort || !node.attr<SortAttrs>().keys.empty()) return {};
    std::optional<std::vector<SortKey>> keys = Recognizer(*node.bodies[0]).Run();
    if (!keys) return {};
    SortAttrs attrs = node.attr<SortAttrs>();
    attrs.keys = std::move(*keys);
    node.attrs = std::move(attrs);
    Changed();
    return {};
  }
};

}  // namespace

bool FindSortKeys(Graph& graph) { return SortKeys().Run(graph); }

}  // namespace cppjrt::cpu
