#include "cpu/plugin/extensions/extensions.h"

#include <initializer_list>

#include "cpu/plugin/extensions/profiler_table.h"

namespace cppjrt::cpu {

PJRT_Extension_Base* Extensions() {
  // jaxlib 0.12 asks for the ABI version of what it serializes, and refuses those of platforms that are not XLA's own;
  // older ones do not ask.
  PJRT_Extension_Base* const unwanted = HasJaxlib() ? &AbiVersionExtension() : nullptr;
  PJRT_Extension_Base* first = nullptr;
  for (PJRT_Extension_Base* extension :
       {&ShardingsExtension(), &RawBufferExtension(), &ProfilerExtension(), &PhaseCompileExtension(),
        &MemoryDescriptionsExtension(), &LayoutsExtension(), &FfiExtension(), &CustomPartitionerExtension(),
        &CallbackExtension(), &AbiVersionExtension()}) {
    if (extension == unwanted) continue;
    extension->next = first;
    first = extension;
  }
  return first;
}

}  // namespace cppjrt::cpu
