#include "stablehlo/text/lexer.h"

#include <cstring>

namespace cppjrt::stablehlo::text {
namespace {

constexpr std::array<uint8_t, 256> MakeClasses() {
  std::array<uint8_t, 256> classes = {};
  for (char c : {' ', '\t', '\n', '\r'}) classes[static_cast<unsigned char>(c)] = kBlank;
  for (char c = '0'; c <= '9'; ++c) classes[static_cast<unsigned char>(c)] = kDigit | kWordTail | kIdTail | kHexDigit;
  for (int c = 'a'; c <= 'z'; ++c) {
    const uint8_t hex = c <= 'f' ? kHexDigit : 0;
    for (int letter : {c, c - 'a' + 'A'}) {
      classes[static_cast<size_t>(letter)] = static_cast<uint8_t>(kLetter | kWordTail | kIdTail | hex);
    }
  }
  classes['_'] = kLetter | kWordTail | kIdTail;
  classes['$'] = kWordTail | kIdTail;
  classes['.'] = kWordTail | kIdTail;
  classes['-'] = kIdTail;
  return classes;
}

char CloserOf(char opener) {
  switch (opener) {
    case '(':
      return ')';
    case '[':
      return ']';
    case '{':
      return '}';
    case '<':
      return '>';
    default:
      return '\0';
  }
}

int HexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

constinit const std::array<uint8_t, 256> kCharClasses = MakeClasses();

char Lexer::SkipBlanks() {
  while (at_ < end_) {
    if (IsIn(*at_, kBlank)) {
      ++at_;
    } else if (*at_ == '/' && left() >= 2 && at_[1] == '/') {
      const void* newline = std::memchr(at_, '\n', left());
      at_ = newline == nullptr ? end_ : static_cast<const char*>(newline);
    } else {
      return *at_;
    }
  }
  return '\0';
}

bool Lexer::TryWord(std::string_view word) {
  Peek();
  if (left() < word.size() || std::memcmp(at_, word.data(), word.size()) != 0) return false;
  if (IsIn(Raw(word.size()), kWordTail)) return false;
  at_ += word.size();
  return true;
}

std::string_view Lexer::Number() {
  Peek();
  const char* p = at_;
  const auto digits = [this, &p](uint8_t classes) {
    const char* start = p;
    while (p < end_ && IsIn(*p, classes)) ++p;
    return p > start;
  };
  if (p < end_ && (*p == '-' || *p == '+')) ++p;
  const char* first = p;
  if (!digits(kDigit)) return {};
  if (p - first == 1 && *first == '0' && p + 1 < end_ && *p == 'x' && IsIn(p[1], kHexDigit)) {
    ++p;
    digits(kHexDigit);
  } else if (p < end_ && *p == '.') {
    ++p;
    digits(kDigit);
    if (p < end_ && (*p == 'e' || *p == 'E')) {
      const char* mark = p++;
      if (p < end_ && (*p == '-' || *p == '+')) ++p;
      if (!digits(kDigit)) p = mark;
    }
  }
  const std::string_view number(at_, static_cast<size_t>(p - at_));
  at_ = p;
  return number;
}

bool Lexer::QuotedString(std::string_view& body) {
  if (Peek() != '"') return false;
  const char* start = at_ + 1;
  for (const char* p = start;;) {
    p = static_cast<const char*>(std::memchr(p, '"', static_cast<size_t>(end_ - p)));
    if (p == nullptr) return false;
    // A quote behind an odd number of backslashes belongs to the string.
    const char* slash = p;
    while (slash > start && slash[-1] == '\\') --slash;
    if ((p - slash) % 2 == 0) {
      body = {start, static_cast<size_t>(p - start)};
      if (std::memchr(start, '\n', body.size()) != nullptr) return false;
      at_ = p + 1;
      return true;
    }
    ++p;
  }
}

bool Lexer::SkipBalanced(char closer) {
  std::string closers(1, closer);
  std::string_view body;
  while (!closers.empty()) {
    const char c = Peek();
    if (c == '"') {
      if (!QuotedString(body)) return false;
    } else if ((c == '-' && Raw(1) == '>') || (c == '<' && Raw(1) == '=') ||
               (c == '>' && Raw(1) == '=' && closers.back() != '>')) {
      at_ += 2;  // an arrow, or a comparison, as in affine_set<(d0) : (d0 - 1 >= 0)>
    } else if (const char opened = CloserOf(c); opened != '\0') {
      closers.push_back(opened);
      ++at_;
    } else if (c == closers.back()) {
      closers.pop_back();
      ++at_;
    } else if (at_ == end_ || c == ')' || c == ']' || c == '}' || c == '>') {
      return false;
    } else {
      ++at_;
    }
  }
  return true;
}

bool Unescape(std::string_view body, std::string& out) {
  out.clear();
  for (size_t i = 0; i < body.size(); ++i) {
    if (body[i] != '\\') {
      out.push_back(body[i]);
      continue;
    }
    if (++i == body.size()) return false;
    const char c = body[i];
    if (c == '"' || c == '\\') {
      out.push_back(c);
    } else if (c == 'n' || c == 't') {
      out.push_back(c == 'n' ? '\n' : '\t');
    } else {
      if (i + 1 == body.size() || HexValue(c) < 0 || HexValue(body[i + 1]) < 0) return false;
      out.push_back(static_cast<char>(HexValue(c) * 16 + HexValue(body[++i])));
    }
  }
  return true;
}

void AppendQuoted(std::string& out, std::string_view text) {
  constexpr char kHex[] = "0123456789ABCDEF";
  out.push_back('"');
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\\') {
      out += "\\\\";
    } else if (byte >= 0x20 && byte < 0x7f && c != '"') {
      out.push_back(c);
    } else {
      out.push_back('\\');
      out.push_back(kHex[byte >> 4]);
      out.push_back(kHex[byte & 15]);
    }
  }
  out.push_back('"');
}

bool IsBareIdentifier(std::string_view text) {
  if (text.empty() || !IsIn(text[0], kLetter)) return false;
  for (char c : text) {
    if (!IsIn(c, kWordTail)) return false;
  }
  return true;
}

}  // namespace cppjrt::stablehlo::text
