// The areas: each file of this folder adds the checks of one or two.
#ifndef CPPJRT_CONFORM_CHECKS_AREAS_H_
#define CPPJRT_CONFORM_CHECKS_AREAS_H_

#include "conform/api/context.h"
#include "conform/registry/registry.h"

namespace cppjrt::conform {

void AddPluginChecks(Registry& registry);
void AddAbiChecks(Registry& registry);
void AddClientChecks(Registry& registry);
void AddDeviceChecks(Registry& registry);
void AddMemoryChecks(Registry& registry);
void AddTopologyChecks(Registry& registry);
void AddBufferChecks(Registry& registry);
void AddBufferTypeChecks(Registry& registry);
void AddBufferLayoutChecks(Registry& registry);
void AddBufferSharingChecks(Registry& registry);
void AddTransferChecks(Registry& registry);
void AddExecutableChecks(Registry& registry);
void AddExecutionChecks(Registry& registry);
void AddExecutionTypeChecks(Registry& registry);
void AddMultiDeviceChecks(Registry& registry);
void AddEventChecks(Registry& registry);
void AddExtensionChecks(Registry& registry);
void AddClientExtensionChecks(Registry& registry);
void AddRawBufferChecks(Registry& registry);
void AddCompileExtensionChecks(Registry& registry);
void AddPartitionerExtensionChecks(Registry& registry);
void AddHostExtensionChecks(Registry& registry);
void AddTpuExtensionChecks(Registry& registry);
void AddFfiChecks(Registry& registry);
void AddFfiStageChecks(Registry& registry);
void AddLifetimeChecks(Registry& registry);
void AddConcurrencyChecks(Registry& registry);
void AddFaultChecks(Registry& registry);
void AddForkChecks(Registry& registry);
void AddGrowthChecks(Registry& registry);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_CHECKS_AREAS_H_
