// Lexer: a cursor over MLIR text that hands out one token at a time, to a parser that knows what it wants.
//
// There is no token stream. MLIR's tokens depend on the place (tensor<4x0x17xf32> holds no hexadecimal number, the body
// of a foreign attribute follows rules of its own), so the parser asks for what may come next:
//
//   if (lexer.TryChar('(')) …            // punctuation
//   if (lexer.TryWord("dims")) …         // a keyword
//   std::string_view name = lexer.Word();  // "stablehlo.add"; empty if there is none
//
// Every question skips blanks and comments first and moves on only if the answer is yes. Tokens are views into the text;
// nothing is allocated. Knows nothing of errors: an empty view or false says that what was asked for is not here.
#ifndef CPPJRT_STABLEHLO_TEXT_LEXER_H_
#define CPPJRT_STABLEHLO_TEXT_LEXER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cppjrt::stablehlo::text {

// What a character may be part of.
enum CharClass : uint8_t {
  kBlank = 1,
  kDigit = 2,
  kLetter = 4,    // a-z, A-Z, _
  kWordTail = 8,  // letters, digits, $ and .
  kIdTail = 16,   // those and -: names of values, symbols, aliases
  kHexDigit = 32,
};
extern const std::array<uint8_t, 256> kCharClasses;
inline bool IsIn(char c, uint8_t classes) { return (kCharClasses[static_cast<unsigned char>(c)] & classes) != 0; }

class Lexer {
 public:
  explicit Lexer(std::string_view text) : begin_(text.data()), at_(text.data()), end_(text.data() + text.size()) {}

  // The next character that is neither blank nor comment, '\0' at the end.
  char Peek() {
    if (at_ < end_ && IsPlain(*at_)) return *at_;
    // One blank between tokens is what there mostly is.
    if (left() >= 2 && *at_ == ' ' && IsPlain(at_[1])) return *++at_;
    return SkipBlanks();
  }
  // The character `ahead` bytes behind the cursor, blanks and all; '\0' behind the end.
  char Raw(size_t ahead = 0) const { return ahead < left() ? at_[ahead] : '\0'; }
  bool AtEnd() { return Peek() == '\0' && at_ == end_; }

  // Offset of the cursor, and of the next token.
  uint32_t offset() const { return static_cast<uint32_t>(at_ - begin_); }
  uint32_t NextOffset() {
    Peek();
    return offset();
  }
  void set_offset(uint32_t offset) { at_ = begin_ + offset; }
  void Advance(size_t bytes) { at_ += bytes; }
  // The text from `from` to the cursor.
  std::string_view Since(uint32_t from) const { return {begin_ + from, static_cast<size_t>(at_ - begin_) - from}; }
  std::string_view rest() const { return {at_, left()}; }
  size_t left() const { return static_cast<size_t>(end_ - at_); }

  bool TryChar(char c) {
    if (Peek() != c) return false;
    ++at_;
    return true;
  }
  bool PeekArrow() { return Peek() == '-' && Raw(1) == '>'; }
  bool TryArrow() {
    if (!PeekArrow()) return false;
    at_ += 2;
    return true;
  }
  // A bare identifier: a letter, then letters, digits, $ and "."; empty if there is none.
  std::string_view PeekWord() { return IsIn(Peek(), kLetter) ? Run(0, kWordTail) : std::string_view(); }
  std::string_view Word() {
    const std::string_view word = PeekWord();
    at_ += word.size();
    return word;
  }
  bool TryWord(std::string_view word);
  // The name behind a sigil (%, ^, #, !), without it; empty if there is none.
  std::string_view Name(char sigil) {
    if (Peek() != sigil) return {};
    // Numbers end with their digits: %0#1, %0:2.
    const std::string_view name = Run(1, IsIn(Raw(1), kDigit) ? kDigit : kIdTail);
    if (!name.empty()) at_ += 1 + name.size();
    return name;
  }
  // Digits; empty if there are none.
  std::string_view Digits() {
    Peek();
    const std::string_view digits = Run(0, kDigit);
    at_ += digits.size();
    return digits;
  }
  // A number as written: sign, digits, fraction, exponent, or hexadecimal. Empty if there is none.
  std::string_view Number();
  // What stands between quotes, escapes not resolved. False if there is no string or it does not end on its line.
  bool QuotedString(std::string_view& body);
  // Skips text up to the `closer` that matches an opening bracket in front of the cursor, and that. All kinds of
  // brackets nest; strings and -> are skipped. False if it does not end.
  bool SkipBalanced(char closer);

 private:
  // Neither blank nor the beginning of a comment, nor a byte that is no ASCII.
  static bool IsPlain(char c) { return c > ' ' && c != '/'; }
  char SkipBlanks();
  std::string_view Run(size_t start, uint8_t classes) const {
    const char* p = at_ + start;
    while (p < end_ && IsIn(*p, classes)) ++p;
    return {at_ + start, static_cast<size_t>(p - at_) - start};
  }

  const char* begin_;
  const char* at_;
  const char* end_;
};

// Resolves \n, \t, \\, \" and \XX in what QuotedString gave. False on any other escape.
bool Unescape(std::string_view body, std::string& out);
// Appends `text` between quotes, escaped as MLIR prints it.
void AppendQuoted(std::string& out, std::string_view text);
// True if `text` may stand without quotes as the name of an attribute or, behind @, of a symbol.
bool IsBareIdentifier(std::string_view text);

}  // namespace cppjrt::stablehlo::text

#endif  // CPPJRT_STABLEHLO_TEXT_LEXER_H_
