#include "conform/programs/values.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "conform/fuzz/random.h"
#include "conform/fuzz/values.h"
#include "conform/programs/maker.h"

namespace cppjrt::conform {
namespace {

using stablehlo::Dims;
using stablehlo::ElementType;
using stablehlo::Tensor;

Tensor Integers(const ValueType& type, int64_t low, int64_t high, Random& random) {
  Tensor tensor = *Tensor::Allocate(type.element, Dims(type.dims), stablehlo::MemoryAllocator::Heap());
  const auto size = static_cast<size_t>(stablehlo::ElementBytes(type.element));
  std::byte* to = tensor.mutable_bytes();
  const uint64_t span = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
  for (int64_t i = 0; i < tensor.num_elements(); ++i, to += size) {
    const uint64_t bits = random.Bits();
    const uint64_t value = static_cast<uint64_t>(low) + (span == 0 ? bits : bits % span);
    std::memcpy(to, &value, size);
  }
  return tensor;
}

Tensor Floats(const ValueType& type, int64_t low, int64_t high, Random& random) {
  std::vector<double> numbers(static_cast<size_t>(NumElements(type)) * (stablehlo::IsComplex(type.element) ? 2 : 1));
  for (double& number : numbers) number = static_cast<double>(random.Between(low, high));
  return FromNumbers(type, numbers);
}

std::string PlaceText(int64_t element, const Dims& dims) {
  std::string text;
  for (size_t d = dims.size(); d-- > 0;) {
    text = std::to_string(element % dims[d]) + (text.empty() ? "" : ", " + text);
    element /= dims[d];
  }
  return "[" + text + "]";
}

std::string NumberText(double number) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", number);
  return text;
}

}  // namespace

Tensor ArgumentValue(const ValueType& type, int64_t low, int64_t high, uint64_t seed) {
  Random random(seed);
  return IsFloating(type.element) ? Floats(type, low, high, random) : Integers(type, low, high, random);
}

std::vector<Tensor> ArgumentValues(const WholeProgram& program, uint64_t seed) {
  std::vector<Tensor> values;
  for (size_t i = 0; i < program.arguments.size(); ++i) {
    const Argument& argument = program.arguments[i];
    if (argument.same_as != SIZE_MAX) {
      values.push_back(values[argument.same_as]);
      continue;
    }
    values.push_back(
        ArgumentValue(program.type(program.main().arguments[i]), argument.low, argument.high, seed * 1000 + i));
  }
  return values;
}

Tensor CopyOf(const Tensor& tensor) {
  return *Tensor::Copy(tensor.type(), tensor.dims(), tensor.bytes(), stablehlo::MemoryAllocator::Heap());
}

std::string DifferenceOf(const Tensor& got, const Tensor& want) {
  if (got.type() != want.type() || got.dims() != want.dims()) {
    return "it is " + stablehlo::ShapeText(got.type(), got.dims()) + ", expected " +
           stablehlo::ShapeText(want.type(), want.dims());
  }
  if (want.num_bytes() == 0 || std::memcmp(got.bytes().data(), want.bytes().data(), got.bytes().size()) == 0) return {};
  const std::vector<double> a = NumbersOf(got), b = NumbersOf(want);
  const size_t parts = stablehlo::IsComplex(want.type()) ? 2 : 1;
  const bool by_bits = IsWhole(want.type());
  const auto size = static_cast<size_t>(stablehlo::ElementBytes(want.type()));
  std::string first;
  int64_t count = 0, last = -1;
  for (size_t i = 0; i < b.size(); ++i) {
    const bool same = by_bits ? std::memcmp(got.bytes().data() + i * size, want.bytes().data() + i * size, size) == 0
                              : a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]));
    const auto element = static_cast<int64_t>(i / parts);
    if (same || element == last) continue;
    if (count++ == 0) {
      first =
          "element " + PlaceText(element, want.dims()) + " is " + NumberText(a[i]) + ", expected " + NumberText(b[i]);
    }
    last = element;
  }
  if (count == 0) return {};
  return first + " (" + std::to_string(count) + " of " + std::to_string(want.num_elements()) + " differ)";
}

bool IsExact(const Tensor& tensor) {
  if (!IsFloating(tensor.type())) return true;
  const auto limit = static_cast<double>(ExactLimit(tensor.type()));
  const std::vector<double> numbers = NumbersOf(tensor);
  return std::ranges::all_of(numbers, [&](double n) { return std::abs(n) <= limit && n == std::floor(n); });
}

}  // namespace cppjrt::conform
