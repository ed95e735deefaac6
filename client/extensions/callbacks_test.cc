// Extensions that call back into the program, on plugins made up here: what the callbacks get and give, and that an error or
// an exception comes back as one, with its text, and nothing is leaked.
#include <stdexcept>
#include <string>
#include <vector>

#include "client/extensions/fake_plugin.h"
#include "pjrt/abi/pjrt_c_api_callback_extension.h"
#include "pjrt/abi/pjrt_c_api_cross_host_transfers_extension.h"
#include "pjrt/abi/pjrt_c_api_custom_partitioner_extension.h"
#include "pjrt/abi/pjrt_c_api_xla_transform_extension.h"
#include "pjrt/extensions/callback.h"
#include "pjrt/extensions/cross_host_transfers.h"
#include "pjrt/extensions/custom_partitioner.h"
#include "pjrt/extensions/xla_transform.h"
#include "tests/status_matchers.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// --- Callback

TEST(CallbackExtensionTest, FailuresAreTold) {
  static std::vector<PJRT_Callback_RegisterCallback_Args> registered;
  FakePlugin<PJRT_Callback_Extension> fake(PJRT_Extension_Type_Callback);
  fake.extension.register_callback = [](PJRT_Callback_RegisterCallback_Args* args) -> PJRT_Error* {
    registered.push_back(*args);
    return nullptr;
  };
  fake.extension.invoke_callback = [](PJRT_Callback_InvokeCallback_Args* args) -> PJRT_Error* {
    for (const auto& one : registered) {
      if (one.type == args->type) one.callback(args->args, one.user_arg);
    }
    return nullptr;
  };
  const CallbackExtension extension = *GetExtension<CallbackExtension>(fake.plugin());
  const Client client = fake.client(nullptr);
  Status told;
  int slice_failure = -1;
  ASSERT_THAT(extension.OnPrefatal(client, [&](const Status& error) { told = error; }), IsOk());
  ASSERT_THAT(extension.OnPrefatal(client, [](const Status&) { throw std::runtime_error("kaput"); }), IsOk());
  ASSERT_THAT(extension.OnSliceFailure(client, [&](int type) { slice_failure = type; }), IsOk());
  EXPECT_THAT(extension.InvokePrefatal(client, cppjrt::DataLossError("the end")), IsOk());
  EXPECT_THAT(told, StatusIs(StatusCode::kDataLoss, HasSubstr("the end")));
  PJRT_Callback_Tpu_SliceBuilderArgs slice{};
  slice.failure_type = static_cast<decltype(slice.failure_type)>(2);
  registered[2].callback(&slice, registered[2].user_arg);
  EXPECT_EQ(slice_failure, 2);
  fake.extension.register_callback = [](PJRT_Callback_RegisterCallback_Args*) { return FakeError("no more"); };
  EXPECT_THAT(extension.OnSliceFailure(client, [](int) {}), StatusIs(StatusCode::kFailedPrecondition));
}

// --- Custom_Partitioner

JAX_CustomCallPartitioner_string View(const char* text) { return {text, std::strlen(text)}; }
std::string Text(const JAX_CustomCallPartitioner_string& text) { return {text.data, text.size}; }

JAX_CustomCallPartitioner_Callbacks* registered_partitioner = nullptr;

class CustomPartitionerTest : public ::testing::Test {
 protected:
  CustomPartitionerTest() : fake_(PJRT_Extension_Type_Custom_Partitioner) {
    fake_.extension.register_custom_partitioner = [](PJRT_Register_Custom_Partitioner_Args* args) -> PJRT_Error* {
      if (std::string(args->name, args->name_size) != "call") return FakeError("wrong name");
      registered_partitioner = args->callbacks;
      return nullptr;
    };
  }
  ~CustomPartitionerTest() override {
    if (registered_partitioner != nullptr) registered_partitioner->dtor(registered_partitioner);
    registered_partitioner = nullptr;
  }
  Status Register(CustomPartitioner partitioner, const char* name = "call") {
    return GetExtension<CustomPartitionerExtension>(fake_.plugin())->Register(name, std::move(partitioner));
  }
  static CustomPartitioner Working() {
    CustomPartitioner partitioner;
    partitioner.partition = [](const PartitionRequest& request) -> StatusOr<Partitioning> {
      return Partitioning{"module of " + request.backend_config,
                          {request.arguments[0].sharding.value_or("none"), request.arguments[1].shape},
                          "sharding of " + request.result.shape};
    };
    partitioner.infer_sharding = [](const PartitionRequest& request) -> StatusOr<std::optional<std::string>> {
      if (request.arguments.empty()) return std::optional<std::string>();
      return std::optional<std::string>("as " + request.arguments[0].shape);
    };
    return partitioner;
  }

  FakePlugin<PJRT_Custom_Partitioner_Extension> fake_;
};

TEST_F(CustomPartitionerTest, PartitionsWithWhatTheFunctionGives) {
  ASSERT_THAT(Register(Working()), IsOk());
  JAX_CustomCallPartitioner_aval arguments[] = {{View("a"), true, View("sa")}, {View("b"), false, {}}};
  JAX_CustomCallPartitioner_Partition_Args args{};
  args.num_args = 2;
  args.op_args = arguments;
  args.op_result = {View("r"), false, {}};
  args.backend_config = View("config");
  registered_partitioner->partition(registered_partitioner, &args);
  ASSERT_FALSE(args.header.has_error);
  EXPECT_EQ(Text(args.mlir_module), "module of config");
  EXPECT_EQ(Text(args.args_sharding[0]), "sa");
  EXPECT_EQ(Text(args.args_sharding[1]), "b");
  EXPECT_EQ(Text(args.result_sharding), "sharding of r");
  args.header.cleanup_fn(args.header.data);
}

TEST_F(CustomPartitionerTest, InfersAndPropagatesShardings) {
  ASSERT_THAT(Register(Working()), IsOk());
  JAX_CustomCallPartitioner_aval argument = {View("a"), false, {}};
  JAX_CustomCallPartitioner_InferShardingFromOperands_Args infer{};
  infer.num_args = 1;
  infer.op_args = &argument;
  registered_partitioner->infer_sharding(registered_partitioner, &infer);
  EXPECT_TRUE(infer.has_result_sharding);
  EXPECT_EQ(Text(infer.result_sharding), "as a");
  infer.header.cleanup_fn(infer.header.data);
  infer.num_args = 0;
  registered_partitioner->infer_sharding(registered_partitioner, &infer);
  EXPECT_FALSE(infer.has_result_sharding);
  EXPECT_FALSE(infer.header.has_error);
  infer.header.cleanup_fn(infer.header.data);

  JAX_CustomCallPartitioner_PropagateUserSharding_Args propagate{};
  propagate.result_sharding = View("wished");
  registered_partitioner->propagate_user_sharding(registered_partitioner, &propagate);
  EXPECT_EQ(Text(propagate.result_sharding), "wished");
  propagate.header.cleanup_fn(propagate.header.data);
}

TEST_F(CustomPartitionerTest, ErrorsAndExceptionsFailTheCompilation) {
  CustomPartitioner partitioner = Working();
  partitioner.partition = [](const PartitionRequest&) -> StatusOr<Partitioning> { throw std::runtime_error("kaput"); };
  partitioner.infer_sharding = [](const PartitionRequest&) -> StatusOr<std::optional<std::string>> {
    return cppjrt::NotFoundError("no sharding");
  };
  ASSERT_THAT(Register(partitioner), IsOk());
  JAX_CustomCallPartitioner_Partition_Args args{};
  registered_partitioner->partition(registered_partitioner, &args);
  EXPECT_TRUE(args.header.has_error);
  EXPECT_EQ(args.header.code, PJRT_Error_Code_INTERNAL);
  EXPECT_THAT(Text(args.header.error_msg), HasSubstr("kaput"));
  args.header.cleanup_fn(args.header.data);
  JAX_CustomCallPartitioner_InferShardingFromOperands_Args infer{};
  registered_partitioner->infer_sharding(registered_partitioner, &infer);
  EXPECT_EQ(infer.header.code, PJRT_Error_Code_NOT_FOUND);
  EXPECT_EQ(Text(infer.header.error_msg), "no sharding");
  infer.header.cleanup_fn(infer.header.data);
}

TEST_F(CustomPartitionerTest, AWrongNumberOfShardingsIsAnError) {
  CustomPartitioner partitioner = Working();
  partitioner.partition = [](const PartitionRequest&) -> StatusOr<Partitioning> { return Partitioning{}; };
  ASSERT_THAT(Register(partitioner), IsOk());
  JAX_CustomCallPartitioner_aval argument{};
  JAX_CustomCallPartitioner_Partition_Args args{};
  args.num_args = 1;
  args.op_args = &argument;
  registered_partitioner->partition(registered_partitioner, &args);
  EXPECT_THAT(Text(args.header.error_msg), HasSubstr("0 shardings for 1 arguments"));
  args.header.cleanup_fn(args.header.data);
}

TEST_F(CustomPartitionerTest, RefusalsAreTold) {
  EXPECT_THAT(Register(CustomPartitioner()), StatusIs(StatusCode::kInvalidArgument, HasSubstr("infer_sharding")));
  EXPECT_THAT(Register(Working(), "other"), StatusIs(StatusCode::kFailedPrecondition, HasSubstr("wrong name")));
  const auto extension = GetExtension<CustomPartitionerExtension>(fake_.plugin());
  EXPECT_THAT(extension->RegisterBatchPartitionable("call"), StatusIs(StatusCode::kUnimplemented));
  fake_.extension.register_batch_partitionable = [](PJRT_Register_Batch_Partitionable_Args* args) -> PJRT_Error* {
    return std::string(args->name, args->name_size) == "call" ? nullptr : FakeError("wrong name");
  };
  EXPECT_THAT(extension->RegisterBatchPartitionable("call"), IsOk());
}

// --- XlaTransform

std::vector<PJRT_XlaTransform_Callbacks*> registered_transforms;

class XlaTransformTest : public ::testing::Test {
 protected:
  XlaTransformTest() : fake_(PJRT_Extension_Type_XlaTransform) {
    fake_.extension.register_xla_transform = [](PJRT_Register_Xla_Transform_Args* args) -> PJRT_Error* {
      if (args->name_size == 0) return FakeError("no name");
      registered_transforms.push_back(args->callbacks);
      return nullptr;
    };
    fake_.extension.clear_xla_transform = [](PJRT_Clear_Xla_Transform_Args* args) -> PJRT_Error* {
      args->cleared = args->callbacks != nullptr;
      if (args->cleared) args->callbacks->dtor(args->callbacks);
      return nullptr;
    };
  }
  ~XlaTransformTest() override {
    for (PJRT_XlaTransform_Callbacks* callbacks : registered_transforms) callbacks->dtor(callbacks);
    registered_transforms.clear();
  }
  XlaTransformExtension extension() { return *GetExtension<XlaTransformExtension>(fake_.plugin()); }
  Status Register(const std::string& name, XlaTransformExtension::Transform transform) {
    return extension().Register(name, XlaTransformStage::kPreScheduler, std::move(transform));
  }
  // As a plugin does that keeps a copy of the callbacks.
  static PJRT_XlaTransform_Args Run(const PJRT_XlaTransform_Callbacks* callbacks) {
    PJRT_XlaTransform_Callbacks copy = *callbacks;
    PJRT_XlaTransform_Args args{};
    args.hlo_module = {"module", 6};
    copy.transform_hlo_module(&copy, &args);
    return args;
  }

  FakePlugin<PJRT_Xla_Transform_Extension> fake_;
};

std::optional<std::string> Append(std::string_view module, const char* what) { return std::string(module) + what; }

TEST_F(XlaTransformTest, EachRunsItsOwnFunction) {
  using Result = StatusOr<std::optional<std::string>>;
  ASSERT_THAT(Register("one", [](std::string_view m) -> Result { return Append(m, " one"); }), IsOk());
  ASSERT_THAT(Register("two", [](std::string_view m) -> Result { return Append(m, " two"); }), IsOk());
  ASSERT_THAT(Register("none", [](std::string_view) -> Result { return std::optional<std::string>(); }), IsOk());
  const char* const expected[] = {"module one", "module two"};
  for (size_t i = 0; i < 2; ++i) {
    const PJRT_XlaTransform_Args args = Run(registered_transforms[i]);
    ASSERT_TRUE(args.changed);
    EXPECT_EQ(std::string(args.transformed_hlo_module.data, args.transformed_hlo_module.size), expected[i]);
    args.header.cleanup_fn(args.header.data);
  }
  const PJRT_XlaTransform_Args args = Run(registered_transforms[2]);
  EXPECT_FALSE(args.changed);
  EXPECT_FALSE(args.header.has_error);
  args.header.cleanup_fn(args.header.data);
}

TEST_F(XlaTransformTest, ErrorsAndExceptionsAreHandedBack) {
  using Result = StatusOr<std::optional<std::string>>;
  ASSERT_THAT(Register("fails", [](std::string_view) -> Result { return Status(StatusCode::kAborted, "enough"); }),
              IsOk());
  ASSERT_THAT(Register("throws", [](std::string_view) -> Result { throw std::runtime_error("kaput"); }), IsOk());
  const PJRT_XlaTransform_Args fails = Run(registered_transforms[0]);
  EXPECT_TRUE(fails.header.has_error);
  EXPECT_EQ(fails.header.code, PJRT_Error_Code_ABORTED);
  EXPECT_EQ(std::string(fails.header.error_msg.data, fails.header.error_msg.size), "enough");
  fails.header.cleanup_fn(fails.header.data);
  const PJRT_XlaTransform_Args throws = Run(registered_transforms[1]);
  EXPECT_EQ(throws.header.code, PJRT_Error_Code_INTERNAL);
  throws.header.cleanup_fn(throws.header.data);
}

TEST_F(XlaTransformTest, ANameIsTakenUntilCleared) {
  const XlaTransformExtension::Transform nothing = [](std::string_view) { return std::optional<std::string>(); };
  ASSERT_THAT(Register("name", nothing), IsOk());
  EXPECT_THAT(Register("name", nothing), StatusIs(StatusCode::kAlreadyExists));
  EXPECT_THAT(extension().Register("name", XlaTransformStage::kPostScheduler, nothing), IsOk());
  const StatusOr<bool> cleared = extension().Clear("name", XlaTransformStage::kPreScheduler);
  ASSERT_THAT(cleared, IsOk());
  EXPECT_TRUE(*cleared);
  EXPECT_FALSE(*extension().Clear("name", XlaTransformStage::kPreScheduler));
  EXPECT_THAT(Register("name", nothing), IsOk());
  EXPECT_THAT(Register("", nothing), StatusIs(StatusCode::kFailedPrecondition));
  EXPECT_THAT(Register("x", nullptr), StatusIs(StatusCode::kInvalidArgument));
}

TEST_F(XlaTransformTest, ThereAreSoManyAndNoMore) {
  const XlaTransformExtension::Transform nothing = [](std::string_view) { return std::optional<std::string>(); };
  for (size_t i = 0; i < XlaTransformExtension::kMaxTransforms; ++i) {
    ASSERT_THAT(Register("t" + std::to_string(i), nothing), IsOk());
  }
  EXPECT_THAT(Register("more", nothing), StatusIs(StatusCode::kResourceExhausted));
  ASSERT_THAT(extension().Clear("t3", XlaTransformStage::kPreScheduler), IsOk());
  EXPECT_THAT(Register("more", nothing), IsOk());
}

// --- CrossHostTransfers

int buffers_destroyed = 0;
int events_destroyed = 0;

class CrossHostTransfersTest : public ::testing::Test {
 protected:
  CrossHostTransfersTest() : fake_(PJRT_Extension_Type_CrossHostTransfers) {
    buffers_destroyed = events_destroyed = 0;
    fake_.table.PJRT_Buffer_Destroy = [](PJRT_Buffer_Destroy_Args*) -> PJRT_Error* {
      ++buffers_destroyed;
      return nullptr;
    };
    fake_.table.PJRT_Event_Destroy = [](PJRT_Event_Destroy_Args*) -> PJRT_Error* {
      ++events_destroyed;
      return nullptr;
    };
    fake_.table.PJRT_Event_Create = [](PJRT_Event_Create_Args* args) -> PJRT_Error* {
      args->event = FakeObject<PJRT_Event>(&objects[7]);
      return nullptr;
    };
    fake_.table.PJRT_Event_Set = [](PJRT_Event_Set_Args*) -> PJRT_Error* { return nullptr; };
  }
  void Start() {
    client_state_ = std::make_shared<detail::ClientState>(fake_.plugin());
    auto device = std::make_unique<detail::DeviceState>();
    device->raw = FakeObject<PJRT_Device>(&objects[0]);
    client_state_->devices.push_back(std::move(device));
  }
  // Kept: events refer to the functions of the plugin they came from.
  CrossHostTransfersExtension& extension() {
    if (!extension_) extension_.emplace(*GetExtension<CrossHostTransfersExtension>(fake_.plugin()));
    return *extension_;
  }
  Device device() const { return Device(client_state_, client_state_->devices[0].get()); }
  Buffer buffer() const { return Buffer(client_state_, FakeObject<PJRT_Buffer>(&objects[1])); }

  static inline char objects[8] = {};
  FakePlugin<PJRT_CrossHostTransfers_Extension> fake_;
  std::shared_ptr<detail::ClientState> client_state_;
  std::optional<CrossHostTransfersExtension> extension_;
};

TEST_F(CrossHostTransfersTest, SendsAndReceivesByKey) {
  fake_.extension.PJRT_Transfers_PJRT_Client_CrossHostSendBuffers =
      [](PJRT_Transfers_PJRT_Client_CrossHostSendBuffers_Args* args) -> PJRT_Error* {
    if (args->num_buffers != 2 || args->dst_global_device_ids[1] != 5 || args->transfer_keys[1] != 11) {
      return FakeError("wrong arguments");
    }
    for (size_t i = 0; i < 2; ++i) args->send_events[i] = FakeObject<PJRT_Event>(&objects[i]);
    return nullptr;
  };
  fake_.extension.PJRT_Transfers_PJRT_Client_CrossHostReceiveBuffers =
      [](PJRT_Transfers_PJRT_Client_CrossHostReceiveBuffers_Args* args) -> PJRT_Error* {
    if (args->num_shapes != 1 || args->shape_num_dims[0] != 2 || args->num_dims[0][1] != 3 ||
        args->element_types[0] != PJRT_Buffer_Type_F32 || args->src_global_device_ids[0] != 4 ||
        args->layouts[0] != nullptr) {
      return FakeError("wrong arguments");
    }
    args->buffers[0] = FakeObject<PJRT_Buffer>(&objects[2]);
    return nullptr;
  };
  Start();
  {
    const Buffer one = buffer();
    const Buffer two = buffer();
    const Buffer* const both[] = {&one, &two};
    const int64_t ids[] = {4, 5};
    const int64_t keys[] = {10, 11};
    const auto sent = extension().Send(both, ids, keys);
    ASSERT_THAT(sent, IsOk());
    EXPECT_EQ(sent->size(), 2U);
    EXPECT_THAT(extension().Send(both, ids, std::span(keys, 1)),
                StatusIs(StatusCode::kInvalidArgument, HasSubstr("2 arrays, 2 devices and 1 keys")));
    const ArrayShape shapes[] = {{ElementType::kF32, {2, 3}, {}}};
    const auto received = extension().Receive(device(), shapes, std::span(ids, 1), std::span(keys, 1));
    ASSERT_THAT(received, IsOk());
    EXPECT_EQ((*received)[0].raw(), FakeObject<PJRT_Buffer>(&objects[2]));
    const ArrayShape negative[] = {{ElementType::kF32, {-2}, {}}};
    EXPECT_THAT(extension().Receive(device(), negative, std::span(ids, 1), std::span(keys, 1)),
                StatusIs(StatusCode::kInvalidArgument));
  }
  EXPECT_EQ(events_destroyed, 2);
  EXPECT_EQ(buffers_destroyed, 3);
}

TEST_F(CrossHostTransfersTest, OlderLayoutsAreNotCalled) {
  fake_.table.pjrt_api_version.minor_version = 113;
  fake_.extension.PJRT_Transfers_PJRT_Client_CrossHostSendBuffers =
      [](PJRT_Transfers_PJRT_Client_CrossHostSendBuffers_Args*) -> PJRT_Error* { return FakeError("called"); };
  Start();
  EXPECT_THAT(extension().Send({}, {}, {}), StatusIs(StatusCode::kUnimplemented, HasSubstr("0.114")));
  EXPECT_THAT(extension().CopyToRemoteDevice(buffer(), "d", [](const Status&, bool) {}),
              StatusIs(StatusCode::kUnimplemented));
}

TEST_F(CrossHostTransfersTest, DescriptorsComeThroughACallback) {
  static PJRT_Transfers_CrossHostRecvNotifierInfo notifier;
  fake_.extension.PJRT_Transfers_PJRT_Client_MakeCrossHostReceiveBuffers =
      [](PJRT_Transfers_PJRT_Client_MakeCrossHostReceiveBuffers_Args* args) -> PJRT_Error* {
    notifier = args->notifier;
    args->buffers[0] = FakeObject<PJRT_Buffer>(&objects[2]);
    args->num_buffers = 1;
    return nullptr;
  };
  Start();
  std::vector<std::string> got;
  const ArrayShape shapes[] = {{ElementType::kF32, {2}, {}}};
  auto callback = [&](StatusOr<std::vector<std::string>> descriptors) {
    got = descriptors.ok() ? *descriptors : std::vector<std::string>{descriptors.status().ToString()};
  };
  ASSERT_THAT(extension().MakeReceiveBuffers(device(), shapes, callback), IsOk());
  const char* texts[] = {"ab"};
  size_t sizes[] = {2};
  notifier.notifier(nullptr, texts, sizes, 1, notifier.user_arg, nullptr, nullptr);
  EXPECT_THAT(got, ElementsAre("ab"));
  ASSERT_THAT(extension().MakeReceiveBuffers(device(), shapes, callback), IsOk());
  notifier.notifier(FakeError("lost"), nullptr, nullptr, 0, notifier.user_arg, nullptr, nullptr);
  EXPECT_THAT(got, ElementsAre("FAILED_PRECONDITION: lost"));
  auto throwing = [](StatusOr<std::vector<std::string>>) { throw std::runtime_error("kaput"); };
  ASSERT_THAT(extension().MakeReceiveBuffers(device(), shapes, throwing), IsOk());
  notifier.notifier(nullptr, nullptr, nullptr, 0, notifier.user_arg, nullptr, nullptr);
}

TEST_F(CrossHostTransfersTest, CopiesToWhereADescriptorSays) {
  static std::string described;
  fake_.extension.PJRT_Transfers_PJRT_Buffer_CopyToRemoteDevice =
      [](PJRT_Transfers_PJRT_Buffer_CopyToRemoteDevice_Args* args) {
        described.assign(*args->serialized_descriptor, *args->serialized_descriptor_size);
        args->descriptor_destructor(args->serialized_descriptor, args->serialized_descriptor_size);
        args->on_done.on_done(described == "bad" ? FakeError("no way") : nullptr, described != "bad",
                              args->on_done.user_arg);
      };
  Start();
  Status outcome;
  bool was_enqueued = false;
  auto callback = [&](const Status& status, bool enqueued) {
    outcome = status;
    was_enqueued = enqueued;
  };
  EXPECT_THAT(extension().CopyToRemoteDevice(buffer(), "there", callback), IsOk());
  EXPECT_EQ(described, "there");
  EXPECT_THAT(outcome, IsOk());
  EXPECT_TRUE(was_enqueued);
  EXPECT_THAT(extension().CopyToRemoteDevice(buffer(), "bad", callback), IsOk());
  EXPECT_THAT(outcome, StatusIs(StatusCode::kFailedPrecondition, HasSubstr("no way")));
  EXPECT_FALSE(was_enqueued);
  EXPECT_THAT(extension().CopyToRemoteDevice(Buffer(), "there", callback), StatusIs(StatusCode::kFailedPrecondition));
}

}  // namespace
}  // namespace pjrt
