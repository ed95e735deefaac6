// Regions, blocks and their arguments.
#include <algorithm>
#include <tuple>

#include "stablehlo/text/parser_impl.h"

namespace cppjrt::stablehlo::text {

BlockId Parser::MakeBlock(RegionId region, std::span<const Argument> arguments) {
  std::vector<TypeId> types;
  std::vector<LocId> locs;
  for (const Argument& argument : arguments) {
    types.push_back(argument.type);
    locs.push_back(argument.loc);
  }
  const BlockId block = module_.NewBlock();
  module_.AddArguments(block, types, locs);
  module_.AppendBlock(region, block);
  for (size_t i = 0; i < arguments.size(); ++i) {
    const ValueId value = module_.block(block).args[i];
    if (arguments[i].loc_alias) ResolveLater(value, arguments[i].loc_alias);
    if (!arguments[i].name.name.empty()) Define(arguments[i].name, value);
  }
  return block;
}

// %name: type {attributes} loc(…)
bool Parser::ParseArgument(Argument& out) {
  out.name.offset = lexer_.NextOffset();
  out.name.name = lexer_.Name('%');
  if (out.name.name.empty()) return Expected("an argument");
  if (!Expect(':')) return false;
  out.type = ParseType();
  if (!out.type) return false;
  if (lexer_.Peek() == '{') {
    out.attributes = ParseDictionary();
    if (!out.attributes) return false;
  }
  return ParseOptionalLoc(out.loc, out.loc_alias);
}

RegionId Parser::ParseRegion(const OpInfo* info, std::span<const Argument> arguments) {
  const Level level(this);
  if (!level.ok || !Expect('{')) return RegionId();
  const bool isolated = info != nullptr && Has(*info, Trait::kIsolated);
  pending_.emplace_back();
  const ValueScopes::Mark mark = scopes_.Enter(isolated);
  const RegionId region = module_.NewRegion();
  // An empty region has no block, unless it has arguments; a label makes the first block unless the arguments did.
  const char first = lexer_.Peek();
  BlockId block;
  if (!arguments.empty() || (first != '}' && first != '^')) block = MakeBlock(region, arguments);
  const bool ok = ParseBlocks(region, block);
  isolated ? ReportPending() : HandUpPending();
  pending_.pop_back();
  scopes_.Leave(mark);
  if (!ok) return RegionId();
  AddImplicitReturn(info, region);
  return region;
}

// The ops of `block`, then further blocks, up to the closing brace.
bool Parser::ParseBlocks(RegionId region, BlockId block) {
  while (!lexer_.TryChar('}')) {
    const uint32_t start = lexer_.NextOffset();
    bool ok = true;
    if (lexer_.AtEnd()) return Expected("'}'");
    if (lexer_.Peek() == '^') {
      block = module_.NewBlock();
      module_.AppendBlock(region, block);
      ok = ParseBlockHeader(block);
    } else {
      ok = ParseOp(block);
    }
    if (!ok && (sink_.full() || !SkipToNextOp(start))) return false;
    if (sink_.full()) return false;
  }
  return true;
}

// ^bb0(%a: type loc(…), …):
bool Parser::ParseBlockHeader(BlockId block) {
  const std::string_view label = lexer_.Name('^');
  if (label.empty()) return Expected("the name of a block");
  module_.mutable_block(block).label = module_.names().InternView(label);
  std::vector<Argument> arguments;
  if (lexer_.TryChar('(')) {
    const bool ok = ParseList(')', [this, &arguments] {
      Argument& argument = arguments.emplace_back();
      return ParseArgument(argument);
    });
    if (!ok) return false;
  }
  std::vector<TypeId> types;
  std::vector<LocId> locs;
  for (const Argument& argument : arguments) {
    types.push_back(argument.type);
    locs.push_back(argument.loc);
  }
  module_.AddArguments(block, types, locs);
  bool ok = true;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const ValueId value = module_.block(block).args[i];
    if (arguments[i].loc_alias) ResolveLater(value, arguments[i].loc_alias);
    ok = Define(arguments[i].name, value) && ok;
  }
  return Expect(':') && ok;
}

// Text may leave out the stablehlo.return (sdy.return) that ends a region and returns nothing.
void Parser::AddImplicitReturn(const OpInfo* info, RegionId region) {
  if (info == nullptr || !Has(*info, Trait::kImplicitReturn)) return;
  BlockId block = module_.region(region).last_block;
  if (!block) {
    block = module_.NewBlock();
    module_.AppendBlock(region, block);
  }
  const OpId last = module_.last_op(block);
  const bool terminated = last && (module_.op(last).opcode == kNoOpcode || Is(module_, last, Trait::kTerminator));
  if (terminated) return;
  OpState state;
  state.opcode = info->dialect == "sdy" ? Opcode::kSdyReturn : Opcode::kReturn;
  module_.Append(module_.NewOp(state), block);
}

// What was used in a region but not defined there may be defined behind it, around it. The smaller table goes into the
// larger one, so that depth costs nothing.
void Parser::HandUpPending() {
  PendingUses& inner = pending_.back();
  PendingUses& outer = pending_[pending_.size() - 2];
  if (inner.size() > outer.size()) inner.swap(outer);
  for (auto& [key, use] : inner) {
    const auto [same, is_new] = outer.try_emplace(key, use);
    if (is_new) continue;
    Replace(use.placeholder, same->second.placeholder, use.offset);
    same->second.offset = std::min(same->second.offset, use.offset);
  }
}

// Complains of values that were used but never defined.
void Parser::ReportPending() {
  std::vector<std::tuple<uint32_t, std::string>> missing;
  for (const auto& [key, use] : pending_.back()) missing.emplace_back(use.offset, key);
  std::ranges::sort(missing);
  for (const auto& [offset, key] : missing) {
    const std::string name = key.ends_with("#0") ? key.substr(0, key.size() - 2) : key;
    Error(offset, "value %" + name + " is not defined");
  }
}

}  // namespace cppjrt::stablehlo::text
