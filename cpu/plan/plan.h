// Plan: what runs in which order, and where every value lives.
//
//   CPPJRT_ASSIGN_OR_RETURN(Plan plan, MakePlan(graph, options));
//
// A kernel is one loop nest that computes some values: outer loops that all its stages share, and in them, one after the
// other, stages with loops of their own:
//
//   softmax over the last dimension of f32[64,1000]:
//     for i0 < 64:                                  outer
//       for i1 < 1000: max = maximum(max, x)        stage 0, a reduction
//       for i1 < 1000: e = exp(x - max), sum += e   stage 1: e goes to memory, as stage 2 needs it again
//       for i1 < 1000: result = e / sum             stage 2
//
// What is not the root of a stage is computed where it is used, again for each use (fusion.h decides which values are worth
// memory). Calls of library kernels, loops and branches are steps of their own. Buffers are numbered; those of temporaries
// are offsets in one arena whose size is known before anything runs.
#ifndef CPPJRT_CPU_PLAN_PLAN_H_
#define CPPJRT_CPU_PLAN_PLAN_H_

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/graph/graph.h"

namespace cppjrt::cpu {

struct ValueHash {
  size_t operator()(const Value& v) const { return std::hash<const void*>()(v.node) * 31 + v.index; }
};
template <typename T>
using ValueMap = std::unordered_map<Value, T, ValueHash>;

// What a stage computes for each point of its loops.
enum class RootKind : uint8_t {
  kMap,     // an element of the value, stored
  kReduce,  // combines the points of the inner loops to one element of each result of the node
  kUpdate,  // an element of a dynamic_update's update, stored where it belongs in the result; the loops are the update's
};
struct Root {
  RootKind kind = RootKind::kMap;
  Node* node = nullptr;
  uint32_t result = 0;  // of maps
};
struct Stage {
  Dims inner;  // the loops' extents; they are numbered after the outer ones
  std::vector<Root> roots;
};
struct Kernel {
  Dims outer;
  std::vector<Stage> stages;
  // Values of maps that only later stages read, for the same point of the outer loops: a row of them is enough. (Of stages
  // without loops a register is enough: such roots are not in memory.)
  std::vector<Value> locals;
  double cost = 0;     // simple instructions, all in all
  int64_t length = 0;  // of its code, in instructions
};

using BufferId = int32_t;
inline constexpr BufferId kNoBuffer = -1;

struct Buffer {
  enum class Kind : uint8_t {
    kArgument,  // `number`: which
    kResult,    // of the entry
    kConstant,  // in constants
    kArena,     // at `offset`
    kStack,     // of the function that the code becomes: small, and in registers if it can be
    kSpare,     // at `offset` of result `number`, which is not written yet
    kLocal,  // of a kernel's frame: the elements for one point of its outer loops, which are the first `number` dimensions
  };
  Kind kind = Kind::kArena;
  int64_t number = 0;
  int64_t offset = 0;
  int64_t bytes = 0;
  // Loops exchange it with another one instead of copying, so that where it is changes while the program runs.
  bool moves = false;
};

struct BodyPlan;

struct Step {
  enum class Kind : uint8_t {
    kKernel,
    kCall,   // of a node of group kCall; `kernel`, if it has stages, runs on each part of the result (epilogue.h)
    kWhile,  // bodies: condition, step
    kCase,
    kCopy,  // `from` to `to`, unless they are the same when it runs
    kSwap,  // exchanges where `from` and `to` are
  };
  Kind kind = Kind::kKernel;
  Node* node = nullptr;
  Kernel kernel;
  std::vector<std::unique_ptr<BodyPlan>> bodies;
  BufferId from = kNoBuffer, to = kNoBuffer;
  int64_t bytes = 0;  // of a copy
  // Values of this body in memory.
  std::vector<Value> reads, writes;
};

struct BodyPlan {
  const Body* body = nullptr;
  std::vector<Step> steps;
};

struct Plan {
  BodyPlan entry;
  std::vector<Buffer> buffers;
  ValueMap<BufferId> buffer_of;  // of values in memory
  std::vector<Tensor> constants;
  int64_t arena_bytes = 0;
  int64_t num_fallbacks = 0;
  // Buffers of the arena that are alive where most of it is in use, largest first (peak.h tells people).
  std::vector<BufferId> alive_at_peak;
  // For each buffer the first value made in it; not valid for copies that no value of the graph stands for.
  std::vector<Value> value_of;
  // For each result the argument whose memory it may be given, or -1: nothing is read there after it is written.
  std::vector<int64_t> result_may_be;
};

struct PlanOptions {
  // Results that the caller would like to put into an argument's memory: for each result an argument or -1.
  std::vector<int64_t> wanted_aliases;
  // To see what they are good for: steps stay in the program's order; nothing is computed twice to save memory.
  bool program_order = false;
  bool keep_all = false;
  // Small values are in the arena too, where guards can see them (guards.h).
  bool all_in_arena = false;
  // Arguments in whose memory the program works, if that becomes a result (aliases.h). MakePlan chooses them.
  std::vector<int64_t> working_arguments = {};
};

StatusOr<Plan> MakePlan(const Graph& graph, const PlanOptions& options);

// How an operand of a dot or convolution is read: by strides from a value in memory. Not valid if it is in memory itself.
struct StridedView;
StridedView OperandView(const Plan& plan, Value operand);

// For people: steps, kernels, buffers.
std::string PlanText(const Graph& graph, const Plan& plan);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_PLAN_H_
