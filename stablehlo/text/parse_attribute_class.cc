// Attributes in the short form of an op, where their class says how much is written, and older forms of them.
#include <cstring>

#include "stablehlo/text/parser_impl.h"
#include "stablehlo/text/sdy_text.h"

namespace cppjrt::stablehlo::text {
namespace {

// A splat of an older attribute that stands for more numbers than this is left as it is.
constexpr int64_t kMaxExpanded = 4096;

}  // namespace

AttrId Parser::ParseOfClass(const AttrInfo& info) {
  const AttrClassInfo& attr_class = Info(info.attr_class);
  NameId name;
  const uint32_t at = lexer_.NextOffset();
  switch (info.attr_class) {
    case AttrClass::kI64Array:
    case AttrClass::kBoolArray: {
      if (lexer_.Peek() != '[') break;
      std::vector<int64_t> words;
      const bool is_bool = info.attr_class == AttrClass::kBoolArray;
      if (!(is_bool ? ParseBoolList(words) : ParseI64List(words))) return AttrId();
      return attrs().DenseArray(is_bool ? scalar::kI1 : scalar::kI64, words);
    }
    case AttrClass::kString:
      return ParseString(name) ? attrs().String(name) : AttrId();
    case AttrClass::kSymbolName:
      return ParseSymbolName(name) ? attrs().String(name) : AttrId();
    case AttrClass::kSdy:
      return ParseSdyText(info.name);
    default:
      break;
  }
  const TypeId type = ToTypeId(static_cast<Scalar>(attr_class.detail));
  if (attr_class.memory == AttrKind::kInteger) {
    const std::string_view number = lexer_.Number();
    int64_t value = 0;
    if (number.empty() || IsFloatText(number)) return lexer_.set_offset(at), Expected("an integer"), AttrId();
    return IntegerFromText(number, at, type, value) ? attrs().Integer(type, value) : AttrId();
  }
  if (attr_class.memory == AttrKind::kFloat) {
    const std::string_view number = lexer_.Number();
    uint64_t bits = 0;
    if (number.empty()) return Expected("a float"), AttrId();
    return FloatFromText(number, at, type, bits) ? attrs().Float(type, bits) : AttrId();
  }
  if (attr_class.memory == AttrKind::kEnum && lexer_.Peek() != '#') {
    return ParseEnumKeyword(static_cast<EnumKind>(attr_class.detail));
  }
  const AttrId attr = ParseAttribute();
  return attr ? Modernize(info, attr) : AttrId();
}

AttrId Parser::ParseSdyText(std::string_view attr_name) {
  const uint32_t at = lexer_.NextOffset();
  const char opener = lexer_.Peek();
  const char closer = opener == '<' ? '>' : opener == '[' ? ']' : '}';
  if (opener == '<' || opener == '[' || opener == '{') {
    lexer_.Advance(1);
    if (!lexer_.SkipBalanced(closer)) return Error(at, "the attribute does not end"), AttrId();
  } else if (opener == '#') {
    return ParseAttribute();
  } else {
    const std::string_view word = lexer_.Word();
    if (word.empty()) return Expected("an sdy attribute"), AttrId();
    if (const auto value = SdyEnumValue(attr_name, word)) return attrs().I32(*value);
    if (IsSdyEnum(attr_name))
      return Error(at, "unknown value '" + std::string(word) + "' of " + std::string(attr_name)), AttrId();
  }
  return attrs().Opaque(SdyAttribute(attr_name, lexer_.Since(at)));
}

AttrId Parser::Modernize(const AttrInfo& info, AttrId value) {
  const bool is_i64 = info.attr_class == AttrClass::kI64Array;
  if (!is_i64 && info.attr_class != AttrClass::kBoolArray) return value;
  if (!attrs().Is(value, AttrKind::kDense)) return value;
  const DenseElements dense = attrs().dense(value);
  const TypeId element = types().element_type(dense.type);
  const std::optional<int64_t> count = types().num_elements(dense.type);
  if (element != (is_i64 ? scalar::kI64 : scalar::kI1) || !count || *count > kMaxExpanded) return value;
  const size_t bytes = is_i64 ? 8 : 1;
  std::vector<int64_t> words;
  for (size_t i = 0; i < static_cast<size_t>(*count); ++i) {
    int64_t word = 0;
    std::memcpy(&word, dense.bytes.data() + (dense.is_splat ? 0 : i * bytes), bytes);
    words.push_back(word);
  }
  return attrs().DenseArray(element, words);
}

}  // namespace cppjrt::stablehlo::text
