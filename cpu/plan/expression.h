// Expressions: what is computed for one element of a value, down to what is read from memory.
#ifndef CPPJRT_CPU_PLAN_EXPRESSION_H_
#define CPPJRT_CPU_PLAN_EXPRESSION_H_

#include <functional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "cpu/plan/fusion.h"
#include "cpu/plan/index.h"
#include "cpu/plan/reduction.h"
#include "cpu/plan/view.h"

namespace cppjrt::cpu {

// Calls `visit` for each element that is read from memory, once for each value and index, `guard` for every guard on the way
// that is neither always nor never true, and `count` for every index that becomes a number (iota).
class ExpressionWalk {
 public:
  using Visit = std::function<void(Value, const Index&)>;
  using GuardVisit = std::function<void(const Guard&)>;
  using CountVisit = std::function<void(const Affine&)>;

  ExpressionWalk(IndexSpace& space, const ValueSet& in_memory, Visit visit, GuardVisit guard = nullptr,
                 CountVisit count = nullptr)
      : space_(space),
        in_memory_(in_memory),
        visit_(std::move(visit)),
        guard_(std::move(guard)),
        count_(std::move(count)) {}

  // The element of `v` at `index`, whether or not `v` is in memory itself.
  void Root(Value v, const Index& index) { Inside(v, index); }
  void Element(Value v, const Index& index);
  // Of the reduction `node`, at the result's index `outer`.
  void Reduction(const Node& node, const Index& outer, const Index& inner);
  // Nodes on the way, leaves not counted.
  int64_t num_nodes() const { return num_nodes_; }
  // Of their code (CodeLength).
  int64_t length() const { return length_; }

 private:
  void Inside(Value v, const Index& index);
  void Follow(const Source& source);
  void Dynamics(const Affine& a);

  IndexSpace& space_;
  const ValueSet& in_memory_;
  Visit visit_;
  GuardVisit guard_;
  CountVisit count_;
  std::set<std::tuple<const Node*, uint32_t, Index>> seen_;
  int64_t num_nodes_ = 0;
  int64_t length_ = 0;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_EXPRESSION_H_
