// PropagateShardings: how the results of a program are shared by partitions where it does not say so, as far as that follows
// from its arguments and from what it says of inner values (sharding_flow.h).
//
//   func @main(%a: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) { return transpose(sine(%a)) }
//   PropagateShardings(module, options)  ->  {"#sdy.sharding<@mesh, [{}, {\"x\"}]>"}
//
// Nothing depends on the outcome but where results are.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_PROPAGATE_SHARDING_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_PROPAGATE_SHARDING_H_

#include <string>
#include <vector>

#include "stablehlo/ir/module.h"
#include "stablehlo/transforms/sharding_flow.h"

namespace cppjrt::stablehlo {

// A text for each result of @main, or the only public function; empty where nothing follows. None at all for a program whose
// calls cannot be inlined or whose meshes order devices differently. Changes the module: calls are inlined.
// REQUIRES: it is verified.
std::vector<std::string> PropagateShardings(Module& module, const FlowOptions& options);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_PROPAGATE_SHARDING_H_
