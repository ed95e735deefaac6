// Vectors of elements that lie a fixed number of places apart.
//
//   every third of 48 floats, in 16 lanes:   three loads that lie side by side, two shuffles
//   four elements from afar:                 four loads of one element
//
// A gather instruction would read one element after the other, and keep what is read from registers.
#ifndef CPPJRT_CPU_CODEGEN_STRIDED_H_
#define CPPJRT_CPU_CODEGEN_STRIDED_H_

#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <functional>

#include "cpu/codegen/number.h"

namespace cppjrt::cpu::codegen {

struct StridedAccess {
  llvm::Type* type = nullptr;    // of an element
  llvm::Value* first = nullptr;  // the address of lane 0
  int64_t stride = 1;            // in elements
  int64_t lanes = 1;
  int64_t register_lanes = 1;  // that a vector register has
};

// Whether it is better read in this way than gathered.
bool IsReadInParts(const StridedAccess& access);

// REQUIRES: IsReadInParts(access). Reads nothing before the first lane's element or behind the last one's. `annotate` is given
// each load.
llvm::Value* LoadInParts(Builder& b, const StridedAccess& access,
                         const std::function<void(llvm::Instruction*)>& annotate);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_STRIDED_H_
