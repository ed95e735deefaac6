// execution.devices.*: replicas, partitions, collectives, send and receive.
#include <cmath>

#include "conform/checks/areas.h"
#include "conform/checks/programs.h"
#include "pjrt/client.h"

namespace cppjrt::conform {
namespace {

const Array kFirst = F32({4}, {1, 2, 3, 4});
const Array kSecond = F32({4}, {10, 20, 30, 40});

// Two replicas of a program, each with one argument; what each must give.
Status TwoReplicas(Context& context, std::string_view program, const Array& first, const Array& second) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_RETURN_IF_ERROR(session.Devices(2).status());
  pjrt::CompileOptions options;
  options.num_replicas = 2;
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(program, options));
  auto ask = session.api().Make<PJRT_LoadedExecutable_AddressableDevices_Args>();
  ask.executable = loaded.get();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(ask));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of devices of two replicas", ask.num_addressable_devices, size_t{2}));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle a, session.Upload(kFirst, ask.addressable_devices[0]));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle b, session.Upload(kSecond, ask.addressable_devices[1]));
  CPPJRT_ASSIGN_OR_RETURN(const auto results, session.RunRows(loaded, {{a.get()}, {b.get()}}));
  CPPJRT_ASSIGN_OR_RETURN(const Array one, session.Read(results[0][0]));
  CPPJRT_ASSIGN_OR_RETURN(const Array two, session.Read(results[1][0]));
  CPPJRT_RETURN_IF_ERROR(Same(one, first));
  return Same(two, second);
}

std::string Collective(std::string_view op) {
  return R"(module @collective {
  func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    )" + std::string(op) +
         R"(
    return %0 : tensor<4xf32>
  }
})";
}

std::string AllReduce(std::string_view combine) {
  return Collective(R"(%0 = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.)" +
                    std::string(combine) + R"( %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>)");
}

constexpr char kPermute[] =
    R"(%0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>)";
// Of a value that the program makes, and writes over when it is sent.
constexpr char kPermuteComputed[] =
    R"(%n = stablehlo.negate %a : tensor<4xf32>
    %p = "stablehlo.collective_permute"(%n) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
    %0 = stablehlo.negate %p : tensor<4xf32>)";
constexpr char kAllToAll[] =
    R"(%0 = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>)";
constexpr char kReplicaId[] = R"(module @replica {
  func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %r = stablehlo.replica_id : tensor<ui32>
    %f = stablehlo.convert %r : (tensor<ui32>) -> tensor<f32>
    %0 = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";

Status AllGather(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_RETURN_IF_ERROR(session.Devices(2).status());
  constexpr char kProgram[] = R"(module @gather {
  func.func public @main(%a: tensor<2xf32>) -> tensor<4xf32> {
    %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";
  pjrt::CompileOptions options;
  options.num_replicas = 2;
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(kProgram, options));
  CPPJRT_ASSIGN_OR_RETURN(const auto devices, session.Devices(2));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle a, session.Upload(F32({2}, {1, 2}), devices[0]));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle b, session.Upload(F32({2}, {3, 4}), devices[1]));
  CPPJRT_ASSIGN_OR_RETURN(const auto results, session.RunRows(loaded, {{a.get()}, {b.get()}}));
  for (const auto& row : results) {
    CPPJRT_ASSIGN_OR_RETURN(const Array values, session.Read(row[0]));
    CPPJRT_RETURN_IF_ERROR(Same(values, F32({4}, {1, 2, 3, 4})));
  }
  return Status();
}

// A program annotated for two devices: each holds half of the argument and of the result.
Status Partitions(Context& context, bool shardy) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_RETURN_IF_ERROR(session.Devices(2).status());
  constexpr char kGspmd[] = R"(module @halves attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%a: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) {
    %0 = stablehlo.add %a, %a : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";
  constexpr char kShardy[] = R"(module @halves attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    %0 = stablehlo.add %a, %a : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";
  pjrt::CompileOptions options;
  options.num_partitions = 2;
  options.use_spmd_partitioning = true;
  options.use_shardy_partitioner = shardy;
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(shardy ? kShardy : kGspmd, options));
  CPPJRT_ASSIGN_OR_RETURN(const auto devices, session.Devices(2));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle a, session.Upload(F32({2}, {1, 2}), devices[0]));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle b, session.Upload(F32({2}, {3, 4}), devices[1]));
  CPPJRT_ASSIGN_OR_RETURN(const auto results, session.RunRows(loaded, {{a.get()}, {b.get()}}));
  CPPJRT_ASSIGN_OR_RETURN(const Array one, session.Read(results[0][0]));
  CPPJRT_ASSIGN_OR_RETURN(const Array two, session.Read(results[1][0]));
  CPPJRT_RETURN_IF_ERROR(Same(one, F32({2}, {2, 4})));
  return Same(two, F32({2}, {6, 8}));
}

Status LogicalIds(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_RETURN_IF_ERROR(session.Devices(2).status());
  pjrt::CompileOptions options;
  options.num_replicas = 2;
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(kNegate, options));
  auto args = session.api().Make<PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args>();
  args.executable = loaded.get();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("the number of devices", args.num_addressable_device_logical_ids, size_t{2}));
  for (int i = 0; i < 2; ++i) {
    const PJRT_LogicalDeviceIds& id = args.addressable_device_logical_ids[i];
    CPPJRT_RETURN_IF_ERROR(ExpectEqual("the replica of device " + std::to_string(i), id.replica, i));
    CPPJRT_RETURN_IF_ERROR(ExpectEqual("the partition of device " + std::to_string(i), id.partition, 0));
  }
  return Status();
}

Status TooManyReplicas(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  pjrt::CompileOptions options;
  options.num_replicas = 4096;
  return ExpectAnyError("a program of 4096 replicas", session.Compile(kNegate, options).status());
}

Status OneRowOfTwo(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const auto devices, session.Devices(2));
  pjrt::CompileOptions options;
  options.num_replicas = 2;
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(kNegate, options));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle a, session.Upload(kFirst, devices[0]));
  return ExpectAnyError("one row of arguments for two replicas", session.RunRows(loaded, {{a.get()}}).status());
}

// A program on the second device, chosen by its assignment.
Status AssignedDevice(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const auto devices, session.Devices(2));
  auto description = session.api().Make<PJRT_Device_GetDescription_Args>();
  description.device = devices[1];
  CPPJRT_RETURN_IF_ERROR(session.api().Call(description));
  auto id = session.api().Make<PJRT_DeviceDescription_Id_Args>();
  id.device_description = description.device_description;
  CPPJRT_RETURN_IF_ERROR(session.api().Call(id));
  pjrt::CompileOptions options;
  options.device_assignment = pjrt::DeviceAssignment{1, 1, {id.id}};
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded, session.Compile(kNegate, options));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle a, session.Upload(kFirst, devices[1]));
  CPPJRT_ASSIGN_OR_RETURN(const auto results, session.Run(loaded, {a.get()}));
  auto where = session.api().Make<PJRT_Buffer_Device_Args>();
  where.buffer = results[0].get();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(where));
  CPPJRT_RETURN_IF_ERROR(Expect(where.device == devices[1], "the result is not on the assigned device"));
  CPPJRT_ASSIGN_OR_RETURN(const Array values, session.Read(results[0]));
  return Same(values, F32({4}, {-1, -2, -3, -4}));
}

// --- send and receive, by the client library: it keeps the streams and callbacks

constexpr char kSendRecv[] = R"(module @transfers {
  func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %t = stablehlo.create_token : !stablehlo.token
    %s = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    %r:2 = "stablehlo.recv"(%s) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
    return %r#0 : tensor<4xf32>
  }
})";

Status SendAndReceive(Context& context) {
  CPPJRT_RETURN_IF_ERROR(context.NewSession().status());
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const auto loaded = session.Compile(kSendRecv);
  if (!loaded.ok() && ResultOf(loaded.status()) == Result::kFail) {
    return UnimplementedError("does not compile: " + loaded.status().ToString());
  }
  CPPJRT_RETURN_IF_ERROR(loaded.status());
  std::vector<float> sent;
  struct Ends {
    const Api* api;
    std::vector<float>* sent;
  } ends{&session.api(), &sent};
  PJRT_SendCallbackInfo send = {};
  send.channel_id = 1;
  send.user_arg = &ends;
  send.send_callback = [](PJRT_Chunk* chunk, PJRT_CallbackError*, size_t, bool, void* arg) -> PJRT_Error* {
    const auto* values = static_cast<const float*>(chunk->data);
    static_cast<Ends*>(arg)->sent->assign(values, values + chunk->size / sizeof(float));
    if (chunk->deleter != nullptr) chunk->deleter(chunk->data, chunk->deleter_arg);
    return nullptr;
  };
  PJRT_RecvCallbackInfo receive = {};
  receive.channel_id = 2;
  receive.user_arg = &ends;
  receive.recv_callback = [](PJRT_CopyToDeviceStream* stream, void* arg) {
    const Api& api = *static_cast<Ends*>(arg)->api;
    static float values[4] = {5, 6, 7, 8};
    PJRT_Chunk chunk = {};
    chunk.data = values;
    chunk.size = sizeof values;
    chunk.deleter = [](void*, void*) {};
    auto args = api.Make<PJRT_CopyToDeviceStream_AddChunk_Args>();
    args.stream = stream;
    args.chunk = &chunk;
    if (api.Call(args).ok()) EventHandle(api, args.transfer_complete);
    auto destroy = api.Make<PJRT_CopyToDeviceStream_Destroy_Args>();
    destroy.stream = stream;
    static_cast<void>(api.Call(destroy));
  };
  PJRT_SendCallbackInfo* sends = &send;
  PJRT_RecvCallbackInfo* receives = &receive;
  PJRT_ExecuteOptions options = {};
  options.send_callbacks = &sends;
  options.recv_callbacks = &receives;
  options.num_send_ops = 1;
  options.num_recv_ops = 1;
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle a, session.Upload(kFirst));
  CPPJRT_ASSIGN_OR_RETURN(const auto results, session.Run(*loaded, {a.get()}, &options));
  CPPJRT_ASSIGN_OR_RETURN(const Array received, session.Read(results[0]));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("what the host was sent", sent, std::vector<float>{1, 2, 3, 4}));
  return Same(received, F32({4}, {5, 6, 7, 8}));
}

}  // namespace

void AddMultiDeviceChecks(Registry& registry) {
  const auto add = [&registry](const char* id, const char* title, const char* meaning, CheckFunction run,
                               bool alone = false) {
    registry.Add({.id = std::string("devices.") + id,
                  .title = title,
                  .meaning = meaning,
                  .source = "PJRT_LoadedExecutable_Execute, StableHLO specification",
                  .alone = alone},
                 std::move(run));
  };
  add("replicas", "two replicas compute on their own data", "data-parallel programs are wrong", [](Context& context) {
    return TwoReplicas(context, kNegate, F32({4}, {-1, -2, -3, -4}), F32({4}, {-10, -20, -30, -40}));
  });
  add("replica_id", "each of two replicas knows its number", "data-parallel programs are wrong", [](Context& context) {
    return TwoReplicas(context, kReplicaId, F32({4}, {0, 0, 0, 0}), F32({4}, {1, 1, 1, 1}));
  });
  add("all_reduce_add", "the sum over two replicas is right on both", "data-parallel training is wrong",
      [](Context& context) {
        const Array sum = F32({4}, {11, 22, 33, 44});
        return TwoReplicas(context, AllReduce("add"), sum, sum);
      });
  add("all_reduce_max", "the maximum over two replicas is right on both", "data-parallel training is wrong",
      [](Context& context) { return TwoReplicas(context, AllReduce("maximum"), kSecond, kSecond); });
  add("all_gather", "two halves are put together on both replicas", "sharded programs are wrong", AllGather);
  add("collective_permute", "two replicas exchange their arrays", "pipelined programs are wrong",
      [](Context& context) { return TwoReplicas(context, Collective(kPermute), kSecond, kFirst); });
  add("permute_computed", "two replicas exchange what they have computed, 20 times", "pipelined programs are wrong",
      [](Context& context) -> Status {
        for (int i = 0; i < 20; ++i) {
          CPPJRT_RETURN_IF_ERROR(TwoReplicas(context, Collective(kPermuteComputed), kSecond, kFirst));
        }
        return Status();
      });
  add("all_to_all", "two replicas exchange halves", "expert-parallel programs are wrong", [](Context& context) {
    return TwoReplicas(context, Collective(kAllToAll), F32({4}, {1, 2, 10, 20}), F32({4}, {3, 4, 30, 40}));
  });
  add("partitions_gspmd", "a program annotated for two devices computes halves (GSPMD)", "sharded programs are wrong",
      [](Context& context) { return Partitions(context, false); });
  add("partitions_shardy", "a program annotated for two devices computes halves (Shardy)", "sharded programs are wrong",
      [](Context& context) { return Partitions(context, true); });
  add("logical_ids", "each device knows its replica and partition", "arrays are put together in the wrong order",
      LogicalIds);
  add("too_many_replicas", "a program of more replicas than devices is an error", "a program waits for ever",
      TooManyReplicas);
  add("one_row_of_two", "one row of arguments for two replicas is an error",
      "foreign memory is read, or a program waits for ever", OneRowOfTwo);
  add("assigned", "a program assigned to the second device runs there", "work runs on the wrong device",
      AssignedDevice);
  add("send_recv", "a program sends to the host and receives from it", "host callbacks do not work", SendAndReceive,
      true);
}

}  // namespace cppjrt::conform
