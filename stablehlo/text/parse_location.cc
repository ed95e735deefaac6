// Locations.
#include "stablehlo/text/parser_impl.h"

namespace cppjrt::stablehlo::text {

AttrId Parser::FindLocAlias(std::string_view name) const {
  const auto found = attr_aliases_.find(name);
  return found == attr_aliases_.end() ? AttrId() : found->second;
}

LocId Parser::LocationOf(AttrId attr) const {
  return module_.attrs().Is(attr, AttrKind::kLocation) ? module_.attrs().location(attr) : LocId();
}

bool Parser::ParseOptionalLoc(LocId& loc, NameId& alias) {
  if (lexer_.Peek() != 'l' || !lexer_.TryWord("loc")) return true;
  if (!Expect('(')) return false;
  if (lexer_.Peek() == '#') {
    const uint32_t at = lexer_.offset();
    const std::string_view name = lexer_.Name('#');
    if (const AttrId known = FindLocAlias(name)) {
      loc = LocationOf(known);
      if (!loc) return Error(at, "alias #" + std::string(name) + " is not a location");
      return Expect(')');
    }
    if (!name.empty() && lexer_.Peek() == ')') {
      alias = module_.names().InternView(name);
      return Expect(')');
    }
    lexer_.set_offset(at);
  }
  loc = ParseLocation();
  return loc.valid() && Expect(')');
}

LocId Parser::ParseLocation() {
  const Level level(this);
  if (!level.ok) return LocId();
  const uint32_t at = lexer_.NextOffset();
  if (lexer_.Peek() == '"') {
    NameId name;
    if (!ParseString(name)) return LocId();
    if (lexer_.Peek() == ':') return ParseFileLocation(name);
    if (!lexer_.TryChar('(')) return module_.locs().Name(name);
    const LocId child = ParseLocation();
    return child && Expect(')') ? module_.locs().Name(name, child) : LocId();
  }
  if (lexer_.Peek() == '#') {
    const std::string_view name = lexer_.Name('#');
    if (const LocId known = LocationOf(FindLocAlias(name))) return known;
    if (name.find('.') == std::string_view::npos) {
      Error(at, "location alias #" + std::string(name) + " is not defined");
      return LocId();
    }
    // A foreign kind of location.
    if (lexer_.TryChar('<') && !lexer_.SkipBalanced('>')) return Error(at, "the location does not end"), LocId();
    return module_.locs().Opaque(module_.names().InternView(lexer_.Since(at)));
  }
  if (lexer_.TryWord("unknown")) return kUnknownLoc;
  if (lexer_.TryWord("callsite")) return ParseCallSite();
  if (lexer_.TryWord("fused")) return ParseFused();
  // loc(…) as an attribute within another.
  if (lexer_.TryWord("loc")) {
    if (!Expect('(')) return LocId();
    const LocId inner = ParseLocation();
    return inner && Expect(')') ? inner : LocId();
  }
  Expected("a location");
  return LocId();
}

// "f.py":1:2, "f.py":1:2 to :7, "f.py":1:2 to 3:4; also "f.py":1
LocId Parser::ParseFileLocation(NameId file) {
  const auto number = [this](uint32_t& out) {
    int64_t value = 0;
    const uint32_t at = lexer_.NextOffset();
    if (!ParseInteger(value)) return false;
    if (value < 0 || value > UINT32_MAX) return Error(at, "expected a line or column number");
    out = static_cast<uint32_t>(value);
    return true;
  };
  FileRange range{file};
  if (!Expect(':') || !number(range.line)) return LocId();
  if (lexer_.TryChar(':') && !number(range.column)) return LocId();
  range.end_line = range.line;
  range.end_column = range.column;
  if (lexer_.TryWord("to")) {
    if (lexer_.Peek() != ':' && !number(range.end_line)) return LocId();
    if (!Expect(':') || !number(range.end_column)) return LocId();
  }
  return module_.locs().File(range);
}

LocId Parser::ParseCallSite() {
  if (!Expect('(')) return LocId();
  const LocId callee = ParseLocation();
  if (!callee || !ExpectWord("at")) return LocId();
  const LocId caller = ParseLocation();
  return caller && Expect(')') ? module_.locs().CallSite(callee, caller) : LocId();
}

// fused[…], fused<attribute>[…]
LocId Parser::ParseFused() {
  AttrId metadata;
  if (lexer_.TryChar('<')) {
    metadata = ParseAttribute();
    if (!metadata || !Expect('>')) return LocId();
  }
  std::vector<LocId> members;
  if (!Expect('[')) return LocId();
  const bool ok = ParseList(']', [this, &members] {
    members.push_back(ParseLocation());
    return members.back().valid();
  });
  return ok ? module_.locs().Fused(members, metadata) : LocId();
}

}  // namespace cppjrt::stablehlo::text
