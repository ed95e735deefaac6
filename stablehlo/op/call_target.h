// CallTargetName: what a custom call calls.
//
//   if (CallTargetName(module, op) == "ApproxTopK") …
#ifndef CPPJRT_STABLEHLO_OP_CALL_TARGET_H_
#define CPPJRT_STABLEHLO_OP_CALL_TARGET_H_

#include <string_view>

#include "stablehlo/ir/module.h"
#include "stablehlo/op/opcode.h"

namespace cppjrt::stablehlo {

// The name in call_target_name; empty for other ops.
inline std::string_view CallTargetName(const Module& module, OpId op) {
  if (module.op(op).opcode != Opcode::kCustomCall) return {};
  const AttrId name = module.attr(op, "call_target_name");
  return module.attrs().Is(name, AttrKind::kString) ? module.attrs().string(name) : std::string_view();
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_OP_CALL_TARGET_H_
