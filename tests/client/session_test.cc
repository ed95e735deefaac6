// Sessions: names, values that stay, feedback with donation, checkpoints; errors of one device; runs in flight.
#include "pjrt/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include "tests/client/fault.h"
#include "tests/client/temporary_folder.h"
#include "tests/client/xla_cpu.h"

namespace pjrt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::vector<int64_t> kFour = {4};

HostArray Four(const Floats& values) { return {values.data(), ElementType::kF32, kFour, {}}; }

// Two arguments and two results of f32[4]; the first is donated.
Program Step(const std::string& directives = "") {
  return {
      "// fault.outputs = 2\n// fault.donate = [0]\n" + directives +
          "\nmodule @step { func.func @main(%w: tensor<4xf32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {"
          " return %w, %x : tensor<4xf32>, tensor<4xf32> } }",
      "mlir"};
}

SessionOptions StepOptions() { return {.inputs = {"w", "x"}, .outputs = {"w", "loss"}, .feedback = {{"w", "w"}}}; }

class SessionTest : public FaultTest {
 protected:
  void TearDown() override {
    client_.reset();
    FaultTest::TearDown();
  }

  // The plugin does not tell the signature.
  Session Make(const Program& program = Step(), SessionOptions options = StepOptions()) {
    options.signature = Get(ReadProgramShape(program));
    return Get(Session::Create(*client_, Get(client_->Compile(program)), std::move(options)));
  }
  Status CreateFails(SessionOptions options) {
    if (!options.signature.has_value()) options.signature = Get(ReadProgramShape(Step()));
    return Session::Create(*client_, Get(client_->Compile(Step())), std::move(options)).status();
  }
  static Floats Read(const StatusOr<std::span<const Buffer>>& value) { return Get(Get(value)[0].ToVector<float>()); }

  FaultTable table_{""};
  std::optional<Client> client_ = Get(Client::Create(table_.plugin()));
};

TEST_F(SessionTest, WithoutNamesThereAreNumbers) {
  const Session session = Make(Step(), {});
  EXPECT_EQ(session.inputs()[1].name, "arg1");
  EXPECT_EQ(session.outputs()[0].name, "out0");
  EXPECT_EQ(ToString(session.inputs()[0].shape), "f32[4]");
}

TEST_F(SessionTest, NamesThatDoNotFitAreRefused) {
  EXPECT_EQ(CreateFails({.inputs = {"a"}}).message(), "1 names for the program's 2 arguments");
  EXPECT_EQ(CreateFails({.inputs = {"a", "a"}}).message(), "two arguments are called 'a'");
  EXPECT_EQ(CreateFails({.feedback = {{"no", "arg0"}}}).message(), "there is no result 'no'; there are out0, out1");
  EXPECT_EQ(CreateFails({.feedback = {{"out0", "no"}}}).message(), "there is no argument 'no'; there are arg0, arg1");
  EXPECT_THAT(std::string(CreateFails({.feedback = {{"out0", "arg0"}, {"out1", "arg0"}}}).message()),
              HasSubstr("one of them is used twice"));
  SessionOptions options;
  options.signature =
      ProgramShape{{{ElementType::kF32, {4}, {}}}, {{ElementType::kF32, {5}, {}}, {ElementType::kF32, {4}, {}}}};
  options.feedback = {{"out0", "arg0"}};
  EXPECT_EQ(CreateFails(options).message(), "feedback from 'out0': 'arg0' is f32[4], not f32[5]");
  options.signature->results.clear();
  EXPECT_THAT(std::string(CreateFails(options).message()), HasSubstr("0 results for a program of 2"));
  for (const Status& status : {CreateFails({.inputs = {"a"}}), CreateFails({.feedback = {{"no", "arg0"}}})}) {
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  }
}

TEST_F(SessionTest, ValuesOfAnotherTypeOrShapeAreRefused) {
  Session session = Make();
  const Floats five = {1, 2, 3, 4, 5};
  const std::vector<int64_t> dims = {5};
  EXPECT_EQ(session.Set("w", HostArray{five.data(), ElementType::kF32, dims, {}}).message(),
            "'w' is f32[4], not f32[5]");
  EXPECT_EQ(session.Set("w", HostArray{five.data(), ElementType::kS32, kFour, {}}).message(),
            "'w' is f32[4], not i32[4]");
  EXPECT_EQ(session.Set("v", Four(five)).message(), "there is no argument 'v'; there are w, x");
  EXPECT_EQ(session.Set("v", Four(five)).code(), StatusCode::kNotFound);
  const Buffer wrong = Get(client_->Upload(std::span<const float>(five), dims));
  EXPECT_EQ(session.Run({{"x", wrong}}).status().message(), "'x' is f32[4], not f32[5]");
  EXPECT_THAT(std::string(session.Set("w", std::vector<Buffer>()).message()), HasSubstr("each of 1 devices, not 0"));
}

TEST_F(SessionTest, AnArgumentWithoutAValueIsNamed) {
  Session session = Make();
  Check(session.Set("w", Get(UploadFour(*client_))));
  const Status status = session.Run().status();
  EXPECT_EQ(status.message(), "argument 'x' has no value");
  EXPECT_EQ(status.code(), StatusCode::kNotFound);
}

TEST_F(SessionTest, WhatIsSetStaysAndAnArgumentGoesBeforeIt) {
  Session session = Make();
  Check(session.Set("w", Get(UploadFour(*client_))));
  Check(session.Set("x", Four({5, 6, 7, 8})));
  const Floats other = {9, 9, 9, 9};
  const Buffer buffer = Get(client_->Upload(std::span<const float>(other), kFour));
  EXPECT_EQ(Get(Get(Get(session.Run({{"x", buffer}})).Find("loss"))->ToVector<float>()), other);
  Session::Results results = Get(session.Run());
  EXPECT_EQ(Get(Get(results.Find("loss"))->ToVector<float>()), (Floats{5, 6, 7, 8}));
  EXPECT_EQ(results.Find("w").status().message(), "result 'w' was fed back or taken");
  EXPECT_EQ(results.Find("nothing").status().code(), StatusCode::kNotFound);
  EXPECT_EQ(results.Find("loss", 1).status().code(), StatusCode::kNotFound);
  EXPECT_TRUE(Get(results.Take("loss")).valid());
  EXPECT_FALSE(results.Find("loss").ok());
  EXPECT_EQ(Read(session.Get("w")), FourFloats());
}

TEST_F(SessionTest, LoadersRunOnceAndOnlyForWhatIsNeeded) {
  Session session = Make();
  std::map<std::string, int> calls;
  for (const char* name : {"w", "x"}) {
    Check(session.SetLoader(name, [&calls, name](const Client& client, const Device&) {
      ++calls[name];
      return UploadFour(client);
    }));
  }
  const Buffer x = Get(UploadFour(*client_));
  Get(session.Run({{"x", x}}));
  EXPECT_EQ(calls["x"], 0);
  for (int i = 0; i < 3; ++i) Get(session.Run());
  EXPECT_EQ(calls["w"], 1);
  EXPECT_EQ(calls["x"], 1);
}

TEST_F(SessionTest, ErrorsOfLoadersSayOfWhat) {
  Session session = Make();
  Check(session.SetLoader(
      "w", [](const Client&, const Device&) -> StatusOr<Buffer> { return cppjrt::DataLossError("no file"); }));
  EXPECT_EQ(session.Run().status(), cppjrt::DataLossError("loading 'w' for device 0: no file"));
  Check(
      session.SetLoader("w", [](const Client&, const Device&) -> StatusOr<Buffer> { throw std::runtime_error("oh"); }));
  EXPECT_EQ(session.Run().status().message(), "loading 'w' for device 0: the loader threw: oh");
  Check(session.SetLoader("w", [](const Client& client, const Device&) {
    constexpr int64_t kDims[] = {2, 2};
    return client.Upload(std::span<const float>(FourFloats()), kDims);
  }));
  EXPECT_EQ(session.Run().status().message(), "its loader: 'w' is f32[4], not f32[2,2]");
}

TEST_F(SessionTest, AFailedRunTellsWhatItTook) {
  Session session = Make();
  Check(session.Set("w", Get(UploadFour(*client_))));
  Check(session.Set("x", Get(UploadFour(*client_))));
  table_.Tell("LoadedExecutable_Execute=fail:INTERNAL:lost;LoadedExecutable_Execute=times:1");
  EXPECT_THAT(std::string(session.Run().status().message()), HasSubstr("lost"));
  EXPECT_EQ(Read(session.Get("w")), FourFloats()) << "was not reached";
  // Deleted behind the session's back.
  Check(Get(session.Get("w"))[0].Delete());
  const Status status = session.Run().status();
  EXPECT_EQ(status.code(), StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("to be set again or restored: 'w'"));
  EXPECT_TRUE(Get(session.Get("w")).empty());
  Check(session.Set("w", Get(UploadFour(*client_))));
  Get(session.Run());
}

TEST_F(SessionTest, WhereThePluginTellsNothingNamesAreNeeded) {
  EXPECT_THAT(std::string(Session::Create(*client_, Get(client_->Compile(Step()))).status().message()),
              HasSubstr("give their names or the signature"));
  Session session = Get(Session::Create(*client_, Get(client_->Compile(Step())), StepOptions()));
  Check(session.Set("w", Get(UploadFour(*client_))));
  Check(session.Set("x", Get(UploadFour(*client_))));
  Get(session.Run());
}

TEST_F(SessionTest, CheckpointsHoldWhatIsFedBackAndTheNote) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/state";
  Session session = Make();
  EXPECT_EQ(session.Save(path).message(), "argument 'w' has no value to save");
  Check(session.Set("w", Four({1.5, -0.0, 3e38F, 1e-45F})));
  Check(session.Save(path, {{"step", int64_t{7}}, {"name", std::string("run")}}));
  Check(session.Set("w", Four({0, 0, 0, 0})));
  EXPECT_EQ(Get(session.Restore(path)), (NamedValues{{"step", int64_t{7}}, {"name", std::string("run")}}));
  const Floats restored = Read(session.Get("w"));
  const Floats saved = {1.5, -0.0, 3e38F, 1e-45F};
  EXPECT_EQ(std::memcmp(restored.data(), saved.data(), 16), 0);
  EXPECT_TRUE(Get(session.Get("x")).empty());
}

TEST_F(SessionTest, CheckpointsThatDoNotFitChangeNothing) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/state";
  Session session = Make();
  Check(session.Set("w", Get(UploadFour(*client_))));
  Check(session.Save(path));
  EXPECT_EQ(session.Restore(path + "no").status().code(), StatusCode::kNotFound);
  Session other = Make(Step(), {.inputs = {"v", "x"}, .feedback = {{"out0", "v"}}});
  EXPECT_THAT(std::string(other.Restore(path).status().message()),
              HasSubstr("there is no argument 'w'; there are v, x"));
  const Program larger = {
      "// fault.outputs = 1\nmodule @large { func.func @main(%w: tensor<5xf32>) -> tensor<5xf32> { return %w : "
      "tensor<5xf32> } }",
      "mlir"};
  Session shaped = Make(larger, {.inputs = {"w"}, .feedback = {{"out0", "w"}}});
  EXPECT_THAT(std::string(shaped.Restore(path).status().message()), HasSubstr("'w' is f32[5], not f32[4]"));
  const auto size = static_cast<size_t>(std::filesystem::file_size(path));
  for (size_t at = 0; at < size; ++at) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(static_cast<std::streamoff>(at));
    const char byte = static_cast<char>(file.get());
    const auto put = [&](char c) { file.seekp(static_cast<std::streamoff>(at)), file.put(c), file.flush(); };
    put(static_cast<char>(byte ^ 1));
    ASSERT_FALSE(session.Restore(path).ok()) << at;
    put(byte);
  }
  Get(session.Restore(path));
  std::filesystem::resize_file(path, size - 1);
  EXPECT_EQ(session.Restore(path).status().code(), StatusCode::kDataLoss);
  EXPECT_EQ(Read(session.Get("w")), FourFloats());
}

// Whatever is killed when, the file is one of those that were saved.
TEST_F(SessionTest, KilledWhileSavingTheLastCheckpointIsWhole) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/state";
  for (int round = 0; round < 50; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      const FaultTable table("");
      const Client client = Get(Client::Create(table.plugin()));
      Session session = Get(Session::Create(client, Get(client.Compile(Step())), StepOptions()));
      for (float step = 1;; ++step) {
        Check(session.Set("w", Four({step, step, step, step})));
        if (!session.Save(path, {{"step", static_cast<int64_t>(step)}}).ok()) _exit(1);
      }
    }
    // On a slow machine too the first child saves something before it is killed (within a minute).
    for (int wait = 0; round == 0 && wait < 60'000 && !std::filesystem::exists(path); ++wait) usleep(1000);
    usleep(static_cast<useconds_t>(round * 97 % 5000));
    kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    if (!std::filesystem::exists(path)) continue;
    Session session = Make();
    const auto step = static_cast<float>(std::get<int64_t>(Get(session.Restore(path)).at("step")));
    EXPECT_EQ(Read(session.Get("w")), (Floats{step, step, step, step}));
  }
  EXPECT_TRUE(std::filesystem::exists(path));
}

// --- several devices, and work in flight

class ManyDevicesTest : public FaultTest {
 protected:
  void TearDown() override {
    client_.reset();
    FaultTest::TearDown();
  }
  LoadedExecutable Compile(const Program& program) {
    CompileOptions options;
    options.num_replicas = 3;
    return Get(client_->Compile(program, options));
  }
  FaultTable table_{"async=2000;devices=3"};
  std::optional<Client> client_ = Get(Client::Create(table_.plugin()));
};

TEST_F(ManyDevicesTest, EachHasItsOwnValues) {
  Session session = Get(Session::Create(*client_, Compile(Step()), StepOptions()));
  ASSERT_EQ(session.executable().devices().size(), 3u);
  std::vector<int> loaded;
  Check(session.SetLoader("w", [&](const Client& client, const Device& device) {
    loaded.push_back(device.id());
    const Floats values(4, static_cast<float>(device.id()));
    UploadOptions options;
    options.device = &device;
    return client.Upload(std::span<const float>(values), kFour, options);
  }));
  Check(session.Set("x", Four({1, 1, 1, 1})));
  for (int i = 0; i < 3; ++i) Get(session.Run());
  EXPECT_THAT(loaded, ElementsAre(0, 1, 2));
  Check(session.Wait());
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(Get(Get(session.Get("w"))[i].ToVector<float>()), Floats(4, static_cast<float>(i)));
  }
  const TemporaryFolder folder;
  Check(session.Save(folder.path() + "/state"));
  Check(session.Set("w", Four({8, 8, 8, 8})));
  Get(session.Restore(folder.path() + "/state"));
  EXPECT_EQ(Get(Get(session.Get("w"))[2].ToVector<float>()), Floats(4, 2.0F));
  Session one = Get(Session::Create(*client_, Get(client_->Compile(Step())), StepOptions()));
  EXPECT_THAT(std::string(one.Restore(folder.path() + "/state").status().message()),
              HasSubstr("'w' is of 3 devices, this session has 1"));
}

TEST_F(ManyDevicesTest, AnErrorLaterNamesTheDevice) {
  const LoadedExecutable executable = Compile(FaultProgram("// fault.execute_error = \"DATA_LOSS: gone\"\n"));
  std::vector<Buffer> inputs;
  std::vector<std::vector<const Buffer*>> rows(3);
  for (const Device& device : executable.devices()) {
    UploadOptions options;
    options.device = &device;
    inputs.push_back(Get(client_->Upload(std::span<const float>(FourFloats()), kFour, options)));
  }
  for (size_t i = 0; i < 3; ++i) rows[i].push_back(&inputs[i]);
  std::vector<Event> done;
  const auto results = Get(executable.ExecuteSharded(rows, {}, &done));
  const Status status = executable.Await(done);
  EXPECT_EQ(status.code(), StatusCode::kDataLoss);
  const std::string expected = "device 0, " + executable.devices()[0].description().text + " (and 2 more devices): ";
  EXPECT_THAT(std::string(status.message()), ::testing::StartsWith(expected));
  // Only the second fails.
  std::vector<Event> some;
  some.emplace_back(Status());
  some.emplace_back(cppjrt::AlreadyExistsError("x"));
  EXPECT_EQ(executable.Await(some),
            cppjrt::AlreadyExistsError("device 1, " + executable.devices()[1].description().text + ": x"));
}

TEST_F(ManyDevicesTest, RunsAreStartedWithoutWaiting) {
  Session session = Get(Session::Create(*client_, Compile(Step("// fault.delay_ms = 30\n")), StepOptions()));
  Check(session.Set("w", Four(FourFloats())));
  Check(session.Set("x", Four({5, 5, 5, 5})));
  std::vector<Session::Results> all;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 20; ++i) all.push_back(Get(session.Run()));
  const auto started = std::chrono::steady_clock::now() - start;
  EXPECT_FALSE(Get(all.back().Find("loss", 2))->ReadyEvent().IsReady());
  Check(session.Wait());
  EXPECT_LT(started, std::chrono::milliseconds(20 * 30));
  for (const Session::Results& results : all)
    EXPECT_EQ(Get(Get(results.Find("loss", 1))->ToVector<float>()), Floats(4, 5.0F));
  EXPECT_EQ(Get(Get(session.Get("w"))[0].ToVector<float>()), FourFloats());
}

// --- real plugins

// w f32[4] (taken over), x f32[4] -> w - x / 2, the sum of the new w.
constexpr char kTrain[] = R"(module @train {
  func.func public @main(%w: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>) {
    %half = stablehlo.constant dense<0.5> : tensor<4xf32>
    %d = stablehlo.multiply %x, %half : tensor<4xf32>
    %n = stablehlo.subtract %w, %d : tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.reduce(%n init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    return %n, %s : tensor<4xf32>, tensor<f32>
  }
})";

class SessionOnPluginsTest : public XlaCpuTest {
 protected:
  static Session MakeTrain() {
    return Get(Session::Create(client(), Compile(kTrain),
                               {.inputs = {"w", "x"}, .outputs = {"w", "sum"}, .feedback = {{"w", "w"}}}));
  }
};
INSTANTIATE_ON_XLA_CPU(SessionOnPluginsTest);

TEST_P(SessionOnPluginsTest, FeedbackDonatesAndComputes) {
  Session session = MakeTrain();
  Check(session.Set("w", Four({10, 20, 30, 40})));
  Check(session.Set("x", Four({2, 2, 2, 2})));
  std::vector<Session::Results> all;
  for (int i = 0; i < 5; ++i) all.push_back(Get(session.Run()));
  EXPECT_EQ(Read(Get(session.Get("w"))[0]), (Floats{5, 15, 25, 35}));
  for (size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(Read(*Get(all[i].Find("sum"))), Floats{96.0F - 4.0F * static_cast<float>(i)});
  }
  // The caller's own buffer is taken over as well.
  const Buffer w = Upload({1, 1, 1, 1});
  Get(session.Run({{"w", w}}));
  EXPECT_TRUE(Get(w.IsDeleted()));
  EXPECT_EQ(Read(Get(session.Get("w"))[0]), (Floats{0, 0, 0, 0}));
  const Status again = session.Run({{"w", w}}).status();
  EXPECT_EQ(again.code(), StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(again.message()), HasSubstr("'w'"));
}

TEST_P(SessionOnPluginsTest, HundredsOfRunsInFlightGiveTheSameAsOneByOne) {
  Session flying = MakeTrain();
  Session waiting = MakeTrain();
  Floats sums[2];
  for (Session* session : {&flying, &waiting}) {
    Check(session->Set("w", Four({1, 2, 3, 4})));
    std::vector<Session::Results> all;
    for (int i = 0; i < 300; ++i) {
      const Floats x(4, static_cast<float>(i) * 0.01F);
      all.push_back(Get(session->Run({{"x", Upload(x)}})));
      if (session == &waiting) Check(session->Wait());
    }
    for (const Session::Results& results : all) sums[session == &waiting].push_back(Read(*Get(results.Find("sum")))[0]);
  }
  EXPECT_EQ(sums[0], sums[1]);
}

TEST_P(SessionOnPluginsTest, ARestoredSessionGoesOnBitForBit) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/state";
  Session session = MakeTrain();
  Check(session.Set("w", Four({0.1F, 0.2F, 0.3F, 0.4F})));
  const auto step = [](Session& s, int i) { Get(s.Run({{"x", Upload(Floats(4, 1.0F / static_cast<float>(i + 3)))}})); };
  for (int i = 0; i < 10; ++i) {
    if (i == 5) Check(session.Save(path, {{"step", int64_t{i}}}));
    step(session, i);
  }
  Session resumed = MakeTrain();
  const NamedValues note = Get(resumed.Restore(path));
  for (auto i = static_cast<int>(std::get<int64_t>(note.at("step"))); i < 10; ++i) step(resumed, i);
  EXPECT_EQ(Get(Get(resumed.Get("w"))[0].ToHost()), Get(Get(session.Get("w"))[0].ToHost()));
}

TEST_P(SessionOnPluginsTest, ReplicasKeepTheirOwnState) {
  CompileOptions options;
  options.num_replicas = 2;
  Session session = Get(Session::Create(client(), Compile(kTrain, options),
                                        {.inputs = {"w", "x"}, .outputs = {"w", "sum"}, .feedback = {{"w", "w"}}}));
  Check(session.Set("w", Four({1, 1, 1, 1})));
  std::vector<Buffer> x;
  for (const Device& device : session.executable().devices()) {
    UploadOptions upload;
    upload.device = &device;
    x.push_back(Upload(Floats(4, static_cast<float>(x.size())), {4}, upload));
  }
  for (int i = 0; i < 4; ++i) Get(session.Run({{"x", std::span<const Buffer>(x)}}));
  Check(session.Wait());
  EXPECT_EQ(Read(Get(session.Get("w"))[0]), (Floats{1, 1, 1, 1}));
  EXPECT_EQ(Read(Get(session.Get("w"))[1]), (Floats{-1, -1, -1, -1}));
}

}  // namespace
}  // namespace pjrt
