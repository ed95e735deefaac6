// ModuleShardings: the meshes of a module, and the shardings of its values.
//
//   ModuleShardings shardings(module);
//   const TensorSharding* sharding = shardings.Of(value);             // null: the value has none
//   const Mesh* mesh = shardings.MeshOf(*sharding, op);               // null: there is no mesh of this name
//
// Attributes are read once. Those that are not well formed count as absent; the verifier reports them.
#ifndef CPPJRT_STABLEHLO_SDY_MODULE_SHARDINGS_H_
#define CPPJRT_STABLEHLO_SDY_MODULE_SHARDINGS_H_

#include <map>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "stablehlo/ir/module.h"
#include "stablehlo/sdy/attributes.h"

namespace cppjrt::stablehlo::sdy {

class ModuleShardings {
 public:
  // The module outlives this, and its meshes stay as they are.
  explicit ModuleShardings(const Module& module) : module_(module) {}

  // An attribute of this kind, or null.
  template <typename T>
  const T* Get(AttrId attr) {
    std::unordered_map<uint32_t, std::unique_ptr<const T>>& cache = CacheOf<T>();
    if (!module_.attrs().Is(attr, AttrKind::kOpaque)) return nullptr;
    const auto found = cache.find(attr.index());
    if (found != cache.end()) return found->second.get();
    auto value = std::make_unique<T>();
    std::string problem;
    if (!Read(module_.attrs().string(attr), *value, problem)) value = nullptr;
    return cache.emplace(attr.index(), std::move(value)).first->second.get();
  }

  // The mesh that a sharding names or spells out, as seen from an op: one of the module around it.
  const Mesh* MeshOf(const TensorSharding& sharding, OpId op);

  // The sharding of a value, or null: of an op's result, of the argument of a function or of a region that names its own.
  const TensorSharding* Of(ValueId value);

 private:
  using Meshes = std::map<std::string_view, const Mesh*>;
  template <typename T>
  using Cache = std::unordered_map<uint32_t, std::unique_ptr<const T>>;

  template <typename T>
  Cache<T>& CacheOf();
  const Meshes& MeshesAround(OpId op);
  const TensorSharding* OfResult(OpId op, size_t index);
  const TensorSharding* OfArgument(BlockId block, size_t index);
  const TensorSharding* OfManualArgument(OpId op, size_t index);
  const TensorSharding* At(AttrId per_value, size_t index);

  const Module& module_;
  std::unordered_map<uint32_t, Meshes> meshes_;  // by module op
  std::map<std::pair<uint32_t, size_t>, TensorSharding> manual_arguments_;
  Cache<Mesh> mesh_attrs_;
  Cache<TensorSharding> shardings_;
  Cache<ShardingPerValue> lists_;
  Cache<ManualAxes> manual_axes_;
};

template <>
inline ModuleShardings::Cache<Mesh>& ModuleShardings::CacheOf() {
  return mesh_attrs_;
}
template <>
inline ModuleShardings::Cache<TensorSharding>& ModuleShardings::CacheOf() {
  return shardings_;
}
template <>
inline ModuleShardings::Cache<ShardingPerValue>& ModuleShardings::CacheOf() {
  return lists_;
}
template <>
inline ModuleShardings::Cache<ManualAxes>& ModuleShardings::CacheOf() {
  return manual_axes_;
}

}  // namespace cppjrt::stablehlo::sdy

#endif  // CPPJRT_STABLEHLO_SDY_MODULE_SHARDINGS_H_
