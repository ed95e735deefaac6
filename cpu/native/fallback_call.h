// Fallback calls: what native code calls for ops that the evaluator runs, and for custom calls, whose handlers it calls.
//
// Arrays stay where they are: the call reads operands from the program's memory, and is given the memory of its results where it
// allocates them. What it makes elsewhere is copied.
#ifndef CPPJRT_CPU_NATIVE_FALLBACK_CALL_H_
#define CPPJRT_CPU_NATIVE_FALLBACK_CALL_H_

#include <memory>

#include "cpu/graph/graph.h"
#include "cpu/native/library_calls.h"

namespace cppjrt::cpu {

// Whether it is a custom call: what runs is the function that its target names. REQUIRES: a fallback node.
bool IsHandlerCall(const Node& node);

// REQUIRES: a fallback node.
std::unique_ptr<LibraryCall> MakeFallbackCall(const Node& node);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_NATIVE_FALLBACK_CALL_H_
