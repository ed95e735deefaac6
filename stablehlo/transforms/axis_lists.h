// AxisLists: the axes of a mesh along each dimension of a value, as the text of an sdy.sharding names them.
//
//   std::vector<AxisLists> lists = ReadShardings("#sdy.sharding<@mesh, [{\"x\"}, {?}]>");
//   lists[0].dims == {{"\"x\""}, {}}; lists[0].open == {false, true}; Write(lists[0])
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_AXIS_LISTS_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_AXIS_LISTS_H_

#include <string>
#include <string_view>
#include <vector>

namespace cppjrt::stablehlo {

using Axes = std::vector<std::string>;  // as written: "\"x\"", "\"x\":(1)2"

// The axes of a mesh along each dimension. Without a mesh: nothing is known.
struct AxisLists {
  std::string mesh;  // as written: "@mesh"
  std::vector<Axes> dims;
  std::vector<bool> open;  // of what is stated: dimensions that may have more axes
};

// Of one sharding, or of a sharding_per_value; as far as the text can be read.
std::vector<AxisLists> ReadShardings(std::string_view attr);
// The text of a sharding; empty if there is no axis in it.
std::string Write(const AxisLists& lists);
// Whether a dimension has that axis, or a part of it.
bool Uses(const AxisLists& lists, std::string_view axis);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_AXIS_LISTS_H_
