#include "cpu/plugin/custom_partitioners.h"

#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cpu/executable/sharding.h"
#include "cpu/plugin/error.h"
#include "cpu/plugin/shape.h"
#include "stablehlo/parse.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::PartitionAnswer;
using stablehlo::PartitionRequest;
using stablehlo::SharedArray;
using CText = JAX_CustomCallPartitioner_string;

// ---- The registry

using Callbacks = std::shared_ptr<JAX_CustomCallPartitioner_Callbacks>;

struct Registry {
  std::mutex mutex;
  std::map<std::string, Callbacks, std::less<>> by_name;
};

Registry& TheRegistry() {
  static auto* const registry = new Registry();
  return *registry;
}

Callbacks Find(std::string_view name) {
  Registry& registry = TheRegistry();
  const std::lock_guard lock(registry.mutex);
  const auto found = registry.by_name.find(name);
  return found == registry.by_name.end() ? nullptr : found->second;
}

// ---- What is handed over

CText View(std::string_view text) { return {text.data(), text.size()}; }
std::string_view View(const CText& text) {
  return {text.data == nullptr ? "" : text.data, text.data == nullptr ? 0 : text.size};
}

StatusOr<std::string> Shape(const SharedArray& array) {
  CPPJRT_ASSIGN_OR_RETURN(const Ref<BufferShape> shape,
                          MakeShape(BufferType(array.type), array.dims.data(), array.dims.size(), nullptr));
  return ShapeProto(*shape);
}

// Operands and result of a call; several results are a tuple.
struct Serialized {
  std::vector<std::string> shapes;
  std::vector<std::string> shardings;
  std::vector<JAX_CustomCallPartitioner_aval> operands;
  std::string result_shape;
  std::string result_sharding;
};

std::vector<Sharding> ShardingsOf(std::span<const SharedArray> arrays) {
  std::vector<Sharding> shardings;
  for (const SharedArray& array : arrays) shardings.push_back(array.sharding);
  return shardings;
}

std::vector<size_t> RanksOf(std::span<const SharedArray> arrays) {
  std::vector<size_t> ranks;
  for (const SharedArray& array : arrays) ranks.push_back(array.dims.size());
  return ranks;
}

StatusOr<Serialized> Serialize(const PartitionRequest& request) {
  Serialized serialized;
  for (const SharedArray& operand : request.operands) {
    CPPJRT_ASSIGN_OR_RETURN(std::string shape, Shape(operand));
    serialized.shapes.push_back(std::move(shape));
    serialized.shardings.push_back(ToProto(operand.sharding));
  }
  for (size_t i = 0; i < serialized.shapes.size(); ++i) {
    serialized.operands.push_back({View(serialized.shapes[i]), true, View(serialized.shardings[i])});
  }
  std::vector<std::string> results;
  for (const SharedArray& result : request.results) {
    CPPJRT_ASSIGN_OR_RETURN(std::string shape, Shape(result));
    results.push_back(std::move(shape));
  }
  serialized.result_shape = results.size() == 1 ? results[0] : TupleShapeProto(results);
  serialized.result_sharding = ToProto(ShardingsOf(request.results));
  return serialized;
}

// Lets go of what a callback gave, at the end of the scope; its error, if it had one.
class Head {
 public:
  explicit Head(JAX_CustomCallPartitioner_version_and_error& head) : head_(head) {}
  Head(const Head&) = delete;
  Head& operator=(const Head&) = delete;
  ~Head() {
    if (head_.cleanup_fn != nullptr) head_.cleanup_fn(head_.data);
  }

  Status status() const {
    if (!head_.has_error) return OkStatus();
    const std::string_view message = View(head_.error_msg);
    Status status = MakeStatus(head_.code, message.data(), message.size());
    return status.ok() ? UnknownError("a partitioner made an error of code OK") : status;
  }

 private:
  JAX_CustomCallPartitioner_version_and_error& head_;
};

StatusOr<stablehlo::Module> ReadModule(std::string_view bytes) {
  constexpr char kName[] = "partition";
  auto owned = std::make_shared<const std::string>(bytes);
  const stablehlo::Source source = stablehlo::MakeSource(kName, *owned);
  stablehlo::DiagnosticSink sink(&source);
  StatusOr<stablehlo::Module> module = stablehlo::Parse(source, sink);
  if (!module.ok()) return sink.ok() ? module.status() : InvalidArgumentError(sink.Render());
  module->KeepAlive(owned);
  StatusOr<stablehlo::VerifiedModule> verified = stablehlo::Verify(std::move(*module), sink);
  if (!verified.ok()) return sink.ok() ? verified.status() : InvalidArgumentError(sink.Render());
  return std::move(*verified).Release();
}

// ---- The calls

Status Gone(std::string_view target) {
  return NotFoundError("there is no partitioner of " + std::string(target) + " any more");
}

StatusOr<PartitionAnswer> CallPartition(const PartitionRequest& request) {
  const Callbacks callbacks = Find(request.target);
  if (callbacks == nullptr) return Gone(request.target);
  CPPJRT_ASSIGN_OR_RETURN(Serialized serialized, Serialize(request));
  JAX_CustomCallPartitioner_Partition_Args args{};
  args.num_args = serialized.operands.size();
  args.op_args = serialized.operands.data();
  args.op_result = {View(serialized.result_shape), true, View(serialized.result_sharding)};
  args.backend_config = View(request.config);
  callbacks->partition(callbacks.get(), &args);
  const Head head(args.header);
  CPPJRT_RETURN_IF_ERROR(head.status());
  PartitionAnswer answer;
  const auto partitions =
      static_cast<int64_t>(request.results.empty() ? 1 : request.results[0].sharding.tile_of.size());
  for (size_t i = 0; i < request.operands.size(); ++i) {
    if (args.args_sharding == nullptr) return InvalidArgumentError("a partitioner gave no shardings of operands");
    CPPJRT_ASSIGN_OR_RETURN(Sharding sharding,
                            FromProto(View(args.args_sharding[i]), request.operands[i].dims.size(), partitions));
    answer.operands.push_back(std::move(sharding));
  }
  CPPJRT_ASSIGN_OR_RETURN(answer.results, FromProto(View(args.result_sharding), RanksOf(request.results), partitions));
  CPPJRT_ASSIGN_OR_RETURN(answer.module, ReadModule(View(args.mlir_module)));
  return answer;
}

StatusOr<std::optional<std::vector<Sharding>>> CallInfer(const PartitionRequest& request) {
  const Callbacks callbacks = Find(request.target);
  if (callbacks == nullptr) return Gone(request.target);
  CPPJRT_ASSIGN_OR_RETURN(Serialized serialized, Serialize(request));
  JAX_CustomCallPartitioner_InferShardingFromOperands_Args args{};
  args.num_args = serialized.operands.size();
  args.op_args = serialized.operands.data();
  args.result_shape = View(serialized.result_shape);
  args.backend_config = View(request.config);
  callbacks->infer_sharding(callbacks.get(), &args);
  const Head head(args.header);
  CPPJRT_RETURN_IF_ERROR(head.status());
  if (!args.has_result_sharding || request.results.empty()) return std::optional<std::vector<Sharding>>();
  CPPJRT_ASSIGN_OR_RETURN(std::vector<Sharding> shardings,
                          FromProto(View(args.result_sharding), RanksOf(request.results),
                                    static_cast<int64_t>(request.results[0].sharding.tile_of.size())));
  return std::optional(std::move(shardings));
}

// What JAX writes into the config of an InspectSharding call: whom to call, and with what.
struct InspectArgs {
  const char* sharding;
  size_t sharding_size;
  const char* error;  // null: there was none
  void* error_owner;
  void (*free_error)(InspectArgs* args);
};
struct InspectCallback {
  void (*call)(void* data, InspectArgs* args);
  void* data;
};

Status CallInspect(std::string_view config, const std::string& sharding) {
  InspectCallback callback{};
  if (config.size() != sizeof callback) {
    return InvalidArgumentError("the config of an InspectSharding call has " + std::to_string(config.size()) +
                                " bytes, expected the " + std::to_string(sizeof callback) +
                                " of an address to call and one to call it with");
  }
  std::memcpy(&callback, config.data(), sizeof callback);
  if (callback.call == nullptr) return InvalidArgumentError("an InspectSharding call has nobody to tell");
  InspectArgs args{sharding.data(), sharding.size(), nullptr, nullptr, nullptr};
  callback.call(callback.data, &args);
  if (args.error == nullptr) return OkStatus();
  Status status = InternalError(args.error);
  if (args.free_error != nullptr) args.free_error(&args);
  return status;
}

class Registered : public stablehlo::CustomPartitioners {
 public:
  explicit Registered(bool inspects) : inspects_(inspects) {}

  bool Has(std::string_view target) const override { return Find(target) != nullptr; }
  StatusOr<PartitionAnswer> Partition(const PartitionRequest& request) const override { return CallPartition(request); }
  StatusOr<std::optional<std::vector<Sharding>>> Infer(const PartitionRequest& request) const override {
    return CallInfer(request);
  }
  bool inspects() const override { return inspects_; }
  Status Inspect(std::string_view config, const Sharding* sharding) const override {
    return CallInspect(config, sharding == nullptr ? ManualProto() : ToProto(*sharding));
  }

 private:
  const bool inspects_;
};

}  // namespace

Status RegisterPartitioner(std::string_view name, JAX_CustomCallPartitioner_Callbacks* callbacks) {
  CPPJRT_REQUIRE(callbacks->partition != nullptr && callbacks->infer_sharding != nullptr,
                 "a partitioner needs `partition` and `infer_sharding`");
  Callbacks owned(callbacks, [](JAX_CustomCallPartitioner_Callbacks* gone) {
    if (gone->dtor != nullptr) gone->dtor(gone);
  });
  Registry& registry = TheRegistry();
  {
    const std::lock_guard lock(registry.mutex);
    std::swap(registry.by_name[std::string(name)], owned);
  }
  // The one before goes now that the lock is free: its dtor may call anything.
  return OkStatus();
}

const stablehlo::CustomPartitioners& Partitioners(const PartitionersOptions& options) {
  static const auto* const silent = new Registered(false);
  static const auto* const inspecting = new Registered(true);
  return options.inspects ? *inspecting : *silent;
}

}  // namespace cppjrt::cpu
