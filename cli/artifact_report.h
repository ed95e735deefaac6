// What `pjrt compile` tells of an artifact.
#ifndef CPPJRT_CLI_ARTIFACT_REPORT_H_
#define CPPJRT_CLI_ARTIFACT_REPORT_H_

#include <string>

#include "pjrt/artifact.h"

namespace cppjrt::cli {

// Lines: what it is for, signature, memory and cost as the plugin tells them.
std::string ArtifactText(const pjrt::Artifact& artifact);
// The same as a JSON object.
std::string ArtifactJson(const pjrt::Artifact& artifact);

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_ARTIFACT_REPORT_H_
