// Worker: an engine in a process of its own, so that a crash or a hang is an answer.
//
//   Worker worker([] { return OpenPluginEngine("libpjrt_cpu.so", {}); }, {.seconds = 20});
//   Answer answer = worker.Run({.program = text, .arguments = {x}});   // End::kCrash with the signal, or End::kHang
//   worker.Start(request); …; Answer other = worker.Finish();          // the same in two halves
//
// The process is forked when the first request comes, and again after one has died. REQUIRES: this process runs one thread
// (it is forked without exec), and has loaded no plugin.
#ifndef CPPJRT_CONFORM_ENGINE_WORKER_H_
#define CPPJRT_CONFORM_ENGINE_WORKER_H_

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "conform/engine/engine.h"

namespace cppjrt::conform {

using EngineFactory = std::function<StatusOr<std::unique_ptr<Engine>>()>;

struct WorkerLimits {
  double seconds = 30;        // for one request, after the engine is open
  double open_seconds = 60;   // for the engine to open
  uint64_t memory_bytes = 0;  // address space; 0: no limit
};

class Worker {
 public:
  Worker(EngineFactory factory, const WorkerLimits& limits) : factory_(std::move(factory)), limits_(limits) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() { Kill(); }

  // Opens the engine and asks it who it is.
  StatusOr<EngineFacts> Facts();

  // Hands a request over and returns. REQUIRES: not busy.
  void Start(const Request& request);
  bool busy() const { return busy_; }
  // The file descriptor that becomes readable when there is an answer; -1 if there is no process (Finish returns at once).
  int answer_fd() const { return from_child_; }
  std::chrono::steady_clock::time_point deadline() const { return deadline_; }
  // Waits for the answer. REQUIRES: busy.
  Answer Finish();
  Answer Run(const Request& request) {
    Start(request);
    return Finish();
  }

  // Ends the process; the next request starts another.
  void Kill();
  // How many processes there have been.
  int starts() const { return starts_; }

 private:
  Status Ensure();
  Status Spawn();
  [[noreturn]] void Serve(int in, int out);
  // The next frame, before `deadline`.
  StatusOr<std::string> Receive();
  // How the process ended, as an answer.
  Answer Autopsy(const Status& why);
  std::string LastWords() const;

  EngineFactory factory_;
  WorkerLimits limits_;
  pid_t pid_ = -1;
  int to_child_ = -1;
  int from_child_ = -1;
  int words_ = -1;  // what it writes to stderr
  bool busy_ = false;
  int starts_ = 0;
  EngineFacts facts_;
  Status failure_;  // why there is no process
  std::chrono::steady_clock::time_point deadline_;
};

// Index of the first of these workers whose answer is there or overdue. REQUIRES: at least one is busy.
size_t WaitForAny(std::span<Worker* const> workers);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_ENGINE_WORKER_H_
