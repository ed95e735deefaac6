// Svg: a picture written line by line, and the escaping that HTML and SVG want.
//
//   Svg svg(400, 100);
//   svg.Rect(0, 0, 50, 20, "class=\"bar\"", "50 bytes");   // the last is what shows under the pointer
//   svg.Text(4, 14, "argument 0");
//   page += svg.Finish();
#ifndef CPPJRT_CLI_SVG_H_
#define CPPJRT_CLI_SVG_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cppjrt::cli {

// For text and for attribute values in double quotes. Bytes that XML does not allow become '?'.
std::string Escape(std::string_view text);

// "1.5 MiB", "12 bytes".
std::string BytesText(double bytes);
// "1,234,567"; with an exponent from 10^15 on.
std::string CountText(double count);
// Numbers of an axis from 0 to at least `top`: 1, 2 or 5 times a power of ten apart, at most `most` of them.
std::vector<double> Ticks(double top, size_t most = 6);

class Svg {
 public:
  Svg(double width, double height);

  void Rect(double x, double y, double width, double height, std::string_view attributes, std::string_view tip = {});
  void Line(double x1, double y1, double x2, double y2, std::string_view attributes);
  void Text(double x, double y, std::string_view text, std::string_view attributes = {});
  void Path(std::string_view path, std::string_view attributes, std::string_view tip = {});
  void Circle(double x, double y, double radius, std::string_view attributes, std::string_view tip = {});
  // Joined by straight lines.
  void Polyline(const std::vector<std::pair<double, double>>& points, std::string_view attributes);

  std::string Finish() &&;

 private:
  std::string text_;
};

// A whole page: `body` is HTML, the style sheet is in it, nothing is loaded from elsewhere.
std::string HtmlPage(std::string_view title, std::string_view body);
// Rows of cells that are HTML already; the first row is the head. Columns from `numbers` on are set to the right.
std::string HtmlTable(const std::vector<std::vector<std::string>>& rows, size_t numbers = 1);

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_SVG_H_
