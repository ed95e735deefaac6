// Making modules and functions: what tests, readers and transformations start from.
//
//   Module module;
//   MakeModule(module);                                             // module { }
//   OpId main = MakeFunction(module, "main", {f32, f32}, {f32});    // func.func @main(%arg0: …) -> …
//   OpBuilder builder(&module);
//   builder.SetInsertionPoint(module.entry_block(main));
#ifndef CPPJRT_STABLEHLO_OP_BUILD_H_
#define CPPJRT_STABLEHLO_OP_BUILD_H_

#include <span>
#include <string_view>

#include "stablehlo/ir/builder.h"
#include "stablehlo/op/opcode.h"

namespace cppjrt::stablehlo {

// Makes the root: a builtin.module with one empty block. REQUIRES: the module has no root.
OpId MakeModule(Module& module);

// Adds a function with an empty entry block at the end of the module. `visibility` is "private" or empty (public).
OpId MakeFunction(Module& module, std::string_view name, std::span<const TypeId> inputs,
                  std::span<const TypeId> results, std::string_view visibility = {});
inline OpId MakeFunction(Module& module, std::string_view name, std::initializer_list<TypeId> inputs,
                         std::initializer_list<TypeId> results) {
  return MakeFunction(module, name, std::span(inputs.begin(), inputs.size()),
                      std::span(results.begin(), results.size()));
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_OP_BUILD_H_
