#include "cpu/passes/index_maps.h"

namespace cppjrt::cpu {

Dims Counted(size_t n) {
  Dims dims(n, 0);
  for (size_t i = 0; i < n; ++i) dims[i] = static_cast<int64_t>(i);
  return dims;
}

Dims Inverse(const Dims& permutation) {
  Dims inverse(permutation.size(), 0);
  for (size_t i = 0; i < permutation.size(); ++i) inverse[At(permutation[i])] = static_cast<int64_t>(i);
  return inverse;
}

Dims WithoutOnes(const Dims& dims) {
  Dims kept;
  for (const int64_t d : dims) {
    if (d != 1) kept.push_back(d);
  }
  return kept;
}

std::optional<Dims> OnesOnly(const Dims& from, const Dims& to) {
  if (WithoutOnes(from) != WithoutOnes(to)) return std::nullopt;
  Dims map(from.size(), -1);
  size_t next = 0;
  for (size_t i = 0; i < from.size(); ++i) {
    if (from[i] == 1) continue;
    while (to[next] == 1) ++next;
    map[i] = static_cast<int64_t>(next++);
  }
  return map;
}

std::optional<std::vector<DimsGroup>> ReshapeGroups(const Dims& from, const Dims& to) {
  std::vector<DimsGroup> groups;
  size_t i = 0, j = 0;
  const auto skip = [](const Dims& dims, size_t& at) {
    while (at < dims.size() && dims[at] == 1) ++at;
  };
  for (;;) {
    skip(from, i);
    skip(to, j);
    if (i == from.size() && j == to.size()) return groups;
    if (i == from.size() || j == to.size() || from[i] == 0 || to[j] == 0) return std::nullopt;
    DimsGroup group = {{i}, {j}};
    int64_t left = from[i++], right = to[j++];
    while (left != right) {
      const bool take_from = left < right;
      size_t& at = take_from ? i : j;
      const Dims& dims = take_from ? from : to;
      if (at == dims.size() || dims[at] == 0) return std::nullopt;
      (take_from ? left : right) *= dims[at];
      if (dims[at] != 1) (take_from ? group.from : group.to).push_back(at);
      ++at;
    }
    groups.push_back(std::move(group));
  }
}

}  // namespace cppjrt::cpu
