#include "cpu/executable/xla_options.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>

#include "stablehlo/eval/custom_calls.h"

namespace cppjrt::cpu {
namespace {

enum class Kind { flag, int32, int64, float32, text, choice, choices, message };

struct Row {
  std::string_view name;
  Kind kind;
  std::string_view values;
};

// By name.
constexpr Row kRows[] = {
#define XLA_OPTION(name, kind, values) {#name, Kind::kind, values},
#include "cpu/executable/xla_options.def"
};
static_assert(std::ranges::is_sorted(kRows, {}, &Row::name));

// Of a value that is not one, for messages.
constexpr size_t kLongestValue = 64;

const Row* Find(std::string_view name) {
  const auto* row = std::ranges::lower_bound(kRows, name, {}, &Row::name);
  return row != std::end(kRows) && row->name == name ? row : nullptr;
}

template <typename Number>
bool ReadsAs(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

bool IsTruthValue(std::string_view text) {
  constexpr std::string_view kWords[] = {"true", "True", "false", "False"};
  return std::ranges::find(kWords, text) != std::end(kWords);
}

// Whether `value` is between two bars of `values`.
bool IsOneOf(std::string_view values, std::string_view value) {
  while (!values.empty()) {
    const size_t end = std::min(values.find('|'), values.size());
    if (values.substr(0, end) == value) return true;
    values.remove_prefix(std::min(end + 1, values.size()));
  }
  return false;
}

bool AreSomeOf(std::string_view values, std::string_view list) {
  while (!list.empty()) {
    const size_t end = std::min(list.find(','), list.size());
    if (!IsOneOf(values, list.substr(0, end))) return false;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return true;
}

// An option takes values of one kind, and texts that read as such; XLA does not make a float of an integer either.
bool Takes(const Row& row, const OptionValue& value) {
  const bool text = value.kind == OptionValue::Kind::kText;
  switch (row.kind) {
    case Kind::flag:
      return text ? IsTruthValue(value.text) : value.kind == OptionValue::Kind::kBool;
    case Kind::int32:
      return (text || value.kind == OptionValue::Kind::kInt) && ReadsAs<int32_t>(value.text);
    case Kind::int64:
      return (text || value.kind == OptionValue::Kind::kInt) && ReadsAs<int64_t>(value.text);
    case Kind::float32:
      return text ? ReadsAs<float>(value.text) : value.kind == OptionValue::Kind::kDouble;
    case Kind::text:
      return text;
    case Kind::choice:
      return text && IsOneOf(row.values, value.text);
    case Kind::choices:
      return text && AreSomeOf(row.values, value.text);
    case Kind::message:
      return false;
  }
  return false;
}

std::string_view XlaName(Kind kind) {
  constexpr std::string_view kNames[] = {"bool", "int32", "int64", "float", "string", "enum", "enum", "message"};
  return kNames[static_cast<size_t>(kind)];
}

std::string Expected(const Row& row) {
  switch (row.kind) {
    case Kind::flag:
      return ", expected true or false";
    case Kind::choice:
    case Kind::choices: {
      std::string list(row.values);
      for (size_t at = list.find('|'); at != list.npos; at = list.find('|', at + 2)) list.replace(at, 1, ", ");
      return (row.kind == Kind::choice ? ", expected one of " : ", expected some of ") + list;
    }
    case Kind::message:
      return ": it cannot be given by name";
    default:
      return "";
  }
}

}  // namespace

bool IsXlaOption(std::string_view name) { return Find(name) != nullptr; }

std::vector<std::string> XlaOptionsLike(std::string_view name) {
  std::vector<std::string> names;
  for (const Row& row : kRows) names.emplace_back(row.name);
  return stablehlo::NearNames(name, names);
}

Status CheckXlaOption(std::string_view name, const OptionValue& value) {
  const Row* row = Find(name);
  if (row == nullptr || Takes(*row, value)) return OkStatus();
  // The words are XLA's: clients look for them.
  return InvalidArgumentError("While setting option " + std::string(name) + ", '" +
                              value.text.substr(0, kLongestValue) + "' is not a valid " +
                              std::string(XlaName(row->kind)) + " value" + Expected(*row));
}

std::string FlagIn(std::string_view flags, std::string_view name) {
  constexpr std::string_view kSpaces = " \t\n";
  std::string value;
  while (!flags.empty()) {
    std::string_view flag = flags.substr(0, flags.find_first_of(kSpaces));
    flags.remove_prefix(std::min(flag.size() + 1, flags.size()));
    if (!flag.starts_with("--")) continue;
    flag.remove_prefix(2);
    if (flag.starts_with(name) && flag.substr(name.size()).starts_with('=')) value = flag.substr(name.size() + 1);
  }
  return value;
}

}  // namespace cppjrt::cpu
