#include "stablehlo/text/parser.h"

#include <limits>
#include <memory>
#include <utility>

#include "stablehlo/ir/uses.h"
#include "stablehlo/text/hex.h"
#include "stablehlo/text/parser_impl.h"
#include "stablehlo/text/printer.h"

namespace cppjrt::stablehlo {
namespace text {
namespace {

// Bytes of a hexadecimal string: "0x04000000…".
bool HexBytes(std::string_view text, Arena& arena, std::span<const std::byte>& out) {
  if (!text.starts_with("0x") || text.size() % 2 != 0) return false;
  text.remove_prefix(2);
  const size_t size = text.size() / 2;
  std::byte* bytes = arena.AllocateArray<std::byte>(size);
  if (!DecodeHex(text, bytes)) return false;
  out = {bytes, size};
  return true;
}

}  // namespace

const int Parser::Level::kLimit = kMaxNesting;

void OpParts::Clear() {
  info = nullptr;
  name = {};
  unregistered_name = NameId();
  result_names.clear();
  operands.clear();
  operand_offsets.clear();
  group_ends.clear();
  result_types.clear();
  inherent.clear();
  discardable.clear();
  regions.clear();
  has_result_types = false;
  is_mhlo = false;
  shares_loc[0] = shares_loc[1] = OpId();
}

void OpParts::Reserve() {
  constexpr size_t kSome = 8;
  operands.reserve(kSome);
  operand_offsets.reserve(kSome);
  group_ends.reserve(kSome);
  result_types.reserve(kSome);
  inherent.reserve(kSome);
  written_types.reserve(kSome);
}

Parser::Parser(Module& module, DiagnosticSink& sink) : module_(module), sink_(sink), lexer_(module.source().bytes) {
  pending_.emplace_back();
}

bool Parser::Error(uint32_t offset, std::string message) {
  if (!current_op_.empty()) {
    const std::string_view dialect = "stablehlo.";
    const bool ours = current_op_.starts_with(dialect);
    message = std::string(current_op_.substr(ours ? dialect.size() : 0)) + ": " + message;
  }
  sink_.Error(offset, std::move(message));
  return false;
}

bool Parser::TooDeep() {
  return Error(lexer_.NextOffset(), "nested too deeply: more than " + std::to_string(kMaxNesting) + " levels");
}

std::string Parser::DescribeNext() {
  constexpr size_t kShown = 40;
  const uint32_t at = lexer_.NextOffset();
  if (lexer_.AtEnd()) return "the end of the program";
  std::string_view found = lexer_.PeekWord();
  if (found.empty()) found = lexer_.Number();
  std::string_view body;
  if (found.empty() && lexer_.QuotedString(body)) found = lexer_.Since(at);
  for (char sigil : {'%', '#', '!', '@', '^'}) {
    if (found.empty() && !lexer_.Name(sigil).empty()) found = lexer_.Since(at);
  }
  lexer_.set_offset(at);
  if (found.empty()) found = lexer_.rest().substr(0, 1);
  const bool is_long = found.size() > kShown;
  return "'" + std::string(found.substr(0, kShown)) + (is_long ? "…'" : "'");
}

// What is missing at the end of a line is reported there, not at the beginning of the next.
uint32_t Parser::EndOfLineBefore(uint32_t at) const {
  const std::string_view text = module_.source().bytes;
  const size_t newline = at == 0 ? std::string_view::npos : text.substr(0, at).find_last_not_of(" \t\r");
  if (newline == std::string_view::npos || text[newline] != '\n') return at;
  size_t end = newline;
  while (true) {
    end = text.substr(0, end).find_last_not_of(" \t\r\n");
    if (end == std::string_view::npos) return at;
    const size_t line = text.rfind('\n', end) + 1;  // 0 if there is none
    const size_t comment = text.substr(line, end + 1 - line).find("//");
    if (comment == std::string_view::npos) return static_cast<uint32_t>(end + 1);
    if (line + comment == 0) return at;
    end = line + comment;
  }
}

bool Parser::Expected(std::string_view what) {
  const uint32_t at = lexer_.NextOffset();
  return Error(EndOfLineBefore(at), "expected " + std::string(what) + ", found " + DescribeNext());
}

bool Parser::ExpectedChar(char c) {
  const char quoted[] = {'\'', c, '\''};
  return Expected({quoted, 3});
}

bool Parser::ExpectWord(std::string_view word) {
  return lexer_.TryWord(word) || Expected("'" + std::string(word) + "'");
}

bool Parser::ExpectArrow() { return lexer_.TryArrow() || Expected("'->'"); }

std::string Parser::Spell(TypeId type) const { return PrintType(module_, type); }

// #name = attribute, !name = type.
bool Parser::ParseAliasDefinition() {
  const char sigil = lexer_.Peek();
  const uint32_t at = lexer_.offset();
  const std::string_view name = lexer_.Name(sigil);
  if (name.empty()) return Expected("the name of an alias");
  if (name.find('.') != std::string_view::npos) return Error(at, "names of aliases have no '.'");
  if (attr_aliases_.contains(name) && sigil == '#')
    return Error(at, "alias #" + std::string(name) + " is defined twice");
  if (!Expect('=')) return false;
  if (sigil == '!') {
    const TypeId type = ParseType();
    if (type) type_aliases_[name] = type;
    return type.valid();
  }
  const AttrId attr = ParseAttribute();
  if (attr) attr_aliases_[name] = attr;
  return attr.valid();
}

// {-# dialect_resources: { builtin: { key: "0x…" } } #-}
bool Parser::ParseResources() {
  lexer_.Advance(3);
  while (lexer_.Peek() != '#') {
    const uint32_t at = lexer_.NextOffset();
    const std::string_view section = lexer_.Word();
    if (section.empty()) return Expected("'dialect_resources' or '#-}'");
    if (!Expect(':') || !Expect('{')) return false;
    if (section == "dialect_resources") {
      if (!ParseList('}', [this] { return ParseResourceGroup(); })) return false;
    } else if (!lexer_.SkipBalanced('}')) {
      return Error(at, "the section does not end");
    }
    lexer_.TryChar(',');
  }
  return Expect('#') && Expect('-') && Expect('}');
}

bool Parser::ParseResourceGroup() {
  const std::string_view dialect = lexer_.Word();
  if (dialect.empty()) return Expected("the name of a dialect");
  if (!Expect(':') || !Expect('{')) return false;
  return ParseList('}', [this, dialect] {
    NameId key;
    std::string_view word = lexer_.Word();
    std::string_view body;
    if (!word.empty()) {
      key = module_.names().Intern(word);
    } else if (!ParseString(key)) {
      return false;
    }
    if (!Expect(':')) return false;
    const uint32_t at = lexer_.NextOffset();
    Resource resource{module_.names().Intern(dialect), key, {}, 1};
    std::span<const std::byte> bytes;
    if (!lexer_.QuotedString(body) || !HexBytes(body, module_.arena(), bytes) || bytes.size() < 4) {
      return Error(at, "expected a hexadecimal string with the alignment in its first four bytes");
    }
    std::memcpy(&resource.alignment, bytes.data(), 4);
    resource.bytes = bytes.subspan(4);
    module_.AddResource(resource);
    return true;
  });
}

bool Parser::ParseTopLevel() {
  const RegionId region = module_.NewRegion();
  const BlockId block = MakeBlock(region, {});
  while (!lexer_.AtEnd() && !sink_.full()) {
    const uint32_t start = lexer_.offset();
    const char c = lexer_.Peek();
    bool ok = true;
    if (c == '#' || c == '!') {
      ok = ParseAliasDefinition();
    } else if (lexer_.rest().starts_with("{-#")) {
      ok = ParseResources();
    } else {
      ok = ParseOp(block);
    }
    if (!ok && !SkipToNextOp(start)) break;
    // A stray closing brace ends nothing here.
    if (lexer_.Peek() == '}') {
      if (ok) Expected("an operation");
      lexer_.Advance(1);
    }
  }
  ReportPending();
  ResolveAliases();
  if (!replacement_.empty() && sink_.ok()) {
    for (OpId op : module_.ops(block)) ReplaceUses(module_, op, replacement_);
  }
  if (!sink_.ok()) return false;
  const OpId first = module_.block(block).first_op;
  if (first && !module_.op(first).next && module_.op(first).opcode == Opcode::kModule) {
    module_.Detach(first);
    module_.set_root(first);
  } else {
    OpState state;
    state.opcode = Opcode::kModule;
    state.regions = {&region, 1};
    module_.set_root(module_.NewOp(state));
  }
  return true;
}

void Parser::ResolveAliases() {
  const auto find = [this](NameId name) {
    const auto found = attr_aliases_.find(module_.name(name));
    return found == attr_aliases_.end() ? LocId() : LocationOf(found->second);
  };
  const auto complain = [this](uint32_t offset, NameId name) {
    Error(offset, "location alias #" + std::string(module_.name(name)) + " is not defined");
  };
  for (const auto& [op, alias] : op_aliases_) {
    const LocId loc = find(alias);
    if (!loc) return complain(module_.op(op).source_offset, alias);
    module_.set_loc(op, loc);
  }
  for (const auto& [value, alias] : value_aliases_) {
    const LocId loc = find(alias);
    if (!loc) return complain(kNoOffset, alias);
    module_.mutable_value(value).loc = loc;
  }
}

}  // namespace text

StatusOr<Module> ParseText(const Source& source, DiagnosticSink& sink) {
  Module module;
  module.set_source(source);
  if (source.bytes.size() > static_cast<size_t>(std::numeric_limits<int32_t>::max())) {
    return InvalidArgumentError("parse: the program has more than 2 GiB");
  }
  if (!text::Parser(module, sink).ParseTopLevel()) return sink.ToStatus("parse");
  return module;
}

StatusOr<Module> ParseText(std::string text, std::string file) {
  auto owner = std::make_shared<const std::string>(std::move(text));
  const Source source{std::move(file), *owner, /*is_text=*/true};
  DiagnosticSink sink(&source);
  StatusOr<Module> module = ParseText(source, sink);
  if (!module.ok()) return sink.ok() ? module.status() : InvalidArgumentError(sink.Render());
  module->KeepAlive(std::move(owner));
  return module;
}

}  // namespace cppjrt::stablehlo
