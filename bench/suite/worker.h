// A process that holds one program on one plugin and does as it is told, so that a crash or an endless loop there costs one
// cell of the table. Parent and worker speak lines over pipes:
//
//   compile        -> ok MS TEMP FALLBACKS      (-1: unknown)
//   upload         -> ok 0
//   run COUNT      -> ok MS                     mean of one execution
//   results FILE   -> ok 0                      all results one after the other in FILE
//   rss            -> ok KB                     peak resident memory
//
// and "error TEXT" instead of "ok …".
#ifndef CPPJRT_BENCH_SUITE_WORKER_H_
#define CPPJRT_BENCH_SUITE_WORKER_H_

#include <sys/types.h>

#include <string>
#include <vector>

#include "bench/suite/programs.h"
#include "pjrt/status.h"

namespace cppjrt::bench {

struct WorkerSetup {
  std::string plugin;
  bool is_ours = true;
  int threads = 2;
  std::string folder;      // of the programs
  std::string program;     // its name
  std::string cache = {};  // folder of what the plugin keeps from process to process: $CPPJRT_CACHE_DIR
};

// The parent's end.
class Worker {
 public:
  // Starts this program again as a worker. `timeout_s` bounds every answer; a worker that exceeds it is killed.
  Worker(const WorkerSetup& setup, double timeout_s);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  bool alive() const { return pid_ > 0; }
  // The numbers of the answer, or what went wrong: the worker's error, "crashed (signal 11)", "took longer than 60 s".
  pjrt::StatusOr<std::vector<double>> Ask(const std::string& command);

 private:
  // Ends the process; says how it ended if that is its own doing.
  std::string End(bool kill_it);
  pjrt::StatusOr<std::string> ReadLine();

  double timeout_s_;
  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string pending_;
};

// The worker's end: `arguments` are what follows "--worker". Does not return before the parent closes the pipe.
int WorkerMain(const std::vector<std::string>& arguments);

}  // namespace cppjrt::bench

#endif  // CPPJRT_BENCH_SUITE_WORKER_H_
