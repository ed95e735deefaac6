// What profilers call the parts of a native program (base/trace.h): "subtract+exponential+reduce f32[64]", at "model.py:7:3".
#ifndef CPPJRT_CPU_NATIVE_TRACE_NAMES_H_
#define CPPJRT_CPU_NATIVE_TRACE_NAMES_H_

#include <cstddef>
#include <memory>
#include <string>

#include "base/trace.h"
#include "cpu/codegen/object_code.h"
#include "cpu/plan/plan.h"

namespace cppjrt::cpu {

// Where they are in the list: the program, then its units, then its library calls.
inline constexpr size_t kProgramTraceName = 0;
inline constexpr size_t kFirstUnitTraceName = 1;

// A unit that several steps run has the place of the first.
std::shared_ptr<const TraceNames> TraceNamesOf(const std::string& program, const Plan& plan,
                                               const codegen::ProgramCode& code);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_NATIVE_TRACE_NAMES_H_
