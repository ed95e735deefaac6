#include "stablehlo/verify/alias_checks.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "stablehlo/ir/function.h"
#include "stablehlo/op/infer_types.h"

namespace cppjrt::stablehlo {
namespace {

constexpr std::string_view kForm =
    "expected #mhlo.result_alias<tuple_indices = [...], result_index = [...], must_alias>";

// #mhlo.result_alias<…>: indices into the argument and, the first one, of a result and into it.
struct ResultAlias {
  std::vector<int64_t> argument;
  std::vector<int64_t> result;
};

// Reads a text word by word; white space does not count.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) { SkipSpace(); }
  bool Take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    SkipSpace();
    return true;
  }
  bool Number(int64_t& out) {
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), out);
    if (error != std::errc()) return false;
    rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
    SkipSpace();
    return true;
  }
  // "= [1, 2]".
  bool Numbers(std::vector<int64_t>& out) {
    if (!Take("=") || !Take("[")) return false;
    do {
      if (!Number(out.emplace_back())) return false;
    } while (Take(","));
    return Take("]");
  }
  bool AtEnd() const { return rest_.empty(); }

 private:
  void SkipSpace() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }
  std::string_view rest_;
};

std::optional<ResultAlias> ReadResultAlias(std::string_view text) {
  Words words(text);
  ResultAlias alias;
  bool must_alias = false;
  if (!words.Take("#mhlo.result_alias") || !words.Take("<")) return std::nullopt;
  do {
    if (alias.argument.empty() && words.Take("tuple_indices")) {
      if (!words.Numbers(alias.argument)) return std::nullopt;
    } else if (alias.result.empty() && words.Take("result_index")) {
      if (!words.Numbers(alias.result)) return std::nullopt;
    } else if (!must_alias && words.Take("must_alias")) {
      must_alias = true;
    } else {
      return std::nullopt;
    }
  } while (words.Take(","));
  if (!words.Take(">") || !words.AtEnd() || alias.result.empty()) return std::nullopt;
  return alias;
}

// What indices lead to inside of tuples, or none.
TypeId MemberAt(const TypeTable& types, TypeId type, std::span<const int64_t> indices) {
  for (const int64_t index : indices) {
    if (types.kind(type) != TypeKind::kTuple || index < 0 || index >= static_cast<int64_t>(types.num_members(type))) {
      return TypeId();
    }
    type = types.member(type, static_cast<size_t>(index));
  }
  return type;
}

std::string ResultAliasProblem(const OpView& op, TypeId function, TypeId argument, AttrId value) {
  const TypeTable& types = op.types();
  if (!op.attrs().Is(value, AttrKind::kOpaque)) return std::string(kForm);
  const std::optional<ResultAlias> alias = ReadResultAlias(op.attrs().string(value));
  if (!alias) return std::string(kForm);
  const int64_t result = alias->result[0];
  const auto count = static_cast<int64_t>(types.num_results(function));
  if (result < 0 || result >= count) return Cat("result index ", result, " is not within [0, ", count, ")");
  const TypeId from = MemberAt(types, argument, alias->argument);
  const TypeId to =
      MemberAt(types, types.result(function, static_cast<size_t>(result)), std::span(alias->result).subspan(1));
  if (!from) return "the indices into the argument's tuple are not valid";
  if (!to) return "the indices into the result's tuple are not valid";
  if (CompatibleTypes(op.module(), from, to)) return {};
  return Cat("the argument has ", op.Text(from), ", the result has ", op.Text(to), ", expected the same");
}

std::string OutputProblem(const OpView& op, TypeId function, AttrId value) {
  const auto count = static_cast<int64_t>(op.types().num_results(function));
  if (!op.attrs().Is(value, AttrKind::kInteger)) return "expected the number of a result";
  const int64_t result = op.attrs().integer(value);
  return result >= 0 && result < count ? "" : Cat("result ", result, " is not within [0, ", count, ")");
}

}  // namespace

bool CheckAliases(const OpView& op, OpId function) {
  const Function f(op.module(), function);
  const TypeId type = f.type();
  for (size_t i = 0; i < op.types().num_inputs(type); ++i) {
    const AttrId attrs = f.argument_attrs(i);
    if (!op.attrs().Is(attrs, AttrKind::kDictionary)) continue;
    if (const AttrId alias = op.attrs().Lookup(attrs, "mhlo.result_alias")) {
      const std::string problem = ResultAliasProblem(op, type, op.types().input(type, i), alias);
      if (!problem.empty()) return op.Fail({}, Cat("argument ", i, ": mhlo.result_alias: ", problem));
    }
    if (const AttrId output = op.attrs().Lookup(attrs, "tf.aliasing_output")) {
      const std::string problem = OutputProblem(op, type, output);
      if (!problem.empty()) return op.Fail({}, Cat("argument ", i, ": tf.aliasing_output: ", problem));
    }
  }
  return true;
}

}  // namespace cppjrt::stablehlo
