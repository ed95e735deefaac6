#include "cpu/passes/progression.h"

#include "cpu/graph/scalar.h"
#include "cpu/passes/constants.h"
#include "cpu/passes/index_maps.h"

namespace cppjrt::cpu {
namespace {

// Nodes looked at, and the numbers that may come up: far from overflow.
constexpr int kMostNodes = 16;
constexpr int64_t kLargest = int64_t{1} << 40;
constexpr int64_t kMostElements = 1 << 16;

bool IsModerate(int64_t number) { return number >= -kLargest && number <= kLargest; }

std::optional<Progression> OfConstant(Value value) {
  const Tensor& tensor = value.node->attr<ConstantAttrs>().value;
  const int64_t n = tensor.num_elements();
  if (n < 2 || n > kMostElements) return std::nullopt;
  if (!IsModerate(IntAt(tensor, 0)) || !IsModerate(IntAt(tensor, 1))) return std::nullopt;
  const Progression p = {IntAt(tensor, 0), IntAt(tensor, 1) - IntAt(tensor, 0)};
  for (int64_t i = 2; i < n; ++i) {
    if (IntAt(tensor, i) != p.start + i * p.step) return std::nullopt;
  }
  return p;
}

std::optional<Progression> Checked(std::optional<Progression> p, Value value) {
  if (!p) return p;
  const int64_t n = value.shape().num_elements();
  if (!IsModerate(p->start) || !IsModerate(p->step) || n > kLargest) return std::nullopt;
  const __int128 last = static_cast<__int128>(p->step) * (n - 1) + p->start;
  const auto fits = [&](__int128 x) { return x >= SmallestInt(value.type()) && x <= LargestInt(value.type()); };
  return fits(p->start) && fits(last) ? p : std::nullopt;
}

std::optional<Progression> Find(Value value, int& budget) {
  if (--budget < 0 || WithoutOnes(value.dims()).size() != 1 || !stablehlo::IsInteger(value.type())) return std::nullopt;
  const Node& node = *value.node;
  switch (node.kind) {
    case NodeKind::kConstant:
      if (IsSplat(value)) return std::nullopt;
      return Checked(OfConstant(value), value);
    case NodeKind::kIota:
      if (node.shape().dims[At(node.dims_attr()[0])] == 1) return std::nullopt;
      return Checked(Progression{0, 1}, value);
    case NodeKind::kReshape:
      return Find(node.operands[0], budget);
    case NodeKind::kReverse: {
      const std::optional<Progression> p = Find(node.operands[0], budget);
      const bool turned = !WithoutOnes(Dims{node.shape().dims[At(node.dims_attr()[0])]}).empty();
      if (!p || !turned || node.dims_attr().size() != 1) return std::nullopt;
      return Progression{p->start + p->step * (value.shape().num_elements() - 1), -p->step};
    }
    case NodeKind::kElementwise:
      break;
    default:
      return std::nullopt;
  }
  std::optional<Progression> p;
  if (node.op() == ElementOp::kConvert) return Checked(Find(node.operands[0], budget), value);
  if (node.operands.size() != 2) return std::nullopt;
  const std::optional<int64_t> right = IntSplat(node.operands[1]);
  const std::optional<int64_t> left = IntSplat(node.operands[0]);
  if (right && IsModerate(*right)) {
    p = Find(node.operands[0], budget);
    if (!p) return p;
    if (node.op() == ElementOp::kAdd) return Checked(Progression{p->start + *right, p->step}, value);
    if (node.op() == ElementOp::kMultiply && *right > -kMostElements && *right < kMostElements) {
      return Checked(Progression{p->start * *right, p->step * *right}, value);
    }
  } else if (left && IsModerate(*left) && node.op() == ElementOp::kSubtract) {
    p = Find(node.operands[1], budget);
    if (p) return Checked(Progression{*left - p->start, -p->step}, value);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Progression> ProgressionOf(Value indices) {
  int budget = kMostNodes;
  return Find(indices, budget);
}

}  // namespace cppjrt::cpu
