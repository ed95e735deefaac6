// tuple, get_tuple_element, after_all.
#include <string>
#include <utility>
#include <vector>

#include "stablehlo/eval/kernel.h"

namespace cppjrt::stablehlo {

StatusOr<Kernel> PrepareTuple(const OpRef&) {
  return Kernel([](Call& call) -> Status {
    std::vector<RuntimeValue> members;
    members.reserve(call.num_operands());
    for (size_t i = 0; i < call.num_operands(); ++i) members.push_back(call.TakeValue(i));
    call.Return(RuntimeValue::Tuple(std::move(members)));
    return OkStatus();
  });
}

StatusOr<Kernel> PrepareGetTupleElement(const OpRef& op) {
  return Kernel([index = static_cast<size_t>(op.I64("index"))](Call& call) -> Status {
    const RuntimeValue& tuple = call.value(0);
    if (index >= tuple.members().size()) {
      return InvalidArgumentError("the tuple has no member " + std::to_string(index));
    }
    call.Return(tuple.members()[index]);
    return OkStatus();
  });
}

StatusOr<Kernel> PrepareAfterAll(const OpRef&) {
  return Kernel([](Call& call) -> Status {
    call.Return(RuntimeValue::Token());
    return OkStatus();
  });
}

}  // namespace cppjrt::stablehlo
