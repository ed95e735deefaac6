// ShardingText: reads the text of a sharding from the front.
//
//   ShardingText text("{\"x\", ?}");
//   text.Take("{"); text.TakeQuoted() == "x"; text.Take(","); text.Take("?"); text.Take("}");
//
// Spaces between words do not count.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_TEXT_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_TEXT_H_

#include <cctype>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cppjrt::stablehlo {

// What does not come as asked leaves the text unchanged.
class ShardingText {
 public:
  explicit ShardingText(std::string_view text) : rest_(text) { SkipSpace(); }

  bool Take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    SkipSpace();
    return true;
  }
  std::optional<int64_t> TakeNumber() {
    int64_t value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc() || value < 0 || value > kMost) return std::nullopt;
    rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
    SkipSpace();
    return value;
  }
  // "1,2,3", maybe empty.
  std::vector<int64_t> TakeNumbers() {
    std::vector<int64_t> numbers;
    while (const std::optional<int64_t> number = TakeNumber()) {
      numbers.push_back(*number);
      if (!Take(",")) break;
    }
    return numbers;
  }
  // "\"text\"".
  std::optional<std::string> TakeQuoted() {
    if (!rest_.starts_with('"')) return std::nullopt;
    const size_t end = rest_.find('"', 1);
    if (end == rest_.npos) return std::nullopt;
    std::string text(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    SkipSpace();
    return text;
  }
  // "@name" or "@\"name\"", without the '@'; empty if there is none.
  std::string TakeSymbol() {
    if (!Take("@")) return {};
    if (std::optional<std::string> quoted = TakeQuoted()) return *quoted;
    return TakeName();
  }
  // A name of letters, digits, '_', '.', '-'.
  std::string TakeName() {
    size_t end = 0;
    while (end < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[end])) != 0 || rest_[end] == '_' ||
                                  rest_[end] == '.' || rest_[end] == '-')) {
      ++end;
    }
    std::string name(rest_.substr(0, end));
    rest_.remove_prefix(end);
    SkipSpace();
    return name;
  }
  // Past one character. REQUIRES: there is one.
  void Skip() {
    rest_.remove_prefix(1);
    SkipSpace();
  }
  std::string_view rest() const { return rest_; }

 private:
  static constexpr int64_t kMost = int64_t{1} << 31;
  void SkipSpace() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
  }
  std::string_view rest_;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_SHARDING_TEXT_H_
