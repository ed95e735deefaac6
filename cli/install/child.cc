#include "cli/install/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "cli/install/files.h"

namespace cppjrt::install {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kMaxOutput = size_t{64} << 10;
constexpr int kPollMilliseconds = 200;
constexpr std::chrono::seconds kGrace(2);

// posix_spawn's instructions: standard input from /dev/null, both outputs into `pipe`.
class FileActions {
 public:
  explicit FileActions(int pipe) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions_, pipe, 1);
    ::posix_spawn_file_actions_adddup2(&actions_, pipe, 2);
  }
  ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

std::vector<char*> Pointers(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& string : strings) pointers.push_back(string.data());
  pointers.push_back(nullptr);
  return pointers;
}

bool SetsSameVariable(std::string_view a, std::string_view b) {
  return a.substr(0, a.find('=')) == b.substr(0, b.find('='));
}

std::vector<std::string> Environment(const std::vector<std::string>& additions) {
  std::vector<std::string> variables = additions;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const auto replaces = [entry](const std::string& addition) { return SetsSameVariable(addition, *entry); };
    if (std::none_of(additions.begin(), additions.end(), replaces)) variables.emplace_back(*entry);
  }
  return variables;
}

StatusOr<pid_t> Spawn(std::vector<std::string> arguments, const ChildOptions& options, int pipe) {
  std::vector<std::string> environment = Environment(options.environment);
  const FileActions actions(pipe);
  pid_t child = 0;
  const int error = ::posix_spawn(&child, arguments[0].c_str(), actions.get(), nullptr, Pointers(arguments).data(),
                                  Pointers(environment).data());
  if (error != 0) return ErrnoError("cannot run " + arguments[0], error);
  return child;
}

// Appends what can be read now; false at the end of the output.
bool Drain(int pipe, std::string& output) {
  char buffer[4096];
  const ssize_t count = ::read(pipe, buffer, sizeof buffer);
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  output.append(buffer, static_cast<size_t>(count));
  if (output.size() > 2 * kMaxOutput) output.erase(0, output.size() - kMaxOutput);
  return count > 0;
}

// Reads until the child closes its outputs; false if `poll` ended it early.
bool Listen(int pipe, const ChildOptions& options, std::string& output) {
  Clock::time_point next = Clock::now();
  for (;;) {
    pollfd waiting = {pipe, POLLIN, 0};
    if (::poll(&waiting, 1, kPollMilliseconds) > 0 && !Drain(pipe, output)) return true;
    if (!options.poll || Clock::now() < next) continue;
    if (!options.poll(output)) return false;
    next = Clock::now() + std::chrono::milliseconds(kPollMilliseconds);
  }
}

int Wait(pid_t child) {
  int state = 0;
  while (::waitpid(child, &state, 0) < 0) {
    if (errno != EINTR) return 127;
  }
  return WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
}

void End(pid_t child) {
  ::kill(child, SIGTERM);
  const Clock::time_point deadline = Clock::now() + kGrace;
  while (Clock::now() < deadline) {
    int state = 0;
    if (::waitpid(child, &state, WNOHANG) != 0) return;
    ::poll(nullptr, 0, 10);
  }
  ::kill(child, SIGKILL);
  Wait(child);
}

}  // namespace

std::string FindProgram(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(':'), rest.size());
    std::string program = std::string(rest.substr(0, end)) + "/" + std::string(name);
    std::error_code ignored;
    const bool is_file = end > 0 && std::filesystem::is_regular_file(program, ignored);
    if (is_file && ::access(program.c_str(), X_OK) == 0) return program;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

StatusOr<ChildResult> RunChild(const std::vector<std::string>& arguments, const ChildOptions& options) {
  if (arguments.empty()) return InvalidArgumentError("no program to run");
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return ErrnoError("cannot make a pipe");
  const FileDescriptor reader(ends[0]);
  FileDescriptor writer(ends[1]);
  CPPJRT_ASSIGN_OR_RETURN(const pid_t child, Spawn(arguments, options, writer.get()));
  writer.Close();
  ChildResult result;
  if (!Listen(reader.get(), options, result.output)) {
    End(child);
    return CancelledError("cancelled " + arguments[0]);
  }
  result.exit_status = Wait(child);
  if (result.output.size() > kMaxOutput) result.output.erase(0, result.output.size() - kMaxOutput);
  return result;
}

}  // namespace cppjrt::install
