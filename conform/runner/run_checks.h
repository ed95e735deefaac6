// A run: checks done in child processes, and the report that comes of it.
//
//   RunOptions options;
//   options.setup.path = "libpjrt_cpu.so";
//   options.isolate.command = {"/proc/self/exe", "conform", "--child", …};
//   Report report = RunChecks(AllChecks(), options, [](const Report& so_far) { … });
#ifndef CPPJRT_CONFORM_RUNNER_RUN_CHECKS_H_
#define CPPJRT_CONFORM_RUNNER_RUN_CHECKS_H_

#include <functional>
#include <string>
#include <vector>

#include "conform/api/context.h"
#include "conform/isolate/isolate.h"
#include "conform/registry/registry.h"
#include "conform/report/report.h"

namespace cppjrt::conform {

struct RunOptions {
  PluginSetup setup;
  std::string plugin_name;        // for the report
  std::vector<std::string> only;  // areas, ids or patterns; empty: all
  IsolateOptions isolate;
};

// Whether the check is one of `only`.
bool Chosen(const std::vector<std::string>& only, std::string_view id);

// `progress` is called after each check with the report so far, in which the checks not done yet are skipped.
Report RunChecks(const Registry& registry, const RunOptions& options,
                 const std::function<void(const Report& report, size_t done)>& progress);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_RUNNER_RUN_CHECKS_H_
