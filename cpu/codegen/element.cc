#include "cpu/codegen/element.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include <cmath>
#include <optional>
#include <vector>

#include "cpu/codegen/elementary.h"
#include "cpu/codegen/integer.h"
#include "stablehlo/eval/convert.h"

namespace cppjrt::cpu::codegen {
namespace {

using llvm::Intrinsic::ID;
using stablehlo::ElementBits;
using stablehlo::IsComplex;
using stablehlo::IsFloat;
using stablehlo::IsInteger;
using stablehlo::IsSigned;
using stablehlo::IsSubByteInteger;
using stablehlo::IsUnsigned;
using stablehlo::RealType;

llvm::Value* Unary(Builder& b, ID id, llvm::Value* x) { return b.CreateUnaryIntrinsic(id, x); }
llvm::Value* Binary(Builder& b, ID id, llvm::Value* x, llvm::Value* y) { return b.CreateBinaryIntrinsic(id, x, y); }
llvm::Value* Zero(llvm::Value* like) { return llvm::Constant::getNullValue(like->getType()); }
llvm::Value* IntOf(llvm::Value* like, int64_t value) {
  return llvm::ConstantInt::get(like->getType(), static_cast<uint64_t>(value), true);
}
llvm::Value* RealOf(llvm::Value* like, double value) { return llvm::ConstantFP::get(like->getType(), value); }

llvm::Value* BitsOf(Builder& b, llvm::Value* x) {
  const unsigned width = x->getType()->getScalarSizeInBits();
  return b.CreateBitCast(x, Like(b.getIntNTy(width), x->getType()));
}

// IEEE-754 maximum and minimum: NaN wins, -0 < +0. Of equal numbers, which may be zeros, the bits are joined.
llvm::Value* FloatExtreme(Builder& b, bool maximum, llvm::Value* x, llvm::Value* y) {
  llvm::Value* xb = BitsOf(b, x);
  llvm::Value* yb = BitsOf(b, y);
  llvm::Value* equal = b.CreateBitCast(maximum ? b.CreateAnd(xb, yb) : b.CreateOr(xb, yb), x->getType());
  llvm::Value* first = maximum ? b.CreateFCmpOGT(x, y) : b.CreateFCmpOLT(x, y);
  llvm::Value* larger = b.CreateSelect(first, x, y);
  llvm::Value* ordered = b.CreateSelect(b.CreateFCmpOEQ(x, y), equal, larger);
  return b.CreateSelect(b.CreateFCmpUNO(x, x), x, ordered);
}

llvm::Value* Extreme(Builder& b, ElementType type, bool maximum, llvm::Value* x, llvm::Value* y) {
  if (type == ElementType::kI1) return maximum ? b.CreateOr(x, y) : b.CreateAnd(x, y);
  if (IsFloat(type)) return FloatExtreme(b, maximum, x, y);
  if (IsSigned(type)) return Binary(b, maximum ? llvm::Intrinsic::smax : llvm::Intrinsic::smin, x, y);
  return Binary(b, maximum ? llvm::Intrinsic::umax : llvm::Intrinsic::umin, x, y);
}

// Of types below a byte: their bits moved to the top of one and back, or alone.
llvm::Value* Shift(Builder& b, ElementOp op, ElementType type, llvm::Value* x, llvm::Value* y) {
  const int bits = ElementBits(type);
  const auto unused = uint64_t{x->getType()->getScalarSizeInBits() - static_cast<unsigned>(bits)};
  if (op == ElementOp::kShiftLeft) return EmitIntegerShift(b, IntegerShift::kLeft, x, y);
  if (op == ElementOp::kShiftRightArithmetic) {
    llvm::Value* wide = unused == 0 ? x : b.CreateAShr(b.CreateShl(x, unused), unused);
    return EmitIntegerShift(b, IntegerShift::kRightArithmetic, wide, y);
  }
  llvm::Value* own = unused == 0 ? x : b.CreateAnd(x, IntOf(x, (int64_t{1} << bits) - 1));
  return EmitIntegerShift(b, IntegerShift::kRightLogical, own, y);
}

// How an IEEE format divides its bits.
struct FloatBits {
  int exponent;
  int mantissa;
};

// None for formats that are reduced as values of f32: those without infinities.
std::optional<FloatBits> FloatBitsOf(ElementType type) {
  switch (type) {
    case ElementType::kF64:
      return FloatBits{11, 52};
    case ElementType::kF32:
      return FloatBits{8, 23};
    case ElementType::kBF16:
      return FloatBits{8, 7};
    case ElementType::kF16:
      return FloatBits{5, 10};
    case ElementType::kF8E3M4:
      return FloatBits{3, 4};
    case ElementType::kF8E4M3:
      return FloatBits{4, 3};
    case ElementType::kF8E5M2:
      return FloatBits{5, 2};
    default:
      return std::nullopt;
  }
}

// Rounds a float, given by its bits, to so many bits of exponent and mantissa. A format with fewer bits of exponent has no
// subnormal numbers; one with as many keeps them, which is why a narrow type must not be reduced as a wider one.
// spec: reduce_precision.
llvm::Value* ReducePrecision(Builder& b, llvm::Value* bits, FloatBits own, int exponent_bits, int mantissa_bits) {
  const unsigned width = bits->getType()->getScalarSizeInBits();
  const auto sign_mask = static_cast<int64_t>(uint64_t{1} << (width - 1));
  const int64_t infinity = ((int64_t{1} << own.exponent) - 1) << own.mantissa;
  llvm::Value* sign = b.CreateAnd(bits, IntOf(bits, sign_mask));
  llvm::Value* is_nan = b.CreateICmpUGT(b.CreateXor(bits, sign), IntOf(bits, infinity));
  llvm::Value* result = bits;
  if (mantissa_bits < own.mantissa) {
    const int drop = own.mantissa - mantissa_bits;
    llvm::Value* odd = b.CreateAnd(b.CreateLShr(result, static_cast<uint64_t>(drop)), IntOf(bits, 1));
    llvm::Value* half = IntOf(bits, (int64_t{1} << (drop - 1)) - 1);
    result = b.CreateAnd(b.CreateAdd(b.CreateAdd(result, half), odd), IntOf(bits, -(int64_t{1} << drop)));
  }
  if (exponent_bits < own.exponent) {
    const int64_t own_bias = (int64_t{1} << (own.exponent - 1)) - 1;
    const int64_t bias = (int64_t{1} << (exponent_bits - 1)) - 1;
    llvm::Value* exponent = b.CreateAnd(result, IntOf(bits, infinity));
    llvm::Value* over = b.CreateICmpUGT(exponent, IntOf(bits, (own_bias + bias) << own.mantissa));
    llvm::Value* under = b.CreateICmpULE(exponent, IntOf(bits, (own_bias - bias) << own.mantissa));
    result = b.CreateSelect(over, b.CreateOr(sign, IntOf(bits, infinity)), result);
    result = b.CreateSelect(under, sign, result);
  }
  // Without mantissa bits there is no NaN left: infinity.
  return b.CreateSelect(is_nan, mantissa_bits > 0 ? bits : b.CreateOr(sign, IntOf(bits, infinity)), result);
}

llvm::Value* ReducePrecision(Builder& b, ElementType type, llvm::Value* x, int exponent_bits, int mantissa_bits) {
  if (type == ElementType::kF32 || type == ElementType::kF64) {
    llvm::Value* reduced = ReducePrecision(b, BitsOf(b, x), *FloatBitsOf(type), exponent_bits, mantissa_bits);
    return b.CreateBitCast(reduced, x->getType());
  }
  if (const auto own = FloatBitsOf(type)) return ReducePrecision(b, x, *own, exponent_bits, mantissa_bits);
  llvm::Value* wide = ToCompute(b, type, x);
  return FromCompute(b, type, ReducePrecision(b, ElementType::kF32, wide, exponent_bits, mantissa_bits));
}

// Floats in the order of their bits, read as an integer with sign and magnitude.
llvm::Value* TotalOrderKey(Builder& b, ElementType type, llvm::Value* x) {
  llvm::Value* bits = x->getType()->isIntOrIntVectorTy() ? x : BitsOf(b, x);
  const unsigned width = bits->getType()->getScalarSizeInBits();
  const auto unused = uint64_t{width - static_cast<unsigned>(ElementBits(type))};
  llvm::Value* wide = b.CreateShl(bits, unused);
  llvm::Value* sign = b.CreateAShr(wide, uint64_t{width - 1});
  return b.CreateXor(wide, b.CreateLShr(sign, 1));
}

llvm::CmpInst::Predicate IntPredicate(CompareDirection d, bool is_signed) {
  using P = llvm::CmpInst;
  switch (d) {
    case CompareDirection::kEq:
      return P::ICMP_EQ;
    case CompareDirection::kNe:
      return P::ICMP_NE;
    case CompareDirection::kGe:
      return is_signed ? P::ICMP_SGE : P::ICMP_UGE;
    case CompareDirection::kGt:
      return is_signed ? P::ICMP_SGT : P::ICMP_UGT;
    case CompareDirection::kLe:
      return is_signed ? P::ICMP_SLE : P::ICMP_ULE;
    default:
      return is_signed ? P::ICMP_SLT : P::ICMP_ULT;
  }
}

llvm::CmpInst::Predicate FloatPredicate(CompareDirection d) {
  using P = llvm::CmpInst;
  switch (d) {
    case CompareDirection::kEq:
      return P::FCMP_OEQ;
    case CompareDirection::kNe:
      return P::FCMP_UNE;
    case CompareDirection::kGe:
      return P::FCMP_OGE;
    case CompareDirection::kGt:
      return P::FCMP_OGT;
    case CompareDirection::kLe:
      return P::FCMP_OLE;
    default:
      return P::FCMP_OLT;
  }
}

llvm::Value* Compare(Builder& b, const Node& node, const Number& x, const Number& y) {
  const auto& attrs = node.attr<ElementAttrs>();
  const ElementType type = node.operands[0].type();
  const CompareDirection d = attrs.direction;
  if (IsComplex(type)) {
    // Lexicographic: the imaginary parts decide between equal real ones.
    if (d == CompareDirection::kEq || d == CompareDirection::kNe) {
      llvm::Value* real = b.CreateFCmp(FloatPredicate(d), x.real, y.real);
      llvm::Value* imaginary = b.CreateFCmp(FloatPredicate(d), x.imaginary, y.imaginary);
      return d == CompareDirection::kEq ? b.CreateAnd(real, imaginary) : b.CreateOr(real, imaginary);
    }
    const bool greater = d == CompareDirection::kGe || d == CompareDirection::kGt;
    llvm::Value* strict = b.CreateFCmp(greater ? llvm::CmpInst::FCMP_OGT : llvm::CmpInst::FCMP_OLT, x.real, y.real);
    llvm::Value* tie = b.CreateFCmpOEQ(x.real, y.real);
    return b.CreateOr(strict, b.CreateAnd(tie, b.CreateFCmp(FloatPredicate(d), x.imaginary, y.imaginary)));
  }
  // Without a sign the bits are in order as they are.
  if (type == ElementType::kF8E8M0FNU && attrs.total_order) return b.CreateICmp(IntPredicate(d, false), x.real, y.real);
  if (IsFloat(type) && attrs.total_order) {
    return b.CreateICmp(IntPredicate(d, true), TotalOrderKey(b, type, x.real), TotalOrderKey(b, type, y.real));
  }
  if (IsFloat(type)) {
    return b.CreateFCmp(FloatPredicate(d), ToCompute(b, type, x.real), ToCompute(b, type, y.real));
  }
  return b.CreateICmp(IntPredicate(d, IsSigned(type)), x.real, y.real);
}

// Truncates and saturates; NaN becomes 0. By comparisons, as LLVM makes single elements of its own saturating conversions of
// vectors.
llvm::Value* FloatToInt(Builder& b, ElementType to, llvm::Value* x) {
  llvm::Type* type = Like(ComputeType(b.getContext(), to), x->getType());
  const int bits = ElementBits(to);
  const bool is_signed = IsSigned(to);
  const int exact_bits = x->getType()->getScalarType()->isDoubleTy() ? 53 : 24;
  const double low = is_signed ? -std::ldexp(1.0, bits - 1) : 0.0;
  const double end = std::ldexp(1.0, is_signed ? bits - 1 : bits);
  const bool exact = bits <= exact_bits;
  // The largest number below `end`, or the integer below, which is as good.
  const double high = exact ? end - 1 : end - std::ldexp(end, -exact_bits);
  const auto number = [&](double value) { return llvm::ConstantFP::get(x->getType(), value); };
  llvm::Value* inside = b.CreateSelect(b.CreateFCmpOGT(x, number(low)), x, number(low));
  inside = b.CreateSelect(b.CreateFCmpOLT(inside, number(high)), inside, number(high));
  llvm::Type* wide = bits < 32 ? Like(b.getInt32Ty(), x->getType()) : type;
  llvm::Value* result = is_signed || bits < 32 ? b.CreateFPToSI(inside, wide) : b.CreateFPToUI(inside, wide);
  if (!exact) {
    const llvm::APInt most = is_signed ? llvm::APInt::getSignedMaxValue(static_cast<unsigned>(bits))
                                       : llvm::APInt::getMaxValue(static_cast<unsigned>(bits));
    result = b.CreateSelect(b.CreateFCmpOGE(x, number(end)), llvm::ConstantInt::get(wide, most), result);
  }
  if (is_signed) result = b.CreateSelect(b.CreateFCmpUNO(x, x), Zero(result), result);
  return b.CreateTrunc(result, type);
}

// Wide integers, to a float that is rounded again: without rounding twice.
llvm::Value* WideIntToNarrow(Builder& b, bool is_signed, llvm::Value* x) {
  // A double holds 53 bits. What is cut off below bit 11 leaves a mark in the last bit kept.
  llvm::Value* wide = x;
  if (x->getType()->getScalarSizeInBits() == 64) {
    llvm::Value* low = b.CreateAnd(x, IntOf(x, 0x7ff));
    llvm::Value* mark = b.CreateSelect(b.CreateICmpNE(low, Zero(low)), IntOf(x, 0x800), Zero(x));
    llvm::Value* cut = b.CreateOr(b.CreateAnd(x, IntOf(x, ~int64_t{0x7ff})), mark);
    llvm::Value* top = is_signed ? b.CreateAShr(x, 53) : b.CreateLShr(x, 53);
    llvm::Value* small = b.CreateICmpEQ(top, Zero(top));
    if (is_signed) small = b.CreateOr(small, b.CreateICmpEQ(top, IntOf(top, -1)));
    wide = b.CreateSelect(small, x, cut);
  }
  llvm::Type* f64 = Like(b.getDoubleTy(), x->getType());
  return is_signed ? b.CreateSIToFP(wide, f64) : b.CreateUIToFP(wide, f64);
}

// A double to f32 by rounding to odd: what is then rounded to fewer bits is rounded once.
llvm::Value* TruncateToOdd(Builder& b, llvm::Value* x) {
  llvm::Value* f = b.CreateFPTrunc(x, Like(b.getFloatTy(), x->getType()));
  llvm::Value* back = b.CreateFPExt(f, x->getType());
  llvm::Value* bits = BitsOf(b, f);
  // Towards zero, then the last bit says that something is missing.
  llvm::Value* away = b.CreateFCmpOGT(Unary(b, llvm::Intrinsic::fabs, back), Unary(b, llvm::Intrinsic::fabs, x));
  llvm::Value* toward = b.CreateSelect(away, b.CreateSub(bits, IntOf(bits, 1)), bits);
  llvm::Value* odd = b.CreateOr(toward, IntOf(bits, 1));
  llvm::Value* inexact = b.CreateFCmpONE(back, x);
  return b.CreateBitCast(b.CreateSelect(inexact, odd, bits), f->getType());
}

// Between the forms that operations compute with.
llvm::Value* ConvertReal(Builder& b, ElementType from, ElementType to, llvm::Value* x) {
  if (from == to) return x;
  llvm::Type* type = Like(ComputeType(b.getContext(), to), x->getType());
  if (to == ElementType::kI1) {
    return IsFloat(from) ? b.CreateFCmpUNE(x, Zero(x)) : b.CreateICmpNE(x, Zero(x));
  }
  if (IsFloat(from) && IsFloat(to)) {
    if (from == ElementType::kF64 && to != ElementType::kF64) {
      return to == ElementType::kF32 ? b.CreateFPTrunc(x, type) : TruncateToOdd(b, x);
    }
    return to == ElementType::kF64 ? b.CreateFPExt(x, type) : x;
  }
  if (IsFloat(from)) return FloatToInt(b, to, x);
  if (IsFloat(to)) {
    if (from == ElementType::kI1) return b.CreateUIToFP(x, type);
    if (stablehlo::IsNarrowFloat(to) && ElementBits(from) >= 32) {
      return TruncateToOdd(b, WideIntToNarrow(b, IsSigned(from), x));
    }
    return IsSigned(from) ? b.CreateSIToFP(x, type) : b.CreateUIToFP(x, type);
  }
  return b.CreateIntCast(x, type, IsSigned(from));
}

Number Convert(Builder& b, ElementType from, ElementType to, const Number& x) {
  Number result;
  if (IsComplex(from) && to == ElementType::kI1) {
    return {b.CreateFCmpUNE(x.real, Zero(x.real)), nullptr};
  }
  result.real = ConvertReal(b, RealType(from), RealType(to), x.real);
  if (IsComplex(to)) {
    result.imaginary = IsComplex(from) ? ConvertReal(b, RealType(from), RealType(to), x.imaginary) : Zero(result.real);
  }
  return result;
}

Number Bitcast(Builder& b, ElementType from, ElementType to, const Number& x) {
  if (IsComplex(from)) return x;
  if (from == ElementType::kI1 || to == ElementType::kI1) return x;
  if (IsSubByteInteger(to)) return {FromCompute(b, to, x.real), nullptr};
  if (IsSubByteInteger(from)) {
    // The bits of the type alone, where signed numbers are extended in a byte.
    return {b.CreateAnd(x.real, IntOf(x.real, (int64_t{1} << ElementBits(from)) - 1)), nullptr};
  }
  llvm::Type* type = Like(StorageType(b.getContext(), to), x.real->getType());
  return {b.CreateBitCast(x.real, type), nullptr};
}

std::optional<UnaryFunction> FunctionOf(ElementOp op) {
  switch (op) {
    case ElementOp::kExponential:
      return UnaryFunction::kExp;
    case ElementOp::kExponentialMinusOne:
      return UnaryFunction::kExpm1;
    case ElementOp::kLog:
      return UnaryFunction::kLog;
    case ElementOp::kLogPlusOne:
      return UnaryFunction::kLog1p;
    case ElementOp::kSine:
      return UnaryFunction::kSin;
    case ElementOp::kCosine:
      return UnaryFunction::kCos;
    case ElementOp::kTan:
      return UnaryFunction::kTan;
    case ElementOp::kTanh:
      return UnaryFunction::kTanh;
    case ElementOp::kLogistic:
      return UnaryFunction::kLogistic;
    case ElementOp::kErf:
      return UnaryFunction::kErf;
    case ElementOp::kErfc:
      return UnaryFunction::kErfc;
    case ElementOp::kErfInv:
      return UnaryFunction::kErfInv;
    case ElementOp::kCbrt:
      return UnaryFunction::kCbrt;
    case ElementOp::kRoundAfz:
      return UnaryFunction::kRoundNearestAfz;
    default:
      return std::nullopt;
  }
}

// Of real floats.
llvm::Value* FloatUnary(Builder& b, bool fma, ElementOp op, llvm::Value* x) {
  switch (op) {
    case ElementOp::kAbs:
      return Unary(b, llvm::Intrinsic::fabs, x);
    case ElementOp::kCeil:
      return Unary(b, llvm::Intrinsic::ceil, x);
    case ElementOp::kFloor:
      return Unary(b, llvm::Intrinsic::floor, x);
    case ElementOp::kRoundEven:
      return Unary(b, llvm::Intrinsic::roundeven, x);
    case ElementOp::kSqrt:
      return Unary(b, llvm::Intrinsic::sqrt, x);
    case ElementOp::kRsqrt:
      return b.CreateFDiv(RealOf(x, 1), Unary(b, llvm::Intrinsic::sqrt, x));
    case ElementOp::kNegate:
      return b.CreateFNeg(x);
    case ElementOp::kSign: {
      llvm::Value* itself = b.CreateFCmpUEQ(x, Zero(x));  // zeros and NaN
      return b.CreateSelect(itself, x, Binary(b, llvm::Intrinsic::copysign, RealOf(x, 1), x));
    }
    case ElementOp::kIsFinite:
      return b.CreateFCmpOLT(Unary(b, llvm::Intrinsic::fabs, x), RealOf(x, INFINITY));
    default:
      return EmitUnary(b, *FunctionOf(op), x, {.fma = fma});
  }
}

llvm::Value* IntUnary(Builder& b, ElementOp op, ElementType type, llvm::Value* x) {
  switch (op) {
    case ElementOp::kAbs:
      return IsSigned(type) ? b.CreateSelect(b.CreateICmpSLT(x, Zero(x)), b.CreateNeg(x), x) : x;
    case ElementOp::kNegate:
      return b.CreateNeg(x);
    case ElementOp::kNot:
      return b.CreateNot(x);
    case ElementOp::kSign: {
      llvm::Value* positive = b.CreateSelect(b.CreateICmpNE(x, Zero(x)), IntOf(x, 1), Zero(x));
      return IsSigned(type) ? b.CreateSelect(b.CreateICmpSLT(x, Zero(x)), IntOf(x, -1), positive) : positive;
    }
    case ElementOp::kPopcnt: {
      llvm::Value* own = IsSubByteInteger(type) ? b.CreateAnd(x, IntOf(x, (int64_t{1} << ElementBits(type)) - 1)) : x;
      return Unary(b, llvm::Intrinsic::ctpop, own);
    }
    default: {  // kCountLeadingZeros
      llvm::Value* own = x;
      int extra = 0;
      if (IsSubByteInteger(type)) {
        own = b.CreateAnd(x, IntOf(x, (int64_t{1} << ElementBits(type)) - 1));
        extra = 8 - ElementBits(type);
      }
      llvm::Value* zeros = b.CreateIntrinsic(llvm::Intrinsic::ctlz, {own->getType()}, {own, b.getFalse()});
      return extra == 0 ? zeros : b.CreateSub(zeros, IntOf(zeros, extra));
    }
  }
}

llvm::Value* FloatBinary(Builder& b, bool fma, ElementOp op, llvm::Value* x, llvm::Value* y) {
  switch (op) {
    case ElementOp::kAdd:
      return b.CreateFAdd(x, y);
    case ElementOp::kSubtract:
      return b.CreateFSub(x, y);
    case ElementOp::kMultiply:
      return b.CreateFMul(x, y);
    case ElementOp::kDivide:
      return b.CreateFDiv(x, y);
    case ElementOp::kPower:
      return EmitBinary(b, BinaryFunction::kPow, x, y, {.fma = fma});
    case ElementOp::kAtan2:
      return EmitBinary(b, BinaryFunction::kAtan2, x, y, {.fma = fma});
    default:
      return EmitBinary(b, BinaryFunction::kRemainder, x, y, {.fma = fma});
  }
}

llvm::Value* IntBinary(Builder& b, ElementOp op, ElementType type, llvm::Value* x, llvm::Value* y) {
  switch (op) {
    case ElementOp::kAdd:
      return b.CreateAdd(x, y);
    case ElementOp::kSubtract:
      return b.CreateSub(x, y);
    case ElementOp::kMultiply:
      return b.CreateMul(x, y);
    case ElementOp::kDivide:
      return EmitIntegerDivide(b, x, y, IsSigned(type));
    case ElementOp::kRemainder:
      return EmitIntegerRemainder(b, x, y, IsSigned(type));
    case ElementOp::kPower:
      return EmitIntegerPower(b, x, y, IsSigned(type));
    case ElementOp::kAnd:
      return b.CreateAnd(x, y);
    case ElementOp::kOr:
      return b.CreateOr(x, y);
    case ElementOp::kXor:
      return b.CreateXor(x, y);
    default:
      return Shift(b, op, type, x, y);
  }
}

llvm::Value* BoolBinary(Builder& b, ElementOp op, llvm::Value* x, llvm::Value* y) {
  switch (op) {
    case ElementOp::kAdd:
    case ElementOp::kOr:
      return b.CreateOr(x, y);
    case ElementOp::kMultiply:
    case ElementOp::kAnd:
      return b.CreateAnd(x, y);
    default:
      return b.CreateXor(x, y);
  }
}

std::optional<ComplexUnaryFunction> ComplexFunctionOf(ElementOp op) {
  using F = ComplexUnaryFunction;
  switch (op) {
    case ElementOp::kExponential:
      return F::kExp;
    case ElementOp::kExponentialMinusOne:
      return F::kExpm1;
    case ElementOp::kLog:
      return F::kLog;
    case ElementOp::kLogPlusOne:
      return F::kLog1p;
    case ElementOp::kSine:
      return F::kSin;
    case ElementOp::kCosine:
      return F::kCos;
    case ElementOp::kTan:
      return F::kTan;
    case ElementOp::kTanh:
      return F::kTanh;
    case ElementOp::kLogistic:
      return F::kLogistic;
    case ElementOp::kSqrt:
      return F::kSqrt;
    case ElementOp::kRsqrt:
      return F::kRsqrt;
    case ElementOp::kCbrt:
      return F::kCbrt;
    case ElementOp::kSign:
      return F::kSign;
    default:
      return std::nullopt;
  }
}

std::optional<ComplexBinaryFunction> ComplexBinaryFunctionOf(ElementOp op) {
  switch (op) {
    case ElementOp::kDivide:
      return ComplexBinaryFunction::kDivide;
    case ElementOp::kPower:
      return ComplexBinaryFunction::kPow;
    case ElementOp::kAtan2:
      return ComplexBinaryFunction::kAtan2;
    default:
      return std::nullopt;
  }
}

Number ComplexUnary(Builder& b, bool fma, ElementOp op, const Number& x) {
  if (op == ElementOp::kNegate) return {b.CreateFNeg(x.real), b.CreateFNeg(x.imaginary)};
  const ComplexValue value = {x.real, x.imaginary};
  if (op == ElementOp::kAbs) return {EmitComplexAbs(b, value, {.fma = fma}), nullptr};
  const ComplexValue result = EmitComplexUnary(b, *ComplexFunctionOf(op), value, {.fma = fma});
  return {result.re, result.im};
}

// Lexicographic: the imaginary parts decide between equal real ones.
Number ComplexExtreme(Builder& b, bool maximum, const Number& x, const Number& y) {
  const Number& first = maximum ? x : y;
  const Number& second = maximum ? y : x;
  llvm::Value* less = b.CreateFCmpOLT(first.real, second.real);
  llvm::Value* tie =
      b.CreateAnd(b.CreateFCmpOEQ(first.real, second.real), b.CreateFCmpOLT(first.imaginary, second.imaginary));
  llvm::Value* take_y = b.CreateOr(less, tie);
  return {b.CreateSelect(take_y, y.real, x.real), b.CreateSelect(take_y, y.imaginary, x.imaginary)};
}

Number ComplexBinary(Builder& b, bool fma, ElementOp op, const Number& x, const Number& y) {
  if (const std::optional<ComplexBinaryFunction> function = ComplexBinaryFunctionOf(op)) {
    const ComplexValue result =
        EmitComplexBinary(b, *function, {x.real, x.imaginary}, {y.real, y.imaginary}, {.fma = fma});
    return {result.re, result.im};
  }
  switch (op) {
    case ElementOp::kMaximum:
    case ElementOp::kMinimum:
      return ComplexExtreme(b, op == ElementOp::kMaximum, x, y);
    case ElementOp::kAdd:
      return {b.CreateFAdd(x.real, y.real), b.CreateFAdd(x.imaginary, y.imaginary)};
    case ElementOp::kSubtract:
      return {b.CreateFSub(x.real, y.real), b.CreateFSub(x.imaginary, y.imaginary)};
    default:
      return {b.CreateFSub(b.CreateFMul(x.real, y.real), b.CreateFMul(x.imaginary, y.imaginary)),
              b.CreateFAdd(b.CreateFMul(x.real, y.imaginary), b.CreateFMul(x.imaginary, y.real))};
  }
}

bool CanEmitComplex(ElementOp op) {
  switch (op) {
    case ElementOp::kAbs:
    case ElementOp::kAdd:
    case ElementOp::kClamp:
    case ElementOp::kSubtract:
    case ElementOp::kMultiply:
    case ElementOp::kMaximum:
    case ElementOp::kMinimum:
    case ElementOp::kNegate:
    case ElementOp::kCompare:
    case ElementOp::kSelect:
    case ElementOp::kReal:
    case ElementOp::kImag:
    case ElementOp::kComplex:
    case ElementOp::kConvert:
    case ElementOp::kBitcast:
      return true;
    default:
      return ComplexFunctionOf(op).has_value() || ComplexBinaryFunctionOf(op).has_value();
  }
}

bool CanEmitFloat(ElementOp op) {
  switch (op) {
    case ElementOp::kNot:
    case ElementOp::kAnd:
    case ElementOp::kOr:
    case ElementOp::kXor:
    case ElementOp::kPopcnt:
    case ElementOp::kCountLeadingZeros:
    case ElementOp::kShiftLeft:
    case ElementOp::kShiftRightArithmetic:
    case ElementOp::kShiftRightLogical:
      return false;
    default:
      return true;
  }
}

bool CanEmitBool(ElementOp op) {
  switch (op) {
    case ElementOp::kAdd:
    case ElementOp::kMultiply:
    case ElementOp::kSubtract:
    case ElementOp::kAnd:
    case ElementOp::kOr:
    case ElementOp::kXor:
    case ElementOp::kNot:
    case ElementOp::kMaximum:
    case ElementOp::kMinimum:
    case ElementOp::kCompare:
    case ElementOp::kSelect:
    case ElementOp::kConvert:
    case ElementOp::kClamp:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool CanEmit(const Node& node) {
  const ElementOp op = node.op();
  const ElementType type = node.operands.back().type();
  if (op == ElementOp::kSelect) return true;
  if (IsComplex(type) || IsComplex(node.shape().type)) return CanEmitComplex(op);
  if (IsFloat(type)) return CanEmitFloat(op);
  if (type == ElementType::kI1) return CanEmitBool(op);
  return !FunctionOf(op).has_value();
}

void UnifyNumbers(Builder& b, std::initializer_list<Number*> numbers) {
  unsigned lanes = 0;
  for (const Number* n : numbers) {
    if (n->real == nullptr) continue;
    if (const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(n->real->getType())) lanes = type->getNumElements();
  }
  if (lanes == 0) return;
  for (Number* n : numbers) {
    for (llvm::Value** part : {&n->real, &n->imaginary}) {
      if (*part != nullptr && !(*part)->getType()->isVectorTy()) *part = Splat(b, *part, lanes);
    }
  }
}

llvm::Value* EmitFloatMonoid(Builder& b, ElementOp op, llvm::Value* x, llvm::Value* y) {
  if (op == ElementOp::kAdd) return b.CreateFAdd(x, y);
  if (op == ElementOp::kMultiply) return b.CreateFMul(x, y);
  return FloatExtreme(b, op == ElementOp::kMaximum, x, y);
}

Number ConvertNumber(Builder& b, ElementType from, ElementType to, const Number& x) {
  if (from == to) return x;
  Number wide = x;
  wide.real = ToCompute(b, from, x.real);
  Number converted = Convert(b, from, to, wide);
  converted.real = FromCompute(b, to, converted.real);
  return converted;
}

Number EmitElement(Builder& b, bool fma, const Node& node, std::span<const Number> operands) {
  const ElementOp op = node.op();
  const ElementType type = node.operands[0].type();
  const ElementType result_type = node.shape().type;
  Number x = operands[0];
  if (op == ElementOp::kConvert) return ConvertNumber(b, type, result_type, x);
  if (op == ElementOp::kBitcast) return Bitcast(b, type, result_type, x);
  if (op == ElementOp::kReal) return {x.real, nullptr};
  if (op == ElementOp::kImag) return {x.imaginary != nullptr ? x.imaginary : Zero(x.real), nullptr};
  if (op == ElementOp::kReducePrecision) {
    const auto& attrs = node.attr<ElementAttrs>();
    return {ReducePrecision(b, type, x.real, attrs.exponent_bits, attrs.mantissa_bits), nullptr};
  }
  if (operands.size() == 1) {
    x.real = ToCompute(b, type, x.real);
    if (IsComplex(type)) return ComplexUnary(b, fma, op, x);
    if (IsFloat(type)) {
      llvm::Value* y = FloatUnary(b, fma, op, x.real);
      return {op == ElementOp::kIsFinite ? y : FromCompute(b, result_type, y), nullptr};
    }
    if (type == ElementType::kI1) return {b.CreateNot(x.real), nullptr};
    return {FromCompute(b, type, IntUnary(b, op, type, x.real)), nullptr};
  }
  Number y = operands[1];
  Number z = operands.size() == 3 ? operands[2] : Number();
  UnifyNumbers(b, {&x, &y, &z});
  if (op == ElementOp::kSelect) {
    return {b.CreateSelect(x.real, y.real, z.real),
            y.imaginary == nullptr ? nullptr : b.CreateSelect(x.real, y.imaginary, z.imaginary)};
  }
  if (op == ElementOp::kCompare) return {Compare(b, node, x, y), nullptr};
  if (op == ElementOp::kComplex) return {x.real, y.real};
  if (IsComplex(type) && op == ElementOp::kClamp) return ComplexExtreme(b, false, ComplexExtreme(b, true, x, y), z);
  if (IsComplex(type)) return ComplexBinary(b, fma, op, x, y);
  x.real = ToCompute(b, type, x.real);
  y.real = ToCompute(b, type, y.real);
  if (op == ElementOp::kClamp) {
    z.real = ToCompute(b, type, z.real);
    return {FromCompute(b, type, Extreme(b, type, false, Extreme(b, type, true, x.real, y.real), z.real)), nullptr};
  }
  if (op == ElementOp::kMaximum || op == ElementOp::kMinimum) {
    return {FromCompute(b, type, Extreme(b, type, op == ElementOp::kMaximum, x.real, y.real)), nullptr};
  }
  if (IsFloat(type)) return {FromCompute(b, type, FloatBinary(b, fma, op, x.real, y.real)), nullptr};
  if (type == ElementType::kI1) return {BoolBinary(b, op, x.real, y.real), nullptr};
  return {FromCompute(b, type, IntBinary(b, op, type, x.real, y.real)), nullptr};
}

}  // namespace cppjrt::cpu::codegen
