// RefineShapes: concrete argument types pushed through a program with dynamic shapes.
//
//   func.func @main(%x: tensor<?x8xf32>) { %n = get_dimension_size %x, dim = 0 … dynamic_reshape %x, %s … }
//   with tensor<4x8xf32> for %x  ->  every ? a number, dynamic_reshape a reshape, %n a constant
//
// One walk in the order of the program: the integers that shapes are made of are worked out (fold.h), result types follow from
// operand types (op/infer.h), ops that take shapes as operands become their static forms. A function that is called with
// other types or other known integers than it states gets a refined copy for each signature.
//
// Programs that JAX exports with symbolic sizes are covered: dimension variables and a platform index as arguments
// (jax.global_constant), @shape_assertion, @stablehlo.dynamic_* custom calls, case on the platform index.
//
//   refine.cc         the walk, functions, calls            refine_static.cc  ops that take shapes as operands
//   refine_types.cc   result types                          refine_custom_call.cc
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_REFINE_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_REFINE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/element_type.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

struct ArgumentType {
  ElementType element = ElementType::kF32;
  std::vector<int64_t> dims = {};
  // Of a scalar integer: its value, for programs that take the sizes of dimensions as arguments. The argument stays.
  std::optional<int64_t> value = std::nullopt;
};

struct RefineOptions {
  // Those of the entry, in order, without those that are given below. Empty: the entry's own types, which may leave shapes
  // dynamic; otherwise everything must become static (bounded dimensions aside), and the first op that does not is an error.
  std::vector<ArgumentType> argument_types = {};
  // For arguments that jax.export marks as global constants: the index of the platform among those of the program,
  // and dimension variables by name. They are no arguments any more afterwards.
  int64_t platform_index = 0;
  std::vector<std::pair<std::string, int64_t>> dimension_variables = {};
};

// Does nothing to a program without dynamic shapes. INVALID_ARGUMENT, reported, if types do not fit, an assertion fails, or an op
// stays dynamic that must not. `entry` may be none: then nothing is done.
Status RefineShapes(Module& module, OpId entry, const RefineOptions& options, DiagnosticSink& sink);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_REFINE_H_
