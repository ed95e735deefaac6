#include "cpu/plan/guards.h"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

#include "cpu/plan/epilogue.h"
#include "cpu/plan/liveness.h"
#include "cpu/plan/memory_state.h"
#include "cpu/plan/step_reads.h"

namespace cppjrt::cpu {
namespace {

using Kind = GuardAction::Kind;

std::string NameOf(const Node& node) {
  std::string name(Mnemonic(node));
  if (!node.place.empty()) name += " at " + std::string(node.place);
  return name;
}

class GuardMaker {
 public:
  GuardMaker(Graph& graph, Plan& plan)
      : graph_(graph), plan_(plan), names_(std::make_shared<std::vector<std::string>>()), reads_(plan, bodies_) {}

  void Run() {
    FindDeaths();
    // Numbers are given in the order in which values are made, so that those of a loop are a range.
    Draft start;
    // The program may work in a copy of an argument: then its value has another buffer.
    for (size_t i = 0; i < plan_.buffers.size(); ++i) {
      const Buffer& buffer = plan_.buffers[i];
      if (buffer.kind != Buffer::Kind::kArgument) continue;
      const Value v = {graph_.entry().parameters[static_cast<size_t>(buffer.number)], 0};
      start.Add(Kind::kGiven, static_cast<BufferId>(i), NumberOf(v));
    }
    for (const auto& [v, id] : plan_.buffer_of) {
      const Buffer& buffer = plan_.buffers[static_cast<size_t>(id)];
      const bool constant = buffer.kind == Buffer::Kind::kConstant && v.node->kind == NodeKind::kConstant;
      if (constant) start.Add(Kind::kGiven, id, NumberOf(v));
    }
    Guarded(plan_.entry, start, Draft());
  }

 private:
  // A guard while it is made.
  struct Draft {
    struct Entry {
      Kind kind;
      BufferId buffer;
      int64_t value;
      BufferId other = kNoBuffer;
      int64_t first = 0;
    };
    std::vector<Entry> entries;
    void Add(Kind kind, BufferId buffer, int64_t value) { entries.push_back({kind, buffer, value}); }
  };

  // Values end at times of the plan as it is.
  void FindDeaths() {
    ValueSet in_memory;
    for (const auto& [v, id] : plan_.buffer_of) in_memory.insert(v);
    steps_ = TimeSteps(plan_.entry);
    for (const TimedStep& timed : steps_) {
      time_of_[&timed.step()] = timed.last;
      if (timed.step().kind == Step::Kind::kWhile) tested_at_[&timed.step()] = timed.bodies[0].last;
    }
    // What a loop carries is one value, in its condition and its body.
    ValueMap<int64_t> last;
    for (const auto& [v, life] : FindValueLives(steps_, plan_.entry, in_memory)) {
      if (life.empty() || !plan_.buffer_of.contains(v)) continue;
      int64_t& time = last[Symbol(v)];
      time = std::max(time, life.last());
    }
    for (const auto& [v, time] : last) {
      if (plan_.buffer_of.contains(v)) deaths_[time].push_back(v);
    }
  }

  int64_t NumberOf(Value v) {
    v = Symbol(v);
    const auto [at, fresh] = numbers_.emplace(v, static_cast<int64_t>(names_->size()));
    if (fresh) names_->push_back(NameOf(*v.node));
    return at->second;
  }

  void Poison(int64_t time, Draft& draft) {
    const auto found = deaths_.find(time);
    if (found == deaths_.end()) return;
    for (const Value v : found->second) {
      const BufferId id = plan_.buffer_of.at(v);
      const Buffer::Kind kind = plan_.buffers[static_cast<size_t>(id)].kind;
      const bool kept =
          kind == Buffer::Kind::kArgument || kind == Buffer::Kind::kConstant || kind == Buffer::Kind::kLocal;
      if (!kept) draft.Add(Kind::kPoison, id, NumberOf(v));
    }
  }

  // `begin` runs before the first step, `end` after the last.
  void Guarded(BodyPlan& plan, const Draft& begin, const Draft& end) {
    bodies_.insert(plan.body);
    std::vector<Step> steps;
    AddGuard(begin, nullptr, steps);
    for (Step& step : plan.steps) {
      AddGuard(Before(step), step.node, steps);
      GuardBodies(step);
      Draft after = After(step);
      Poison(time_of_.at(&step), after);
      steps.push_back(std::move(step));
      AddGuard(after, nullptr, steps);
    }
    AddGuard(end, plan.body->owner(), steps);
    plan.steps = std::move(steps);
  }

  BufferId BufferOf(Value v) const { return plan_.buffer_of.at(v); }
  void Expect(BufferId id, Value v, Draft& draft) {
    if (!v.shape().token) draft.Add(Kind::kExpect, id, NumberOf(v));
  }

  Draft Before(const Step& step) {
    Draft draft;
    const auto expect = [&](const std::vector<Value>& values, const ValueSet& own) {
      for (const Value v : values) {
        if (!own.contains(Symbol(v))) Expect(BufferOf(v), v, draft);
      }
    };
    if (step.kind == Step::Kind::kKernel || HasEpilogue(step)) {
      ValueSet own;
      for (const Value v : step.writes) own.insert(Symbol(v));
      const std::vector<Value> reads = reads_.OfKernel(step.kernel).values;
      ValueSet known;
      for (const Value v : step.reads) known.insert(Symbol(v));
      // What no element depends on is not read.
      std::vector<Value> used;
      std::ranges::copy_if(reads, std::back_inserter(used), [&](Value v) {
        return known.contains(Symbol(v)) &&
               plan_.buffers[static_cast<size_t>(BufferOf(v))].kind != Buffer::Kind::kLocal;
      });
      expect(used, own);
      ExpectUpdated(step.kernel, draft);
    }
    if (step.kind == Step::Kind::kCall) {
      expect(reads_.OfCall(*step.node).values, {});
      if (step.node->kind == NodeKind::kScatter) {
        for (uint32_t i = 0; i < step.node->shapes.size(); ++i) {
          Expect(BufferOf({step.node, i}), step.node->operands[i], draft);
        }
      }
    } else if (step.kind == Step::Kind::kWhile) {
      for (uint32_t i = 0; i < step.node->shapes.size(); ++i) {
        if (!step.node->shapes[i].token) Expect(Carried(*step.node, i), step.node->operands[i], draft);
      }
    } else if (step.kind == Step::Kind::kCase) {
      Expect(BufferOf(step.node->operands[0]), step.node->operands[0], draft);
    }
    return draft;
  }

  // An update finds its array where its result is made.
  void ExpectUpdated(const Kernel& kernel, Draft& draft) {
    for (const Stage& stage : kernel.stages) {
      for (const Root& root : stage.roots) {
        if (root.kind == RootKind::kUpdate) Expect(BufferOf({root.node, 0}), root.node->operands[0], draft);
      }
    }
  }

  BufferId Carried(const Node& loop, uint32_t i) const { return BufferOf({loop.bodies[0]->parameters[i], 0}); }

  Draft After(const Step& step) {
    Draft draft;
    if (step.kind == Step::Kind::kCopy) {
      draft.entries.push_back({Kind::kCopy, step.from, 0, step.to, 0});
    }
    if (step.kind == Step::Kind::kWhile) {
      for (uint32_t i = 0; i < step.node->shapes.size(); ++i) {
        if (!step.node->shapes[i].token)
          Expect(BufferOf({step.node, i}), {step.node->bodies[0]->parameters[i], 0}, draft);
      }
    }
    for (const Value v : step.writes) {
      if (v.shape().token || !plan_.buffer_of.contains(v)) continue;
      if (plan_.buffers[static_cast<size_t>(BufferOf(v))].kind == Buffer::Kind::kLocal) continue;
      draft.Add(Kind::kStamp, BufferOf(v), NumberOf(v));
    }
    return draft;
  }

  void GuardBodies(Step& step) {
    if (step.kind == Step::Kind::kWhile) return GuardLoop(step);
    for (auto& branch : step.bodies) {
      Draft end;
      for (uint32_t i = 0; i < step.node->shapes.size(); ++i) {
        if (!step.node->shapes[i].token) Expect(BufferOf({step.node, i}), branch->body->results[i], end);
      }
      Guarded(*branch, Draft(), end);
    }
  }

  // An iteration begins with the condition: what it finds is what is carried, whatever made it, and nothing else of the last
  // iteration is left.
  void GuardLoop(Step& step) {
    Node& node = *step.node;
    std::vector<int64_t> carried;
    const auto first = static_cast<int64_t>(names_->size());
    for (uint32_t i = 0; i < node.shapes.size(); ++i) carried.push_back(NumberOf({node.bodies[0]->parameters[i], 0}));
    Draft test_end;
    Expect(BufferOf(node.bodies[0]->results[0]), node.bodies[0]->results[0], test_end);
    Draft body_begin;
    Poison(tested_at_.at(&step), body_begin);
    Draft body_end;
    for (uint32_t i = 0; i < node.shapes.size(); ++i) {
      if (!node.shapes[i].token) Expect(Carried(node, i), node.bodies[1]->results[i], body_end);
    }
    // The bodies number their values, so that the range is known when they are done.
    Guarded(*step.bodies[0], Draft(), test_end);
    Guarded(*step.bodies[1], body_begin, body_end);
    const auto last = static_cast<int64_t>(names_->size()) - 1;
    Draft begin;
    begin.entries.push_back({Kind::kForget, kNoBuffer, last, kNoBuffer, first});
    for (uint32_t i = 0; i < node.shapes.size(); ++i) {
      if (!node.shapes[i].token) begin.Add(Kind::kStamp, Carried(node, i), carried[i]);
    }
    std::vector<Step> steps;
    AddGuard(begin, nullptr, steps);
    std::ranges::move(step.bodies[0]->steps, std::back_inserter(steps));
    step.bodies[0]->steps = std::move(steps);
  }

  void AddGuard(const Draft& draft, const Node* reader, std::vector<Step>& steps) {
    if (draft.entries.empty()) return;
    auto guard = std::make_shared<Guard>();
    guard->names = names_;
    if (reader != nullptr) guard->reader = NameOf(*reader);
    Node* node = graph_.NewNode();
    node->kind = NodeKind::kCheck;
    node->parent = &graph_.entry();
    const auto operand = [&](BufferId id) -> size_t {
      if (id == kNoBuffer) return 0;
      const Value v = ValueFor(id);
      const auto found = std::ranges::find(node->operands, v);
      if (found != node->operands.end()) return static_cast<size_t>(found - node->operands.begin());
      node->operands.push_back(v);
      return node->operands.size() - 1;
    };
    for (const Draft::Entry& entry : draft.entries) {
      GuardAction action{entry.kind, operand(entry.buffer), operand(entry.other), entry.value, entry.first};
      guard->actions.push_back(action);
    }
    CheckAttrs attrs;
    attrs.kind = CheckKind::kMemory;
    attrs.op = "memory";
    attrs.guard = std::move(guard);
    node->attrs = attrs;
    Step step;
    step.kind = Step::Kind::kCall;
    step.node = node;
    steps.push_back(std::move(step));
  }

  // A value that stands for a buffer, whatever is in it.
  Value ValueFor(BufferId id) {
    Value& v = value_for_[id];
    if (v.valid()) return v;
    Node* node = graph_.NewNode();
    node->kind = NodeKind::kParameter;
    node->attrs = ParameterAttrs{};
    node->shapes.push_back({ElementType::kUI8, {plan_.buffers[static_cast<size_t>(id)].bytes}, false});
    node->parent = &graph_.entry();
    v = {node, 0};
    plan_.buffer_of[v] = id;
    return v;
  }

  Graph& graph_;
  Plan& plan_;
  std::shared_ptr<std::vector<std::string>> names_;
  std::unordered_set<const Body*> bodies_;
  const StepReads reads_;
  ValueMap<int64_t> numbers_;
  std::map<BufferId, Value> value_for_;
  std::vector<TimedStep> steps_;
  std::unordered_map<const Step*, int64_t> time_of_;
  std::unordered_map<const Step*, int64_t> tested_at_;
  std::map<int64_t, std::vector<Value>> deaths_;  // by time
};

}  // namespace

void AddGuards(Graph& graph, Plan& plan) { GuardMaker(graph, plan).Run(); }

}  // namespace cppjrt::cpu
