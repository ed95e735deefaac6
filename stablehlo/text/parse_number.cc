// Numbers, and lists of them: 1 : i32, 0x7FC00000 : f32, array<i64: 1, 2>, [1, 2].
#include <algorithm>
#include <charconv>
#include <limits>

#include "stablehlo/text/float_text.h"
#include "stablehlo/text/parser_impl.h"

namespace cppjrt::stablehlo::text {
namespace {

// Sign and magnitude of a decimal or hexadecimal integer. False if it has more than 64 bits.
bool Magnitude(std::string_view text, bool& negative, uint64_t& magnitude) {
  negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const bool is_hex = text.starts_with("0x");
  if (is_hex) text.remove_prefix(2);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), magnitude, is_hex ? 16 : 10);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

bool IsFloatText(std::string_view number) {
  return number.find('x') == std::string_view::npos && number.find('.') != std::string_view::npos;
}

bool Parser::IntegerFromText(std::string_view text, uint32_t offset, TypeId type, int64_t& out) {
  bool negative = false;
  uint64_t magnitude = 0;
  bool fits = Magnitude(text, negative, magnitude);
  const int bits = types().bits(type);
  const bool is_signed = types().kind(type) == TypeKind::kIndex || types().signedness(type) == Signedness::kSigned;
  const bool is_unsigned = types().IsUnsigned(type);
  const uint64_t half = uint64_t{1} << (std::min(bits, 64) - 1);
  // As in MLIR, a signless type takes what fits as signed or as unsigned.
  if (negative) {
    fits = fits && magnitude <= half && (!is_unsigned || magnitude == 0);
  } else {
    fits = fits && (bits >= 64 || magnitude >> bits == 0) && (!is_signed || magnitude < half);
  }
  if (!fits) return Error(offset, "integer " + std::string(text) + " does not fit '" + Spell(type) + "'");
  out = static_cast<int64_t>(negative ? uint64_t{0} - magnitude : magnitude);
  return true;
}

bool Parser::FloatFromText(std::string_view text, uint32_t offset, TypeId type, uint64_t& out) {
  const std::optional<Scalar> format = types().AsScalar(type);
  if (!format || !types().IsFloat(type) || !HasFloatFormat(*format)) {
    return Error(offset, "values of type '" + Spell(type) + "' are not supported");
  }
  if (text.find('x') != std::string_view::npos) {
    bool negative = false;
    const bool fits = Magnitude(text, negative, out) && (types().bits(type) >= 64 || out >> types().bits(type) == 0);
    return (fits && !negative) || Error(offset, "bits " + std::string(text) + " do not fit '" + Spell(type) + "'");
  }
  double value = 0;
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) {
    // Underflow gives zero, overflow infinity, as in strtod.
    const bool tiny = text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos;
    value = tiny ? 0.0 : std::numeric_limits<double>::infinity();
    if (text.starts_with('-')) value = -value;
  } else if (error != std::errc() || end != text.data() + text.size()) {
    return Error(offset, "expected a float, found '" + std::string(text) + "'");
  }
  out = FloatFromDouble(value, *format);
  return true;
}

bool Parser::ParseInteger(int64_t& out) {
  const uint32_t at = lexer_.NextOffset();
  const std::string_view number = lexer_.Number();
  if (number.empty()) return Expected("an integer");
  if (IsFloatText(number)) return Error(at, "expected an integer, found '" + std::string(number) + "'");
  return IntegerFromText(number, at, scalar::kI64, out);
}

// 1, 1 : i32, 1.5 : f32, 0x7FC00000 : f32
AttrId Parser::ParseNumberAttribute() {
  const uint32_t at = lexer_.NextOffset();
  const std::string_view number = lexer_.Number();
  if (number.empty()) return Expected("a number"), AttrId();
  TypeId type = IsFloatText(number) ? scalar::kF64 : scalar::kI64;
  if (lexer_.Peek() == ':') {
    type = ParseOptionalColonType();
    if (!type) return AttrId();
  }
  if (types().IsInteger(type) || types().kind(type) == TypeKind::kIndex) {
    int64_t value = 0;
    return IntegerFromText(number, at, type, value) ? attrs().Integer(type, value) : AttrId();
  }
  if (types().IsFloat(type)) {
    uint64_t bits = 0;
    return FloatFromText(number, at, type, bits) ? attrs().Float(type, bits) : AttrId();
  }
  Error(at, "a number cannot have type '" + Spell(type) + "'");
  return AttrId();
}

bool Parser::ParseI64List(std::vector<int64_t>& out) {
  return Expect('[') && ParseList(']', [this, &out] { return ParseInteger(out.emplace_back()); });
}

bool Parser::ParseBoolList(std::vector<int64_t>& out) {
  return Expect('[') && ParseList(']', [this, &out] {
           const uint32_t at = lexer_.NextOffset();
           const std::string_view digit = lexer_.Number();  // as StableHLO printed them until 2023
           const bool value = digit == "1" || (digit.empty() && lexer_.TryWord("true"));
           const bool is_bool = value || digit == "0" || (digit.empty() && lexer_.TryWord("false"));
           if (!is_bool) return lexer_.set_offset(at), Expected("'true' or 'false'");
           out.push_back(value ? 1 : 0);
           return true;
         });
}

// array<i64: 1, 2>, array<i64>
AttrId Parser::ParseDenseArray() {
  if (!Expect('<')) return AttrId();
  const uint32_t at = lexer_.NextOffset();
  const TypeId type = ParseType();
  if (!type) return AttrId();
  const bool is_integer = types().IsInteger(type);
  const int width = is_integer || types().IsFloat(type) ? types().bits(type) : 0;
  if (width != 1 && width != 8 && width != 16 && width != 32 && width != 64)
    return Error(at, "an array cannot have elements of type '" + Spell(type) + "'"), AttrId();
  std::vector<int64_t> words;
  if (!lexer_.TryChar(':')) return Expect('>') ? attrs().DenseArray(type, words) : AttrId();
  const bool ok = ParseList('>', [&] {
    const uint32_t number_at = lexer_.NextOffset();
    int64_t& word = words.emplace_back();
    if (type == scalar::kI1 && lexer_.TryWord("true")) return word = 1, true;
    if (type == scalar::kI1 && lexer_.TryWord("false")) return true;
    const std::string_view number = lexer_.Number();
    if (number.empty()) return Expected("a number");
    if (is_integer) return IntegerFromText(number, number_at, type, word);
    uint64_t bits = 0;
    const bool read = FloatFromText(number, number_at, type, bits);
    word = static_cast<int64_t>(bits);
    return read;
  });
  if (!ok) return AttrId();
  if (is_integer && !types().IsUnsigned(type) && width > 1) {
    const int shift = 64 - width;
    for (int64_t& word : words) word = static_cast<int64_t>(static_cast<uint64_t>(word) << shift) >> shift;
  }
  return attrs().DenseArray(type, words);
}

}  // namespace cppjrt::stablehlo::text
