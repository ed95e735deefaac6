// The peak of a plan: what is in memory when most is, and where in the program it comes from. Known before anything runs.
//
//   for (const PeakBuffer& buffer : PeakBuffers(graph, plan)) std::puts(ToString(buffer).c_str());
//   // 4194304 bytes: temporary f32[1024,1024], dot at model.py:12:3
//
// Arguments and results are there from the start to the end of a run; of temporaries, those that are alive at the step with
// most of them.
#ifndef CPPJRT_CPU_PLAN_PEAK_H_
#define CPPJRT_CPU_PLAN_PEAK_H_

#include <cstdint>
#include <string>
#include <vector>

#include "cpu/graph/graph.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

struct PeakBuffer {
  enum class Kind : uint8_t { kArgument, kResult, kTemporary };
  Kind kind = Kind::kTemporary;
  int64_t bytes = 0;
  // The first value that is made in it; not valid if it holds only copies of a value that is kept.
  Value value;
  int64_t number = -1;    // of arguments and results
  int64_t argument = -1;  // of results: the argument whose memory it takes over if that is given up
};

// Largest first, equal ones in the program's order. Buffers without bytes are left out.
std::vector<PeakBuffer> PeakBuffers(const Graph& graph, const Plan& plan);

// "4194304 bytes: result 0 f32[1024,1024], dot at model.py:12:3".
std::string ToString(const PeakBuffer& buffer);

// The largest `most` of them, one a line, and how many more there are.
std::string PeakText(const Graph& graph, const Plan& plan, size_t most = 10);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLAN_PEAK_H_
