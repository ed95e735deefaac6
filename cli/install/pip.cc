#include "cli/install/pip.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "cli/install/child.h"
#include "cli/install/files.h"

namespace cppjrt::install {
namespace {

namespace fs = std::filesystem;
using Command = std::vector<std::string>;

constexpr char kNoPip[] =
    "pip is needed to download plugins and was not found; `apt install python3-pip` installs it on Debian and Ubuntu";

bool Contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

bool ContainsAny(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [text](std::string_view part) { return Contains(text, part); });
}

// Letters, digits and ".+!-_", as versions have them; so it cannot be taken for an option or a URL.
bool IsVersion(std::string_view text) {
  const auto allowed = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || Contains(".+!-_", {&c, 1});
  };
  return !text.empty() && std::all_of(text.begin(), text.end(), allowed);
}

// Ways to start pip, best first.
std::vector<Command> PipCommands(const DownloadOptions& options) {
  if (!options.pip.empty()) return {options.pip};
  std::vector<Command> commands;
  if (std::string python = FindProgram("python3"); !python.empty()) commands.push_back({python, "-m", "pip"});
  for (std::string_view name : {"pip3", "pip"}) {
    if (std::string pip = FindProgram(name); !pip.empty()) commands.push_back({pip});
  }
  return commands;
}

// Options that choose a wheel made for a Python other than pip's own, on this kind of machine.
std::vector<std::string> TargetOptions(std::string_view python) {
  utsname machine = {};
  ::uname(&machine);
  std::vector<std::string> arguments = {
      "--implementation",  "cp",    "--python-version",
      std::string(python), "--abi", "cp" + std::string(python.substr(0, 1)) + std::string(python.substr(2))};
  for (std::string_view glibc : {"2_31", "2_28", "2_27", "2_17"}) {
    arguments.push_back("--platform");
    arguments.push_back(fmt::format("manylinux_{}_{}", glibc, machine.machine));
  }
  return arguments;
}

// The Pythons to try for one entry; "" is pip's own.
std::vector<std::string_view> Pythons(const CatalogEntry& entry) {
  return entry.per_python ? std::vector<std::string_view>{"3.11", "3.12", "3.13", "3.10"}
                          : std::vector<std::string_view>{""};
}

std::string Requirement(const CatalogEntry& entry, const std::string& version) {
  return version == "newest" ? std::string(entry.package) : fmt::format("{}=={}", entry.package, version);
}

Command DownloadCommand(Command command, const std::string& requirement, std::string_view python,
                        const std::string& directory) {
  for (const char* argument : {"download", "--no-deps", "--only-binary=:all:", "--ignore-requires-python",
                               "--disable-pip-version-check", "--no-input", "--progress-bar", "off", "-d"}) {
    command.emplace_back(argument);
  }
  command.push_back(directory);
  if (!python.empty()) {
    for (std::string& argument : TargetOptions(python)) command.push_back(std::move(argument));
  }
  command.push_back(requirement);
  return command;
}

// The one wheel in `directory`.
StatusOr<std::string> WheelIn(const std::string& directory) {
  std::vector<std::string> wheels;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".whl") wheels.push_back(entry->path().string());
  }
  if (wheels.size() == 1) return wheels.front();
  return UnknownError(fmt::format("pip succeeded but left {} wheels instead of one", wheels.size()));
}

// pip is there at all: not a python3 without it, not a broken script.
bool IsPipMissing(const StatusOr<ChildResult>& result) {
  if (!result.ok()) return result.status().code() != StatusCode::kCancelled;
  return result->exit_status != 0 && Contains(result->output, "No module named pip");
}

StatusOr<ChildResult> Run(const Command& command, const std::string& directory, const DownloadOptions& options) {
  ChildOptions child;
  child.environment = {"TMPDIR=" + directory, "PYTHONUNBUFFERED=1", "LC_ALL=C.UTF-8"};
  // pip keeps up to three copies, all growing: the largest file is what has arrived.
  if (options.progress) {
    child.poll = [&](std::string_view output) {
      return options.progress(LargestFileBelow(directory), AnnouncedBytes(output));
    };
  }
  return RunChild(command, child);
}

// Tries the ways to start pip until one is pip.
StatusOr<ChildResult> RunAnyPip(const std::string& requirement, std::string_view python, const std::string& directory,
                                const DownloadOptions& options) {
  for (const Command& pip : PipCommands(options)) {
    StatusOr<ChildResult> result = Run(DownloadCommand(pip, requirement, python, directory), directory, options);
    if (!IsPipMissing(result)) return result;
  }
  return FailedPreconditionError(kNoPip);
}

// The last lines, indented, for the end of a message.
std::string LastLines(std::string_view output, int lines) {
  while (output.ends_with('\n')) output.remove_suffix(1);
  size_t start = output.size();
  while (lines-- > 0 && start != std::string_view::npos && start > 0) start = output.rfind('\n', start - 1);
  std::string text(start == std::string_view::npos ? output : output.substr(start));
  if (text.starts_with('\n')) text.erase(0, 1);
  for (size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) text.insert(at + 1, "  ");
  return "\n  " + text;
}

// What stands behind "(from versions: ", as pip lists it; empty if it knows none.
std::string VersionsOffered(std::string_view output) {
  constexpr std::string_view kMark = "from versions: ";
  const size_t at = output.rfind(kMark);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = output.substr(at + kMark.size());
  const std::string_view versions = rest.substr(0, rest.find(')'));
  return versions == "none" ? std::string() : std::string(versions);
}

}  // namespace

int64_t AnnouncedBytes(std::string_view output) {
  const size_t line = output.rfind("Downloading ");
  if (line == std::string_view::npos) return 0;
  const std::string text(output.substr(line, output.find('\n', line) - line));
  const size_t open = text.rfind('(');
  if (open == std::string::npos) return 0;
  char* end = nullptr;
  const double number = std::strtod(text.c_str() + open + 1, &end);
  const std::string_view unit(end);
  double scale = 1;
  if (unit.starts_with(" kB")) scale = 1e3;
  if (unit.starts_with(" MB")) scale = 1e6;
  if (unit.starts_with(" GB")) scale = 1e9;
  return number > 0 && number * scale < 1e15 ? static_cast<int64_t>(number * scale) : 0;
}

Status ExplainPipFailure(std::string_view requirement, int exit_status, std::string_view output) {
  if (ContainsAny(output, {"No space left on device", "Disk quota exceeded"})) {
    return ResourceExhaustedError(fmt::format("no space left for the download of {}", requirement));
  }
  if (ContainsAny(output, {"Retrying (", "NewConnectionError", "ConnectTimeoutError", "ReadTimeoutError", "ProxyError",
                           "SSLError", "Could not fetch URL", "Temporary failure in name resolution",
                           "Network is unreachable", "Connection refused", "Connection reset"})) {
    return UnavailableError(fmt::format(
        "the package index cannot be reached to download {}; check the network and pip's proxy settings", requirement));
  }
  if (ContainsAny(output, {"No matching distribution found", "Could not find a version"})) {
    const std::string offered = VersionsOffered(output);
    return NotFoundError(
        offered.empty() ? fmt::format("the package index has no {} for this machine, or cannot be reached", requirement)
                        : fmt::format("the package index has no {} for this machine; it has {}", requirement, offered));
  }
  return UnknownError(
      fmt::format("pip failed to download {} (exit status {}):{}", requirement, exit_status, LastLines(output, 8)));
}

StatusOr<std::string> DownloadWheel(const CatalogEntry& entry, const std::string& directory,
                                    const DownloadOptions& options) {
  if (!IsVersion(options.version)) return InvalidArgumentError(fmt::format("\"{}\" is not a version", options.version));
  const std::string requirement = Requirement(entry, options.version);
  Status failure;
  for (std::string_view python : Pythons(entry)) {
    CPPJRT_ASSIGN_OR_RETURN(const ChildResult result, RunAnyPip(requirement, python, directory, options));
    if (result.exit_status == 0) return WheelIn(directory);
    failure = ExplainPipFailure(requirement, result.exit_status, result.output);
    if (failure.code() != StatusCode::kNotFound) break;
  }
  return failure;
}

}  // namespace cppjrt::install
