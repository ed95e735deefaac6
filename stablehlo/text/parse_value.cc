// Values: their names, uses, types and definitions; uses in front of definitions.
#include <algorithm>

#include "stablehlo/text/parser_impl.h"

namespace cppjrt::stablehlo::text {
namespace {

// A failed op stands for at most so many results.
constexpr uint32_t kMaxPlaceholders = 1000;

std::string PendingKey(std::string_view name, uint32_t number) {
  return std::string(name) + "#" + std::to_string(number);
}

}  // namespace

bool Parser::ParseUse(ValueUse& use) {
  use.offset = lexer_.NextOffset();
  use.name = lexer_.Name('%');
  if (use.name.empty()) return Expected("a value");
  use.number = 0;
  if (lexer_.Raw() != '#') return true;
  lexer_.Advance(1);
  const std::string_view digits = lexer_.Digits();
  if (digits.empty() || digits.size() > 9) return Expected("the number of a result");
  for (char c : digits) use.number = use.number * 10 + static_cast<uint32_t>(c - '0');
  return true;
}

ValueId Parser::Resolve(const ValueUse& use) {
  if (const ValueScopes::Entry* entry = scopes_.Find(use.name)) {
    if (use.number < entry->count) return ValueId(entry->first.index() + use.number);
    Error(use.offset, "%" + std::string(use.name) + " has " + std::to_string(entry->count) +
                          " results, so there is no #" + std::to_string(use.number));
    return ValueId();
  }
  const auto [found, is_new] = pending_.back().try_emplace(PendingKey(use.name, use.number));
  if (is_new) found->second = {module_.NewPlaceholder(TypeId()), use.offset};
  return found->second.placeholder;
}

bool Parser::ParseOperand(OpParts& parts) {
  ValueUse use;
  if (!ParseUse(use)) return false;
  const ValueId value = Resolve(use);
  if (!value) return false;
  parts.operands.push_back(value);
  parts.operand_offsets.push_back(use.offset);
  return true;
}

bool Parser::ParseOperands(OpParts& parts) {
  if (lexer_.Peek() != '%') return true;
  while (true) {
    if (!ParseOperand(parts)) return false;
    const uint32_t comma = lexer_.offset();
    if (!lexer_.TryChar(',')) return true;
    if (lexer_.Peek() != '%') {
      lexer_.set_offset(comma);
      return true;
    }
  }
}

bool Parser::CheckOperandType(OpParts& parts, size_t i, TypeId type) {
  const ValueId value = parts.operands[i];
  const TypeId known = module_.type(value);
  if (known == type) return true;
  if (!known) {
    // Unknown yet if it is defined later; unknown for good behind an error.
    module_.set_type(value, type);
    return true;
  }
  lexer_.set_offset(parts.operand_offsets[i]);
  const std::string name = DescribeNext();
  return Error(parts.operand_offsets[i],
               "value " + name + " has type '" + Spell(known) + "', but is used at type '" + Spell(type) + "'");
}

bool Parser::CheckOperandTypes(OpParts& parts, std::span<const TypeId> types, uint32_t offset) {
  if (types.size() != parts.operands.size()) {
    return Error(offset, "number of operands and types do not match: " + std::to_string(parts.operands.size()) +
                             " operands present, but expected " + std::to_string(types.size()));
  }
  for (size_t i = 0; i < types.size(); ++i) {
    if (!CheckOperandType(parts, i, types[i])) return false;
  }
  return true;
}

void Parser::SetResultTypes(OpParts& parts, std::span<const TypeId> types) {
  parts.result_types.insert(parts.result_types.end(), types.begin(), types.end());
  parts.has_result_types = true;
}

bool Parser::Define(const ValueName& name, ValueId first) {
  if (const ValueScopes::Entry* old = scopes_.Find(name.name)) {
    sink_.Error(name.offset, "value %" + std::string(name.name) + " is defined twice")
        .Note(old->offset, "it was defined here");
    return false;
  }
  scopes_.Define(name.name, first, name.count, name.offset);
  PendingUses& pending = pending_.back();
  for (uint32_t i = 0; i < name.count && !pending.empty(); ++i) {
    const auto found = pending.find(PendingKey(name.name, i));
    if (found == pending.end()) continue;
    const PendingUse use = found->second;
    pending.erase(found);
    Replace(use.placeholder, ValueId(first.index() + i), use.offset);
  }
  return true;
}

// Every use of `placeholder`, the first of which is at `offset`, becomes one of `value`.
void Parser::Replace(ValueId placeholder, ValueId value, uint32_t offset) {
  const TypeId used = module_.type(placeholder);
  const TypeId type = module_.type(value);
  if (used && type && used != type) {
    Error(offset, "a value is used at type '" + Spell(used) + "', but has type '" + Spell(type) + "'");
  }
  if (!type) module_.set_type(value, used);
  if (replacement_.size() <= placeholder.index()) replacement_.resize(placeholder.index() + 1);
  replacement_[placeholder.index()] = value;
}

bool Parser::DefineResults(const OpParts& parts, OpId op) {
  uint64_t named = 0;
  for (const ValueName& name : parts.result_names) named += name.count;
  const ValueRange results = module_.op(op).results();
  if (named != results.size()) {
    return parts.result_names.empty() ||
           Error(parts.result_names[0].offset, "the operation has " + std::to_string(results.size()) +
                                                   " results, but " + std::to_string(named) + " names are given");
  }
  uint32_t next = 0;
  bool ok = true;
  for (const ValueName& name : parts.result_names) {
    ok = Define(name, results[next]) && ok;
    next += name.count;
  }
  return ok;
}

void Parser::DefinePlaceholders(const OpParts& parts) {
  for (const ValueName& name : parts.result_names) {
    if (scopes_.Find(name.name) != nullptr) continue;
    const uint32_t count = std::min(name.count, kMaxPlaceholders);
    const ValueId first = module_.NewPlaceholder(TypeId());
    for (uint32_t i = 1; i < count; ++i) module_.NewPlaceholder(TypeId());
    Define({name.name, count, name.offset}, first);
  }
}

}  // namespace cppjrt::stablehlo::text
