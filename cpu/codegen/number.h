// Numbers in generated code: elements as the code computes with them.
//
// An element is in memory as stablehlo::Tensor says (i1 and sub-byte types take a byte). In registers i1 is one bit; floats
// narrower than f32 are their bits, so that moving them changes none, and become f32 for each operation, whose result is
// rounded; all other types are themselves. A number is one element or a vector of them, one for each lane; what is the same for all lanes stays one
// element until it meets a vector.
#ifndef CPPJRT_CPU_CODEGEN_NUMBER_H_
#define CPPJRT_CPU_CODEGEN_NUMBER_H_

#include <llvm/IR/IRBuilder.h>

#include "cpu/graph/graph.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::cpu::codegen {

using Builder = llvm::IRBuilder<>;

// `imaginary` only of complex types.
struct Number {
  llvm::Value* real = nullptr;
  llvm::Value* imaginary = nullptr;
  bool is_vector() const { return real->getType()->isVectorTy(); }
};

llvm::Type* StorageType(llvm::LLVMContext& context, ElementType type);  // of a part: RealType of complex ones
llvm::Type* RegisterType(llvm::LLVMContext& context, ElementType type);
// What operations compute with: f32 for narrow floats.
llvm::Type* ComputeType(llvm::LLVMContext& context, ElementType type);
// The type with as many lanes as `like`, if that is a vector type.
llvm::Type* Like(llvm::Type* scalar, llvm::Type* like);

// From the form in memory to that in registers, and back.
llvm::Value* FromStorage(Builder& builder, ElementType type, llvm::Value* stored);
llvm::Value* ToStorage(Builder& builder, ElementType type, llvm::Value* value);
// From registers to what operations compute with, and back, which rounds: to narrow floats, to sub-byte integers.
llvm::Value* ToCompute(Builder& builder, ElementType type, llvm::Value* value);
llvm::Value* FromCompute(Builder& builder, ElementType type, llvm::Value* value);

// The element `i` of a tensor as constants.
Number ConstantOf(llvm::LLVMContext& context, const Tensor& tensor, int64_t i);

llvm::Value* Splat(Builder& builder, llvm::Value* scalar, unsigned lanes);
// Makes all of them vectors if one is.
void Unify(Builder& builder, std::initializer_list<llvm::Value**> values);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_NUMBER_H_
