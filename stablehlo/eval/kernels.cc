#include "stablehlo/eval/kernels.h"

#include <cstddef>
#include <iterator>
#include <string>

#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {

#define KERNEL(opcode, function) StatusOr<Kernel> function(const OpRef& op);
#include "stablehlo/eval/kernels.def"
#undef KERNEL

namespace {

struct Row {
  Opcode opcode;
  PrepareFunction prepare;
};

constexpr Row kRows[] = {
#define KERNEL(opcode, function) {Opcode::k##opcode, function},
#include "stablehlo/eval/kernels.def"
#undef KERNEL
};

constexpr bool InOrder() {
  for (size_t i = 0; i < std::size(kRows); ++i) {
    if (kRows[i].opcode != static_cast<Opcode>(i + 1)) return false;
  }
  return std::size(kRows) + 1 == static_cast<size_t>(Opcode::kCount);
}
static_assert(InOrder(), "kernels.def has a row for each op of ops.def, in its order");

std::string Name(const OpRef& op) { return std::string(Info(op.opcode()).name); }

}  // namespace

PrepareFunction PrepareFunctionOf(Opcode opcode) { return kRows[static_cast<size_t>(opcode) - 1].prepare; }

bool HasKernel(Opcode opcode) {
  const PrepareFunction prepare = PrepareFunctionOf(opcode);
  return prepare != PrepareDecomposed && prepare != PrepareStructural;
}

StatusOr<Kernel> PrepareDecomposed(const OpRef& op) {
  return op.Error(StatusCode::kUnimplemented,
                  Name(op) + " is not evaluated itself: decompose it first (stablehlo/transforms)");
}

StatusOr<Kernel> PrepareStructural(const OpRef& op) {
  return op.Error(StatusCode::kUnimplemented, Name(op) + " describes the program and does not run");
}

}  // namespace cppjrt::stablehlo
