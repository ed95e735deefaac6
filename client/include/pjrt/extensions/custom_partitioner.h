// Custom_Partitioner (2): how a custom call is split over partitions. GPU plugins have it.
//
//   CustomPartitioner partitioner;
//   partitioner.partition = [](const PartitionRequest& request) -> StatusOr<Partitioning> { … };
//   partitioner.infer_sharding = …;  partitioner.propagate_user_sharding = …;
//   CPPJRT_RETURN_IF_ERROR(extension.Register("my_call", std::move(partitioner)));
#ifndef PJRT_EXTENSIONS_CUSTOM_PARTITIONER_H_
#define PJRT_EXTENSIONS_CUSTOM_PARTITIONER_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

// An operand or the result of a custom call: serialized xla.ShapeProto and xla.OpSharding.
struct PartitionedArray {
  std::string shape;
  std::optional<std::string> sharding;
};

// The custom call that is to be split.
struct PartitionRequest {
  std::vector<PartitionedArray> arguments;
  PartitionedArray result;
  std::string backend_config;
};

// What one partition runs instead.
struct Partitioning {
  // MLIR module with shapes of one partition.
  std::string module;
  // Serialized xla.OpSharding: of each argument, and of the result.
  std::vector<std::string> argument_shardings;
  std::string result_sharding;
};

// Called while a program compiles, from the compiler's threads. An error, or what is thrown, fails the compilation.
struct CustomPartitioner {
  std::function<StatusOr<Partitioning>(const PartitionRequest&)> partition;
  // The result's sharding from those of the arguments; nothing if it does not follow.
  std::function<StatusOr<std::optional<std::string>>(const PartitionRequest&)> infer_sharding;
  // The sharding to use where a user of the result asks for `request.result.sharding`. Null: as asked.
  std::function<StatusOr<std::string>(const PartitionRequest&)> propagate_user_sharding;
  bool can_side_effecting_have_replicated_sharding = false;
};

class CustomPartitionerExtension : public Extension {
 public:
  static constexpr int kType = 2;
  explicit CustomPartitionerExtension(Extension extension) : Extension(std::move(extension)) {}

  // For all programs of this process, until it ends. INVALID_ARGUMENT without `partition` or `infer_sharding`.
  Status Register(std::string_view call_target, CustomPartitioner partitioner) const;
  // The custom call may be split along its batch dimensions as it is.
  Status RegisterBatchPartitionable(std::string_view call_target) const;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_CUSTOM_PARTITIONER_H_
