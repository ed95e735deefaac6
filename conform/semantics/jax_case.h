// A case of corpus/jax: a program as JAX emits it, with inputs and results as .npy files and how close is close enough in
// case.json.
//
//   StatusOr<std::vector<Tensor>> inputs = ReadArrays(test["args"], folder, TensorTypes(module, main, /*results=*/false));
//   Verdict verdict = Judge(got, want, RuleOfJaxResult(test, 0));
#ifndef CPPJRT_CONFORM_SEMANTICS_JAX_CASE_H_
#define CPPJRT_CONFORM_SEMANTICS_JAX_CASE_H_

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "conform/semantics/rule.h"
#include "cppjrt/status.h"
#include "stablehlo/eval/tensor.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::conform {

// How result number `result` is judged: every element within the tolerances of case.json.
Rule RuleOfJaxResult(const nlohmann::json& test, size_t result);

// The same for programs of other compilers. Results of a case that case.json calls loose depend on how values are rounded at a
// threshold, or are not unique: a share of the elements must hold, or their absolute values.
Rule LooseRuleOfJaxResult(const nlohmann::json& test, size_t result);

// The element types of the entry's arguments or results.
std::vector<stablehlo::ElementType> TensorTypes(const stablehlo::Module& module, stablehlo::OpId entry, bool results);

// The arrays that a list of case.json names.
StatusOr<std::vector<stablehlo::Tensor>> ReadArrays(const nlohmann::json& list, const std::filesystem::path& folder,
                                                    const std::vector<stablehlo::ElementType>& types);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_SEMANTICS_JAX_CASE_H_
