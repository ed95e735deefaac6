#include "pjrt/fit_program.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "stablehlo/bytecode/writer.h"
#include "stablehlo/op/version.h"
#include "stablehlo/parse.h"

namespace pjrt {
inline namespace v0 {
namespace {

namespace shlo = ::cppjrt::stablehlo;

// The minors of major version 0 that artifacts were written for.
constexpr uint16_t kMinorsOf0 = 20;

constexpr StableHloVersion FromVersion(shlo::Version version) { return {version.major, version.minor, version.patch}; }

// The newest version this library writes that is not newer than `version`.
shlo::Version AtMost(const StableHloVersion& version) {
  if (version >= FromVersion(shlo::kNewestVersion)) return shlo::kNewestVersion;
  return {static_cast<uint16_t>(version[0]), static_cast<uint16_t>(version[1]), static_cast<uint16_t>(version[2])};
}

// Every version to try, the oldest first.
std::vector<shlo::Version> AllVersions() {
  std::vector<shlo::Version> versions;
  for (uint16_t minor = shlo::kOldestVersion.minor; minor < kMinorsOf0; ++minor) versions.push_back({0, minor, 0});
  for (uint16_t minor = 0; minor <= shlo::kNewestVersion.minor; ++minor) versions.push_back({1, minor, 0});
  return versions;
}

Status TooNew(const Status& why, const StableHloRange& reads) {
  return cppjrt::FailedPreconditionError("the plugin reads StableHLO " + ToString(reads.minimum) + " to " +
                                         ToString(reads.current) +
                                         ", which cannot say the program: " + std::string(why.message()));
}

// The artifact for the newest version that the plugin and this library know.
StatusOr<std::string> Rewrite(shlo::Module& module, const StableHloRange& reads) {
  const shlo::Version target = AtMost(reads.current);
  if (FromVersion(target) < reads.minimum) {
    return cppjrt::FailedPreconditionError("the plugin reads StableHLO " + ToString(reads.minimum) + " to " +
                                           ToString(reads.current) + "; this library writes " +
                                           shlo::kOldestVersion.ToString() + " to " + shlo::kNewestVersion.ToString());
  }
  StatusOr<std::string> artifact = shlo::WriteArtifact(module, target);
  if (artifact.status().code() == StatusCode::kFailedPrecondition) return TooNew(artifact.status(), reads);
  return artifact;
}

StatusOr<FittedProgram> FitArtifact(const StableHloRange& reads, Program program, const StableHloVersion& version) {
  if (version >= reads.minimum && version <= reads.current) return FittedProgram{std::move(program), std::nullopt};
  CPPJRT_ASSIGN_OR_RETURN(shlo::Module module, shlo::Parse(program.code));
  CPPJRT_ASSIGN_OR_RETURN(program.code, Rewrite(module, reads));
  return FittedProgram{std::move(program), FromVersion(AtMost(reads.current))};
}

// Text and bytecode of the dialect itself: only whether the version has the operations.
StatusOr<FittedProgram> FitText(const StableHloRange& reads, Program program) {
  StatusOr<shlo::Module> module = shlo::Parse(program.code);
  if (module.ok() && reads.current < FromVersion(shlo::kNewestVersion)) {
    const Status status = Rewrite(*module, reads).status();
    // What no version can say is for the plugin to judge.
    if (status.code() == StatusCode::kFailedPrecondition && OldestVersionFor(program).ok()) return status;
  }
  return FittedProgram{std::move(program), std::nullopt};
}

}  // namespace

StatusOr<FittedProgram> FitProgram(const StableHloRange& reads, Program program) {
  if (program.format != "mlir") return FittedProgram{std::move(program), std::nullopt};
  if (const std::optional<StableHloVersion> version = ArtifactVersion(program.code)) {
    return FitArtifact(reads, std::move(program), *version);
  }
  return FitText(reads, std::move(program));
}

StatusOr<FittedProgram> FitProgram(const Plugin& plugin, Program program) {
  const std::optional<StableHloRange> reads = plugin.stablehlo_range();
  if (!reads) return FittedProgram{std::move(program), std::nullopt};
  return FitProgram(*reads, std::move(program));
}

StatusOr<StableHloVersion> OldestVersionFor(const Program& program) {
  if (program.format != "mlir") {
    return cppjrt::InvalidArgumentError("a program of format " + program.format + " has no StableHLO version");
  }
  CPPJRT_ASSIGN_OR_RETURN(shlo::Module module, shlo::Parse(program.code));
  CPPJRT_RETURN_IF_ERROR(shlo::WriteArtifact(module, shlo::kNewestVersion).status());
  // What a version can say, every later one can.
  const std::vector<shlo::Version> versions = AllVersions();
  const auto found = std::partition_point(versions.begin(), versions.end(), [&](const shlo::Version& version) {
    return !shlo::WriteArtifact(module, version).ok();
  });
  return found == versions.end() ? FromVersion(shlo::kNewestVersion) : FromVersion(*found);
}

}  // namespace v0
}  // namespace pjrt
