// Expr: formulas over tensors, written with operators.
//
//   Expr x(&emit, value);
//   Expr y = Select(Lt(Abs(x), 1.0), Poly(x * x, {0.5, 1.0}) * x, Log(x) + 2.0);   // y.value() is the ValueId
//
// Every operator makes one StableHLO op; numbers become constants of the type and shape of the other operand. Found by
// argument lookup: no using-directive is needed. Comparisons are named (Lt, Ge, Eq…) and give masks.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_EXPR_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_EXPR_H_

#include <initializer_list>
#include <limits>
#include <span>

#include "stablehlo/transforms/emitter.h"

namespace cppjrt::stablehlo::expr {

class Expr {
 public:
  Expr(Emitter* emitter, ValueId value) : emitter_(emitter), value_(value) {}

  Emitter& emit() const { return *emitter_; }
  ValueId value() const { return value_; }
  TypeId element() const { return emitter_->element(value_); }
  // A constant, or another value, beside this one.
  Expr Like(double c) const { return {emitter_, emitter_->Constant(value_, c)}; }
  Expr With(ValueId value) const { return {emitter_, value}; }

 private:
  Emitter* emitter_;
  ValueId value_;
};

inline Expr Apply(Opcode opcode, Expr x) { return x.With(x.emit().Unary(opcode, x.value())); }
inline Expr Apply(Opcode opcode, Expr a, Expr b) { return a.With(a.emit().Binary(opcode, a.value(), b.value())); }

inline Expr operator-(Expr x) { return Apply(Opcode::kNegate, x); }
inline Expr Abs(Expr x) { return Apply(Opcode::kAbs, x); }  // of real numbers
inline Expr Sign(Expr x) { return Apply(Opcode::kSign, x); }
inline Expr Floor(Expr x) { return Apply(Opcode::kFloor, x); }
inline Expr Exp(Expr x) { return Apply(Opcode::kExponential, x); }
inline Expr Expm1(Expr x) { return Apply(Opcode::kExponentialMinusOne, x); }
inline Expr Log(Expr x) { return Apply(Opcode::kLog, x); }
inline Expr Log1p(Expr x) { return Apply(Opcode::kLogPlusOne, x); }
inline Expr Sqrt(Expr x) { return Apply(Opcode::kSqrt, x); }
inline Expr Sin(Expr x) { return Apply(Opcode::kSine, x); }
inline Expr Cos(Expr x) { return Apply(Opcode::kCosine, x); }
inline Expr Not(Expr x) { return Apply(Opcode::kNot, x); }

#define CPPJRT_EXPR_BINARY(name, opcode)                                             \
  inline Expr name(Expr a, Expr b) { return Apply(Opcode::opcode, a, b); }           \
  inline Expr name(Expr a, double b) { return Apply(Opcode::opcode, a, a.Like(b)); } \
  inline Expr name(double a, Expr b) { return Apply(Opcode::opcode, b.Like(a), b); }
CPPJRT_EXPR_BINARY(operator+, kAdd)
CPPJRT_EXPR_BINARY(operator-, kSubtract)
CPPJRT_EXPR_BINARY(operator*, kMultiply)
CPPJRT_EXPR_BINARY(operator/, kDivide)
CPPJRT_EXPR_BINARY(Max, kMaximum)
CPPJRT_EXPR_BINARY(Min, kMinimum)
CPPJRT_EXPR_BINARY(Rem, kRemainder)
CPPJRT_EXPR_BINARY(Pow, kPower)
CPPJRT_EXPR_BINARY(Atan2, kAtan2)
#undef CPPJRT_EXPR_BINARY
inline Expr And(Expr a, Expr b) { return Apply(Opcode::kAnd, a, b); }
inline Expr Or(Expr a, Expr b) { return Apply(Opcode::kOr, a, b); }

#define CPPJRT_EXPR_COMPARE(name)                                                                                 \
  inline Expr name(Expr a, Expr b) { return a.With(a.emit().Compare(Direction::k##name, a.value(), b.value())); } \
  inline Expr name(Expr a, double b) { return name(a, a.Like(b)); }
CPPJRT_EXPR_COMPARE(Eq)
CPPJRT_EXPR_COMPARE(Ne)
CPPJRT_EXPR_COMPARE(Lt)
CPPJRT_EXPR_COMPARE(Le)
CPPJRT_EXPR_COMPARE(Gt)
CPPJRT_EXPR_COMPARE(Ge)
#undef CPPJRT_EXPR_COMPARE

inline Expr Select(Expr mask, Expr a, Expr b) { return a.With(a.emit().Select(mask.value(), a.value(), b.value())); }
inline Expr Select(Expr mask, double a, Expr b) { return Select(mask, b.Like(a), b); }
inline Expr Select(Expr mask, Expr a, double b) { return Select(mask, a, a.Like(b)); }

inline Expr IsFinite(Expr x) {
  return x.With(x.emit().Value(Opcode::kIsFinite, {x.value()}, x.emit().Like(x.value(), scalar::kI1)));
}
inline Expr IsInteger(Expr x) { return Eq(x, Floor(x)); }
inline Expr ConvertTo(Expr x, TypeId element) { return x.With(x.emit().Convert(x.value(), element)); }

// Complex numbers and their parts.
inline Expr Part(Opcode opcode, Expr z) {
  const TypeId part = z.emit().types().element_type(z.element());
  return z.With(z.emit().Value(opcode, {z.value()}, z.emit().Like(z.value(), part)));
}
inline Expr Real(Expr z) { return Part(Opcode::kReal, z); }
inline Expr Imag(Expr z) { return Part(Opcode::kImag, z); }
inline Expr Complex(Expr re, Expr im) {
  const TypeId type = re.emit().Like(re.value(), re.emit().types().Complex(re.element()));
  return re.With(re.emit().Value(Opcode::kComplex, {re.value(), im.value()}, type));
}

// A polynomial by Horner's rule, the coefficient of the highest power first.
inline Expr Poly(Expr x, std::span<const double> coefficients) {
  Expr sum = x.Like(coefficients[0]);
  for (const double c : coefficients.subspan(1)) sum = sum * x + c;
  return sum;
}
inline Expr Poly(Expr x, std::initializer_list<double> c) { return Poly(x, std::span(c.begin(), c.size())); }

}  // namespace cppjrt::stablehlo::expr

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_EXPR_H_
