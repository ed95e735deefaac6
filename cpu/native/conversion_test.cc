// Conversions from floats to integers, of vectors and of single elements.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "cpu/native/both_test.h"

namespace cppjrt::cpu {
namespace {

template <typename T>
std::vector<T> SpecialNumbers() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {Limits::quiet_NaN(),
                           -Limits::quiet_NaN(),
                           Limits::infinity(),
                           -Limits::infinity(),
                           Limits::max(),
                           Limits::lowest(),
                           T{-0.0},
                           Limits::denorm_min()};
  // Around the ends of all integer types, and halves.
  for (int bits = 0; bits <= 64; ++bits) {
    const T power = std::ldexp(T{1}, bits);
    for (const T value : {power, std::nextafter(power, T{0}), std::nextafter(power, Limits::infinity()), power - 1,
                          power + 1, power - T{0.5}, power + T{0.5}}) {
      values.push_back(value);
      values.push_back(-value);
    }
  }
  return values;
}

template <typename T>
void Check(ElementType from, const std::string& from_name, const std::string& to_name) {
  SCOPED_TRACE(from_name + " to " + to_name);
  const std::vector<T> values = SpecialNumbers<T>();
  const auto n = static_cast<int64_t>(values.size());
  const std::string in = "tensor<" + std::to_string(n) + "x" + from_name + ">";
  const std::string out = "tensor<" + std::to_string(n) + "x" + to_name + ">";
  const StatusOr<Both> both =
      TryMake("func.func @main(%x: " + in + ") -> " + out + " {\n  %r = stablehlo.convert %x : (" + in + ") -> " + out +
                  "\n  return %r : " + out + "\n}",
              {});
  ASSERT_TRUE(both.ok()) << both.status().ToString();
  Tensor x = *Tensor::Allocate(from, {n}, MemoryAllocator::Heap());
  std::memcpy(x.mutable_bytes(), values.data(), values.size() * sizeof(T));
  const auto expected = both->evaluated->Run({x}, {});
  const auto got = both->compiled->Run({x}, {});
  ASSERT_TRUE(expected.ok() && got.ok());
  EXPECT_TRUE(Bytes(*got) == Bytes(*expected));
}

TEST(ConversionTest, FloatsSaturateAndNanIsZero) {
  for (const char* to : {"i4", "ui4", "i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64"}) {
    Check<float>(ElementType::kF32, "f32", to);
    Check<double>(ElementType::kF64, "f64", to);
  }
}

// Every value of a type of eight bits, by way of another type.
void CheckBetween(const std::string& from, const std::string& between, const std::string& to) {
  SCOPED_TRACE(from + " to " + between + " to " + to);
  const auto type = [](const std::string& element) { return "tensor<256x" + element + ">"; };
  const auto convert = [&](const std::string& result, const std::string& x, const std::string& a,
                           const std::string& b) {
    return "  %" + result + " = stablehlo.convert %" + x + " : (" + type(a) + ") -> " + type(b) + "\n";
  };
  const StatusOr<Both> both =
      TryMake("func.func @main(%x: " + type(from) + ") -> " + type(to) + " {\n" + convert("m", "x", from, between) +
                  convert("r", "m", between, to) + "  return %r : " + type(to) + "\n}",
              {});
  ASSERT_TRUE(both.ok()) << both.status().ToString();
  Tensor x = *Tensor::Allocate(from == "i8" ? ElementType::kI8 : ElementType::kUI8, {256}, MemoryAllocator::Heap());
  for (size_t i = 0; i < 256; ++i) x.mutable_bytes()[i] = static_cast<std::byte>(i);
  const auto expected = both->evaluated->Run({x}, {});
  const auto got = both->compiled->Run({x}, {});
  ASSERT_TRUE(expected.ok() && got.ok());
  EXPECT_TRUE(Bytes(*got) == Bytes(*expected));
}

// Integers lose their upper bits, floats become the nearest integer.
TEST(ConversionTest, OfConversions) {
  const std::vector<std::string> types = {"i4",   "ui4", "i8",   "ui8",  "i16", "ui16", "i32",
                                          "ui32", "i64", "ui64", "bf16", "f16", "f32",  "f64"};
  for (const std::string& between : types) {
    for (const std::string& to : types) {
      CheckBetween("i8", between, to);
      CheckBetween("ui8", between, to);
    }
  }
}

}  // namespace
}  // namespace cppjrt::cpu
