// Recipes of ops that go from one element type to another, and of those that the op table's traits do not describe.
#include <utility>

#include "conform/fuzz/recipes.h"

namespace cppjrt::conform {
namespace {

using stablehlo::ElementType;

Step Made(std::string op, std::vector<size_t> operands, std::string attributes, ValueType result) {
  return {std::move(op), std::move(operands), {}, std::move(attributes), {}, {std::move(result)}};
}

bool MakeConvert(Builder& b) {
  const size_t x = b.AnyValue([](ElementType) { return true; });
  b.Add(Made("stablehlo.convert", {x}, {}, {b.Type(AnyElement), b.type(x).dims}));
  return true;
}

// Of parameters only: the bits of a NaN that is computed are anybody's.
bool MakeBitcast(Builder& b) {
  const ElementType from =
      b.Type([](ElementType t) { return IsUsual(t) && t != ElementType::kI1 && !stablehlo::IsComplex(t); });
  const ElementType to = b.Type([](ElementType t) { return IsWholeNumber(t); });
  ValueType source = {from, b.Dims(0, 3)};
  ValueType result = {to, source.dims};
  const int wide = stablehlo::ElementBits(from);
  const int narrow = stablehlo::ElementBits(to);
  if (wide > narrow) result.dims.push_back(wide / narrow);
  if (wide < narrow) source.dims.push_back(narrow / wide);
  b.Add(Made("stablehlo.bitcast_convert", {b.AddParameter(source)}, {}, result));
  return true;
}

bool MakeCompare(Builder& b) {
  const size_t x = b.AnyValue(IsUsual);
  const ElementType type = b.type(x).element;
  const size_t y = b.Value(b.type(x));
  constexpr std::string_view kAll[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};
  const std::string_view direction = kAll[b.random.Below(stablehlo::IsComplex(type) ? 2 : 6)];
  const bool is_float = stablehlo::IsFloat(type) || stablehlo::IsComplex(type);
  const std::string_view kind = is_float ? "FLOAT" : stablehlo::IsSigned(type) ? "SIGNED" : "UNSIGNED";
  b.Add(Made("stablehlo.compare", {x, y},
             "<{compare_type = #stablehlo<comparison_type " + std::string(kind) +
                 ">, comparison_direction = #stablehlo<comparison_direction " + std::string(direction) + ">}>",
             {ElementType::kI1, b.type(x).dims}));
  return true;
}

bool MakeClamp(Builder& b) {
  const size_t x = b.AnyValue([](ElementType t) { return IsWholeNumber(t) || IsRealFloat(t); });
  const ValueType limit = {b.type(x).element, b.random.Chance(0.5) ? std::vector<int64_t>() : b.type(x).dims};
  const size_t low = b.Value(limit);
  const size_t high = b.Value(limit);
  b.Add(Made("stablehlo.clamp", {low, x, high}, {}, b.type(x)));
  return true;
}

ElementType ComplexOf(ElementType type) { return type == ElementType::kF64 ? ElementType::kC128 : ElementType::kC64; }

bool MakeComplex(Builder& b) {
  const size_t x = b.AnyValue([](ElementType t) { return t == ElementType::kF32 || t == ElementType::kF64; });
  const size_t y = b.Value(b.type(x));
  b.Add(Made("stablehlo.complex", {x, y}, {}, {ComplexOf(b.type(x).element), b.type(x).dims}));
  return true;
}

bool MakePart(Builder& b) {
  const size_t x = b.AnyValue(stablehlo::IsComplex);
  b.Add(Made(b.random.Chance(0.5) ? "stablehlo.real" : "stablehlo.imag", {x}, {},
             {stablehlo::RealType(b.type(x).element), b.type(x).dims}));
  return true;
}

bool MakeAbs(Builder& b) {
  const size_t x = b.AnyValue([](ElementType t) {
    return IsRealFloat(t) || stablehlo::IsComplex(t) || (IsWholeNumber(t) && stablehlo::IsSigned(t));
  });
  b.Add(Made("stablehlo.abs", {x}, {}, {stablehlo::RealType(b.type(x).element), b.type(x).dims}));
  return true;
}

bool MakeIsFinite(Builder& b) {
  const size_t x = b.AnyValue(IsRealFloat);
  b.Add(Made("stablehlo.is_finite", {x}, {}, {ElementType::kI1, b.type(x).dims}));
  return true;
}

bool MakeReducePrecision(Builder& b) {
  const size_t x = b.AnyValue(IsRealFloat);
  b.Add(Made("stablehlo.reduce_precision", {x},
             "<{exponent_bits = " + std::to_string(b.random.Between(2, 11)) +
                 " : i32, mantissa_bits = " + std::to_string(b.random.Between(1, 20)) + " : i32}>",
             b.type(x)));
  return true;
}

bool MakeDimensionSize(Builder& b) {
  const size_t x = b.AnyValue(IsUsual, 1);
  const int64_t d = b.random.Below(static_cast<int64_t>(b.type(x).dims.size()));
  b.Add(Made("stablehlo.get_dimension_size", {x}, "<{dimension = " + std::to_string(d) + " : i64}>",
             {ElementType::kI32, {}}));
  return true;
}

bool MakeConstant(Builder& b) {
  const ElementType type = b.Type([](ElementType t) { return IsWholeNumber(t) || IsRealFloat(t); });
  const ValueType shape = {type, b.Dims(0, 3)};
  const std::string value = std::to_string(b.random.Between(0, 5)) + (stablehlo::IsFloat(type) ? ".0" : "");
  b.Add(Made("stablehlo.constant", {}, "<{value = dense<" + value + "> : " + TypeText(shape) + "}>", shape));
  return true;
}

bool MakeRandomBits(Builder& b) {
  const ElementType type = b.Type([](ElementType t) { return t == ElementType::kUI32 || t == ElementType::kUI64; });
  const size_t state = b.AddParameter(ValueType{ElementType::kUI64, {2}});
  b.Add({"stablehlo.rng_bit_generator",
         {state},
         {},
         "<{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}>",
         {},
         {{ElementType::kUI64, {2}}, {type, b.Dims(1, 3)}}});
  return true;
}

bool MakeBatchNorm(Builder& b) {
  const ElementType type = b.Type([](ElementType t) { return t == ElementType::kF32 || t == ElementType::kF64; });
  const ValueType shape = {type, b.Dims(1, 4)};
  const auto d = static_cast<size_t>(b.random.Below(static_cast<int64_t>(shape.dims.size())));
  const ValueType feature = {type, {shape.dims[d]}};
  std::vector<size_t> operands = {b.AddParameter(shape, Fill::kModerate)};
  for (int i = 0; i < 3; ++i) operands.push_back(b.AddParameter(feature, Fill::kModerate));
  operands.push_back(b.AddParameter(feature, Fill::kOne));
  b.Add(Made("stablehlo.batch_norm_inference", operands,
             "<{epsilon = 1.000000e-03 : f32, feature_index = " + std::to_string(d) + " : i64}>", shape));
  return true;
}

constexpr Recipe kRecipes[] = {
    {"convert", 8, MakeConvert},
    {"bitcast_convert", 2, MakeBitcast},
    {"compare", 5, MakeCompare},
    {"clamp", 2, MakeClamp},
    {"complex", 1, MakeComplex},
    {"real", 1, MakePart},
    {"imag", 1, MakePart},
    {"abs", 2, MakeAbs},
    {"is_finite", 1, MakeIsFinite},
    {"reduce_precision", 2, MakeReducePrecision},
    {"get_dimension_size", 1, MakeDimensionSize},
    {"constant", 3, MakeConstant},
    {"rng_bit_generator", 1, MakeRandomBits},
    {"batch_norm_inference", 1, MakeBatchNorm},
};

}  // namespace

std::span<const Recipe> ConversionRecipes() { return kRecipes; }

}  // namespace cppjrt::conform
