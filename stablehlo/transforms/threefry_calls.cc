#include "stablehlo/transforms/threefry_calls.h"

#include <algorithm>
#include <array>

#include "stablehlo/op/call_target.h"
#include "stablehlo/transforms/expr.h"
#include "stablehlo/transforms/rewriter.h"

namespace cppjrt::stablehlo {
namespace {

using expr::Expr;

bool IsThreefry(const Module& module, OpId op) {
  const std::string_view target = CallTargetName(module, op);
  if (target != "cu_threefry2x32_ffi" && target != "hip_threefry2x32_ffi") return false;
  const std::span<const ValueId> operands = module.op(op).operands();
  const ValueRange results = module.op(op).results();
  if (operands.size() != 4 || results.size() != 2) return false;
  const TypeTable& types = module.types();
  const TypeId type = module.type(results[0]);
  return types.IsTensor(type) && types.element_type(type) == scalar::kUI32 && module.type(results[1]) == type &&
         std::ranges::all_of(operands, [&](ValueId operand) { return module.type(operand) == type; });
}

Expr RotateLeft(Expr x, int bits) {
  return Or(Apply(Opcode::kShiftLeft, x, x.Like(bits)), Apply(Opcode::kShiftRightLogical, x, x.Like(32 - bits)));
}

// Salmon et al., "Parallel random numbers: as easy as 1, 2, 3": Threefry-2x32, 20 rounds.
std::array<Expr, 2> Threefry(Expr key0, Expr key1, Expr x0, Expr x1) {
  constexpr int kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  constexpr double kParity = 0x1BD11BDA;
  const Expr mixed = Apply(Opcode::kXor, Apply(Opcode::kXor, key0, key1), key0.Like(kParity));
  const Expr keys[3] = {key0, key1, mixed};
  x0 = x0 + keys[0];
  x1 = x1 + keys[1];
  for (int group = 0; group < 5; ++group) {
    for (const int bits : kRotations[group % 2]) {
      x0 = x0 + x1;
      x1 = Apply(Opcode::kXor, RotateLeft(x1, bits), x0);
    }
    x0 = x0 + keys[(group + 1) % 3];
    x1 = x1 + (keys[(group + 2) % 3] + (group + 1.0));
  }
  return {x0, x1};
}

}  // namespace

Status WriteOutThreefryCalls(Module& module, DiagnosticSink&) {
  Rewriter rewriter(&module);
  for (const OpId op : rewriter.Ops()) {
    if (!IsThreefry(module, op)) continue;
    Emitter& emit = rewriter.At(op);
    const std::span<const ValueId> operands = module.op(op).operands();
    const Expr key0(&emit, operands[0]), key1(&emit, operands[1]), x0(&emit, operands[2]), x1(&emit, operands[3]);
    const std::array<Expr, 2> words = Threefry(key0, key1, x0, x1);
    rewriter.Replace(op, {words[0].value(), words[1].value()});
  }
  rewriter.Finish();
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
