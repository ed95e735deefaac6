#include "cpu/plan/buffers.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_map>
#include <utility>

#include "cpu/plan/arena.h"
#include "cpu/plan/epilogue.h"
#include "cpu/plan/kernels.h"

namespace cppjrt::cpu {
namespace {

// Values of at most so many bytes live in the function's stack frame, where they become registers if they can.
constexpr int64_t kMostStackBytes = 64;
constexpr int64_t kMostStackBuffers = 4096;
// Smaller carried values are copied at the end of a turn, larger ones exchange buffers.
constexpr int64_t kFewestSwapBytes = 512;
constexpr int64_t kNever = -1;

// Values that share memory.
struct Group {
  int parent = -1;  // in the union-find forest; itself if a root
  Buffer buffer;
  bool fixed = false;  // an argument, constant or result: cannot be overwritten or moved
  bool overwritable = true;
  int64_t first = INT64_MAX, last = kNever;
  BufferId id = kNoBuffer;
};

class Assigner {
 public:
  Assigner(const Graph& graph, const ValueSet& in_memory, const PlanOptions& options, Plan& plan)
      : graph_(graph), in_memory_(in_memory), options_(options), plan_(plan) {}

  void Run() {
    for (Node* parameter : graph_.entry().parameters) {
      const int group = GroupOf({parameter, 0});
      groups_[Index(group)].buffer.kind = Buffer::Kind::kArgument;
      groups_[Index(group)].buffer.number = parameter->attr<ParameterAttrs>().index;
      groups_[Index(group)].fixed = true;
      groups_[Index(group)].overwritable = false;
    }
    MarkLocals(plan_.entry);
    Share(plan_.entry);
    PlaceResults();
    int64_t at = 0;
    FindLives(plan_.entry, at);
    JoinSwapped();
    NumberBuffers();
    FindAliases();
  }

 private:
  // Where a step of one body is read and written, in steps of that body.
  struct BodyFacts {
    ValueMap<std::vector<int64_t>> readers;  // canonical values; the body's own results as reads at the end
    ValueMap<int64_t> writer;
  };

  static size_t Index(int group) { return static_cast<size_t>(group); }

  Value Base(Value v) const { return Canonical(v, in_memory_); }

  int GroupOf(Value v) {
    v = Base(v);
    const auto at = group_of_.find(v);
    if (at != group_of_.end()) return Find(at->second);
    const int group = NewGroup(v.shape().num_bytes());
    if (v.node->kind == NodeKind::kConstant && !IsSplat(*v.node)) {
      groups_[Index(group)].buffer.kind = Buffer::Kind::kConstant;
      groups_[Index(group)].buffer.number = static_cast<int64_t>(plan_.constants.size());
      groups_[Index(group)].fixed = true;
      groups_[Index(group)].overwritable = false;
      plan_.constants.push_back(v.node->attr<ConstantAttrs>().value);
    }
    group_of_.emplace(v, group);
    values_.push_back(v);
    return group;
  }

  int NewGroup(int64_t bytes) {
    const auto group = static_cast<int>(groups_.size());
    groups_.emplace_back().parent = group;
    groups_.back().buffer.bytes = bytes;
    return group;
  }

  int Find(int group) {
    while (groups_[Index(group)].parent != group) group = groups_[Index(group)].parent;
    return group;
  }

  // `group` joins `into`.
  void Unite(int into, int group) {
    into = Find(into);
    group = Find(group);
    if (into == group) return;
    if (groups_[Index(group)].fixed || !groups_[Index(group)].overwritable) std::swap(into, group);
    groups_[Index(group)].parent = into;
    groups_[Index(into)].buffer.moves |= groups_[Index(group)].buffer.moves;
  }

  void MarkLocals(const BodyPlan& plan) {
    for (const Step& step : plan.steps) {
      for (const Value v : step.kernel.locals) {
        Group& g = groups_[Index(GroupOf(v))];
        g.fixed = true;
        g.overwritable = false;
        g.buffer.kind = Buffer::Kind::kLocal;
        g.buffer.number = static_cast<int64_t>(step.kernel.outer.size());
        g.buffer.bytes /= std::max<int64_t>(1, NumElements(step.kernel.outer));
      }
      for (const auto& inner : step.bodies) MarkLocals(*inner);
    }
  }

  // --- Which values share memory ------------------------------------------------------------------------------------

  BodyFacts FactsOf(const BodyPlan& plan) {
    BodyFacts facts;
    const auto end = static_cast<int64_t>(plan.steps.size());
    for (int64_t i = 0; i < end; ++i) {
      const Step& step = plan.steps[static_cast<size_t>(i)];
      for (const Value v : step.reads) facts.readers[v].push_back(i);
      for (const Value v : step.writes) facts.writer.emplace(v, i);
    }
    for (const Value v : plan.body->results) facts.readers[Base(v)].push_back(end);
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
    if (!groups_[Index(GroupOf(v))].overwritable) return false;
    if (v.node->kind != NodeKind::kParameter) return facts.writer.contains(v);
    // A carried value, in the loop's step: the condition has been evaluated.
    const Node* owner = plan.body->owner();
    return owner != nullptr && owner->kind == NodeKind::kWhile && owner->bodies[1] == plan.body;
  }

  void Share(BodyPlan& plan) {
    BodyFacts facts = FactsOf(plan);
    std::vector<Step> steps;
    for (size_t i = 0; i < plan.steps.size(); ++i) {
      Step& step = plan.steps[i];
      const auto at = static_cast<int64_t>(i);
      if (step.kind == Step::Kind::kKernel && IsUpdate(step)) {
        ShareUpdate(plan, facts, step, at, steps);
      } else if (step.kind == Step::Kind::kCall && step.node->kind == NodeKind::kScatter) {
        ShareScatter(plan, facts, step, at, steps);
      } else if (HasEpilogue(step)) {
        ShareEpilogue(plan, facts, step, at);
      } else if (step.kind == Step::Kind::kWhile) {
        ShareLoop(plan, facts, step, at, steps);
      } else if (step.kind == Step::Kind::kCase) {
        ShareCase(step);
      }
      steps.push_back(std::move(step));
    }
    plan.steps = std::move(steps);
  }

  static bool IsUpdate(const Step& step) { return step.kernel.stages[0].roots[0].kind == RootKind::kUpdate; }

  // `result` is made in the memory of `operand`, or in a copy.
  void InPlace(const BodyPlan& plan, const BodyFacts& facts, Value operand, Value result, int64_t at, bool safe,
               std::vector<Step>& steps) {
    operand = Base(operand);
    if (safe && MayOverwrite(plan, facts, operand) && DiesAt(facts, operand, at)) {
      Unite(GroupOf(operand), GroupOf(result));
      return;
    }
    AddCopy(GroupOf(operand), GroupOf(result), operand, result, steps);
  }

  void ShareUpdate(const BodyPlan& plan, const BodyFacts& facts, const Step& step, int64_t at,
                   std::vector<Step>& steps) {
    Node* node = step.kernel.stages[0].roots[0].node;
    InPlace(plan, facts, node->operands[0], {node, 0}, at, UpdateReadsOnlyWhereItWrites(step), steps);
  }

  // An element that is replaced may be read for it before, as all that a stage has for one point is computed before any of it is
  // stored; others may be gone already, and for later stages all may be.
  bool UpdateReadsOnlyWhereItWrites(const Step& step) {
    const Kernel& kernel = step.kernel;
    const Root& update = kernel.stages[0].roots[0];
    const Value array = Base(update.node->operands[0]);
    const bool single = NumElements(kernel.outer) * NumElements(kernel.stages[0].inner) == 1;
    bool safe = true;
    for (const Stage& stage : kernel.stages) {
      const bool first = &stage == &kernel.stages[0];
      if (first && single) continue;
      IndexSpace space;
      const cpu::Index outer = OuterLoops(space, kernel);
      const cpu::Index inner = InnerLoops(space, kernel, stage);
      const cpu::Index written = first ? RootIndex(update, space, outer, inner) : cpu::Index();
      ExpressionWalk walk(space, in_memory_, [&](Value v, const cpu::Index& index) {
        if (Base(v) == array && !(first && v == array && index == written)) safe = false;
      });
      for (const Root& root : stage.roots) WalkRoot(walk, space, root, outer, inner);
    }
    return safe;
  }

  void ShareScatter(const BodyPlan& plan, const BodyFacts& facts, const Step& step, int64_t at,
                    std::vector<Step>& steps) {
    const size_t inputs = step.node->shapes.size();
    for (size_t i = 0; i < inputs; ++i) {
      const Value input = Base(step.node->operands[i]);
      bool once = true;
      for (size_t k = 0; k < step.node->operands.size(); ++k) {
        once &= k == i || !(Base(step.node->operands[k]) == input);
      }
      InPlace(plan, facts, input, {step.node, static_cast<uint32_t>(i)}, at, once, steps);
    }
  }

  // What a call makes is overwritten by what its epilogue makes of it, if nobody else wants it.
  void ShareEpilogue(const BodyPlan& plan, const BodyFacts& facts, const Step& step, int64_t at) {
    const Value made = {step.node, 0};
    const auto readers = facts.readers.find(made);
    if (readers == facts.readers.end()) return;
    for (const int64_t reader : readers->second) {
      if (reader != at) return;
    }
    for (const Root& root : step.kernel.stages[0].roots) {
      const Value v = {root.node, root.result};
      if (stablehlo::ElementBytes(v.type()) != stablehlo::ElementBytes(made.type())) continue;
      // Not where something is updated that has been read by then.
      if (group_of_.contains(v) || IsWantedIn(plan, v)) continue;
      Unite(GroupOf(v), GroupOf(made));
      return;
    }
  }

  // A result that the caller would like to have in the memory of an argument.
  bool IsWantedIn(const BodyPlan& plan, Value v) const {
    if (plan.body != &graph_.entry()) return false;
    for (size_t i = 0; i < options_.wanted_aliases.size() && i < graph_.entry().results.size(); ++i) {
      if (options_.wanted_aliases[i] >= 0 && Base(graph_.entry().results[i]) == v) return true;
    }
    return false;
  }

  void AddCopy(int from, int to, Value source, Value target, std::vector<Step>& steps) {
    Step copy;
    copy.kind = Step::Kind::kCopy;
    copy.node = target.node;
    copy.from = from;  // groups, until buffers have numbers
    copy.to = to;
    copy.bytes = target.shape().num_bytes();
    if (source.valid()) copy.reads.push_back(source);
    steps.push_back(std::move(copy));
  }

  void ShareCase(Step& step) {
    for (auto& branch : step.bodies) {
      Share(*branch);
      const BodyFacts facts = FactsOf(*branch);
      std::set<std::pair<uint32_t, uint32_t>> taken;
      for (uint32_t i = 0; i < step.node->shapes.size(); ++i) {
        if (step.node->shapes[i].token) continue;
        const Value v = Base(branch->body->results[i]);
        const Value result = {step.node, i};
        const bool own = v.node->parent == branch->body && facts.writer.contains(v) &&
                         taken.emplace(v.node->id, v.index).second && groups_[Index(GroupOf(v))].overwritable &&
                         !groups_[Index(GroupOf(v))].buffer.moves;
        if (own) {
          Unite(GroupOf(result), GroupOf(v));
        } else {
          AddCopy(GroupOf(v), GroupOf(result), v, result, branch->steps);
        }
      }
    }
  }

  void ShareLoop(const BodyPlan& plan, const BodyFacts& facts, Step& step, int64_t at, std::vector<Step>& steps) {
    Node* node = step.node;
    const Body& condition = *node->bodies[0];
    const Body& body = *node->bodies[1];
    std::set<std::pair<uint32_t, uint32_t>> captured;
    for (const Body* inner : node->bodies) Captures(*inner, plan.body, captured);
    std::set<std::pair<uint32_t, uint32_t>> taken;
    for (uint32_t i = 0; i < node->shapes.size(); ++i) {
      if (node->shapes[i].token) continue;
      const Value carried = {condition.parameters[i], 0};
      Unite(GroupOf(carried), GroupOf({body.parameters[i], 0}));
      Unite(GroupOf(carried), GroupOf({node, i}));
      const Value init = Base(node->operands[i]);
      const bool own = init.node->parent == plan.body && init.node->kind != NodeKind::kParameter &&
                       facts.writer.contains(init) && groups_[Index(GroupOf(init))].overwritable &&
                       DiesAt(facts, init, at) && !captured.contains({init.node->id, init.index}) &&
                       taken.emplace(init.node->id, init.index).second;
      if (own) {
        Unite(GroupOf(carried), GroupOf(init));
      } else {
        AddCopy(GroupOf(init), GroupOf(carried), init, {node, i}, steps);
      }
    }
    Share(*step.bodies[0]);
    ShareTurn(*node, *step.bodies[1]);
  }

  void Captures(const Body& body, const Body* from, std::set<std::pair<uint32_t, uint32_t>>& captured) {
    const auto use = [&](Value v) {
      // What a view that is followed in the loop reads is used there too.
      std::vector<Value> open = {v};
      while (!open.empty()) {
        const Value at = open.back();
        open.pop_back();
        if (at.node->parent != from) continue;
        const Value base = Base(at);
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
    const Body& body = *turn.body;
    MakeInPlace(loop, turn);
    Share(turn);
    const BodyFacts facts = FactsOf(turn);
    std::vector<Step> saves;
    std::vector<Step> moves;
    std::set<int> taken;  // memory of results that are moved, and of the carried values themselves
    for (uint32_t i = 0; i < body.results.size(); ++i) {
      if (!loop.shapes[i].token) taken.insert(GroupOf({body.parameters[i], 0}));
    }
    for (uint32_t i = 0; i < body.results.size(); ++i) {
      if (loop.shapes[i].token) continue;
      const Value carried = {body.parameters[i], 0};
      const Value result = Base(body.results[i]);
      const int to = GroupOf(carried);
      const int from = GroupOf(result);
      if (from == to && !(result.node->kind == NodeKind::kParameter && !(result == carried))) continue;
      const bool own = result.node->parent == &body && facts.writer.contains(result) &&
                       groups_[Index(from)].overwritable && taken.insert(from).second;
      if (!own) {
        // Something that is needed as it is: by way of a copy.
        const int saved = NewGroup(result.shape().num_bytes());
        AddCopy(from, saved, result, {body.results[i].node, body.results[i].index}, saves);
        AddCopy(saved, to, {}, carried, moves);
      } else if (result.shape().num_bytes() >= kFewestSwapBytes && !groups_[Index(from)].fixed &&
                 !groups_[Index(to)].fixed) {
        AddCopy(from, to, result, carried, moves);
        moves.back().kind = Step::Kind::kSwap;
        groups_[Index(from)].buffer.moves = true;
        groups_[Index(to)].buffer.moves = true;
        swaps_.emplace_back(from, to);
      } else {
        AddCopy(from, to, result, carried, moves);
      }
    }
    for (Step& step : saves) turn.steps.push_back(std::move(step));
    for (Step& step : moves) turn.steps.push_back(std::move(step));
  }

  // Results of kernels that can be made right where the carried value is.
  void MakeInPlace(const Node& loop, BodyPlan& turn) {
    const BodyFacts facts = FactsOf(turn);
    std::set<std::pair<uint32_t, uint32_t>> taken;
    for (uint32_t i = 0; i < turn.body->results.size(); ++i) {
      if (loop.shapes[i].token) continue;
      const Value carried = {turn.body->parameters[i], 0};
      const Value result = Base(turn.body->results[i]);
      if (result.node->parent != turn.body || !taken.emplace(result.node->id, result.index).second) continue;
      const auto writer = facts.writer.find(result);
      if (writer == facts.writer.end()) continue;
      const Step& step = turn.steps[static_cast<size_t>(writer->second)];
      if (!MapsInPlace(step, carried, result)) continue;
      if (!DiesAt(facts, carried, writer->second)) continue;
      if (ReadsOnlyInPlace(step, carried, result)) Unite(GroupOf(carried), GroupOf(result));
    }
  }

  // Whether a step makes `made` by a kernel, and reads `old`, if at all, in that.
  bool MapsInPlace(const Step& step, Value old, Value made) const {
    if (step.kind == Step::Kind::kKernel) return !IsUpdate(step);
    return HasEpilogue(step) && made.node != step.node && !CallReads(step, old, in_memory_);
  }

  // Whether the kernel reads `old` nowhere but where it writes the same element of `made` right then.
  bool ReadsOnlyInPlace(const Step& step, Value old, Value made) {
    if (std::find(step.reads.begin(), step.reads.end(), old) == step.reads.end()) return true;
    const Kernel& kernel = step.kernel;
    if (kernel.stages.size() != 1 || !kernel.outer.empty() || !(old.shape() == made.shape())) return false;
    bool safe = true;
    IndexSpace space;
    const cpu::Index inner = InnerLoops(space, kernel, kernel.stages[0]);
    ExpressionWalk walk(space, in_memory_, [&](Value v, const cpu::Index& index) {
      if (Base(v) == old && !(v == old && index == inner)) safe = false;
    });
    for (const Root& root : kernel.stages[0].roots) {
      safe &= root.kind == RootKind::kMap;
      if (safe) WalkRoot(walk, space, root, {}, inner);
    }
    return safe;
  }

  void PlaceResults() {
    std::vector<Step>& steps = plan_.entry.steps;
    for (size_t i = 0; i < graph_.entry().results.size(); ++i) {
      const Value v = graph_.entry().results[i];
      if (v.shape().token) continue;
      const int group = GroupOf(v);
      Group& g = groups_[Index(group)];
      // Small ones are copied at the end: in registers until then.
      if (!g.fixed && g.overwritable && !g.buffer.moves && v.shape().num_bytes() > kMostStackBytes) {
        g.fixed = true;
        g.buffer.kind = Buffer::Kind::kResult;
        g.buffer.number = static_cast<int64_t>(i);
        continue;
      }
      const int own = NewGroup(v.shape().num_bytes());
      groups_[Index(own)].fixed = true;
      groups_[Index(own)].buffer.kind = Buffer::Kind::kResult;
      groups_[Index(own)].buffer.number = static_cast<int64_t>(i);
      AddCopy(group, own, Base(v), v, steps);
    }
  }

  // --- When groups are alive ----------------------------------------------------------------------------------------

  void Touch(int group, int64_t at) {
    Group& g = groups_[Index(Find(group))];
    g.first = std::min(g.first, at);
    g.last = std::max(g.last, at);
  }
  void Touch(Value v, int64_t at) {
    if (!v.shape().token) Touch(GroupOf(v), at);
  }

  void FindLives(BodyPlan& plan, int64_t& at) {
    for (Step& step : plan.steps) {
      const int64_t begin = ++at;
      std::vector<int> swapped;
      for (auto& inner : step.bodies) {
        FindLives(*inner, at);
        for (const Step& last : inner->steps) {
          if (last.kind == Step::Kind::kSwap) swapped.insert(swapped.end(), {last.from, last.to});
        }
        for (const Value v : inner->body->results) {
          if (in_memory_.contains(v)) Touch(v, at + 1);
        }
      }
      const int64_t end = step.bodies.empty() ? begin : ++at;
      for (const int64_t edge : {begin, end}) {
        for (const Value v : step.reads) Touch(v, edge);
        for (const Value v : step.writes) Touch(v, edge);
        for (const int group : swapped) Touch(group, edge);
        if (step.from >= 0) Touch(step.from, edge);
        if (step.to >= 0) Touch(step.to, edge);
        if (step.kind == Step::Kind::kWhile) {
          for (Node* parameter : step.node->bodies[0]->parameters) Touch({parameter, 0}, edge);
        }
      }
    }
  }

  // Buffers that are exchanged are alive together: either may hold what the other one did.
  void JoinSwapped() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [a, b] : swaps_) {
        Group& x = groups_[Index(Find(a))];
        Group& y = groups_[Index(Find(b))];
        if (x.first == y.first && x.last == y.last) continue;
        x.first = y.first = std::min(x.first, y.first);
        x.last = y.last = std::max(x.last, y.last);
        changed = true;
      }
    }
  }

  // --- Where they are -----------------------------------------------------------------------------------------------

  void NumberBuffers() {
    std::vector<ArenaRequest> requests;
    std::vector<BufferId> requester;
    int64_t stack_buffers = 0;
    for (size_t i = 0; i < groups_.size(); ++i) {
      Group& g = groups_[i];
      if (g.parent != static_cast<int>(i)) continue;
      g.id = static_cast<BufferId>(plan_.buffers.size());
      if (!g.fixed) {
        const bool small = g.buffer.bytes <= kMostStackBytes && !g.buffer.moves && stack_buffers++ < kMostStackBuffers;
        g.buffer.kind = small ? Buffer::Kind::kStack : Buffer::Kind::kArena;
        if (!small && g.last != kNever) {
          requests.push_back({g.buffer.bytes, g.first, g.last, 0});
          requester.push_back(g.id);
        }
      }
      plan_.buffers.push_back(g.buffer);
    }
    plan_.arena_bytes = LayOutArena(requests);
    for (size_t i = 0; i < requests.size(); ++i) {
      plan_.buffers[static_cast<size_t>(requester[i])].offset = requests[i].offset;
    }
    for (const size_t i : FindPeak(requests).alive) plan_.alive_at_peak.push_back(requester[i]);
    const auto bytes_of = [&](BufferId id) { return plan_.buffers[static_cast<size_t>(id)].bytes; };
    std::stable_sort(plan_.alive_at_peak.begin(), plan_.alive_at_peak.end(),
                     [&](BufferId a, BufferId b) { return bytes_of(a) > bytes_of(b); });
    plan_.value_of.resize(plan_.buffers.size());
    for (const Value v : values_) {
      const BufferId id = groups_[Index(GroupOf(v))].id;
      plan_.buffer_of[v] = id;
      Value& first = plan_.value_of[static_cast<size_t>(id)];
      if (!first.valid()) first = v;
    }
    for (const Value v : in_memory_) {
      if (IsAlias(v, in_memory_)) plan_.buffer_of[v] = groups_[Index(GroupOf(v))].id;
    }
    NumberCopies(plan_.entry);
  }

  void NumberCopies(BodyPlan& plan) {
    for (Step& step : plan.steps) {
      if (step.from >= 0) step.from = groups_[Index(Find(step.from))].id;
      if (step.to >= 0) step.to = groups_[Index(Find(step.to))].id;
      for (auto& inner : step.bodies) NumberCopies(*inner);
    }
  }

  // --- Donation -----------------------------------------------------------------------------------------------------

  void FindAliases() {
    plan_.result_may_be.assign(graph_.entry().results.size(), -1);
    for (size_t i = 0; i < options_.wanted_aliases.size() && i < plan_.result_may_be.size(); ++i) {
      const int64_t argument = options_.wanted_aliases[i];
      if (argument < 0 || static_cast<size_t>(argument) >= graph_.entry().parameters.size()) continue;
      if (MayBe(i, {graph_.entry().parameters[static_cast<size_t>(argument)], 0})) plan_.result_may_be[i] = argument;
    }
  }

  bool MayBe(size_t result, Value argument) {
    const Value v = graph_.entry().results[result];
    if (v.shape().token || v.shape().num_bytes() != argument.shape().num_bytes()) return false;
    BufferId buffer = kNoBuffer;
    for (size_t b = 0; b < plan_.buffers.size(); ++b) {
      if (plan_.buffers[b].kind == Buffer::Kind::kResult && plan_.buffers[b].number == static_cast<int64_t>(result)) {
        buffer = static_cast<BufferId>(b);
      }
    }
    bool written = false;
    for (const Step& step : plan_.entry.steps) {
      const bool reads = std::find(step.reads.begin(), step.reads.end(), argument) != step.reads.end();
      if (written && reads) return false;
      const bool writes = Writes(step, buffer);
      if (writes && reads && !written) {
        const bool copies = step.kind == Step::Kind::kCopy;
        const Value made = WrittenTo(step, buffer);
        const bool in_place =
            MapsInPlace(step, argument, made) && plan_.buffer_of.contains(v) && ReadsOnlyInPlace(step, argument, made);
        if (!copies && !in_place) return false;
      }
      written |= writes;
    }
    return true;
  }

  Value WrittenTo(const Step& step, BufferId buffer) const {
    for (const Value v : step.writes) {
      const auto at = plan_.buffer_of.find(v);
      if (at != plan_.buffer_of.end() && at->second == buffer) return v;
    }
    return step.writes[0];
  }

  bool Writes(const Step& step, BufferId buffer) const {
    if (step.to == buffer && buffer != kNoBuffer) return true;
    if (step.kind == Step::Kind::kSwap && step.from == buffer) return true;
    for (const Value v : step.writes) {
      const auto at = plan_.buffer_of.find(v);
      if (at != plan_.buffer_of.end() && at->second == buffer) return true;
    }
    for (const auto& inner : step.bodies) {
      for (const Step& s : inner->steps) {
        if (Writes(s, buffer)) return true;
      }
    }
    return false;
  }

  const Graph& graph_;
  const ValueSet& in_memory_;
  const PlanOptions& options_;
  Plan& plan_;
  std::vector<Group> groups_;
  ValueMap<int> group_of_;
  std::vector<Value> values_;  // those with a group, in order
  std::vector<std::pair<int, int>> swaps_;
};

}  // namespace

void AssignBuffers(const Graph& graph, const ValueSet& in_memory, const PlanOptions& options, Plan& plan) {
  Assigner(graph, in_memory, options, plan).Run();
}

}  // namespace cppjrt::cpu
