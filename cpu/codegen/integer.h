// Integer operations for which LLVM has no instruction that does what StableHLO says for all operands, written where
// the builder stands. Operands are integers of any width or fixed vectors of them.
//
//   x / 0 is all ones, x % 0 is x; the smallest number divided by -1 is itself. Powers wrap; a negative exponent leaves
//   0 of all but 1 and -1. Shifts by the width or more give 0, or the sign of an arithmetic one.
#ifndef CPPJRT_CPU_CODEGEN_INTEGER_H_
#define CPPJRT_CPU_CODEGEN_INTEGER_H_

namespace llvm {
class IRBuilderBase;
class Value;
}  // namespace llvm

namespace cppjrt::cpu::codegen {

llvm::Value* EmitIntegerDivide(llvm::IRBuilderBase& builder, llvm::Value* x, llvm::Value* y, bool is_signed);
llvm::Value* EmitIntegerRemainder(llvm::IRBuilderBase& builder, llvm::Value* x, llvm::Value* y, bool is_signed);

// May leave the builder standing in a new block.
llvm::Value* EmitIntegerPower(llvm::IRBuilderBase& builder, llvm::Value* x, llvm::Value* y, bool is_signed);

enum class IntegerShift { kLeft, kRightArithmetic, kRightLogical };
llvm::Value* EmitIntegerShift(llvm::IRBuilderBase& builder, IntegerShift shift, llvm::Value* x, llvm::Value* amount);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_INTEGER_H_
