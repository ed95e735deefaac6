// Opcode: the operations by number, generated from ops.def in its order.
#ifndef CPPJRT_STABLEHLO_OP_OPCODE_H_
#define CPPJRT_STABLEHLO_OP_OPCODE_H_

#include <cstdint>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

enum class Opcode : uint16_t {
  kUnregistered = 0,
#define OP(name, ...) k##name,
#include "stablehlo/op/ops.def"
#undef OP
  kCount,  // one behind the last
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_OP_OPCODE_H_
