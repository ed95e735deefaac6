// Sorts, transforms and scans of the CPU plugin on their own, without a compiler around them.
//
//   array_kernels [THREADS]
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "bench/measure.h"
#include "cpu/kernels/fft.h"
#include "cpu/kernels/scan.h"
#include "cpu/kernels/sort.h"

namespace cppjrt::bench {
namespace {

using namespace cppjrt::cpu::kernels;  // NOLINT(google-build-using-namespace)

constexpr int kBatches = 25;

// What the threads of this process have used: on a loaded machine the figure to compare.
double ProcessorNs() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

void Time(const std::string& name, const std::function<Status()>& work) {
  Samples samples;
  Samples processor;
  for (int i = 0; i < kBatches; ++i) {
    const double before = ProcessorNs();
    samples.push_back(TimeBatch(
        [&] {
          if (!work().ok()) std::exit(1);
        },
        1));
    processor.push_back(ProcessorNs() - before);
  }
  std::printf("  %-38s best %7.3f, median %7.3f ms; of processors %7.3f ms\n", name.c_str(),
              Quantile(samples, 0) * 1e-6, Quantile(samples, 0.5) * 1e-6, Quantile(processor, 0) * 1e-6);
}

std::vector<float> Normal(size_t n) {
  std::mt19937 generator(1);
  std::normal_distribution<float> normal;
  std::vector<float> values(n);
  for (float& value : values) value = normal(generator);
  return values;
}

void Sorts(ThreadPool* pool) {
  const int64_t n = 1 << 20;
  const std::vector<float> keys = Normal(static_cast<size_t>(n));
  std::vector<int32_t> payload(keys.size());
  std::iota(payload.begin(), payload.end(), 0);
  std::vector<float> sorted(keys.size());
  std::vector<int32_t> moved(keys.size());
  const SortKey key{.zeros_equal = true, .nans_equal = true};
  const SortOperand pairs[] = {{keys.data(), sorted.data(), ElementType::kF32},
                               {payload.data(), moved.data(), ElementType::kI32}};
  Time("sort_pairs_1m f32, i32", [&] { return Sort({1, n, 1}, pairs, {&key, 1}, {}, pool); });
  Time("1024 rows of 1024 f32, i32", [&] { return Sort({1024, 1024, 1}, pairs, {&key, 1}, {}, pool); });
  Time("1024 columns of 1024 f32, i32", [&] { return Sort({1, 1024, 1024}, pairs, {&key, 1}, {}, pool); });
  const std::vector<double> doubles(keys.begin(), keys.end());
  std::vector<double> sorted_doubles(keys.size());
  const SortOperand wide[] = {{doubles.data(), sorted_doubles.data(), ElementType::kF64},
                              {nullptr, moved.data(), ElementType::kI32}};
  Time("argsort of 1m f64", [&] { return Sort({1, n, 1}, wide, {&key, 1}, {}, pool); });
  const SortKey largest{.descending = true};
  Time("the 10 largest of 1m f32", [&] {
    return TopK({1, n, 10}, keys.data(), ElementType::kF32, largest, sorted.data(), moved.data(), {}, pool);
  });
  Time("the 50 largest of 32 rows of 32768", [&] {
    return TopK({32, 32768, 50}, keys.data(), ElementType::kF32, largest, sorted.data(), moved.data(), {}, pool);
  });
}

void Scans(ThreadPool* pool) {
  const int64_t n = 1 << 22;
  const std::vector<float> values = Normal(static_cast<size_t>(n));
  std::vector<float> sums(values.size());
  const auto scan = [&](const ScanShape& shape, ScanOp op) {
    return Scan(shape, op, ElementType::kF32, values.data(), sums.data(), {}, pool);
  };
  Time("cumsum_4m: sums of 4m f32", [&] { return scan({1, n, 1}, ScanOp::kAdd); });
  Time("cumsum_4m: maxima of 2048 rows of 2048", [&] { return scan({2048, 2048, 1}, ScanOp::kMaximum); });
  Time("sums of 2048 columns of 2048", [&] { return scan({1, 2048, 2048}, ScanOp::kAdd); });
}

void Transforms(ThreadPool* pool) {
  const std::vector<float> values = Normal(size_t{2} << 20);
  std::vector<float> spectrum(values.size() + 4096);
  const auto fft = [&](FftKind kind, int64_t batch, std::vector<int64_t> lengths) {
    return Fft({kind, batch, lengths}, ElementType::kC64, values.data(), spectrum.data(), {}, pool);
  };
  Time("fft of 1024 x 1024 complex64", [&] { return fft(FftKind::kFft, 1, {1024, 1024}); });
  Time("rfft of 1024 lines of 1024", [&] { return fft(FftKind::kRfft, 1024, {1024}); });
  Time("fft of one line of 1m complex64", [&] { return fft(FftKind::kFft, 1, {1 << 20}); });
  Time("fft of 1024 lines of 1009", [&] { return fft(FftKind::kFft, 1024, {1009}); });
}

}  // namespace
}  // namespace cppjrt::bench

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::max(1, std::atoi(argv[1])) : 2;
  cppjrt::ThreadPool pool(threads);
  cppjrt::bench::PrintHeader(("array_kernels: with " + std::to_string(threads) + " threads").c_str());
  cppjrt::bench::Sorts(&pool);
  cppjrt::bench::Scans(&pool);
  cppjrt::bench::Transforms(&pool);
}
