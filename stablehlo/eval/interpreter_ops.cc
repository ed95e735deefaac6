// interpreter.print, interpreter.probe and check.expect_serialized_eq: services of a host to test programs.
#include <string>
#include <utility>

#include "stablehlo/eval/check.h"
#include "stablehlo/eval/host.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/eval/type_check.h"
#include "stablehlo/eval/value_text.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/opcode.h"

namespace cppjrt::stablehlo {
namespace {

StatusOr<Host*> HostOf(const Call& call) {
  Host* host = call.options().host;
  if (host == nullptr) return UnimplementedError("the run has no host that offers this");
  return host;
}

// "%3" or "%3#1": the name that MLIR gives a result, which counts the ops with results of the function.
std::string ValueName(const Module& module, ValueId value) {
  const OpId defining = module.defining_op(value);
  if (!defining.valid()) return "%arg" + std::to_string(module.value(value).index);
  OpId function = defining;
  while (module.parent(function).valid() && module.op(function).opcode != Opcode::kFunc) {
    function = module.parent(function);
  }
  int64_t number = 0;
  for (const OpId op : PreOrder(module, function)) {
    if (op == defining) break;
    if (!module.op(op).results().empty()) ++number;
  }
  std::string name = "%" + std::to_string(number);
  if (module.op(defining).results().size() > 1) name += "#" + std::to_string(module.value(value).index);
  return name;
}

}  // namespace

StatusOr<Kernel> PrepareInterpreterPrint(const OpRef& op) {
  return Kernel([name = ValueName(op.module(), op.op().operands()[0])](Call& call) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(Host* const host, HostOf(call));
    return host->Print(name + " = " + TensorText(call.operand(0)));
  });
}

StatusOr<Kernel> PrepareInterpreterProbe(const OpRef& op) {
  return Kernel([id = std::string(op.String("probe_id"))](Call& call) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(Host* const host, HostOf(call));
    const Tensor& operand = call.operand(0);
    CPPJRT_RETURN_IF_ERROR(host->Probe({id, ShapeText(operand.type(), operand.dims()), operand}));
    call.Return(call.TakeValue(0));
    return OkStatus();
  });
}

StatusOr<Kernel> PrepareCheckExpectSerializedEq(const OpRef& op) {
  return Kernel([id = std::string(op.String("probe_id")), number = op.I64("iteration")](Call& call) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(Host* const host, HostOf(call));
    CPPJRT_ASSIGN_OR_RETURN(const ProbeRecord record, host->FindProbe(number));
    if (record.id.find(id) == std::string::npos) {
      return FailedPreconditionError("probe " + std::to_string(number) + " is " + record.id + ", expected " + id);
    }
    return CheckTensors(record.tensor, call.operand(0), {.kind = CheckKind::kEqual});
  });
}

}  // namespace cppjrt::stablehlo
