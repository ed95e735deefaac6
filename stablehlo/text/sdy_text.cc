#include "stablehlo/text/sdy_text.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "stablehlo/text/lexer.h"

namespace cppjrt::stablehlo::text {
namespace {

struct Name {
  std::string_view op_attribute;
  std::string_view mnemonic;
};

constexpr Name kNames[] = {
    {"mesh", "mesh"},
    {"sharding", "sharding"},
    {"out_sharding", "sharding"},
    {"in_shardings", "sharding_per_value"},
    {"out_shardings", "sharding_per_value"},
    {"manual_axes", "manual_axes"},
    {"gathering_axes", "list_of_axis_ref_lists"},
    {"slicing_axes", "list_of_axis_ref_lists"},
    {"reduce_scatter_axes", "list_of_axis_ref_lists"},
    {"reduction_axes", "axis_ref_list"},
    {"params", "all_to_all_param_list"},
    {"axes", "list_of_axis_ref_lists"},
};

constexpr std::string_view kDirections[] = {"NONE", "FORWARD", "BACKWARD", "BOTH"};
constexpr std::string_view kReductions[] = {"sum", "max", "min"};

// The words of an attribute by value; none if it is no enumeration.
std::span<const std::string_view> WordsOf(std::string_view op_attribute) {
  if (op_attribute == "allowed_direction") return kDirections;
  if (op_attribute == "reduction_op") return kReductions;
  return {};
}

std::string_view MnemonicOf(std::string_view op_attribute) {
  for (const Name& name : kNames) {
    if (name.op_attribute == op_attribute) return name.mnemonic;
  }
  return op_attribute;
}

bool IsPerValue(std::string_view op_attribute) { return MnemonicOf(op_attribute) == "sharding_per_value"; }

}  // namespace

bool IsSdyEnum(std::string_view attr_name) { return !WordsOf(attr_name).empty(); }

std::optional<int64_t> SdyEnumValue(std::string_view attr_name, std::string_view word) {
  const std::span<const std::string_view> words = WordsOf(attr_name);
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) return std::nullopt;
  return found - words.begin();
}

std::string_view SdyEnumWord(std::string_view attr_name, int64_t value) {
  const std::span<const std::string_view> words = WordsOf(attr_name);
  return value >= 0 && value < std::ssize(words) ? words[static_cast<size_t>(value)] : std::string_view();
}

std::string SdyAttribute(std::string_view attr_name, std::string_view short_text) {
  // One list of axes, where others have one for each dimension.
  const bool one_list = attr_name == "axes" && short_text.starts_with('{');
  const std::string mnemonic(one_list ? "axis_ref_list" : MnemonicOf(attr_name));
  if (short_text.starts_with('<')) return "#sdy." + mnemonic + std::string(short_text);
  if (IsPerValue(attr_name)) return "#sdy." + mnemonic + "<" + std::string(short_text) + ">";
  const bool is_word = !short_text.empty() && IsIn(short_text[0], kLetter);
  return "#sdy<" + mnemonic + (is_word ? " " : "") + std::string(short_text) + ">";
}

std::string_view SdyShortText(std::string_view attr_name, std::string_view attribute) {
  const bool one_list = attr_name == "axes" && attribute.starts_with("#sdy<axis_ref_list");
  const std::string mnemonic(one_list ? "axis_ref_list" : MnemonicOf(attr_name));
  if (const std::string dotted = "#sdy." + mnemonic; attribute.starts_with(dotted + "<")) {
    attribute.remove_prefix(dotted.size());
    if (!IsPerValue(attr_name)) return attribute;
    return attribute.substr(1, attribute.size() - 2);
  }
  if (const std::string plain = "#sdy<" + mnemonic; attribute.starts_with(plain) && attribute.ends_with('>')) {
    attribute.remove_prefix(plain.size());
    attribute.remove_suffix(1);
    if (attribute.starts_with(' ')) attribute.remove_prefix(1);
  }
  return attribute;
}

}  // namespace cppjrt::stablehlo::text
