// A function as a picture. A node stands one layer below the lowest of its inputs; within a layer nodes are ordered by the
// mean place of their inputs, which keeps arrows short without any iteration.
#include <fmt/format.h>

#include <algorithm>

#include "cli/inspect_report.h"
#include "cli/svg.h"

namespace cppjrt::cli {
namespace {

constexpr double kBoxWidth = 150, kBoxHeight = 34, kGapX = 16, kGapY = 26, kMargin = 10;

// By NodeKind.
constexpr const char* kFill[] = {"#dfe5ea", "#f0b775", "#9cc3ee", "#e7e2cf", "#d0b5e6", "#f2a3a3", "#b9dfb4"};

struct Place {
  size_t layer = 0;
  double x = 0;  // of the box's middle
};

class Layout {
 public:
  explicit Layout(const std::vector<Node>& nodes) : nodes_(nodes), places_(nodes.size()) {
    for (size_t i = 0; i < nodes.size(); ++i) {
      for (size_t input : nodes[i].inputs) places_[i].layer = std::max(places_[i].layer, places_[input].layer + 1);
      if (layers_.size() <= places_[i].layer) layers_.resize(places_[i].layer + 1);
      layers_[places_[i].layer].push_back(i);
    }
    for (const auto& layer : layers_) widest_ = std::max(widest_, layer.size());
    for (auto& layer : layers_) PlaceLayer(layer);
  }

  double width() const { return 2 * kMargin + static_cast<double>(widest_) * (kBoxWidth + kGapX) - kGapX; }
  double height() const { return 2 * kMargin + static_cast<double>(layers_.size()) * (kBoxHeight + kGapY) - kGapY; }
  double x(size_t node) const { return places_[node].x; }
  double top(size_t node) const { return kMargin + static_cast<double>(places_[node].layer) * (kBoxHeight + kGapY); }

 private:
  void PlaceLayer(std::vector<size_t>& layer) {
    std::vector<std::pair<double, size_t>> wanted;
    for (size_t node : layer) {
      double sum = 0;
      for (size_t input : nodes_[node].inputs) sum += places_[input].x;
      wanted.emplace_back(nodes_[node].inputs.empty() ? 0 : sum / static_cast<double>(nodes_[node].inputs.size()),
                          node);
    }
    std::sort(wanted.begin(), wanted.end());
    const double left = (width() - static_cast<double>(layer.size()) * (kBoxWidth + kGapX) + kGapX) / 2;
    for (size_t i = 0; i < wanted.size(); ++i) {
      places_[wanted[i].second].x = left + static_cast<double>(i) * (kBoxWidth + kGapX) + kBoxWidth / 2;
    }
  }

  const std::vector<Node>& nodes_;
  std::vector<Place> places_;
  std::vector<std::vector<size_t>> layers_;
  size_t widest_ = 1;
};

std::string Fit(const std::string& text) {
  constexpr size_t kLetters = 24;
  return text.size() <= kLetters ? text : text.substr(0, kLetters - 3) + "...";
}

std::string TipOf(const Node& node) {
  std::string tip = node.label;
  if (!node.type.empty()) tip += "\n" + node.type + ", " + BytesText(node.bytes);
  if (node.cost.flops > 0) tip += "\n" + CountText(node.cost.flops) + " flops";
  if (node.cost.transcendentals > 0) tip += "\n" + CountText(node.cost.transcendentals) + " transcendentals";
  if (node.cost.bytes_accessed > 0) tip += "\n" + BytesText(node.cost.bytes_accessed) + " moved";
  if (!node.where.empty()) tip += "\n" + node.where;
  return tip;
}

}  // namespace

std::string GraphSvg(const FunctionFacts& function) {
  const Layout layout(function.nodes);
  Svg svg(layout.width(), layout.height());
  for (size_t i = 0; i < function.nodes.size(); ++i) {
    for (size_t input : function.nodes[i].inputs) {
      const double from_x = layout.x(input), from_y = layout.top(input) + kBoxHeight;
      const double to_x = layout.x(i), to_y = layout.top(i);
      svg.Path(fmt::format("M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", from_x, from_y, from_x,
                           from_y + kGapY * 0.7, to_x, to_y - kGapY * 0.7, to_x, to_y),
               "class=\"edge\"");
    }
  }
  for (size_t i = 0; i < function.nodes.size(); ++i) {
    const Node& node = function.nodes[i];
    const double left = layout.x(i) - kBoxWidth / 2;
    svg.Rect(left, layout.top(i), kBoxWidth, kBoxHeight,
             fmt::format("rx=\"4\" fill=\"{}\" stroke=\"#7a8288\"", kFill[static_cast<size_t>(node.kind)]),
             TipOf(node));
    svg.Text(layout.x(i), layout.top(i) + 14, Fit(node.label),
             "text-anchor=\"middle\" style=\"fill:#1c2024;pointer-events:none\"");
    svg.Text(layout.x(i), layout.top(i) + 28, Fit(node.type),
             "text-anchor=\"middle\" style=\"fill:#4a5258;pointer-events:none\"");
  }
  return std::move(svg).Finish();
}

}  // namespace cppjrt::cli
