#include "cli/data/statistics.h"

#include <algorithm>
#include <cmath>

#include "cli/data/elements.h"

namespace cppjrt::data {
namespace {

// Mean and variance in one pass without cancellation (Welford).
class Accumulator {
 public:
  void Add(double value) {
    ++all_.count;
    if (value != 0) ++all_.nonzero;
    if (std::isnan(value)) {
      ++all_.nan;
    } else if (std::isinf(value)) {
      ++all_.infinite;
    } else {
      AddFinite(value);
    }
  }

  Statistics Finish() const {
    Statistics result = all_;
    if (result.finite > 0) result.std = std::sqrt(squares_ / static_cast<double>(result.finite));
    return result;
  }

 private:
  void AddFinite(double value) {
    const bool first = all_.finite++ == 0;
    all_.min = first ? value : std::min(all_.min, value);
    all_.max = first ? value : std::max(all_.max, value);
    const double delta = value - all_.mean;
    all_.mean += delta / static_cast<double>(all_.finite);
    squares_ += delta * (value - all_.mean);
  }

  Statistics all_;
  double squares_ = 0;
};

}  // namespace

Statistics Summarize(const Array& array) {
  const bool complex = KindOf(array) == pjrt::ElementKind::kComplex;
  Accumulator accumulator;
  for (int64_t i = 0; i < array.size(); ++i) {
    accumulator.Add(complex ? std::abs(ComplexAt(array, i)) : RealAt(array, i));
  }
  return accumulator.Finish();
}

}  // namespace cppjrt::data
