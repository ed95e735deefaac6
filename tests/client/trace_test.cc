// Traces and the log hook, on the fault plugin.
#include "pjrt/trace.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "pjrt/log.h"
#include "tests/client/fault.h"

namespace pjrt {
namespace {

using Json = nlohmann::json;

class TraceTest : public FaultTest {
 protected:
  void SetUp() override { path_ = ::testing::TempDir() + "cppjrt_trace_" + std::to_string(getpid()) + ".json"; }
  void TearDown() override {
    if (Tracing()) static_cast<void>(StopTrace().ok());
    std::filesystem::remove(path_);
    FaultTest::TearDown();
  }

  Json Read() const {
    std::ifstream file(path_);
    return Json::parse(file);
  }
  // Entries of a phase and name.
  static std::vector<Json> Find(const Json& trace, const std::string& phase, const std::string& name) {
    std::vector<Json> found;
    for (const Json& entry : trace) {
      if (entry.at("ph") == phase && entry.at("name") == name) found.push_back(entry);
    }
    return found;
  }
  static void RunOnce(const Client& client, int runs = 1) {
    const LoadedExecutable executable = Get(client.Compile(Program{"// fault.outputs = 1"}));
    const Buffer argument = Get(UploadFour(client));
    for (int i = 0; i < runs; ++i) {
      const std::vector<Buffer> results = Get(executable.Execute({&argument}));
      EXPECT_EQ(Get(results[0].ToVector<float>()).size(), 4u);
    }
  }

  std::string path_;
};

TEST_F(TraceTest, CallsHaveTimesAndSizes) {
  const FaultTable table("");
  ASSERT_THAT(StartTrace(path_), cppjrt::IsOk());
  EXPECT_TRUE(Tracing());
  {
    RunOnce(Get(Client::Create(table.plugin())));
  }
  ASSERT_THAT(StopTrace(), cppjrt::IsOk());
  EXPECT_FALSE(Tracing());

  const Json trace = Read();
  const auto uploads = Find(trace, "X", "PJRT_Client_BufferFromHostBuffer");
  ASSERT_EQ(uploads.size(), 1u);
  EXPECT_EQ(uploads[0].at("args").at("bytes"), 16);
  EXPECT_EQ(uploads[0].at("args").at("type"), "f32[4]");
  EXPECT_GE(uploads[0].at("dur").get<double>(), 0);
  EXPECT_GT(uploads[0].at("ts").get<double>(), 0);
  const auto compiles = Find(trace, "X", "PJRT_Client_Compile");
  ASSERT_EQ(compiles.size(), 1u);
  EXPECT_EQ(compiles[0].at("args").at("bytes"), 20);
  EXPECT_EQ(compiles[0].at("args").at("format"), "mlir");
  const auto runs = Find(trace, "X", "PJRT_LoadedExecutable_Execute");
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0].at("args").at("executable"), "fault_program");
  EXPECT_EQ(runs[0].at("args").at("arguments"), 1);
  EXPECT_EQ(Find(trace, "X", "PJRT_Client_Destroy").size(), 1u);
  EXPECT_EQ(Find(trace, "M", "process_name").size(), 1u);
}

TEST_F(TraceTest, WorkGoesOnUntilItsEvent) {
  const FaultTable table("async=20000");
  ASSERT_THAT(StartTrace(path_), cppjrt::IsOk());
  {
    RunOnce(Get(Client::Create(table.plugin())));
  }
  for (int i = 0; i < 100 && LiveObjects() != 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ASSERT_THAT(StopTrace(), cppjrt::IsOk());
  const Json trace = Read();
  for (const auto& [name, category] : std::map<std::string, std::string>{
           {"upload f32[4]", "transfer"}, {"download 16 bytes", "transfer"}, {"fault_program", "execution"}}) {
    const auto begins = Find(trace, "b", name);
    const auto ends = Find(trace, "e", name);
    ASSERT_EQ(begins.size(), 1u) << name;
    ASSERT_EQ(ends.size(), 1u) << name;
    EXPECT_EQ(begins[0].at("cat"), category);
    EXPECT_EQ(begins[0].at("id"), ends[0].at("id"));
    EXPECT_GE(ends[0].at("ts").get<double>() - begins[0].at("ts").get<double>(), 15000) << name;
  }
}

TEST_F(TraceTest, ErrorsAreInIt) {
  const FaultTable table("Client_Compile=fail:INVALID_ARGUMENT:say \"no\"\\ \x01\xff");
  const Client client = Get(Client::Create(table.plugin()));
  ASSERT_THAT(StartTrace(path_), cppjrt::IsOk());
  EXPECT_FALSE(client.Compile(Program{"x"}).ok());
  {
    const LoadedExecutable failing = [&] {
      table.Tell("Client_Compile=times:0");
      return Get(client.Compile(Program{"// fault.execute_error = \"DATA_LOSS: gone\""}));
    }();
    const Buffer argument = Get(UploadFour(client));
    const auto results = failing.Execute({&argument});
    ASSERT_TRUE(results.ok());
    EXPECT_FALSE((*results)[0].ToHost().ok());
  }
  ASSERT_THAT(StopTrace(), cppjrt::IsOk());
  const Json trace = Read();
  const std::string error = Find(trace, "X", "PJRT_Client_Compile").at(0).at("args").at("error");
  EXPECT_THAT(error, ::testing::HasSubstr("say \"no\"\\"));
  bool lost = false;
  for (const Json& entry : trace) {
    if (entry.at("ph") == "e" && entry.contains("args"))
      lost |= entry.at("args").at("error").dump().find("gone") != std::string::npos;
  }
  EXPECT_TRUE(lost);
}

TEST_F(TraceTest, ThreadsAndSpans) {
  const FaultTable table("");
  const Client client = Get(Client::Create(table.plugin()));
  const LoadedExecutable executable = Get(client.Compile(Program{"// fault.outputs = 1"}));
  ASSERT_THAT(StartTrace(path_), cppjrt::IsOk());
  constexpr int kThreads = 4, kRuns = 200;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      const TraceSpan span("all runs of a thread");
      const Buffer argument = Get(UploadFour(client));
      for (int i = 0; i < kRuns; ++i) Get(executable.Execute({&argument}));
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_THAT(StopTrace(), cppjrt::IsOk());
  const Json trace = Read();
  EXPECT_EQ(Find(trace, "X", "PJRT_LoadedExecutable_Execute").size(), size_t{kThreads * kRuns});
  std::set<int> numbers;
  for (const Json& span : Find(trace, "X", "all runs of a thread")) numbers.insert(span.at("tid").get<int>());
  EXPECT_EQ(numbers.size(), size_t{kThreads});
  std::map<std::pair<std::string, int64_t>, int> open;
  for (const Json& entry : trace) {
    if (entry.at("ph") == "b") ++open[{entry.at("cat"), entry.at("id")}];
    if (entry.at("ph") == "e") --open[{entry.at("cat"), entry.at("id")}];
  }
  for (const auto& [id, count] : open) EXPECT_TRUE(count == 0 || count == 1);
}

TEST_F(TraceTest, OneAtATime) {
  EXPECT_THAT(StopTrace(), cppjrt::StatusIs(StatusCode::kFailedPrecondition));
  EXPECT_THAT(StartTrace("/nonexistent/x.json"), cppjrt::StatusIs(StatusCode::kUnavailable));
  ASSERT_THAT(StartTrace(path_), cppjrt::IsOk());
  EXPECT_THAT(StartTrace(path_), cppjrt::StatusIs(StatusCode::kFailedPrecondition));
  ASSERT_THAT(StopTrace(), cppjrt::IsOk());
  EXPECT_EQ(Read().size(), 1u);
}

TEST_F(TraceTest, StopsGrowing) {
  const FaultTable table("");
  const Client client = Get(Client::Create(table.plugin()));
  ASSERT_THAT(StartTrace(path_, {.max_bytes = 2000}), cppjrt::IsOk());
  RunOnce(client, 100);
  ASSERT_THAT(StopTrace(), cppjrt::IsOk());
  EXPECT_LT(std::filesystem::file_size(path_), 2300u);
  const auto left_out = Find(Read(), "M", "entries left out");
  ASSERT_EQ(left_out.size(), 1u);
  EXPECT_GT(left_out[0].at("args").at("count").get<int>(), 100);
}

// A file that cannot take more is told at the end, and hurts nobody before.
TEST_F(TraceTest, AFullDiskIsDataLoss) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  const FaultTable table("");
  const Client client = Get(Client::Create(table.plugin()));
  ASSERT_THAT(StartTrace("/dev/full"), cppjrt::IsOk());
  RunOnce(client, 500);
  EXPECT_THAT(StopTrace(), cppjrt::StatusIs(StatusCode::kDataLoss));
}

// What a plugin fails to destroy stays, so nobody counts here.
class LogTest : public ::testing::Test {
 protected:
  void SetUp() override {
    SetLogHook([this](LogSeverity, std::string_view text) {
      const std::lock_guard<std::mutex> lock(mutex_);
      logged_ += std::string(text) + "\n";
    });
  }
  void TearDown() override { SetLogHook({}); }
  std::string Logged() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return logged_;
  }

 private:
  std::mutex mutex_;
  std::string logged_;
};

TEST_F(LogTest, HearsOfFailuresNobodyIsTold) {
  const FaultTable table("");
  const Client client = Get(Client::Create(table.plugin()));
  Event(Status()).OnReady([](const Status&) { throw std::runtime_error("from a callback"); });
  EXPECT_THAT(Logged(), ::testing::HasSubstr("from a callback"));
  {
    const Buffer buffer = Get(UploadFour(client));
  }
  EXPECT_THAT(Logged(), ::testing::Not(::testing::HasSubstr("Buffer_Destroy")));
  table.Tell("Event_Destroy=fail:INTERNAL:cannot go");
  {
    const Event event = Get(UploadFour(client)).ReadyEvent();
  }
  EXPECT_THAT(Logged(), ::testing::HasSubstr("PJRT_Event_Destroy: cannot go"));
}

TEST_F(LogTest, AHookThatThrowsIsHarmless) {
  SetLogHook([](LogSeverity, std::string_view) { throw std::runtime_error("from the hook"); });
  Event(Status()).OnReady([](const Status&) { throw std::runtime_error("from a callback"); });
}

}  // namespace
}  // namespace pjrt
