#include "conform/semantics/rule.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "stablehlo/eval/convert.h"
#include "stablehlo/eval/value_text.h"

namespace cppjrt::conform {
namespace {

using stablehlo::ElementType;
using stablehlo::Tensor;

constexpr uint64_t kFar = std::numeric_limits<uint64_t>::max();

bool HasFloats(const Tensor& tensor) {
  return stablehlo::IsFloat(tensor.type()) || stablehlo::IsComplex(tensor.type());
}

// 2^-10, 2^-7, 2^-23, 2^-52: the distance from 1 to the next number.
double Epsilon(ElementType real) {
  switch (real) {
    case ElementType::kBF16:
      return 0x1p-7;
    case ElementType::kF16:
      return 0x1p-10;
    case ElementType::kF64:
      return 0x1p-52;
    default:
      return 0x1p-23;
  }
}

// All floats of a tensor, those of complex numbers one after the other.
std::vector<double> Parts(const Tensor& tensor) {
  const ElementType real = stablehlo::RealType(tensor.type());
  std::vector<double> parts(static_cast<size_t>(tensor.num_bytes() / stablehlo::ElementBytes(real)));
  stablehlo::ToF64(real, tensor.bytes().data(), parts.data(), static_cast<int64_t>(parts.size()));
  return parts;
}

bool NumberHolds(double got, double want, double allowed, bool any_sign) {
  if (any_sign) got = std::fabs(got), want = std::fabs(want);
  if (got == want || (std::isnan(got) && std::isnan(want))) return true;
  return std::isfinite(got) && std::isfinite(want) && std::fabs(got - want) <= allowed;
}

// Two parts of one complex number: by the absolute value of the difference where the wanted one is finite.
bool ComplexHolds(const double* got, const double* want, const Rule& rule) {
  const double allowed = rule.atol + rule.rtol * std::hypot(want[0], want[1]);
  if (!std::isfinite(want[0]) || !std::isfinite(want[1])) {
    return NumberHolds(got[0], want[0], allowed, rule.any_sign) && NumberHolds(got[1], want[1], allowed, rule.any_sign);
  }
  return std::hypot(got[0] - want[0], got[1] - want[1]) <= allowed;
}

double LargestFinite(const std::vector<double>& numbers) {
  double largest = 0;
  for (const double x : numbers) largest = std::isfinite(x) ? std::max(largest, std::fabs(x)) : largest;
  return largest;
}

Verdict JudgeNumbers(const Tensor& got, const Tensor& want, const Rule& rule) {
  const std::vector<double> a = Parts(got);
  const std::vector<double> b = Parts(want);
  const bool complex = stablehlo::IsComplex(got.type());
  const bool relaxed = rule.kind == RuleKind::kRelaxed;
  const double scale = 16 * Epsilon(stablehlo::RealType(got.type())) * (relaxed ? LargestFinite(b) : 0);
  const size_t parts = complex ? 2 : 1;
  int64_t failures = 0;
  int64_t first = 0;
  for (size_t i = 0; i < a.size(); i += parts) {
    bool holds = true;
    if (complex && !relaxed) {
      holds = ComplexHolds(&a[i], &b[i], rule);
    } else {
      for (size_t k = i; k < i + parts; ++k) {
        holds &= NumberHolds(a[k], b[k], relaxed ? scale : rule.atol + rule.rtol * std::fabs(b[k]), rule.any_sign);
      }
    }
    if (!holds && failures++ == 0) first = static_cast<int64_t>(i / parts);
  }
  const int64_t count = got.num_elements();
  Verdict verdict;
  verdict.holds = failures == 0 || static_cast<double>(failures) <= (1 - rule.share) * static_cast<double>(count);
  if (verdict.holds) return verdict;
  verdict.text = "element " + stablehlo::IndexText(got.dims(), first) + " is " + stablehlo::ElementText(got, first) +
                 ", expected " + stablehlo::ElementText(want, first) + " (" + std::to_string(failures) + " of " +
                 std::to_string(count) + " differ)";
  return verdict;
}

uint64_t WorstUlp(const Tensor& got, const Tensor& want) {
  uint64_t worst = 0;
  for (int64_t i = 0; i < got.num_elements(); ++i) {
    const uint64_t distance = stablehlo::UlpDistance(got, want, i);
    if (distance != kFar) worst = std::max(worst, distance);
  }
  return worst;
}

}  // namespace

Verdict Judge(const Tensor& got, const Tensor& want, const Rule& rule) {
  const bool same_shape = got.type() == want.type() && got.dims() == want.dims();
  Verdict verdict;
  if (rule.kind == RuleKind::kCheck || !same_shape || !HasFloats(got)) {
    // Shapes, integers and checks.
    const Status status =
        stablehlo::CheckTensors(got, want, rule.kind == RuleKind::kCheck ? rule.check : stablehlo::CheckRule());
    verdict = {status.ok(), std::string(status.message()), 0};
  } else {
    verdict = JudgeNumbers(got, want, rule);
  }
  if (same_shape && HasFloats(got)) verdict.worst_ulp = WorstUlp(got, want);
  return verdict;
}

}  // namespace cppjrt::conform
