// Several processes of `pjrt run` that belong together: which one this is, and where they meet.
#ifndef CPPJRT_CLI_PROCESSES_H_
#define CPPJRT_CLI_PROCESSES_H_

#include <memory>
#include <string>

#include "cppjrt/status.h"
#include "pjrt/client.h"
#include "pjrt/key_value_store.h"

namespace CLI {
class App;
}  // namespace CLI

namespace cppjrt::cli {

struct ProcessOptions {
  std::string processes;  // how many, "auto", or empty for one alone
  std::string process;    // which one; empty: as the launcher says
  std::string store;      // empty: PMIx
};
void AddProcessOptions(CLI::App& app, ProcessOptions& options);

// The job this process is part of. Without --processes it is one process and no store.
class Job {
 public:
  // Reads the launcher's environment and opens the store. INVALID_ARGUMENT with what is missing or does not fit, and the
  // store's errors.
  static StatusOr<Job> Join(const ProcessOptions& options);

  int size() const { return size_; }
  int process() const { return process_; }
  // For the plugin's client: the store, node_id and num_nodes unless they are there.
  void AddTo(pjrt::ClientOptions& options) const;
  // "processK" in a job of several, so that they do not write over each other's files; else empty.
  std::string OutputFolder() const;
  // Waits until all processes are at their end, up to a minute: what one has put is gone with some stores when it leaves.
  void Leave(int exit_code) const;

 private:
  Job() = default;
  int size_ = 1;
  int process_ = 0;
  std::shared_ptr<pjrt::KeyValueStore> store_;
};

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_PROCESSES_H_
