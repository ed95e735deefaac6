#include "conform/fuzz/values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "stablehlo/eval/convert.h"

namespace cppjrt::conform {
namespace {

using stablehlo::Dims;
using stablehlo::ElementType;
using stablehlo::Tensor;

// Bits of the significand behind the point, and the smallest exponent of a normal number.
struct FloatFacts {
  ElementType type;
  int mantissa;
  int smallest_exponent;
};
constexpr FloatFacts kFloats[] = {
    {ElementType::kF4E2M1FN, 1, 0},     {ElementType::kF6E2M3FN, 3, 0},        {ElementType::kF6E3M2FN, 2, -2},
    {ElementType::kF8E3M4, 4, -2},      {ElementType::kF8E4M3, 3, -6},         {ElementType::kF8E4M3FN, 3, -6},
    {ElementType::kF8E4M3FNUZ, 3, -7},  {ElementType::kF8E4M3B11FNUZ, 3, -10}, {ElementType::kF8E5M2, 2, -14},
    {ElementType::kF8E5M2FNUZ, 2, -15}, {ElementType::kF8E8M0FNU, 0, -127},    {ElementType::kBF16, 7, -126},
    {ElementType::kF16, 10, -14},       {ElementType::kF32, 23, -126},         {ElementType::kF64, 52, -1022},
};

const FloatFacts& FactsOf(ElementType type) {
  const ElementType real = stablehlo::RealType(type);
  for (const FloatFacts& facts : kFloats) {
    if (facts.type == real) return facts;
  }
  return kFloats[std::size(kFloats) - 2];
}

Tensor Allocate(const ValueType& type) {
  return *Tensor::Allocate(type.element, Dims(type.dims), stablehlo::MemoryAllocator::Heap());
}

enum class Mode : uint8_t { kMiddling, kWide, kSpecial, kWhole, kBits };

double RandomFloat(ElementType type, Mode mode, Random& random) {
  const FloatFacts& facts = FactsOf(type);
  const double inf = std::numeric_limits<double>::infinity();
  const double tiny = std::ldexp(1.0, facts.smallest_exponent);
  switch (mode) {
    case Mode::kMiddling:
      return random.Unit() * 4 - 2;
    case Mode::kWide: {
      const int reach = std::min(-facts.smallest_exponent, 1000);
      return std::ldexp(random.Unit() * 2 - 1, static_cast<int>(random.Between(-reach, reach)));
    }
    case Mode::kWhole:
      return static_cast<double>(random.Between(-9, 9));
    case Mode::kSpecial:
    case Mode::kBits:
      break;
  }
  const double special[] = {0.0,
                            -0.0,
                            1.0,
                            -1.0,
                            0.5,
                            -0.5,
                            2.0,
                            3.0,
                            inf,
                            -inf,
                            std::nan(""),
                            -std::nan(""),
                            tiny,
                            -tiny,
                            tiny / 2,
                            -tiny / 4,
                            tiny * std::ldexp(1.0, -facts.mantissa),
                            std::ldexp(2 - std::ldexp(1.0, -facts.mantissa), -facts.smallest_exponent + 1),
                            -std::ldexp(2 - std::ldexp(1.0, -facts.mantissa), -facts.smallest_exponent + 1),
                            1 + std::ldexp(1.0, -facts.mantissa),
                            1 - std::ldexp(1.0, -facts.mantissa - 1),
                            1.5,
                            -2.5,
                            0.49999997,
                            1e10,
                            -1e10,
                            3.14159274,
                            88.7,
                            -88.0,
                            709.0,
                            16777217.0};
  return random.Pick(special);
}

uint64_t RandomInteger(ElementType type, Mode mode, Random& random) {
  const int bits = stablehlo::ElementBits(type);
  const uint64_t highest = stablehlo::IsSigned(type) ? ~uint64_t{0} >> (65 - bits) : ~uint64_t{0} >> (64 - bits);
  const uint64_t special[] = {0,
                              1,
                              2,
                              ~uint64_t{0},
                              highest,
                              highest - 1,
                              highest + 1,
                              7,
                              static_cast<uint64_t>(bits),
                              static_cast<uint64_t>(bits) - 1,
                              highest / 2};
  switch (mode) {
    case Mode::kMiddling:
    case Mode::kWhole:
      return static_cast<uint64_t>(random.Between(stablehlo::IsSigned(type) ? -9 : 0, 9));
    case Mode::kWide:
      return random.Bits() >> random.Below(64);
    case Mode::kSpecial:
      return random.Pick(special);
    case Mode::kBits:
      break;
  }
  return random.Bits();
}

void StoreInteger(Tensor& tensor, int64_t i, uint64_t value) {
  const int64_t size = stablehlo::ElementBytes(tensor.type());
  if (tensor.type() == ElementType::kI1) value &= 1;
  std::byte* to = tensor.mutable_bytes() + i * size;
  std::memcpy(to, &value, static_cast<size_t>(size));
  stablehlo::WrapSubByte(tensor.type(), to, 1);
}

double FixedValue(const Parameter& parameter) {
  const bool is_float = stablehlo::IsFloat(parameter.type.element);
  switch (parameter.fill) {
    case Fill::kOne:
      return 1;
    case Fill::kLowest:
      return is_float ? -std::numeric_limits<double>::infinity() : 0;
    case Fill::kHighest:
      return is_float ? std::numeric_limits<double>::infinity() : 0;
    default:
      return 0;
  }
}

uint64_t FixedInteger(const Parameter& parameter) {
  const ElementType type = parameter.type.element;
  const bool is_signed = stablehlo::IsSigned(type);
  const int bits = stablehlo::ElementBits(type);
  switch (parameter.fill) {
    case Fill::kOne:
      return 1;
    case Fill::kAllOnes:
      return ~uint64_t{0};
    case Fill::kLowest:
      return is_signed ? ~uint64_t{0} << (bits - 1) : 0;
    case Fill::kHighest:
      return is_signed ? ~(~uint64_t{0} << (bits - 1)) : ~uint64_t{0};
    default:
      return 0;
  }
}

bool IsFixed(Fill fill) {
  return fill == Fill::kZero || fill == Fill::kOne || fill == Fill::kLowest || fill == Fill::kHighest ||
         fill == Fill::kAllOnes;
}

Tensor Floats(const Parameter& parameter, Random& random) {
  const ValueType& type = parameter.type;
  const bool complex = stablehlo::IsComplex(type.element);
  std::vector<double> numbers(static_cast<size_t>(NumElements(type)) * (complex ? 2 : 1));
  constexpr Mode kModes[] = {Mode::kMiddling, Mode::kMiddling, Mode::kWide, Mode::kSpecial, Mode::kWhole};
  const Mode mode =
      parameter.fill == Fill::kModerate || parameter.fill == Fill::kSolvable ? Mode::kMiddling : random.Pick(kModes);
  const bool sprinkled = parameter.fill == Fill::kAny && random.Chance(0.2);
  for (size_t i = 0; i < numbers.size(); ++i) {
    double& x = numbers[i];
    if (IsFixed(parameter.fill)) {
      x = complex && i % 2 == 1 ? 0 : FixedValue(parameter);
      continue;
    }
    x = RandomFloat(type.element, sprinkled && random.Chance(0.1) ? Mode::kSpecial : mode, random);
    while (parameter.fill == Fill::kOrdered && std::isnan(x)) x = RandomFloat(type.element, mode, random);
  }
  if (parameter.fill == Fill::kSolvable) {
    const auto n = static_cast<size_t>(type.dims.back());
    const size_t parts = complex ? 2 : 1;
    for (size_t i = 0; i < numbers.size() / parts; ++i) {
      if (n > 0 && (i / n) % n == i % n) numbers[i * parts] = static_cast<double>(n) * 2 + 1;
    }
  }
  return FromNumbers(type, numbers);
}

Tensor Integers(const Parameter& parameter, Random& random) {
  Tensor tensor = Allocate(parameter.type);
  constexpr Mode kModes[] = {Mode::kWhole, Mode::kWide, Mode::kSpecial, Mode::kBits};
  const Mode mode = parameter.fill == Fill::kModerate ? Mode::kWhole : random.Pick(kModes);
  for (int64_t i = 0; i < tensor.num_elements(); ++i) {
    uint64_t value = RandomInteger(parameter.type.element, mode, random);
    if (parameter.fill == Fill::kIndex) value = static_cast<uint64_t>(random.Between(parameter.low, parameter.high));
    if (IsFixed(parameter.fill)) value = FixedInteger(parameter);
    if (parameter.type.element == ElementType::kI1 && !IsFixed(parameter.fill)) value = random.Bits() >> 63;
    StoreInteger(tensor, i, value);
  }
  return tensor;
}

}  // namespace

double EpsilonOf(ElementType type) { return std::ldexp(1.0, -FactsOf(type).mantissa); }
double SmallestNormalOf(ElementType type) { return std::ldexp(1.0, FactsOf(type).smallest_exponent); }

std::vector<double> NumbersOf(const Tensor& tensor) {
  const ElementType real = stablehlo::RealType(tensor.type());
  std::vector<double> numbers(static_cast<size_t>(tensor.num_bytes() / stablehlo::ElementBytes(real)));
  const auto n = static_cast<int64_t>(numbers.size());
  if (stablehlo::IsFloat(real)) {
    stablehlo::ToF64(real, tensor.bytes().data(), numbers.data(), n);
  } else {
    for (int64_t i = 0; i < n; i += stablehlo::kConvertBlock) {
      stablehlo::ConvertElements(real, tensor.bytes().data() + i * stablehlo::ElementBytes(real), ElementType::kF64,
                                 reinterpret_cast<std::byte*>(numbers.data() + i),
                                 std::min(n - i, stablehlo::kConvertBlock));
    }
  }
  return numbers;
}

Tensor FromNumbers(const ValueType& type, const std::vector<double>& numbers) {
  Tensor tensor = Allocate(type);
  if (tensor.num_elements() > 0) {
    stablehlo::FromF64(stablehlo::RealType(type.element), numbers.data(), tensor.mutable_bytes(),
                       static_cast<int64_t>(numbers.size()));
  }
  return tensor;
}

Tensor MakeValue(const Parameter& parameter, Random& random) {
  const ElementType type = parameter.type.element;
  return stablehlo::IsFloat(type) || stablehlo::IsComplex(type) ? Floats(parameter, random)
                                                                : Integers(parameter, random);
}

std::vector<Tensor> MakeValues(const FuzzProgram& program, Random& random) {
  std::vector<Tensor> values;
  for (const Parameter& parameter : program.parameters) values.push_back(MakeValue(parameter, random));
  return values;
}

namespace {

template <typename Function>
Tensor Mapped(const Tensor& tensor, Function function) {
  if (!stablehlo::IsFloat(tensor.type()) && !stablehlo::IsComplex(tensor.type())) return tensor;
  std::vector<double> numbers = NumbersOf(tensor);
  for (double& x : numbers) x = function(x);
  return FromNumbers({tensor.type(), {tensor.dims().begin(), tensor.dims().end()}}, numbers);
}

}  // namespace

Tensor WithoutSubnormals(const Tensor& tensor) {
  const double smallest = SmallestNormalOf(tensor.type());
  return Mapped(tensor, [=](double x) { return std::fabs(x) < smallest ? std::copysign(0.0, x) : x; });
}

Tensor Absolute(const Tensor& tensor) {
  if (!stablehlo::IsComplex(tensor.type())) return Mapped(tensor, [](double x) { return std::fabs(x); });
  // Products of complex numbers subtract: the real part is to be no smaller than what is added and what is subtracted.
  std::vector<double> numbers = NumbersOf(tensor);
  for (size_t i = 0; i + 1 < numbers.size(); i += 2) {
    numbers[i] = std::fabs(numbers[i]) + std::fabs(numbers[i + 1]);
    numbers[i + 1] = 0;
  }
  return FromNumbers({tensor.type(), {tensor.dims().begin(), tensor.dims().end()}}, numbers);
}

Tensor MakeShake(const Shake& shake, Random& random) {
  const bool complex = stablehlo::IsComplex(shake.type.element);
  const double eps = EpsilonOf(shake.type.element);
  std::vector<double> numbers(static_cast<size_t>(NumElements(shake.type)) * (complex ? 2 : 1));
  for (size_t i = 0; i < numbers.size(); ++i) {
    const double off = (random.Unit() * 2 - 1) * shake.ulps * eps;
    numbers[i] = complex && i % 2 == 1 ? 0 : 1 + (std::fabs(off) < eps && off != 0 ? std::copysign(eps, off) : off);
  }
  return FromNumbers(shake.type, numbers);
}

}  // namespace cppjrt::conform
