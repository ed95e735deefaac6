// The order of a value's uses, which MLIR's format states where it is not the natural one (the last use in the program
// first). It means nothing to the program; it is written so that the bytes are MLIR's.
//
// MLIR rewrites ops one by one when it goes to an older version, and the uses by rewritten ops come to stand in front:
//
//   custom_call(%0) ; return %0        to 1.16: custom_call_v2 becomes v1, so the order is custom_call, return
#ifndef CPPJRT_STABLEHLO_BYTECODE_USE_ORDERS_H_
#define CPPJRT_STABLEHLO_BYTECODE_USE_ORDERS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "stablehlo/bytecode/byte_writer.h"
#include "stablehlo/ir/module.h"
#include "stablehlo/op/version.h"

namespace cppjrt::stablehlo::bytecode {

class UseOrders {
 public:
  UseOrders(const Module& module, Version target);

  // Writes the orders of values (results of one op, arguments of one block) that need it; false if none does.
  bool Write(std::span<const ValueId> values, ByteWriter& out) const;

 private:
  struct Use {
    uint64_t place = 0;  // in the program, then of the operand in the op
    bool rewritten = false;
  };

  bool IsRewritten(const Module& module, OpId op) const;
  // For each use, the last one in the program first, its place in the order; empty if that is natural.
  std::vector<uint32_t> OrderOf(ValueId value) const;

  Version target_;
  bool any_ = false;                    // an op is rewritten
  std::vector<std::vector<Use>> uses_;  // by value, in program order
};

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_USE_ORDERS_H_
