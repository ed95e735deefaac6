// Whether values at run time are what types of the program say.
#ifndef CPPJRT_STABLEHLO_EVAL_TYPE_CHECK_H_
#define CPPJRT_STABLEHLO_EVAL_TYPE_CHECK_H_

#include <string>

#include "cppjrt/status.h"
#include "stablehlo/eval/tensor.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

// Whether `value` has the kind, element type and dimensions of `type`; a dynamic dimension takes any up to its bound.
bool HasType(const Module& module, const RuntimeValue& value, TypeId type);
// OK, or INVALID_ARGUMENT: "<what> is tensor<3xf32>, expected tensor<2xf32>".
Status CheckHasType(const Module& module, const RuntimeValue& value, TypeId type, const std::string& what);

// "tensor<2x?xf32>" and "tensor<2x3xf32>", "token", "tuple of 2".
std::string DescribeType(const Module& module, TypeId type);
std::string DescribeValue(const RuntimeValue& value);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_TYPE_CHECK_H_
