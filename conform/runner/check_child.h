// The child process that runs checks: loads the plugin, then does what it is told, item by item.
//
// An item is the id of a check, or kIdentityItem. What it gives back is JSON: {"result", "message", "evidence", "hazards"}
// of a check, the identity of the plugin otherwise.
#ifndef CPPJRT_CONFORM_RUNNER_CHECK_CHILD_H_
#define CPPJRT_CONFORM_RUNNER_CHECK_CHILD_H_

#include <string>
#include <string_view>

#include "conform/api/context.h"
#include "conform/registry/registry.h"
#include "conform/report/report.h"

namespace cppjrt::conform {

inline constexpr char kIdentityItem[] = "identity";

// Serves the channel of this process until it ends. The exit code.
int RunCheckChild(const Registry& registry, const PluginSetup& setup);

// Reads what a child gave: into the result, message, evidence and hazards of `check`. A payload that is none is a failure.
void ReadOutcome(std::string_view payload, CheckReport& check);
// Fills in what the child found out; the rest stays.
void ReadIdentity(std::string_view payload, PluginIdentity& plugin);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_RUNNER_CHECK_CHILD_H_
