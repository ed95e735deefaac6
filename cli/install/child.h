// Running another program and collecting what it prints.
#ifndef CPPJRT_CLI_INSTALL_CHILD_H_
#define CPPJRT_CLI_INSTALL_CHILD_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"

namespace cppjrt::install {

struct ChildOptions {
  // "NAME=value", set in addition to this process's environment.
  std::vector<std::string> environment;
  // Called about five times a second with what was printed so far; false ends the child. May be empty.
  std::function<bool(std::string_view output)> poll;
};

struct ChildResult {
  // The exit status, or 128 + the signal that ended it.
  int exit_status = 0;
  // The last 64 KiB of standard output and standard error together.
  std::string output;
};

// The program `name` on $PATH, or empty.
std::string FindProgram(std::string_view name);

// Runs `arguments` (the first is the program's path) without a shell, its standard input empty, and waits for it. It
// stays in the caller's process group, so Ctrl-C reaches both. NOT_FOUND or PERMISSION_DENIED if it cannot be started;
// CANCELLED after `poll` gave false, when the child has ended (asked first, killed after two seconds).
StatusOr<ChildResult> RunChild(const std::vector<std::string>& arguments, const ChildOptions& options = {});

}  // namespace cppjrt::install

#endif  // CPPJRT_CLI_INSTALL_CHILD_H_
