#include "cpu/plan/liveness.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "cpu/plan/kernels.h"

namespace cppjrt::cpu {
namespace {

// Appends the steps of a body, the first one at time `at`; returns the time of the body's end.
int64_t Append(const BodyPlan& plan, int64_t at, std::vector<TimedStep>& steps) {
  std::vector<size_t> own;
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    own.push_back(steps.size());
    steps.push_back({&plan, i, at, at, 0, {}});
    const int64_t begin = at++;
    if (plan.steps[i].bodies.empty()) continue;
    std::vector<Interval> bodies;
    for (const auto& inner : plan.steps[i].bodies) {
      const int64_t from = at;
      at = Append(*inner, at + 1, steps);
      bodies.push_back({from, at++});
    }
    steps[own.back()] = {&plan, i, begin, at++, 0, std::move(bodies)};
  }
  for (const size_t i : own) steps[i].body_end = at;
  return at;
}

class LifeFinder {
 public:
  LifeFinder(const BodyPlan& entry, int64_t end, const ValueSet& in_memory) : in_memory_(in_memory) {
    places_[entry.body] = {0, nullptr, nullptr};
    for (Node* parameter : entry.body->parameters) Define({parameter, 0}, 0);
    for (const Value v : entry.body->results) results_.emplace_back(v, entry.body, end);
  }

  void Look(const TimedStep& timed) {
    const Step& step = timed.step();
    const Body* body = timed.plan->body;
    for (const Value v : step.writes) Define(v, timed.last);  // first: later stages may read them
    for (size_t i = 0; i < step.bodies.size(); ++i) {
      places_[step.bodies[i]->body] = {timed.bodies[i].first, &timed, body};
    }
    if (step.kind == Step::Kind::kWhile) {
      LookAtLoop(timed);
    } else if (step.kind == Step::Kind::kCase) {
      Use(step.node->operands[0], body, timed.first);
    } else {
      for (const Value v : step.reads) Use(v, body, timed.first);
      if (step.kind == Step::Kind::kCall) UseCaptured(*step.node, body, timed.first);
    }
    for (size_t i = 0; i < step.bodies.size(); ++i) {
      const Body& inner = *step.bodies[i]->body;
      for (const Value v : inner.results) results_.emplace_back(v, &inner, timed.bodies[i].last);
    }
  }

  std::vector<std::pair<Value, Intervals>> Take() {
    for (const auto& [v, body, time] : results_) Use(v, body, time);
    return std::move(lives_);
  }

 private:
  // Where a planned body is: its first time, the step that it belongs to, and the body around that.
  struct Place {
    int64_t first = 0;
    const TimedStep* owner = nullptr;
    const Body* outer = nullptr;
  };

  // Initial values that were copied are not among the reads, which name values of this body only.
  void LookAtLoop(const TimedStep& timed) {
    const Step& step = timed.step();
    const int64_t known = timed.bodies[0].last;  // whether the body runs
    for (uint32_t i = 0; i < step.node->shapes.size(); ++i) {
      const Value init = Canonical(step.node->operands[i], in_memory_);
      const bool outer = init.node->parent != timed.plan->body;
      if (outer || std::ranges::count(step.reads, init) > 0) Use(init, timed.plan->body, timed.first);
      const Value tested = {step.node->bodies[0]->parameters[i], 0};
      Define(tested, timed.first);
      Use(tested, step.node->bodies[0], known);
      Define({step.node->bodies[1]->parameters[i], 0}, known);
    }
  }

  // What a call reads of outer bodies, which is not among the reads of its step: as operands, or in the functions it applies.
  void UseCaptured(const Node& node, const Body* body, int64_t time) {
    for (const Value v : node.operands) UseUnder(v, body, time);
    for (const Body* inner : node.bodies) {
      for (const Node* n : inner->nodes) UseCaptured(*n, body, time);
      for (const Value v : inner->results) UseUnder(v, body, time);
    }
  }

  // Down to values in memory. Those of the functions that calls apply are in registers.
  void UseUnder(Value v, const Body* body, int64_t time) {
    std::vector<Value> open = {v};
    std::unordered_set<const Node*> seen;
    while (!open.empty()) {
      const Value at = open.back();
      open.pop_back();
      if (!places_.contains(at.node->parent)) continue;
      if (in_memory_.contains(at) || !IsFusible(*at.node)) {
        if (at.node->parent != body) Use(at, body, time);
      } else if (seen.insert(at.node).second) {
        open.insert(open.end(), at.node->operands.begin(), at.node->operands.end());
      }
    }
  }

  void Define(Value v, int64_t time) {
    if (!v.shape().token) LifeOf(v).Add({time, time});
    made_at_.emplace(v, time);
  }

  // `v` is read at a time of `body`, which is the one that makes it or one within.
  void Use(Value v, const Body* body, int64_t time) {
    v = Canonical(v, in_memory_);
    if (v.shape().token || !places_.contains(v.node->parent)) return;  // a parameter of a function that a call applies
    Intervals& life = LifeOf(v);
    for (; body != v.node->parent; body = places_.at(body).outer) {
      const Place& place = places_.at(body);
      const bool loop = place.owner->step().kind == Step::Kind::kWhile;
      if (!loop) life.Add({place.first, time});
      time = loop ? place.owner->last : place.owner->first;
    }
    const auto made = made_at_.find(v);
    life.Add({made == made_at_.end() ? 0 : made->second, time});
  }

  Intervals& LifeOf(Value v) {
    const auto [at, fresh] = place_of_.emplace(v, lives_.size());
    if (fresh) lives_.emplace_back(v, Intervals());
    return lives_[at->second].second;
  }

  const ValueSet& in_memory_;
  std::unordered_map<const Body*, Place> places_;
  ValueMap<int64_t> made_at_;
  std::vector<std::tuple<Value, const Body*, int64_t>> results_;  // of bodies, and when they are read
  ValueMap<size_t> place_of_;
  std::vector<std::pair<Value, Intervals>> lives_;
};

}  // namespace

void Intervals::Add(Interval interval) {
  const auto begin = std::lower_bound(list_.begin(), list_.end(), interval.first,
                                      [](const Interval& i, int64_t first) { return i.last < first; });
  auto end = begin;
  while (end != list_.end() && end->first <= interval.last) {
    interval.first = std::min(interval.first, end->first);
    interval.last = std::max(interval.last, end->last);
    ++end;
  }
  list_.insert(list_.erase(begin, end), interval);
}

void Intervals::Add(const Intervals& other) {
  for (const Interval& interval : other.list_) Add(interval);
}

int64_t Intervals::StartAfter(int64_t time, int64_t otherwise) const {
  const auto at = std::upper_bound(list_.begin(), list_.end(), time,
                                   [](int64_t t, const Interval& interval) { return t < interval.first; });
  return at == list_.end() ? otherwise : at->first;
}

bool Intervals::MeetAt(const Intervals& before, const Intervals& after, int64_t time) {
  auto a = before.list_.begin();
  auto b = after.list_.begin();
  bool met = false;
  while (a != before.list_.end() && b != after.list_.end()) {
    if (a->first <= b->last && b->first <= a->last) {
      if (a->last != time || b->first != time) return false;
      met = true;
    }
    a->last < b->last ? ++a : ++b;
  }
  return met;
}

std::optional<std::vector<int64_t>> Intervals::Touches(const Intervals& a, const Intervals& b) {
  std::vector<int64_t> times;
  auto x = a.list_.begin();
  auto y = b.list_.begin();
  while (x != a.list_.end() && y != b.list_.end()) {
    if (x->first <= y->last && y->first <= x->last) {
      if (x->last == y->first) {
        times.push_back(x->last);
      } else if (y->last == x->first) {
        times.push_back(y->last);
      } else {
        return std::nullopt;
      }
    }
    x->last < y->last ? ++x : ++y;
  }
  return times;
}

std::vector<TimedStep> TimeSteps(const BodyPlan& entry) {
  std::vector<TimedStep> steps;
  Append(entry, 1, steps);
  return steps;
}

int64_t EndTime(const std::vector<TimedStep>& steps) {
  return steps.empty() ? 1 : steps.front().body_end;  // the first step is the entry's
}

std::vector<std::pair<Value, Intervals>> FindValueLives(const std::vector<TimedStep>& steps, const BodyPlan& entry,
                                                        const ValueSet& in_memory) {
  LifeFinder finder(entry, EndTime(steps), in_memory);
  for (const TimedStep& step : steps) finder.Look(step);
  return finder.Take();
}

}  // namespace cppjrt::cpu
