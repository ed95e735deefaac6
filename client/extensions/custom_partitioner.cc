#include "pjrt/extensions/custom_partitioner.h"

#include <memory>

#include "client/c_text.h"
#include "client/extensions/extension_call.h"
#include "pjrt/abi/pjrt_c_api_custom_partitioner_extension.h"

namespace pjrt {
inline namespace v0 {
namespace {

// The version of the callbacks that XLA's own clients send.
constexpr int64_t kCallbacksVersion = 0;

// What the plugin holds while a partitioner is registered.
struct Registered {
  JAX_CustomCallPartitioner_Callbacks callbacks{};
  CustomPartitioner functions;
};

// What a callback's results point into, until the plugin calls cleanup_fn.
struct Results {
  Partitioning partitioning;
  std::string sharding;
  std::string error;
  std::vector<JAX_CustomCallPartitioner_string> argument_shardings;
};

std::string Text(const JAX_CustomCallPartitioner_string& text) { return detail::Text(text.data, text.size); }
JAX_CustomCallPartitioner_string View(const std::string& text) { return {text.data(), text.size()}; }

PartitionedArray ReadArray(const JAX_CustomCallPartitioner_aval& array) {
  PartitionedArray read{Text(array.shape), std::nullopt};
  if (array.has_sharding) read.sharding = Text(array.sharding);
  return read;
}

void ReadArguments(const JAX_CustomCallPartitioner_aval* arguments, size_t count, PartitionRequest& request) {
  for (size_t i = 0; arguments != nullptr && i < count; ++i) request.arguments.push_back(ReadArray(arguments[i]));
}

// Hands the results to the plugin, with the error if there is one.
void Finish(const Status& status, std::unique_ptr<Results> results, JAX_CustomCallPartitioner_version_and_error& head) {
  head.has_error = !status.ok();
  if (!status.ok()) {
    results->error = status.message();
    head.code = static_cast<PJRT_Error_Code>(status.code());
    head.error_msg = View(results->error);
  }
  head.cleanup_fn = [](void* data) { delete static_cast<Results*>(data); };
  head.data = results.release();
}

const CustomPartitioner& FunctionsOf(const JAX_CustomCallPartitioner_Callbacks* callbacks) {
  return static_cast<const Registered*>(callbacks->private_data)->functions;
}

void Partition(JAX_CustomCallPartitioner_Callbacks* callbacks, JAX_CustomCallPartitioner_Partition_Args* args) {
  detail::PluginCallbackScope scope;
  auto results = std::make_unique<Results>();
  const Status status = detail::Guarded("partition", [&]() -> Status {
    PartitionRequest request;
    ReadArguments(args->op_args, args->num_args, request);
    request.result = ReadArray(args->op_result);
    request.backend_config = Text(args->backend_config);
    CPPJRT_ASSIGN_OR_RETURN(results->partitioning, FunctionsOf(callbacks).partition(request));
    const size_t given = results->partitioning.argument_shardings.size();
    if (given == args->num_args) return Status();
    return cppjrt::InvalidArgumentError("partition gave " + std::to_string(given) + " shardings for " +
                                        std::to_string(args->num_args) + " arguments");
  });
  if (status.ok()) {
    for (const std::string& text : results->partitioning.argument_shardings) {
      results->argument_shardings.push_back(View(text));
    }
    args->mlir_module = View(results->partitioning.module);
    args->args_sharding = results->argument_shardings.data();
    args->result_sharding = View(results->partitioning.result_sharding);
  }
  Finish(status, std::move(results), args->header);
}

void InferSharding(JAX_CustomCallPartitioner_Callbacks* callbacks,
                   JAX_CustomCallPartitioner_InferShardingFromOperands_Args* args) {
  detail::PluginCallbackScope scope;
  auto results = std::make_unique<Results>();
  args->has_result_sharding = false;
  const Status status = detail::Guarded("infer_sharding", [&]() -> Status {
    PartitionRequest request;
    ReadArguments(args->op_args, args->num_args, request);
    request.result.shape = Text(args->result_shape);
    request.backend_config = Text(args->backend_config);
    CPPJRT_ASSIGN_OR_RETURN(const std::optional<std::string> sharding, FunctionsOf(callbacks).infer_sharding(request));
    args->has_result_sharding = sharding.has_value();
    results->sharding = sharding.value_or("");
    return Status();
  });
  args->result_sharding = View(results->sharding);
  Finish(status, std::move(results), args->header);
}

void PropagateUserSharding(JAX_CustomCallPartitioner_Callbacks* callbacks,
                           JAX_CustomCallPartitioner_PropagateUserSharding_Args* args) {
  detail::PluginCallbackScope scope;
  auto results = std::make_unique<Results>();
  const Status status = detail::Guarded("propagate_user_sharding", [&]() -> Status {
    PartitionRequest request;
    request.result = {Text(args->result_shape), Text(args->result_sharding)};
    request.backend_config = Text(args->backend_config);
    if (FunctionsOf(callbacks).propagate_user_sharding == nullptr) {
      results->sharding = *request.result.sharding;
      return Status();
    }
    CPPJRT_ASSIGN_OR_RETURN(results->sharding, FunctionsOf(callbacks).propagate_user_sharding(request));
    return Status();
  });
  args->result_sharding = View(results->sharding);
  Finish(status, std::move(results), args->header);
}

}  // namespace

Status CustomPartitionerExtension::Register(std::string_view call_target, CustomPartitioner partitioner) const {
  const auto* table = detail::TableOf<PJRT_Custom_Partitioner_Extension>(*this);
  if (partitioner.partition == nullptr || partitioner.infer_sharding == nullptr) {
    return cppjrt::InvalidArgumentError("Register: a partitioner needs `partition` and `infer_sharding`");
  }
  auto owned = std::make_unique<Registered>();
  owned->functions = std::move(partitioner);
  owned->callbacks.version = kCallbacksVersion;
  owned->callbacks.private_data = owned.get();
  owned->callbacks.dtor = [](JAX_CustomCallPartitioner_Callbacks* callbacks) {
    delete static_cast<Registered*>(callbacks->private_data);
  };
  owned->callbacks.partition = Partition;
  owned->callbacks.infer_sharding = InferSharding;
  owned->callbacks.propagate_user_sharding = PropagateUserSharding;
  owned->callbacks.can_side_effecting_have_replicated_sharding =
      owned->functions.can_side_effecting_have_replicated_sharding;
  PJRT_Register_Custom_Partitioner_Args args{};
  args.name = call_target.data();
  args.name_size = call_target.size();
  args.callbacks = &owned->callbacks;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), table, register_custom_partitioner, args));
  static_cast<void>(owned.release());  // the plugin's, which calls dtor
  return Status();
}

Status CustomPartitionerExtension::RegisterBatchPartitionable(std::string_view call_target) const {
  const auto* table = detail::TableOf<PJRT_Custom_Partitioner_Extension>(*this);
  PJRT_Register_Batch_Partitionable_Args args{};
  args.name = call_target.data();
  args.name_size = call_target.size();
  return PJRT_CALL_EXTENSION(plugin(), table, register_batch_partitionable, args);
}

}  // namespace v0
}  // namespace pjrt
