#include "cli/run_program.h"

#include <CLI/CLI.hpp>
#include <utility>

#include "cli/program.h"
#include "pjrt/compile_cache.h"
#include "pjrt/program.h"

namespace cppjrt::cli {
namespace {

std::string Describe(const pjrt::CacheReport& report) {
  const std::string text = std::string("compile cache: ") + pjrt::ToString(report.outcome);
  return report.problem.ok() ? text : text + ": " + std::string(report.problem.message());
}

}  // namespace

void AddCacheOptions(CLI::App& app, CacheChoice& choice) {
  app.add_flag("--cache", choice.use, "Use the compile cache; see `pjrt cache`");
  app.add_option("--cache-dir", choice.directory, "Use a compile cache in this directory")->type_name("DIR");
}

StatusOr<std::optional<pjrt::Artifact>> ReadArtifact(const std::string& bytes) {
  if (!pjrt::Artifact::IsArtifact(bytes)) return std::optional<pjrt::Artifact>();
  CPPJRT_ASSIGN_OR_RETURN(pjrt::Artifact artifact, pjrt::Artifact::Parse(bytes));
  return std::optional(std::move(artifact));
}

StatusOr<pjrt::LoadedExecutable> CompileOrFind(const pjrt::Client& client, const std::string& code,
                                               stablehlo::Module* module, const pjrt::CompileOptions& options,
                                               const CacheChoice& cache, std::vector<std::string>& notes) {
  if (!cache.use && cache.directory.empty()) return CompileFor(client, code, module, options, notes);
  const StatusOr<pjrt::CompileCache> opened = pjrt::CompileCache::Open({.directory = cache.directory});
  if (!opened.ok()) {
    notes.push_back("without the cache: " + std::string(opened.status().message()));
    return CompileFor(client, code, module, options, notes);
  }
  const StatusOr<std::string> readable = module == nullptr ? code : CodeForPlugin(code, *module, client.plugin());
  CPPJRT_RETURN_IF_ERROR(readable.status());
  pjrt::CacheReport report;
  StatusOr<pjrt::LoadedExecutable> executable = opened->Compile(client, pjrt::Program{*readable}, options, &report);
  if (executable.ok()) {
    notes.push_back(Describe(report));
    return executable;
  }
  // For text there is another way, which says more.
  if (module == nullptr || pjrt::IsMlirBytecode(*readable)) return executable;
  return CompileFor(client, code, module, options, notes);
}

StatusOr<pjrt::LoadedExecutable> LoadArtifact(const pjrt::Client& client, const pjrt::Artifact& artifact,
                                              std::vector<std::string>& notes) {
  Status why_compiled;
  StatusOr<pjrt::LoadedExecutable> executable = artifact.LoadOrCompile(client, &why_compiled);
  if (executable.ok() && !why_compiled.ok()) {
    notes.push_back("compiled again: " + std::string(why_compiled.message()));
  }
  return executable;
}

}  // namespace cppjrt::cli
