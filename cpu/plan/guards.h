// Guards: steps that look after memory while a program runs, for check=memory.
//
//   expect %1 in buffer 4                 before a step that reads %1 there
//   kernel %2 = add %1, %1
//   stamp %2 in buffer 5, poison %1       after it: %2 is there now, and nobody reads %1 again
//
// CheckPlan (check_plan.h) proves of a plan what guards find of a run, with the addresses that buffers then have: donated
// arguments, buffers that changed places, what a library call was given. An error names the op that reads, the value it
// wanted and the one that is there. What a value leaves behind is filled with kPoisonByte, so that whatever reads it in spite of all
// shows.
#ifndef CPPJRT_CPU_PLAN_GUARDS_H_
#define CPPJRT_CPU_PLAN_GUARDS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cpu/graph/graph.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

// A large negative integer, and a NaN in most types of floats.
inline constexpr uint8_t kPoisonByte = 0xff;

struct GuardAction {
  enum class Kind : uint8_t {
    kExpect,  // `value` must be in the buffer
    kStamp,   // `value` is in the buffer now
    kGiven,   // the same, of what was there before the program ran
    kCopy,    // what is in the buffer is in that of operand `other` as well
    kPoison,  // `value` is not needed any more: if it is in the buffer, that is filled
    kForget,  // values first to value, which the last iteration made, are nowhere
  };
  Kind kind = Kind::kExpect;
  size_t operand = 0;  // of the guard's node: whose buffer
  size_t other = 0;
  int64_t value = 0;
  int64_t first = 0;
};

// What a guard does, and what values are called: "add at model.py:3:4". Names are shared by the guards of a plan.
struct Guard {
  std::vector<GuardAction> actions;
  std::string reader;  // the step that comes after
  std::shared_ptr<const std::vector<std::string>> names;
};

// Adds guards to the steps of a finished plan, as calls of check nodes that are made in `graph`.
void AddGuards(Graph& graph, Plan& plan);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_GUARDS_H_
