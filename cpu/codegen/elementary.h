// The elementary functions (cpu/math/functions.def) as LLVM IR, written where the builder stands.
//
//   llvm::Value* y = EmitUnary(builder, UnaryFunction::kExp, x, {.fma = true});  // x: float, double or a vector
//
// The instructions are inline, so that fused loops stay loops. Lanes do not meet: each gets the same bits whatever the
// number of lanes beside it, up to 64. No fast-math flags are set, and the functions hold for all inputs.
//
// Sin, Cos, Tan, Remainder and complex functions of angles may end the builder's block and leave it standing in a new
// one (a call for the few lanes that need it, which most vectors skip): read builder.GetInsertBlock() again afterwards.
// The functions called then are those of math::RescueSymbols(), for whoever links the code.
#ifndef CPPJRT_CPU_CODEGEN_ELEMENTARY_H_
#define CPPJRT_CPU_CODEGEN_ELEMENTARY_H_

#include <cstdint>

namespace llvm {
class IRBuilderBase;
class Value;
}  // namespace llvm

namespace cppjrt::cpu::codegen {

enum class UnaryFunction : uint8_t {
#define UNARY(name, float_ulp, double_ulp) k##name,
#include "cpu/math/functions.def"
};
enum class BinaryFunction : uint8_t {
#define BINARY(name, float_ulp, double_ulp) k##name,
#include "cpu/math/functions.def"
};
enum class ComplexUnaryFunction : uint8_t {
#define COMPLEX_UNARY(name) k##name,
#include "cpu/math/functions.def"
};
enum class ComplexBinaryFunction : uint8_t {
#define COMPLEX_BINARY(name) k##name,
#include "cpu/math/functions.def"
};

struct ElementaryOptions {
  // Whether the target has a fused multiply-add (FMA3, NEON). Without it the bounds of functions.def may be exceeded by
  // one unit, and results differ in the last bits from those with it.
  bool fma = true;
};

llvm::Value* EmitUnary(llvm::IRBuilderBase& builder, UnaryFunction function, llvm::Value* x,
                       const ElementaryOptions& options);
llvm::Value* EmitBinary(llvm::IRBuilderBase& builder, BinaryFunction function, llvm::Value* x, llvm::Value* y,
                        const ElementaryOptions& options);

// Complex numbers as two values. Those of float are computed inline in double (cpu/math/complex.h); those of double by
// calls of math::ComplexSymbols().
struct ComplexValue {
  llvm::Value* re;
  llvm::Value* im;
};
ComplexValue EmitComplexUnary(llvm::IRBuilderBase& builder, ComplexUnaryFunction function, ComplexValue x,
                              const ElementaryOptions& options);
ComplexValue EmitComplexBinary(llvm::IRBuilderBase& builder, ComplexBinaryFunction function, ComplexValue x,
                               ComplexValue y, const ElementaryOptions& options);
llvm::Value* EmitComplexAbs(llvm::IRBuilderBase& builder, ComplexValue x, const ElementaryOptions& options);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_ELEMENTARY_H_
