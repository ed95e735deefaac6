// Check calls: what native code calls for the check nodes of passes/checks.h.
#ifndef CPPJRT_CPU_NATIVE_CHECK_CALL_H_
#define CPPJRT_CPU_NATIVE_CHECK_CALL_H_

#include <memory>

#include "cpu/graph/graph.h"
#include "cpu/native/library_calls.h"

namespace cppjrt::cpu {

// Its errors name the op and its place: "log at model.py:7:10: it makes an infinity of …". REQUIRES: a check node.
std::unique_ptr<LibraryCall> MakeCheckCall(const Node& node);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_NATIVE_CHECK_CALL_H_
