// What the jaxlib of this process, if there is one, can do with the plugin's tables.
//
// XLA's tracer takes a table of functions of the size that it was built with and of no other, and crashes later if it was
// another: that of jaxlib before 0.11 has no `consume` and what follows.
#ifndef CPPJRT_CPU_PLUGIN_EXTENSIONS_PROFILER_TABLE_H_
#define CPPJRT_CPU_PLUGIN_EXTENSIONS_PROFILER_TABLE_H_

#include <cstddef>

namespace cppjrt::cpu {

bool HasJaxlib();

// How long the profiler's table says to be: what $CPPJRT_CPU_PROFILER_TABLE says (80: the short one), else what the jaxlib that
// is loaded wants, else all.
size_t ProfilerTableSize();

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_EXTENSIONS_PROFILER_TABLE_H_
