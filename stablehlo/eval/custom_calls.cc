#include "stablehlo/eval/custom_calls.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "stablehlo/eval/program.h"

namespace cppjrt::stablehlo {
namespace {

// Edits (insert, remove, replace) that turn one text into the other.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i + 1);
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replace = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replace, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

// Long names are compared by their beginning: what is near is seen there, and the time is bounded.
constexpr size_t kCompared = 64;

Status UnknownTarget(const OpRef& op, std::string_view target) {
  std::vector<std::string> names = BuiltInTargets().Names();
  if (op.environment().custom_calls != nullptr) {
    for (std::string& name : op.environment().custom_calls->Names()) names.push_back(std::move(name));
  }
  std::string message = "no custom_call target '" + std::string(target.substr(0, 200)) +
                        "' is registered for api_version " + std::to_string(ApiVersionOf(op));
  const std::vector<std::string> near = NearNames(target, std::move(names));
  for (size_t i = 0; i < near.size(); ++i) message += (i == 0 ? "; near names: " : ", ") + near[i];
  return UnimplementedError(message);
}

}  // namespace

std::vector<std::string> CustomCallTable::Names() const {
  std::vector<std::string> names;
  for (const auto& [name, prepare] : targets_) names.push_back(name);
  return names;
}

const CustomCallTargets* CustomCallChain::Find(std::string_view target, int64_t api_version) const {
  for (const CustomCallTargets* set : sets_) {
    if (set->Has(target, api_version)) return set;
  }
  return nullptr;
}

StatusOr<Kernel> CustomCallChain::Prepare(std::string_view target, const OpRef& op) const {
  return Find(target, ApiVersionOf(op))->Prepare(target, op);
}

std::vector<std::string> CustomCallChain::Names() const {
  std::vector<std::string> names;
  for (const CustomCallTargets* set : sets_) {
    for (std::string& name : set->Names()) names.push_back(std::move(name));
  }
  return names;
}

int64_t ApiVersionOf(const OpRef& op) {
  // A dictionary beside the text of backend_config makes a call typed, whatever its api_version says: so XLA reads it, and
  // so JAX writes its Python callbacks.
  if (op.attrs().Is(op.attr("mhlo.backend_config"), AttrKind::kDictionary)) return 4;
  return op.I64("api_version", op.Enum("api_version", 1));
}

std::vector<std::string> NearNames(std::string_view name, std::vector<std::string> names) {
  const std::string_view start = name.substr(0, kCompared);
  std::vector<std::pair<size_t, std::string>> ranked;
  for (std::string& candidate : names) {
    const size_t distance = EditDistance(start, std::string_view(candidate).substr(0, kCompared));
    if (distance <= std::max<size_t>(2, start.size() / 3)) ranked.emplace_back(distance, std::move(candidate));
  }
  std::ranges::sort(ranked);
  const auto repeated = std::ranges::unique(ranked);
  ranked.erase(repeated.begin(), repeated.end());
  std::vector<std::string> near;
  for (size_t i = 0; i < std::min<size_t>(ranked.size(), 3); ++i) near.push_back(std::move(ranked[i].second));
  return near;
}

StatusOr<Kernel> PrepareCustomCall(const OpRef& op) {
  const std::string_view target = op.String("call_target_name");
  const int64_t version = ApiVersionOf(op);
  const CustomCallTargets* registered = op.environment().custom_calls;
  if (registered != nullptr && registered->Has(target, version)) return registered->Prepare(target, op);
  if (BuiltInTargets().Has(target, version)) return BuiltInTargets().Prepare(target, op);
  return UnknownTarget(op, target);
}

}  // namespace cppjrt::stablehlo
