// Groups: values that share memory, while buffers are assigned. Each becomes one buffer.
#ifndef CPPJRT_CPU_PLAN_GROUPS_H_
#define CPPJRT_CPU_PLAN_GROUPS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "cpu/graph/graph.h"
#include "cpu/plan/fusion.h"
#include "cpu/plan/liveness.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

// Values of at most so many bytes live in the function's stack frame, where they become registers if they can.
inline constexpr int64_t kMostStackBytes = 256;

struct Group {
  int parent = -1;  // in the union-find forest; itself if a root
  Buffer buffer;
  bool fixed = false;        // an argument, constant, result or local: is where it is
  bool overwritable = true;  // not an argument or constant
  Intervals lives;
  BufferId id = kNoBuffer;
};

class Groups {
 public:
  Groups(const ValueSet& in_memory, std::vector<Tensor>& constants) : in_memory_(in_memory), constants_(constants) {}

  // The value whose memory `v` is.
  Value Base(Value v) const;
  // The group of that value, made when it is asked for first. Constants get a number.
  int Of(Value v);
  int New(int64_t bytes);
  int Find(int group) const;
  // As well, and makes the way there shorter: hundreds of loops in a row are one group.
  int Find(int group);
  // `group` joins `into`, or the other way round if `group` is fixed. REQUIRES: at most one of them is.
  void Unite(int into, int group);
  // A root's entry; `group` may be any.
  Group& operator[](int group) { return groups_[static_cast<size_t>(Find(group))]; }
  const Group& operator[](int group) const { return groups_[static_cast<size_t>(Find(group))]; }

  // Roots in the order in which they were made, and values that were asked for, in that order.
  std::vector<int> Roots() const;
  const std::vector<Value>& values() const { return values_; }

  // Pairs that change places while the program runs.
  std::vector<std::pair<int, int>> swaps;

 private:
  const ValueSet& in_memory_;
  std::vector<Tensor>& constants_;
  std::vector<Group> groups_;
  ValueMap<int> group_of_;
  std::vector<Value> values_;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_GROUPS_H_
