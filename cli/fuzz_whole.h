// `pjrt fuzz --whole`: programs with control flow instead of single operations (conform/programs).
#ifndef CPPJRT_CLI_FUZZ_WHOLE_H_
#define CPPJRT_CLI_FUZZ_WHOLE_H_

#include <string>

#include "cli/command.h"
#include "conform/programs/fuzz_whole.h"

namespace cppjrt::cli {

// Runs them, prints what is found and writes it into `folder` if that is not empty; the exit code.
int FuzzWholePrograms(const PluginChoice& plugin, const PluginChoice& judge, const conform::WholeFuzzOptions& options,
                      const std::string& folder);

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_FUZZ_WHOLE_H_
