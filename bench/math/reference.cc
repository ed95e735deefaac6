#include "bench/math/reference.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace cppjrt::bench {
namespace {

constexpr mpfr_prec_t kPrecision = 400;

// A number of MPFR that frees itself.
class Number {
 public:
  Number() { mpfr_init2(value_, kPrecision); }
  ~Number() { mpfr_clear(value_); }
  Number(const Number&) = delete;
  operator mpfr_ptr() { return value_; }

 private:
  mpfr_t value_;
};

double Logistic(double x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); }
double Rsqrt(double x) { return 1 / std::sqrt(x); }
double Lgamma(double x) {
  int sign = 0;
  return lgamma_r(x, &sign);
}

int ExactLogistic(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  Number power;
  mpfr_neg(power, x, rounding);
  mpfr_exp(power, power, rounding);
  mpfr_add_ui(power, power, 1, rounding);
  return mpfr_ui_div(result, 1, power, rounding);
}

// MPFR has +infinity for -0, IEEE 754 -infinity.
int ExactRsqrt(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  const bool is_negative_zero = mpfr_zero_p(x) != 0 && mpfr_signbit(x) != 0;
  mpfr_rec_sqrt(result, x, rounding);
  if (is_negative_zero) mpfr_set_inf(result, -1);
  return 0;
}

int ExactLgamma(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  int sign = 0;
  return mpfr_lgamma(result, &sign, x, rounding);
}

int ExactRound(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t) { return mpfr_round(result, x); }

// z with erf z = x, by Newton's steps on erfc z = 1 - x or, near 0, erf z = x. REQUIRES: 0 < x < 1.
void SolveErf(mpfr_ptr z, mpfr_ptr x) {
  const double estimate = mpfr_get_d(x, MPFR_RNDN);
  Number complement;
  mpfr_ui_sub(complement, 1, x, MPFR_RNDN);
  Number value;
  mpfr_log(value, complement, MPFR_RNDN);
  const double log = mpfr_get_d(value, MPFR_RNDN) + std::log1p(estimate);
  const double b = 2 / (M_PI * 0.147) + log / 2;
  mpfr_set_d(z, estimate < 1e-4 ? estimate * 0.886 : std::sqrt(std::sqrt(b * b - log / 0.147) - b), MPFR_RNDN);
  Number slope;
  for (int i = 0; i < 9; ++i) {
    if (estimate < 0.5) {
      mpfr_erf(value, z, MPFR_RNDN);
      mpfr_sub(value, value, x, MPFR_RNDN);
    } else {
      mpfr_erfc(value, z, MPFR_RNDN);
      mpfr_sub(value, complement, value, MPFR_RNDN);
    }
    mpfr_sqr(slope, z, MPFR_RNDN);
    mpfr_exp(slope, slope, MPFR_RNDN);
    mpfr_mul(value, value, slope, MPFR_RNDN);
    mpfr_const_pi(slope, MPFR_RNDN);
    mpfr_sqrt(slope, slope, MPFR_RNDN);
    mpfr_mul(value, value, slope, MPFR_RNDN);
    mpfr_div_ui(value, value, 2, MPFR_RNDN);
    mpfr_sub(z, z, value, MPFR_RNDN);
  }
}

int ExactErfInv(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  if (mpfr_zero_p(x) != 0 || mpfr_nan_p(x) != 0) return mpfr_set(result, x, rounding);
  const int sign = mpfr_sgn(x);
  const int compared = mpfr_cmpabs_ui(x, 1);
  if (compared > 0) {
    mpfr_set_nan(result);
  } else if (compared == 0) {
    mpfr_set_inf(result, sign);
  } else {
    Number magnitude;
    Number z;
    mpfr_abs(magnitude, x, rounding);
    SolveErf(z, magnitude);
    mpfr_setsign(result, z, sign < 0 ? 1 : 0, rounding);
  }
  return 0;
}

// clang-format off
constexpr UnaryReference kUnary[] = {
    {"Acos",            std::acos,   mpfr_acos},
    {"Acosh",           std::acosh,  mpfr_acosh},
    {"Asin",            std::asin,   mpfr_asin},
    {"Asinh",           std::asinh,  mpfr_asinh},
    {"Atan",            std::atan,   mpfr_atan},
    {"Atanh",           std::atanh,  mpfr_atanh},
    {"Cbrt",            std::cbrt,   mpfr_cbrt},
    {"Cos",             std::cos,    mpfr_cos},
    {"Cosh",            std::cosh,   mpfr_cosh},
    {"Digamma",         nullptr,     mpfr_digamma},
    {"Erf",             std::erf,    mpfr_erf},
    {"ErfInv",          nullptr,     ExactErfInv},
    {"Erfc",            std::erfc,   mpfr_erfc},
    {"Exp",             std::exp,    mpfr_exp},
    {"Exp2",            std::exp2,   mpfr_exp2},
    {"Expm1",           std::expm1,  mpfr_expm1},
    {"Lgamma",          Lgamma,      ExactLgamma},
    {"Log",             std::log,    mpfr_log},
    {"Log10",           std::log10,  mpfr_log10},
    {"Log1p",           std::log1p,  mpfr_log1p},
    {"Log2",            std::log2,   mpfr_log2},
    {"Logistic",        Logistic,    ExactLogistic},
    {"RoundNearestAfz", std::round,  ExactRound},
    {"Rsqrt",           Rsqrt,       ExactRsqrt},
    {"Sin",             std::sin,    mpfr_sin},
    {"Sinh",            std::sinh,   mpfr_sinh},
    {"Tan",             std::tan,    mpfr_tan},
    {"Tanh",            std::tanh,   mpfr_tanh},
};
constexpr BinaryReference kBinary[] = {
    {"Atan2",           std::atan2,  mpfr_atan2},
    {"Pow",             std::pow,    mpfr_pow},
    {"Remainder",       std::fmod,   mpfr_fmod},
};
// clang-format on

template <class Row, size_t kSize>
const Row& Find(const Row (&rows)[kSize], const char* name) {
  for (const Row& row : rows) {
    if (std::strcmp(row.name, name) == 0) return row;
  }
  std::fprintf(stderr, "bench/math/reference.cc has no row for %s\n", name);
  std::abort();
}

}  // namespace

const UnaryReference& FindUnaryReference(const char* name) { return Find(kUnary, name); }
const BinaryReference& FindBinaryReference(const char* name) { return Find(kBinary, name); }

}  // namespace cppjrt::bench
