#include "cpu/lapack/screen.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cppjrt::cpu::lapack {
namespace {

using stablehlo::ElementType;

// `parts` numbers of R make an element: 2 of complex ones.
template <typename R>
bool AllFinite(const R* numbers, int64_t count, int64_t parts) {
  return std::all_of(numbers, numbers + count * parts, [](R x) { return std::isfinite(x); });
}

// Column by column; `uplo` says whether the triangle begins or ends at the diagonal.
template <typename R>
bool TriangleFinite(const R* numbers, int64_t n, int64_t parts, char uplo) {
  for (int64_t column = 0; column < n; ++column) {
    const int64_t first = uplo == 'L' ? column : 0;
    const int64_t count = uplo == 'L' ? n - column : column + 1;
    if (!AllFinite(numbers + (column * n + first) * parts, count, parts)) return false;
  }
  return true;
}

int64_t PartsOf(ElementType type) { return stablehlo::IsComplex(type) ? 2 : 1; }

template <typename R>
void FillNan(const Batch::Array& array, int64_t problem, int64_t parts) {
  R* const numbers = reinterpret_cast<R*>(array.data) + problem * array.stride * parts;
  std::fill_n(numbers, array.stride * parts, std::numeric_limits<R>::quiet_NaN());
}

}  // namespace

void Screen::RunFinite(int64_t begin, int64_t end, const std::function<void(int64_t, int64_t)>& run) const {
  int64_t first = begin;
  for (int64_t problem = begin; problem < end; ++problem) {
    if (MayRun(problem)) continue;
    if (first < problem) run(first, problem);
    Refuse(problem);
    first = problem + 1;
  }
  if (first < end) run(first, end);
}

bool Screen::MayRun(int64_t problem) const {
  if (algorithm_ == Algorithm::kDirect) return true;
  const int64_t parts = PartsOf(type_);
  const auto is_finite = [&](const auto* numbers) {
    if (algorithm_ == Algorithm::kIterative) return AllFinite(numbers, batch_.operands[0].stride, parts);
    return TriangleFinite(numbers, batch_.sizes['n'], parts, batch_.Mode("uplo"));
  };
  const std::byte* const data = batch_.operands[0].data;
  const int64_t at = problem * batch_.operands[0].stride * parts;
  if (stablehlo::RealType(type_) == ElementType::kF32) return is_finite(reinterpret_cast<const float*>(data) + at);
  return is_finite(reinterpret_cast<const double*>(data) + at);
}

// A count that comes before the info stays 0.
void Screen::Refuse(int64_t problem) const {
  for (size_t i = 0; i < result_types_.size(); ++i) {
    const ElementType type = result_types_[i];
    if (type == ElementType::kI32) {
      if (i + 1 == result_types_.size()) batch_.number(i, problem) = kNotFinite;
    } else if (stablehlo::RealType(type) == ElementType::kF32) {
      FillNan<float>(batch_.results[i], problem, PartsOf(type));
    } else {
      FillNan<double>(batch_.results[i], problem, PartsOf(type));
    }
  }
}

}  // namespace cppjrt::cpu::lapack
