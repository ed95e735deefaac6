// Cursor: reads the text of an sdy attribute from the front. White space and comments between words do not count. The first
// failure says what is wrong and stays.
//
//   Cursor cursor("{\"x\", ?}");
//   std::string_view name;
//   cursor.Expect("{") && cursor.Quoted(name) && cursor.Expect(",") && cursor.Take("?") && cursor.Expect("}") && cursor.End()
#ifndef CPPJRT_STABLEHLO_SDY_CURSOR_H_
#define CPPJRT_STABLEHLO_SDY_CURSOR_H_

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace cppjrt::stablehlo::sdy {

class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) { SkipSpace(); }

  const std::string& problem() const { return problem_; }
  bool Fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
    return false;
  }

  bool Peek(std::string_view token) const { return rest_.starts_with(token); }
  // Past the token, if it comes next.
  bool Take(std::string_view token) {
    if (!Peek(token)) return false;
    rest_.remove_prefix(token.size());
    SkipSpace();
    return true;
  }
  bool Expect(std::string_view token) { return Take(token) || Expected("'" + std::string(token) + "'"); }
  bool Expected(const std::string& what) { return Fail("expected " + what + ", found " + Found()); }
  bool End() { return rest_.empty() || Expected("its end"); }

  // A word that is exactly this one.
  bool TakeWord(std::string_view word) { return NextWord() == word && Take(word); }
  // A keyword of letters, digits, '_', '$' and '.'; empty if none comes next.
  std::string_view Word() {
    const std::string_view word = NextWord();
    if (!word.empty()) Take(word);
    return word;
  }
  // "…", the text between the quotes as it is written.
  bool Quoted(std::string_view& out) {
    if (!Peek("\"")) return Expected("a string");
    size_t end = 1;
    while (end < rest_.size() && rest_[end] != '"') end += rest_[end] == '\\' ? 2 : 1;
    if (end >= rest_.size()) return Fail("a string does not end");
    out = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    SkipSpace();
    return true;
  }
  // @name or @"name".
  bool Symbol(std::string_view& out) {
    if (!Peek("@")) return Expected("a symbol");
    rest_.remove_prefix(1);
    if (Peek("\"")) return Quoted(out);
    size_t end = 0;
    while (end < rest_.size() && (IsWordChar(rest_[end]) || rest_[end] == '-')) ++end;
    out = rest_.substr(0, end);
    rest_.remove_prefix(end);
    SkipSpace();
    return !out.empty() || Expected("a symbol");
  }
  bool Integer(int64_t& out) {
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), out);
    if (error == std::errc::result_out_of_range) return Fail("an integer has more than 64 bits");
    if (error != std::errc()) return Expected("an integer");
    rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
    SkipSpace();
    return true;
  }
  // item(), then item() after each comma, up to `closer`. `at_least_one` refuses an empty list.
  template <typename Item>
  bool List(std::string_view closer, bool at_least_one, const Item& item) {
    if (!at_least_one && Take(closer)) return true;
    do {
      if (!item()) return false;
    } while (Take(","));
    return Expect(closer);
  }

 private:
  static bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
  static bool IsWordChar(char c) { return IsLetter(c) || (c >= '0' && c <= '9') || c == '$' || c == '.'; }

  std::string_view NextWord() const {
    if (rest_.empty() || !IsLetter(rest_[0])) return {};
    size_t end = 1;
    while (end < rest_.size() && IsWordChar(rest_[end])) ++end;
    return rest_.substr(0, end);
  }
  std::string Found() const {
    if (rest_.empty()) return "its end";
    const std::string_view word = NextWord();
    return "'" + std::string(word.empty() ? rest_.substr(0, 1) : word) + "'";
  }
  void SkipSpace() {
    while (!rest_.empty()) {
      if (rest_.starts_with("//")) rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
      if (rest_.empty() || (rest_[0] != ' ' && rest_[0] != '\t' && rest_[0] != '\n' && rest_[0] != '\r')) return;
      rest_.remove_prefix(1);
    }
  }

  std::string_view rest_;
  std::string problem_;
};

}  // namespace cppjrt::stablehlo::sdy

#endif  // CPPJRT_STABLEHLO_SDY_CURSOR_H_
