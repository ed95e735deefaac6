// Special functions by published approximations:
//   erf, erfc, bessel_i1e   S. L. Moshier, Cephes; erf of f32 by the rational function of Eigen
//   erf_inv                 M. Giles, "Approximating the erfinv function" (2010)
//   lgamma, digamma         C. Lanczos, "A precision approximation of the gamma function" (1964), g = 7, n = 9
//   zeta                    F. Johansson, "Rigorous high-precision computation of the Hurwitz zeta function" (2013), (5)
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

#include "stablehlo/transforms/chlo_math.h"

namespace cppjrt::stablehlo::chlo {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool IsDouble(Expr x) { return x.element() == scalar::kF64; }

// A sum of Chebyshev polynomials by Clenshaw's recurrence, the last coefficient counting half (Cephes' chbevl).
Expr Chebyshev(Expr x, std::span<const double> coefficients) {
  Expr b0 = x.Like(0.0);
  Expr b1 = b0;
  Expr b2 = b0;
  for (const double c : coefficients) {
    b2 = b1;
    b1 = b0;
    b0 = x * b1 - b2 + c;
  }
  return (b0 - b2) * 0.5;
}

Expr BesselI1e(Expr x, std::span<const double> up_to_8, std::span<const double> beyond) {
  const Expr z = Abs(x);
  const Expr small = z * Chebyshev(z * 0.5 - 2.0, up_to_8);
  const Expr large = Chebyshev(32.0 / z - 2.0, beyond) / Sqrt(z);
  return Sign(x) * Select(Le(z, 8.0), small, large);
}

}  // namespace

Expr BesselI1e(Expr x) {
  static constexpr double kSmall32[] = {
      9.38153738649577178388E-9, -4.44505912879632808065E-8, 2.00329475355213526229E-7, -8.56872026469545474066E-7,
      3.47025130813767847674E-6, -1.32731636560394358279E-5, 4.78156510755005422638E-5, -1.61760815825896745588E-4,
      5.12285956168575772895E-4, -1.51357245063125314899E-3, 4.15642294431288815669E-3, -1.05640848946261981558E-2,
      2.47264490306265168283E-2, -5.29459812080949914269E-2, 1.02643658689847095384E-1, -1.76416518357834055153E-1,
      2.52587186443633654823E-1};
  static constexpr double kLarge32[] = {
      -3.83538038596423702205E-9, -2.63146884688951950684E-8, -2.51223623787020892529E-7, -3.88256480887769039346E-6,
      -1.10588938762623716291E-4, -9.76109749136146840777E-3, 7.78576235018280120474E-1};
  static constexpr double kSmall64[] = {
      2.77791411276104639959E-18, -2.11142121435816608115E-17, 1.55363195773620046921E-16, -1.10559694773538630805E-15,
      7.60068429473540693410E-15, -5.04218550472791168711E-14, 3.22379336594557470981E-13, -1.98397439776494371520E-12,
      1.17361862988909016308E-11, -6.66348972350202774223E-11, 3.62559028155211703701E-10, -1.88724975172282928790E-9,
      9.38153738649577178388E-9,  -4.44505912879632808065E-8,  2.00329475355213526229E-7,  -8.56872026469545474066E-7,
      3.47025130813767847674E-6,  -1.32731636560394358279E-5,  4.78156510755005422638E-5,  -1.61760815825896745588E-4,
      5.12285956168575772895E-4,  -1.51357245063125314899E-3,  4.15642294431288815669E-3,  -1.05640848946261981558E-2,
      2.47264490306265168283E-2,  -5.29459812080949914269E-2,  1.02643658689847095384E-1,  -1.76416518357834055153E-1,
      2.52587186443633654823E-1};
  static constexpr double kLarge64[] = {
      7.51729631084210481353E-18,  4.41434832307170791151E-18,  -4.65030536848935832153E-17,
      -3.20952592199342395980E-17, 2.96262899764595013876E-16,  3.30820231092092828324E-16,
      -1.88035477551078244854E-15, -3.81440307243700780478E-15, 1.04202769841288027642E-14,
      4.27244001671195135429E-14,  -2.10154184277266431302E-14, -4.08355111109219731823E-13,
      -7.19855177624590851209E-13, 2.03562854414708950722E-12,  1.41258074366137813316E-11,
      3.25260358301548823856E-11,  -1.89749581235054123450E-11, -5.58974346219658380687E-10,
      -3.83538038596423702205E-9,  -2.63146884688951950684E-8,  -2.51223623787020892529E-7,
      -3.88256480887769039346E-6,  -1.10588938762623716291E-4,  -9.76109749136146840777E-3,
      7.78576235018280120474E-1};
  return IsDouble(x) ? BesselI1e(x, kSmall64, kLarge64) : BesselI1e(x, kSmall32, kLarge32);
}

// ---- Error function

namespace {

// erfc(x) for |x| >= 1 from its value for |x|: 0 where e^(-x^2) underflows, 2 - erfc(|x|) for negative x.
Expr FinishErfc(Expr x, Expr minus_square, Expr value, double max_log) {
  const Expr clamped = Select(Lt(minus_square, -max_log), 0.0, value);
  return Select(Lt(x, 0.0), 2.0 - clamped, clamped);
}

Expr ErfcOutside64(Expr x) {
  const Expr z = -(x * x);
  const Expr a = Abs(x);
  const Expr e = Exp(z);
  const Expr up_to_8 = e *
                       Poly(a, {2.46196981473530512524E-10, 5.64189564831068821977E-1, 7.46321056442269912687E0,
                                4.86371970985681366614E1, 1.96520832956077098242E2, 5.26445194995477358631E2,
                                9.34528527171957607540E2, 1.02755188689515710272E3, 5.57535335369399327526E2}) /
                       Poly(a, {1.0, 1.32281951154744992508E1, 8.67072140885989742329E1, 3.54937778887819891062E2,
                                9.75708501743205489753E2, 1.82390916687909736289E3, 2.24633760818710981792E3,
                                1.65666309194161350182E3, 5.57535340817727675546E2});
  const Expr beyond = e *
                      Poly(a, {5.64189583547755073984E-1, 1.27536670759978104416E0, 5.01905042251180477414E0,
                               6.16021097993053585195E0, 7.40974269950448939160E0, 2.97886665372100240670E0}) /
                      Poly(a, {1.0, 2.26052863220117276590E0, 9.39603524938001434673E0, 1.20489539808096656605E1,
                               1.70814450747565897222E1, 9.60896809063285878198E0, 3.36907645100081516050E0});
  return FinishErfc(x, z, Select(Lt(a, 8.0), up_to_8, beyond), 7.09782712893383996843E2);
}

Expr ErfcOutside32(Expr x) {
  const Expr square = x * x;
  const Expr z = -square;
  const Expr a = Abs(x);
  const Expr q = 1.0 / square;
  const Expr up_to_2 = Poly(q, {+2.326819970068386E-2, -1.387039388740657E-1, +3.687424674597105E-1,
                                -5.824733027278666E-1, +6.210004621745983E-1, -4.944515323274145E-1,
                                +3.404879937665872E-1, -2.741127028184656E-1, +5.638259427386472E-1});
  const Expr beyond =
      Poly(q, {-1.047766399936249E+1, +1.297719955372516E+1, -7.495518717768503E+0, +2.921019019210786E+0,
               -1.015265279202700E+0, +4.218463358204948E-1, -2.820767439740514E-1, +5.641895067754075E-1});
  const Expr value = Exp(z) * (1.0 / a) * Select(Lt(a, 2.0), up_to_2, beyond);
  return FinishErfc(x, z, value, 88.72283905206835);
}

// erf(x) for |x| <= 1.
Expr ErfInside64(Expr x) {
  const Expr q = x * x;
  return x *
         Poly(q, {9.60497373987051638749E0, 9.00260197203842689217E1, 2.23200534594684319226E3,
                  7.00332514112805075473E3, 5.55923013010394962768E4}) /
         Poly(q, {1.0, 3.35617141647503099647E1, 5.21357949780152679795E2, 4.59432382970980127987E3,
                  2.26290000613890934246E4, 4.92673942608635921086E4});
}

Expr ErfInside32(Expr x) {
  return x * Poly(x * x, {+7.853861353153693E-5, -8.010193625184903E-4, +5.188327685732524E-3, -2.685381193529856E-2,
                          +1.128358514861418E-1, -3.761262582423300E-1, +1.128379165726710E+0});
}

Expr Erf32(Expr x_in) {
  const Expr x = Min(Max(x_in, -4.0), 4.0);
  const Expr q = x * x;
  const Expr value = x *
                     Poly(q, {-2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06, -5.69250639462346e-05,
                              -7.34990630326855e-04, -2.95459980854025e-03, -1.60960333262415e-02}) /
                     Poly(q, {-1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03,
                              -7.37332916720468e-03, -1.42647390514189e-02});
  return Min(Max(value, -1.0), 1.0);
}

}  // namespace

Expr Erf(Expr x) {
  if (!IsDouble(x)) return Erf32(x);
  return Select(Lt(Abs(x), 1.0), ErfInside64(x), 1.0 - ErfcOutside64(x));
}

Expr Erfc(Expr x) {
  if (!IsDouble(x)) return Select(Lt(Abs(x), 1.0), 1.0 - ErfInside32(x), ErfcOutside32(x));
  return Select(Lt(Abs(x), 1.0), 1.0 - ErfInside64(x), ErfcOutside64(x));
}

namespace {

// Giles' approximations are polynomials in w = -log(1 - x^2), shifted, one for each range of w. The steps of Horner's rule
// are shared: each picks its coefficient by range, and a range with fewer coefficients stops early.
struct ErfInvRange {
  Expr applies;  // of the ranges that apply the first one counts
  std::span<const double> coefficients;
};

Expr SharedHorner(Expr w, std::span<const ErfInvRange> ranges) {
  size_t degree = 0;
  for (const ErfInvRange& r : ranges) degree = std::max(degree, r.coefficients.size());
  const auto pick = [&](auto value_of) {
    Expr picked = value_of(ranges.back());
    for (size_t i = ranges.size() - 1; i-- > 0;) {
      const Expr value = value_of(ranges[i]);
      if (value.value() != picked.value()) picked = Select(ranges[i].applies, value, picked);
    }
    return picked;
  };
  Expr p = pick([&](const ErfInvRange& r) { return w.Like(r.coefficients[0]); });
  for (size_t i = 1; i < degree; ++i) {
    const Expr product = p * w;
    const Expr before = p;
    p = pick([&](const ErfInvRange& r) { return i < r.coefficients.size() ? product + r.coefficients[i] : before; });
  }
  return p;
}

// erf_inv(±1) is ±infinity, which the polynomials do not give.
Expr FinishErfInv(Expr x, Expr p) { return Select(Eq(Abs(x), 1.0), x * kInfinity, p * x); }

Expr ErfInv32(Expr x, Expr w) {
  static constexpr double kCentral[] = {2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087,
                                        -0.00125372503, -0.00417768164, 0.246640727,    1.50140941};
  static constexpr double kTail[] = {-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773,
                                     -0.0076224613,   0.00943887047,  1.00167406,    2.83297682};
  const Expr is_central = Lt(w, 5.0);
  const Expr shifted = Select(is_central, w - 2.5, Sqrt(w) - 3.0);
  const ErfInvRange ranges[] = {{is_central, kCentral}, {is_central, kTail}};
  return FinishErfInv(x, SharedHorner(shifted, ranges));
}

Expr ErfInv64(Expr x, Expr w) {
  static constexpr double kCentral[] = {
      -3.6444120640178196996e-21, -1.685059138182016589e-19,  1.2858480715256400167e-18,  1.115787767802518096e-17,
      -1.333171662854620906e-16,  2.0972767875968561637e-17,  6.6376381343583238325e-15,  -4.0545662729752068639e-14,
      -8.1519341976054721522e-14, 2.6335093153082322977e-12,  -1.2975133253453532498e-11, -5.4154120542946279317e-11,
      1.051212273321532285e-09,   -4.1126339803469836976e-09, -2.9070369957882005086e-08, 4.2347877827932403518e-07,
      -1.3654692000834678645e-06, -1.3882523362786468719e-05, 0.0001867342080340571352,   -0.00074070253416626697512,
      -0.0060336708714301490533,  0.24015818242558961693,     1.6536545626831027356};
  static constexpr double kMiddle[] = {
      2.2137376921775787049e-09,  9.0756561938885390979e-08, -2.7517406297064545428e-07, 1.8239629214389227755e-08,
      1.5027403968909827627e-06,  -4.013867526981545969e-06, 2.9234449089955446044e-06,  1.2475304481671778723e-05,
      -4.7318229009055733981e-05, 6.8284851459573175448e-05, 2.4031110387097893999e-05,  -0.0003550375203628474796,
      0.00095328937973738049703,  -0.0016882755560235047313, 0.0024914420961078508066,   -0.0037512085075692412107,
      0.005370914553590063617,    1.0052589676941592334,     3.0838856104922207635};
  static constexpr double kTail[] = {-2.7109920616438573243e-11, -2.5556418169965252055e-10, 1.5076572693500548083e-09,
                                     -3.7894654401267369937e-09, 7.6157012080783393804e-09,  -1.4960026627149240478e-08,
                                     2.9147953450901080826e-08,  -6.7711997758452339498e-08, 2.2900482228026654717e-07,
                                     -9.9298272942317002539e-07, 4.5260625972231537039e-06,  -1.9681778105531670567e-05,
                                     7.5995277030017761139e-05,  -0.00021503011930044477347, -0.00013871931833623122026,
                                     1.0103004648645343977,      4.8499064014085844221};
  const Expr is_central = Lt(w, 6.25);
  const Expr is_middle = Lt(w, 16.0);
  const Expr outside = Sqrt(w) - Select(is_middle, w.Like(3.25), w.Like(5.0));
  const Expr shifted = Select(is_central, w - 3.125, outside);
  const ErfInvRange ranges[] = {{is_central, kCentral}, {is_middle, kMiddle}, {is_middle, kTail}};
  return FinishErfInv(x, SharedHorner(shifted, ranges));
}

}  // namespace

Expr ErfInv(Expr x) {
  const Expr w = -Log1p(x * -x);
  return IsDouble(x) ? ErfInv64(x, w) : ErfInv32(x, w);
}

// ---- Gamma function

namespace {

constexpr double kLanczosG = 7;
constexpr double kLanczosBase = 0.99999999999980993227684700473478;
constexpr std::array<double, 8> kLanczos = {676.520368121885098567009190444019, -1259.13921672240287047156078755283,
                                            771.3234287776530788486528258894,   -176.61502916214059906584551354,
                                            12.507343278686904814458936853,     -0.13857109526572011689554707,
                                            9.984369578019570859563e-6,         1.50563273514931155834e-7};

// The argument of the Lanczos series, z = x - 1, by reflection -x where x < 1/2; t = z + g + 1/2 and its logarithm,
// computed by log1p because that is more precise.
struct LanczosTerms {
  explicit LanczosTerms(Expr x)
      : reflects(Lt(x, 0.5)),
        z(Select(reflects, -x, x - 1.0)),
        t(x.Like(kLanczosG + 0.5) + z),
        log_t(x.Like(std::log(kLanczosG + 0.5)) + Log1p(z / (kLanczosG + 0.5))) {}

  Expr reflects, z, t, log_t;
};

// log |sin(pi x)|, with the argument reduced to [0, 1/2] first: exact at integers, and precise near them.
Expr LogAbsSinPi(Expr x) {
  const Expr a = Abs(x);
  const Expr fraction = a - Floor(a);
  const Expr reduced = Select(Lt(fraction.Like(0.5), fraction), 1.0 - fraction, fraction);
  return Log(Sin(reduced.Like(std::numbers::pi) * reduced));
}

}  // namespace

// lgamma(z + 1) = log(2 pi) / 2 + (z + 1/2) log t - t + log a(z), with a(z) = base + sum c_k / (z + k);
// lgamma(x) = log pi - log |sin(pi x)| - lgamma(1 - x).
Expr Lgamma(Expr x) {
  const LanczosTerms terms(x);
  Expr a = x.Like(kLanczosBase);
  for (size_t k = 0; k < kLanczos.size(); ++k) {
    a = a + x.Like(kLanczos[k]) / (terms.z + static_cast<double>(k + 1));
  }
  // (z + 1/2) log t - t as one product: t alone may be so large that the difference of the two overflows.
  const Expr main = (terms.z + 0.5 - terms.t / terms.log_t) * terms.log_t;
  const double log_sqrt_2pi = (std::numbers::ln2 + std::log(std::numbers::pi)) / 2;
  const Expr direct = x.Like(log_sqrt_2pi) + main + Log(a);

  const Expr log_sin = LogAbsSinPi(x);
  const Expr reflected = x.Like(std::log(std::numbers::pi)) - log_sin - direct;
  // At a pole log_sin is -infinity, and infinity - infinity must not make a NaN of it.
  const Expr safe = Select(IsFinite(log_sin), reflected, -log_sin);
  const Expr result = Select(terms.reflects, safe, direct);
  return Select(IsInf(x), kInfinity, result);
}

// digamma(z + 1) = log t + a'(z) / a(z) - g / t; digamma(x) = digamma(1 - x) - pi cot(pi x).
Expr Digamma(Expr x) {
  const LanczosTerms terms(x);
  Expr a = x.Like(kLanczosBase);
  Expr derivative = x.Like(0.0);
  for (size_t k = 0; k < kLanczos.size(); ++k) {
    const Expr term = terms.z + static_cast<double>(k + 1);
    derivative = derivative - x.Like(kLanczos[k]) / (term * term);
    a = a + x.Like(kLanczos[k]) / term;
  }
  const Expr direct = terms.log_t + derivative / a - x.Like(kLanczosG) / terms.t;
  // Shifted into [-1/2, 1/2], where pi x keeps its precision.
  const Expr reduced = (x + Abs(Floor(x + 0.5))) * x.Like(std::numbers::pi);
  const Expr reflected = direct - x.Like(std::numbers::pi) * Cos(reduced) / Sin(reduced);
  const Expr result = Select(terms.reflects, reflected, direct);
  const Expr is_pole = And(Le(x, 0.0), IsInteger(x));
  return Select(is_pole, kNan, result);
}

namespace {

// zeta(x, q) as the sum of the first terms and the Euler-Maclaurin formula for the rest.
Expr ZetaSeries(Expr x, Expr q) {
  constexpr int kDirectTerms = 9;
  // (2 k)! / B_2k, from the last to the first.
  static constexpr std::array<double, 12> kBernoulli = {-7.1661652561756670113e18,
                                                        1.8152105401943546773e17,
                                                        -4.5979787224074726105e15,
                                                        1.1646782814350067249e14,
                                                        -2.950130727918164224e12,
                                                        7.47242496e10,
                                                        -1.8924375803183791606e9,
                                                        47900160.0,
                                                        -1209600.0,
                                                        30240.0,
                                                        -720.0,
                                                        12.0};
  const Expr minus_x = -x;
  Expr at = q;
  Expr sum = Pow(q, minus_x);
  for (int i = 0; i < kDirectTerms; ++i) {
    at = at + 1.0;
    sum = sum + Pow(at, minus_x);
  }
  at = at + 1.0;
  const Expr power = Pow(at, minus_x);
  const Expr integral = power * at / (x - 1.0);

  const Expr inverse_square = 1.0 / (at * at);
  Expr tail = q.Like(0.0);
  for (size_t i = 0; i + 1 < kBernoulli.size(); ++i) {
    const double k = 22 - 2 * static_cast<double>(i);
    const Expr factor = (x + k) * (x + (k - 1));
    tail = factor * (inverse_square * (tail + 1.0 / kBernoulli[i]));
  }
  const Expr correction = power * (0.5 + x / at * (tail.Like(1.0 / kBernoulli.back()) + tail));
  const double least = IsDouble(x) ? std::numeric_limits<double>::denorm_min()
                                   : static_cast<double>(std::numeric_limits<float>::denorm_min());
  return Select(Lt(Abs(power), Abs(sum) * least), sum, sum + integral + correction);
}

}  // namespace

// Not defined for x < 1, nor for q <= 0 unless x is an integer; poles at q = 0, -1, … (infinite for even x) and at x = 1.
Expr Zeta(Expr x, Expr q) {
  const Expr is_q_at_most_0 = Le(q, 0.0);
  const Expr is_x_integer = IsInteger(x);
  Expr result = Select(Lt(x, 1.0), kNan, ZetaSeries(x, q));
  result = Select(And(is_q_at_most_0, Not(is_x_integer)), kNan, result);
  const Expr is_x_even = And(is_x_integer, Eq(Rem(x, 2.0), 0.0));
  const Expr at_pole = Select(is_x_even, x.Like(kInfinity), x.Like(kNan));
  result = Select(And(is_q_at_most_0, IsInteger(q)), at_pole, result);
  return Select(Eq(x, 1.0), kInfinity, result);
}

// polygamma(n, x) = (-1)^(n + 1) n! zeta(n + 1, x) for natural n, digamma for 0.
Expr Polygamma(Expr n, Expr x) {
  const Expr sign = Rem(n, 2.0) * 2.0 - 1.0;
  const Expr n1 = n + 1.0;
  const Expr general = sign * Exp(Lgamma(n1)) * Zeta(n1, x);
  const Expr result = Select(Eq(n, 0.0), Digamma(x), general);
  return Select(Or(Not(IsInteger(n)), Lt(n, 0.0)), kNan, result);
}

}  // namespace cppjrt::stablehlo::chlo
