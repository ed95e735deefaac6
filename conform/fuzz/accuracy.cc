#include "conform/fuzz/accuracy.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "conform/fuzz/values.h"
#include "stablehlo/eval/value_text.h"

namespace cppjrt::conform {
namespace {

using stablehlo::ElementType;
using stablehlo::Tensor;

struct Accuracy {
  std::string_view op;
  double ulps;
  bool accumulates = false;
};

// Ops that are not named are exact. Elementary functions: what the worst of the plugins known needs, so that a difference is a
// fault and no matter of taste.
constexpr Accuracy kAccuracies[] = {
    {"add", 1},
    {"subtract", 1},
    {"multiply", 1},
    {"divide", 2},
    {"sqrt", 1},
    {"rsqrt", 2},
    {"convert", 1},  // values of narrow types may be kept in wider ones
    {"reduce_precision", 1},
    {"atan2", 16},
    {"cbrt", 16},
    {"cosine", 16},
    {"exponential", 16},
    {"exponential_minus_one", 16},
    {"log", 16},
    {"log_plus_one", 16},
    {"logistic", 16},
    {"power", 32},
    {"sine", 16},
    {"tan", 32},
    {"tanh", 16},
    {"abs", 4},   // of complex numbers
    {"sign", 4},  // likewise
    {"dot_general", 2, true},
    {"convolution", 2, true},
    {"fft", 4, true},
    {"reduce", 2, true},
    {"reduce_window", 2, true},
    {"select_and_scatter", 2, true},
    {"scatter", 2, true},
    {"triangular_solve", 16, true},
    {"batch_norm_inference", 8, true},
    {"batch_norm_training", 8, true},
    {"map", 2},
    {"if", 4, true},
    {"case", 4, true},
    {"while", 16, true},
    {"all_reduce", 2, true},
    {"reduce_scatter", 2, true},
    {"dynamic_conv", 2, true},
    {"broadcast_add", 1},
    {"broadcast_subtract", 1},
    {"broadcast_multiply", 1},
    {"square", 1},
    {"acos", 64},
    {"acosh", 64},
    {"asin", 64},
    {"asinh", 64},
    {"atan", 64},
    {"atanh", 64},
    {"bessel_i1e", 64},
    {"cosh", 64},
    {"erf", 64},
    {"erfc", 64},
    {"erf_inv", 64},
    {"sinh", 64},
};

std::string_view Mnemonic(std::string_view op) { return op.substr(op.find('.') + 1); }

const Accuracy* Find(std::string_view op) {
  for (const Accuracy& row : kAccuracies) {
    if (row.op == Mnemonic(op)) return &row;
  }
  return nullptr;
}

bool IsInexact(const ValueType& type) { return stablehlo::IsFloat(type.element) || stablehlo::IsComplex(type.element); }

// Whether the regions of a step do nothing inexact, or a row's error is that of complex numbers only.
bool IsExactHere(const FuzzProgram& program, const Step& step) {
  const std::string_view op = Mnemonic(step.op);
  if (op == "abs" || op == "sign") return !stablehlo::IsComplex(program.type(step.operands[0]).element);
  if (step.regions.empty()) return false;
  return std::ranges::none_of(kAccuracies, [&](const Accuracy& row) {
    return row.op != "abs" && row.op != "sign" &&
           step.regions.find("stablehlo." + std::string(row.op)) != std::string::npos;
  });
}

// The units of a step's error: elementary functions of narrow types are right to a unit.
double UlpsFor(const Step& step, const ValueType& type) {
  const double ulps = UlpsOf(step.op);
  return EpsilonOf(type.element) > 0x1p-20 ? std::min(ulps, 2.0) : ulps;
}

double Ulp(double x, ElementType type) { return std::max(std::fabs(x), SmallestNormalOf(type)) * EpsilonOf(type); }

std::string NumberText(const Tensor& tensor, int64_t element) { return stablehlo::ElementText(tensor, element); }

Difference Judge(double got, double want, double allowed, double smallest_normal, bool zero_signs) {
  if (std::isnan(got) || std::isnan(want)) {
    if (std::isnan(got) && std::isnan(want)) return Difference::kNone;
    return std::isnan(want) ? Difference::kNan : Difference::kNotNan;
  }
  if (got == want) {
    const bool sign = zero_signs && got == 0 && std::signbit(got) != std::signbit(want);
    return sign ? Difference::kZeroSign : Difference::kNone;
  }
  if (std::isinf(got) || std::isinf(want)) return Difference::kInfinity;
  if (std::fabs(got - want) <= allowed) return Difference::kNone;
  // Somewhere on the way a number that small became zero.
  if (std::fabs(got - want) <= 4 * smallest_normal) return Difference::kSubnormal;
  return Difference::kValue;
}

}  // namespace

double UlpsOf(std::string_view op) {
  const Accuracy* row = Find(op);
  return row == nullptr ? 0 : row->ulps;
}

bool WorksByParts(std::string_view op) { return Mnemonic(op) == "add" || Mnemonic(op) == "subtract"; }

bool Accumulates(const Step& step) {
  const Accuracy* row = Find(step.op);
  return row != nullptr && row->accumulates;
}

std::vector<Shake> ShakesFor(const FuzzProgram& program) {
  std::vector<Shake> shakes;
  for (size_t s = 0; s < program.steps.size(); ++s) {
    const Step& step = program.steps[s];
    if (Find(step.op) == nullptr || IsExactHere(program, step)) continue;
    std::vector<size_t> used = step.operands;
    used.insert(used.end(), step.captures.begin(), step.captures.end());
    for (size_t i = 0; Accumulates(step) && i < used.size(); ++i) {
      const ValueType& type = program.type(used[i]);
      if (IsInexact(type))
        shakes.push_back({.step = s, .operand = i, .type = type, .ulps = std::max(UlpsFor(step, type), 2.0)});
    }
    for (size_t k = 0; k < step.results.size(); ++k) {
      const double ulps = UlpsFor(step, step.results[k]);
      if (IsInexact(step.results[k]) && ulps > 0) {
        shakes.push_back({.step = s,
                          .result = k,
                          .type = step.results[k],
                          .ulps = ulps,
                          .zero_sign = Accumulates(step) && !stablehlo::IsComplex(step.results[k].element)});
      }
    }
  }
  return shakes;
}

std::string_view DifferenceName(Difference difference) {
  constexpr std::string_view kNames[] = {"none",      "value", "nan",   "not-nan", "infinity", "subnormal",
                                         "zero-sign", "shape", "crash", "hang",    "refused"};
  return kNames[static_cast<size_t>(difference)];
}

Tolerance::Tolerance(const Tensor& want, double ulps, bool by_parts)
    : want_(NumbersOf(want)),
      allowed_(want_.size()),
      unstable_(want_.size()),
      exact_(!stablehlo::IsFloat(want.type()) && !stablehlo::IsComplex(want.type())),
      parts_(stablehlo::IsComplex(want.type()) ? 2 : 1) {
  for (size_t i = 0; parts_ == 2 && ulps > 0 && !by_parts && i < want_.size(); ++i) {
    unstable_[i] = !std::isfinite(want_[i]) || !std::isfinite(want_[i ^ 1]);
  }
  if (!exact_) smallest_ = Ulp(0, want.type());
  if (exact_ || ulps == 0) return;
  for (size_t i = 0; i < want_.size(); ++i) {
    // The parts of a complex number share their error.
    double size = std::fabs(want_[i]);
    if (parts_ == 2) size = std::max(size, std::fabs(want_[i ^ 1]));
    if (std::isfinite(size)) allowed_[i] = ulps * Ulp(size, want.type());
  }
}

void Tolerance::Widen(const Tensor& shaken) {
  const std::vector<double> numbers = NumbersOf(shaken);
  for (size_t i = 0; i < want_.size() && i < numbers.size(); ++i) {
    const double a = numbers[i];
    const double b = want_[i];
    if (a == b || (std::isnan(a) && std::isnan(b))) continue;
    if (exact_ || !std::isfinite(a) || !std::isfinite(b)) {
      unstable_[i] = true;
    } else {
      allowed_[i] = std::max(allowed_[i], 8 * std::fabs(a - b));
      if (parts_ == 2) allowed_[i ^ 1] = std::max(allowed_[i], allowed_[i ^ 1]);
    }
  }
}

void Tolerance::Bound(const Tensor& absolute) {
  const std::vector<double> numbers = NumbersOf(absolute);
  for (size_t i = 0; i < want_.size() && i < numbers.size() && !exact_; ++i) {
    if (std::isinf(numbers[i])) unstable_[i] = true;
    if (parts_ == 2 && std::isinf(numbers[i ^ 1])) unstable_[i] = true;
  }
}

void Tolerance::Floor(double ulps) {
  for (double& allowed : allowed_) allowed = std::max(allowed, ulps * smallest_);
}

void Tolerance::Open() { unstable_.assign(unstable_.size(), true); }

double Tolerance::largest() const {
  double largest = 0;
  for (size_t i = 0; i < allowed_.size(); ++i) largest = unstable_[i] ? largest : std::max(largest, allowed_[i]);
  return largest;
}

Found Compare(const Tensor& got, const Tensor& want, const Tolerance& tolerance, bool zero_signs) {
  Found found;
  if (got.type() != want.type() || got.dims() != want.dims()) {
    found.difference = Difference::kShape;
    found.text = "the result is " + stablehlo::ShapeText(got.type(), got.dims()) + ", expected " +
                 stablehlo::ShapeText(want.type(), want.dims());
    return found;
  }
  const std::vector<double> a = NumbersOf(got);
  const std::vector<double> b = NumbersOf(want);
  const bool integers = !stablehlo::IsFloat(got.type()) && !stablehlo::IsComplex(got.type());
  const size_t parts = stablehlo::IsComplex(got.type()) ? 2 : 1;
  const auto size = static_cast<size_t>(stablehlo::ElementBytes(got.type()));
  // The most telling difference counts: values before infinities before NaN before subnormals before signs.
  const auto weight = [](Difference d) { return d == Difference::kNone ? 100 : static_cast<int>(d); };
  int64_t last = -1;
  for (size_t i = 0; i < a.size(); ++i) {
    if (tolerance.unstable(i)) continue;
    Difference difference = Difference::kNone;
    if (integers) {
      const bool equal = std::memcmp(got.bytes().data() + i * size, want.bytes().data() + i * size, size) == 0;
      difference = equal ? Difference::kNone : Difference::kValue;
    } else {
      difference = Judge(a[i], b[i], tolerance.at(i), SmallestNormalOf(got.type()), zero_signs);
    }
    if (difference == Difference::kNone) continue;
    const auto element = static_cast<int64_t>(i / parts);
    found.count += element != last ? 1 : 0;
    last = element;
    if (weight(difference) < weight(found.difference)) {
      found.difference = difference;
      found.element = element;
    }
  }
  if (found.difference == Difference::kNone) return found;
  found.text = "element " + stablehlo::IndexText(got.dims(), found.element) + " is " + NumberText(got, found.element) +
               ", expected " + NumberText(want, found.element) + " (" + std::to_string(found.count) + " of " +
               std::to_string(got.num_elements()) + " differ)";
  return found;
}

}  // namespace cppjrt::conform
