#include "stablehlo/transforms/sharding_writer.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

#include "stablehlo/op/infer_text.h"
#include "stablehlo/transforms/sharding_parts.h"

namespace cppjrt::stablehlo {
namespace {

// "\"x\"", "\"x\":(1)2" for a part of an axis, several where the part is of several axes.
std::optional<std::string> WritePart(const AxisPart& part, const Mesh& mesh) {
  int64_t end = 1;
  for (const auto& [name, size] : mesh.axes) end *= size;
  std::string text;
  for (const auto& [name, size] : mesh.axes) {
    const int64_t faster = end / size;
    const int64_t low = std::max(faster, part.divisor);
    const int64_t high = std::min(end, part.divisor * part.size);
    if (low < high) {
      if (low % faster != 0 || high % low != 0 || end % high != 0) return std::nullopt;
      text += (text.empty() ? "\"" : ", \"") + name + "\"";
      if (high / low != size) text += ":(" + std::to_string(end / high) + ")" + std::to_string(high / low);
    }
    end = faster;
  }
  return text;
}

std::optional<std::string> WriteDims(const std::vector<AxisParts>& dims, const Mesh& mesh) {
  std::string text;
  for (size_t d = 0; d < dims.size(); ++d) {
    text += d == 0 ? "{" : ", {";
    for (size_t i = 0; i < dims[d].size(); ++i) {
      const std::optional<std::string> part = WritePart(dims[d][i], mesh);
      if (!part) return std::nullopt;
      text += (i == 0 ? "" : ", ") + *part;
    }
    text += "}";
  }
  return text;
}

std::string WriteSymbol(std::string_view name) {
  const auto is_plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return std::ranges::all_of(name, is_plain) ? Cat("@", name) : Cat("@\"", name, "\"");
}

}  // namespace

std::string WriteSharding(const std::vector<AxisParts>& dims, int64_t num_partitions, const Meshes& meshes) {
  if (std::ranges::all_of(dims, &AxisParts::empty)) return {};
  for (const auto& [name, mesh] : meshes) {
    std::vector<int64_t> sizes;
    for (const auto& [axis, size] : mesh.axes) sizes.push_back(size);
    if (DeviceCount(sizes) != num_partitions) continue;
    if (const std::optional<std::string> text = WriteDims(dims, mesh))
      return Cat("#sdy.sharding<", WriteSymbol(name), ", [", *text, "]>");
  }
  return {};
}

}  // namespace cppjrt::stablehlo
