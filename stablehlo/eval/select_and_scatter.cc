// select_and_scatter: each window selects an element of the operand, and the source is scattered to what was selected.
//
// The selections of all windows are made together, by a lifted `select`, one element of each window at a time;
// padding is never selected. spec: select_and_scatter

#include <utility>
#include <vector>

#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/lifted_window.h"
#include "stablehlo/eval/lifting.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/eval/updates.h"
#include "stablehlo/eval/window.h"

namespace cppjrt::stablehlo {
namespace {

struct SelectPlan {
  Window window;
  LiftedBody select;
  UpdateBody scatter;
};

// For every window the operand element that `select` prefers to all others; -1 for windows of padding.
Status SelectElements(Call& call, const SelectPlan& plan, const Tensor& operand, const Dims& positions,
                      std::vector<int64_t>& best) {
  const Dims dims = operand.dims();
  best.assign(static_cast<size_t>(NumElements(positions)), -1);
  return WindowElements(plan.window, dims, positions).ForEachPlace([&](const std::vector<int64_t>& all) -> Status {
    std::vector<int64_t> lanes;
    std::vector<int64_t> held;
    std::vector<int64_t> offered;
    for (size_t i = 0; i < all.size(); ++i) {
      if (all[i] < 0) continue;
      if (best[i] < 0) {
        best[i] = all[i];
        continue;
      }
      lanes.push_back(static_cast<int64_t>(i));
      held.push_back(best[i]);
      offered.push_back(all[i]);
    }
    if (lanes.empty()) return OkStatus();
    CPPJRT_ASSIGN_OR_RETURN(Tensor a, Pick(call, operand, held));
    CPPJRT_ASSIGN_OR_RETURN(Tensor b, Pick(call, operand, offered));
    std::vector<RuntimeValue> arguments = {std::move(a), std::move(b)};
    std::vector<RuntimeValue> results;
    CPPJRT_RETURN_IF_ERROR(plan.select.Run(call, static_cast<int64_t>(lanes.size()), arguments, results));
    const uint8_t* keep = results[0].tensor().data<uint8_t>();
    for (size_t i = 0; i < lanes.size(); ++i) {
      if (keep[i] == 0) best[static_cast<size_t>(lanes[i])] = offered[i];
    }
    return OkStatus();
  });
}

Status SelectAndScatter(const SelectPlan& plan, Call& call) {
  const Tensor& operand = call.operand(0);
  const Dims positions = Positions(plan.window, operand.dims());
  const ElementType type = plan.scatter.body.arguments()[0];
  CPPJRT_ASSIGN_OR_RETURN(Tensor source, Promote(call, call.operand(1), type));
  CPPJRT_ASSIGN_OR_RETURN(const Tensor init, Promote(call, call.operand(2), type));
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, Splat(call, init, operand.dims()));
  if (!(source.dims() == positions)) {
    return InvalidArgumentError("select_and_scatter: source does not have one element for each window");
  }
  if (source.num_elements() > 0) {
    std::vector<int64_t> targets;
    CPPJRT_RETURN_IF_ERROR(SelectElements(call, plan, operand, positions, targets));
    std::vector<int64_t> lanes;
    std::vector<int64_t> kept;
    for (size_t i = 0; i < targets.size(); ++i) {
      if (targets[i] < 0) continue;
      lanes.push_back(static_cast<int64_t>(i));
      kept.push_back(targets[i]);
    }
    if (lanes.size() < targets.size()) {
      CPPJRT_ASSIGN_OR_RETURN(source, Pick(call, source, lanes));
    }
    std::vector<Tensor> results;
    results.push_back(std::move(result));
    CPPJRT_RETURN_IF_ERROR(ApplyUpdates(call, plan.scatter, results, kept, {std::move(source)}));
    result = std::move(results[0]);
  }
  call.Return(std::move(result));
  return OkStatus();
}

}  // namespace

StatusOr<Kernel> PrepareSelectAndScatter(const OpRef& op) {
  SelectPlan plan;
  std::vector<int64_t> sizes = op.I64s("window_dimensions");
  const auto rank = static_cast<size_t>(op.types().rank(op.operand_type(0)));
  if (sizes.empty()) sizes.assign(rank, 1);
  plan.window = ReadWindow(op, sizes, {"window_strides", "", "", "padding"});
  CPPJRT_ASSIGN_OR_RETURN(plan.select, LiftedBody::Prepare(op, 0));
  CPPJRT_ASSIGN_OR_RETURN(plan.scatter.body, LiftedBody::Prepare(op, 1));
  plan.scatter.kind = RecognizeBody(op, 1);
  plan.scatter.wide = op.environment().wide_accumulation;
  return Kernel([plan = std::move(plan)](Call& call) { return SelectAndScatter(plan, call); });
}

}  // namespace cppjrt::stablehlo
