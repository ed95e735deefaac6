// After an error: the next op.
#include "stablehlo/text/parser_impl.h"

namespace cppjrt::stablehlo::text {
namespace {

// True if the text at the cursor looks like the beginning of an op: "name", dialect.name, return, call, %a, %b:2 =.
bool LooksLikeOp(Lexer lexer) {
  const char c = lexer.Peek();
  if (c == '"' || c == '^') return true;
  if (c != '%') {
    const std::string_view word = lexer.Word();
    return word == "return" || word == "call" || word == "module" ||
           (word.find('.') != std::string_view::npos && lexer.Peek() != '=');
  }
  do {
    if (lexer.Name('%').empty()) return false;
    if (lexer.TryChar(':') && lexer.Digits().empty()) return false;
  } while (lexer.TryChar(','));
  return lexer.Peek() == '=';
}

}  // namespace

// Goes to the next line behind the error that begins an op, or to the brace that closes the block: braces are counted
// from where the failed op began. False at the end of the program.
bool Parser::SkipToNextOp(uint32_t start) {
  const uint32_t failed_at = lexer_.offset();
  lexer_.set_offset(start);
  int depth = 0;
  std::string_view body;
  for (uint32_t last = start; !lexer_.AtEnd();) {
    const uint32_t at = lexer_.NextOffset();
    const char c = lexer_.Peek();
    lexer_.set_offset(last);
    const bool new_line = lexer_.rest().substr(0, at - last).find('\n') != std::string_view::npos;
    lexer_.set_offset(at);
    if (new_line && at > start && at >= failed_at && depth == 0 && LooksLikeOp(lexer_)) return true;
    if (c == '}' && depth == 0 && at > start) return true;
    if (c == '{') ++depth;
    if (c == '}' && depth > 0) --depth;
    if (c != '"' || !lexer_.QuotedString(body)) {
      const std::string_view word = lexer_.Word();
      if (word.empty()) lexer_.Advance(1);
    }
    last = lexer_.offset();
  }
  return false;
}

}  // namespace cppjrt::stablehlo::text
