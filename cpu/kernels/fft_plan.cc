#include "cpu/kernels/fft_plan.h"

#include <bit>
#include <cmath>
#include <map>
#include <mutex>
#include <numbers>

#include "cpu/kernels/fft_set.h"

namespace cppjrt::cpu::kernels {
namespace {

// Plans that are kept; beyond, all are forgotten.
constexpr size_t kKept = 64;

// 4 as often as it goes, then 2, 3, 5, … ; empty if a factor is too large.
std::vector<int> Factors(int64_t n) {
  std::vector<int> factors;
  for (int factor = 4; factor <= kMaxRadix; factor = factor == 4 ? 2 : factor == 2 ? 3 : factor + 2) {
    for (; n % factor == 0; n /= factor) factors.push_back(factor);
  }
  if (n != 1) factors.clear();
  return factors;
}

template <class T>
void Append(std::vector<T>& values, const UnitRoot& root) {
  values.push_back(static_cast<T>(root.re));
  values.push_back(static_cast<T>(root.im));
}

template <class T>
void PlanStages(FftPlan<T>& plan) {
  int64_t rest = plan.n;
  int64_t done = 1;
  for (const int radix : Factors(plan.n)) {
    FftStage stage{radix, rest / radix, done, plan.factors.size(), 0};
    for (int64_t p = 0; p < stage.m; ++p) {
      for (int64_t j = 1; j < radix; ++j) Append(plan.factors, MakeUnitRoot(j * p, rest));
    }
    stage.roots = plan.factors.size();
    if (radix > 5) {
      for (int64_t k = 0; k < radix; ++k) Append(plan.factors, MakeUnitRoot(k, radix));
    }
    plan.stages.push_back(stage);
    rest = stage.m;
    done *= radix;
  }
}

// exp(-pi i k^2 / n): k^2 counts modulo 2 n.
UnitRoot ChirpAt(int64_t k, int64_t n) {
  const auto square = static_cast<unsigned __int128>(k) * static_cast<unsigned __int128>(k);
  return MakeUnitRoot(static_cast<int64_t>(square % static_cast<unsigned __int128>(2 * n)), 2 * n);
}

// The spectrum of the conjugate chirp, by a transform in doubles of one line.
std::vector<double> FilterSpectrum(int64_t n, int64_t length) {
  const auto plan = GetFftPlan<double>(length);
  const FftSet& set = FftSetFor(Isa::kBaseline);
  const auto lanes = static_cast<size_t>(set.f64.lanes);
  const auto size = static_cast<size_t>(length) * lanes;
  std::vector<double> memory(4 * size);
  double* re = memory.data();
  double* im = re + size;
  for (int64_t k = 0; k < n; ++k) {
    const UnitRoot root = ChirpAt(k, n);
    for (const int64_t at : {k, (length - k) % length}) {
      re[static_cast<size_t>(at) * lanes] = root.re;
      im[static_cast<size_t>(at) * lanes] = -root.im;
    }
  }
  double* spare[] = {im + size, im + 2 * size};
  const bool is_spare = set.f64.run(*plan, re, im, spare[0], spare[1]);
  std::vector<double> spectrum;
  for (size_t k = 0; k < static_cast<size_t>(length); ++k) {
    spectrum.push_back((is_spare ? spare[0] : re)[k * lanes] / static_cast<double>(length));
    spectrum.push_back((is_spare ? spare[1] : im)[k * lanes] / static_cast<double>(length));
  }
  return spectrum;
}

template <class T>
void PlanConvolution(FftPlan<T>& plan) {
  const auto length = static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(2 * plan.n - 1)));
  plan.convolution = GetFftPlan<T>(length);
  for (int64_t k = 0; k < plan.n; ++k) Append(plan.chirp, ChirpAt(k, plan.n));
  const std::vector<double> spectrum = FilterSpectrum(plan.n, length);
  plan.filter.reserve(spectrum.size());
  for (const double value : spectrum) plan.filter.push_back(static_cast<T>(value));
}

template <class T>
std::shared_ptr<const FftPlan<T>> MakePlan(int64_t n) {
  auto plan = std::make_shared<FftPlan<T>>();
  plan->n = n;
  if (HasSmallFactors(n)) {
    PlanStages(*plan);
  } else {
    PlanConvolution(*plan);
  }
  return plan;
}

// What was made for a length, until there are too many.
template <class Made>
class LengthCache {
 public:
  template <class Make>
  std::shared_ptr<const Made> Get(int64_t n, const Make& make) {
    {
      const std::lock_guard lock(mutex_);
      if (const auto found = made_.find(n); found != made_.end()) return found->second;
    }
    std::shared_ptr<const Made> made = make(n);
    const std::lock_guard lock(mutex_);
    if (made_.size() >= kKept) made_.clear();
    return made_.try_emplace(n, std::move(made)).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<int64_t, std::shared_ptr<const Made>> made_;
};

}  // namespace

bool HasSmallFactors(int64_t n) { return n == 1 || !Factors(n).empty(); }

UnitRoot MakeUnitRoot(int64_t k, int64_t n) {
  const long double angle =
      -2 * std::numbers::pi_v<long double> * static_cast<long double>(k % n) / static_cast<long double>(n);
  return {static_cast<double>(std::cos(angle)), static_cast<double>(std::sin(angle))};
}

template <class T>
std::shared_ptr<const FftPlan<T>> GetFftPlan(int64_t n) {
  static auto* const cache = new LengthCache<FftPlan<T>>;  // threads may outlive static objects
  return cache->Get(n, MakePlan<T>);
}

template <class T>
std::shared_ptr<const std::vector<T>> GetRealFftRoots(int64_t n) {
  static auto* const cache = new LengthCache<std::vector<T>>;
  return cache->Get(n, [](int64_t length) {
    auto roots = std::make_shared<std::vector<T>>();
    for (int64_t k = 0; k <= length / 4; ++k) Append(*roots, MakeUnitRoot(k, length));
    return roots;
  });
}

template std::shared_ptr<const FftPlan<float>> GetFftPlan(int64_t n);
template std::shared_ptr<const FftPlan<double>> GetFftPlan(int64_t n);
template std::shared_ptr<const std::vector<float>> GetRealFftRoots(int64_t n);
template std::shared_ptr<const std::vector<double>> GetRealFftRoots(int64_t n);

}  // namespace cppjrt::cpu::kernels
