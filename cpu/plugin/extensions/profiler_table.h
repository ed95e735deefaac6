// How long the profiler's table of functions says to be.
//
// XLA's tracer takes a table of the size that it was built with and of no other, and crashes later if it was another: that of jaxlib
// before 0.11 has no `consume` and what follows.
#ifndef CPPJRT_CPU_PLUGIN_EXTENSIONS_PROFILER_TABLE_H_
#define CPPJRT_CPU_PLUGIN_EXTENSIONS_PROFILER_TABLE_H_

#include <cstddef>

namespace cppjrt::cpu {

// What $CPPJRT_CPU_PROFILER_TABLE says (80: the short one), else what the jaxlib that is loaded wants, else all.
size_t ProfilerTableSize();

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_EXTENSIONS_PROFILER_TABLE_H_
