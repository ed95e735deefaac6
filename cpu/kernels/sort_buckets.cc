#include "cpu/kernels/sort_buckets.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "cpu/kernels/parallel.h"

namespace cppjrt::cpu::kernels {
namespace {

constexpr int kMaxBuckets = 64;
// Two arrays of a quarter of a megabyte of words: they stay in a core's own cache.
constexpr int64_t kBucketSize = int64_t{1} << 15;
constexpr int64_t kBlock = int64_t{1} << 14;
// Of each splitter; with so many, no bucket of random data is twice the mean.
constexpr int64_t kSamplesEach = 64;

void Classify(const SortSet& set, const uint64_t* splitters, int count, const uint64_t* words, int64_t n,
              uint8_t* ids) {
  set.classify(splitters, count, words, n, ids);
}
void Classify(const SortSet& set, const uint64_t* splitters, int count, const WordPair* pairs, int64_t n,
              uint8_t* ids) {
  constexpr int64_t kChunk = 512;
  uint64_t keys[kChunk];
  for (int64_t begin = 0; begin < n; begin += kChunk) {
    const int64_t size = std::min(kChunk, n - begin);
    for (int64_t i = 0; i < size; ++i) keys[i] = pairs[begin + i].key;
    set.classify(splitters, count, keys, size, ids + begin);
  }
}

int NumBuckets(int64_t n) {
  const auto wanted = static_cast<uint64_t>((n + kBucketSize - 1) / kBucketSize);
  return static_cast<int>(std::clamp<uint64_t>(std::bit_ceil(wanted), 2, kMaxBuckets));
}

template <class Word>
class BucketSort {
 public:
  BucketSort(const SortSet& set, Word* from, Word* to, uint8_t* ids, int64_t n, int low_bit, ThreadPool* pool)
      : set_(set), from_(from), to_(to), ids_(ids), n_(n), low_bit_(low_bit), pool_(pool), count_(NumBuckets(n)) {}

  void Run() {
    ChooseSplitters();
    places_.resize(static_cast<size_t>((n_ + kBlock - 1) / kBlock));
    ParallelFor(pool_, n_, kBlock, [this](int64_t begin, int64_t end) { Count(begin, end); });
    SumUp();
    ParallelFor(pool_, n_, kBlock, [this](int64_t begin, int64_t end) { Deal(begin, end); });
    ParallelFor(pool_, count_, 1, [this](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b) SortBucket(static_cast<size_t>(b));
    });
  }

 private:
  using Counts = std::array<int64_t, kMaxBuckets>;

  void ChooseSplitters() {
    const int64_t samples = count_ * kSamplesEach;
    std::vector<uint64_t> values(static_cast<size_t>(samples));
    // Steps of no simple ratio to the row: data often comes in periods.
    uint64_t position = 0;
    for (uint64_t& value : values) {
      position = position * 6364136223846793005 + 1442695040888963407;
      value = SortedWord(from_[static_cast<int64_t>((position >> 32) * static_cast<uint64_t>(n_) >> 32)]);
    }
    std::sort(values.begin(), values.end());
    for (int i = 1; i < count_; ++i)
      splitters_[static_cast<size_t>(i - 1)] = values[static_cast<size_t>(i * kSamplesEach)];
  }

  void Count(int64_t begin, int64_t end) {
    Classify(set_, splitters_.data(), count_ - 1, from_ + begin, end - begin, ids_ + begin);
    Counts counts{};
    for (int64_t i = begin; i < end; ++i) ++counts[ids_[i]];
    places_[static_cast<size_t>(begin / kBlock)] = counts;
  }

  // From counts of blocks to where each block writes.
  void SumUp() {
    int64_t place = 0;
    for (size_t b = 0; b < static_cast<size_t>(count_); ++b) {
      starts_[b] = place;
      for (Counts& counts : places_) {
        const int64_t count = counts[b];
        counts[b] = place;
        place += count;
      }
    }
    starts_[static_cast<size_t>(count_)] = place;
  }

  void Deal(int64_t begin, int64_t end) {
    Counts places = places_[static_cast<size_t>(begin / kBlock)];
    for (int64_t i = begin; i < end; ++i) to_[places[ids_[i]]++] = from_[i];
  }

  void SortBucket(size_t b) {
    const int64_t size = starts_[b + 1] - starts_[b];
    Word* to = to_ + starts_[b];
    Word* sorted = SortByBits(to, from_ + starts_[b], size, low_bit_);
    if (sorted != to) std::copy(sorted, sorted + size, to);
  }

  const SortSet& set_;
  Word* from_;
  Word* to_;
  uint8_t* ids_;
  int64_t n_;
  int low_bit_;
  ThreadPool* pool_;
  int count_;
  std::array<uint64_t, kMaxBuckets> splitters_{};
  std::array<int64_t, kMaxBuckets + 1> starts_{};
  std::vector<Counts> places_;
};

}  // namespace

void SortInBuckets(const SortSet& set, uint64_t* from, uint64_t* to, uint8_t* ids, int64_t n, int low_bit,
                   ThreadPool* pool) {
  BucketSort<uint64_t>(set, from, to, ids, n, low_bit, pool).Run();
}
void SortInBuckets(const SortSet& set, WordPair* from, WordPair* to, uint8_t* ids, int64_t n, int low_bit,
                   ThreadPool* pool) {
  BucketSort<WordPair>(set, from, to, ids, n, low_bit, pool).Run();
}

}  // namespace cppjrt::cpu::kernels
