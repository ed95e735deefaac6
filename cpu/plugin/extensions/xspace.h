// XSpace: what was recorded (base/trace.h) in the form that profilers show: TensorBoard, Perfetto, jax.profiler.ProfileData.
#ifndef CPPJRT_CPU_PLUGIN_EXTENSIONS_XSPACE_H_
#define CPPJRT_CPU_PLUGIN_EXTENSIONS_XSPACE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "base/trace.h"

namespace cppjrt::cpu {

// A serialized XSpace (a protobuf of TSL's) with one plane, in which each thread is a line; without planes if nothing was done.
// `start_time`: that of the events' zero, in nanoseconds since 1970.
std::string XSpaceOf(const std::vector<TraceThread>& threads, int64_t start_time);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_EXTENSIONS_XSPACE_H_
