#include "cpu/passes/ranges.h"

#include <algorithm>
#include <limits>

#include "cpu/graph/scalar.h"
#include "cpu/passes/constants.h"

namespace cppjrt::cpu {
namespace {

// Nodes looked at for one question.
constexpr int kMostNodes = 48;
// Elements of a constant looked at.
constexpr int64_t kMostElements = 64;
// Far from overflow of int64_t in sums.
constexpr int64_t kHuge = int64_t{1} << 61;

constexpr Range kUnknown = {std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()};

bool IsIntegral(ElementType type) { return stablehlo::IsInteger(type) || type == ElementType::kI1; }

Range WholeType(ElementType type) {
  if (type == ElementType::kUI64) return kUnknown;
  return {SmallestInt(type), LargestInt(type)};
}

bool Inside(const Range& range, const Range& whole) { return range.low >= whole.low && range.high <= whole.high; }
bool Small(const Range& range) { return range.low > -kHuge && range.high < kHuge; }

class Finder {
 public:
  Range Of(Value value) {
    const Range whole = WholeType(value.type());
    if (!IsIntegral(value.type()) || --budget_ < 0) return whole;
    const Range found = Unbounded(value, whole);
    // ui64: numbers that int64_t holds are what they seem; its largest stands for no bound.
    if (value.type() == ElementType::kUI64) return found.low >= 0 && found.high < kUnknown.high ? found : whole;
    return Inside(found, whole) ? found : whole;
  }

 private:
  Range Operand(Value value, size_t i) { return Of(value.node->operands[i]); }

  Range Unbounded(Value value, const Range& whole) {
    const Node& node = *value.node;
    switch (node.kind) {
      case NodeKind::kConstant:
        return Constant(node, whole);
      case NodeKind::kIota:
        return {0, std::max<int64_t>(0, node.shape().dims[static_cast<size_t>(node.dims_attr()[0])] - 1)};
      case NodeKind::kParameter:
        return Parameter(node, whole);
      case NodeKind::kElementwise:
        return Elementwise(value, whole);
      case NodeKind::kBroadcast:
      case NodeKind::kDynamicSlice:
      case NodeKind::kReshape:
      case NodeKind::kReverse:
      case NodeKind::kSlice:
      case NodeKind::kTranspose:
      case NodeKind::kGather:
        return Operand(value, 0);
      case NodeKind::kPad:
        return Union(Operand(value, 0), Operand(value, 1));
      case NodeKind::kConcatenate:
        return Parts(node);
      default:
        return whole;
    }
  }

  static Range Union(const Range& a, const Range& b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

  static Range Constant(const Node& node, const Range& whole) {
    const Tensor& tensor = node.attr<ConstantAttrs>().value;
    const int64_t n = tensor.num_elements();
    if (n == 0 || n > kMostElements) return whole;
    Range range = {IntAt(tensor, 0), IntAt(tensor, 0)};
    for (int64_t i = 1; i < n; ++i) range = Union(range, {IntAt(tensor, i), IntAt(tensor, i)});
    return range;
  }

  Range Parts(const Node& node) {
    Range range = Of(node.operands[0]);
    for (size_t i = 1; i < node.operands.size(); ++i) range = Union(range, Of(node.operands[i]));
    return range;
  }

  // The counter of a loop: in the step it has not yet had its last increment, in the condition it may.
  static Range Parameter(const Node& node, const Range& whole) {
    const Node* owner = node.parent->owner();
    if (owner == nullptr || owner->kind != NodeKind::kWhile) return whole;
    const WhileAttrs& loop = owner->attr<WhileAttrs>();
    if (loop.trip_count < 1 || loop.counter != node.attr<ParameterAttrs>().index) return whole;
    const int64_t trips = node.parent == owner->bodies[1] ? loop.trip_count - 1 : loop.trip_count;
    int64_t last = 0;
    if (__builtin_mul_overflow(trips, loop.increment, &last) || __builtin_add_overflow(last, loop.start, &last)) {
      return whole;
    }
    return Union({loop.start, loop.start}, {last, last});
  }

  Range Elementwise(Value value, const Range& whole) {
    switch (value.node->op()) {
      case ElementOp::kAdd: {
        const Range a = Operand(value, 0), b = Operand(value, 1);
        return Small(a) && Small(b) ? Range{a.low + b.low, a.high + b.high} : whole;
      }
      case ElementOp::kSubtract: {
        const Range a = Operand(value, 0), b = Operand(value, 1);
        return Small(a) && Small(b) ? Range{a.low - b.high, a.high - b.low} : whole;
      }
      case ElementOp::kMultiply:
        return Product(Operand(value, 0), Operand(value, 1), whole);
      case ElementOp::kDivide:
        return Quotient(Operand(value, 0), Operand(value, 1), whole);
      case ElementOp::kRemainder:
        return Remainder(Operand(value, 0), Operand(value, 1), whole);
      case ElementOp::kAnd:
        return And(Operand(value, 0), Operand(value, 1), whole);
      case ElementOp::kShiftRightLogical:
        return ShiftRight(Operand(value, 0), Operand(value, 1), whole);
      case ElementOp::kShiftRightArithmetic:
        // Unsigned numbers have a sign here, too: that of their highest bit, which moves ones in.
        if (Operand(value, 0).high > whole.high / 2 && whole.low == 0) return whole;
        return ShiftRight(Operand(value, 0), Operand(value, 1), whole);
      case ElementOp::kMinimum: {
        const Range a = Operand(value, 0), b = Operand(value, 1);
        return {std::min(a.low, b.low), std::min(a.high, b.high)};
      }
      case ElementOp::kMaximum: {
        const Range a = Operand(value, 0), b = Operand(value, 1);
        return {std::max(a.low, b.low), std::max(a.high, b.high)};
      }
      case ElementOp::kClamp: {
        const Range low = Operand(value, 0), x = Operand(value, 1), high = Operand(value, 2);
        return {std::min(std::max(low.low, x.low), high.low), std::min(std::max(low.high, x.high), high.high)};
      }
      case ElementOp::kSelect:
        return Union(Operand(value, 1), Operand(value, 2));
      case ElementOp::kConvert:
        return IsIntegral(value.node->operands[0].type()) && value.type() != ElementType::kI1 ? Operand(value, 0)
                                                                                              : whole;
      default:
        return whole;
    }
  }

  static Range Product(const Range& a, const Range& b, const Range& whole) {
    constexpr int64_t kRoot = int64_t{1} << 30;
    const auto fits = [](const Range& r) { return r.low > -kRoot && r.high < kRoot; };
    if (!fits(a) || !fits(b)) return whole;
    const auto [low, high] = std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
    return {low, high};
  }
  static Range Quotient(const Range& a, const Range& b, const Range& whole) {
    if (!b.single() || b.low < 1 || a.low < -kHuge) return whole;
    return {a.low / b.low, a.high / b.low};
  }
  // The sign is that of the dividend.
  static Range Remainder(const Range& a, const Range& b, const Range& whole) {
    if (b.low < 1 || a.low < -kHuge) return whole;
    return {a.low < 0 ? std::max(a.low, -(b.high - 1)) : 0, a.high > 0 ? std::min(a.high, b.high - 1) : 0};
  }
  static Range And(const Range& a, const Range& b, const Range& whole) {
    if (a.low >= 0 && b.low >= 0) return {0, std::min(a.high, b.high)};
    if (a.low >= 0) return {0, a.high};
    return b.low >= 0 ? Range{0, b.high} : whole;
  }
  static Range ShiftRight(const Range& a, const Range& b, const Range& whole) {
    if (!b.single() || b.low < 0 || b.low > 62 || a.low < 0) return whole;
    return {a.low >> b.low, a.high >> b.low};
  }

  int budget_ = kMostNodes;
};

}  // namespace

Range RangeOf(Value value) { return Finder().Of(value); }

}  // namespace cppjrt::cpu
