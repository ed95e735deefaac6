#include "stablehlo/op/build.h"

#include <vector>

namespace cppjrt::stablehlo {

OpId MakeModule(Module& module) {
  OpBuilder builder(&module);
  const auto [region, block] = builder.NewRegion();
  const OpId root = builder.Create(Opcode::kModule, {}, {}, {}, {region});
  module.set_root(root);
  return root;
}

OpId MakeFunction(Module& module, std::string_view name, std::span<const TypeId> inputs,
                  std::span<const TypeId> results, std::string_view visibility) {
  OpBuilder builder(&module);
  const auto [region, block] = builder.NewRegion(inputs);
  std::vector<NamedAttr> attrs = {
      {module.names().Intern("sym_name"), module.attrs().String(name)},
      {module.names().Intern("function_type"), module.attrs().Type(module.types().Function(inputs, results))}};
  if (!visibility.empty()) {
    attrs.push_back({module.names().Intern("sym_visibility"), module.attrs().String(visibility)});
  }
  OpState state;
  state.opcode = Opcode::kFunc;
  state.inherent = attrs;
  state.regions = {&region, 1};
  builder.SetInsertionPoint(module.body());
  return builder.Create(state);
}

}  // namespace cppjrt::stablehlo
