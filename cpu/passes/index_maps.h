// Dimensions and how views map them.
#ifndef CPPJRT_CPU_PASSES_INDEX_MAPS_H_
#define CPPJRT_CPU_PASSES_INDEX_MAPS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

inline size_t At(int64_t d) { return static_cast<size_t>(d); }
inline bool Contains(const Dims& dims, int64_t d) {
  for (const int64_t each : dims) {
    if (each == d) return true;
  }
  return false;
}
// 0, 1, …, n - 1.
Dims Counted(size_t n);
// The place of each number in a permutation.
Dims Inverse(const Dims& permutation);
inline bool HasOnes(const Dims& dims) { return Contains(dims, 1); }
// Without those of extent 1.
Dims WithoutOnes(const Dims& dims);
// Where a reshape only adds or takes away dimensions of extent 1: for each dimension of `from` the one of `to` it becomes,
// -1 for those of extent 1. None for any other reshape.
std::optional<Dims> OnesOnly(const Dims& from, const Dims& to);

// A reshape as groups: the dimensions `from` together become the dimensions `to`, and no group can be cut further.
// Dimensions of extent 1 are in no group.
struct DimsGroup {
  std::vector<size_t> from, to;
};
// None for arrays without elements.
std::optional<std::vector<DimsGroup>> ReshapeGroups(const Dims& from, const Dims& to);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_INDEX_MAPS_H_
