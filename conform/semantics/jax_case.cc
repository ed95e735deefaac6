#include "conform/semantics/jax_case.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "stablehlo/ir/function.h"
#include "stablehlo/tools/npy.h"

namespace cppjrt::conform {
namespace {

using nlohmann::json;
using stablehlo::ElementType;
using stablehlo::Tensor;
using stablehlo::TypeId;
using stablehlo::TypeTable;

// Results that right programs may disagree about, as the note in case.json says; all other results hold entirely.
struct Loose {
  std::string_view name;
  int result;             // -1: any
  double share;           // of the elements, which must hold
  bool any_sign = false;  // absolute values are compared
  std::string_view reason;
};
constexpr Loose kLoose[] = {
    {"mandelbrot", -1, 0.97, false, "iteration counts near the boundary follow the rounding of complex products"},
    {"raymarcher_sdf", -1, 0.98, false, "pixels on silhouettes follow the rounding of distances"},
    {"eigh_pca", 1, 1.0, true, "eigenvectors are unique up to their sign"},
    {"eigh_pca", 3, 1.0, true, "projections on eigenvectors are unique up to their sign"},
};

bool IsLoose(const json& test) { return test.value("loose", false); }

}  // namespace

Rule RuleOfJaxResult(const json& test, size_t result) {
  const json& row = test["results"][result];
  return {.kind = RuleKind::kTolerance,
          .rtol = row.value("rtol", test["rtol"].get<double>()),
          .atol = row.value("atol", test["atol"].get<double>())};
}

Rule LooseRuleOfJaxResult(const json& test, size_t result) {
  Rule rule = RuleOfJaxResult(test, result);
  if (!IsLoose(test)) return rule;
  for (const Loose& loose : kLoose) {
    if (loose.name != test["name"].get<std::string>()) continue;
    if (loose.result >= 0 && static_cast<size_t>(loose.result) != result) continue;
    rule.share = loose.share;
    rule.any_sign = loose.any_sign;
  }
  return rule;
}

std::vector<ElementType> TensorTypes(const stablehlo::Module& module, stablehlo::OpId entry, bool results) {
  const TypeTable& types = module.types();
  const TypeId type = stablehlo::Function(module, entry).type();
  std::vector<ElementType> elements;
  const size_t count = results ? types.num_results(type) : types.num_inputs(type);
  for (size_t i = 0; i < count; ++i) {
    const TypeId t = results ? types.result(type, i) : types.input(type, i);
    elements.push_back(stablehlo::ToElementType(types, types.element_type(t)).value_or(ElementType::kF32));
  }
  return elements;
}

StatusOr<std::vector<Tensor>> ReadArrays(const json& list, const std::filesystem::path& folder,
                                         const std::vector<ElementType>& types) {
  if (types.size() != list.size()) {
    return InvalidArgumentError("the program has another number of arguments or results");
  }
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < list.size(); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(Tensor tensor,
                            stablehlo::tools::ReadNpy(folder / list[i]["file"].get<std::string>(), types[i]));
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

}  // namespace cppjrt::conform
