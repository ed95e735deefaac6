// The areas in the order of the report.
#include "conform/checks/areas.h"

namespace cppjrt::conform {
namespace {

Registry MakeAll() {
  Registry registry;
  for (void (*add)(Registry&) : {AddPluginChecks,
                                 AddAbiChecks,
                                 AddClientChecks,
                                 AddDeviceChecks,
                                 AddMemoryChecks,
                                 AddTopologyChecks,
                                 AddBufferChecks,
                                 AddBufferTypeChecks,
                                 AddBufferLayoutChecks,
                                 AddBufferSharingChecks,
                                 AddTransferChecks,
                                 AddExecutableChecks,
                                 AddExecutionChecks,
                                 AddExecutionTypeChecks,
                                 AddMultiDeviceChecks,
                                 AddEventChecks,
                                 AddExtensionChecks,
                                 AddClientExtensionChecks,
                                 AddRawBufferChecks,
                                 AddCompileExtensionChecks,
                                 AddPartitionerExtensionChecks,
                                 AddHostExtensionChecks,
                                 AddTpuExtensionChecks,
                                 AddFfiChecks,
                                 AddFfiStageChecks,
                                 AddLifetimeChecks,
                                 AddConcurrencyChecks,
                                 AddFaultChecks,
                                 AddForkChecks,
                                 AddGrowthChecks}) {
    add(registry);
  }
  return registry;
}

}  // namespace

const Registry& AllChecks() {
  static const Registry* const registry = new Registry(MakeAll());
  return *registry;
}

}  // namespace cppjrt::conform
