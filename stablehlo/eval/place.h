// Where an op is, in words: for errors of programs that are prepared or run.
#ifndef CPPJRT_STABLEHLO_EVAL_PLACE_H_
#define CPPJRT_STABLEHLO_EVAL_PLACE_H_

#include <string>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// "add at model.py:12:3": the place in the text of the program, or else in the file its location leads to; "add" if there
// is neither. Not const: locations are read when they are asked for.
std::string PlaceOf(Module& module, OpId op);
// The same with the place that its location leads to first: the line of the program that the text was made from.
std::string SourcePlaceOf(Module& module, OpId op);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_PLACE_H_
