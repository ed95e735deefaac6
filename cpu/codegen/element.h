// Element operations in generated code: one node of group kMap on numbers (number.h).
#ifndef CPPJRT_CPU_CODEGEN_ELEMENT_H_
#define CPPJRT_CPU_CODEGEN_ELEMENT_H_

#include <initializer_list>
#include <span>

#include "cpu/codegen/number.h"
#include "cpu/graph/graph.h"

namespace cppjrt::cpu::codegen {

// Whether EmitElement knows the operation on the types it has.
bool CanEmit(const Node& node);

// REQUIRES: CanEmit(node). `fma`: whether the target has a fused multiply-add. Results are rounded to their type.
Number EmitElement(Builder& builder, bool fma, const Node& node, std::span<const Number> operands);

// add, multiply, minimum or maximum of floats in the form that is computed with, without rounding.
llvm::Value* EmitFloatMonoid(Builder& builder, ElementOp op, llvm::Value* x, llvm::Value* y);

// From one type to another, rounded to it.
Number ConvertNumber(Builder& builder, ElementType from, ElementType to, const Number& x);

// Makes all of them vectors if one is; those without a value stay as they are.
void UnifyNumbers(Builder& builder, std::initializer_list<Number*> numbers);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_ELEMENT_H_
