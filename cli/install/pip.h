// Downloading a wheel with pip, and saying in one sentence why that failed.
#ifndef CPPJRT_CLI_INSTALL_PIP_H_
#define CPPJRT_CLI_INSTALL_PIP_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/install/catalog.h"
#include "cppjrt/status.h"

namespace cppjrt::install {

struct DownloadOptions {
  // The version to get; "newest" leaves the choice to pip.
  std::string version;
  // Program and leading arguments ({"/usr/bin/python3", "-m", "pip"}). Empty: `python3 -m pip`, pip3, pip, whichever
  // works first.
  std::vector<std::string> pip;
  // Called with the bytes on disk so far and those expected (0: not known yet); false cancels. May be empty.
  std::function<bool(int64_t done, int64_t total)> progress;
};

// Runs `pip download` for the wheel of `entry`; gives its path, in `directory`. Only wheels are accepted, so no code of
// the package runs. pip keeps its temporary files in `directory` too.
//   FAILED_PRECONDITION: no pip.    UNAVAILABLE: package index not reachable.    NOT_FOUND: no such version, or none
//   for this machine.    RESOURCE_EXHAUSTED: no space.    INVALID_ARGUMENT: malformed version.    CANCELLED. UNKNOWN:
//   anything else; the message ends with the last lines pip printed.
StatusOr<std::string> DownloadWheel(const CatalogEntry& entry, const std::string& directory,
                                    const DownloadOptions& options);

// The error that output of a failed pip means.
Status ExplainPipFailure(std::string_view requirement, int exit_status, std::string_view output);

// Bytes in pip's last "Downloading x.whl (62.7 MB)", 0 if there is none.
int64_t AnnouncedBytes(std::string_view output);

}  // namespace cppjrt::install

#endif  // CPPJRT_CLI_INSTALL_PIP_H_
