#include "cpu/passes/constants.h"

#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include "cpu/graph/scalar.h"

namespace cppjrt::cpu {

const Tensor* SplatOf(Value value) {
  if (!IsConstant(value)) return nullptr;
  const Tensor& tensor = value.node->attr<ConstantAttrs>().value;
  return tensor.rank() == 0 ? &tensor : nullptr;
}

std::optional<int64_t> IntSplat(Value value) {
  const Tensor* element = SplatOf(value);
  if (element == nullptr) return std::nullopt;
  if (!stablehlo::IsInteger(element->type()) && element->type() != ElementType::kI1) return std::nullopt;
  return IntAt(*element);
}

std::optional<double> FloatSplat(Value value) {
  const Tensor* element = SplatOf(value);
  if (element == nullptr || !stablehlo::IsFloat(element->type())) return std::nullopt;
  return FloatAt(*element);
}

bool IsInt(Value value, int64_t number) { return IntSplat(value) == number; }

bool IsFloat(Value value, double number) {
  const std::optional<double> splat = FloatSplat(value);
  return splat && std::bit_cast<uint64_t>(*splat) == std::bit_cast<uint64_t>(number);
}

bool IsAllOnes(Value value) {
  const std::optional<int64_t> splat = IntSplat(value);
  return splat && *splat == WrapInt(value.type(), -1);
}

Value MakeSplat(Body& body, Tensor element, const Dims& dims) {
  const Shape shape = {element.type(), dims};
  return {body.Add(NodeKind::kConstant, {shape}, {}, ConstantAttrs{std::move(element)}), 0};
}

int64_t SmallestInt(ElementType type) { return stablehlo::IsSigned(type) ? -LargestInt(type) - 1 : 0; }

int64_t LargestInt(ElementType type) {
  const int bits = stablehlo::ElementBits(type) - (stablehlo::IsSigned(type) ? 1 : 0);
  return bits >= 63 ? std::numeric_limits<int64_t>::max() : (int64_t{1} << bits) - 1;
}

int64_t WrapInt(ElementType type, int64_t number) {
  const int unused = 64 - stablehlo::ElementBits(type);
  const uint64_t high = static_cast<uint64_t>(number) << unused;
  return stablehlo::IsSigned(type) ? static_cast<int64_t>(high) >> unused : static_cast<int64_t>(high >> unused);
}

}  // namespace cppjrt::cpu
