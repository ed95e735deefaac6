#include "cpu/plan/buffers.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "cpu/plan/aliases.h"
#include "cpu/plan/arena.h"
#include "cpu/plan/coalesce.h"
#include "cpu/plan/groups.h"
#include "cpu/plan/kernels.h"
#include "cpu/plan/sharing.h"

namespace cppjrt::cpu {
namespace {

// Of all buffers in the arena, those that are never alive at once included.
constexpr int64_t kMaxArenaSum = int64_t{1} << 62;
constexpr int64_t kMostStackBuffers = 4096;

class Assigner {
 public:
  Assigner(const Graph& graph, const ValueSet& in_memory, const PlanOptions& options, Plan& plan)
      : graph_(graph), in_memory_(in_memory), options_(options), plan_(plan), groups_(in_memory, plan.constants) {}

  void Run() {
    for (Node* parameter : graph_.entry().parameters) {
      if (!IsWorkedIn(parameter)) PlaceArgument(parameter, groups_.Of({parameter, 0}));
    }
    MarkLocals(plan_.entry);
    ShareMemory(in_memory_, plan_, groups_);
    CopyArguments();
    PlaceResults();
    plan_.result_may_be = FindAliases(graph_, in_memory_, OtherAliases(), plan_.entry, groups_);
    const std::vector<TimedStep> steps = TimeSteps(plan_.entry);
    FindLives(steps);
    Coalesce(in_memory_, plan_, steps, groups_);
    GiveArguments();
    JoinSwapped();
    NumberBuffers();
    NumberCopies(plan_.entry);
  }

 private:
  // --- Arguments ----------------------------------------------------------------------------------------------------

  bool IsWorkedIn(const Node* parameter) const { return IsWorkedIn(parameter->attr<ParameterAttrs>().index); }
  bool IsWorkedIn(int64_t argument) const {
    return std::ranges::find(options_.working_arguments, argument) != options_.working_arguments.end();
  }

  void PlaceArgument(const Node* parameter, int group) {
    Group& g = groups_[group];
    g.buffer.kind = Buffer::Kind::kArgument;
    g.buffer.number = parameter->attr<ParameterAttrs>().index;
    g.fixed = true;
    g.overwritable = false;
  }

  // The first steps: from arguments to the memory in which the program works.
  void CopyArguments() {
    std::vector<Step> copies;
    for (Node* parameter : graph_.entry().parameters) {
      if (!IsWorkedIn(parameter)) continue;
      const int given = groups_.New(parameter->shape().num_bytes());
      PlaceArgument(parameter, given);
      copies.push_back(CopyStep(given, groups_.Of({parameter, 0}), {}, {parameter, 0}));
    }
    std::vector<Step>& steps = plan_.entry.steps;
    steps.insert(steps.begin(), std::make_move_iterator(copies.begin()), std::make_move_iterator(copies.end()));
  }
  bool IsCopyOfArgument(const Step& step) const {
    return step.kind == Step::Kind::kCopy && step.node->kind == NodeKind::kParameter &&
           step.node->parent == &graph_.entry() && IsWorkedIn(step.node);
  }

  // Those of arguments that the program does not work in, for results that it does not make where it works.
  std::vector<int64_t> OtherAliases() {
    std::vector<int64_t> wanted = options_.wanted_aliases;
    for (int64_t& argument : wanted) {
      if (argument >= 0 && IsWorkedIn(argument)) argument = -1;
    }
    for (const auto& [argument, result] : WorkedInResults()) {
      if (result < wanted.size()) wanted[result] = -1;
    }
    return wanted;
  }

  void GiveArguments() {
    for (const auto& [argument, result] : WorkedInResults()) plan_.result_may_be[result] = argument;
  }

  // Arguments in whose memory the program works, with the results that this becomes.
  std::vector<std::pair<int64_t, size_t>> WorkedInResults() {
    std::vector<std::pair<int64_t, size_t>> found;
    for (Node* parameter : graph_.entry().parameters) {
      if (!IsWorkedIn(parameter)) continue;
      const Buffer& buffer = groups_[groups_.Of({parameter, 0})].buffer;
      if (buffer.kind != Buffer::Kind::kResult) continue;
      found.emplace_back(parameter->attr<ParameterAttrs>().index, static_cast<size_t>(buffer.number));
    }
    return found;
  }

  void MarkLocals(const BodyPlan& plan) {
    for (const Step& step : plan.steps) {
      for (const Value v : step.kernel.locals) {
        Group& g = groups_[groups_.Of(v)];
        g.fixed = true;
        g.overwritable = false;
        g.buffer.kind = Buffer::Kind::kLocal;
        g.buffer.number = static_cast<int64_t>(step.kernel.outer.size());
        g.buffer.bytes /= std::max<int64_t>(1, NumElements(step.kernel.outer));
      }
      for (const auto& inner : step.bodies) MarkLocals(*inner);
    }
  }

  void PlaceResults() {
    for (size_t i = 0; i < graph_.entry().results.size(); ++i) {
      const Value v = graph_.entry().results[i];
      if (v.shape().token) continue;
      int group = groups_.Of(v);
      const Group& made = groups_[group];
      // Small ones are copied at the end: in registers until then.
      const bool copied =
          made.fixed || !made.overwritable || made.buffer.moves || v.shape().num_bytes() <= kMostStackBytes;
      if (copied) {
        const int own = groups_.New(v.shape().num_bytes());
        plan_.entry.steps.push_back(CopyStep(group, own, groups_.Base(v), v));
        group = own;
      }
      Group& g = groups_[group];
      g.fixed = true;
      g.buffer.kind = Buffer::Kind::kResult;
      g.buffer.number = static_cast<int64_t>(i);
    }
  }

  // --- When groups are alive ----------------------------------------------------------------------------------------

  void FindLives(const std::vector<TimedStep>& steps) {
    for (const int group : groups_.Roots()) groups_[group].lives = {};  // of the steps before copies were added
    for (const auto& [v, life] : FindValueLives(steps, plan_.entry, in_memory_)) {
      if (in_memory_.contains(v) || !IsFusible(*v.node)) groups_[groups_.Of(v)].lives.Add(life);
    }
    // What a copy reads is alive then; what it writes from then on until somebody wants it.
    for (const TimedStep& timed : steps) {
      const Step& step = timed.step();
      if (step.kind == Step::Kind::kCopy) groups_[step.from].lives.Add({timed.first, timed.first});
      for (const auto& inner : step.bodies) AddSwapped(*inner, {timed.first, timed.last});
    }
    for (const TimedStep& timed : steps) {
      const Step& step = timed.step();
      // Arguments are alive from the start anyway.
      if (step.kind != Step::Kind::kCopy || IsCopyOfArgument(step)) continue;
      Intervals& to = groups_[step.to].lives;
      to.Add({timed.first, std::min(timed.body_end, to.StartAfter(timed.first, timed.body_end))});
    }
  }

  // What changes places in a loop is there for all of it.
  void AddSwapped(const BodyPlan& body, Interval all) {
    for (const Step& step : body.steps) {
      if (step.kind != Step::Kind::kSwap) continue;
      groups_[step.from].lives.Add(all);
      groups_[step.to].lives.Add(all);
    }
  }

  // Buffers that are exchanged are alive together: either may hold what the other one did.
  void JoinSwapped() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [a, b] : groups_.swaps) {
        Intervals& x = groups_[a].lives;
        Intervals& y = groups_[b].lives;
        const Interval both = {std::min(x.first(), y.first()), std::max(x.last(), y.last())};
        for (Intervals* lives : {&x, &y}) {
          if (lives->first() == both.first && lives->last() == both.last) continue;
          lives->Add(both);
          changed = true;
        }
      }
    }
  }

  // --- Where they are -----------------------------------------------------------------------------------------------

  void NumberBuffers() {
    std::vector<int> asking;  // groups that want a place in the arena
    int64_t stack_buffers = 0;
    for (const int group : groups_.Roots()) {
      Group& g = groups_[group];
      g.id = static_cast<BufferId>(plan_.buffers.size());
      if (!g.fixed) {
        const bool small = !options_.all_in_arena && g.buffer.bytes <= kMostStackBytes && !g.buffer.moves &&
                           stack_buffers++ < kMostStackBuffers;
        g.buffer.kind = small ? Buffer::Kind::kStack : Buffer::Kind::kArena;
        if (!small && !g.lives.empty()) asking.push_back(group);
      }
      plan_.buffers.push_back(g.buffer);
    }
    LayOut(asking);
    plan_.value_of.resize(plan_.buffers.size());
    for (const Value v : groups_.values()) {
      const BufferId id = groups_[groups_.Of(v)].id;
      plan_.buffer_of[v] = id;
      Value& first = plan_.value_of[static_cast<size_t>(id)];
      if (!first.valid()) first = v;
    }
    for (const Value v : in_memory_) {
      if (!IsAlias(v, in_memory_)) continue;
      // None if nobody reads what it is a view of.
      const BufferId id = groups_[groups_.Of(v)].id;
      if (id != kNoBuffer) plan_.buffer_of[v] = id;
    }
  }

  // An upper bound of every offset; the largest number if they are out of range.
  static int64_t SumOf(const std::vector<ArenaRequest>& requests) {
    int64_t sum = 0;
    for (const ArenaRequest& request : requests) sum = stablehlo::SaturatingAdd(sum, request.bytes + 64);
    return sum > kMaxArenaSum ? INT64_MAX : sum;
  }

  void LayOut(const std::vector<int>& asking) {
    std::vector<ArenaRequest> requests;
    for (const int group : asking) {
      const Group& g = groups_[group];
      requests.push_back({g.buffer.bytes, g.lives.first(), g.lives.last(), 0, -1});
    }
    // Results are there from the start, but for those that may be arguments.
    std::vector<ArenaRegion> regions;
    std::vector<int64_t> results;
    for (const int group : groups_.Roots()) {
      const Group& g = groups_[group];
      if (g.buffer.kind != Buffer::Kind::kResult || plan_.result_may_be[static_cast<size_t>(g.buffer.number)] >= 0) {
        continue;
      }
      if (g.lives.empty()) continue;
      regions.push_back({g.buffer.bytes, g.lives.first() - 1});
      results.push_back(g.buffer.number);
    }
    plan_.arena_bytes = SumOf(requests);
    if (plan_.arena_bytes == INT64_MAX) return;  // MakePlan refuses it
    plan_.arena_bytes = LayOutArena(requests, regions);
    std::vector<ArenaRequest> in_arena;
    std::vector<BufferId> ids;
    for (size_t i = 0; i < requests.size(); ++i) {
      const BufferId id = groups_[asking[i]].id;
      Buffer& buffer = plan_.buffers[static_cast<size_t>(id)];
      buffer.offset = requests[i].offset;
      if (requests[i].region >= 0) {
        buffer.kind = Buffer::Kind::kSpare;
        buffer.number = results[static_cast<size_t>(requests[i].region)];
      } else {
        in_arena.push_back(requests[i]);
        ids.push_back(id);
      }
    }
    for (const size_t i : FindPeak(in_arena).alive) plan_.alive_at_peak.push_back(ids[i]);
    const auto bytes_of = [&](BufferId id) { return plan_.buffers[static_cast<size_t>(id)].bytes; };
    std::sort(plan_.alive_at_peak.begin(), plan_.alive_at_peak.end(),
              [&](BufferId a, BufferId b) { return bytes_of(a) != bytes_of(b) ? bytes_of(a) > bytes_of(b) : a < b; });
  }

  // Groups become buffers; copies of a buffer to itself go.
  void NumberCopies(BodyPlan& plan) {
    for (Step& step : plan.steps) {
      if (step.from >= 0) step.from = groups_[step.from].id;
      if (step.to >= 0) step.to = groups_[step.to].id;
      for (auto& inner : step.bodies) NumberCopies(*inner);
    }
    std::erase_if(plan.steps, [](const Step& step) { return step.kind == Step::Kind::kCopy && step.from == step.to; });
  }

  const Graph& graph_;
  const ValueSet& in_memory_;
  const PlanOptions& options_;
  Plan& plan_;
  Groups groups_;
};

}  // namespace

void AssignBuffers(const Graph& graph, const ValueSet& in_memory, const PlanOptions& options, Plan& plan) {
  Assigner(graph, in_memory, options, plan).Run();
}

}  // namespace cppjrt::cpu
