// What `pjrt run` runs: a program to be compiled, or an artifact that was; through the compile cache if that is wanted.
#ifndef CPPJRT_CLI_RUN_PROGRAM_H_
#define CPPJRT_CLI_RUN_PROGRAM_H_

#include <optional>
#include <string>
#include <vector>

#include "cppjrt/status.h"
#include "pjrt/artifact.h"
#include "pjrt/client.h"
#include "stablehlo/ir/module.h"

namespace CLI {
class App;
}  // namespace CLI

namespace cppjrt::cli {

struct CacheChoice {
  bool use = false;
  std::string directory;  // empty: the default; not empty: use it
};
// --cache and --cache-dir.
void AddCacheOptions(CLI::App& app, CacheChoice& choice);

// The artifact in the bytes; nothing if they are none. Errors of Artifact::Parse.
StatusOr<std::optional<pjrt::Artifact>> ReadArtifact(const std::string& bytes);

// Compiles what the front end read (or did not: null), or loads it from the cache. `notes` receives what is worth telling.
StatusOr<pjrt::LoadedExecutable> CompileOrFind(const pjrt::Client& client, const std::string& code,
                                               stablehlo::Module* module, const pjrt::CompileOptions& options,
                                               const CacheChoice& cache, std::vector<std::string>& notes);

// Loads it, or compiles the program in it, which is told.
StatusOr<pjrt::LoadedExecutable> LoadArtifact(const pjrt::Client& client, const pjrt::Artifact& artifact,
                                              std::vector<std::string>& notes);

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_RUN_PROGRAM_H_
