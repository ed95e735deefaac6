// Arguments by rule. The generator is our own, so that the values do not depend on the C++ library.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numbers>

#include "bench/suite/programs.h"

namespace cppjrt::bench {
namespace {

// splitmix64: a counter through a mixer.
class Generator {
 public:
  explicit Generator(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  // [0, 1).
  double Uniform() { return static_cast<double>(Next() >> 11) * 0x1p-53; }
  // Box and Muller; the second value of a pair is kept.
  double Normal() {
    if (has_spare_) {
      has_spare_ = false;
      return spare_;
    }
    const double radius = std::sqrt(-2 * std::log(1 - Uniform()));
    const double angle = 2 * std::numbers::pi * Uniform();
    spare_ = radius * std::sin(angle);
    has_spare_ = true;
    return radius * std::cos(angle);
  }
  // Both ends are possible.
  double Integer(double low, double high) {
    return low + static_cast<double>(Next() % static_cast<uint64_t>(high - low + 1));
  }

 private:
  uint64_t state_;
  double spare_ = 0;
  bool has_spare_ = false;
};

// G Gᵀ / n + d I for a standard normal G.
std::vector<double> PositiveDefinite(int64_t n, double d, Generator& generator) {
  const auto size = static_cast<size_t>(n);
  std::vector<double> g(size * size);
  for (double& value : g) value = generator.Normal();
  std::vector<double> result(size * size);
  for (size_t i = 0; i < size; ++i) {
    for (size_t j = 0; j <= i; ++j) {
      double sum = 0;
      for (size_t k = 0; k < size; ++k) sum += g[i * size + k] * g[j * size + k];
      result[i * size + j] = result[j * size + i] = sum / static_cast<double>(n) + (i == j ? d : 0);
    }
  }
  return result;
}

std::vector<double> MakeValues(const ArrayInfo& array, Generator& generator) {
  const Fill& fill = array.fill;
  if (fill.rule == FillRule::kSpd) return PositiveDefinite(array.dims.at(0), fill.a, generator);
  std::vector<double> values(static_cast<size_t>(array.size()));
  double index = 0;
  for (double& value : values) {
    switch (fill.rule) {
      case FillRule::kNormal:
        value = fill.a + fill.b * generator.Normal();
        break;
      case FillRule::kUniform:
        value = fill.a + (fill.b - fill.a) * generator.Uniform();
        break;
      case FillRule::kUniformInt:
      case FillRule::kSortedUniformInt:
        value = generator.Integer(fill.a, fill.b);
        break;
      case FillRule::kArange:
        value = fill.a + fill.b * index;
        break;
      case FillRule::kValue:
        value = fill.a;
        break;
      case FillRule::kZeros:
      case FillRule::kSpd:
        value = 0;
        break;
    }
    index += 1;
  }
  if (fill.rule == FillRule::kSortedUniformInt) std::sort(values.begin(), values.end());
  return values;
}

// To nearest, ties to even; the values made here are finite.
uint16_t ToBf16(double value) {
  const auto bits = std::bit_cast<uint32_t>(static_cast<float>(value));
  return static_cast<uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

template <class T>
void Store(const std::vector<double>& values, std::byte* out) {
  for (size_t i = 0; i < values.size(); ++i) {
    const T value = static_cast<T>(values[i]);
    std::memcpy(out + i * sizeof(T), &value, sizeof(T));
  }
}

void StoreBf16(const std::vector<double>& values, std::byte* out) {
  for (size_t i = 0; i < values.size(); ++i) {
    const uint16_t value = ToBf16(values[i]);
    std::memcpy(out + i * sizeof value, &value, sizeof value);
  }
}

template <class T>
double Load(const std::byte* data, int64_t i) {
  T value{};
  std::memcpy(&value, data + static_cast<size_t>(i) * sizeof(T), sizeof(T));
  return static_cast<double>(value);
}

double LoadBf16(const std::byte* data, int64_t i) {
  uint16_t value = 0;
  std::memcpy(&value, data + i * 2, 2);
  return static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(value) << 16));
}

// The element types the programs use.
struct TypeRow {
  pjrt::ElementType type;
  void (*store)(const std::vector<double>&, std::byte*);
  double (*load)(const std::byte*, int64_t);
};
constexpr TypeRow kTypes[] = {
    {pjrt::ElementType::kF32, Store<float>, Load<float>},
    {pjrt::ElementType::kF64, Store<double>, Load<double>},
    {pjrt::ElementType::kBF16, StoreBf16, LoadBf16},
    {pjrt::ElementType::kPred, Store<bool>, Load<uint8_t>},
    {pjrt::ElementType::kS8, Store<int8_t>, Load<int8_t>},
    {pjrt::ElementType::kU8, Store<uint8_t>, Load<uint8_t>},
    {pjrt::ElementType::kS16, Store<int16_t>, Load<int16_t>},
    {pjrt::ElementType::kU16, Store<uint16_t>, Load<uint16_t>},
    {pjrt::ElementType::kS32, Store<int32_t>, Load<int32_t>},
    {pjrt::ElementType::kU32, Store<uint32_t>, Load<uint32_t>},
    {pjrt::ElementType::kS64, Store<int64_t>, Load<int64_t>},
    {pjrt::ElementType::kU64, Store<uint64_t>, Load<uint64_t>},
};

const TypeRow* RowOf(pjrt::ElementType type) {
  for (const TypeRow& row : kTypes) {
    if (row.type == type) return &row;
  }
  return nullptr;
}

uint64_t SeedOf(std::string_view name, size_t index) {
  uint64_t seed = 0xcbf29ce484222325;
  for (const char c : name) seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return seed + index * 0x632be59bd9b4e019;
}

}  // namespace

std::vector<std::byte> MakeArgument(const BenchProgram& program, size_t index) {
  const ArrayInfo& array = program.arguments.at(index);
  Generator generator(SeedOf(program.name, index));
  std::vector<std::byte> bytes(static_cast<size_t>(array.bytes()));
  const TypeRow* row = RowOf(array.type);
  if (row != nullptr) row->store(MakeValues(array, generator), bytes.data());
  return bytes;
}

double ValueAt(const std::byte* data, pjrt::ElementType type, int64_t i) {
  const TypeRow* row = RowOf(type);
  return row == nullptr ? 0 : row->load(data, i);
}

}  // namespace cppjrt::bench
