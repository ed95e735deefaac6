// Partitioners of custom calls that clients registered, for all programs of the process, through XLA's C functions for them.
//
//   RegisterPartitioner("CustomSPMDPartitioning", callbacks);      // the plugin's from now on
//   environment.partitioners = &Partitioners({.inspects = true});
//
// What is handed over is serialized as XLA's own: ShapeProto, OpSharding, MLIR.
#ifndef CPPJRT_CPU_PLUGIN_CUSTOM_PARTITIONERS_H_
#define CPPJRT_CPU_PLUGIN_CUSTOM_PARTITIONERS_H_

#include <string_view>

#include "cppjrt/status.h"
#include "pjrt/abi/pjrt_c_api_custom_partitioner_extension.h"
#include "stablehlo/transforms/custom_partition.h"

namespace cppjrt::cpu {

// Takes the callbacks, of which it calls dtor when another partitioner of that name takes their place. INVALID_ARGUMENT if
// functions are missing.
Status RegisterPartitioner(std::string_view name, JAX_CustomCallPartitioner_Callbacks* callbacks);

struct PartitionersOptions {
  // Whether the config of an InspectSharding call is taken for what JAX writes there: an address to call. Only for clients that
  // made their programs themselves.
  bool inspects = false;
};

// All that are registered, now and later. Never destroyed.
const stablehlo::CustomPartitioners& Partitioners(const PartitionersOptions& options);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_CUSTOM_PARTITIONERS_H_
