// The order in which MLIR numbers op names, attributes and types.
#ifndef CPPJRT_STABLEHLO_BYTECODE_WIRE_SORT_H_
#define CPPJRT_STABLEHLO_BYTECODE_WIRE_SORT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace cppjrt::stablehlo::bytecode {

// Sorts a stretch of a list by a number; what is equal keeps its order. (clang warns of std::stable_sort.)
template <typename T, typename Key>
void StableSort(std::span<T> list, Key key) {
  std::vector<std::pair<uint64_t, size_t>> keys(list.size());
  for (size_t i = 0; i < list.size(); ++i) keys[i] = {key(list[i]), i};
  std::ranges::sort(keys);
  const std::vector<T> old(list.begin(), list.end());
  for (size_t i = 0; i < keys.size(); ++i) list[i] = old[keys[i].second];
}

// Often used ones first, because small numbers take fewer bytes; then those of one dialect together, within the ranges
// of numbers that take equally many bytes (128, then 16256 and so on), beginning with the dialect in which the range
// before ended. Elements that compare equal keep their order.
template <typename T, typename Uses, typename DialectOf>
void SortForWriting(std::vector<T>& list, Uses uses, DialectOf dialect) {
  StableSort(std::span(list), [&](const T& element) { return ~uint64_t{uses(element)}; });
  uint64_t first_dialect = 0;
  size_t size = 0;
  std::span<T> rest(list);
  for (int i = 1; !rest.empty(); ++i) {
    size = (size_t{1} << (7 * i)) - size;
    const std::span<T> range = rest.first(std::min(size, rest.size()));
    StableSort(range, [&](const T& e) { return dialect(e) == first_dialect ? 0 : dialect(e) + 1; });
    first_dialect = dialect(range.back());
    rest = rest.subspan(range.size());
  }
}

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_WIRE_SORT_H_
