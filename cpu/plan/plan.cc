#include "cpu/plan/plan.h"

#include <algorithm>
#include <string>
#include <utility>

#include "cpu/graph/sizes.h"
#include "cpu/plan/aliases.h"
#include "cpu/plan/buffers.h"
#include "cpu/plan/check_plan.h"
#include "cpu/plan/fusion.h"
#include "cpu/plan/kernels.h"
#include "cpu/plan/rematerialize.h"
#include "cpu/plan/schedule.h"

namespace cppjrt::cpu {
namespace {

Status PlanBody(const Body& body, ValueSet& in_memory, BodyPlan& plan) {
  plan.body = &body;
  CPPJRT_ASSIGN_OR_RETURN(plan.steps, FormSteps(body, in_memory));
  for (Step& step : plan.steps) {
    if (step.kind != Step::Kind::kWhile && step.kind != Step::Kind::kCase) continue;
    for (const Body* inner : step.node->bodies) {
      CPPJRT_RETURN_IF_ERROR(PlanBody(*inner, in_memory, *step.bodies.emplace_back(std::make_unique<BodyPlan>())));
    }
  }
  return Status();
}

int64_t CountFallbacks(const BodyPlan& plan) {
  int64_t n = 0;
  for (const Step& step : plan.steps) {
    n += step.kind == Step::Kind::kCall && step.node->kind == NodeKind::kFallback;
    for (const auto& inner : step.bodies) n += CountFallbacks(*inner);
  }
  return n;
}

// INVALID_ARGUMENT, as for a single array: no machine can run the program.
Status CheckArena(const Plan& plan) {
  if (plan.arena_bytes <= kMaxArenaBytes) return OkStatus();
  std::string message = "the program's intermediate arrays take " + std::to_string(plan.arena_bytes) +
                        " bytes at once; at most 2^47 are possible";
  if (!plan.alive_at_peak.empty()) {
    const Value v = plan.value_of[static_cast<size_t>(plan.alive_at_peak[0])];
    if (v.valid()) message = Where(*v.node, v.shape()) + ": " + message;
  }
  return InvalidArgumentError(message);
}

}  // namespace

StatusOr<Plan> MakePlan(const Graph& graph, const PlanOptions& options) {
  CPPJRT_RETURN_IF_ERROR(CheckSizes(graph));
  Status status;
  const auto make = [&](const PlanOptions& how, const ValueSet& again) {
    Plan plan;
    ValueSet in_memory = ChooseMaterializedBut(graph, again);
    if (Status made = PlanBody(graph.entry(), in_memory, plan.entry); !made.ok()) {
      status = std::move(made);
      return Plan();
    }
    if (!how.program_order) Schedule(in_memory, plan.entry);
    AssignBuffers(graph, in_memory, how, plan);
    return plan;
  };
  const auto make_small = [&](const PlanOptions& how) {
    const auto make_again = [&](const ValueSet& again) { return make(how, again); };
    Plan plan = make_again({});
    return status.ok() && !how.keep_all ? Rematerialize(std::move(plan), graph, make_again) : std::move(plan);
  };
  Plan plan = make_small(options);
  if (status.ok()) {
    plan = WorkInArguments(std::move(plan), graph, options.wanted_aliases, [&](const std::vector<int64_t>& arguments) {
      PlanOptions how = options;
      how.working_arguments = arguments;
      return make_small(how);
    });
  }
  CPPJRT_RETURN_IF_ERROR(status);
  CPPJRT_RETURN_IF_ERROR(CheckArena(plan));
  CPPJRT_RETURN_IF_ERROR(CheckPlan(graph, plan));
  plan.num_fallbacks = CountFallbacks(plan.entry);
  return plan;
}

StridedView OperandView(const Plan& plan, Value operand) {
  ValueSet in_memory;
  // Down to the first value under it that is in memory.
  for (Value v = operand;; v = v.node->operands[0]) {
    if (plan.buffer_of.contains(v)) {
      in_memory.insert(v);
      break;
    }
    if (v.node->operands.empty() || GroupOf(v.node->kind) != NodeGroup::kView) return {};
  }
  return ViewOf(operand, &in_memory);
}

}  // namespace cppjrt::cpu
