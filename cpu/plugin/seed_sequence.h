// SeedSequence: a seed for each execution of a client, all different, the same ones for the same start.
//
//   SeedSequence seeds(0);
//   seeds.Next(); seeds.Next();  // of the first execution, of the second
//
// Thread-safe.
#ifndef CPPJRT_CPU_PLUGIN_SEED_SEQUENCE_H_
#define CPPJRT_CPU_PLUGIN_SEED_SEQUENCE_H_

#include <atomic>
#include <cstdint>

namespace cppjrt::cpu {

class SeedSequence {
 public:
  explicit SeedSequence(uint64_t start) : next_(Mix(start)) {}
  uint64_t Next() { return next_.fetch_add(1, std::memory_order_relaxed); }

 private:
  // The finalizer of SplitMix64: sequences of neighboring starts are far apart.
  static uint64_t Mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }

  std::atomic<uint64_t> next_;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_SEED_SEQUENCE_H_
