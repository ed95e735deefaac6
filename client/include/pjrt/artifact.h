// Artifact: a compiled program in a file, with what it was made from, what it is for, and whether it can run here.
//
//   CPPJRT_ASSIGN_OR_RETURN(Artifact artifact, Artifact::Make(client, executable, program, options));
//   CPPJRT_RETURN_IF_ERROR(artifact.WriteFile("model.pjrt"));
//   …
//   CPPJRT_ASSIGN_OR_RETURN(Artifact artifact, Artifact::ReadFile("model.pjrt"));
//   CPPJRT_ASSIGN_OR_RETURN(LoadedExecutable model, artifact.Load(client));
//
// Executables are bound to the plugin that made them: one of XLA CPU 0.115 loads in 0.81 without complaint and computes wrong
// numbers. So an artifact is loaded only if the plugin says that it fits (AbiVersion extension), or is the very one that made
// it; otherwise what was compiled is still there, and can be compiled again. Form of the file: docs/formats.md. It may come
// from anywhere: reading is bounded and checks all it reads; running what is in it is another matter.
#ifndef PJRT_ARTIFACT_H_
#define PJRT_ARTIFACT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pjrt/client.h"
#include "pjrt/compile_options.h"
#include "pjrt/executable.h"
#include "pjrt/plugin.h"
#include "pjrt/program.h"
#include "pjrt/status.h"
#include "pjrt/topology.h"
#include "pjrt/value.h"

namespace pjrt {
inline namespace v0 {

// Whether an artifact can run on a client.
struct Compatibility {
  // All that speaks against it, a sentence each; empty if nothing does.
  std::vector<std::string> reasons;
  // Why it fits: "the plugin's own verdict" or "same plugin".
  std::string basis;

  bool ok() const { return reasons.empty(); }
  // OK, or FAILED_PRECONDITION with the reasons.
  Status ToStatus() const;
};

// A value; fields may be changed before it is written. Empty fields mean that the plugin does not say.
struct Artifact {
  std::string name;

  // What it is for.
  std::string platform_name;
  std::string platform_version;
  ApiVersion api_version;
  NamedValues plugin_attributes;
  // SHA-256 of the plugin's file, wherever it lies.
  std::string plugin_hash;
  // The processor, if the code runs on it; base/host_cpu.h.
  std::string host;
  // Kinds of the devices, each once; how many it runs on is num_replicas * num_partitions.
  std::vector<std::string> device_kinds;
  int64_t num_replicas = 1;
  int64_t num_partitions = 1;
  // As Topology::Serialize gives it, and its fingerprint.
  std::string topology;
  std::optional<uint64_t> topology_fingerprint;
  // As the AbiVersion extension gives them.
  std::string runtime_abi;
  std::string executable_abi;

  // What it was made from; clear the program to leave it out.
  Program program;
  std::string compile_options;

  // What it is.
  std::optional<ProgramShape> signature;
  std::optional<CompiledMemoryStats> memory;
  NamedValues cost;
  std::string fingerprint;
  int64_t code_size = 0;
  // As Executable::Serialize gives it.
  std::string executable;

  // From a program compiled by a client, or for a topology (ahead of time: the devices need not be there). Errors of
  // Executable::Serialize; what else the plugin does not tell stays empty.
  static StatusOr<Artifact> Make(const Client& client, const LoadedExecutable& loaded, Program program,
                                 const CompileOptions& options);
  static StatusOr<Artifact> Make(const Topology& topology, const Executable& executable, Program program,
                                 const CompileOptions& options);

  std::string Serialize() const;
  // INVALID_ARGUMENT if it is none or of a later version, DATA_LOSS if it is damaged.
  static StatusOr<Artifact> Parse(std::string_view bytes);
  // Whether the bytes begin as an artifact does.
  static bool IsArtifact(std::string_view bytes);

  // Durably and in one step. Errors name the path.
  Status WriteFile(const std::string& path) const;
  static StatusOr<Artifact> ReadFile(const std::string& path);

  Compatibility CheckCompatible(const Client& client) const;
  // FAILED_PRECONDITION unless CheckCompatible, and the plugin's errors.
  StatusOr<LoadedExecutable> Load(const Client& client) const;
  // Loads it, or compiles its program where it cannot be loaded; `why_compiled`, if given, tells why. FAILED_PRECONDITION if it
  // can be neither.
  StatusOr<LoadedExecutable> LoadOrCompile(const Client& client, Status* why_compiled = nullptr) const;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_ARTIFACT_H_
