// Numbers of the generated program, with the words of cpu/math/vocabulary.h: what the elementary functions are
// instantiated with to emit LLVM IR at the place where a builder stands.
//
//   IrContext context = {builder, /*fma=*/true};
//   IrNumber<float> x(context, value);               // value is a float or a vector of them
//   llvm::Value* y = math::Exp(x).value();           // emits the instructions
//
// A number made of a T alone is a constant, which takes its lane count from what it meets. No fast-math flag is set.
#ifndef CPPJRT_CPU_CODEGEN_IR_VALUE_H_
#define CPPJRT_CPU_CODEGEN_IR_VALUE_H_

#include <cassert>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <utility>

#include "cpu/math/rescue.h"
#include "cpu/math/vocabulary.h"

namespace llvm {
class IRBuilderBase;
class Value;
}  // namespace llvm

namespace cppjrt::cpu::codegen {

struct IrContext {
  llvm::IRBuilderBase& builder;
  bool fma;  // whether the target has a fused multiply-add; else Fma rounds twice and ExactFma is put together
};

enum class IrOperation {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kNegate,
  kFma,
  kExactFma,
  kSqrt,
  kAbs,
  kFloor,
  kTrunc,
  kRoundEven,
  kCopySign,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kAnd,
  kOr,
  kXor,
  kNot,
  kSelect,
  kShiftLeft,
  kShiftRight,
  kShiftRightLogical,
  kBits,
  kFromBits,
  kToNumber,
  kToInt,
  kWiden,
  kNarrow,
};

namespace ir_internal {

llvm::Value* Emit(const IrContext& context, IrOperation operation, std::initializer_list<llvm::Value*> operands);

// A constant of the lane count of `like`.
llvm::Value* Constant(llvm::Value* like, float value);
llvm::Value* Constant(llvm::Value* like, double value);
llvm::Value* Constant(llvm::Value* like, int32_t value);
llvm::Value* Constant(llvm::Value* like, int64_t value);
llvm::Value* Constant(llvm::Value* like, bool value);

// A call of `name` for the lanes of the mask, if there are any; moves the builder to the block where that is done.
llvm::Value* EmitRescue(const IrContext& context, llvm::Value* mask, llvm::Value* usual, const char* name,
                        std::initializer_list<llvm::Value*> operands);

// Calls `name` with pointers to the operands, to two results and with a bit for each lane; the results.
std::pair<llvm::Value*, llvm::Value*> EmitCallOfAllLanes(const IrContext& context, const char* name,
                                                         std::initializer_list<llvm::Value*> operands);

}  // namespace ir_internal

template <class T>
class IrNumber {
 public:
  IrNumber() = default;
  IrNumber(T constant)
      : constant_(constant) {}  // NOLINT(google-explicit-constructor): constants stand where numbers do
  IrNumber(const IrContext& context, llvm::Value* value) : context_(&context), value_(value) {}

  // REQUIRES: the number is not a constant alone.
  llvm::Value* value() const { return value_; }
  const IrContext* context() const { return context_; }
  llvm::Value* In(llvm::Value* like) const {
    return value_ != nullptr ? value_ : ir_internal::Constant(like, constant_);
  }

  // clang-format off
  friend IrNumber operator+(const IrNumber& a, const IrNumber& b) { return Apply<T>(IrOperation::kAdd, a, b); }
  friend IrNumber operator-(const IrNumber& a, const IrNumber& b) { return Apply<T>(IrOperation::kSubtract, a, b); }
  friend IrNumber operator*(const IrNumber& a, const IrNumber& b) { return Apply<T>(IrOperation::kMultiply, a, b); }
  friend IrNumber operator/(const IrNumber& a, const IrNumber& b) { return Apply<T>(IrOperation::kDivide, a, b); }
  friend IrNumber operator&(const IrNumber& a, const IrNumber& b) { return Apply<T>(IrOperation::kAnd, a, b); }
  friend IrNumber operator|(const IrNumber& a, const IrNumber& b) { return Apply<T>(IrOperation::kOr, a, b); }
  friend IrNumber operator^(const IrNumber& a, const IrNumber& b) { return Apply<T>(IrOperation::kXor, a, b); }
  friend IrNumber operator-(const IrNumber& a) { return Apply<T>(IrOperation::kNegate, a); }
  friend IrNumber<bool> operator<(const IrNumber& a, const IrNumber& b) { return Apply<bool>(IrOperation::kLess, a, b); }
  friend IrNumber<bool> operator<=(const IrNumber& a, const IrNumber& b) { return Apply<bool>(IrOperation::kLessEqual, a, b); }
  friend IrNumber<bool> operator>(const IrNumber& a, const IrNumber& b) { return Apply<bool>(IrOperation::kGreater, a, b); }
  friend IrNumber<bool> operator>=(const IrNumber& a, const IrNumber& b) { return Apply<bool>(IrOperation::kGreaterEqual, a, b); }
  friend IrNumber<bool> operator==(const IrNumber& a, const IrNumber& b) { return Apply<bool>(IrOperation::kEqual, a, b); }
  friend IrNumber<bool> operator!=(const IrNumber& a, const IrNumber& b) { return Apply<bool>(IrOperation::kNotEqual, a, b); }
  friend IrNumber operator<<(const IrNumber& a, int bits) { return Apply<T>(IrOperation::kShiftLeft, a, IrNumber(static_cast<T>(bits))); }
  friend IrNumber operator>>(const IrNumber& a, int bits) { return Apply<T>(IrOperation::kShiftRight, a, IrNumber(static_cast<T>(bits))); }
  friend IrNumber ShiftRightLogical(const IrNumber& a, int bits) { return Apply<T>(IrOperation::kShiftRightLogical, a, IrNumber(static_cast<T>(bits))); }
  friend IrNumber Fma(const IrNumber& a, const IrNumber& b, const IrNumber& c) { return Apply<T>(IrOperation::kFma, a, b, c); }
  friend IrNumber ExactFma(const IrNumber& a, const IrNumber& b, const IrNumber& c) { return Apply<T>(IrOperation::kExactFma, a, b, c); }
  friend IrNumber Like(const IrNumber& a, const IrNumber& constant) { return {*a.context_, constant.In(a.value_)}; }
  friend IrNumber Sqrt(const IrNumber& a) { return Apply<T>(IrOperation::kSqrt, a); }
  friend IrNumber Abs(const IrNumber& a) { return Apply<T>(IrOperation::kAbs, a); }
  friend IrNumber Floor(const IrNumber& a) { return Apply<T>(IrOperation::kFloor, a); }
  friend IrNumber Trunc(const IrNumber& a) { return Apply<T>(IrOperation::kTrunc, a); }
  friend IrNumber RoundEven(const IrNumber& a) { return Apply<T>(IrOperation::kRoundEven, a); }
  friend IrNumber CopySign(const IrNumber& a, const IrNumber& b) { return Apply<T>(IrOperation::kCopySign, a, b); }
  friend IrNumber And(const IrNumber& a, const IrNumber& b) requires std::is_same_v<T, bool> { return Apply<T>(IrOperation::kAnd, a, b); }
  friend IrNumber Or(const IrNumber& a, const IrNumber& b) requires std::is_same_v<T, bool> { return Apply<T>(IrOperation::kOr, a, b); }
  friend IrNumber Not(const IrNumber& a) requires std::is_same_v<T, bool> { return Apply<T>(IrOperation::kNot, a); }
  // clang-format on

  // One operation on numbers of one kind, at least one of which is no constant. (Public for conversions.)
  template <class Result, class... Operands>
  static IrNumber<Result> Apply(IrOperation operation, const Operands&... operands) {
    const IrContext* context = nullptr;
    llvm::Value* like = nullptr;
    ((like == nullptr && operands.value() != nullptr ? (like = operands.value(), context = operands.context())
                                                     : nullptr),
     ...);
    assert(context != nullptr);
    return {*context, ir_internal::Emit(*context, operation, {operands.In(like)...})};
  }

 private:
  const IrContext* context_ = nullptr;
  llvm::Value* value_ = nullptr;  // null: `constant_`
  T constant_ = {};
};

template <class T>
IrNumber<T> Select(const IrNumber<bool>& mask, const IrNumber<T>& yes, const std::type_identity_t<IrNumber<T>>& no) {
  return IrNumber<T>::template Apply<T>(IrOperation::kSelect, mask, yes, no);
}
template <class T>
IrNumber<T> Select(const IrNumber<bool>& mask, T yes, const IrNumber<T>& no) {
  return Select(mask, IrNumber<T>(yes), no);
}

template <class T>
using IrInt = IrNumber<typename math::Format<T>::Bits>;

template <math::HostFloat T>
IrInt<T> Bits(const IrNumber<T>& x) {
  return IrNumber<T>::template Apply<typename math::Format<T>::Bits>(IrOperation::kBits, x);
}
template <math::HostFloat T>
IrInt<T> ToInt(const IrNumber<T>& x) {
  return IrNumber<T>::template Apply<typename math::Format<T>::Bits>(IrOperation::kToInt, x);
}
inline IrNumber<double> Widen(const IrNumber<float>& x) {
  return IrNumber<float>::Apply<double>(IrOperation::kWiden, x);
}
inline IrNumber<double> Widen(const IrNumber<double>& x) { return x; }

template <math::HostFloat T>
IrNumber<T> Rescue(const IrNumber<bool>& mask, const IrNumber<T>& usual, const math::RescueUnary& function,
                   const IrNumber<T>& x) {
  const char* name = std::is_same_v<T, float> ? function.float_name : function.double_name;
  return {*x.context(), ir_internal::EmitRescue(*x.context(), mask.value(), usual.value(), name, {x.value()})};
}
template <math::HostFloat T>
IrNumber<T> Rescue(const IrNumber<bool>& mask, const IrNumber<T>& usual, const math::RescueBinary& function,
                   const IrNumber<T>& x, const IrNumber<T>& y) {
  const char* name = std::is_same_v<T, float> ? function.float_name : function.double_name;
  return {*x.context(),
          ir_internal::EmitRescue(*x.context(), mask.value(), usual.value(), name, {x.value(), y.value()})};
}

}  // namespace cppjrt::cpu::codegen

template <class T>
struct cppjrt::cpu::math::NumberTraits<cppjrt::cpu::codegen::IrNumber<T>> {
  using Element = T;
  using Int = codegen::IrInt<T>;
  using Mask = codegen::IrNumber<bool>;
  using Wide = codegen::IrNumber<double>;
  static codegen::IrNumber<T> FromBits(const Int& bits) {
    return Int::template Apply<T>(codegen::IrOperation::kFromBits, bits);
  }
  static codegen::IrNumber<T> ToNumber(const Int& i) {
    return Int::template Apply<T>(codegen::IrOperation::kToNumber, i);
  }
  static codegen::IrNumber<T> Narrow(const Wide& x) {
    if constexpr (std::is_same_v<T, float>) {
      return Wide::template Apply<T>(codegen::IrOperation::kNarrow, x);
    } else {
      return x;
    }
  }
};

#endif  // CPPJRT_CPU_CODEGEN_IR_VALUE_H_
