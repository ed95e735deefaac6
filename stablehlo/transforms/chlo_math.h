// The functions of CHLO as formulas: chlo_special.cc (error and gamma functions), chlo_inverse.cc (inverse trigonometric
// and hyperbolic functions, real and complex), chlo_bits.cc (on integers and bit patterns).
//
// Real arguments are f32 or f64 unless said otherwise: narrower floats are computed as f32 by the caller.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_CHLO_MATH_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_CHLO_MATH_H_

#include "stablehlo/transforms/expr.h"

namespace cppjrt::stablehlo::chlo {

using expr::Expr;

Expr BesselI1e(Expr x);
Expr Erf(Expr x);
Expr Erfc(Expr x);
Expr ErfInv(Expr x);
Expr Lgamma(Expr x);
Expr Digamma(Expr x);
Expr Zeta(Expr x, Expr q);
Expr Polygamma(Expr n, Expr x);

Expr Cosh(Expr x);  // real or complex
Expr RealSinh(Expr x);
Expr ComplexSinh(Expr z);
Expr Tan(Expr x);  // real or complex

Expr RealAcos(Expr x);
Expr RealAcosh(Expr x);
Expr RealAsin(Expr x);
Expr RealAsinh(Expr x);
Expr RealAtan(Expr x);
Expr RealAtanh(Expr x);
// What complex asin and acos share: see chlo_inverse.cc.
Expr AsinAcosKernel(Expr z);
Expr ComplexAcos(Expr z);
Expr ComplexAcosh(Expr z);
Expr ComplexAsin(Expr z);
Expr ComplexAsinh(Expr z);
Expr ComplexAtan(Expr z);
Expr ComplexAtanh(Expr z);

Expr RealSquare(Expr x);
Expr ComplexSquare(Expr z);
Expr RealConj(Expr x);
Expr ComplexConj(Expr z);

// Any float.
Expr IsInf(Expr x);
Expr IsPosInf(Expr x);
Expr IsNegInf(Expr x);
Expr NextAfter(Expr x, Expr y);
// Any integer: the upper half of the product.
Expr Mulhi(Expr a, Expr b);

}  // namespace cppjrt::stablehlo::chlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_CHLO_MATH_H_
