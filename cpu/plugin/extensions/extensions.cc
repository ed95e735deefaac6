#include "cpu/plugin/extensions/extensions.h"

#include <initializer_list>

namespace cppjrt::cpu {

PJRT_Extension_Base* Extensions() {
  PJRT_Extension_Base* first = nullptr;
  for (PJRT_Extension_Base* extension :
       {&ShardingsExtension(), &RawBufferExtension(), &ProfilerExtension(), &PhaseCompileExtension(),
        &MemoryDescriptionsExtension(), &LayoutsExtension(), &FfiExtension(), &CustomPartitionerExtension(),
        &CallbackExtension(), &AbiVersionExtension()}) {
    extension->next = first;
    first = extension;
  }
  return first;
}

}  // namespace cppjrt::cpu
