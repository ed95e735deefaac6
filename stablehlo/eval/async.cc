// async_start, async_done. The op runs where it starts: collectives then meet in the order of the program in every
// process, which the spec allows ("the asynchrony is not guaranteed"). A future is a tuple of what it will hold.

#include <utility>
#include <vector>

#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/region.h"

namespace cppjrt::stablehlo {

StatusOr<Kernel> PrepareAsyncStart(const OpRef& op) {
  const RegionProgram* body = &op.region();
  return Kernel([body](Call& call) -> Status {
    std::vector<RuntimeValue> arguments(call.num_operands());
    for (size_t i = 0; i < arguments.size(); ++i) arguments[i] = call.TakeValue(i);
    std::vector<RuntimeValue> results;
    CPPJRT_RETURN_IF_ERROR(call.Run(*body, arguments, results));
    call.Return(RuntimeValue::Tuple(std::move(results)));
    return OkStatus();
  });
}

StatusOr<Kernel> PrepareAsyncDone(const OpRef&) {
  return Kernel([](Call& call) -> Status {
    const std::span<const RuntimeValue> members = call.value(0).members();
    if (members.size() != call.num_results()) return InternalError("a future holds another number of values");
    for (size_t i = 0; i < members.size(); ++i) call.Return(members[i], i);
    return OkStatus();
  });
}

}  // namespace cppjrt::stablehlo
