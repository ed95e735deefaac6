#include "stablehlo/sdy/rule_checks.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "stablehlo/op/infer_text.h"
#include "stablehlo/sdy/axes.h"

namespace cppjrt::stablehlo::sdy {
namespace {

// The factors that a list of mappings uses.
using Used = std::vector<bool>;

std::string FactorsProblem(std::span<const int64_t> factors, std::span<const int64_t> sizes, Used& in_tensor) {
  if (factors.empty()) return "dim mapping must have at least one factor";
  for (const int64_t factor : factors) {
    if (factor < 0 || factor >= static_cast<int64_t>(sizes.size())) {
      return Cat("factor ", factor, " is not one of the ", sizes.size(), " factors with a size");
    }
    const auto at = static_cast<size_t>(factor);
    if (in_tensor[at]) return "cannot reuse factors for the same tensor value";
    if (sizes[at] == 1 && factors.size() > 1) {
      return "dim mapping can't have a factor of size 1 if there are multiple factors";
    }
    in_tensor[at] = true;
  }
  return {};
}

std::string TensorProblem(const ShardingRule::Mapping& mapping, const TypeTable& types, TypeId type,
                          std::span<const int64_t> sizes, Used& used) {
  if (!types.IsTensor(type) || std::ranges::find(types.dims(type), kDynamic) != types.dims(type).end()) {
    return "expected a ranked tensor with a static shape";
  }
  if (mapping.size() != types.dims(type).size()) {
    return Cat("mapping rank must match: ", mapping.size(), " != ", types.dims(type).size());
  }
  Used in_tensor(sizes.size());
  for (const std::vector<int64_t>& factors : mapping) {
    if (std::string problem = FactorsProblem(factors, sizes, in_tensor); !problem.empty()) return problem;
  }
  for (size_t i = 0; i < used.size(); ++i) used[i] = used[i] || in_tensor[i];
  return {};
}

std::string MappingsProblem(std::span<const ShardingRule::Mapping> mappings, const Module& module,
                            std::span<const TypeId> types, std::span<const int64_t> sizes, std::string_view kind,
                            Used& used) {
  if (mappings.size() != types.size()) {
    return Cat("number of ", kind, "s and mappings must match: ", types.size(), " != ", mappings.size());
  }
  for (size_t i = 0; i < mappings.size(); ++i) {
    const std::string problem = TensorProblem(mappings[i], module.types(), types[i], sizes, used);
    if (!problem.empty()) return Cat(kind, " ", i, ": ", problem);
  }
  return {};
}

// Ascending, each once, none beyond the number of factors.
std::string SpecialProblem(std::span<const int64_t> factors, size_t num_factors) {
  if (factors.empty()) return {};
  if (!std::ranges::is_sorted(factors)) return "indices of special factors must be sorted";
  if (std::ranges::adjacent_find(factors) != factors.end()) return "indices of special factors must be unique";
  if (factors.back() < static_cast<int64_t>(num_factors)) return {};
  return Cat("index of a special factor must be less than ", num_factors, ", got: ", factors.back());
}

std::string AllSpecialProblem(const ShardingRule& rule, const Used& in_results) {
  const size_t count = rule.factor_sizes.size();
  std::vector<int64_t> all;
  for (const std::vector<int64_t>* list : {&rule.reduction, &rule.need_replication, &rule.permutation}) {
    if (std::string problem = SpecialProblem(*list, count); !problem.empty()) return problem;
    all.insert(all.end(), list->begin(), list->end());
  }
  std::ranges::sort(all);
  if (std::ranges::adjacent_find(all) != all.end()) {
    return "a factor can only be in one of the reduction, need replication, or permutation factor sets";
  }
  if (std::string problem = SpecialProblem(rule.blocked_propagation, count); !problem.empty()) return problem;
  for (const int64_t factor : rule.reduction) {
    if (in_results[static_cast<size_t>(factor)]) return "reduction factor cannot be in result mappings";
  }
  return {};
}

std::vector<TypeId> TypesOf(const Module& module, auto&& values) {
  std::vector<TypeId> types;
  for (const ValueId value : values) types.push_back(module.type(value));
  return types;
}

// The operand or result that an edge names, or none if the op has no such.
std::optional<ValueId> ValueOf(const EdgeValue& edge, const Module& module, OpId op) {
  const Op& record = module.op(op);
  const auto index = static_cast<size_t>(edge.index);
  if (edge.index < 0) return std::nullopt;
  if (edge.is_result) return index < record.num_results ? std::optional(record.result(index)) : std::nullopt;
  return index < record.num_operands ? std::optional(record.operands()[index]) : std::nullopt;
}

template <typename Use>
void ForEachEnd(const PropagationEdges& edges, const Use& use) {
  for (const EdgeStep& step : edges.steps) {
    for (const EdgeAxis& axis : step.axes) {
      use(axis, axis.source);
      for (const EdgeValue& target : axis.targets) use(axis, target);
    }
  }
}

}  // namespace

std::string RuleProblem(const ShardingRule& rule, const Module& module, OpId op) {
  const Op& record = module.op(op);
  const size_t count = rule.factor_sizes.size();
  Used in_operands(count);
  Used in_results(count);
  std::string problem = MappingsProblem(rule.operands, module, TypesOf(module, record.operands()), rule.factor_sizes,
                                        "operand", in_operands);
  if (!problem.empty()) return problem;
  problem =
      MappingsProblem(rule.results, module, TypesOf(module, record.results()), rule.factor_sizes, "result", in_results);
  if (!problem.empty()) return problem;
  for (size_t i = 0; i < count; ++i) {
    if (!in_operands[i] && !in_results[i]) return Cat("factor ", i, " isn't used in operand and result mappings");
  }
  return AllSpecialProblem(rule, in_results);
}

std::string EdgesProblem(const PropagationEdges& edges, const Module& module, OpId op, ModuleShardings& shardings) {
  const Mesh* mesh = nullptr;
  bool found = false;
  bool one_mesh = true;
  ForEachEnd(edges, [&](const EdgeAxis&, const EdgeValue& end) {
    const std::optional<ValueId> value = ValueOf(end, module, op);
    const TensorSharding* sharding = value ? shardings.Of(*value) : nullptr;
    if (sharding == nullptr) return;
    found = true;
    const Mesh* other = shardings.MeshOf(*sharding, op);
    if (mesh == nullptr || mesh->empty()) {
      mesh = other;
    } else if (other != nullptr && !other->empty() && *other != *mesh) {
      one_mesh = false;
    }
  });
  if (!found) return "expected propagation edges to reference a sharding";
  if (mesh == nullptr || !one_mesh) return "expected a common mesh for propagation edges";
  std::string problem;
  ForEachEnd(edges, [&](const EdgeAxis& axis, const EdgeValue& end) {
    if (!problem.empty()) return;
    if (!mesh->Find(axis.axis.name)) problem = Cat("axis ", Text(axis.axis), " is not in the mesh");
    if (problem.empty() && !ValueOf(end, module, op)) {
      problem = Cat("the op has no ", end.is_result ? "result " : "operand ", end.index);
    }
  });
  return problem;
}

}  // namespace cppjrt::stablehlo::sdy
