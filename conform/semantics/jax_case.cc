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

// What notes of loose cases say: the share of elements of a result that must hold; results not named must hold entirely.
struct Loose {
  std::string_view name;
  int result;  // -1: any
  double share;
  bool any_sign = false;  // columns may have the other sign: absolute values are compared
};
constexpr Loose kLoose[] = {
    {"mandelbrot", -1, 0.97},
    {"raymarcher_sdf", -1, 0.98},
    {"eigh_pca", 1, 1.0, true},
    {"eigh_pca", 3, 1.0, true},
};

}  // namespace

Rule RuleOfJaxResult(const json& test, size_t result) {
  const json& row = test["results"][result];
  Rule rule = {.kind = RuleKind::kTolerance,
               .rtol = row.value("rtol", test["rtol"].get<double>()),
               .atol = row.value("atol", test["atol"].get<double>())};
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
