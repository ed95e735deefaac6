#include "cpu/plan/liveness.h"

#include <algorithm>

namespace cppjrt::cpu {
namespace {

// Appends the steps of a body, the first one at time `at`; returns the time after the last.
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
      at = Append(*inner, at, steps);
      bodies.push_back({from, at - 1});
    }
    // The end of the step is the end of its bodies.
    for (size_t s = own.back() + 1; s < steps.size(); ++s) {
      if (steps[s].body_end == 0) steps[s].body_end = at;
    }
    steps[own.back()] = {&plan, i, begin, at, 0, std::move(bodies)};
    ++at;
  }
  return at;
}

class LifeFinder {
 public:
  explicit LifeFinder(const std::function<Value(Value)>& base) : base_(base) {}

  void Look(const TimedStep& timed) {
    const Step& step = timed.step();
    for (const Value v : step.reads) Touch(v, {timed.first, timed.last});
    for (const Value v : step.writes) Touch(v, {timed.last, timed.last});
    for (size_t i = 0; i < step.bodies.size(); ++i) {
      const Body& body = *step.bodies[i]->body;
      // What a loop carries is there while the condition runs, whichever body reads it.
      const int64_t known = i == 0 ? timed.bodies[0].last + 1 : timed.bodies[i].first;
      for (Node* parameter : body.parameters) Touch({parameter, 0}, {timed.first, known});
      for (const Value v : body.results) Touch(base_(v), {timed.last, timed.last});
    }
  }
  void End(const BodyPlan& entry, int64_t end) {
    for (const Value v : entry.body->results) Touch(base_(v), {end, end});
  }
  std::vector<std::pair<Value, Interval>> Take() { return std::move(lives_); }

 private:
  void Touch(Value v, Interval interval) {
    if (v.shape().token) return;
    const auto [at, fresh] = place_of_.emplace(v, lives_.size());
    if (fresh) {
      lives_.emplace_back(v, interval);
      return;
    }
    Interval& life = lives_[at->second].second;
    life = {std::min(life.first, interval.first), std::max(life.last, interval.last)};
  }

  const std::function<Value(Value)>& base_;
  ValueMap<size_t> place_of_;
  std::vector<std::pair<Value, Interval>> lives_;
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

std::vector<TimedStep> TimeSteps(const BodyPlan& entry) {
  std::vector<TimedStep> steps;
  const int64_t end = Append(entry, 1, steps);
  for (TimedStep& step : steps) {
    if (step.body_end == 0) step.body_end = end;
  }
  return steps;
}

std::vector<std::pair<Value, Interval>> FindValueLives(const std::vector<TimedStep>& steps, const BodyPlan& entry,
                                                       const std::function<Value(Value)>& base) {
  LifeFinder finder(base);
  int64_t end = 1;
  for (const TimedStep& step : steps) {
    finder.Look(step);
    end = std::max(end, step.body_end);
  }
  finder.End(entry, end);
  return finder.Take();
}

}  // namespace cppjrt::cpu
