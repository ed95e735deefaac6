// PropagateShardings: how the results of a program are shared by partitions where it does not say so, as far as that follows
// from its arguments and from what it says of inner values.
//
//   func @main(%a: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) { return transpose(sine(%a)) }
//   PropagateShardings(module, main)  ->  {"#sdy.sharding<@mesh, [{}, {\"x\"}]>"}
//
// Values flow forward only, through ops that keep dimensions apart; a dimension takes the first axes that come to it. Nothing
// depends on the outcome but where results are.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_PROPAGATE_SHARDING_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_PROPAGATE_SHARDING_H_

#include <string>
#include <vector>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// A text for each result of the function, empty where nothing follows. REQUIRES: the module is verified.
std::vector<std::string> PropagateShardings(const Module& module, OpId function);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_PROPAGATE_SHARDING_H_
