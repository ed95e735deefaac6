// MemoryState: which value is in which bytes, at one point of a plan, as far as that is certain.
//
//   MemoryState state(plan, /*aliased=*/false);
//   state.Write(buffer, v);              // and whatever else was in those bytes is gone
//   state.Holds(buffer, v)               // all of v, unchanged since
//   const size_t mark = state.Mark();    // before a branch or body
//   state.Rollback(mark);                // as if it had not run
//
// Bytes are places: an offset in the arena, in an argument, in a result, in a buffer of its own. Two buffers in the same bytes
// are told apart by nothing but what was written last. Buffers that exchange their addresses (Buffer::moves) have places of
// their own, but whatever is written into the memory of one of them may be that of any of them.
//
// A value is named by Symbol: reshapes of it and the two parameters of what a loop carries are one.
#ifndef CPPJRT_CPU_PLAN_MEMORY_STATE_H_
#define CPPJRT_CPU_PLAN_MEMORY_STATE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/graph/graph.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

// The value whose bytes `v` is, by the graph alone.
Value Symbol(Value v);

class MemoryState {
 public:
  // `aliased`: the results of plan.result_may_be are the memory of those arguments.
  MemoryState(const Plan& plan, const Graph& graph, bool aliased);

  // INTERNAL if a buffer is outside of what it lies in, or buffers that exchange addresses are not alike and apart.
  Status CheckPlaces() const;

  // Not valid: something that has no name.
  void Write(BufferId buffer, Value v);
  void Copy(BufferId from, BufferId to);
  void Swap(BufferId a, BufferId b);
  bool Holds(BufferId buffer, Value v) const;
  // Of a result of the entry.
  bool ResultHolds(size_t number, Value v) const;
  // Whether some byte may belong to both.
  bool Overlap(BufferId a, BufferId b) const;
  // What is there instead, for messages.
  std::optional<Value> Found(BufferId buffer) const;

  size_t Mark() const { return journal_.size(); }
  void Rollback(size_t mark);

 private:
  struct Place {
    int32_t space = 0;
    int64_t begin = 0, end = 0;
    bool Meets(const Place& other) const { return space == other.space && begin < other.end && other.begin < end; }
  };
  struct Fact {
    int64_t end = 0;
    Value value;
  };
  using Facts = std::map<int64_t, Fact>;  // by where they begin; apart
  struct Change {
    int32_t space = 0;
    int64_t begin = 0;
    std::optional<Fact> before;
  };

  void PlaceBuffers();
  void FindExchanges(const BodyPlan& body);
  int32_t SpaceOfResult(size_t number) const { return result_spaces_[number]; }
  void Set(int32_t space, int64_t begin, std::optional<Fact> fact);
  void Erase(const Place& place);
  void EraseBytesOf(BufferId buffer);
  std::optional<Value> FoundAt(const Place& place) const;
  std::optional<Value> ValueAt(const Place& place) const;

  const Plan& plan_;
  std::vector<Place> places_;         // of buffers' facts: of their own for those that move
  std::vector<Place> bytes_;          // of buffers, where they are at first
  std::vector<int32_t> exchange_of_;  // by buffer: which of exchanges_; -1: none
  std::vector<std::vector<BufferId>> exchanges_;
  std::vector<int32_t> result_spaces_;
  std::vector<int64_t> room_;  // bytes, by space
  std::vector<Facts> facts_;   // by space
  std::vector<Change> journal_;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_MEMORY_STATE_H_
