// Linear algebra: factorisations and triangular systems of small matrices as straight code, one matrix or as many as a vector
// has lanes at a time. All elements are in registers, as far as there are any.
#ifndef CPPJRT_CPU_CODEGEN_LINEAR_ALGEBRA_H_
#define CPPJRT_CPU_CODEGEN_LINEAR_ALGEBRA_H_

#include "cpu/codegen/emitter.h"

namespace cppjrt::cpu::codegen {

// REQUIRES: a node of kind kLinearAlgebra.
void EmitLinearAlgebra(Emitter& e, const Node& node);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_LINEAR_ALGEBRA_H_
