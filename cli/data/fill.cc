#include "cli/data/fill.h"

#include <algorithm>
#include <cmath>

#include "cli/data/elements.h"
#include "cli/data/float_formats.h"

namespace cppjrt::data {
namespace {

using pjrt::ElementKind;
using pjrt::ElementType;

// SplitMix64's output function: each counter value gives an independent-looking 64 bits (Steele, Lea, Flood 2014).
uint64_t Mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

// Draw number `counter` of the stream `seed`.
uint64_t Draw(uint64_t seed, uint64_t counter) { return Mix(Mix(seed) + (counter + 1) * 0x9e3779b97f4a7c15); }

// The top 53 bits as a number in [0, 1).
double Unit(uint64_t draw) { return std::ldexp(static_cast<double>(draw >> 11), -53); }

void SetRandom(Array& array, int64_t index, uint64_t seed) {
  const auto counter = 2 * static_cast<uint64_t>(index);
  const uint64_t draw = Draw(seed, counter);
  switch (KindOf(array)) {
    case ElementKind::kFloat:
      return SetReal(array, index, array.type() == ElementType::kF8E8M0FNU ? 1 - Unit(draw) : Unit(draw));
    case ElementKind::kComplex:
      return SetComplex(array, index, {Unit(draw), Unit(Draw(seed, counter + 1))});
    default: {
      // A multiple of the top 32 bits rather than a remainder: the bias is below 1e-8.
      const auto values = static_cast<uint64_t>(std::min<Wide>(9, RangeOf(array.type()).max)) + 1;
      return SetInteger(array, index, ((draw >> 32) * values) >> 32);
    }
  }
}

// Whole numbers below this are all exact in `format`.
int64_t ExactCount(const FloatFormat& format) {
  const int64_t by_mantissa = int64_t{2} << format.mantissa_bits;
  return MaxFinite(format) < 1e18 ? std::min(by_mantissa, static_cast<int64_t>(MaxFinite(format)) + 1) : by_mantissa;
}

// How far Iota counts before it starts again.
Wide CountOf(ElementType type) {
  if (type == ElementType::kC64) return ExactCount(*FindFloatFormat(ElementType::kF32));
  if (type == ElementType::kC128) return ExactCount(*FindFloatFormat(ElementType::kF64));
  const FloatFormat* const format = FindFloatFormat(type);
  return format != nullptr ? ExactCount(*format) : RangeOf(type).max + 1;
}

void SetCount(Array& array, int64_t index, Wide count) {
  const auto value = static_cast<int64_t>(index % count);
  if (array.type() == ElementType::kF8E8M0FNU) return SetReal(array, index, std::ldexp(1, static_cast<int>(index % 8)));
  const ElementKind kind = KindOf(array);
  if (kind == ElementKind::kFloat || kind == ElementKind::kComplex) {
    return SetReal(array, index, static_cast<double>(value));
  }
  SetInteger(array, index, value);
}

}  // namespace

StatusOr<Array> Iota(Shape shape) {
  CPPJRT_ASSIGN_OR_RETURN(Array array, Array::Uninitialized(std::move(shape)));
  const Wide count = CountOf(array.type());
  for (int64_t i = 0; i < array.size(); ++i) SetCount(array, i, count);
  return array;
}

StatusOr<Array> Random(Shape shape, uint64_t seed) {
  CPPJRT_ASSIGN_OR_RETURN(Array array, Array::Uninitialized(std::move(shape)));
  for (int64_t i = 0; i < array.size(); ++i) SetRandom(array, i, seed);
  return array;
}

}  // namespace cppjrt::data
