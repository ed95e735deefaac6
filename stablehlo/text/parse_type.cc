// Types.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <iterator>

#include "stablehlo/text/parser_impl.h"

namespace cppjrt::stablehlo::text {
namespace {

constexpr size_t kMaxRank = 1000;

bool ParseDigits(std::string_view digits, int64_t& out) {
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
  return error == std::errc() && end == digits.data() + digits.size();
}

struct IntegerName {
  Signedness signedness;
  std::string_view digits;
};

// i8, si8, ui8; no digits if `word` is none of them.
IntegerName SplitIntegerName(std::string_view word) {
  for (const auto& [prefix, signedness] : {std::pair{"i", Signedness::kSignless}, std::pair{"si", Signedness::kSigned},
                                           std::pair{"ui", Signedness::kUnsigned}}) {
    const std::string_view text = prefix;
    if (!word.starts_with(text)) continue;
    const std::string_view digits = word.substr(text.size());
    if (!digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos)
      return {signedness, digits};
  }
  return {Signedness::kSignless, {}};
}

}  // namespace

TypeId Parser::ParseType() {
  const Level level(this);
  if (!level.ok) return TypeId();
  const uint32_t at = lexer_.NextOffset();
  const char c = lexer_.Peek();
  if (c == 't') {
    const std::string_view key = TypeCache::KeyAt(lexer_.rest());
    if (!key.empty()) return ParseShortTensor(key, at);
  }
  if (c == '(') return ParseFunctionTypeLiteral();
  if (c == '!') return ParseDialectType();
  const std::string_view word = lexer_.Word();
  if (!word.empty()) return ParseTypeWord(word, at);
  Expected("a type, such as tensor<2xf32> or a function type");
  return TypeId();
}

TypeId Parser::ParseShortTensor(std::string_view key, uint32_t offset) {
  if (const TypeId known = type_cache_.Find(key)) {
    lexer_.Advance(key.size());
    return known;
  }
  const TypeId type = ParseTypeWord(lexer_.Word(), offset);
  if (type) type_cache_.Add(lexer_.Since(offset), type);
  return type;
}

TypeId Parser::ParseTypeWord(std::string_view word, uint32_t offset) {
  if (word == "tensor") return ParseShaped(true, offset);
  if (word == "f32") return scalar::kF32;
  if (const auto found = FindScalar(word)) return ToTypeId(*found);
  if (word == "memref") return ParseShaped(false, offset);
  if (word == "tuple") return ParseMembers(true);
  if (word == "complex") {
    if (!Expect('<')) return TypeId();
    const TypeId element = ParseType();
    return element && Expect('>') ? types().Complex(element) : TypeId();
  }
  if (word == "vector") {
    if (!Expect('<')) return TypeId();
    return OpaqueType(offset);
  }
  const IntegerName integer = SplitIntegerName(word);
  int64_t bits = 0;
  if (!integer.digits.empty() && ParseDigits(integer.digits, bits) && bits >= 1 && bits < (1 << 24)) {
    return types().Integer(static_cast<int>(bits), integer.signedness);
  }
  lexer_.set_offset(offset);
  Expected("a type, such as tensor<2xf32> or a function type");
  return TypeId();
}

// Behind the opening bracket of a type or attribute kept as text: goes on to its end.
TypeId Parser::OpaqueType(uint32_t from) {
  if (lexer_.SkipBalanced('>')) return types().Opaque(module_.names().InternView(lexer_.Since(from)));
  Error(from, "the type does not end");
  return TypeId();
}

// 4x?x up to the element type, which may follow at once: 2x3xf32.
bool Parser::ParseDims(SmallWords& dims, bool& unranked) {
  if (lexer_.TryChar('*')) {
    unranked = true;
    if (lexer_.Peek() != 'x') return Expected("'x'");
    lexer_.Advance(1);
    return true;
  }
  while (true) {
    const uint32_t at = lexer_.NextOffset();
    const std::string_view digits = lexer_.Digits();
    int64_t dim = kDynamic;
    if (digits.empty()) {
      if (!lexer_.TryChar('?')) return true;
    } else if (!ParseDigits(digits, dim)) {
      return Error(at, "dimension " + std::string(digits) + " does not fit 63 bits");
    }
    if (lexer_.Peek() != 'x') return Expected("'x' behind a dimension");
    lexer_.Advance(1);
    dims.push_back(dim);
    if (dims.span().size() > kMaxRank) return Error(at, "more than " + std::to_string(kMaxRank) + " dimensions");
  }
}

// tensor<…>, memref<…>
TypeId Parser::ParseShaped(bool is_tensor, uint32_t offset) {
  if (!Expect('<')) return TypeId();
  SmallWords dims;
  bool unranked = false;
  if (!ParseDims(dims, unranked)) return TypeId();
  const TypeId element = ParseType();
  if (!element) return TypeId();
  if (lexer_.TryChar('>')) {
    if (is_tensor) return unranked ? types().UnrankedTensor(element) : types().Tensor(dims.span(), element);
    if (!unranked) return types().MemRef(dims.span(), element);
    return types().Opaque(module_.names().InternView(lexer_.Since(offset)));
  }
  if (!Expect(',')) return TypeId();
  if (!is_tensor || unranked) return OpaqueType(offset);
  const AttrId encoding = ParseAttribute();
  return encoding && Expect('>') ? types().Tensor(dims.span(), element, encoding) : TypeId();
}

// tuple<…>, !stablehlo.future<…>
TypeId Parser::ParseMembers(bool is_tuple) {
  std::vector<TypeId> members;
  if (!Expect('<') || !ParseTypeListUntil('>', members)) return TypeId();
  return is_tuple ? types().Tuple(members) : types().Future(members);
}

bool Parser::ParseTypeListUntil(char closer, std::vector<TypeId>& out) {
  return ParseList(closer, [this, &out] {
    out.push_back(ParseType());
    return out.back().valid();
  });
}

bool Parser::ParseTypes(std::vector<TypeId>& out) {
  do {
    out.push_back(ParseType());
    if (!out.back()) return false;
  } while (lexer_.TryChar(','));
  return true;
}

bool Parser::ParseFunctionResults(std::vector<TypeId>& out) {
  if (lexer_.TryChar('(')) return ParseTypeListUntil(')', out);
  out.push_back(ParseType());
  return out.back().valid();
}

TypeId Parser::ParseFunctionTypeLiteral() {
  std::vector<TypeId> inputs;
  std::vector<TypeId> results;
  if (!Expect('(') || !ParseTypeListUntil(')', inputs)) return TypeId();
  if (!lexer_.PeekArrow()) return Expected("'->' of a function type"), TypeId();
  lexer_.TryArrow();
  return ParseFunctionResults(results) ? types().Function(inputs, results) : TypeId();
}

// "stablehlo.foo" or "stablehlo", of !stablehlo<foo>: dialects all of whose types the parser knows.
bool Parser::IsTypeOfKnownDialect(std::string_view name) const {
  constexpr std::string_view kDialects[] = {"stablehlo", "chlo", "sdy", "func", "builtin", "arith", "mhlo", "quant"};
  const std::string_view dialect = name.substr(0, name.find('.'));
  const bool is_type = dialect.size() < name.size() || lexer_.Raw() == '<';
  return is_type && std::ranges::find(kDialects, dialect) != std::end(kDialects);
}

// !stablehlo<token> is !stablehlo.token.
TypeId Parser::UnknownType(std::string_view name, uint32_t offset) {
  std::string whole(name);
  if (lexer_.TryChar('<')) whole += "." + std::string(lexer_.Word());
  if (whole == "stablehlo.token" && lexer_.TryChar('>')) return scalar::kToken;
  const std::string dialect = whole.substr(0, whole.find('.'));
  Error(offset, "dialect " + dialect + " has no type " + whole.substr(std::min(dialect.size() + 1, whole.size())));
  return TypeId();
}

// !alias, !dialect.name<…>, !dialect<…>
TypeId Parser::ParseDialectType() {
  const uint32_t at = lexer_.offset();
  const std::string_view name = lexer_.Name('!');
  if (name.empty()) return Expected("a type"), TypeId();
  if (name == "stablehlo.token" || name == "mhlo.token") return scalar::kToken;
  if (name == "stablehlo.future") return ParseMembers(false);
  if (name == "quant.uniform") return ParseQuantized(at);
  if (name == "quant.any" || name == "quant.calibrated" || name == "mhlo.async_bundle") {
    return Expect('<') ? OpaqueType(at) : TypeId();
  }
  if (const auto alias = type_aliases_.find(name); alias != type_aliases_.end()) return alias->second;
  if (IsTypeOfKnownDialect(name)) return UnknownType(name, at);
  if (lexer_.Raw() == '<') {
    lexer_.Advance(1);
    return OpaqueType(at);
  }
  if (name.find('.') == std::string_view::npos) {
    Error(at, "type alias !" + std::string(name) + " is not defined");
    return TypeId();
  }
  return types().Opaque(module_.names().InternView(lexer_.Since(at)));
}

// i8, u8, ui8, i8<-127:127>
bool Parser::ParseQuantizedStorage(QuantizedType& type) {
  const uint32_t at = lexer_.NextOffset();
  const std::string_view word = lexer_.Word();
  int64_t bits = 0;
  const bool short_unsigned = word.starts_with('u') && ParseDigits(word.substr(1), bits);
  const IntegerName integer = SplitIntegerName(word);
  if (integer.signedness == Signedness::kSigned) {
    return Error(at, "storage type " + std::string(word) + " is not one of a quantized type: write i" +
                         std::string(integer.digits));
  }
  const bool is_unsigned = short_unsigned || integer.signedness == Signedness::kUnsigned;
  if (!short_unsigned && !ParseDigits(integer.digits, bits)) return Error(at, "expected an integer type for storage");
  if (bits < 1 || bits > 32) return Error(at, "storage of " + std::to_string(bits) + " bits is not within 1 and 32");
  type.storage = types().Integer(static_cast<int>(bits), is_unsigned ? Signedness::kUnsigned : Signedness::kSignless);
  type.storage_min = is_unsigned ? 0 : -(int64_t{1} << (bits - 1));
  type.storage_max = (int64_t{1} << (is_unsigned ? bits : bits - 1)) - 1;
  if (!lexer_.TryChar('<')) return true;
  const QuantizedType widest = type;
  if (!ParseInteger(type.storage_min) || !Expect(':') || !ParseInteger(type.storage_max) || !Expect('>')) return false;
  if (type.storage_min < widest.storage_min || type.storage_max > widest.storage_max ||
      type.storage_min >= type.storage_max) {
    return Error(at, "storage range does not fit the storage type");
  }
  return true;
}

// 0.1, 0.1:-30
bool Parser::ParseScale(std::vector<int64_t>& scales, std::vector<int64_t>& zero_points) {
  const uint32_t at = lexer_.NextOffset();
  const std::string_view number = lexer_.Number();
  uint64_t bits = 0;
  if (number.empty()) return Expected("a scale");
  if (!FloatFromText(number, at, scalar::kF64, bits)) return false;
  scales.push_back(static_cast<int64_t>(bits));
  zero_points.push_back(0);
  return !lexer_.TryChar(':') || ParseInteger(zero_points.back());
}

TypeId Parser::ParseQuantized(uint32_t offset) {
  QuantizedType type;
  std::vector<int64_t> scales;
  std::vector<int64_t> zero_points;
  if (!Expect('<') || !ParseQuantizedStorage(type) || !Expect(':')) return TypeId();
  type.expressed = ParseType();
  if (!type.expressed) return TypeId();
  if (lexer_.TryChar(':')) {
    // Several axes and blocks: newer than this IR.
    if (lexer_.Peek() == '{') return OpaqueType(offset);
    const uint32_t at = lexer_.NextOffset();
    if (!ParseInteger(type.axis)) return TypeId();
    if (type.axis < 0) return Error(at, "the quantized dimension is negative"), TypeId();
  }
  if (!Expect(',')) return TypeId();
  const auto scale = [&] { return ParseScale(scales, zero_points); };
  if (type.axis < 0) {
    if (!scale()) return TypeId();
  } else {
    if (!Expect('{') || !ParseList('}', scale)) return TypeId();
  }
  if (!Expect('>')) return TypeId();
  type.scale_bits = scales;
  type.zero_points = zero_points;
  return types().Quantized(type);
}

}  // namespace cppjrt::stablehlo::text
