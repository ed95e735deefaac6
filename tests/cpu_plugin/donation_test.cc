// What a loop that donates each result takes: the memory of its first argument and no more, however its runs follow each
// other. A run lets go of its memory before its results are ready, so nothing here depends on timing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "tests/cpu_plugin/raw_plugin.h"

namespace cppjrt::cpu {
namespace {

using Floats = std::vector<float>;

constexpr int kRuns = 200;
constexpr int64_t kElements = int64_t{1} << 18;  // large enough that runs are asynchronous
constexpr int64_t kBytes = kElements * 4;

constexpr char kStep[] = R"(module @step {
  func.func public @main(%x: tensor<262144xf32> {tf.aliasing_output = 0 : i32}) -> tensor<262144xf32> {
    %0 = stablehlo.sine %x : tensor<262144xf32>
    %1 = stablehlo.add %0, %x : tensor<262144xf32>
    return %1 : tensor<262144xf32>
  }
})";
// The evaluator too runs it in its argument's memory: it runs op by op, and has no plan for results.
constexpr char kSine[] = R"(module @sine {
  func.func public @main(%x: tensor<262144xf32> {tf.aliasing_output = 0 : i32}) -> tensor<262144xf32> {
    %0 = stablehlo.sine %x : tensor<262144xf32>
    return %0 : tensor<262144xf32>
  }
})";
constexpr char kAddStep[] = R"(module @add_step {
  func.func public @main(%x: tensor<262144xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<262144xf32>) -> tensor<262144xf32> {
    %0 = stablehlo.sine %y : tensor<262144xf32>
    %1 = stablehlo.add %0, %x : tensor<262144xf32>
    return %1 : tensor<262144xf32>
  }
})";
// Reads its argument for longer than a step takes.
constexpr char kReader[] = R"(module @reader {
  func.func public @main(%x: tensor<262144xf32>) -> tensor<f32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.sine %x : tensor<262144xf32>
    %1 = stablehlo.cosine %0 : tensor<262144xf32>
    %2 = stablehlo.power %0, %1 : tensor<262144xf32>
    %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<262144xf32>, tensor<f32>) -> tensor<f32>
    return %3 : tensor<f32>
  }
})";

// CompileOptionsProto with a setting of the compiler, all shorter than 100 letters.
std::string Setting(const std::string& name, const std::string& value) {
  const auto field = [](char key, const std::string& bytes) {
    return std::string(1, key) + static_cast<char>(bytes.size()) + bytes;
  };
  return field('\x3a', field('\x0a', name) + field('\x12', field('\x0a', value)));
}

// The same with a number of replicas.
std::string Replicas(int replicas) {
  const std::string build = {0x20, static_cast<char>(replicas), 0x28, 1};
  return std::string("\x1a") + static_cast<char>(build.size()) + build;
}

class DonationTest : public ::testing::Test {
 protected:
  // Several threads on any machine: one thread has no asynchronous runs.
  void SetUp() override {
    auto threads = Make<PJRT_NamedValue>();
    threads.name = "num_threads";
    threads.name_size = std::strlen(threads.name);
    threads.type = PJRT_NamedValue_kInt64;
    threads.int64_value = 4;
    threads.value_size = 1;
    client_ = p_.NewClient({threads});
  }
  void TearDown() override { EXPECT_EQ(p_.Destroy(client_), ""); }

  PJRT_LoadedExecutable* Compile(std::string_view code, const std::string& options = {}) {
    PJRT_LoadedExecutable* executable = nullptr;
    EXPECT_EQ(p_.TryCompile(client_, code, &executable, options), "");
    return executable;
  }
  PJRT_Buffer* Run(PJRT_LoadedExecutable* executable, const std::vector<PJRT_Buffer*>& arguments) {
    PJRT_Buffer* out = nullptr;
    EXPECT_EQ(p_.TryExecute(executable, arguments, &out), "");
    return out;
  }
  // The result of a run that `x` is donated to; the handle of `x` is destroyed, as in `x = step(x)`.
  PJRT_Buffer* Step(PJRT_LoadedExecutable* executable, PJRT_Buffer* x, const std::vector<PJRT_Buffer*>& others = {}) {
    std::vector<PJRT_Buffer*> arguments = {x};
    arguments.insert(arguments.end(), others.begin(), others.end());
    PJRT_Buffer* next = Run(executable, arguments);
    EXPECT_EQ(p_.Destroy(x), "");
    return next;
  }
  PJRT_Buffer* Zeros(size_t device = 0) { return p_.Upload(client_, Floats(kElements), device); }
  // Waits until it is ready.
  uintptr_t Pointer(PJRT_Buffer* buffer) {
    auto args = Make<PJRT_Buffer_UnsafePointer_Args>();
    args.buffer = buffer;
    EXPECT_EQ(p_.Try(args), "");
    return args.buffer_pointer;
  }
  PJRT_Device_MemoryStats_Args Stats(size_t device = 0) {
    auto args = Make<PJRT_Device_MemoryStats_Args>();
    args.device = p_.Device(client_, device);
    EXPECT_EQ(p_.Try(args), "");
    return args;
  }
  // How many of kRuns steps have their result where their argument was. Waits for each result.
  int Reused(PJRT_LoadedExecutable* executable, PJRT_Buffer* x) {
    int reused = 0;
    uintptr_t before = Pointer(x);
    for (int i = 0; i < kRuns; ++i) {
      x = Step(executable, x);
      EXPECT_EQ(p_.AwaitReady(x), "");
      reused += Pointer(x) == before ? 1 : 0;
      before = Pointer(x);
    }
    EXPECT_EQ(p_.Destroy(x), "");
    return reused;
  }
  PJRT_Client_CreateAliasBuffer_Args Alias() {
    auto alias = Make<PJRT_Client_CreateAliasBuffer_Args>();
    alias.client = client_;
    alias.shape_element_type = PJRT_Buffer_Type_F32;
    alias.shape_dims = &kElements;
    alias.shape_num_dims = 1;
    p_.Must(alias);
    return alias;
  }

  RawPlugin p_;
  PJRT_Client* client_ = nullptr;
};

TEST_F(DonationTest, EveryStepReusesItsArgument) {
  EXPECT_EQ(Reused(Compile(kStep), Zeros()), kRuns);
  EXPECT_EQ(Stats().bytes_in_use, 0);
  EXPECT_LT(Stats().peak_bytes_in_use, kBytes + 65536);
}

TEST_F(DonationTest, WhateverRunsTheProgram) {
  for (const std::string& options : {Setting("compile", "lazy"), Setting("compile", "background"),
                                     Setting("engine", "evaluator"), Setting("engine", "native")}) {
    EXPECT_EQ(Reused(Compile(kSine, options), Zeros()), kRuns) << options;
  }
}

TEST_F(DonationTest, StepsMayFollowWithoutWaiting) {
  PJRT_LoadedExecutable* step = Compile(kStep);
  PJRT_Buffer* x = Zeros();
  const uintptr_t first = Pointer(x);
  for (int i = 0; i < kRuns; ++i) x = Step(step, x);
  EXPECT_EQ(Pointer(x), first);
  EXPECT_LT(Stats().peak_bytes_in_use, kBytes + 65536);
}

TEST_F(DonationTest, ADonatedArgumentWaitsForItsReaders) {
  PJRT_LoadedExecutable* step = Compile(kStep);
  PJRT_LoadedExecutable* reader = Compile(kReader);
  PJRT_Buffer* x = Zeros();
  const uintptr_t first = Pointer(x);
  for (int i = 0; i < kRuns; ++i) {
    EXPECT_EQ(p_.Destroy(Run(reader, {x})), "");
    x = Step(step, x);
  }
  EXPECT_EQ(Pointer(x), first);
}

TEST_F(DonationTest, ADonatedArgumentWaitsForItsCopies) {
  PJRT_LoadedExecutable* step = Compile(kStep);
  PJRT_Buffer* x = Zeros();
  const uintptr_t first = Pointer(x);
  std::vector<Floats> copies(20, Floats(kElements, 1.0F));
  std::vector<PJRT_Event*> events;
  for (Floats& to : copies) {
    auto copy = Make<PJRT_Buffer_ToHostBuffer_Args>();
    copy.src = x;
    copy.dst = to.data();
    copy.dst_size = kBytes;
    p_.Must(copy);
    events.push_back(copy.event);
    x = Step(step, x);
  }
  EXPECT_EQ(Pointer(x), first);
  for (PJRT_Event* event : events) EXPECT_EQ(p_.Await(event), "");
  for (const Floats& copy : copies) EXPECT_EQ(std::ranges::count(copy, 0.0F), kElements);
}

// A run that fails has not read its arguments for good: its end counts, not its success.
TEST_F(DonationTest, AReaderThatFailsDoesNotFailTheStep) {
  PJRT_Client_CreateAliasBuffer_Args alias = Alias();
  PJRT_Buffer* x = Zeros();
  const uintptr_t first = Pointer(x);
  PJRT_Buffer* failed = Run(Compile(kAddStep), {alias.alias_buffer, x});
  PJRT_Buffer* next = Step(Compile(kStep), x);
  auto fulfill = Make<PJRT_Client_FulfillAliasBuffer_Args>();
  fulfill.client = client_;
  fulfill.status_code = PJRT_Error_Code_DATA_LOSS;
  fulfill.fulfill_alias_buffer_cb = alias.fulfill_alias_buffer_cb;
  EXPECT_NE(p_.Try(fulfill), "");
  EXPECT_EQ(Pointer(next), first);
  EXPECT_NE(p_.AwaitReady(failed), "");
}

TEST_F(DonationTest, SeveralThreadsEachInTheirOwnMemory) {
  PJRT_LoadedExecutable* step = Compile(kStep);
  std::vector<int> reused(4);
  std::vector<std::thread> threads;
  for (int& count : reused) threads.emplace_back([&] { count = Reused(step, Zeros()); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(reused, std::vector<int>(4, kRuns));
  EXPECT_EQ(Stats().bytes_in_use, 0);
}

TEST_F(DonationTest, SeveralDevicesEachInTheirOwnMemory) {
  constexpr size_t kDevices = 2;
  PJRT_LoadedExecutable* step = Compile(kStep, Replicas(kDevices));
  std::vector<PJRT_Buffer*> x = {Zeros(0), Zeros(1)};
  const std::vector<uintptr_t> first = {Pointer(x[0]), Pointer(x[1])};
  for (int i = 0; i < kRuns; ++i) {
    std::vector<PJRT_Buffer*> next(kDevices);
    PJRT_Buffer* const* arguments[kDevices] = {x.data(), x.data() + 1};
    PJRT_Buffer** results[kDevices] = {next.data(), next.data() + 1};
    auto options = Make<PJRT_ExecuteOptions>();
    auto args = Make<PJRT_LoadedExecutable_Execute_Args>();
    args.executable = step;
    args.options = &options;
    args.argument_lists = arguments;
    args.num_devices = kDevices;
    args.num_args = 1;
    args.output_lists = results;
    ASSERT_EQ(p_.Try(args), "");
    for (PJRT_Buffer* buffer : x) EXPECT_EQ(p_.Destroy(buffer), "");
    x = next;
    // The first device's row alone: the other one may be under way.
    ASSERT_EQ(p_.AwaitReady(x[static_cast<size_t>(i) % kDevices]), "");
  }
  EXPECT_EQ(Pointer(x[0]), first[0]);
  EXPECT_EQ(Pointer(x[1]), first[1]);
}

TEST_F(DonationTest, AFailedRunLetsGoOfItsArgumentBeforeItsErrorIsSeen) {
  PJRT_LoadedExecutable* step = Compile(kAddStep);
  for (int i = 0; i < kRuns; ++i) {
    PJRT_Client_CreateAliasBuffer_Args alias = Alias();
    PJRT_Buffer* x = Zeros();
    PJRT_Buffer* failed = Step(step, x, {alias.alias_buffer});
    std::thread fulfiller([&] {
      auto fulfill = Make<PJRT_Client_FulfillAliasBuffer_Args>();
      fulfill.client = client_;
      fulfill.status_code = PJRT_Error_Code_DATA_LOSS;
      fulfill.fulfill_alias_buffer_cb = alias.fulfill_alias_buffer_cb;
      static_cast<void>(p_.Try(fulfill));
    });
    EXPECT_NE(p_.AwaitReady(failed), "");
    EXPECT_EQ(Stats().bytes_in_use, 0);
    fulfiller.join();
    EXPECT_EQ(p_.Destroy(failed), "");
    EXPECT_EQ(p_.Destroy(alias.alias_buffer), "");
  }
}

TEST_F(DonationTest, FulfilledAliasesAreReusedToo) {
  PJRT_LoadedExecutable* step = Compile(kStep);
  for (int i = 0; i < kRuns; ++i) {
    PJRT_Client_CreateAliasBuffer_Args alias = Alias();
    PJRT_Buffer* next = Step(step, alias.alias_buffer);
    PJRT_Buffer* x = Zeros();
    const uintptr_t first = Pointer(x);
    auto fulfill = Make<PJRT_Client_FulfillAliasBuffer_Args>();
    fulfill.client = client_;
    fulfill.buffer = x;
    fulfill.fulfill_alias_buffer_cb = alias.fulfill_alias_buffer_cb;
    ASSERT_EQ(p_.Try(fulfill), "");
    EXPECT_EQ(Pointer(next), first);
    EXPECT_EQ(p_.Destroy(x), "");
    EXPECT_EQ(p_.Destroy(next), "");
  }
}

TEST_F(DonationTest, TransferredBuffersAreReusedToo) {
  PJRT_LoadedExecutable* step = Compile(kStep);
  const Floats zeros(kElements);
  for (int i = 0; i < kRuns; ++i) {
    auto spec = Make<PJRT_ShapeSpec>();
    spec.dims = &kElements;
    spec.num_dims = 1;
    spec.element_type = PJRT_Buffer_Type_F32;
    auto make = Make<PJRT_Client_CreateBuffersForAsyncHostToDevice_Args>();
    make.client = client_;
    make.shape_specs = &spec;
    make.num_shape_specs = 1;
    p_.Must(make);
    auto take = Make<PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args>();
    take.transfer_manager = make.transfer_manager;
    p_.Must(take);
    auto send = Make<PJRT_AsyncHostToDeviceTransferManager_TransferData_Args>();
    send.transfer_manager = make.transfer_manager;
    send.data = zeros.data();
    send.transfer_size = kBytes;
    send.is_last_transfer = true;
    p_.Must(send);
    const uintptr_t first = Pointer(take.buffer_out);
    PJRT_Buffer* next = Step(step, take.buffer_out);
    EXPECT_EQ(Pointer(next), first);
    EXPECT_EQ(p_.Await(send.done_with_h2d_transfer), "");
    EXPECT_EQ(p_.Destroy(next), "");
    auto destroy = Make<PJRT_AsyncHostToDeviceTransferManager_Destroy_Args>();
    destroy.transfer_manager = make.transfer_manager;
    p_.Must(destroy);
  }
  EXPECT_EQ(Stats().bytes_in_use, 0);
}

}  // namespace
}  // namespace cppjrt::cpu
