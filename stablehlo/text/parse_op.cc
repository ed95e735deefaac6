// Ops: name, parts, the generic form.
#include <algorithm>

#include "stablehlo/op/foreign_ops.h"
#include "stablehlo/text/parser_impl.h"

namespace cppjrt::stablehlo::text {
namespace {

bool IsSegments(const OpInfo& info, std::string_view name) {
  return Has(info, Trait::kSegments) && (name == "operandSegmentSizes" || name == "resultSegmentSizes");
}

}  // namespace

OpParts& Parser::PushParts() {
  if (depth_of_parts_ == parts_.size()) parts_.emplace_back().Reserve();
  OpParts& parts = parts_[depth_of_parts_++];
  parts.Clear();
  return parts;
}

// ---- Parts of an op.

void Parser::AddAttr(OpParts& parts, NamedAttr attr) {
  const std::string_view name = module_.name(attr.name);
  if (parts.info != nullptr) {
    const int index = parts.info->FindAttr(name);
    if (index >= 0) attr.value = Modernize(parts.info->attrs[static_cast<size_t>(index)], attr.value);
    if (index >= 0 || IsSegments(*parts.info, name)) {
      parts.inherent.push_back(attr);
      return;
    }
  }
  parts.discardable.push_back(attr);
}

void Parser::AddAttr(OpParts& parts, std::string_view name, AttrId value) {
  parts.inherent.push_back({module_.names().InternView(name), value});
}

bool Parser::ParseOptionalAttrDict(OpParts& parts) {
  if (lexer_.Peek() != '{') return true;
  std::vector<NamedAttr>& entries = parts.written_attrs;
  entries.clear();
  const uint32_t at = lexer_.offset();
  if (!ParseAttrEntries(entries)) return false;
  const size_t before = parts.inherent.size();
  for (const NamedAttr& entry : entries) {
    AddAttr(parts, entry);
    // What stands in front of the dictionary may be said in it once more.
    const std::span<const NamedAttr> written(parts.inherent.data(), before);
    const bool repeats =
        parts.inherent.size() > before && std::ranges::find(written, parts.inherent.back()) != written.end();
    if (repeats) parts.inherent.pop_back();
  }
  // Each of both lists has been looked over by itself.
  return before == 0 || CheckNamesOnce(parts.inherent, parts.discardable, at);
}

// <{…}>
bool Parser::ParseProperties(OpParts& parts) {
  if (lexer_.Peek() != '<') return true;
  lexer_.Advance(1);
  if (lexer_.Peek() != '{') return Expected("'{'");
  std::vector<NamedAttr>& entries = parts.written_attrs;
  entries.clear();
  if (!ParseAttrEntries(entries)) return false;
  for (const NamedAttr& entry : entries) {
    const size_t before = parts.discardable.size();
    AddAttr(parts, entry);
    // Properties of ops nobody knows are inherent by their place.
    if (parts.discardable.size() > before && parts.info == nullptr) {
      parts.discardable.pop_back();
      parts.inherent.push_back(entry);
    }
  }
  return Expect('>');
}

// ({ … }, { … })
bool Parser::ParseGenericRegions(OpParts& parts) {
  if (!lexer_.TryChar('(')) return true;
  return ParseList(')', [this, &parts] {
    const RegionId region = ParseRegion(parts.info);
    if (region) parts.regions.push_back(region);
    return region.valid();
  });
}

bool Parser::ParseGenericTail(OpParts& parts) {
  if (!Expect('(') || !ParseList(')', [this, &parts] { return ParseOperand(parts); })) return false;
  if (lexer_.Peek() == '[') return Error(lexer_.offset(), "blocks as successors are not supported");
  return ParseProperties(parts) && ParseGenericRegions(parts) && ParseOptionalAttrDict(parts) && Expect(':') &&
         ParseFunctionType(parts);
}

bool Parser::ParseFunctionType(OpParts& parts) {
  const uint32_t at = lexer_.NextOffset();
  std::vector<TypeId>& operands = parts.written_types;
  operands.clear();
  if (!Expect('(') || !ParseTypeListUntil(')', operands) || !ExpectArrow() ||
      !ParseFunctionResults(parts.result_types)) {
    return false;
  }
  parts.has_result_types = true;
  return CheckOperandTypes(parts, operands, at);
}

bool Parser::ApplyFunctionType(OpParts& parts, TypeId type, uint32_t offset) {
  std::vector<TypeId> operands;
  for (size_t i = 0; i < types().num_inputs(type); ++i) operands.push_back(types().input(type, i));
  std::vector<TypeId> results;
  for (size_t i = 0; i < types().num_results(type); ++i) results.push_back(types().result(type, i));
  SetResultTypes(parts, results);
  return CheckOperandTypes(parts, operands, offset);
}

// ---- The op.

// %a, %b:2 =
bool Parser::ParseResultNames(OpParts& parts) {
  if (lexer_.Peek() != '%') return true;
  do {
    ValueName name;
    name.offset = lexer_.NextOffset();
    name.name = lexer_.Name('%');
    if (name.name.empty()) return Expected("the name of a result");
    if (lexer_.TryChar(':')) {
      int64_t count = 0;
      if (!ParseInteger(count)) return false;
      if (count < 1 || count > INT32_MAX) return Error(name.offset, "expected a positive number of results");
      name.count = static_cast<uint32_t>(count);
    }
    parts.result_names.push_back(name);
  } while (lexer_.TryChar(','));
  return Expect('=');
}

// "dialect.op", dialect.op, or an op of func or builtin without its dialect.
bool Parser::ParseOpName(OpParts& parts) {
  const uint32_t at = lexer_.NextOffset();
  std::string_view name = lexer_.Word();
  if (name.empty()) return Expected("an operation");
  parts.name = name;
  parts.info = FindOpOrEquivalent(name);
  for (std::string_view dialect : {"func.", "builtin."}) {
    if (parts.info != nullptr || name.find('.') != std::string_view::npos) break;
    buffer_.assign(dialect).append(name);
    parts.info = FindOp(buffer_);
  }
  if (parts.info == nullptr) {
    parts.name = FindForeignForm(name).name;
    if (parts.name.empty()) return UnknownName(name, at);
    parts.unregistered_name = module_.names().Intern(parts.name);
    return true;
  }
  parts.is_mhlo = parts.name.starts_with("mhlo.");
  parts.name = parts.info->name;
  if (SyntaxOf(parts.info->opcode).steps.empty()) {
    return Error(at, "'" + std::string(name) + "' has no short form: write \"" + std::string(name) + "\"(…)");
  }
  return true;
}

bool Parser::UnknownName(std::string_view name, uint32_t offset) {
  const std::string quoted = "'" + std::string(name) + "'";
  const size_t dot = name.find('.');
  if (dot == std::string_view::npos) return Error(offset, "expected an operation, found " + quoted);
  const std::string_view dialect = name.substr(0, dot);
  const bool is_known = std::ranges::any_of(Ops(), [dialect](const OpInfo& op) { return op.dialect == dialect; });
  if (is_known) return Error(offset, "unknown operation " + quoted);
  return Error(offset, "operation " + quoted + " is of unknown dialect '" + std::string(dialect) +
                           "': lower the program to StableHLO first");
}

bool Parser::ParseOpBody(OpParts& parts) {
  if (!ParseResultNames(parts)) return false;
  if (lexer_.Peek() != '"') {
    if (!ParseOpName(parts)) return false;
    current_op_ = parts.name;
    return parts.info != nullptr ? ParseSyntax(parts) : (this->*FindForeignForm(parts.name).parse)(parts);
  }
  NameId name;
  if (!ParseString(name)) return false;
  parts.name = module_.name(name);
  parts.info = FindOpOrEquivalent(parts.name);
  if (parts.info == nullptr) parts.unregistered_name = name;
  if (parts.info != nullptr) parts.name = parts.info->name;
  current_op_ = parts.name;
  return ParseGenericTail(parts);
}

// "value" is all that is inherent to a constant, wherever the text has it.
void Parser::BecomeConstant(OpParts& parts) {
  std::vector<NamedAttr> all = parts.inherent;
  all.insert(all.end(), parts.discardable.begin(), parts.discardable.end());
  parts.inherent.clear();
  parts.discardable.clear();
  for (const NamedAttr& attr : all) {
    (module_.name(attr.name) == "value" ? parts.inherent : parts.discardable).push_back(attr);
  }
}

bool Parser::FinishOp(OpParts& parts, BlockId block) {
  OpState state;
  NameId alias;
  if (!ParseOptionalLoc(state.loc, alias)) return false;
  state.opcode = parts.info == nullptr ? kNoOpcode : parts.info->opcode;
  state.name = parts.unregistered_name;
  if (parts.info == nullptr &&
      IsConstantOfTensor(module_, parts.name, parts.inherent, parts.discardable, parts.result_types)) {
    BecomeConstant(parts);
    state.opcode = Opcode::kConstant;
    state.name = NameId();
  }
  state.source_offset = parts.offset;
  state.operands = parts.operands;
  state.result_types = parts.result_types;
  state.inherent = parts.inherent;
  state.discardable = parts.discardable;
  state.regions = parts.regions;
  const OpId op = module_.NewOp(state);
  module_.Append(op, block);
  if (alias) ResolveLater(op, alias);
  for (OpId sharing : parts.shares_loc) {
    if (!sharing) continue;
    module_.set_loc(sharing, state.loc);
    if (alias) ResolveLater(sharing, alias);
  }
  DefineResults(parts, op);
  return true;
}

bool Parser::ParseOp(BlockId block) {
  OpParts& parts = PushParts();
  parts.offset = lexer_.NextOffset();
  const std::string_view outer = current_op_;
  current_op_ = {};
  const bool ok = ParseOpBody(parts) && FinishOp(parts, block);
  if (!ok) DefinePlaceholders(parts);
  current_op_ = outer;
  PopParts();
  return ok;
}

}  // namespace cppjrt::stablehlo::text
