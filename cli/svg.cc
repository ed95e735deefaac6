#include "cli/svg.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace cppjrt::cli {
namespace {

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --ink: #1c2024; --paper: #fff; --faint: #8b949e; --line: #d5dae0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ea; --paper: #16191d; --faint: #8b949e; --line: #3a4149; } }
body { font: 14px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2em auto; max-width: 1200px; padding: 0 1em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 2em; }
table { border-collapse: collapse; } th, td { padding: .15em .9em .15em 0; text-align: left; font-variant-numeric: tabular-nums; }
th { border-bottom: 1px solid var(--line); font-weight: 600; } td.n, th.n { text-align: right; }
.scroll { overflow: auto; max-height: 80vh; border: 1px solid var(--line); padding: .5em; }
svg text { font: 11px system-ui, sans-serif; fill: var(--ink); } svg .faint { fill: var(--faint); }
svg .axis { stroke: var(--line); } svg .edge { stroke: var(--faint); fill: none; }
code { font-size: .92em; }
)";

std::string Tip(std::string_view tip) { return tip.empty() ? "" : "<title>" + Escape(tip) + "</title>"; }

}  // namespace

std::string Escape(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if ((byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f) {
      out += '?';
    } else {
      out += c;
    }
  }
  return out;
}

std::string BytesText(double bytes) {
  constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  size_t unit = 0;
  while (std::abs(bytes) >= 1024 && unit + 1 < std::size(kUnits)) {
    bytes /= 1024;
    ++unit;
  }
  return unit == 0 ? fmt::format("{:.0f} bytes", bytes) : fmt::format("{:.1f} {}", bytes, kUnits[unit]);
}

std::string CountText(double count) {
  if (std::abs(count) >= 1e15) return fmt::format("{:.6g}", count);
  std::string digits = fmt::format("{:.0f}", count);
  const size_t sign = digits.starts_with('-') ? 1 : 0;
  for (size_t i = digits.size(); i > sign + 3;) digits.insert(i -= 3, ",");
  return digits;
}

std::vector<double> Ticks(double top, size_t most) {
  std::vector<double> ticks;
  if (!(top > 0) || !std::isfinite(top)) return {0, 1};
  double step = std::pow(10, std::floor(std::log10(top / static_cast<double>(most))));
  for (const double factor : {1, 2, 5, 10, 20}) {
    if (std::ceil(top / (step * factor)) + 1 > static_cast<double>(most)) continue;
    step *= factor;
    break;
  }
  const auto last = static_cast<int>(std::ceil(top / step - 1e-9));
  for (int i = 0; i <= last; ++i) ticks.push_back(step * i);
  return ticks;
}

Svg::Svg(double width, double height)
    : text_(fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                        "viewBox=\"0 0 {0:.0f} {1:.0f}\">\n",
                        width, height)) {}

void Svg::Rect(double x, double y, double width, double height, std::string_view attributes, std::string_view tip) {
  text_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" {}>{}</rect>\n", x, y, width,
                       height, attributes, Tip(tip));
}

void Svg::Line(double x1, double y1, double x2, double y2, std::string_view attributes) {
  text_ +=
      fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1, x2, y2, attributes);
}

void Svg::Text(double x, double y, std::string_view text, std::string_view attributes) {
  text_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, attributes, Escape(text));
}

void Svg::Path(std::string_view path, std::string_view attributes, std::string_view tip) {
  text_ += fmt::format("<path d=\"{}\" {}>{}</path>\n", path, attributes, Tip(tip));
}

void Svg::Circle(double x, double y, double radius, std::string_view attributes, std::string_view tip) {
  text_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" {}>{}</circle>\n", x, y, radius, attributes,
                       Tip(tip));
}

void Svg::Polyline(const std::vector<std::pair<double, double>>& points, std::string_view attributes) {
  std::string list;
  for (const auto& [x, y] : points) list += fmt::format("{:.1f},{:.1f} ", x, y);
  text_ += fmt::format("<polyline points=\"{}\" fill=\"none\" {}/>\n", list, attributes);
}

std::string Svg::Finish() && { return std::move(text_) + "</svg>\n"; }

std::string HtmlPage(std::string_view title, std::string_view body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/><title>{}</title>\n<style>{}</style></head>\n"
      "<body>\n{}</body></html>\n",
      Escape(title), kStyle, body);
}

std::string HtmlTable(const std::vector<std::vector<std::string>>& rows, size_t numbers) {
  std::string html = "<table>\n";
  for (size_t row = 0; row < rows.size(); ++row) {
    const char* tag = row == 0 ? "th" : "td";
    html += "<tr>";
    for (size_t i = 0; i < rows[row].size(); ++i) {
      html += fmt::format("<{0}{1}>{2}</{0}>", tag, i >= numbers ? " class=\"n\"" : "", rows[row][i]);
    }
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

}  // namespace cppjrt::cli
