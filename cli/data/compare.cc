#include "cli/data/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "cli/data/element_text.h"
#include "cli/data/elements.h"

namespace cppjrt::data {
namespace {

using pjrt::ElementKind;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// How one element came out.
struct Verdict {
  bool pass;
  double magnitude;     // |got - want|, infinite if they cannot be subtracted
  double scale;         // |want|
  bool finite = false;  // both are numbers, so that magnitude / scale means something
};

Verdict JudgeIntegers(Wide got, Wide want) {
  const auto magnitude = static_cast<double>(got < want ? want - got : got - want);
  return {got == want, magnitude, std::fabs(static_cast<double>(want)), true};
}

bool IsFinite(std::complex<double> value) { return std::isfinite(value.real()) && std::isfinite(value.imag()); }

double Allowed(Tolerance tolerance, double scale) { return tolerance.atol + tolerance.rtol * scale; }

Verdict JudgeReals(double got, double want, Tolerance tolerance) {
  const double scale = std::fabs(want);
  if (std::isfinite(got) && std::isfinite(want)) {
    const double magnitude = std::fabs(got - want);
    return {magnitude <= Allowed(tolerance, scale), magnitude, scale, true};
  }
  const bool same = std::isnan(want) ? std::isnan(got) : got == want;
  return {same, same ? 0 : kInfinity, scale};
}

Verdict JudgeComplex(std::complex<double> got, std::complex<double> want, Tolerance tolerance) {
  const double scale = std::abs(want);
  if (IsFinite(want)) {
    const double magnitude = IsFinite(got) ? std::abs(got - want) : kInfinity;
    return {IsFinite(got) && magnitude <= Allowed(tolerance, scale), magnitude, scale, IsFinite(got)};
  }
  const Verdict real = JudgeReals(got.real(), want.real(), tolerance);
  const Verdict imaginary = JudgeReals(got.imag(), want.imag(), tolerance);
  return {real.pass && imaginary.pass, std::max(real.magnitude, imaginary.magnitude), scale};
}

Verdict Judge(const Array& got, const Array& want, int64_t index, Tolerance tolerance) {
  switch (KindOf(want)) {
    case ElementKind::kFloat:
      return JudgeReals(RealAt(got, index), RealAt(want, index), tolerance);
    case ElementKind::kComplex:
      return JudgeComplex(ComplexAt(got, index), ComplexAt(want, index), tolerance);
    default:
      return JudgeIntegers(IntegerAt(got, index), IntegerAt(want, index));
  }
}

// "(|difference| 0.25 > 1e-05)"; empty where the difference is no number or says nothing new.
std::string MagnitudeText(const Difference& worst, const Array& want, Tolerance tolerance) {
  if (!std::isfinite(worst.magnitude) || KindOf(want) == ElementKind::kBool) return "";
  const bool whole = KindOf(want) == ElementKind::kSigned || KindOf(want) == ElementKind::kUnsigned;
  const double scale = std::abs(ComplexAt(want, worst.index));
  const double allowed = whole || !std::isfinite(scale) ? 0 : Allowed(tolerance, scale);
  return fmt::format(" (|difference| {:.6g} > {:.6g})", worst.magnitude, allowed);
}

std::string Explain(const Comparison& result, const Array& want, Tolerance tolerance) {
  if (result.total == 0) return "no elements to compare";
  if (!result.worst) {
    const std::string_view all = result.total == 1 ? "the only element agrees" : "elements agree";
    const std::string count = result.total == 1 ? "" : fmt::format("all {} ", result.total);
    return fmt::format("{}{}; largest |difference| {:.6g}", count, all, result.max_abs);
  }
  const Difference& worst = *result.worst;
  return fmt::format("{} of {} elements {}; worst at {}: got {}, expected {}{}", result.differing, result.total,
                     result.differing == 1 ? "differs" : "differ", DimsText(Unflatten(worst.index, want.dims())),
                     worst.got, worst.want, MagnitudeText(worst, want, tolerance));
}

// Gathers the verdicts. Texts are made at the end, for two elements only.
class Tally {
 public:
  void Add(int64_t index, const Verdict& verdict) {
    if (verdict.finite) {
      max_abs_ = std::max(max_abs_, verdict.magnitude);
      if (verdict.scale > 0) max_rel_ = std::max(max_rel_, verdict.magnitude / verdict.scale);
    }
    if (verdict.pass) return;
    if (differing_++ == 0) first_ = worst_ = {index, verdict.magnitude};
    if (verdict.magnitude > worst_.magnitude) worst_ = {index, verdict.magnitude};
  }

  Comparison Finish(const Array& got, const Array& want) const {
    Comparison result;
    result.pass = differing_ == 0;
    result.differing = differing_;
    result.total = want.size();
    result.max_abs = max_abs_;
    result.max_rel = max_rel_;
    if (differing_ == 0) return result;
    result.first = Describe(first_, got, want);
    result.worst = Describe(worst_, got, want);
    return result;
  }

 private:
  struct Place {
    int64_t index = 0;
    double magnitude = 0;
  };
  static Difference Describe(const Place& place, const Array& got, const Array& want) {
    return {place.index, ElementText(got, place.index), ElementText(want, place.index), place.magnitude};
  }

  int64_t differing_ = 0;
  double max_abs_ = 0;
  double max_rel_ = 0;
  Place first_;
  Place worst_;
};

}  // namespace

Comparison Compare(const Array& got, const Array& want, Tolerance tolerance) {
  if (got.shape() != want.shape()) {
    Comparison result;
    result.text = fmt::format("got {}, expected {}", ToString(got.shape()), ToString(want.shape()));
    return result;
  }
  Tally tally;
  // Equal bytes pass by every rule above.
  const bool identical = std::memcmp(got.data(), want.data(), want.bytes().size()) == 0;
  for (int64_t i = 0; i < want.size() && !identical; ++i) tally.Add(i, Judge(got, want, i, tolerance));
  Comparison result = tally.Finish(got, want);
  result.text = Explain(result, want, tolerance);
  return result;
}

}  // namespace cppjrt::data
