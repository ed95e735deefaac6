// PlaceInFunction: where an op stands, for messages about one that has neither a place in a text nor a location.
#ifndef CPPJRT_STABLEHLO_IR_PLACE_H_
#define CPPJRT_STABLEHLO_IR_PLACE_H_

#include <string>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// " (operation 3 of @main)", counted from 1 in the order of the text; empty outside of functions.
std::string PlaceInFunction(const Module& module, OpId op);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_IR_PLACE_H_
