// Checks of ops that name functions and meshes, and of functions themselves.
#ifndef CPPJRT_STABLEHLO_VERIFY_SYMBOL_CHECKS_H_
#define CPPJRT_STABLEHLO_VERIFY_SYMBOL_CHECKS_H_

#include "stablehlo/ir/symbol_table.h"
#include "stablehlo/op/infer_op.h"

namespace cppjrt::stablehlo {

// What an op's symbols refer to, in the nearest symbol table. REQUIRES: CheckOp.
bool CheckSymbolUses(const OpView& op, const SymbolTable& symbols);

// A func.func: its type, its entry block, its lists of attributes. REQUIRES: CheckOp.
bool CheckFunction(const OpView& op, OpId function);

// A func.return of `function`.
bool CheckFunctionReturn(const OpView& op, OpId function);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_VERIFY_SYMBOL_CHECKS_H_
