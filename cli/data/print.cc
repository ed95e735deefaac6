#include "cli/data/print.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/data/element_text.h"
#include "cli/data/elements.h"
#include "cli/data/statistics.h"

namespace cppjrt::data {
namespace {

using pjrt::ElementKind;

// Writes nested lists; `next_` is the next element.
class ListPrinter {
 public:
  ListPrinter(const Array& array, size_t line_width) : array_(array), line_width_(line_width) {}

  std::string Print() {
    if (array_.size() == 0) return "[]";
    List(0);
    return std::move(text_);
  }

 private:
  void List(size_t depth) {
    if (depth == array_.dims().size()) return Element(depth);
    const bool innermost = depth + 1 == array_.dims().size();
    text_ += '[';
    for (int64_t i = 0; i < array_.dims()[depth]; ++i) {
      if (i > 0) text_ += innermost ? ", " : ",";
      if (i > 0 && !innermost) NewLine(depth + 1);
      List(depth + 1);
    }
    text_ += ']';
  }

  void Element(size_t depth) {
    const std::string element = ElementText(array_, next_++);
    const bool at_start = text_.size() <= line_start_ + depth;
    if (!at_start && text_.size() - line_start_ + element.size() >= line_width_) {
      while (text_.ends_with(' ')) text_.pop_back();
      NewLine(depth);
    }
    text_ += element;
  }

  void NewLine(size_t indent) {
    text_ += '\n';
    line_start_ = text_.size();
    text_.append(indent, ' ');
  }

  const Array& array_;
  const size_t line_width_;
  int64_t next_ = 0;
  size_t line_start_ = 0;
  std::string text_;
};

std::string Elements(const Array& array, int64_t begin, int64_t end) {
  std::string text;
  for (int64_t i = begin; i < end; ++i) {
    if (i > begin) text += ", ";
    text += ElementText(array, i);
  }
  return text;
}

std::string StatisticsText(const Array& array) {
  const Statistics s = Summarize(array);
  if (KindOf(array) == ElementKind::kBool) return fmt::format("{} true, {} false", s.nonzero, s.count - s.nonzero);
  if (s.finite == 0) return fmt::format("{} nan, {} inf", s.nan, s.infinite);
  const std::string_view of = KindOf(array) == ElementKind::kComplex ? "absolute values: " : "";
  std::string text = fmt::format("{}min {:.6g}, max {:.6g}, mean {:.6g}, std {:.6g}", of, s.min, s.max, s.mean, s.std);
  if (s.finite != s.count) text += fmt::format("\n  {} nan, {} inf", s.nan, s.infinite);
  return text;
}

std::string Summary(const Array& array, int64_t edge) {
  const int64_t count = std::min(edge, array.size());
  return fmt::format("{}  {} elements\n  {}\n  first {}\n  last {}", ToString(array.shape()), array.size(),
                     StatisticsText(array), Elements(array, 0, count),
                     Elements(array, array.size() - count, array.size()));
}

}  // namespace

std::string Pretty(const Array& array, const PrintOptions& options) {
  if (array.size() > options.max_elements) return Summary(array, options.edge_elements);
  const std::string_view separator = array.dims().empty() ? " " : "\n";
  return fmt::format("{}{}{}", ToString(array.shape()), separator, ListPrinter(array, options.line_width).Print());
}

}  // namespace cppjrt::data
