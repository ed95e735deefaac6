// Options, stores, work that fails or is late, on a plugin that does what it is told.
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

#include "tests/client/fault.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::AllOf;
using ::testing::HasSubstr;
using namespace std::chrono_literals;

class FaultWorkTest : public FaultTest {
 protected:
  explicit FaultWorkTest(const std::string& spec = "") : table_(spec) {}
  Client NewClient(const ClientOptions& options = {}) const { return Get(Client::Create(table_.plugin(), options)); }
  const FaultTable& table() const { return table_; }

 private:
  FaultTable table_;
};

TEST_F(FaultWorkTest, CreateOptionsArriveAsTheyWereGiven) {
  const NamedValues options = {{"num_devices", int64_t{3}},
                               {"int64", int64_t{-7}},
                               {"string_option", std::string("a\0b", 3)},
                               {"int_list", std::vector<int64_t>{1, -2}},
                               {"float", 0.25F},
                               {"bool", true}};
  const Client client = NewClient({options, nullptr});
  ASSERT_EQ(client.devices().size(), 3U);
  const NamedValues attributes = client.devices()[0].description().attributes;
  for (const auto& [name, value] : options) {
    if (name != "num_devices") {
      EXPECT_EQ(attributes.at(name), value) << name;
    }
  }
  EXPECT_EQ(Get(client.devices()[0].attributes()).at("int64"), Value(int64_t{-7}));
}

TEST_F(FaultWorkTest, WrongCreateOptionsAreErrors) {
  EXPECT_THAT(Client::Create(table().plugin(), {{{"foo", true}}, nullptr}),
              StatusIs(StatusCode::kInvalidArgument, HasSubstr("foo")));
  EXPECT_THAT(Client::Create(table().plugin(), {{{"num_devices", true}}, nullptr}),
              StatusIs(StatusCode::kInvalidArgument));
}

// --- key-value store

class Store : public KeyValueStore {
 public:
  StatusOr<std::string> Get(std::string_view key, std::chrono::milliseconds timeout) override {
    EXPECT_EQ(timeout, 1000ms);
    return TryGet(key);
  }
  StatusOr<std::string> TryGet(std::string_view key) override {
    ++gets;
    if (fail) return cppjrt::DeadlineExceededError("nobody came");
    const auto found = values.find(std::string(key));
    if (found == values.end()) return cppjrt::NotFoundError("no such key");
    return found->second;
  }
  Status Put(std::string_view key, std::string_view value) override {
    values[std::string(key)] = value;
    return fail_put ? cppjrt::PermissionDeniedError("read only") : Status();
  }
  std::map<std::string, std::string> values;
  bool fail = false;
  bool fail_put = false;
  int gets = 0;
};

TEST_F(FaultWorkTest, ThePluginUsesTheStore) {
  const auto store = std::make_shared<Store>();
  const Client client = NewClient({{{"num_devices", int64_t{2}}}, store});
  EXPECT_EQ(store->values, (std::map<std::string, std::string>{{"fault/num_devices", "2"}}));
  EXPECT_EQ(store->gets, 2);
  const NamedValues attributes = client.devices()[0].description().attributes;
  EXPECT_EQ(attributes.at("kv_get"), Value(std::string("2")));
  EXPECT_EQ(attributes.at("kv_try_get"), Value(std::string("2")));
  EXPECT_GT(store.use_count(), 1);  // kept while the client lives
}

TEST_F(FaultWorkTest, ErrorsOfTheStoreReachTheCaller) {
  const auto store = std::make_shared<Store>();
  store->fail = true;
  EXPECT_THAT(Client::Create(table().plugin(), {{}, store}),
              StatusIs(StatusCode::kDeadlineExceeded, HasSubstr("nobody came")));
  store->fail_put = true;
  EXPECT_THAT(Client::Create(table().plugin(), {{}, store}),
              StatusIs(StatusCode::kPermissionDenied, HasSubstr("read only")));
  EXPECT_EQ(store.use_count(), 1);
}

// --- errors

TEST_F(FaultWorkTest, EveryCodeComesThrough) {
  for (int code = 1; code <= 16; ++code) {
    FaultSpec fault;
    fault.code = static_cast<PJRT_Error_Code>(code);
    fault.message = "why";
    Control().set_fault(table().raw(), abi::Slot::Client_Create, &fault);
    EXPECT_THAT(Client::Create(table().plugin()), StatusIs(static_cast<StatusCode>(code), "PJRT_Client_Create: why"));
  }
}

TEST_F(FaultWorkTest, PayloadsComeThrough) {
  table().Tell("Client_Create=fail:ABORTED:why;Client_Create=payload:url:value");
  EXPECT_EQ(Client::Create(table().plugin()).status().payloads(), (Status::Payloads{{"url", "value"}}));
}

TEST_F(FaultWorkTest, AMissingMessageIsSaidToBeMissing) {
  table().Tell("Client_Create=null_message");
  EXPECT_THAT(Client::Create(table().plugin()), StatusIs(StatusCode::kInternal, HasSubstr("gave no message")));
}

TEST_F(FaultWorkTest, CompileErrorsComeThrough) {
  EXPECT_THAT(NewClient().Compile(FaultProgram("// fault.compile_error = \"INVALID_ARGUMENT: line 3\"")),
              StatusIs(StatusCode::kInvalidArgument, "PJRT_Client_Compile: line 3"));
}

// --- work in flight

TEST_F(FaultWorkTest, ErrorsInFlightReachEveryoneWhoWaits) {
  const Client client = NewClient();
  const LoadedExecutable failing =
      Get(client.Compile(FaultProgram("// fault.delay_ms = 20\n// fault.execute_error = \"DATA_LOSS: gone\"")));
  const LoadedExecutable next = Get(client.Compile(FaultProgram()));
  const Buffer argument = Get(UploadFour(client));
  Event done;
  std::vector<Buffer> results = Get(failing.Execute({&argument}, {}, &done));
  EXPECT_FALSE(done.IsReady());
  EXPECT_FALSE(results[0].ReadyEvent().IsReady());
  std::vector<Buffer> consequences = Get(next.Execute({&results[0]}));
  EXPECT_THAT(done.Await(), StatusIs(StatusCode::kDataLoss, HasSubstr("gone")));
  EXPECT_THAT(results[0].ReadyEvent().Await(), StatusIs(StatusCode::kDataLoss, HasSubstr("gone")));
  EXPECT_THAT(results[0].ToHost(), StatusIs(StatusCode::kDataLoss, HasSubstr("gone")));
  EXPECT_THAT(consequences[0].ToHost(), StatusIs(StatusCode::kDataLoss, HasSubstr("gone")));
}

TEST_F(FaultWorkTest, AwaitForTimesOutThenSucceeds) {
  const Client client = NewClient();
  const LoadedExecutable slow = Get(client.Compile(FaultProgram("// fault.delay_ms = 30")));
  const Buffer argument = Get(UploadFour(client));
  Event done;
  std::vector<Buffer> results = Get(slow.Execute({&argument}, {}, &done));
  EXPECT_THAT(done.AwaitFor(1ms), StatusIs(StatusCode::kDeadlineExceeded));
  EXPECT_THAT(done.AwaitFor(1min), IsOk());
  EXPECT_THAT(done.Await(), IsOk());
}

TEST_F(FaultWorkTest, CallbacksRunOnThePluginsThreadAndMayDropEverything) {
  auto client = std::make_shared<Client>(NewClient());
  auto executable = std::make_shared<LoadedExecutable>(Get(client->Compile(FaultProgram("// fault.delay_ms = 20"))));
  const Buffer argument = Get(UploadFour(*client));
  auto results = std::make_shared<std::vector<Buffer>>(Get(executable->Execute({&argument})));
  Promise called;
  const Event event = called.event();
  const auto caller = std::this_thread::get_id();
  (*results)[0].ReadyEvent().OnReady([client, executable, results, caller, &called](const Status& status) mutable {
    EXPECT_NE(std::this_thread::get_id(), caller);
    results.reset();
    executable.reset();
    client.reset();
    static_cast<void>(called.Set(status).ok());
  });
  client.reset();
  executable.reset();
  results.reset();
  EXPECT_THAT(event.AwaitFor(1min), IsOk());
}

TEST_F(FaultWorkTest, EventsDroppedBeforeTheyAreReadyAreHarmless) {
  const Client client = NewClient();
  const LoadedExecutable slow = Get(client.Compile(FaultProgram("// fault.delay_ms = 5")));
  const Buffer argument = Get(UploadFour(client));
  std::atomic<int> called = 0;
  for (int i = 0; i < 10; ++i) {
    Event done;
    std::vector<Buffer> results = Get(slow.Execute({&argument}, {}, &done));
    done.OnReady([&](const Status&) { ++called; });
  }
  for (int i = 0; i < 5000 && called < 10; ++i) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(called, 10);
}

TEST_F(FaultWorkTest, ManyThreadsWaitForOneEvent) {
  const Client client = NewClient();
  const LoadedExecutable slow = Get(client.Compile(FaultProgram("// fault.delay_ms = 20")));
  const Buffer argument = Get(UploadFour(client));
  Event done;
  std::vector<Buffer> results = Get(slow.Execute({&argument}, {}, &done));
  std::atomic<int> called = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      done.OnReady([&](const Status&) { ++called; });
      EXPECT_THAT(i % 2 == 0 ? done.Await() : done.AwaitFor(1min), IsOk());
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < 5000 && called < 8; ++i) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(called, 8);
}

TEST_F(FaultWorkTest, ManyThreadsUseOneClient) {
  table().Tell("async=50");
  const Client client = NewClient({{{"num_devices", int64_t{4}}}, nullptr});
  const LoadedExecutable identity = Get(client.Compile(FaultProgram()));
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 50; ++k) {
        const Buffer argument = Get(UploadFour(client));
        std::vector<Buffer> results = Get(identity.Execute({&argument}));
        EXPECT_EQ(Get(results[0].ToVector<float>()), FourFloats());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(FaultWorkTest, APromiseThePluginRefusedCanBeSetAgain) {
  table().Tell("Event_Set=fail:UNAVAILABLE:busy;Event_Set=times:1");
  Promise promise = Get(Promise::Create(table().plugin()));
  EXPECT_THAT(promise.Set(Status()), StatusIs(StatusCode::kUnavailable, HasSubstr("busy")));
  EXPECT_THAT(promise.Set(Status()), IsOk());
  EXPECT_THAT(promise.event().AwaitFor(1min), IsOk());
}

TEST_F(FaultWorkTest, DonationIsNamedInTheError) {
  const Client client = NewClient();
  const LoadedExecutable donating = Get(client.Compile(FaultProgram("// fault.donate = [0]")));
  const Buffer argument = Get(UploadFour(client));
  static_cast<void>(Get(donating.Execute({&argument})));
  EXPECT_TRUE(Get(argument.IsDeleted()));
  EXPECT_THAT(donating.Execute({&argument}),
              StatusIs(StatusCode::kFailedPrecondition, AllOf(HasSubstr("argument 0"), HasSubstr("donated"))));
}

TEST_F(FaultWorkTest, UploadsKeepOrReleaseTheHostMemoryAsPromised) {
  table().Tell("async=20000");
  const Client client = NewClient();
  std::vector<float> values = FourFloats();
  Event done;
  UploadOptions options;
  options.semantics = HostBufferSemantics::kImmutableUntilTransferCompletes;
  options.done_with_host_buffer = &done;
  const int64_t dims[] = {4};
  const Buffer buffer = Get(client.Upload(std::span<const float>(values), dims, options));
  EXPECT_FALSE(done.IsReady());
  EXPECT_THAT(done.Await(), IsOk());
  values.assign(4, -1);
  EXPECT_EQ(Get(buffer.ToVector<float>()), FourFloats());
}

TEST_F(FaultWorkTest, StridedUploadsKeepTheirSourceUntilTheTransferIsDone) {
  table().Tell("async=20000");
  const Client client = NewClient();
  const std::vector<float> values = {1, -1, 2, -1, 3, -1, 4, -1};
  const int64_t dims[] = {4};
  const int64_t strides[] = {8};
  for (int semantics = 0; semantics < 4; ++semantics) {
    Event done;
    UploadOptions options;
    options.semantics = static_cast<HostBufferSemantics>(semantics);
    options.done_with_host_buffer = &done;
    const Buffer buffer = Get(client.Upload(HostArray{values.data(), ElementType::kF32, dims, strides}, options));
    EXPECT_EQ(Get(buffer.ToVector<float>()), FourFloats());
    EXPECT_THAT(done.Await(), IsOk());
  }
}

// --- transfers with the host

const char kTalking[] = "// fault.send = 7\n// fault.receive = 8";

TEST_F(FaultWorkTest, WhatAProgramSendsArrivesInPiecesAndWhatItReceivesIsItsResult) {
  for (const char* timing : {"", "async=200"}) {
    table().Tell(timing);
    const Client client = NewClient();
    const LoadedExecutable program = Get(client.Compile(FaultProgram(kTalking)));
    const Buffer argument = Get(UploadFour(client));
    std::vector<std::byte> sent;
    std::vector<bool> last;
    auto transfers = std::make_shared<HostTransfers>();
    transfers->sends.push_back({7, [&](size_t row, const SentChunk& chunk) {
                                  EXPECT_EQ(row, 0U);
                                  EXPECT_EQ(chunk.total_size, 16U);
                                  sent.insert(sent.end(), chunk.data.begin(), chunk.data.end());
                                  last.push_back(chunk.done);
                                  return Status();
                                }});
    Status too_much, odd;
    transfers->receives.push_back({8, [&](size_t, CopyToDeviceStream stream) {
                                     too_much = stream.AddChunk(std::vector<std::byte>(20)).Await();
                                     odd = stream.AddChunk(std::vector<std::byte>(3)).Await();
                                     const auto middle = sent.begin() + 8;
                                     static_cast<void>(stream.AddChunk({sent.begin(), middle}));
                                     static_cast<void>(stream.AddChunk({middle, sent.end()}));
                                   }});
    ExecuteOptions options;
    options.host_transfers = transfers;
    Event done;
    const std::vector<Buffer> results = Get(program.Execute({&argument}, options, &done));
    EXPECT_THAT(done.AwaitFor(10s), IsOk());
    EXPECT_EQ(Get(results[0].ToVector<float>()), FourFloats());
    EXPECT_EQ(last, (std::vector<bool>{false, true}));
    EXPECT_THAT(too_much, StatusIs(StatusCode::kInvalidArgument, HasSubstr("16")));
    EXPECT_THAT(odd, StatusIs(StatusCode::kInvalidArgument, HasSubstr("granules of 4")));
  }
}

TEST_F(FaultWorkTest, HandlersThatFailOrThrowFailTheExecution) {
  const Client client = NewClient();
  const LoadedExecutable program = Get(client.Compile(FaultProgram(kTalking)));
  const Buffer argument = Get(UploadFour(client));
  const auto run = [&](SendChannel send, ReceiveChannel receive) {
    auto transfers = std::make_shared<HostTransfers>();
    transfers->sends.push_back(std::move(send));
    transfers->receives.push_back(std::move(receive));
    ExecuteOptions options;
    options.host_transfers = transfers;
    Event done;
    const StatusOr<std::vector<Buffer>> results = program.Execute({&argument}, options, &done);
    return results.ok() ? done.AwaitFor(10s) : results.status();
  };
  const SendChannel fine{7, [](size_t, const SentChunk&) { return Status(); }};
  EXPECT_THAT(run({7, [](size_t, const SentChunk&) { return cppjrt::DataLossError("the disk is full"); }}, {8, {}}),
              StatusIs(StatusCode::kDataLoss, HasSubstr("the disk is full")));
  EXPECT_THAT(run({7, [](size_t, const SentChunk&) -> Status { throw std::runtime_error("kaput"); }}, {8, {}}),
              StatusIs(StatusCode::kInternal, HasSubstr("kaput")));
  EXPECT_THAT(run(fine, {8, [](size_t, CopyToDeviceStream) { throw std::runtime_error("kaput"); }}),
              StatusIs(StatusCode::kCancelled));
  EXPECT_THAT(run(fine, {8, {}}), StatusIs(StatusCode::kCancelled));
  EXPECT_THAT(run(fine, {9, {}}), StatusIs(StatusCode::kInvalidArgument, HasSubstr("channel 8")));
}

TEST_F(FaultWorkTest, AStoreThatThrowsIsAnInternalError) {
  struct Throwing : InMemoryStore {
    Status Put(std::string_view, std::string_view) override { throw std::runtime_error("kaput"); }
  };
  EXPECT_THAT(Client::Create(table().plugin(), {{}, std::make_shared<Throwing>()}),
              StatusIs(StatusCode::kInternal, HasSubstr("kaput")));
}

TEST_F(FaultWorkTest, OptionsThatAnOldPluginWouldLoseAreUnimplemented) {
  const FaultTable old("version=0.77");
  const Client client = Get(Client::Create(old.plugin()));
  const LoadedExecutable program = Get(client.Compile(FaultProgram()));
  const Buffer argument = Get(UploadFour(client));
  const int task = 0;
  const int64_t incarnation = 1;
  ExecuteOptions options;
  options.task_ids = std::span(&task, 1);
  EXPECT_THAT(program.Execute({&argument}, options), StatusIs(StatusCode::kInvalidArgument));
  options.incarnation_ids = std::span(&incarnation, 1);
  EXPECT_THAT(program.Execute({&argument}, options), StatusIs(StatusCode::kUnimplemented, HasSubstr("0.78")));
}

}  // namespace
}  // namespace pjrt
