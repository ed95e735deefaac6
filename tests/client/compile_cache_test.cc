// The compile cache: on the fault plugin, which counts compilations and refuses as told, and on real plugins.
#include "pjrt/compile_cache.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <set>
#include <thread>

#include "tests/client/fault.h"
#include "tests/client/temporary_folder.h"
#include "tests/client/xla_cpu.h"

namespace pjrt {
namespace {

using Outcome = CacheReport::Outcome;

class CompileCacheTest : public FaultTest {
 protected:
  CompileCache Open(CompileCacheOptions options = {}) const {
    options.directory = folder_.path();
    return Get(CompileCache::Open(std::move(options)));
  }
  std::string EntryFile() const {
    for (const auto& file : std::filesystem::directory_iterator(folder_.path() + "/entries")) return file.path();
    throw std::runtime_error("no entry");
  }
  static Client ClientOf(const FaultTable& table, NamedValues options = {}) {
    return Get(Client::Create(table.plugin(), {std::move(options), nullptr}));
  }
  static CacheReport CompileIn(const CompileCache& cache, const Client& client,
                               const Program& program = FaultProgram()) {
    CacheReport report;
    const LoadedExecutable executable = Get(cache.Compile(client, program, {}, &report));
    const Buffer input = Get(UploadFour(client));
    EXPECT_EQ(Get(Get(executable.Execute({&input}))[0].ToVector<float>()), FourFloats());
    return report;
  }

  TemporaryFolder folder_;
};

TEST_F(CompileCacheTest, TheSecondTimeNothingIsCompiled) {
  const FaultTable table("record");
  const Client client = ClientOf(table);
  const CompileCache cache = Open();
  const CacheReport first = CompileIn(cache, client);
  EXPECT_EQ(first.outcome, Outcome::kMiss) << first.problem.ToString();
  EXPECT_EQ(first.key, Get(cache.KeyOf(client, FaultProgram())));
  const CacheReport second = CompileIn(Open(), client);
  EXPECT_EQ(second.outcome, Outcome::kHit);
  EXPECT_EQ(second.key, first.key);
  EXPECT_EQ(table.Calls(abi::Slot::Client_Compile), 1);
  ASSERT_EQ(cache.List().size(), 1u);
  EXPECT_NE(cache.List()[0].label.find("fault (1 x "), std::string::npos) << cache.List()[0].label;
  EXPECT_EQ(cache.Clear().entries, 1);
  EXPECT_EQ(CompileIn(cache, client).outcome, Outcome::kMiss);
}

TEST_F(CompileCacheTest, AnErrorOfTheCompilerIsReturnedAndNothingIsKept) {
  const FaultTable table("");
  const Client client = ClientOf(table);
  const CompileCache cache = Open();
  const Program bad = FaultProgram("// fault.compile_error = \"INVALID_ARGUMENT: line 3\"\n");
  CacheReport report;
  const Status from_cache = cache.Compile(client, bad, {}, &report).status();
  EXPECT_EQ(from_cache, client.Compile(bad).status());
  EXPECT_TRUE(cache.List().empty());
}

TEST_F(CompileCacheTest, ADamagedEntryIsCompiledAgainAndReported) {
  const FaultTable table("record");
  const Client client = ClientOf(table);
  const CompileCache cache = Open();
  CompileIn(cache, client);
  std::filesystem::resize_file(EntryFile(), std::filesystem::file_size(EntryFile()) - 1);
  ASSERT_EQ(cache.Verify(/*remove=*/false).size(), 1u);
  EXPECT_EQ(cache.Verify(/*remove=*/false)[0].status.code(), StatusCode::kDataLoss);
  const CacheReport report = CompileIn(cache, client);
  EXPECT_EQ(report.outcome, Outcome::kReplaced);
  EXPECT_EQ(report.problem.code(), StatusCode::kDataLoss) << report.problem.ToString();
  EXPECT_EQ(CompileIn(cache, client).outcome, Outcome::kHit);
  EXPECT_EQ(table.Calls(abi::Slot::Client_Compile), 2);
}

TEST_F(CompileCacheTest, WhatThePluginRefusesIsCompiledAgain) {
  const FaultTable table("");
  const Client client = ClientOf(table);
  const CompileCache cache = Open();
  CompileIn(cache, client);
  table.Tell("Executable_DeserializeAndLoad=fail:INTERNAL:other features;Executable_DeserializeAndLoad=times:1");
  const CacheReport report = CompileIn(cache, client);
  EXPECT_EQ(report.outcome, Outcome::kReplaced);
  EXPECT_NE(report.problem.message().find("other features"), std::string::npos) << report.problem.ToString();
  EXPECT_EQ(CompileIn(cache, client).outcome, Outcome::kHit);
}

TEST_F(CompileCacheTest, APluginThatCannotSerializeCompilesAsEver) {
  const FaultTable table("hide=Executable_Serialize");
  const Client client = ClientOf(table);
  const CompileCache cache = Open();
  for (int i = 0; i < 2; ++i) {
    const CacheReport report = CompileIn(cache, client);
    EXPECT_EQ(report.outcome, Outcome::kNotKept);
    EXPECT_EQ(report.problem.code(), StatusCode::kUnimplemented);
  }
  EXPECT_TRUE(cache.List().empty());
}

TEST_F(CompileCacheTest, ADirectoryThatGoesAwayIsNoFailure) {
  const FaultTable table("");
  const Client client = ClientOf(table);
  const CompileCache cache = Open();
  std::filesystem::remove_all(folder_.path());
  std::ofstream(folder_.path()) << "a file";
  const CacheReport report = CompileIn(cache, client);
  EXPECT_EQ(report.outcome, Outcome::kNotKept);
  EXPECT_FALSE(report.problem.ok());
  EXPECT_FALSE(CompileCache::Open({.directory = folder_.path()}).ok());
}

TEST_F(CompileCacheTest, WhateverMattersIsInTheKey) {
  const FaultTable table("");
  const Client client = ClientOf(table);
  const CompileCache cache = Open();
  std::set<std::string> keys;
  const auto expect_new = [&](const StatusOr<std::string>& key, const char* what) {
    EXPECT_TRUE(keys.insert(Get(key)).second) << what;
  };
  const Program program = FaultProgram();
  expect_new(cache.KeyOf(client, program), "the first");
  expect_new(cache.KeyOf(client, FaultProgram("// other")), "program");
  expect_new(cache.KeyOf(client, {program.code, "hlo"}), "format");
  expect_new(cache.KeyOf(client, {program.code + "hl", "o"}), "parts are kept apart");
  CompileOptions options;
  options.num_replicas = 2;
  expect_new(cache.KeyOf(client, program, options), "options");
  options = {};
  options.env_option_overrides["xla_x"] = true;
  expect_new(cache.KeyOf(client, program, options), "debug options");
  expect_new(cache.KeyOf(ClientOf(table, {{"num_devices", int64_t{2}}}), program), "devices");
  expect_new(cache.KeyOf(ClientOf(table, {{"int64", int64_t{2}}}), program), "attributes of devices");
  const FaultTable older("version=0.113");
  expect_new(cache.KeyOf(ClientOf(older), program), "C API version");
  expect_new(Open({.salt = "s"}).KeyOf(client, program), "salt");
  ASSERT_EQ(setenv("XLA_FLAGS", "--x", 1), 0);
  expect_new(cache.KeyOf(client, program), "environment");
  ASSERT_EQ(unsetenv("XLA_FLAGS"), 0);
  ASSERT_EQ(setenv("CPPJRT_TEST_OWN", "1", 1), 0);
  EXPECT_FALSE(keys.insert(Get(cache.KeyOf(client, program))).second) << "variables nobody named are not in it";
  expect_new(Open({.environment = {"CPPJRT_TEST_OWN"}}).KeyOf(client, program), "named environment");
  ASSERT_EQ(unsetenv("CPPJRT_TEST_OWN"), 0);
  options.num_replicas = 0;
  EXPECT_EQ(cache.KeyOf(client, program, options).status().code(), StatusCode::kInvalidArgument);
}

TEST_F(CompileCacheTest, ThePlaceOfThePluginIsNotInTheKeyButItsContentsAre) {
  const CompileCache cache = Open();
  const auto key_of = [&](const std::string& path) {
    return Get(cache.KeyOf(Get(Client::Create(Get(Plugin::Load(path)))), FaultProgram()));
  };
  const std::string original = TestPluginPath("pjrt_fault");
  const TemporaryFolder elsewhere;
  const std::string copy = elsewhere.path() + "/libcopy.so";
  const std::string changed = elsewhere.path() + "/libchanged.so";
  std::filesystem::copy_file(original, copy);
  std::filesystem::copy_file(original, changed);
  std::ofstream(changed, std::ios::app | std::ios::binary) << "x";
  EXPECT_EQ(key_of(copy), key_of(original));
  EXPECT_NE(key_of(changed), key_of(original));
}

TEST_F(CompileCacheTest, ThreadsCompileOnce) {
  const FaultTable table("record;Client_Compile=delay:20");
  const Client client = ClientOf(table);
  const CompileCache cache = Open();
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back([&] { CompileIn(cache, client); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(table.Calls(abi::Slot::Client_Compile), 1);
}

// Runs `work` in a process of its own.
pid_t Fork(const std::function<int()>& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work());
  return child;
}

int Wait(pid_t child) {
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

TEST_F(CompileCacheTest, SixtyFourProcessesCompileOnce) {
  std::vector<pid_t> children;
  for (int i = 0; i < 64; ++i) {
    children.push_back(Fork([&]() -> int {
      const FaultTable table("record;Client_Compile=delay:20");
      const Client client = ClientOf(table);
      const CacheReport report = CompileIn(Open(), client);
      if (!report.problem.ok()) return 100;
      return static_cast<int>(table.Calls(abi::Slot::Client_Compile));
    }));
  }
  int compilations = 0;
  for (const pid_t child : children) compilations += Wait(child);
  EXPECT_EQ(compilations, 1);
}

TEST_F(CompileCacheTest, KilledAtTwoHundredPointsTheCacheIsAlwaysValid) {
  const auto program = [](unsigned i) {
    return FaultProgram("// " + std::string(i * 2000 % 30000, 'x') + std::to_string(i) + "\n");
  };
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    const unsigned seed = random();
    const pid_t child = Fork([&]() -> int {
      const FaultTable table("");
      const Client client = ClientOf(table);
      const CompileCache cache = Open({.max_bytes = 100000});
      std::mt19937 own(seed);
      for (;;) {
        if (!CompileIn(cache, client, program(own() % 20)).problem.ok()) return 1;
      }
    });
    usleep(random() % 8000);
    kill(child, SIGKILL);
    EXPECT_EQ(Wait(child), -SIGKILL);
    for (const CompileCache::Entry& entry : Open().Verify(/*remove=*/false)) {
      ASSERT_TRUE(entry.status.ok()) << "round " << round << ": " << entry.status.ToString();
    }
  }
  const FaultTable table("");
  const Client client = ClientOf(table);
  const CompileCache cache = Open();
  EXPECT_FALSE(cache.List().empty());
  for (unsigned i = 0; i < 20; ++i) EXPECT_TRUE(CompileIn(cache, client, program(i)).problem.ok());
}

TEST(DefaultCacheDirectoryTest, TheEnvironmentSaysWhereItIs) {
  const char* names[] = {"CPPJRT_CACHE_DIR", "XDG_CACHE_HOME", "HOME"};
  std::string before[3];
  for (int i = 0; i < 3; ++i) {
    if (const char* value = getenv(names[i])) before[i] = value;
    unsetenv(names[i]);
  }
  EXPECT_EQ(DefaultCacheDirectory().status().code(), StatusCode::kFailedPrecondition);
  setenv("HOME", "/home/x", 1);
  EXPECT_EQ(Get(DefaultCacheDirectory()), "/home/x/.cache/cppjrt/executables");
  setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(Get(DefaultCacheDirectory()), "/home/x/.cache/cppjrt/executables");
  setenv("XDG_CACHE_HOME", "/c", 1);
  EXPECT_EQ(Get(DefaultCacheDirectory()), "/c/cppjrt/executables");
  setenv("CPPJRT_CACHE_DIR", "/d", 1);
  EXPECT_EQ(Get(DefaultCacheDirectory()), "/d");
  for (int i = 0; i < 3; ++i) before[i].empty() ? unsetenv(names[i]) : setenv(names[i], before[i].c_str(), 1);
}

// --- real plugins

class CacheOnPluginsTest : public XlaCpuTest {};
INSTANTIATE_ON_XLA_CPU(CacheOnPluginsTest);

TEST_P(CacheOnPluginsTest, WhatIsLoadedFromTheCacheComputesTheSame) {
  const TemporaryFolder folder;
  const CompileCache cache = Get(CompileCache::Open({.directory = folder.path()}));
  const Buffer a = Upload({1, 2, 3, 4});
  const Buffer b = Upload({10, 20, 30, 40});
  for (const Outcome expected : {Outcome::kMiss, Outcome::kHit, Outcome::kHit}) {
    CacheReport report;
    const LoadedExecutable add = Get(cache.Compile(client(), {kAdd}, {}, &report));
    EXPECT_EQ(report.outcome, expected) << report.problem.ToString();
    EXPECT_EQ(Run(add, {&a, &b}), (Floats{11, 22, 33, 44}));
  }
  // Another client of the same plugin finds it; one with other devices does not.
  CacheReport report;
  Get(cache.Compile(NewClient(), {kAdd}, {}, &report));
  EXPECT_EQ(report.outcome, Outcome::kHit);
  Get(cache.Compile(NewClient({{"cpu_device_count", int64_t{2}}}), {kAdd}, {}, &report));
  EXPECT_EQ(report.outcome, Outcome::kMiss);
}

TEST_P(CacheOnPluginsTest, ReplicasAndDonationSurviveTheCache) {
  const TemporaryFolder folder;
  const CompileCache cache = Get(CompileCache::Open({.directory = folder.path()}));
  CompileOptions options;
  options.num_replicas = 2;
  for (int i = 0; i < 2; ++i) {
    const LoadedExecutable sum = Get(cache.Compile(client(), {kAllReduce}, options));
    ASSERT_EQ(sum.devices().size(), 2u);
    const Buffer first = Upload(Floats{1, 2}, {2}, {.device = &sum.devices()[0]});
    const Buffer second = Upload(Floats{10, 20}, {2}, {.device = &sum.devices()[1]});
    const std::vector<std::vector<const Buffer*>> rows = {{&first}, {&second}};
    EXPECT_EQ(Read(Get(sum.ExecuteSharded(rows))[1][0]), (Floats{11, 22}));
    const LoadedExecutable negate = Get(cache.Compile(client(), {kDonatingNegate}));
    const Buffer input = Upload({1, 2, 3, 4});
    EXPECT_EQ(Run(negate, {&input}), (Floats{-1, -2, -3, -4}));
    EXPECT_TRUE(Get(input.IsDeleted()));
  }
}

}  // namespace
}  // namespace pjrt
