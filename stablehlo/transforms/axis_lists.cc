#include "stablehlo/transforms/axis_lists.h"

#include <algorithm>

#include "stablehlo/transforms/sharding_text.h"

namespace cppjrt::stablehlo {
namespace {

// What was taken since `before`.
std::string Taken(std::string_view before, const ShardingText& text) {
  std::string_view taken = before.substr(0, before.size() - text.rest().size());
  while (taken.ends_with(' ')) taken.remove_suffix(1);
  return std::string(taken);
}

bool SkipPast(ShardingText& text, std::string_view word) {
  while (!text.rest().empty()) {
    if (text.Take(word)) return true;
    text.Skip();
  }
  return false;
}

// REQUIRES: it begins with "{".
void ReadDim(ShardingText& text, AxisLists& lists) {
  Axes& axes = lists.dims.emplace_back();
  lists.open.push_back(false);
  while (!text.rest().empty() && !text.Take("}")) {
    const std::string_view before = text.rest();
    if (!text.TakeQuoted()) {
      if (before.starts_with('?')) lists.open.back() = true;
      text.Skip();
      continue;
    }
    if (text.Take(":(") && text.TakeNumber() && text.Take(")")) static_cast<void>(text.TakeNumber());
    axes.push_back(Taken(before, text));
  }
}

// "<@mesh, [{"x"}, {}], replicated={"y"}>"
AxisLists ReadSharding(ShardingText& text) {
  AxisLists lists;
  if (!text.Take("<")) return lists;
  const std::string_view before = text.rest();
  if (text.Take("mesh<")) {
    static_cast<void>(SkipPast(text, ">"));
  } else {
    static_cast<void>(text.TakeSymbol());
  }
  lists.mesh = Taken(before, text);
  if (!text.Take(",") || !text.Take("[")) return {};
  while (!text.rest().empty() && !text.Take("]")) {
    if (text.rest().starts_with('{')) {
      ReadDim(text, lists);
    } else {
      text.Skip();  // "," and "p1"
    }
  }
  static_cast<void>(SkipPast(text, ">"));
  // Without axes, whatever mesh comes along will do.
  if (std::ranges::all_of(lists.dims, &Axes::empty)) lists.mesh.clear();
  return lists;
}

std::string_view AxisName(std::string_view axis) { return axis.substr(0, axis.find(':')); }

}  // namespace

std::vector<AxisLists> ReadShardings(std::string_view attr) {
  std::vector<AxisLists> shardings;
  ShardingText text(attr);
  if (text.Take("#sdy.sharding_per_value<") && text.Take("[")) {
    while (text.rest().starts_with('<')) {
      shardings.push_back(ReadSharding(text));
      static_cast<void>(text.Take(","));
    }
  } else if (text.Take("#sdy.sharding")) {
    shardings.push_back(ReadSharding(text));
  }
  return shardings;
}

std::string Write(const AxisLists& lists) {
  if (std::ranges::all_of(lists.dims, &Axes::empty)) return {};
  std::string text = "#sdy.sharding<" + lists.mesh + ", [";
  for (size_t d = 0; d < lists.dims.size(); ++d) {
    text += d == 0 ? "{" : ", {";
    for (size_t i = 0; i < lists.dims[d].size(); ++i) text += (i == 0 ? "" : ", ") + lists.dims[d][i];
    text += "}";
  }
  return text + "]>";
}

bool Uses(const AxisLists& lists, std::string_view axis) {
  return std::ranges::any_of(lists.dims, [&](const Axes& axes) {
    return std::ranges::any_of(axes, [&](const std::string& a) { return AxisName(a) == AxisName(axis); });
  });
}

}  // namespace cppjrt::stablehlo
