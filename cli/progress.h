// A line on the terminal while something takes long.
#ifndef CPPJRT_CLI_PROGRESS_H_
#define CPPJRT_CLI_PROGRESS_H_

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace cppjrt::cli {

// From one second after it is made until it is destroyed, stderr shows "compiling … 12 s" if it is a terminal; in a pipe
// nothing is ever written. One at a time.
class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Replaces the text; from any thread.
  void Update(std::string what);

  // Takes the line away for good, so that something else can be written there.
  static void StopCurrent();

 private:
  void Tick();
  void Stop();

  std::mutex mutex_;
  std::condition_variable stopped_;
  std::string what_;    // guarded by mutex_
  bool stop_ = false;   // guarded by mutex_
  bool drawn_ = false;  // used by the thread only
  std::thread thread_;
};

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_PROGRESS_H_
