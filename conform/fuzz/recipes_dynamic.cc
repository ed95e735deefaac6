// Recipes of ops whose shapes are operands. Each is an op with attributes, made as that op's recipe says; attributes then become
// constants behind the operands. Results keep their static types: what plugins make of such programs is what they make of
// exported ones with their sizes filled in.
#include <algorithm>
#include <array>
#include <string>

#include "conform/fuzz/recipes.h"

namespace cppjrt::conform {
namespace {

struct DynamicForm {
  std::string_view op;
  std::string_view fixed;                    // the op with attributes
  std::array<std::string_view, 3> operands;  // attributes that become operands, in their order; "dims": the result's
};
constexpr DynamicForm kForms[] = {
    {"dynamic_broadcast_in_dim", "broadcast_in_dim", {"dims"}},
    {"dynamic_conv", "convolution", {"padding"}},
    {"dynamic_gather", "gather", {"slice_sizes"}},
    {"dynamic_iota", "iota", {"dims"}},
    {"dynamic_pad", "pad", {"edge_padding_low", "edge_padding_high", "interior_padding"}},
    {"dynamic_reshape", "reshape", {"dims"}},
    {"real_dynamic_slice", "slice", {"start_indices", "limit_indices", "strides"}},
};

// Takes "name = value" out of "<{…}>"; the value.
std::string TakeAttribute(std::string& attributes, std::string_view name) {
  const size_t at = attributes.find(std::string(name) + " = ");
  const size_t begin = at + name.size() + 3;
  int depth = 0;
  size_t end = begin;
  for (; end < attributes.size(); ++end) {
    const char c = attributes[end];
    if (c == '<' || c == '[') ++depth;
    if (depth == 0 && (c == ',' || c == '}')) break;
    if (c == '>' || c == ']') --depth;
  }
  const std::string value = attributes.substr(begin, end - begin);
  // With the comma behind it, or the one before it if it was the last.
  const bool last = attributes[end] == '}';
  const size_t from = last && attributes.compare(at - 2, 2, ", ") == 0 ? at - 2 : at;
  attributes.erase(from, (last ? end : end + 2) - from);
  if (attributes == "<{}>") attributes.clear();
  return value;
}

// "array<i64: 1, 2>" as "dense<[1, 2]> : tensor<2xi64>"; dense values stay as they are.
std::string ConstantOf(const std::string& value) {
  if (value.starts_with("dense")) return value;
  const size_t colon = value.find(": ");
  if (colon == std::string::npos) return "dense<> : tensor<0xi64>";
  const std::string numbers = value.substr(colon + 2, value.size() - colon - 3);
  const auto count = std::ranges::count(numbers, ',') + 1;
  return "dense<[" + numbers + "]> : tensor<" + std::to_string(count) + "xi64>";
}

bool MakeFixed(Builder& b, std::string_view op) {
  for (const auto recipes : {MovementRecipes(), ReductionRecipes()}) {
    for (const Recipe& recipe : recipes) {
      if (recipe.op == op) return recipe.make(b);
    }
  }
  return false;
}

bool MakeDynamic(Builder& b, const DynamicForm& form) {
  if (!MakeFixed(b, form.fixed)) return false;
  Step& step = b.last_step();
  step.op = "stablehlo." + std::string(form.op);
  for (const std::string_view name : form.operands) {
    if (name.empty()) continue;
    step.constants.push_back(
        ConstantOf(name == "dims" ? I64s(step.results[0].dims) : TakeAttribute(step.attributes, name)));
  }
  return true;
}

template <size_t kForm>
bool Make(Builder& b) {
  return MakeDynamic(b, kForms[kForm]);
}

constexpr Recipe kRecipes[] = {
    {kForms[0].op, 1, Make<0>}, {kForms[1].op, 1, Make<1>}, {kForms[2].op, 1, Make<2>}, {kForms[3].op, 1, Make<3>},
    {kForms[4].op, 1, Make<4>}, {kForms[5].op, 1, Make<5>}, {kForms[6].op, 1, Make<6>},
};
static_assert(std::size(kRecipes) == std::size(kForms));

}  // namespace

std::span<const Recipe> DynamicRecipes() { return kRecipes; }

}  // namespace cppjrt::conform
