#include "bench/suite/worker.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>

#include "bench/suite/runner.h"

namespace cppjrt::bench {
namespace {

// ---- The parent's end.

[[noreturn]] void BecomeWorker(const WorkerSetup& setup, int in, int out) {
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  if (const int null = open("/dev/null", O_WRONLY); null >= 0 && getenv("CPPJRT_BENCH_VERBOSE") == nullptr) {
    dup2(null, STDERR_FILENO);
  }
  if (!setup.cache.empty()) setenv("CPPJRT_CPU_CODE_CACHE", setup.cache.c_str(), 1);
  const std::string threads = std::to_string(setup.threads);
  execl("/proc/self/exe", "suite", "--worker", setup.plugin.c_str(), setup.is_ours ? "ours" : "other", threads.c_str(),
        setup.folder.c_str(), setup.program.c_str(), static_cast<char*>(nullptr));
  _exit(127);
}

std::vector<double> Numbers(const std::string& text) {
  std::istringstream words(text);
  std::vector<double> numbers;
  for (double number = 0; words >> number;) numbers.push_back(number);
  return numbers;
}

}  // namespace

Worker::Worker(const WorkerSetup& setup, double timeout_s) : timeout_s_(timeout_s) {
  int down[2];
  int up[2];
  if (pipe2(down, O_CLOEXEC) != 0) return;
  if (pipe2(up, O_CLOEXEC) != 0) {
    close(down[0]);
    close(down[1]);
    return;
  }
  pid_ = fork();
  if (pid_ == 0) BecomeWorker(setup, down[0], up[1]);
  close(down[0]);
  close(up[1]);
  to_ = down[1];
  from_ = up[0];
}

Worker::~Worker() { End(false); }

std::string Worker::End(bool kill_it) {
  if (to_ >= 0) close(to_);
  if (from_ >= 0) close(from_);
  to_ = from_ = -1;
  if (pid_ <= 0) return "could not be started";
  // A plugin may hang in its destructors: the pipe is closed, so give it a moment and then end it.
  int status = 0;
  pid_t ended = 0;
  for (int i = 0; i < 200 && !kill_it && ended == 0; ++i) {
    ended = waitpid(pid_, &status, WNOHANG);
    if (ended == 0) usleep(10000);
  }
  if (ended == 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, &status, 0);
  }
  pid_ = -1;
  if (WIFSIGNALED(status)) return "crashed (" + std::string(strsignal(WTERMSIG(status))) + ")";
  return "ended with code " + std::to_string(WEXITSTATUS(status));
}

pjrt::StatusOr<std::string> Worker::ReadLine() {
  const double deadline = NowMs() + timeout_s_ * 1000;
  while (pending_.find('\n') == std::string::npos) {
    pollfd wait{from_, POLLIN, 0};
    const double left = deadline - NowMs();
    if (left <= 0 || poll(&wait, 1, static_cast<int>(left) + 1) == 0) {
      End(true);
      return cppjrt::DeadlineExceededError("took longer than " + std::to_string(static_cast<int>(timeout_s_)) + " s");
    }
    char bytes[4096];
    const ssize_t count = read(from_, bytes, sizeof bytes);
    if (count <= 0) return cppjrt::InternalError(End(false));
    pending_.append(bytes, static_cast<size_t>(count));
  }
  const size_t end = pending_.find('\n');
  std::string line = pending_.substr(0, end);
  pending_.erase(0, end + 1);
  return line;
}

pjrt::StatusOr<std::vector<double>> Worker::Ask(const std::string& command) {
  if (!alive()) return cppjrt::FailedPreconditionError("the worker is gone");
  const std::string line = command + "\n";
  if (write(to_, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
    return cppjrt::InternalError(End(false));
  CPPJRT_ASSIGN_OR_RETURN(const std::string answer, ReadLine());
  if (answer.starts_with("ok ")) return Numbers(answer.substr(3));
  return cppjrt::InternalError(answer.starts_with("error ") ? answer.substr(6) : answer);
}

// ---- The worker's end.

namespace {

// One line, whatever the plugin wrote.
std::string OneLine(const pjrt::Status& status) {
  std::string text = status.ToString();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return "error " + text;
}

std::string Answer(const pjrt::StatusOr<double>& number) {
  return number.ok() ? "ok " + std::to_string(*number) : OneLine(number.status());
}

pjrt::StatusOr<double> WriteResults(Runner& runner, const std::string& path) {
  CPPJRT_ASSIGN_OR_RETURN(const auto results, runner.Results());
  std::ofstream file(path, std::ios::binary);
  for (const auto& bytes : results) {
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  file.close();
  if (!file) return cppjrt::InternalError("cannot write " + path);
  return 0.0;
}

std::string Compile(Runner& runner, const std::string& code) {
  const auto compiled = runner.Compile(code);
  if (!compiled.ok()) return OneLine(compiled.status());
  return "ok " + std::to_string(compiled->ms) + " " + std::to_string(compiled->temp_bytes.value_or(-1)) + " " +
         std::to_string(compiled->fallbacks.value_or(-1));
}

std::string Obey(Runner& runner, const BenchProgram& program, const std::string& line) {
  std::istringstream words(line);
  std::string command;
  std::string argument;
  words >> command >> argument;
  if (command == "compile") return Compile(runner, ReadFile(program.path));
  if (command == "upload") {
    const pjrt::Status status = runner.Upload(program);
    return status.ok() ? "ok 0" : OneLine(status);
  }
  if (command == "run") return Answer(runner.Run(std::max(1, std::atoi(argument.c_str()))));
  if (command == "results") return Answer(WriteResults(runner, argument));
  if (command == "rss") {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return "ok " + std::to_string(usage.ru_maxrss);
  }
  return "error unknown command " + command;
}

// A line to the parent; false if it is gone.
bool Say(int out, std::string line) {
  line += '\n';
  return write(out, line.data(), line.size()) == static_cast<ssize_t>(line.size());
}

// What the plugin prints must not be taken for answers.
int TakeOutput() {
  const int out = dup(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  return out;
}

bool NextLine(std::string& line) {
  line.clear();
  char c = 0;
  while (read(STDIN_FILENO, &c, 1) == 1) {
    if (c == '\n') return true;
    line += c;
  }
  return false;
}

}  // namespace

int WorkerMain(const std::vector<std::string>& arguments) {
  if (arguments.size() != 5) return 2;
  const int out = TakeOutput();
  const bool is_ours = arguments[1] == "ours";
  const int threads = std::atoi(arguments[2].c_str());
  LimitThreads(threads);
  const auto programs = ReadPrograms(arguments[3]);
  const BenchProgram* program = programs ? FindProgram(*programs, arguments[4]) : nullptr;
  std::string line;
  if (program == nullptr) return 2;
  auto runner = Runner::Create(arguments[0], threads, is_ours);
  pjrt::Status status = runner.status();
  if (status.ok()) status = (*runner)->WarmUp();
  while (NextLine(line)) {
    if (!Say(out, status.ok() ? Obey(**runner, *program, line) : OneLine(status))) break;
  }
  // Destructors of plugins are not what is measured, and some hang.
  _exit(0);
}

}  // namespace cppjrt::bench
