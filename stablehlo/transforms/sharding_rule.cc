#include "stablehlo/transforms/sharding_rule.h"

#include <cctype>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stablehlo/transforms/sharding_text.h"

namespace cppjrt::stablehlo {
namespace {

using Names = std::vector<std::string>;  // of a dimension's factors: "i", "z_1"

// "ij", "z_1k": letters, each maybe with a number.
Names SplitFactors(std::string_view text) {
  Names names;
  size_t at = 0;
  while (at < text.size()) {
    size_t end = at + 1;
    if (end < text.size() && text[end] == '_') {
      do {
        ++end;
      } while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0);
    }
    names.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return names;
}

// "[i, jk]".
std::optional<std::vector<Names>> ReadDims(ShardingText& text) {
  std::vector<Names> dims;
  if (!text.Take("[")) return std::nullopt;
  while (!text.Take("]")) {
    dims.push_back(SplitFactors(text.TakeName()));
    if (dims.back().empty() || (!text.Take(",") && !text.rest().starts_with(']'))) return std::nullopt;
  }
  return dims;
}

// "([i, j], [j, k])".
std::optional<std::vector<std::vector<Names>>> ReadValues(ShardingText& text) {
  std::vector<std::vector<Names>> values;
  if (!text.Take("(")) return std::nullopt;
  while (!text.Take(")")) {
    std::optional<std::vector<Names>> dims = ReadDims(text);
    if (!dims || (!text.Take(",") && !text.rest().starts_with(')'))) return std::nullopt;
    values.push_back(std::move(*dims));
  }
  return values;
}

// The names of a list behind a word: need_replication={j, k}.
std::set<std::string> ReadList(std::string_view text, std::string_view word) {
  const size_t at = text.find(word);
  std::set<std::string> names;
  if (at == text.npos) return names;
  ShardingText list(text.substr(at + word.size()));
  if (!list.Take("={")) return names;
  do {
    names.insert(list.TakeName());
  } while (list.Take(","));
  return names;
}

bool FitsRanks(const Module& module, auto&& values, const std::vector<std::vector<Names>>& dims) {
  size_t i = 0;
  for (const ValueId value : values) {
    const TypeId type = module.type(value);
    const size_t rank = module.types().IsTensor(type) ? module.types().dims(type).size() : 0;
    if (i == dims.size() || dims[i++].size() != rank) return false;
  }
  return i == dims.size();
}

// Numbers factors as they come.
class Numbering {
 public:
  explicit Numbering(std::set<std::string> whole) : whole_(std::move(whole)) {}

  std::vector<std::vector<int>> Of(const std::vector<std::vector<Names>>& values) {
    std::vector<std::vector<int>> numbers;
    for (const std::vector<Names>& dims : values) {
      std::vector<int>& of_dims = numbers.emplace_back();
      for (const Names& names : dims) of_dims.push_back(Of(names));
    }
    return numbers;
  }
  size_t size() const { return numbers_.size(); }

 private:
  // The first factor is the slowest, which a dimension is cut along first.
  int Of(const Names& names) {
    if (whole_.contains(names[0])) return kWhole;
    return numbers_.emplace(names[0], static_cast<int>(numbers_.size())).first->second;
  }

  std::set<std::string> whole_;
  std::map<std::string, int> numbers_;
};

}  // namespace

std::optional<OpFactors> FactorsOfRule(const Module& module, OpId op) {
  const AttrId rule = module.attr(op, "sdy.sharding_rule");
  if (!module.attrs().Is(rule, AttrKind::kOpaque)) return std::nullopt;
  ShardingText text(module.attrs().string(rule));
  if (!text.Take("#sdy.op_sharding_rule<")) return std::nullopt;
  const auto operands = ReadValues(text);
  if (!operands || !text.Take("->")) return std::nullopt;
  const auto results = ReadValues(text);
  if (!results || !FitsRanks(module, module.op(op).operands(), *operands) ||
      !FitsRanks(module, module.op(op).results(), *results)) {
    return std::nullopt;
  }
  Numbering numbering(ReadList(text.rest(), "need_replication"));
  OpFactors factors;
  factors.operands = numbering.Of(*operands);
  factors.results = numbering.Of(*results);
  factors.summed.assign(numbering.size(), false);
  return factors;
}

}  // namespace cppjrt::stablehlo
