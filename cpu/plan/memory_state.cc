#include "cpu/plan/memory_state.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cppjrt::cpu {
namespace {

constexpr int32_t kArenaSpace = 0;

size_t At(BufferId id) { return static_cast<size_t>(id); }

}  // namespace

Value Symbol(Value v) {
  for (;;) {
    const Node& node = *v.node;
    if (node.kind == NodeKind::kReshape) {
      v = node.operands[0];
      continue;
    }
    const Node* loop = node.kind == NodeKind::kParameter && node.parent != nullptr ? node.parent->owner() : nullptr;
    if (loop == nullptr || loop->kind != NodeKind::kWhile || loop->bodies[1] != node.parent) return v;
    return {loop->bodies[0]->parameters[static_cast<size_t>(node.attr<ParameterAttrs>().index)], 0};
  }
}

MemoryState::MemoryState(const Plan& plan, const Graph& graph, bool aliased) : plan_(plan) {
  const auto num_arguments = graph.entry().parameters.size();
  room_.push_back(plan.arena_bytes);
  for (const Node* parameter : graph.entry().parameters) room_.push_back(parameter->shape().num_bytes());
  for (size_t i = 0; i < graph.entry().results.size(); ++i) {
    const int64_t argument = plan.result_may_be[i];
    result_spaces_.push_back(aliased && argument >= 0 ? static_cast<int32_t>(1 + argument)
                                                      : static_cast<int32_t>(1 + num_arguments + i));
    room_.push_back(graph.entry().results[i].shape().num_bytes());
  }
  PlaceBuffers();
  exchange_of_.assign(plan.buffers.size(), -1);
  FindExchanges(plan.entry);
  facts_.resize(room_.size());
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const Buffer& buffer = plan.buffers[i];
    if (buffer.kind != Buffer::Kind::kArgument) continue;
    Write(static_cast<BufferId>(i), {graph.entry().parameters[static_cast<size_t>(buffer.number)], 0});
  }
  for (const auto& [v, id] : plan.buffer_of) {
    const Buffer& buffer = plan.buffers[At(id)];
    if (buffer.kind == Buffer::Kind::kConstant && v.node->kind == NodeKind::kConstant) Write(id, v);
  }
  journal_.clear();
}

// Buffers in no shared memory have spaces of their own, and so have those that move.
void MemoryState::PlaceBuffers() {
  const auto own = [this](int64_t bytes) {
    room_.push_back(bytes);
    return Place{static_cast<int32_t>(room_.size() - 1), 0, bytes};
  };
  for (const Buffer& buffer : plan_.buffers) {
    Place place;
    switch (buffer.kind) {
      case Buffer::Kind::kArena:
        place = {kArenaSpace, buffer.offset, buffer.offset + buffer.bytes};
        break;
      case Buffer::Kind::kArgument:
        place = {static_cast<int32_t>(1 + buffer.number), 0, buffer.bytes};
        break;
      case Buffer::Kind::kResult:
        place = {SpaceOfResult(static_cast<size_t>(buffer.number)), 0, buffer.bytes};
        break;
      case Buffer::Kind::kSpare:
        place = {SpaceOfResult(static_cast<size_t>(buffer.number)), buffer.offset, buffer.offset + buffer.bytes};
        break;
      case Buffer::Kind::kConstant:
      case Buffer::Kind::kStack:
      case Buffer::Kind::kLocal:
        place = own(buffer.bytes);
        break;
    }
    bytes_.push_back(place);
    places_.push_back(buffer.moves ? own(buffer.bytes) : place);
  }
}

// Buffers that are exchanged with each other, directly or by way of others, are in one list.
void MemoryState::FindExchanges(const BodyPlan& body) {
  for (const Step& step : body.steps) {
    for (const auto& inner : step.bodies) FindExchanges(*inner);
    if (step.kind != Step::Kind::kSwap) continue;
    for (const BufferId id : {step.from, step.to}) {
      if (exchange_of_[At(id)] >= 0) continue;
      exchange_of_[At(id)] = static_cast<int32_t>(exchanges_.size());
      exchanges_.push_back({id});
    }
    const int32_t into = exchange_of_[At(step.from)];
    const int32_t other = exchange_of_[At(step.to)];
    if (into == other) continue;
    for (const BufferId id : std::exchange(exchanges_[static_cast<size_t>(other)], {})) {
      exchange_of_[At(id)] = into;
      exchanges_[static_cast<size_t>(into)].push_back(id);
    }
  }
}

Status MemoryState::CheckPlaces() const {
  for (size_t i = 0; i < bytes_.size(); ++i) {
    const Place& place = bytes_[i];
    if (place.begin < 0 || place.end < place.begin || place.end > room_[static_cast<size_t>(place.space)]) {
      return InternalError("the plan has a buffer of " + std::to_string(plan_.buffers[i].bytes) + " bytes at " +
                           std::to_string(place.begin) + " of " +
                           std::to_string(room_[static_cast<size_t>(place.space)]));
    }
  }
  for (const std::vector<BufferId>& exchange : exchanges_) {
    for (size_t i = 0; i < exchange.size(); ++i) {
      const Buffer& a = plan_.buffers[At(exchange[i])];
      const Buffer& b = plan_.buffers[At(exchange[0])];
      if (!a.moves || a.bytes != b.bytes) return InternalError("the plan exchanges buffers that are not alike");
      for (size_t k = 0; k < i; ++k) {
        if (bytes_[At(exchange[i])].Meets(bytes_[At(exchange[k])])) {
          return InternalError("the plan exchanges buffers that overlap");
        }
      }
    }
  }
  return OkStatus();
}

void MemoryState::Set(int32_t space, int64_t begin, std::optional<Fact> fact) {
  Facts& facts = facts_[static_cast<size_t>(space)];
  const auto found = facts.find(begin);
  journal_.push_back({space, begin, found == facts.end() ? std::nullopt : std::optional<Fact>(found->second)});
  if (fact.has_value()) {
    facts[begin] = *fact;
  } else if (found != facts.end()) {
    facts.erase(found);
  }
}

void MemoryState::Rollback(size_t mark) {
  while (journal_.size() > mark) {
    const Change change = journal_.back();
    journal_.pop_back();
    Facts& facts = facts_[static_cast<size_t>(change.space)];
    if (change.before.has_value()) {
      facts[change.begin] = *change.before;
    } else {
      facts.erase(change.begin);
    }
  }
}

void MemoryState::Erase(const Place& place) {
  const Facts& facts = facts_[static_cast<size_t>(place.space)];
  std::vector<int64_t> gone;
  auto at = facts.upper_bound(place.begin);
  if (at != facts.begin()) --at;
  for (; at != facts.end() && at->first < place.end; ++at) {
    if (at->second.end > place.begin) gone.push_back(at->first);
  }
  for (const int64_t begin : gone) Set(place.space, begin, std::nullopt);
}

void MemoryState::EraseBytesOf(BufferId buffer) {
  const int32_t own = exchange_of_[At(buffer)];
  if (own < 0) {
    Erase(bytes_[At(buffer)]);
  } else {
    Erase(places_[At(buffer)]);
    for (const BufferId other : exchanges_[static_cast<size_t>(own)]) Erase(bytes_[At(other)]);
  }
  for (size_t x = 0; x < exchanges_.size(); ++x) {
    if (static_cast<int32_t>(x) == own) continue;
    if (std::ranges::any_of(exchanges_[x], [&](BufferId other) { return Overlap(buffer, other); })) {
      for (const BufferId other : exchanges_[x]) Erase(places_[At(other)]);
    }
  }
}

void MemoryState::Write(BufferId buffer, Value v) {
  if (plan_.buffers[At(buffer)].bytes == 0) return;
  EraseBytesOf(buffer);
  const Place& place = places_[At(buffer)];
  if (v.valid()) Set(place.space, place.begin, Fact{place.end, Symbol(v)});
}

std::optional<Value> MemoryState::ValueAt(const Place& place) const {
  const Facts& facts = facts_[static_cast<size_t>(place.space)];
  const auto found = facts.find(place.begin);
  if (found == facts.end() || found->second.end != place.end) return std::nullopt;
  return found->second.value;
}

std::optional<Value> MemoryState::FoundAt(const Place& place) const {
  const Facts& facts = facts_[static_cast<size_t>(place.space)];
  auto at = facts.lower_bound(place.end);
  if (at == facts.begin()) return std::nullopt;
  --at;
  return at->second.end > place.begin ? std::optional<Value>(at->second.value) : std::nullopt;
}

void MemoryState::Copy(BufferId from, BufferId to) {
  if (bytes_[At(from)].space == bytes_[At(to)].space && places_[At(from)].begin == places_[At(to)].begin &&
      places_[At(from)].space == places_[At(to)].space) {
    return;  // the same memory
  }
  Write(to, ValueAt(places_[At(from)]).value_or(Value()));
}

void MemoryState::Swap(BufferId a, BufferId b) {
  const std::optional<Value> x = ValueAt(places_[At(a)]);
  const std::optional<Value> y = ValueAt(places_[At(b)]);
  const auto set = [this](BufferId id, const std::optional<Value>& v) {
    const Place& place = places_[At(id)];
    Set(place.space, place.begin, v.has_value() ? std::optional<Fact>(Fact{place.end, *v}) : std::nullopt);
  };
  set(a, y);
  set(b, x);
}

bool MemoryState::Holds(BufferId buffer, Value v) const {
  if (plan_.buffers[At(buffer)].bytes == 0) return true;
  const std::optional<Value> found = ValueAt(places_[At(buffer)]);
  return found.has_value() && *found == Symbol(v);
}

bool MemoryState::ResultHolds(size_t number, Value v) const {
  const int64_t bytes = v.shape().num_bytes();
  if (bytes == 0) return true;
  const std::optional<Value> found = ValueAt({SpaceOfResult(number), 0, bytes});
  return found.has_value() && *found == Symbol(v);
}

bool MemoryState::Overlap(BufferId a, BufferId b) const {
  const int32_t x = exchange_of_[At(a)];
  const int32_t y = exchange_of_[At(b)];
  if (x >= 0 && x == y) return a == b;
  const auto meets = [&](BufferId id, int32_t exchange, const Place& place) {
    if (exchange < 0) return bytes_[At(id)].Meets(place);
    const auto& all = exchanges_[static_cast<size_t>(exchange)];
    return std::ranges::any_of(all, [&](BufferId one) { return bytes_[At(one)].Meets(place); });
  };
  if (y < 0) return meets(a, x, bytes_[At(b)]);
  const auto& all = exchanges_[static_cast<size_t>(y)];
  return std::ranges::any_of(all, [&](BufferId one) { return meets(a, x, bytes_[At(one)]); });
}

std::optional<Value> MemoryState::Found(BufferId buffer) const { return FoundAt(places_[At(buffer)]); }

}  // namespace cppjrt::cpu
