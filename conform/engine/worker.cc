#include "conform/engine/worker.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

#include "conform/engine/wire.h"

namespace cppjrt::conform {
namespace {

using Clock = std::chrono::steady_clock;

// More than any answer has.
constexpr uint64_t kLargestFrame = uint64_t{1} << 34;
constexpr size_t kLastWords = 1500;

Clock::time_point After(double seconds) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

int MillisecondsUntil(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<int64_t>(left, 0, 1 << 30));
}

bool WriteAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

bool WriteFrame(int fd, std::string_view bytes) {
  const uint64_t size = bytes.size();
  return WriteAll(fd, {reinterpret_cast<const char*>(&size), sizeof(size)}) && WriteAll(fd, bytes);
}

enum class Got : uint8_t { kAll, kEnd, kLate };

// `size` bytes; waits no longer than `deadline`, or for ever without one.
Got ReadAll(int fd, char* to, size_t size, const Clock::time_point* deadline) {
  while (size > 0) {
    if (deadline != nullptr) {
      pollfd wait = {fd, POLLIN, 0};
      const int ready = poll(&wait, 1, MillisecondsUntil(*deadline));
      if (ready < 0 && errno == EINTR) continue;
      if (ready == 0) return Got::kLate;
    }
    const ssize_t n = read(fd, to, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return Got::kEnd;
    to += n;
    size -= static_cast<size_t>(n);
  }
  return Got::kAll;
}

Got ReadFrame(int fd, std::string& bytes, const Clock::time_point* deadline) {
  uint64_t size = 0;
  const Got got = ReadAll(fd, reinterpret_cast<char*>(&size), sizeof(size), deadline);
  if (got != Got::kAll) return got;
  if (size > kLargestFrame) return Got::kEnd;
  bytes.resize(size);
  return ReadAll(fd, bytes.data(), size, deadline);
}

void Close(int& fd) {
  if (fd >= 0) close(fd);
  fd = -1;
}

std::string SignalText(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? "SIG" + std::string(name) : "signal " + std::to_string(signal);
}

// In the child: nothing of the parent's but the pipes; no core files; gone when the parent is.
void SettleChild(int in, int out, int words, uint64_t memory_bytes) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int null = open("/dev/null", O_RDWR);
  dup2(null, STDIN_FILENO);
  dup2(null, STDOUT_FILENO);
  dup2(words >= 0 ? words : null, STDERR_FILENO);
  const auto first = static_cast<unsigned>(std::min(in, out));
  const auto second = static_cast<unsigned>(std::max(in, out));
  if (first > 3) close_range(3, first - 1, 0);
  if (second > first + 1) close_range(first + 1, second - 1, 0);
  close_range(second + 1, ~0u, 0);
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const rlimit memory = {memory_bytes, memory_bytes};
  if (memory_bytes > 0) setrlimit(RLIMIT_AS, &memory);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM}) ::signal(signal, SIG_DFL);
}

}  // namespace

void Worker::Serve(int in, int out) {
  StatusOr<std::unique_ptr<Engine>> engine = factory_();
  Answer opened;
  opened.status = engine.status();
  if (!WriteFrame(out, Encode(opened)) || !engine.ok()) _exit(0);
  if (!WriteFrame(out, Encode((*engine)->facts()))) _exit(0);
  std::string bytes;
  while (ReadFrame(in, bytes, nullptr) == Got::kAll) {
    StatusOr<Request> request = DecodeRequest(bytes);
    Answer answer;
    if (request.ok()) {
      answer = (*engine)->Run(*request);
    } else {
      answer.end = End::kFailed;
      answer.status = request.status();
    }
    if (!WriteFrame(out, Encode(answer))) break;
  }
  // Not through destructors and exit handlers: how a plugin leaves is not what is asked here.
  _exit(0);
}

Status Worker::Spawn() {
  int requests[2];
  int answers[2];
  if (pipe2(requests, O_CLOEXEC) != 0) return InternalError(std::string("no pipe: ") + std::strerror(errno));
  if (pipe2(answers, O_CLOEXEC) != 0) {
    close(requests[0]);
    close(requests[1]);
    return InternalError(std::string("no pipe: ") + std::strerror(errno));
  }
  words_ = memfd_create("last words", MFD_CLOEXEC);
  std::fflush(nullptr);  // or the child would write it once more
  pid_ = fork();
  if (pid_ == 0) {
    SettleChild(requests[0], answers[1], words_, limits_.memory_bytes);
    Serve(requests[0], answers[1]);
  }
  close(requests[0]);
  close(answers[1]);
  to_child_ = requests[1];
  from_child_ = answers[0];
  if (pid_ < 0) {
    Kill();
    return InternalError(std::string("cannot fork: ") + std::strerror(errno));
  }
  ++starts_;
  return OkStatus();
}

Status Worker::Ensure() {
  if (pid_ > 0) return OkStatus();
  signal(SIGPIPE, SIG_IGN);  // a child that is gone is an answer
  CPPJRT_RETURN_IF_ERROR(Spawn());
  deadline_ = After(limits_.open_seconds);
  const auto open = [&]() -> Status {
    CPPJRT_ASSIGN_OR_RETURN(const std::string opened, Receive());
    CPPJRT_ASSIGN_OR_RETURN(const Answer answer, DecodeAnswer(opened));
    CPPJRT_RETURN_IF_ERROR(answer.status);
    CPPJRT_ASSIGN_OR_RETURN(const std::string facts, Receive());
    CPPJRT_ASSIGN_OR_RETURN(facts_, DecodeFacts(facts));
    return OkStatus();
  };
  Status status = open();
  if (status.code() == StatusCode::kAborted || status.code() == StatusCode::kDeadlineExceeded) {
    status = Autopsy(status).status.WithContext("the engine does not open");
  }
  if (!status.ok()) Kill();
  return status;
}

StatusOr<EngineFacts> Worker::Facts() {
  CPPJRT_RETURN_IF_ERROR(Ensure());
  return facts_;
}

void Worker::Start(const Request& request) {
  busy_ = true;
  failure_ = Ensure();
  if (!failure_.ok()) return;
  // A child that died since the last answer is started anew once.
  const std::string bytes = Encode(request);
  if (!WriteFrame(to_child_, bytes)) {
    Kill();
    busy_ = true;
    failure_ = Ensure();
    if (failure_.ok() && !WriteFrame(to_child_, bytes))
      failure_ = Status(StatusCode::kAborted, "the worker takes no request");
  }
  deadline_ = After(limits_.seconds);
}

StatusOr<std::string> Worker::Receive() {
  std::string bytes;
  switch (ReadFrame(from_child_, bytes, &deadline_)) {
    case Got::kAll:
      return bytes;
    case Got::kLate:
      return DeadlineExceededError("no answer in time");
    case Got::kEnd:
      break;
  }
  return Status(StatusCode::kAborted, "the process ended");
}

Answer Worker::Finish() {
  busy_ = false;
  Answer answer;
  if (!failure_.ok()) {
    answer.end = End::kFailed;
    answer.status = failure_;
    return answer;
  }
  StatusOr<std::string> bytes = Receive();
  if (!bytes.ok()) return Autopsy(bytes.status());
  StatusOr<Answer> decoded = DecodeAnswer(*bytes);
  if (decoded.ok()) return *std::move(decoded);
  Kill();
  answer.end = End::kCrash;
  answer.status = decoded.status();
  return answer;
}

std::string Worker::LastWords() const {
  const off_t size = words_ < 0 ? 0 : lseek(words_, 0, SEEK_END);
  if (size <= 0) return {};
  std::string words(std::min(static_cast<size_t>(size), kLastWords), '\0');
  const ssize_t n = pread(words_, words.data(), words.size(), size - static_cast<off_t>(words.size()));
  words.resize(n > 0 ? static_cast<size_t>(n) : 0);
  while (!words.empty() && (words.back() == '\n' || words.back() == ' ')) words.pop_back();
  return words;
}

Answer Worker::Autopsy(const Status& why) {
  Answer answer;
  if (why.code() == StatusCode::kDeadlineExceeded) {
    answer.end = End::kHang;
    answer.status =
        DeadlineExceededError("no answer within " + std::to_string(static_cast<int>(limits_.seconds)) + " s");
    Kill();
    return answer;
  }
  int state = 0;
  while (waitpid(pid_, &state, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  answer.end = End::kCrash;
  answer.signal = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
  const std::string words = LastWords();
  const std::string how = answer.signal != 0 ? "died of " + SignalText(answer.signal)
                                             : "left with exit code " + std::to_string(WEXITSTATUS(state));
  answer.status = Status(StatusCode::kAborted, how + (words.empty() ? "" : ": " + words));
  Kill();
  return answer;
}

void Worker::Kill() {
  Close(to_child_);
  Close(from_child_);
  Close(words_);
  busy_ = false;
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

size_t WaitForAny(std::span<Worker* const> workers) {
  while (true) {
    std::vector<pollfd> waits;
    std::vector<size_t> indices;
    auto first = Clock::time_point::max();
    for (size_t i = 0; i < workers.size(); ++i) {
      if (!workers[i]->busy()) continue;
      if (workers[i]->answer_fd() < 0) return i;
      waits.push_back({workers[i]->answer_fd(), POLLIN, 0});
      indices.push_back(i);
      first = std::min(first, workers[i]->deadline());
    }
    const int ready = poll(waits.data(), waits.size(), MillisecondsUntil(first));
    if (ready < 0 && errno == EINTR) continue;
    for (size_t i = 0; i < waits.size(); ++i) {
      if (waits[i].revents != 0 || workers[indices[i]]->deadline() <= Clock::now()) return indices[i];
    }
  }
}

}  // namespace cppjrt::conform
