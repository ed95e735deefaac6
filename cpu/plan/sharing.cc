#include "cpu/plan/sharing.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "cpu/plan/in_place.h"
#include "cpu/plan/interference.h"

namespace cppjrt::cpu {
namespace {

// Smaller carried values are copied at the end of an iteration, larger ones exchange buffers.
constexpr int64_t kMinSwapBytes = 512;

using ValueIds = std::set<std::pair<uint32_t, uint32_t>>;

std::pair<uint32_t, uint32_t> IdOf(Value v) { return {v.node->id, v.index}; }

// Which memory would be best. Whether it may be is up to Interference.
class Sharer {
 public:
  Sharer(const ValueSet& in_memory, Plan& plan, Groups& groups)
      : in_memory_(in_memory), groups_(groups), interference_(in_memory, plan.entry, groups) {}

  void Share(BodyPlan& plan) {
    for (size_t i = 0; i < plan.steps.size(); ++i) {
      Step& step = plan.steps[i];
      if (IsUpdate(step)) {
        ShareUpdate(plan, i);
      } else if (step.kind == Step::Kind::kCall && step.node->kind == NodeKind::kScatter) {
        ShareScatter(plan, i);
      } else if (step.kind == Step::Kind::kWhile) {
        ShareLoop(plan, i);
      } else if (step.kind == Step::Kind::kCase) {
        ShareCase(step);
      }
    }
  }

  // Puts the copies where they belong. Until then steps stay where they are, as proofs refer to them.
  void Insert() {
    for (auto& [plan, added] : added_) {
      std::vector<Step> steps;
      for (size_t i = 0; i <= plan->steps.size(); ++i) {
        const auto here = added.find(i);
        if (here != added.end()) std::ranges::move(here->second, std::back_inserter(steps));
        if (i < plan->steps.size()) steps.push_back(std::move(plan->steps[i]));
      }
      plan->steps = std::move(steps);
    }
  }

 private:
  // Before which step of which body.
  void Add(BodyPlan& plan, size_t before, Step step) { added_[&plan][before].push_back(std::move(step)); }
  void AddAtEnd(BodyPlan& plan, Step step) { Add(plan, plan.steps.size(), std::move(step)); }
  Step Copy(Value source, Value target) {
    return CopyStep(groups_.Of(source), groups_.Of(target), groups_.Base(source), target);
  }

  bool TryUnite(int into, int group) {
    if (!interference_.MayUnite(into, group)) return false;
    groups_.Unite(into, group);
    return true;
  }
  // `made` is made in the memory of `old`, if that may be.
  bool TryUnite(Value old, Value made) { return TryUnite(groups_.Of(old), groups_.Of(made)); }

  void ShareUpdate(BodyPlan& plan, size_t at) {
    Step& step = plan.steps[at];
    Node* node = step.kernel.stages[0].roots[0].node;
    const Value array = groups_.Base(node->operands[0]);
    if (TryUnite(array, {node, 0})) return;
    Add(plan, at, Copy(array, {node, 0}));
    // The copy has read it, and nobody else does.
    if (!UpdateReadsArray(in_memory_, step)) std::erase(step.reads, array);
  }

  void ShareScatter(BodyPlan& plan, size_t at) {
    Step& step = plan.steps[at];
    for (uint32_t i = 0; i < step.node->shapes.size(); ++i) {
      const Value input = groups_.Base(step.node->operands[i]);
      if (TryUnite(input, {step.node, i})) continue;
      Add(plan, at, Copy(input, {step.node, i}));
      const auto is_input = [&](Value v) { return groups_.Base(v) == input; };
      if (std::ranges::count_if(step.node->operands, is_input) == 1) std::erase(step.reads, input);
    }
  }

  // --- Branches -----------------------------------------------------------------------------------------------------

  void ShareCase(Step& step) {
    Node& node = *step.node;
    for (uint32_t i = 0; i < node.shapes.size(); ++i) {
      if (!node.shapes[i].token) ShareWithOuter(step, i);
    }
    for (auto& branch : step.bodies) {
      Share(*branch);
      ShareResults(node, *branch);
    }
  }

  // A result takes over an array that a branch changes, or leaves as it is.
  void ShareWithOuter(const Step& step, uint32_t i) {
    for (const auto& branch : step.bodies) {
      const Value start = StartOf(*branch, groups_.Base(branch->body->results[i]));
      if (start.node->parent != branch->body && TryUnite(start, {step.node, i})) return;
    }
  }

  // What `v` becomes by updates from.
  Value StartOf(const BodyPlan& branch, Value v) const {
    for (size_t i = branch.steps.size(); i-- > 0;) {
      const Step& step = branch.steps[i];
      if (IsUpdate(step)) {
        const Node& node = *step.kernel.stages[0].roots[0].node;
        if (&node == v.node) v = groups_.Base(node.operands[0]);
      } else if (step.kind == Step::Kind::kCall && step.node->kind == NodeKind::kScatter && step.node == v.node) {
        v = groups_.Base(step.node->operands[v.index]);
      }
    }
    return v;
  }

  void ShareResults(Node& node, BodyPlan& branch) {
    for (uint32_t i = 0; i < node.shapes.size(); ++i) {
      if (node.shapes[i].token) continue;
      const Value v = groups_.Base(branch.body->results[i]);
      const Value result = {&node, i};
      if (groups_.Of(v) == groups_.Of(result)) continue;
      if (groups_[groups_.Of(v)].buffer.moves || !TryUnite(result, v)) AddAtEnd(branch, Copy(v, result));
    }
  }

  // --- Loops --------------------------------------------------------------------------------------------------------

  void ShareLoop(BodyPlan& plan, size_t at) {
    Step& step = plan.steps[at];
    Node* node = step.node;
    for (uint32_t i = 0; i < node->shapes.size(); ++i) {
      if (node->shapes[i].token) continue;
      const int carried = groups_.Of({node->bodies[0]->parameters[i], 0});
      groups_.Unite(carried, groups_.Of({node->bodies[1]->parameters[i], 0}));
      groups_.Unite(carried, groups_.Of({node, i}));
    }
    BeginLoop(plan, at);
    Share(*step.bodies[0]);
    Share(*step.bodies[1]);
    EndIteration(*node, *step.bodies[1]);
  }

  // Initial values, to where the loop looks for what it carries.
  void BeginLoop(BodyPlan& plan, size_t at) {
    Step& step = plan.steps[at];
    ValueIds read;  // by the loop itself
    for (const Body* inner : step.node->bodies) Captures(*inner, plan.body, read);
    std::vector<Value> copied;
    for (uint32_t i = 0; i < step.node->shapes.size(); ++i) {
      if (step.node->shapes[i].token) continue;
      const Value init = groups_.Base(step.node->operands[i]);
      if (TryUnite(init, {step.node, i})) {
        read.insert(IdOf(init));
      } else {
        Add(plan, at, Copy(init, {step.node, i}));
        copied.push_back(init);
      }
    }
    for (const Value init : copied) {
      if (!read.contains(IdOf(init))) std::erase(step.reads, init);
    }
  }

  void Captures(const Body& body, const Body* from, ValueIds& captured) const {
    const auto use = [&](Value v) {
      // What a view that is followed in the loop reads is used there too.
      std::vector<Value> open = {v};
      while (!open.empty()) {
        const Value at = open.back();
        open.pop_back();
        if (at.node->parent != from) continue;
        const Value base = groups_.Base(at);
        if (!captured.insert(IdOf(base)).second) continue;
        if (in_memory_.contains(base) || !IsFusible(*base.node)) continue;
        open.insert(open.end(), base.node->operands.begin(), base.node->operands.end());
      }
    };
    for (const Node* node : body.nodes) {
      for (const Value v : node->operands) use(v);
      for (const Body* inner : node->bodies) Captures(*inner, from, captured);
    }
    for (const Value v : body.results) use(v);
  }

  // What an iteration leaves, to where the next one looks for it.
  void EndIteration(const Node& loop, BodyPlan& plan) {
    const Body& body = *plan.body;
    for (uint32_t i = 0; i < body.results.size(); ++i) {
      if (!loop.shapes[i].token) TryUnite(Value{body.parameters[i], 0}, groups_.Base(body.results[i]));
    }
    std::set<int> taken;  // memory of results that stay, or change places
    std::set<int> carried_memory;
    for (uint32_t i = 0; i < body.results.size(); ++i) {
      if (loop.shapes[i].token) continue;
      carried_memory.insert(groups_.Of({body.parameters[i], 0}));
      if (Stays(body, i)) taken.insert(groups_.Of({body.parameters[i], 0}));
    }
    std::vector<std::pair<int, int>> exchanges;  // to, from
    std::vector<Step> saves;
    std::vector<Step> moves;
    for (uint32_t i = 0; i < body.results.size(); ++i) {
      if (loop.shapes[i].token || Stays(body, i)) continue;
      const Value carried = {body.parameters[i], 0};
      const Value result = groups_.Base(body.results[i]);
      const int from = groups_.Of(result);
      const int to = groups_.Of(carried);
      const bool own = result.node->parent == &body && groups_[from].overwritable && taken.insert(from).second;
      const bool large = result.shape().num_bytes() >= kMinSwapBytes;
      if (own && large && !groups_[from].fixed && !groups_[to].fixed && from != to) {
        exchanges.emplace_back(to, from);
      } else if (own && !carried_memory.contains(from)) {
        moves.push_back(CopyStep(from, to, result, carried));
      } else {
        // Something that is needed as it is, or that another copy writes over: by way of a copy.
        const int saved = groups_.New(result.shape().num_bytes());
        saves.push_back(CopyStep(from, saved, result, {body.results[i].node, body.results[i].index}));
        moves.push_back(CopyStep(saved, to, {}, carried));
      }
    }
    for (Step& step : saves) AddAtEnd(plan, std::move(step));
    Exchange(plan, exchanges);
    for (Step& step : moves) AddAtEnd(plan, std::move(step));
  }

  // Whether the iteration leaves result `i` where the next one looks for it.
  bool Stays(const Body& body, uint32_t i) {
    const Value carried = {body.parameters[i], 0};
    const Value result = groups_.Base(body.results[i]);
    const bool other_parameter = result.node->kind == NodeKind::kParameter && !(result == carried);
    return groups_.Of(carried) == groups_.Of(result) && !other_parameter;
  }

  // Buffers change places until each `to` has what was in its `from`: one exchange for each, whether they form chains (the
  // older value takes the newer one's place) or rings (two arrays swapped).
  void Exchange(BodyPlan& plan, const std::vector<std::pair<int, int>>& exchanges) {
    std::map<int, int> place_of;  // of what was in a buffer before
    std::map<int, int> found_in;  // what a buffer has now
    const auto get = [](const std::map<int, int>& map, int key) {
      const auto at = map.find(key);
      return at == map.end() ? key : at->second;
    };
    for (const auto& [to, from] : exchanges) {
      const int source = get(place_of, from);
      if (source == to) continue;
      const int displaced = get(found_in, to);
      Step step = CopyStep(source, to, {}, {plan.body->parameters[0], 0});
      step.kind = Step::Kind::kSwap;
      step.bytes = 0;
      AddAtEnd(plan, std::move(step));
      groups_.swaps.emplace_back(source, to);
      groups_[source].buffer.moves = true;
      groups_[to].buffer.moves = true;
      place_of[from] = to;
      found_in[to] = from;
      place_of[displaced] = source;
      found_in[source] = displaced;
    }
  }

  const ValueSet& in_memory_;
  Groups& groups_;
  const Interference interference_;
  std::unordered_map<BodyPlan*, std::map<size_t, std::vector<Step>>> added_;  // by the step that they come before
};

}  // namespace

Step CopyStep(int from, int to, Value source, Value target) {
  Step copy;
  copy.kind = Step::Kind::kCopy;
  copy.node = target.node;
  copy.from = from;
  copy.to = to;
  copy.bytes = target.shape().num_bytes();
  if (source.valid()) copy.reads.push_back(source);
  return copy;
}

void ShareMemory(const ValueSet& in_memory, Plan& plan, Groups& groups) {
  Sharer sharer(in_memory, plan, groups);
  sharer.Share(plan.entry);
  sharer.Insert();
}

}  // namespace cppjrt::cpu
