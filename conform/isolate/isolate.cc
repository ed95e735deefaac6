#include "conform/isolate/isolate.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>

#include "base/files.h"
#include "conform/isolate/call_record.h"
#include "conform/isolate/child_channel.h"

extern char** environ;

namespace cppjrt::conform {
namespace {

using Clock = std::chrono::steady_clock;

// Lock-free, so that a signal handler may set it.
std::atomic<bool> g_interrupted = false;

double SecondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// The end of what a file holds, in whole lines where it is long.
std::string TailOf(int descriptor) {
  constexpr off_t kTail = 4096;
  struct stat info = {};
  if (fstat(descriptor, &info) != 0) return {};
  const off_t begin = std::max<off_t>(0, info.st_size - kTail);
  std::string text(static_cast<size_t>(info.st_size - begin), '\0');
  const ssize_t count = pread(descriptor, text.data(), text.size(), begin);
  text.resize(count > 0 ? static_cast<size_t>(count) : 0);
  if (begin > 0) text.erase(0, std::min(text.find('\n'), text.size()));
  return text;
}

int64_t ResidentBytes(pid_t process) {
  const std::string path = "/proc/" + std::to_string(process) + "/statm";
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  char text[128] = {};
  if (!file.valid() || read(file.get(), text, sizeof text - 1) <= 0) return 0;
  long long size = 0, resident = 0;
  if (std::sscanf(text, "%lld %lld", &size, &resident) != 2) return 0;
  return int64_t{resident} * sysconf(_SC_PAGESIZE);
}

// A child process with its channel, its page of calls and the file it prints to.
class Child {
 public:
  static StatusOr<std::unique_ptr<Child>> Start(const std::vector<std::string>& command);
  ~Child() {
    Kill();
    if (page_ != MAP_FAILED) munmap(page_, sizeof(CallPage));
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  int descriptor() const { return channel_.get(); }
  pid_t process() const { return process_; }
  // Reads what has come; false at the end of the channel.
  bool Receive();
  std::optional<std::string> TakeLine();
  void Send(std::string_view item);
  void NoMore() const { shutdown(channel_.get(), SHUT_WR); }
  // The child and what it has started.
  void Kill();
  // Waits for the end of a process that has closed its channel, or is killed; kills it if it does not end.
  int Reap();

  std::string LastCall() const {
    return page_ == MAP_FAILED ? std::string() : conform::LastCall(*static_cast<const CallPage*>(page_));
  }
  void ClearLastCall() {
    if (page_ != MAP_FAILED) static_cast<CallPage*>(page_)->calls.store(0);
  }
  std::string Output() const { return TailOf(output_.get()); }

 private:
  Child() = default;

  pid_t process_ = -1;
  FileDescriptor channel_, output_;
  void* page_ = MAP_FAILED;
  std::string received_;
};

// What runs between fork and exec may only make system calls, so everything is prepared before.
struct Prepared {
  std::vector<char*> arguments, environment;
  std::vector<std::string> texts;
};

Prepared Prepare(const std::vector<std::string>& command, int channel, int page) {
  Prepared prepared;
  prepared.texts = command;
  prepared.texts.push_back(std::string(kChannelVariable) + "=" + std::to_string(channel));
  prepared.texts.push_back(std::string(kCallRecordVariable) + "=" + std::to_string(page));
  for (size_t i = 0; i < command.size(); ++i) prepared.arguments.push_back(prepared.texts[i].data());
  prepared.arguments.push_back(nullptr);
  for (char** entry = environ; *entry != nullptr; ++entry) prepared.environment.push_back(*entry);
  prepared.environment.push_back(prepared.texts[command.size()].data());
  prepared.environment.push_back(prepared.texts[command.size() + 1].data());
  prepared.environment.push_back(nullptr);
  return prepared;
}

StatusOr<std::unique_ptr<Child>> Child::Start(const std::vector<std::string>& command) {
  std::unique_ptr<Child> child(new Child);
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) return ErrnoError("make a socket pair");
  child->channel_ = FileDescriptor(sockets[0]);
  const FileDescriptor theirs(sockets[1]);
  const FileDescriptor page(memfd_create("conform-calls", MFD_CLOEXEC));
  child->output_ = FileDescriptor(memfd_create("conform-output", MFD_CLOEXEC));
  if (!page.valid() || !child->output_.valid()) return ErrnoError("make a file in memory");
  if (ftruncate(page.get(), sizeof(CallPage)) != 0) return ErrnoError("make room for the record of calls");
  child->page_ = mmap(nullptr, sizeof(CallPage), PROT_READ | PROT_WRITE, MAP_SHARED, page.get(), 0);
  if (child->page_ == MAP_FAILED) return ErrnoError("map the record of calls");

  const Prepared prepared = Prepare(command, theirs.get(), page.get());
  const pid_t parent = getpid();
  child->process_ = fork();
  if (child->process_ < 0) return ErrnoError("start a process");
  if (child->process_ == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(3);
    const rlimit no_dump = {0, 0};
    setrlimit(RLIMIT_CORE, &no_dump);
    fcntl(theirs.get(), F_SETFD, 0);
    fcntl(page.get(), F_SETFD, 0);
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(child->output_.get(), STDOUT_FILENO);
    dup2(child->output_.get(), STDERR_FILENO);
    execve(prepared.arguments[0], prepared.arguments.data(), prepared.environment.data());
    _exit(127);
  }
  setpgid(child->process_, child->process_);  // whoever of the two comes first
  return child;
}

bool Child::Receive() {
  char bytes[16384];
  const ssize_t count = recv(channel_.get(), bytes, sizeof bytes, MSG_DONTWAIT);
  if (count > 0) received_.append(bytes, static_cast<size_t>(count));
  return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

std::optional<std::string> Child::TakeLine() {
  const size_t end = received_.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::string line = received_.substr(0, end);
  received_.erase(0, end + 1);
  return line;
}

void Child::Send(std::string_view item) {
  const std::string line = EscapeLine(item) + "\n";
  // A child that does not read is found by its time limit; one that is gone, by the end of its channel.
  static_cast<void>(send(channel_.get(), line.data(), line.size(), MSG_NOSIGNAL));
}

void Child::Kill() {
  if (process_ <= 0) return;
  kill(-process_, SIGKILL);
  static_cast<void>(Reap());
}

int Child::Reap() {
  if (process_ <= 0) return 0;
  constexpr auto kPatience = std::chrono::seconds(5);
  const Clock::time_point start = Clock::now();
  int status = 0;
  while (waitpid(process_, &status, WNOHANG) == 0) {
    if (Clock::now() - start > kPatience) kill(-process_, SIGKILL);
    usleep(500);
  }
  kill(-process_, SIGKILL);  // what it has left behind
  process_ = -1;
  return status;
}

// One place at which children work, one after the other.
struct Worker {
  std::unique_ptr<Child> child;
  std::optional<size_t> item;
  Clock::time_point since;  // of the item, or of the start
  int done = 0;             // by this child
  bool last = false;        // this child gets no more
};

class Run {
 public:
  Run(std::span<const WorkItem> items, const IsolateOptions& options,
      const std::function<void(size_t, const ItemEnd&)>& on_end)
      : items_(items), options_(options), on_end_(on_end), left_(items.size()) {
    for (size_t i = 0; i < items.size(); ++i) (items[i].alone ? alone_ : shared_).push_back(i);
  }

  void Loop() {
    workers_.resize(static_cast<size_t>(std::max(1, options_.jobs)));
    while (left_ > 0 && !Interrupted()) {
      for (Worker& worker : workers_) StartIfNeeded(worker);
      Wait();
      for (Worker& worker : workers_) Serve(worker);
    }
    for (Worker& worker : workers_) {
      if (worker.item) End(worker, {.kind = EndKind::kInterrupted});
      worker.child.reset();
    }
    for (std::deque<size_t>* queue : {&shared_, &alone_}) {
      for (; !queue->empty(); queue->pop_front()) on_end_(queue->front(), {.kind = EndKind::kInterrupted});
    }
  }

 private:
  void StartIfNeeded(Worker& worker) {
    if (worker.child != nullptr || (shared_.empty() && alone_.empty())) return;
    StatusOr<std::unique_ptr<Child>> child = Child::Start(options_.command);
    if (!child.ok()) {
      std::deque<size_t>& queue = shared_.empty() ? alone_ : shared_;
      const size_t item = queue.front();
      queue.pop_front();
      --left_;
      on_end_(item, {.kind = EndKind::kNotStarted, .payload = std::string(child.status().message())});
      return;
    }
    worker = Worker();
    worker.child = *std::move(child);
    worker.since = Clock::now();
  }

  void Wait() {
    std::vector<pollfd> files;
    for (const Worker& worker : workers_) {
      if (worker.child != nullptr) files.push_back({worker.child->descriptor(), POLLIN, 0});
    }
    poll(files.data(), files.size(), 20);  // also how often limits are looked at
  }

  void Serve(Worker& worker) {
    if (worker.child == nullptr) return;
    const bool open = worker.child->Receive();
    while (std::optional<std::string> line = worker.child == nullptr ? std::nullopt : worker.child->TakeLine()) {
      Take(worker, *line);
    }
    if (worker.child == nullptr) return;
    if (!open) return Died(worker);
    CheckLimits(worker);
  }

  void Take(Worker& worker, const std::string& line) {
    if (line.starts_with('d') && worker.item) {
      ++worker.done;
      worker.last = worker.last || items_[*worker.item].alone || worker.done >= options_.items_per_child;
      End(worker, {.kind = EndKind::kDone, .payload = UnescapeLine(std::string_view(line).substr(1))});
    } else if (line.starts_with('n') && !worker.item) {
      Give(worker);
    }
  }

  // What is to be done alone comes first: a child that has worked already may not do it.
  void Give(Worker& worker) {
    const bool fresh = worker.done == 0;
    std::deque<size_t>* queue = fresh && !alone_.empty() ? &alone_ : &shared_;
    if (worker.last || queue->empty()) return worker.child->NoMore();
    worker.item = queue->front();
    queue->pop_front();
    worker.since = Clock::now();
    worker.child->ClearLastCall();
    worker.child->Send(items_[*worker.item].text);
  }

  // The channel is closed: orderly if there is no item and it was told to end.
  void Died(Worker& worker) {
    const bool without_item = !worker.item.has_value();
    const int status = worker.child->Reap();
    const bool at_start = without_item && worker.done == 0;
    if (without_item && !at_start) {
      worker.child.reset();
      return;
    }
    // A child that dies before it asks would do so again: the item it would have got pays for it.
    if (at_start && !TakeAny(worker)) {
      worker.child.reset();
      return;
    }
    ItemEnd end{.kind = EndKind::kCrash};
    if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
    if (WIFEXITED(status)) end.exit_code = WEXITSTATUS(status);
    EndChild(worker, std::move(end));
  }

  void CheckLimits(Worker& worker) {
    const double limit = !worker.item                       ? options_.start_seconds
                         : items_[*worker.item].seconds > 0 ? items_[*worker.item].seconds
                                                            : options_.seconds;
    if (SecondsSince(worker.since) > limit) {
      if (!worker.item && !TakeAny(worker)) return worker.child.reset();
      worker.child->Kill();
      return EndChild(worker, {.kind = EndKind::kHang});
    }
    if (!worker.item || ResidentBytes(worker.child->process()) <= options_.memory_limit) return;
    worker.child->Kill();
    EndChild(worker, {.kind = EndKind::kMemory});
  }

  // For a child that has not come so far as to ask. False if there is none left, or the child was told to end.
  bool TakeAny(Worker& worker) {
    std::deque<size_t>& queue = alone_.empty() ? shared_ : alone_;
    if (worker.done > 0 || queue.empty()) return false;
    worker.item = queue.front();
    queue.pop_front();
    return true;
  }

  void EndChild(Worker& worker, ItemEnd end) {
    end.last_call = worker.child->LastCall();
    end.output = worker.child->Output();
    End(worker, std::move(end));
    worker.child.reset();
  }

  void End(Worker& worker, ItemEnd end) {
    end.seconds = SecondsSince(worker.since);
    const size_t item = *worker.item;
    worker.item.reset();
    worker.since = Clock::now();
    --left_;
    on_end_(item, end);
  }

  const std::span<const WorkItem> items_;
  const IsolateOptions& options_;
  const std::function<void(size_t, const ItemEnd&)>& on_end_;
  size_t left_;
  std::deque<size_t> shared_, alone_;
  std::vector<Worker> workers_;
};

}  // namespace

void RunIsolated(std::span<const WorkItem> items, const IsolateOptions& options,
                 const std::function<void(size_t item, const ItemEnd& end)>& on_end) {
  Run(items, options, on_end).Loop();
}

void InterruptIsolated() { g_interrupted.store(true); }
bool Interrupted() { return g_interrupted.load(); }

}  // namespace cppjrt::conform
