#include "cli/data/shape.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <optional>

namespace cppjrt::data {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Reads a shape from the front of a text, remembering where it is for messages.
class ShapeParser {
 public:
  explicit ShapeParser(std::string_view text) : text_(text) {}

  StatusOr<Shape> Parse() {
    const bool tensor = Skip("tensor<");
    while (position_ < text_.size() && IsDigit(text_[position_])) {
      CPPJRT_RETURN_IF_ERROR(Dimension());
      if (!Skip("x")) return Error("expected \"x\" after a dimension");
    }
    if (text_.substr(position_, 1) == "?") return Error("dimensions must be known");
    CPPJRT_RETURN_IF_ERROR(Type());
    if (tensor && !Skip(">")) return Error("expected \">\"");
    if (!tensor && shape_.dims.empty() && Skip("[")) CPPJRT_RETURN_IF_ERROR(BracketedDims());
    if (position_ != text_.size()) return Error("expected the end of the shape");
    return std::move(shape_);
  }

 private:
  Status Type() {
    // The longest name that fits: "f8E4M3FN" and "f8E4M3" start alike.
    const size_t limit = std::min<size_t>(text_.size() - position_, 24);
    for (size_t length = limit; length > 0; --length) {
      const std::optional<pjrt::ElementType> type = pjrt::ElementTypeFromName(text_.substr(position_, length));
      if (!type || pjrt::HostBytesPerElement(*type) == 0) continue;
      shape_.type = *type;
      position_ += length;
      return OkStatus();
    }
    return Error("expected an element type such as f32 or bf16");
  }

  Status BracketedDims() {
    if (Skip("]")) return OkStatus();
    do {
      SkipSpaces();
      CPPJRT_RETURN_IF_ERROR(Dimension());
      SkipSpaces();
    } while (Skip(","));
    if (!Skip("]")) return Error("expected \",\" or \"]\"");
    return OkStatus();
  }

  Status Dimension() {
    int64_t size = 0;
    const char* const begin = text_.data() + position_;
    if (position_ == text_.size() || !IsDigit(*begin)) return Error("expected a dimension (a number, 0 or more)");
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), size);
    if (error != std::errc()) return Error("dimension does not fit in 64 bits");
    if (shape_.dims.size() == kMaxRank) return Error(fmt::format("more than {} dimensions", kMaxRank));
    shape_.dims.push_back(size);
    position_ += static_cast<size_t>(end - begin);
    return OkStatus();
  }

  bool Skip(std::string_view token) {
    if (text_.substr(position_, token.size()) != token) return false;
    position_ += token.size();
    return true;
  }
  void SkipSpaces() {
    while (Skip(" ")) {
    }
  }
  Status Error(std::string_view what) const {
    return InvalidArgumentError(
        fmt::format("shape \"{}\", character {}: {}", text_.substr(0, 200), position_ + 1, what));
  }

  std::string_view text_;
  size_t position_ = 0;
  Shape shape_;
};

}  // namespace

std::string DimsText(std::span<const int64_t> dims) { return fmt::format("[{}]", fmt::join(dims, ",")); }

std::string ToString(const Shape& shape) { return std::string(pjrt::Name(shape.type)) + DimsText(shape.dims); }

std::string ToMlir(const Shape& shape) {
  std::string text = "tensor<";
  for (const int64_t size : shape.dims) text += fmt::format("{}x", size);
  return text + std::string(pjrt::Name(shape.type)) + ">";
}

StatusOr<Shape> ParseShape(std::string_view text) { return ShapeParser(text).Parse(); }

}  // namespace cppjrt::data
