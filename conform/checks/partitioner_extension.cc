// extensions.custom_partitioner: functions of the client's that split custom calls over partitions.
#include <memory>
#include <mutex>
#include <optional>

#include "conform/checks/areas.h"
#include "conform/checks/library.h"
#include "conform/checks/programs.h"
#include "pjrt/extensions/custom_partitioner.h"

namespace cppjrt::conform {
namespace {

// Four values, two on each partition, through a call that no plugin knows.
constexpr char kCall[] = R"(module @call attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"})
      -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
    %0 = stablehlo.custom_call @conform.partitioned(%a) {api_version = 2 : i32, backend_config = "config"} : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";
// What a partition does with two values, and with all of them where the plugin gives it the whole.
std::string Negate(int size) {
  const std::string type = "tensor<" + std::to_string(size) + "xf32>";
  return "module @part {\n  func.func public @main(%a: " + type + ") -> " + type +
         " {\n    %0 = stablehlo.negate %a : " + type + "\n    return %0 : " + type + "\n  }\n}";
}
// xla.OpSharding of four values in two tiles.
constexpr std::string_view kHalves = "\x08\x03\x1a\x01\x02\x4a\x01\x02\x52\x01\x00";

struct Asked {
  std::mutex mutex;
  int partitions = 0;
  int inferred = 0;
  bool refuse = false;
  pjrt::PartitionRequest last;
};

pjrt::CustomPartitioner Watching(std::shared_ptr<Asked> asked) {
  const std::string halves(kHalves.data(), kHalves.size() + 1);
  pjrt::CustomPartitioner partitioner;
  partitioner.partition = [asked, halves](const pjrt::PartitionRequest& request) -> StatusOr<pjrt::Partitioning> {
    const std::lock_guard lock(asked->mutex);
    ++asked->partitions;
    asked->last = request;
    if (asked->refuse) return Status(StatusCode::kAborted, "the partitioner says no");
    return pjrt::Partitioning{Negate(2), {halves}, halves};
  };
  partitioner.infer_sharding = [asked, halves](const pjrt::PartitionRequest&) -> StatusOr<std::optional<std::string>> {
    const std::lock_guard lock(asked->mutex);
    ++asked->inferred;
    return std::optional(halves);
  };
  return partitioner;
}

Status NegatesOnTwoDevices(const pjrt::Client& client, const pjrt::CompileOptions& options) {
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::LoadedExecutable loaded, client.Compile({kCall}, options));
  constexpr int64_t kTwo[] = {2};
  const std::vector<float> first = {1, 2};
  const std::vector<float> second = {3, 4};
  const std::span<const pjrt::Device> devices = loaded.devices();
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of devices of two partitions", devices.size(), size_t{2}));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Buffer a, client.Upload(std::span(first), kTwo, {.device = &devices[0]}));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Buffer b, client.Upload(std::span(second), kTwo, {.device = &devices[1]}));
  const std::vector<std::vector<const pjrt::Buffer*>> rows = {{&a}, {&b}};
  CPPJRT_ASSIGN_OR_RETURN(const auto results, loaded.ExecuteSharded(rows));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<float> one, results[0][0].ToVector<float>());
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<float> two, results[1][0].ToVector<float>());
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("what partition 0 has of the negated values", one, std::vector<float>{-1, -2}));
  return ExpectEqual("what partition 1 has of the negated values", two, std::vector<float>{-3, -4});
}

Status Partitions(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::CustomPartitionerExtension>(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, LibraryClient(context));
  if (client.addressable_devices().size() < 2) return Absent("there is one device; the check needs two");
  const auto asked = std::make_shared<Asked>();
  CPPJRT_RETURN_IF_ERROR(extension.Register("conform.partitioned", Watching(asked)));
  pjrt::CompileOptions options;
  options.num_partitions = 2;
  options.use_spmd_partitioning = true;
  CPPJRT_RETURN_IF_ERROR(NegatesOnTwoDevices(client, options));
  context.Evidence(std::to_string(asked->inferred) + " calls to infer, " + std::to_string(asked->partitions) +
                   " to partition");
  CPPJRT_RETURN_IF_ERROR(Expect(asked->partitions > 0, "a compilation does not call the partitioner"));
  CPPJRT_RETURN_IF_ERROR(
      ExpectEqual("the config that the partitioner got", asked->last.backend_config, std::string("config")));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of arguments that it got", asked->last.arguments.size(), size_t{1}));
  CPPJRT_RETURN_IF_ERROR(Expect(!asked->last.result.shape.empty(), "the partitioner did not get the result's shape"));
  asked->refuse = true;
  const Status refused = client.Compile({kCall}, options).status();
  context.Evidence(refused.ToString().substr(0, 200));
  return ExpectAnyError("a compilation whose partitioner fails", refused);
}

Status BatchPartitionable(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::CustomPartitionerExtension>(context));
  return extension.RegisterBatchPartitionable("conform.batched");
}

}  // namespace

void AddPartitionerExtensionChecks(Registry& registry) {
  const Area add(registry, "extensions");
  // Registered for the whole process.
  add("custom_partitioner.partitions", "a partitioner splits its custom calls, and can refuse to",
      "custom calls of sharded programs run on wrong parts, or not at all", "PJRT_Register_Custom_Partitioner",
      Partitions, Level::kRequired, true);
  add("custom_partitioner.batch", "a call can be declared to be one for each part of a batch",
      "such calls take whole arrays", "PJRT_Register_Batch_Partitionable", BatchPartitionable);
}

}  // namespace cppjrt::conform
