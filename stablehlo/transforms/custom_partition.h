// ExpandCustomPartitions: custom calls that a function of the client's partitions (JAX's custom_partitioning) into what each
// partition runs in their place, as that function says:
//
//   %0 = custom_call @CustomSPMDPartitioning(%a) {backend_config = "7"}            with %a shared as [{"x"}, {}]
//   ->  the partitioner is asked, and gives a program for one partition, with the shardings that it is for
//   %0 = sdy.manual_computation(%a) in_shardings=[…] out_shardings=[…] (%piece) { … }
//
// How operands and results are shared is what flows to them (sharding_flow.h): along the call's own sdy.sharding_rule; in programs
// without Shardy's meshes by asking the partitioner what follows. Calls that only ask how their operand is shared (JAX's
// InspectSharding) are told, and go.
#ifndef CPPJRT_STABLEHLO_TRANSFORMS_CUSTOM_PARTITION_H_
#define CPPJRT_STABLEHLO_TRANSFORMS_CUSTOM_PARTITION_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "stablehlo/eval/dims.h"
#include "stablehlo/eval/element_type.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/ir/module.h"
#include "stablehlo/transforms/array_sharding.h"

namespace cppjrt::stablehlo {

// An operand or result of a call: the whole, and how partitions share it.
struct SharedArray {
  ElementType type;
  Dims dims;
  Sharding sharding;
};

// The call that a partitioner is asked about.
struct PartitionRequest {
  std::string_view target;
  std::string_view config;
  std::vector<SharedArray> operands;
  std::vector<SharedArray> results;
};

// What each partition runs instead, on its parts, and how these are cut.
struct PartitionAnswer {
  Module module;  // verified
  std::vector<Sharding> operands;
  std::vector<Sharding> results;
};

// The partitioners there are. Called from any thread.
class CustomPartitioners {
 public:
  virtual ~CustomPartitioners() = default;

  virtual bool Has(std::string_view target) const = 0;
  virtual StatusOr<PartitionAnswer> Partition(const PartitionRequest& request) const = 0;
  // How results are shared, as follows from the operands. None if nothing does.
  virtual StatusOr<std::optional<std::vector<Sharding>>> Infer(const PartitionRequest& request) const = 0;

  // Whether calls of InspectSharding are to be answered, and the answer: null where the value is one partition's own.
  virtual bool inspects() const = 0;
  virtual Status Inspect(std::string_view config, const Sharding* sharding) const = 0;
};

// Whether there is a call that the partitioners would change.
bool HasCustomPartitions(const Module& module, const CustomPartitioners& partitioners);

// Calls are inlined too. Errors of partitioners are handed on, with the call; INVALID_ARGUMENT for answers that do not fit it,
// UNIMPLEMENTED for calls inside of computations that are one partition's already, and for shardings that no axes make. The
// module is not to be used then. REQUIRES: it is verified.
Status ExpandCustomPartitions(Module& module, int64_t num_partitions, const CustomPartitioners& partitioners,
                              DiagnosticSink& sink);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_TRANSFORMS_CUSTOM_PARTITION_H_
