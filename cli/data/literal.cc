#include "cli/data/literal.h"

#include <fmt/format.h>

#include <cstring>

#include "cli/data/number.h"

namespace cppjrt::data {
namespace {

// Walks the text once, storing numbers as they come.
class ValueParser {
 public:
  ValueParser(Array array, std::string_view text, size_t offset)
      : array_(std::move(array)), text_(text), offset_(offset) {}

  StatusOr<Array> Parse() && {
    CPPJRT_RETURN_IF_ERROR(Value());
    SkipSpaces();
    if (position_ != text_.size()) return Error("expected the end of the value");
    return std::move(array_);
  }

 private:
  Status Value() {
    SkipSpaces();
    if (Peek() == '[') return BracketedList();
    int64_t found = 0;
    CPPJRT_RETURN_IF_ERROR(Numbers(found));
    if (found == 1) return Splat();
    return CheckCount();
  }

  // The outermost "[": a nested list if another follows, else a flat one.
  Status BracketedList() {
    const size_t next = text_.find_first_not_of(' ', position_ + 1);
    const bool nested = next != std::string_view::npos && text_[next] == '[';
    if (nested || array_.dims().size() == 1) return NestedList(0);
    ++position_;
    int64_t found = 0;
    CPPJRT_RETURN_IF_ERROR(Numbers(found));
    CPPJRT_RETURN_IF_ERROR(Expect(']'));
    return CheckCount();
  }

  // The list of dimension `depth`, which holds as many lists or numbers as the dimension says.
  Status NestedList(size_t depth) {
    CPPJRT_RETURN_IF_ERROR(Expect('['));
    const bool innermost = depth + 1 == array_.dims().size();
    int64_t found = 0;
    if (innermost) {
      CPPJRT_RETURN_IF_ERROR(Numbers(found));
      if (Peek() == '[') return TooDeep();
    } else {
      CPPJRT_RETURN_IF_ERROR(Lists(depth + 1, found));
    }
    if (found != array_.dims()[depth]) {
      return Error(fmt::format("this list has {} elements, dimension {} of {} is {}", found, depth,
                               ToString(array_.shape()), array_.dims()[depth]));
    }
    return Expect(']');
  }

  Status Lists(size_t depth, int64_t& found) {
    SkipSpaces();
    if (depth >= array_.dims().size()) return TooDeep();
    for (; Peek() == '['; ++found) {
      CPPJRT_RETURN_IF_ERROR(NestedList(depth));
      SkipSeparator();
    }
    if (Peek() != ']') return Error("expected \"[\" or \"]\"");
    return OkStatus();
  }

  // Numbers up to a bracket or the end, counted in `found`.
  Status Numbers(int64_t& found) {
    SkipSpaces();
    while (position_ < text_.size() && Peek() != '[' && Peek() != ']') {
      CPPJRT_RETURN_IF_ERROR(Number());
      ++found;
      SkipSeparator();
    }
    return OkStatus();
  }

  Status Number() {
    const std::string_view number = text_.substr(position_, NumberLength());
    if (number.empty()) return Error("expected a number");
    // An empty array takes any one number, as a splat.
    if (count_ < array_.size()) {
      const Status status = SetFromText(array_, count_, number);
      if (!status.ok()) return Error(status.message());
    } else if (count_ > 0) {
      return Error(fmt::format("more than the {} elements of {}", array_.size(), ToString(array_.shape())));
    }
    ++count_;
    position_ += number.size();
    return OkStatus();
  }

  // A number ends at a separator or bracket outside of parentheses.
  size_t NumberLength() const {
    bool inside = false;
    size_t end = position_;
    for (; end < text_.size(); ++end) {
      if (text_[end] == '(') inside = true;
      if (text_[end] == ')') inside = false;
      if (!inside && std::strchr(", []", text_[end]) != nullptr) break;
    }
    return end - position_;
  }

  // Spreads the first element over all others, doubling what is there.
  Status Splat() {
    const size_t total = array_.bytes().size();
    if (total == 0) return OkStatus();
    std::byte* const data = array_.data();
    size_t done = total / static_cast<size_t>(array_.size());
    while (done < total) {
      const size_t step = std::min(done, total - done);
      std::memcpy(data + done, data, step);
      done += step;
    }
    return OkStatus();
  }

  Status CheckCount() const {
    if (count_ == array_.size()) return OkStatus();
    return Error(fmt::format("{} elements, {} has {}", count_, ToString(array_.shape()), array_.size()));
  }

  Status TooDeep() const {
    return Error(fmt::format("more brackets than {} has dimensions", ToString(array_.shape())));
  }

  char Peek() const { return position_ < text_.size() ? text_[position_] : '\0'; }
  Status Expect(char c) {
    SkipSpaces();
    if (Peek() != c || position_ == text_.size()) return Error(fmt::format("expected \"{}\"", c));
    ++position_;
    return OkStatus();
  }
  void SkipSpaces() {
    while (Peek() == ' ') ++position_;
  }
  // Spaces with at most one comma among them.
  void SkipSeparator() {
    SkipSpaces();
    if (Peek() == ',') ++position_;
    SkipSpaces();
  }
  Status Error(std::string_view what) const {
    return InvalidArgumentError(fmt::format("character {}: {}", offset_ + position_ + 1, what));
  }

  Array array_;
  std::string_view text_;
  size_t offset_;
  size_t position_ = 0;
  int64_t count_ = 0;
};

}  // namespace

StatusOr<Array> ParseValue(const Shape& shape, std::string_view text, size_t offset) {
  CPPJRT_ASSIGN_OR_RETURN(Array array, Array::Uninitialized(shape));
  return ValueParser(std::move(array), text, offset).Parse();
}

StatusOr<Array> ParseLiteral(std::string_view text) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    return InvalidArgumentError(fmt::format("\"{}\" is not SHAPE=VALUE", text.substr(0, 200)));
  }
  CPPJRT_ASSIGN_OR_RETURN(const Shape shape, ParseShape(text.substr(0, equals)));
  return ParseValue(shape, text.substr(equals + 1), equals + 1);
}

}  // namespace cppjrt::data
