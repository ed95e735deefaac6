#include "stablehlo/transforms/masked_products.h"

#include "stablehlo/transforms/rewriter.h"

namespace cppjrt::stablehlo {
namespace {

// What was converted, if it is a mask of the shape of `value`; none otherwise.
ValueId MaskUnder(const Module& module, ValueId value) {
  const OpId op = module.defining_op(value);
  if (!op.valid() || module.op(op).opcode != Opcode::kConvert) return ValueId();
  const ValueId mask = module.op(op).operands()[0];
  const TypeTable& types = module.types();
  const bool is_mask = types.IsTensor(module.type(mask)) && types.element_type(module.type(mask)) == scalar::kI1;
  return is_mask ? mask : ValueId();
}

bool IsNumbers(const Module& module, TypeId type) {
  const TypeTable& types = module.types();
  return types.IsTensor(type) && types.element_type(type) != scalar::kI1 &&
         !types.IsQuantized(types.element_type(type));
}

}  // namespace

Status SelectMaskedProducts(Module& module, DiagnosticSink&) {
  Rewriter rewriter(&module);
  for (const OpId op : rewriter.Ops()) {
    if (module.op(op).opcode != Opcode::kMultiply || !IsNumbers(module, module.type(module.op(op).result(0)))) continue;
    for (const size_t i : {size_t{1}, size_t{0}}) {
      const ValueId mask = MaskUnder(module, module.op(op).operands()[i]);
      if (!mask.valid()) continue;
      Emitter& emit = rewriter.At(op);
      const ValueId x = module.op(op).operands()[1 - i];
      rewriter.Replace(op, {emit.Select(mask, x, emit.Constant(x, 0))});
      break;
    }
  }
  rewriter.Finish();
  return OkStatus();
}

}  // namespace cppjrt::stablehlo
