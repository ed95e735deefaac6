// Attributes: what has no file of its own.
#include <algorithm>

#include "stablehlo/text/parser_impl.h"

namespace cppjrt::stablehlo::text {

AttrId Parser::ParseAttribute() {
  const Level level(this);
  if (!level.ok) return AttrId();
  const char c = lexer_.Peek();
  switch (c) {
    case '"': {
      NameId text;
      if (!ParseString(text)) return AttrId();
      if (lexer_.Peek() != ':') return attrs().String(text);
      const TypeId type = ParseOptionalColonType();
      return type ? attrs().String(text, type) : AttrId();
    }
    case '@':
      return ParseSymbolRef();
    case '[':
      return ParseArrayAttribute();
    case '{':
      return ParseDictionary();
    case '#':
      return ParseHashAttribute();
    case '(':
    case '!': {
      const TypeId type = ParseType();
      return type ? attrs().Type(type) : AttrId();
    }
    default:
      break;
  }
  if (c == '-' || IsIn(c, kDigit)) return ParseNumberAttribute();
  if (IsIn(c, kLetter)) return ParseWordAttribute();
  Expected("an attribute");
  return AttrId();
}

AttrId Parser::ParseWordAttribute() {
  const uint32_t at = lexer_.NextOffset();
  const std::string_view word = lexer_.PeekWord();
  const auto take = [&](std::string_view what) {
    if (word != what) return false;
    lexer_.Advance(word.size());
    return true;
  };
  if (take("dense")) return ParseElements(false);
  if (take("array")) return ParseDenseArray();
  if (take("true")) return attrs().Bool(true);
  if (take("false")) return attrs().Bool(false);
  if (take("unit")) return attrs().Unit();
  if (take("sparse")) return ParseElements(true);
  if (take("dense_resource")) return ParseResourceRef();
  if (word == "loc") {
    const LocId loc = ParseLocation();
    return loc ? attrs().Location(loc) : AttrId();
  }
  if (take("affine_map") || take("affine_set") || take("strided")) return Expect('<') ? OpaqueAttr(at) : AttrId();
  if (take("distinct")) {
    if (!Expect('[') || !lexer_.SkipBalanced(']') || !Expect('<')) return AttrId();
    return OpaqueAttr(at);
  }
  const TypeId type = ParseType();
  return type ? attrs().Type(type) : AttrId();
}

// Behind the opening "<" of an attribute kept as text: goes on to its end.
AttrId Parser::OpaqueAttr(uint32_t from) {
  if (lexer_.SkipBalanced('>')) return attrs().Opaque(module_.names().InternView(lexer_.Since(from)));
  Error(from, "the attribute does not end");
  return AttrId();
}

bool Parser::ParseString(NameId& out) {
  const uint32_t at = lexer_.NextOffset();
  if (lexer_.Peek() != '"') return Expected("a string");
  std::string_view body;
  if (!lexer_.QuotedString(body)) return Error(at, "the string does not end on its line");
  if (body.find('\\') == std::string_view::npos) {
    out = module_.names().InternView(body);
    return true;
  }
  if (!Unescape(body, buffer_))
    return Error(at, "unknown escape in a string: only \\n, \\t, \\\\, \\\" and \\XX exist");
  out = module_.names().Intern(buffer_);
  return true;
}

// @name, @"any text"
bool Parser::ParseSymbolName(NameId& out) {
  if (lexer_.Peek() == '@' && lexer_.Raw(1) == '"') {
    lexer_.Advance(1);
    return ParseString(out);
  }
  const std::string_view name = lexer_.Name('@');
  if (name.empty()) return Expected("a symbol, @name");
  out = module_.names().InternView(name);
  return true;
}

// @a::@b
AttrId Parser::ParseSymbolRef() {
  std::vector<NameId> path;
  do {
    if (!ParseSymbolName(path.emplace_back())) return AttrId();
    if (lexer_.Raw() != ':' || lexer_.Raw(1) != ':') break;
    lexer_.Advance(2);
  } while (true);
  return attrs().SymbolRef(path);
}

AttrId Parser::ParseArrayAttribute() {
  std::vector<AttrId> elements;
  lexer_.Advance(1);
  const bool ok = ParseList(']', [this, &elements] {
    elements.push_back(ParseAttribute());
    return elements.back().valid();
  });
  return ok ? attrs().Array(elements) : AttrId();
}

bool Parser::ParseAttrEntries(std::vector<NamedAttr>& out) {
  if (!Expect('{')) return false;
  const uint32_t at = lexer_.offset();
  const bool ok = ParseList('}', [this, &out] {
    NamedAttr entry;
    if (lexer_.Peek() == '"') {
      if (!ParseString(entry.name)) return false;
    } else {
      const std::string_view word = lexer_.Word();
      if (word.empty()) return Expected("the name of an attribute");
      entry.name = module_.names().InternView(word);
    }
    entry.value = lexer_.TryChar('=') ? ParseAttribute() : attrs().Unit();
    out.push_back(entry);
    return entry.value.valid();
  });
  if (!ok) return false;
  return CheckNamesOnce(out, {}, at);
}

// Few names are compared with each other, many are sorted.
bool Parser::CheckNamesOnce(std::span<const NamedAttr> some, std::span<const NamedAttr> others, uint32_t offset) {
  constexpr size_t kFew = 16;
  NameId twice;
  if (some.size() + others.size() <= kFew) {
    for (size_t i = 0; i < some.size(); ++i) {
      const auto is_same = [&](const NamedAttr& attr) { return attr.name == some[i].name; };
      if (std::ranges::any_of(some.subspan(i + 1), is_same) || std::ranges::any_of(others, is_same))
        twice = some[i].name;
    }
  } else {
    std::vector<NameId> names;
    for (const NamedAttr& attr : some) names.push_back(attr.name);
    for (const NamedAttr& attr : others) names.push_back(attr.name);
    std::ranges::sort(names);
    const auto found = std::ranges::adjacent_find(names);
    if (found != names.end()) twice = *found;
  }
  return !twice || Error(offset, "attribute '" + std::string(module_.name(twice)) + "' is given twice");
}

AttrId Parser::ParseDictionary() {
  std::vector<NamedAttr> entries;
  return ParseAttrEntries(entries) ? attrs().Dictionary(entries) : AttrId();
}

TypeId Parser::ParseOptionalColonType() { return lexer_.TryChar(':') ? ParseType() : TypeId(); }

// dense_resource<key> : type
AttrId Parser::ParseResourceRef() {
  NameId key;
  if (!Expect('<')) return AttrId();
  if (lexer_.Peek() == '"') {
    if (!ParseString(key)) return AttrId();
  } else {
    const std::string_view word = lexer_.Word();
    if (word.empty()) return Expected("the key of a resource"), AttrId();
    key = module_.names().InternView(word);
  }
  if (!Expect('>') || !Expect(':')) return AttrId();
  const TypeId type = ParseType();
  return type ? attrs().Resource(type, key) : AttrId();
}

// The attributes of MHLO's ops are StableHLO's. Others, such as those that JAX puts on arguments, stay MHLO's.
std::string_view Parser::StandsForMhlo(std::string_view mnemonic) {
  const bool is_known = FindStruct("stablehlo", mnemonic) || FindEnum("stablehlo", mnemonic);
  return is_known ? "stablehlo" : "mhlo";
}

// ---- #alias, #dialect.name<…>, #dialect<name …>

AttrId Parser::ParseHashAttribute() {
  const uint32_t at = lexer_.NextOffset();
  const std::string_view name = lexer_.Name('#');
  if (name.empty()) return Expected("an attribute"), AttrId();
  const size_t dot = name.find('.');
  if (dot != std::string_view::npos) return ParseDialectAttribute(name.substr(0, dot), name.substr(dot + 1), at);
  if (lexer_.Raw() == '<') {
    const uint32_t body = lexer_.offset();
    lexer_.Advance(1);
    const std::string_view mnemonic = lexer_.Word();
    if (const auto kind = FindEnum(name == "mhlo" ? StandsForMhlo(mnemonic) : name, mnemonic)) {
      const AttrId attr = ParseEnumKeyword(*kind);
      return attr && Expect('>') ? attr : AttrId();
    }
    if (!CheckKnownAttribute(name, mnemonic, at)) return AttrId();
    lexer_.set_offset(body + 1);
    return OpaqueAttr(at);
  }
  if (const AttrId known = FindLocAlias(name)) return known;
  Error(at, "attribute alias #" + std::string(name) + " is not defined");
  return AttrId();
}

// Dialects all of whose attributes the parser knows.
bool Parser::CheckKnownAttribute(std::string_view dialect, std::string_view mnemonic, uint32_t offset) {
  if (dialect != "stablehlo" && dialect != "chlo") return true;
  return Error(offset, "dialect " + std::string(dialect) + " has no attribute " + std::string(mnemonic));
}

AttrId Parser::ParseDialectAttribute(std::string_view dialect, std::string_view mnemonic, uint32_t from) {
  if (dialect == "mhlo") dialect = StandsForMhlo(mnemonic);
  if (const auto kind = FindStruct(dialect, mnemonic)) {
    if (lexer_.Raw() == '<') return ParseStructBody(*kind);
  } else if (const auto enumeration = FindEnum(dialect, mnemonic)) {
    if (!Expect('<')) return AttrId();
    const AttrId attr = ParseEnumKeyword(*enumeration);
    return attr && Expect('>') ? attr : AttrId();
  }
  if (!CheckKnownAttribute(dialect, mnemonic, from)) return AttrId();
  if (lexer_.Raw() != '<') return attrs().Opaque(module_.names().InternView(lexer_.Since(from)));
  lexer_.Advance(1);
  return OpaqueAttr(from);
}

AttrId Parser::ParseEnumKeyword(EnumKind kind) {
  const uint32_t at = lexer_.NextOffset();
  const std::string_view word = lexer_.Word();
  if (const auto value = FindEnumerator(kind, word)) return attrs().Enum(kind, *value);
  std::string known;
  for (const Enumerator& e : Info(kind).values) known.append(known.empty() ? "" : ", ").append(e.keyword);
  lexer_.set_offset(at);
  std::string what = "a keyword for ";
  for (char c : Info(kind).mnemonic) what.push_back(c == '_' ? ' ' : c);
  Expected(what + " (" + known + ")");
  return AttrId();
}

}  // namespace cppjrt::stablehlo::text
