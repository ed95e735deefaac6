// ProgramFacts: what can be told of a program without a plugin: signature, ops, cost, memory, aliasing, versions.
//
//   ProgramFacts facts = LookAt(module, code.size());
//   facts.cost.flops; facts.memory.peak; facts.arguments[0].aliases
//
// Memory is that of the program as written, one op at a time: every op makes new arrays, which are gone after their last
// use; arguments (unless donated) and constants stay. A compiler fuses and reuses, so its own figure is lower; what
// `memory` shows is which values live together, and which of them are large.
#ifndef CPPJRT_CLI_PROGRAM_FACTS_H_
#define CPPJRT_CLI_PROGRAM_FACTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "stablehlo/ir/module.h"
#include "stablehlo/op/cost.h"

namespace cppjrt::cli {

struct ValueFacts {
  std::string type;             // "f32[4,8]", or as MLIR writes it where there is no such word
  std::optional<double> bytes;  // nothing if a size is not known
};

struct ArgumentFacts {
  ValueFacts value;
  // The result that takes its memory over (tf.aliasing_output).
  std::optional<int64_t> aliases;
  // The program may take it over (jax.buffer_donor).
  bool donor = false;
  std::string sharding;
};

// All ops of a name. Costs are those of the entry function's own ops, with what is in their regions and callees, so that their
// sum is the program's.
struct OpCount {
  std::string name;
  int64_t count = 0;
  stablehlo::Cost cost;
};

enum class NodeKind : uint8_t { kArgument, kCompute, kElementwise, kMovement, kControl, kCollective, kResult };

// An argument, an op that is no constant, or the results, of one function.
struct Node {
  NodeKind kind = NodeKind::kMovement;
  std::string label;           // "dot_general", "argument 0"
  std::string type;            // of its first result
  std::string where;           // "model.py:12:3"
  std::vector<size_t> inputs;  // nodes before it
  stablehlo::Cost cost;
  double bytes = 0;  // of its results
};

struct FunctionFacts {
  std::string name;
  int64_t operations = 0;
  stablehlo::Cost cost;
  // The first kMaxNodes of all functions together; `left_out` says how many of this one are missing.
  std::vector<Node> nodes;
  size_t left_out = 0;
};
inline constexpr size_t kMaxNodes = 800;

// While one op of the entry function runs.
struct Moment {
  std::string op;
  double bytes = 0;  // arguments, constants, and all that lives then
};

struct LiveValue {
  std::string what;  // "argument 0", "dot_general"
  std::string type;
  double bytes = 0;
};

struct MemoryFacts {
  double arguments = 0;
  double constants = 0;
  double results = 0;
  std::vector<Moment> moments;
  double peak = 0;
  size_t peak_moment = 0;
  // The largest that live at the peak, largest first, at most ten.
  std::vector<LiveValue> largest;
};

struct ProgramFacts {
  std::string form;  // "text", "artifact 1.10.0", "bytecode"
  size_t size = 0;   // of the file
  // The oldest StableHLO version whose artifacts can say the program; empty if none can, or it was not looked for.
  std::string oldest_version;
  std::string entry;  // empty if there is none
  std::vector<ArgumentFacts> arguments;
  std::vector<ValueFacts> results;
  int64_t operations = 0;
  stablehlo::Cost cost;
  std::vector<OpCount> ops;              // the most frequent first
  std::vector<FunctionFacts> functions;  // the entry first
  MemoryFacts memory;
};

// REQUIRES: the verifier accepts the module. Not const: writing artifacts makes tables grow.
ProgramFacts LookAt(stablehlo::Module& module, size_t size);

// "f32[4,8]".
std::string TypeText(const stablehlo::Module& module, stablehlo::TypeId type);
// An op's name without "stablehlo.".
std::string ShortName(const stablehlo::Module& module, stablehlo::OpId op);

// For the above: the memory of the entry function. In program_memory.cc.
MemoryFacts LookAtMemory(const stablehlo::Module& module, const stablehlo::CostAnalysis& costs,
                         const std::vector<ArgumentFacts>& arguments);

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_PROGRAM_FACTS_H_
