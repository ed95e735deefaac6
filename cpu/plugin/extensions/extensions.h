// The extensions of the plugin: a chain of structs beside the table, one file for each.
//
// An extension is a static struct with its type and size; its functions are made by Entry, as slots are. There is none
// for what a CPU has nothing of (streams, GPU calls, TPU topologies), for what needs several processes (Collectives,
// CrossHostTransfers, MultiSlice, Megascale), and for those whose layout is not known (ExecutableMetadata,
// HostAllocator, HostMemoryAllocator): docs/plugin.md.
#ifndef CPPJRT_CPU_PLUGIN_EXTENSIONS_EXTENSIONS_H_
#define CPPJRT_CPU_PLUGIN_EXTENSIONS_EXTENSIONS_H_

#include "pjrt/abi/pjrt_c_api.h"

namespace cppjrt::cpu {

// The heads of the extensions.
PJRT_Extension_Base& AbiVersionExtension();
PJRT_Extension_Base& CallbackExtension();
PJRT_Extension_Base& CustomPartitionerExtension();
PJRT_Extension_Base& FfiExtension();
PJRT_Extension_Base& LayoutsExtension();
PJRT_Extension_Base& MemoryDescriptionsExtension();
PJRT_Extension_Base& PhaseCompileExtension();
PJRT_Extension_Base& ProfilerExtension();
PJRT_Extension_Base& RawBufferExtension();
PJRT_Extension_Base& ShardingsExtension();

// The first of them, chained. Call it once.
PJRT_Extension_Base* Extensions();

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_EXTENSIONS_EXTENSIONS_H_
