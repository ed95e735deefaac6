#include "cpu/plan/schedule.h"

#include <algorithm>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

#include "cpu/graph/body_facts.h"
#include "cpu/plan/in_place.h"
#include "cpu/plan/kernels.h"

namespace cppjrt::cpu {
namespace {

// Sums of bytes stay in range: in this much all blocks of a body lie, and what steps need within.
constexpr int64_t kMaxSum = int64_t{1} << 60;
// Below so many bytes in use the program's order is as good as any.
constexpr int64_t kFewestBytes = 1 << 16;
// Another order must save a part of the peak to be taken: the program's own is often kinder to caches.
constexpr int64_t kSavedPart = 16;

using Order = std::vector<int>;

// Memory that steps of the body make: a value, and those that take it over in place.
struct Block {
  int64_t bytes = 0;
  bool kept = false;       // beyond the body
  int64_t readers = 0;     // steps, each once
  int64_t reader_sum = 0;  // of their numbers: the last one left is known
};

class Scheduler {
 public:
  Scheduler(const ValueSet& in_memory, BodyPlan& plan, std::vector<int64_t> inside)
      : in_memory_(in_memory), plan_(plan), inside_(std::move(inside)), n_(static_cast<int>(plan.steps.size())) {
    for (int64_t& bytes : inside_) bytes = std::min(bytes, kMaxSum);
  }

  int64_t Run() {
    FindBlocks();
    FindEdges();
    Order own(static_cast<size_t>(n_));
    std::iota(own.begin(), own.end(), 0);
    const int64_t before = Peak(own);
    if (before < kFewestBytes || n_ < 3) return before;
    Order best;
    int64_t least = before - std::max<int64_t>(1, before / kSavedPart);
    for (Order order : {Greedy(), DepthFirst()}) {
      const int64_t peak = Peak(order);
      if (peak <= least) best = std::move(order), least = peak - 1;
    }
    if (best.empty()) return before;
    std::vector<Step> steps;
    for (const int i : best) steps.push_back(std::move(plan_.steps[static_cast<size_t>(i)]));
    plan_.steps = std::move(steps);
    return Peak(best);
  }

 private:
  const Step& StepAt(int i) const { return plan_.steps[static_cast<size_t>(i)]; }
  static size_t At(int i) { return static_cast<size_t>(i); }

  // --- What is in memory --------------------------------------------------------------------------------------------

  // The values that a step changes in place, if nobody else needs them: pairs of old and new.
  std::vector<std::pair<Value, Value>> InPlace(const Step& step) const {
    std::vector<std::pair<Value, Value>> pairs;
    const auto add = [&](Value old, Value made) { pairs.emplace_back(Canonical(old, in_memory_), made); };
    if (IsUpdate(step)) {
      Node* node = step.kernel.stages[0].roots[0].node;
      add(node->operands[0], {node, 0});
    } else if (step.kind == Step::Kind::kWhile ||
               (step.kind == Step::Kind::kCall && step.node->kind == NodeKind::kScatter)) {
      for (uint32_t i = 0; i < step.node->shapes.size(); ++i) add(step.node->operands[i], {step.node, i});
    }
    return pairs;
  }

  // The largest block that is told from larger ones.
  int64_t MaxBlock() const {
    size_t values = 1;
    for (int i = 0; i < n_; ++i) values += StepAt(i).writes.size();
    return kMaxSum / static_cast<int64_t>(values) / 64 * 64;
  }

  void FindBlocks() {
    const int64_t max_block = MaxBlock();
    for (int i = 0; i < n_; ++i) {
      for (const auto& [old, made] : InPlace(StepAt(i))) {
        const auto block = block_of_.find(old);
        if (block != block_of_.end()) block_of_.emplace(made, block->second);
      }
      std::vector<int> made;
      for (const Value v : StepAt(i).writes) {
        if (v.shape().token) continue;
        const auto [at, fresh] = block_of_.emplace(v, static_cast<int>(blocks_.size()));
        if (!fresh) continue;
        made.push_back(at->second);
        blocks_.push_back({std::min((v.shape().num_bytes() + 63) / 64 * 64, max_block), false, 0, 0});
      }
      makes_.push_back(std::move(made));
    }
    for (int i = 0; i < n_; ++i) {
      std::vector<int> read;
      for (const std::vector<Value>* values : {&StepAt(i).reads, &StepAt(i).writes}) {
        for (const Value v : *values) {
          const auto block = block_of_.find(v);
          if (block != block_of_.end()) read.push_back(block->second);
        }
      }
      std::sort(read.begin(), read.end());
      read.erase(std::unique(read.begin(), read.end()), read.end());
      for (const int b : read) {
        blocks_[At(b)].readers += 1;
        blocks_[At(b)].reader_sum += i;
      }
      touches_.push_back(std::move(read));
    }
    for (const Value v : plan_.body->results) {
      const auto block = block_of_.find(Canonical(v, in_memory_));
      if (block == block_of_.end()) continue;
      blocks_[At(block->second)].kept = true;
      // The entry's results have memory of their own.
      if (plan_.body->owner() == nullptr) blocks_[At(block->second)].bytes = 0;
    }
  }

  // The most bytes in use at once.
  int64_t Peak(const Order& order) const {
    std::vector<int64_t> left;
    for (const Block& block : blocks_) left.push_back(block.readers);
    int64_t now = 0;
    int64_t peak = 0;
    for (const int i : order) {
      for (const int b : makes_[At(i)]) now += blocks_[At(b)].bytes;
      peak = std::max(peak, now + inside_[At(i)]);
      for (const int b : touches_[At(i)]) {
        if (--left[At(b)] == 0 && !blocks_[At(b)].kept) now -= blocks_[At(b)].bytes;
      }
    }
    return peak;
  }

  // --- What must come before what -----------------------------------------------------------------------------------

  void FindEdges() {
    needs_.resize(At(n_));
    ValueMap<int> maker;
    ValueMap<std::vector<int>> readers;
    int effect = -1;
    for (int i = 0; i < n_; ++i) {
      const Step& step = StepAt(i);
      for (const Value v : step.reads) {
        const auto at = maker.find(v);
        if (at != maker.end()) Need(i, at->second);
      }
      for (const auto& [old, made] : InPlace(step)) NeedReaders(i, readers, old);
      for (const Value v : step.reads) readers[v].push_back(i);
      for (const Value v : step.writes) maker.emplace(v, i);
      if (step.node != nullptr && step.kind != Step::Kind::kKernel && HasEffects(*step.node)) {
        if (effect >= 0) Need(i, effect);
        effect = i;
      }
    }
    // What a turn of a loop makes is made over what it reads, if that comes first.
    const Node* owner = plan_.body->owner();
    if (owner == nullptr || owner->kind != NodeKind::kWhile || owner->bodies[1] != plan_.body) return;
    for (size_t r = 0; r < plan_.body->results.size(); ++r) {
      const auto at = maker.find(Canonical(plan_.body->results[r], in_memory_));
      const auto read = readers.find({plan_.body->parameters[r], 0});
      if (at == maker.end() || read == readers.end()) continue;
      for (const int reader : read->second) {
        if (reader < at->second) Need(at->second, reader);
      }
    }
  }

  // Those that come later need only this step.
  void NeedReaders(int step, ValueMap<std::vector<int>>& readers, Value old) {
    const auto at = readers.find(old);
    if (at == readers.end()) return;
    for (const int reader : at->second) Need(step, reader);
    at->second.clear();
  }

  // REQUIRES: `earlier` is, in the program's order: so there are no circles.
  void Need(int step, int earlier) {
    if (earlier < step) needs_[At(step)].push_back(earlier);
  }

  // --- Orders -------------------------------------------------------------------------------------------------------

  std::vector<std::vector<int>> Users() const {
    std::vector<std::vector<int>> users(At(n_));
    for (int i = 0; i < n_; ++i) {
      for (const int earlier : needs_[At(i)]) users[At(earlier)].push_back(i);
    }
    return users;
  }

  // The step next by which the memory in use grows least. What a step frees is known when it is the last reader.
  Order Greedy() const {
    const std::vector<std::vector<int>> users = Users();
    std::vector<int64_t> growth(At(n_));
    std::vector<size_t> missing(At(n_));
    std::vector<int64_t> left;
    std::vector<int64_t> left_sum;
    for (int i = 0; i < n_; ++i) {
      missing[At(i)] = needs_[At(i)].size();
      for (const int b : makes_[At(i)]) growth[At(i)] += blocks_[At(b)].bytes;
    }
    const auto last_left = [&](size_t b) {
      if (!blocks_[b].kept) growth[At(static_cast<int>(left_sum[b]))] -= blocks_[b].bytes;
    };
    for (size_t b = 0; b < blocks_.size(); ++b) {
      left.push_back(blocks_[b].readers);
      left_sum.push_back(blocks_[b].reader_sum);
      if (left[b] == 1) last_left(b);
    }
    using Entry = std::pair<int64_t, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
    std::vector<bool> done(At(n_));
    for (int i = 0; i < n_; ++i) {
      if (missing[At(i)] == 0) ready.emplace(growth[At(i)], i);
    }
    Order order;
    while (!ready.empty()) {
      const auto [cost, i] = ready.top();
      ready.pop();
      if (done[At(i)] || cost != growth[At(i)]) continue;  // an entry from before it became cheaper
      done[At(i)] = true;
      order.push_back(i);
      for (const int b : touches_[At(i)]) {
        left_sum[At(b)] -= i;
        if (--left[At(b)] != 1) continue;
        last_left(At(b));
        const int reader = static_cast<int>(left_sum[At(b)]);
        if (missing[At(reader)] == 0) ready.emplace(growth[At(reader)], reader);
      }
      for (const int user : users[At(i)]) {
        if (--missing[At(user)] == 0) ready.emplace(growth[At(user)], user);
      }
    }
    return order;
  }

  // Each step right behind what it needs, from the first step that nobody needs on.
  Order DepthFirst() const {
    std::vector<bool> needed(At(n_));
    for (const std::vector<int>& needs : needs_) {
      for (const int earlier : needs) needed[At(earlier)] = true;
    }
    Order order;
    std::vector<bool> seen(At(n_));
    std::vector<std::pair<int, size_t>> open;  // a step, and how many of its needs have been looked at
    for (int last = 0; last < n_; ++last) {
      if (needed[At(last)]) continue;
      open.emplace_back(last, 0);
      seen[At(last)] = true;
      while (!open.empty()) {
        const int at = open.back().first;
        size_t& next = open.back().second;
        if (next == needs_[At(at)].size()) {
          order.push_back(at);
          open.pop_back();
          continue;
        }
        const int earlier = needs_[At(at)][next++];
        if (seen[At(earlier)]) continue;
        seen[At(earlier)] = true;
        open.emplace_back(earlier, 0);
      }
    }
    return order;
  }

  const ValueSet& in_memory_;
  BodyPlan& plan_;
  std::vector<int64_t> inside_;  // bytes in use within each step's bodies
  int n_;
  std::vector<Block> blocks_;
  ValueMap<int> block_of_;
  std::vector<std::vector<int>> makes_;    // blocks, by step
  std::vector<std::vector<int>> touches_;  // reads or makes
  std::vector<std::vector<int>> needs_;    // earlier steps, by step
};

}  // namespace

int64_t Schedule(const ValueSet& in_memory, BodyPlan& plan) {
  std::vector<int64_t> inside;
  for (Step& step : plan.steps) {
    int64_t most = 0;
    for (auto& inner : step.bodies) most = std::max(most, Schedule(in_memory, *inner));
    inside.push_back(most);
  }
  return Scheduler(in_memory, plan, std::move(inside)).Run();
}

}  // namespace cppjrt::cpu
