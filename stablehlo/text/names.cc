#include "stablehlo/text/names.h"

#include <algorithm>
#include <charconv>

#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo::text {
namespace {

void AppendNumber(std::string& out, uint32_t number) {
  char digits[12];
  const auto end = std::to_chars(digits, digits + sizeof(digits), number).ptr;
  out.append(digits, static_cast<size_t>(end - digits));
}

// The name the first result of group `i` suggests: constants theirs, ops with several result groups the groups' names.
std::string_view Suggestion(const Module& module, OpId op, const OpInfo& info, size_t group) {
  if (info.opcode == Opcode::kConstant) {
    return module.types().IsInteger(module.types().element_type(module.type(module.op(op).result(0)))) ? "c" : "cst";
  }
  const bool named = info.results.size() > 1 && info.opcode != Opcode::kChloScan;
  return named ? info.results[group].name : std::string_view();
}

}  // namespace

ValueNames::ValueNames(const Module& module, OpId root, bool generic)
    : module_(module), generic_(generic), names_(module.num_values()) {
  Context context;
  NameResults(root, context);
  PushRegions(root, context);
  while (!todo_.empty()) {
    Context next = todo_.back();
    todo_.pop_back();
    NameRegion(next);
    for (BlockId block : module_.blocks(next.region)) {
      for (OpId op : module_.ops(block)) PushRegions(op, next);
    }
  }
}

void ValueNames::PushRegions(OpId op, const Context& context) {
  for (RegionId region : module_.op(op).regions()) {
    todo_.push_back(context);
    todo_.back().region = region;
  }
}

void ValueNames::NameRegion(Context& context) {
  const OpId parent = module_.region(context.region).op;
  const Opcode opcode = generic_ || !parent ? kNoOpcode : module_.op(parent).opcode;
  const bool is_while = opcode == Opcode::kWhile;
  const size_t scan_inputs = opcode == Opcode::kChloScan ? OperandGroup(module_, parent, 0).size() : 0;
  bool is_entry = true;
  for (BlockId block : module_.blocks(context.region)) {
    for (ValueId arg : module_.block(block).args) {
      if (is_while) {
        NameWord(arg, "iterArg", context);
      } else if (opcode == Opcode::kChloScan) {
        NameWord(arg, module_.value(arg).index < scan_inputs ? "input" : "carry", context);
      } else if (is_entry) {
        names_[arg.index()] = {Kind::kArgument, 0, context.next_argument++, 1};
      } else {
        names_[arg.index()] = {Kind::kNumber, 0, context.next_value++, 1};
      }
    }
    is_entry = false;
    for (OpId op : module_.ops(block)) NameResults(op, context);
  }
}

void ValueNames::NameResults(OpId op_id, Context& context) {
  const Op& op = module_.op(op_id);
  if (op.num_results == 0) return;
  std::vector<uint32_t> starts = {0};
  if (!generic_ && op.opcode != kNoOpcode) {
    const OpInfo& info = Info(op.opcode);
    // The groups of named results have one result each.
    const size_t groups = info.results.size();
    for (uint32_t g = 0; g < groups && groups == op.num_results; ++g) {
      const std::string_view word = Suggestion(module_, op_id, info, g);
      if (word.empty()) continue;
      NameWord(op.result(g), word, context);
      if (g > 0) starts.push_back(g);
    }
  }
  Name& first = names_[op.first_result.index()];
  if (first.kind == Kind::kUnnamed) first = {Kind::kNumber, 0, context.next_value++, 1};
  starts.push_back(op.num_results);
  for (size_t g = 0; g + 1 < starts.size(); ++g) {
    const uint32_t size = starts[g + 1] - starts[g];
    names_[op.result(starts[g]).index()].group = size;
    for (uint32_t i = 1; i < size; ++i) names_[op.result(starts[g] + i).index()] = {Kind::kMember, 0, i, 1};
  }
}

uint8_t ValueNames::WordIndex(std::string_view word) {
  const auto index = static_cast<uint8_t>(std::ranges::find(words_, word) - words_.begin());
  if (index == words_.size()) words_.push_back(word);
  return index;
}

void ValueNames::NameWord(ValueId value, std::string_view word, Context& context) {
  const uint8_t index = WordIndex(word);
  const uint64_t bit = uint64_t{1} << index;
  const bool taken = (context.used_words & bit) != 0;
  context.used_words |= bit;
  names_[value.index()] = {Kind::kWord, index, taken ? ++context.next_conflict : 0, 1};
}

void ValueNames::AppendBase(std::string& out, ValueId value) const {
  const Name& name = names_[value.index()];
  switch (name.kind) {
    case Kind::kUnnamed:
      out += "%<<unknown>>";
      return;
    case Kind::kNumber:
      out.push_back('%');
      return AppendNumber(out, name.number);
    case Kind::kArgument:
      out += "%arg";
      return AppendNumber(out, name.number);
    case Kind::kWord:
      out.push_back('%');
      out += words_[name.word];
      if (name.number == 0) return;
      out.push_back('_');
      return AppendNumber(out, name.number - 1);
    case Kind::kMember:
      return AppendBase(out, ValueId(value.index() - name.number));
  }
}

void ValueNames::Append(std::string& out, ValueId value) const {
  if (value.index() >= names_.size()) {
    out += "%<<none>>";
    return;
  }
  AppendBase(out, value);
  const Name& name = names_[value.index()];
  if (name.kind != Kind::kMember && name.group == 1) return;
  out.push_back('#');
  AppendNumber(out, name.kind == Kind::kMember ? name.number : 0);
}

}  // namespace cppjrt::stablehlo::text
