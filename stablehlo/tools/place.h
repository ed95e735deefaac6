// Where an op is, for people.
#ifndef CPPJRT_STABLEHLO_TOOLS_PLACE_H_
#define CPPJRT_STABLEHLO_TOOLS_PLACE_H_

#include <string>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo::tools {

// "prog.mlir:4:8"; of bytecode the place its location names, "prog.mlirbc (model.py:12:3)"; the file alone without one.
std::string PlaceOf(Module& module, OpId op);
// The name of the function an op is in, "@main"; empty outside of functions.
std::string FunctionAround(const Module& module, OpId op);

}  // namespace cppjrt::stablehlo::tools

#endif  // CPPJRT_STABLEHLO_TOOLS_PLACE_H_
