#include "stablehlo/op/foreign_ops.h"

#include <string>

namespace cppjrt::stablehlo {
namespace {

AttrId FindValue(const Module& module, std::span<const NamedAttr> attributes) {
  for (const NamedAttr& attr : attributes) {
    if (module.name(attr.name) == "value") return attr.value;
  }
  return AttrId();
}

bool IsElements(const AttrTable& attrs, AttrId value) {
  return attrs.Is(value, AttrKind::kDense) || attrs.Is(value, AttrKind::kResource) ||
         attrs.Is(value, AttrKind::kSparse);
}

}  // namespace

const OpInfo* FindOpOrEquivalent(std::string_view name) {
  if (const OpInfo* info = FindOp(name)) return info;
  constexpr std::string_view kMhlo = "mhlo.";
  if (!name.starts_with(kMhlo)) return nullptr;
  for (const std::string_view dialect : {"stablehlo.", "chlo."}) {
    if (const OpInfo* info = FindOp(std::string(dialect).append(name.substr(kMhlo.size())))) return info;
  }
  return nullptr;
}

bool IsConstantOfTensor(const Module& module, std::string_view name, std::span<const NamedAttr> inherent,
                        std::span<const NamedAttr> discardable, std::span<const TypeId> results) {
  if (name != "arith.constant" || results.size() != 1 || !module.types().IsTensor(results[0])) return false;
  const AttrId value = FindValue(module, inherent);
  return IsElements(module.attrs(), value ? value : FindValue(module, discardable));
}

}  // namespace cppjrt::stablehlo
