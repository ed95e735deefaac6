// Artifacts: what is in them, whether they fit, and that nothing in a file can do harm.
#include "pjrt/artifact.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "base/framed_file.h"
#include "tests/client/fault.h"
#include "tests/client/temporary_folder.h"
#include "tests/client/xla_cpu.h"

namespace pjrt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view kKind = "CPPJRTA1";

// Every field has a value.
Artifact FullArtifact() {
  Artifact out;
  out.name = "jit_f";
  out.platform_name = "cpu";
  out.platform_version = "1.2";
  out.api_version = {0, 114};
  out.plugin_attributes = {{"xla_version", int64_t{2}},
                           {"stablehlo_current_version", std::vector<int64_t>{1, 20, 0}},
                           {"text", std::string("a\0b", 3)},
                           {"negative", int64_t{-7}},
                           {"float", 0.5F},
                           {"flag", true}};
  out.plugin_hash = std::string(64, 'a');
  out.host = "x86_64 1";
  out.device_kinds = {"cpu", "other"};
  out.num_replicas = 2;
  out.num_partitions = 3;
  out.topology = "topology";
  out.topology_fingerprint = ~uint64_t{0};
  out.runtime_abi = "runtime";
  out.executable_abi = "executable";
  out.program = {"func.func @main() {}", "mlir"};
  out.compile_options = "options";
  out.signature = ProgramShape{{{ElementType::kF32, {2, 3}, {}}, {ElementType::kBF16, {8}, {true}}},
                               {{ElementType::kToken, {}, {}}, {ElementType::kS4, {}, {}}}};
  out.memory = CompiledMemoryStats{};
  out.memory->argument_size = 24;
  out.memory->host_temp_size = -1;
  out.memory->peak_memory = 100;
  out.memory->peak_unpadded_heap_bytes = 0;
  out.cost = {{"flops", 6.0F}};
  out.fingerprint = "print";
  out.code_size = 1000;
  out.executable = std::string("\0\1\2", 3);
  return out;
}

void ExpectEqual(const Artifact& a, const Artifact& b) {
  EXPECT_EQ(a.Serialize(), b.Serialize());  // what has equal bytes has equal fields
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.api_version, b.api_version);
  EXPECT_EQ(a.plugin_attributes, b.plugin_attributes);
  EXPECT_EQ(a.device_kinds, b.device_kinds);
  EXPECT_EQ(a.topology_fingerprint, b.topology_fingerprint);
  EXPECT_EQ(a.program.code, b.program.code);
  EXPECT_EQ(a.program.format, b.program.format);
  ASSERT_EQ(a.signature.has_value(), b.signature.has_value());
  if (a.signature.has_value()) {
    EXPECT_EQ(a.signature->parameters, b.signature->parameters);
    EXPECT_EQ(a.signature->results, b.signature->results);
  }
  ASSERT_EQ(a.memory.has_value(), b.memory.has_value());
  if (a.memory.has_value()) {
    EXPECT_EQ(a.memory->argument_size, b.memory->argument_size);
    EXPECT_EQ(a.memory->host_temp_size, b.memory->host_temp_size);
    EXPECT_EQ(a.memory->peak_memory, b.memory->peak_memory);
    EXPECT_EQ(a.memory->total_size, b.memory->total_size);
    EXPECT_EQ(a.memory->peak_unpadded_heap_bytes, b.memory->peak_unpadded_heap_bytes);
  }
  EXPECT_EQ(a.cost, b.cost);
  EXPECT_EQ(a.executable, b.executable);
}

TEST(ArtifactFormatTest, EveryFieldComesBack) {
  for (const Artifact& artifact : {FullArtifact(), Artifact()}) {
    const StatusOr<Artifact> read = Artifact::Parse(artifact.Serialize());
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    ExpectEqual(*read, artifact);
  }
  EXPECT_TRUE(Artifact::IsArtifact(Artifact().Serialize()));
  EXPECT_FALSE(Artifact::IsArtifact("func.func"));
}

TEST(ArtifactFormatTest, FilesAreReadAndWrittenWhole) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/a.pjrt";
  Check(FullArtifact().WriteFile(path));
  Check(FullArtifact().WriteFile(path));
  ExpectEqual(Get(Artifact::ReadFile(path)), FullArtifact());
  EXPECT_EQ(Artifact::ReadFile(folder.path() + "/none").status().code(), StatusCode::kNotFound);
  EXPECT_FALSE(FullArtifact().WriteFile(folder.path() + "/none/a.pjrt").ok());
  // Nothing but the file.
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(ArtifactFormatTest, WhatIsNoWholeArtifactIsRefused) {
  const std::string whole = FullArtifact().Serialize();
  EXPECT_EQ(Artifact::Parse("").status().message(), "this is no artifact");
  EXPECT_EQ(Artifact::Parse("ML\xEFR").status().code(), StatusCode::kInvalidArgument);
  for (size_t size = 8; size < whole.size(); ++size) {
    ASSERT_EQ(Artifact::Parse(whole.substr(0, size)).status().code(), StatusCode::kDataLoss) << size;
  }
  for (size_t at = 8; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    ASSERT_EQ(Artifact::Parse(changed).status().code(), StatusCode::kDataLoss) << at;
  }
  std::string later = whole;
  later[7] = '2';
  EXPECT_THAT(std::string(Artifact::Parse(later).status().message()), HasSubstr("version '2', this library reads '1'"));
}

// A file with a right checksum may still have been made to do harm.
TEST(ArtifactFormatTest, AnyMessageIsReadOrRefused) {
  const std::string whole = FullArtifact().Serialize();
  const std::string message = whole.substr(48);
  int refused = 0;
  for (size_t size = 0; size < message.size(); ++size) {
    refused += Artifact::Parse(cppjrt::Frame(kKind, message.substr(0, size))).ok() ? 0 : 1;
  }
  EXPECT_GT(refused, static_cast<int>(message.size()) / 2);
  std::mt19937 random(3);
  for (int i = 0; i < 20000; ++i) {
    std::string changed = message;
    for (int k = 0; k < 3; ++k) changed[random() % changed.size()] = static_cast<char>(random());
    const StatusOr<Artifact> read = Artifact::Parse(cppjrt::Frame(kKind, changed));
    if (!read.ok() || !read->signature.has_value()) continue;
    for (const ArrayShape& shape : read->signature->parameters) {
      EXPECT_TRUE(shape.type == ElementType::kToken || HostBytes(shape.type, shape.dims).ok());
    }
  }
}

TEST(ArtifactFormatTest, SignaturesThatCannotBeAreRefused) {
  const auto message_of = [](const ArrayShape& shape) {
    Artifact artifact;
    artifact.signature = ProgramShape{{shape}, {}};
    return Artifact::Parse(artifact.Serialize()).status().ToString();
  };
  EXPECT_THAT(message_of({ElementType::kF32, {-1}, {}}), HasSubstr("INVALID_ARGUMENT"));
  EXPECT_THAT(message_of({ElementType::kF32, {int64_t{1} << 40, int64_t{1} << 40}, {}}), HasSubstr("OUT_OF_RANGE"));
  EXPECT_THAT(message_of({ElementType::kF32, {2, 2}, {true}}), HasSubstr("2 dimensions and 1 marks"));
  Artifact artifact;
  artifact.num_replicas = int64_t{1} << 40;
  EXPECT_FALSE(Artifact::Parse(artifact.Serialize()).ok());
  artifact.num_replicas = 0;
  EXPECT_FALSE(Artifact::Parse(artifact.Serialize()).ok());
}

// --- on the fault plugin

class ArtifactTest : public FaultTest {
 protected:
  static Client ClientOf(const FaultTable& table, NamedValues options = {}) {
    return Get(Client::Create(table.plugin(), {std::move(options), nullptr}));
  }
  static Artifact MakeOn(const Client& client) {
    const LoadedExecutable executable = Get(client.Compile(FaultProgram()));
    return Get(Artifact::Make(client, executable, FaultProgram(), {}));
  }
};

TEST_F(ArtifactTest, OnTheSamePluginItLoadsAndRuns) {
  const FaultTable table("record");
  const Client client = ClientOf(table);
  const Artifact artifact = Get(Artifact::Parse(MakeOn(client).Serialize()));
  EXPECT_EQ(artifact.platform_name, "fault");
  EXPECT_EQ(artifact.plugin_hash.size(), 64u);
  EXPECT_EQ(artifact.signature->parameters, (std::vector<ArrayShape>{{ElementType::kF32, {4}, {}}}));
  const Compatibility fits = artifact.CheckCompatible(client);
  EXPECT_THAT(fits.reasons, IsEmpty());
  EXPECT_EQ(fits.basis, "same plugin");
  const LoadedExecutable loaded = Get(artifact.Load(client));
  const Buffer input = Get(UploadFour(client));
  EXPECT_EQ(Get(Get(loaded.Execute({&input}))[0].ToVector<float>()), FourFloats());
  EXPECT_EQ(table.Calls(abi::Slot::Client_Compile), 1);
}

TEST_F(ArtifactTest, EveryReasonAgainstItIsTold) {
  const FaultTable table("");
  const Client client = ClientOf(table);
  Artifact artifact = MakeOn(client);
  artifact.plugin_hash[0] = artifact.plugin_hash[0] == '0' ? '1' : '0';
  artifact.num_partitions = 1000;
  artifact.device_kinds = {"H100"};
  const Compatibility verdict = artifact.CheckCompatible(client);
  ASSERT_EQ(verdict.reasons.size(), 3u) << verdict.ToStatus().ToString();
  EXPECT_THAT(verdict.reasons[0], HasSubstr("it was made by another plugin (C API 0.114"));
  EXPECT_THAT(verdict.reasons[1], HasSubstr("it runs on 1000 devices, the client has 1"));
  EXPECT_THAT(verdict.reasons[2], HasSubstr("'H100', the client has '"));
  EXPECT_EQ(artifact.Load(client).status(), verdict.ToStatus());
  EXPECT_EQ(verdict.ToStatus().code(), StatusCode::kFailedPrecondition);
  artifact.platform_name = "tpu";
  EXPECT_THAT(artifact.CheckCompatible(client).reasons, ElementsAre("it is for the platform 'tpu', this is 'fault'"));
}

TEST_F(ArtifactTest, WhatCannotBeLoadedIsCompiledFromItsProgram) {
  const FaultTable table("record");
  const Client client = ClientOf(table);
  Artifact artifact = MakeOn(client);
  Status why;
  Get(artifact.LoadOrCompile(client, &why));
  EXPECT_TRUE(why.ok()) << why.ToString();
  EXPECT_EQ(table.Calls(abi::Slot::Client_Compile), 1);
  artifact.plugin_hash.clear();
  Get(artifact.LoadOrCompile(client, &why));
  EXPECT_EQ(why.code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(table.Calls(abi::Slot::Client_Compile), 2);
  artifact.program = FaultProgram("// fault.compile_error = \"INVALID_ARGUMENT: line 3\"");
  const Status both = artifact.LoadOrCompile(client).status();
  EXPECT_EQ(both.code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(both.message()), HasSubstr("cannot be loaded here"));
  EXPECT_THAT(std::string(both.message()), HasSubstr("line 3"));
  artifact.program.code.clear();
  EXPECT_EQ(artifact.LoadOrCompile(client).status().code(), StatusCode::kFailedPrecondition);
}

TEST_F(ArtifactTest, ATopologyIsEnoughToMakeOne) {
  const FaultTable table("");
  const Topology topology = Get(Topology::Create(table.plugin(), "fault:2"));
  const Executable executable = Get(topology.Compile(FaultProgram(), {}));
  const Artifact artifact = Get(Artifact::Make(topology, executable, FaultProgram(), {}));
  EXPECT_EQ(artifact.platform_name, "fault");
  EXPECT_FALSE(artifact.topology.empty());
  const Client client = ClientOf(table, {{"num_devices", int64_t{2}}});
  Get(artifact.Load(client));
}

TEST_F(ArtifactTest, APluginThatCannotSerializeMakesNone) {
  const FaultTable table("hide=Executable_Serialize");
  const Client client = ClientOf(table);
  const LoadedExecutable executable = Get(client.Compile(FaultProgram()));
  EXPECT_EQ(Artifact::Make(client, executable, FaultProgram(), {}).status().code(), StatusCode::kUnimplemented);
}

// --- real plugins

class ArtifactOnPluginsTest : public XlaCpuTest {};
INSTANTIATE_ON_XLA_CPU(ArtifactOnPluginsTest);

TEST_P(ArtifactOnPluginsTest, ItComputesTheSameAndSaysWhatItIs) {
  const LoadedExecutable compiled = Compile(kAdd);
  const Artifact artifact = Get(Artifact::Parse(Get(Artifact::Make(client(), compiled, {kAdd}, {})).Serialize()));
  EXPECT_EQ(artifact.platform_name, "cpu");
  EXPECT_THAT(artifact.host, HasSubstr("x86_64"));
  EXPECT_THAT(artifact.device_kinds, ElementsAre("cpu"));
  ASSERT_TRUE(artifact.signature.has_value());
  const ArrayShape four{ElementType::kF32, {4}, {}};
  EXPECT_EQ(artifact.signature->parameters, (std::vector<ArrayShape>{four, four}));
  EXPECT_EQ(artifact.signature->results, (std::vector<ArrayShape>{four}));
  ASSERT_TRUE(artifact.memory.has_value());
  EXPECT_EQ(artifact.memory->argument_size, 32);
  EXPECT_EQ(artifact.memory->output_size, 16);
  const Buffer a = Upload({1, 2, 3, 4});
  const Buffer b = Upload({10, 20, 30, 40});
  EXPECT_EQ(Run(Get(artifact.Load(client())), {&a, &b}), (Floats{11, 22, 33, 44}));
}

TEST_P(ArtifactOnPluginsTest, AnotherProcessorsIsRefused) {
  Artifact artifact = Get(Artifact::Make(client(), Compile(kAdd), {kAdd}, {}));
  artifact.host = "x86_64 other";
  EXPECT_THAT(artifact.CheckCompatible(client()).reasons, ElementsAre("it was compiled for another processor"));
}

// 0.115's executable loads in 0.81 and computes wrong numbers (docs/differences.md).
TEST(ArtifactOnOtherPluginTest, IsRefusedAndItsProgramCompiledThere) {
  const char* const names[] = {"xla-cpu", "xla-cpu-0.81"};
  for (const char* name : names) {
    if (const std::string why = WhyNot(name); !why.empty()) GTEST_SKIP() << why;
  }
  const Client maker = Get(Client::Create(Get(Plugin::Load(InstalledPath(names[0])))));
  const Client other = Get(Client::Create(Get(Plugin::Load(InstalledPath(names[1])))));
  const Artifact artifact = Get(Artifact::Make(maker, Get(maker.Compile({kAdd})), {kAdd}, {}));
  EXPECT_THAT(std::string(artifact.Load(other).status().message()), HasSubstr("made by another plugin (C API 0.115"));
  Status why;
  const LoadedExecutable compiled = Get(artifact.LoadOrCompile(other, &why));
  EXPECT_FALSE(why.ok());
  const Floats values = {1, 2, 3, 4};
  const Dims dims = {4};
  const Buffer a = Get(other.Upload(std::span<const float>(values), dims));
  EXPECT_EQ(Get(Get(compiled.Execute({&a, &a}))[0].ToVector<float>()), (Floats{2, 4, 6, 8}));
}

}  // namespace
}  // namespace pjrt
