// Random numbers that are the same everywhere for a seed.
#ifndef CPPJRT_CONFORM_FUZZ_RANDOM_H_
#define CPPJRT_CONFORM_FUZZ_RANDOM_H_

#include <cstdint>
#include <span>
#include <vector>

namespace cppjrt::conform {

// SplitMix64: small, good enough, and no distribution of a library is in the way.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Bits() {
    state_ += 0x9e3779b97f4a7c15u;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // 0 <= … < n. REQUIRES: n > 0.
  int64_t Below(int64_t n) { return static_cast<int64_t>(Bits() % static_cast<uint64_t>(n)); }
  int64_t Between(int64_t low, int64_t high) { return low + Below(high - low + 1); }
  bool Chance(double p) { return Unit() < p; }
  // 0 <= … < 1.
  double Unit() { return static_cast<double>(Bits() >> 11) * 0x1p-53; }
  template <typename List>
  const auto& Pick(const List& list) {
    return list[static_cast<size_t>(Below(static_cast<int64_t>(std::size(list))))];
  }

 private:
  uint64_t state_;
};

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_FUZZ_RANDOM_H_
