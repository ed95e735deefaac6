#include "cpu/plan/sharing.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "cpu/plan/branches.h"
#include "cpu/plan/in_place.h"

namespace cppjrt::cpu {
namespace {

// Smaller carried values are copied at the end of a turn, larger ones exchange buffers.
constexpr int64_t kFewestSwapBytes = 512;

using ValueIds = std::set<std::pair<uint32_t, uint32_t>>;

class Sharer {
 public:
  Sharer(const ValueSet& in_memory, Groups& groups) : in_memory_(in_memory), groups_(groups) {}

  void Share(BodyPlan& plan) {
    const BodyFacts facts = FactsOf(plan);
    std::vector<Step> steps;
    for (size_t i = 0; i < plan.steps.size(); ++i) {
      Step& step = plan.steps[i];
      const auto at = static_cast<int64_t>(i);
      if (IsUpdate(step)) {
        ShareUpdate(plan, facts, step, at, steps);
      } else if (step.kind == Step::Kind::kCall && step.node->kind == NodeKind::kScatter) {
        ShareScatter(plan, facts, step, at, steps);
      } else if (step.kind == Step::Kind::kWhile) {
        ShareLoop(plan, facts, step, at, steps);
      } else if (step.kind == Step::Kind::kCase) {
        ShareCase(plan, facts, step, at);
      }
      steps.push_back(std::move(step));
    }
    plan.steps = std::move(steps);
  }

 private:
  // Where a value is read and written, in steps of its body.
  struct BodyFacts {
    ValueMap<std::vector<int64_t>> readers;  // the body's own results as reads at the end
    ValueMap<int64_t> writer;
  };

  BodyFacts FactsOf(const BodyPlan& plan) const {
    BodyFacts facts;
    const auto end = static_cast<int64_t>(plan.steps.size());
    for (int64_t i = 0; i < end; ++i) {
      const Step& step = plan.steps[static_cast<size_t>(i)];
      for (const Value v : step.reads) facts.readers[v].push_back(i);
      for (const Value v : step.writes) facts.writer.emplace(v, i);
    }
    for (const Value v : plan.body->results) facts.readers[groups_.Base(v)].push_back(end);
    return facts;
  }

  // Whether memory of `v`, a value of this body, may be written at step `at`: nobody reads it afterwards.
  static bool DiesAt(const BodyFacts& facts, Value v, int64_t at) {
    const auto readers = facts.readers.find(v);
    return readers == facts.readers.end() ||
           std::none_of(readers->second.begin(), readers->second.end(), [&](int64_t reader) { return reader > at; });
  }

  bool MayOverwrite(const BodyPlan& plan, const BodyFacts& facts, Value v) {
    if (v.node->parent != plan.body) return false;
    if (!groups_[groups_.Of(v)].overwritable) return false;
    if (v.node->kind != NodeKind::kParameter) return facts.writer.contains(v);
    // A carried value, in the loop's step: the condition has been evaluated.
    const Node* owner = plan.body->owner();
    return owner != nullptr && owner->kind == NodeKind::kWhile && owner->bodies[1] == plan.body;
  }

  void AddCopy(Value source, Value target, std::vector<Step>& steps) {
    steps.push_back(CopyStep(groups_.Of(source), groups_.Of(target), groups_.Base(source), target));
  }

  // `result` is made in the memory of `operand`. If it must be a copy: false.
  bool InPlace(const BodyPlan& plan, const BodyFacts& facts, Value operand, Value result, int64_t at, bool safe,
               std::vector<Step>& steps) {
    operand = groups_.Base(operand);
    const bool lent = lent_.contains({plan.body, operand.node->id, operand.index});
    if (safe && (lent || (MayOverwrite(plan, facts, operand) && DiesAt(facts, operand, at)))) {
      groups_.Unite(groups_.Of(operand), groups_.Of(result));
      return true;
    }
    AddCopy(operand, result, steps);
    return false;
  }

  void ShareUpdate(const BodyPlan& plan, const BodyFacts& facts, Step& step, int64_t at, std::vector<Step>& steps) {
    Node* node = step.kernel.stages[0].roots[0].node;
    const Value array = groups_.Base(node->operands[0]);
    const bool in_place = InPlace(plan, facts, array, {node, 0}, at, UpdateReadsOnlyInPlace(in_memory_, step), steps);
    // The copy has read it, and nobody else does.
    if (!in_place && !UpdateReadsArray(in_memory_, step)) std::erase(step.reads, array);
  }

  void ShareScatter(const BodyPlan& plan, const BodyFacts& facts, Step& step, int64_t at, std::vector<Step>& steps) {
    const size_t inputs = step.node->shapes.size();
    for (size_t i = 0; i < inputs; ++i) {
      const Value input = groups_.Base(step.node->operands[i]);
      bool once = true;
      for (size_t k = 0; k < step.node->operands.size(); ++k) {
        once &= k == i || !(groups_.Base(step.node->operands[k]) == input);
      }
      const bool in_place = InPlace(plan, facts, input, {step.node, static_cast<uint32_t>(i)}, at, once, steps);
      if (!in_place && once) std::erase(step.reads, input);
    }
  }

  // Arrays that branches change where they are: by result.
  std::map<uint32_t, BranchArray> Lend(const BodyPlan& plan, const BodyFacts& facts, const Step& step, int64_t at) {
    std::map<uint32_t, BranchArray> lent;
    ValueIds taken;
    for (BranchArray& one : FindBranchArrays(in_memory_, groups_, step, *plan.body)) {
      const Value v = one.array;
      if (!MayOverwrite(plan, facts, v) || !DiesAt(facts, v, at) || !taken.emplace(v.node->id, v.index).second)
        continue;
      for (size_t b = 0; b < one.changes.size(); ++b) {
        if (one.changes[b]) lent_.emplace(step.bodies[b]->body, v.node->id, v.index);
      }
      lent.emplace(one.result, std::move(one));
    }
    return lent;
  }

  void ShareCase(const BodyPlan& plan, const BodyFacts& facts, Step& step, int64_t at) {
    const std::map<uint32_t, BranchArray> lent = Lend(plan, facts, step, at);
    for (const auto& [i, one] : lent) groups_.Unite(groups_.Of(one.array), groups_.Of({step.node, i}));
    for (auto& branch : step.bodies) {
      Share(*branch);
      ShareResults(*step.node, *branch, lent);
    }
  }

  void ShareResults(Node& node, BodyPlan& branch, const std::map<uint32_t, BranchArray>& lent) {
    const BodyFacts facts = FactsOf(branch);
    ValueIds taken;
    for (uint32_t i = 0; i < node.shapes.size(); ++i) {
      if (node.shapes[i].token) continue;
      const Value v = groups_.Base(branch.body->results[i]);
      const Value result = {&node, i};
      if (lent.contains(i)) {
        if (groups_.Of(v) != groups_.Of(result)) AddCopy(v, result, branch.steps);
        continue;
      }
      const Group& g = groups_[groups_.Of(v)];
      const bool own = v.node->parent == branch.body && facts.writer.contains(v) && g.overwritable && !g.buffer.moves &&
                       taken.emplace(v.node->id, v.index).second;
      if (own) {
        groups_.Unite(groups_.Of(result), groups_.Of(v));
      } else {
        AddCopy(v, result, branch.steps);
      }
    }
  }

  // --- Loops --------------------------------------------------------------------------------------------------------

  void ShareLoop(const BodyPlan& plan, const BodyFacts& facts, Step& step, int64_t at, std::vector<Step>& steps) {
    Node* node = step.node;
    const Body& condition = *node->bodies[0];
    const Body& body = *node->bodies[1];
    ValueIds captured;
    for (const Body* inner : node->bodies) Captures(*inner, plan.body, captured);
    ValueIds taken;
    std::vector<Value> copied;
    for (uint32_t i = 0; i < node->shapes.size(); ++i) {
      if (node->shapes[i].token) continue;
      const Value carried = {condition.parameters[i], 0};
      groups_.Unite(groups_.Of(carried), groups_.Of({body.parameters[i], 0}));
      groups_.Unite(groups_.Of(carried), groups_.Of({node, i}));
      const Value init = groups_.Base(node->operands[i]);
      const bool own = MayOverwrite(plan, facts, init) && DiesAt(facts, init, at) &&
                       !captured.contains({init.node->id, init.index}) &&
                       taken.emplace(init.node->id, init.index).second;
      if (own) {
        groups_.Unite(groups_.Of(carried), groups_.Of(init));
      } else {
        AddCopy(init, {node, i}, steps);
        copied.push_back(init);
      }
    }
    // The copies have read them: the loop itself does not.
    for (const Value init : copied) {
      const std::pair id(init.node->id, init.index);
      if (!captured.contains(id) && !taken.contains(id)) std::erase(step.reads, init);
    }
    Share(*step.bodies[0]);
    ShareTurn(*node, *step.bodies[1]);
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
        if (!captured.emplace(base.node->id, base.index).second) continue;
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

  // What a turn of a loop leaves, to where the next one finds it.
  void ShareTurn(const Node& loop, BodyPlan& turn) {
    MakeInPlace(loop, turn);
    Share(turn);
    const Body& body = *turn.body;
    const BodyFacts facts = FactsOf(turn);
    std::set<int> taken;  // memory of results that stay, or change places
    for (uint32_t i = 0; i < body.results.size(); ++i) {
      if (!loop.shapes[i].token && Stays(body, i)) taken.insert(groups_.Of({body.parameters[i], 0}));
    }
    std::set<int> carried_memory;
    for (uint32_t i = 0; i < body.results.size(); ++i) {
      if (!loop.shapes[i].token) carried_memory.insert(groups_.Of({body.parameters[i], 0}));
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
      const bool own = result.node->parent == &body && groups_[from].overwritable &&
                       (facts.writer.contains(result) || result.node->kind == NodeKind::kParameter) &&
                       taken.insert(from).second;
      const bool large = result.shape().num_bytes() >= kFewestSwapBytes;
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
    for (Step& step : saves) turn.steps.push_back(std::move(step));
    Exchange(body, exchanges, turn.steps);
    for (Step& step : moves) turn.steps.push_back(std::move(step));
  }

  // Whether the turn leaves result `i` where the next turn looks for it.
  bool Stays(const Body& body, uint32_t i) {
    const Value carried = {body.parameters[i], 0};
    const Value result = groups_.Base(body.results[i]);
    const bool other_parameter = result.node->kind == NodeKind::kParameter && !(result == carried);
    return groups_.Of(carried) == groups_.Of(result) && !other_parameter;
  }

  // Buffers change places until each `to` has what was in its `from`: one exchange for each, whether they form chains (the
  // older value takes the newer one's place) or rings (two arrays swapped).
  void Exchange(const Body& body, const std::vector<std::pair<int, int>>& exchanges, std::vector<Step>& steps) {
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
      Step step = CopyStep(source, to, {}, {body.parameters.empty() ? nullptr : body.parameters[0], 0});
      step.kind = Step::Kind::kSwap;
      step.bytes = 0;
      steps.push_back(std::move(step));
      groups_.swaps.emplace_back(source, to);
      groups_[source].buffer.moves = true;
      groups_[to].buffer.moves = true;
      place_of[from] = to;
      found_in[to] = from;
      place_of[displaced] = source;
      found_in[source] = displaced;
    }
  }

  // Results of kernels that can be made right where the carried value is.
  void MakeInPlace(const Node& loop, BodyPlan& turn) {
    const BodyFacts facts = FactsOf(turn);
    ValueIds taken;
    for (uint32_t i = 0; i < turn.body->results.size(); ++i) {
      if (loop.shapes[i].token) continue;
      const Value carried = {turn.body->parameters[i], 0};
      const Value result = groups_.Base(turn.body->results[i]);
      if (result.node->parent != turn.body || !taken.emplace(result.node->id, result.index).second) continue;
      const auto writer = facts.writer.find(result);
      if (writer == facts.writer.end()) continue;
      const Step& step = turn.steps[static_cast<size_t>(writer->second)];
      if (!DiesAt(facts, carried, writer->second)) continue;
      if (MayWriteOver(in_memory_, step, carried, result)) groups_.Unite(groups_.Of(carried), groups_.Of(result));
    }
  }

  const ValueSet& in_memory_;
  Groups& groups_;
  std::set<std::tuple<const Body*, uint32_t, uint32_t>> lent_;  // arrays that a branch may write over
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

void ShareMemory(const ValueSet& in_memory, Plan& plan, Groups& groups) { Sharer(in_memory, groups).Share(plan.entry); }

}  // namespace cppjrt::cpu
