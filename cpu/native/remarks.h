// Remarks: what a program that runs slower than one would think may want to know of the compiler: what it did not do, where in
// the program that is, and why.
//
//   for (const Remark& remark : Explain(graph, plan)) std::puts(ToText(remark).c_str());
//   // model.py:12:3: not_fused: exponential f32[64,1000]: 2 kernels read it, and computing it again costs more
//
// They are worked out from what the compiler made, so that compilations that nobody asks about do nothing for them.
#ifndef CPPJRT_CPU_NATIVE_REMARKS_H_
#define CPPJRT_CPU_NATIVE_REMARKS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cpu/graph/graph.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

struct Remark {
  enum class Kind : uint8_t {
    kEvaluated,      // the evaluator runs an op, or the whole program
    kNotFused,       // a value goes through memory
    kNotVectorized,  // a kernel does one element at a time
    kNotCounted,     // a loop of which is not known how often it runs
    kCopied,         // an array is copied, as it cannot be changed in place
    kIgnored,        // an option has no effect
    kNotRecognized,  // a sort, scan or window whose function or form has no kernel of its own
  };
  Kind kind = Kind::kNotFused;
  std::string op;     // "exponential f32[64,1000]"; empty: the whole program
  std::string place;  // "model.py:12:3"; empty if it is not known
  std::string reason;
};

// "not_fused" and so on.
std::string_view RemarkName(Remark::Kind kind);

// In the order of the program.
std::vector<Remark> Explain(const Graph& graph, const Plan& plan);

// A line, without its end.
std::string ToText(const Remark& remark);
// {"program": "jit_f", "kind": "not_fused", "op": "…", "place": "model.py:12:3", "reason": "…"}
std::string ToJson(const Remark& remark, std::string_view program);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_NATIVE_REMARKS_H_
