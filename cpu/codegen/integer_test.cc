// The integer operations against the evaluator's, all pairs of i8 and many of the wider types.
#include "cpu/codegen/integer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "cpu/codegen/jit_loop.h"
#include "stablehlo/eval/binary_ops.h"

namespace cppjrt::cpu::codegen {
namespace {

namespace evaluator = stablehlo::element_ops;
using llvm::IRBuilderBase;
using llvm::Value;

template <class T>
struct Pairs {
  std::vector<T> x;
  std::vector<T> y;
};

// All pairs of 8 bits; else those of special values, and random ones of all magnitudes.
template <class T>
Pairs<T> MakePairs() {
  Pairs<T> pairs;
  std::vector<T> special;
  if (sizeof(T) == 1) {
    for (int i = 0; i < 256; ++i) special.push_back(static_cast<T>(i));
  } else {
    for (const int i : {0, 1, 2, 3, 7, 31, 32, 63, 64, 100}) {
      special.push_back(static_cast<T>(i));
      special.push_back(static_cast<T>(-i));
      special.push_back(static_cast<T>(std::numeric_limits<T>::max() - static_cast<T>(i)));
      special.push_back(static_cast<T>(std::numeric_limits<T>::min() + static_cast<T>(i)));
    }
  }
  for (const T x : special) {
    for (const T y : special) {
      pairs.x.push_back(x);
      pairs.y.push_back(y);
    }
  }
  std::mt19937_64 random(1);
  while (pairs.x.size() < 20000 || pairs.x.size() % 16 != 0) {
    pairs.x.push_back(static_cast<T>(random() >> random() % 64));
    pairs.y.push_back(static_cast<T>(random() >> random() % 64));
  }
  return pairs;
}

template <class T>
constexpr JitType TypeOf() {
  return sizeof(T) == 1   ? JitType::kI8
         : sizeof(T) == 2 ? JitType::kI16
         : sizeof(T) == 4 ? JitType::kI32
                          : JitType::kI64;
}

template <class T>
void Check(const char* what, const JitEmitter& emit, T (*want)(T, T)) {
  const Pairs<T> pairs = MakePairs<T>();
  for (const JitTarget& target : JitTargets()) {
    for (const unsigned lanes : {1u, 8u, 16u}) {
      std::vector<T> got(pairs.x.size());
      JitLoop(target, TypeOf<T>(), lanes, emit)(pairs.x.data(), pairs.y.data(), got.data(), got.size());
      for (size_t i = 0; i < got.size(); ++i) {
        ASSERT_EQ(got[i], want(pairs.x[i], pairs.y[i])) << what << " of " << +pairs.x[i] << ", " << +pairs.y[i]
                                                        << " for " << target.name << ", " << lanes << " lanes";
      }
    }
  }
}

template <class T>
class IntegerTest : public testing::Test {
 protected:
  static constexpr bool kIsSigned = std::is_signed_v<T>;
};
using Types = testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t>;
TYPED_TEST_SUITE(IntegerTest, Types);

TYPED_TEST(IntegerTest, Divide) {
  const auto emit = [](IRBuilderBase& b, Value* x, Value* y) {
    return EmitIntegerDivide(b, x, y, TestFixture::kIsSigned);
  };
  Check<TypeParam>("quotient", emit, evaluator::Divide::Of<TypeParam>);
}

TYPED_TEST(IntegerTest, Remainder) {
  const auto emit = [](IRBuilderBase& b, Value* x, Value* y) {
    return EmitIntegerRemainder(b, x, y, TestFixture::kIsSigned);
  };
  Check<TypeParam>("remainder", emit, evaluator::Remainder::Of<TypeParam>);
}

TYPED_TEST(IntegerTest, Power) {
  const auto emit = [](IRBuilderBase& b, Value* x, Value* y) {
    return EmitIntegerPower(b, x, y, TestFixture::kIsSigned);
  };
  Check<TypeParam>("power", emit, evaluator::Power::Of<TypeParam>);
}

template <class T>
T Shifted(IntegerShift shift, T x, T amount) {
  using Unsigned = std::make_unsigned_t<T>;
  using Signed = std::make_signed_t<T>;
  const auto by = static_cast<Unsigned>(amount);
  const bool is_all = by >= 8 * sizeof(T);
  switch (shift) {
    case IntegerShift::kLeft:
      return is_all ? T{0} : static_cast<T>(static_cast<uint64_t>(static_cast<Unsigned>(x)) << by);
    case IntegerShift::kRightLogical:
      return is_all ? T{0} : static_cast<T>(static_cast<Unsigned>(x) >> by);
    case IntegerShift::kRightArithmetic:
      return static_cast<T>(static_cast<Signed>(x) >> (is_all ? 8 * sizeof(T) - 1 : static_cast<size_t>(by)));
  }
  return 0;
}

TYPED_TEST(IntegerTest, Shifts) {
  const auto emit_by = [](IntegerShift shift) {
    return [shift](IRBuilderBase& b, Value* x, Value* y) { return EmitIntegerShift(b, shift, x, y); };
  };
  using T = TypeParam;
  Check<T>("left", emit_by(IntegerShift::kLeft), [](T x, T y) { return Shifted(IntegerShift::kLeft, x, y); });
  Check<T>("right", emit_by(IntegerShift::kRightLogical),
           [](T x, T y) { return Shifted(IntegerShift::kRightLogical, x, y); });
  Check<T>("right with the sign", emit_by(IntegerShift::kRightArithmetic),
           [](T x, T y) { return Shifted(IntegerShift::kRightArithmetic, x, y); });
}

}  // namespace
}  // namespace cppjrt::cpu::codegen
