#include "cli/processes.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <initializer_list>
#include <optional>

#include "pjrt/open_store.h"

namespace cppjrt::cli {
namespace {

constexpr int kMaxProcesses = 1 << 20;

std::optional<int> ParseNumber(std::string_view text, int minimum, int maximum) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && value >= minimum && value <= maximum ? std::optional(value) : std::nullopt;
}

// What launchers tell the processes they start: mpirun of Open MPI, of MPICH and its relatives, srun.
std::optional<int> FromLauncher(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (const char* value = std::getenv(name)) return ParseNumber(value, 0, kMaxProcesses);
  }
  return std::nullopt;
}

StatusOr<int> SizeOf(const ProcessOptions& options) {
  if (options.processes != "auto") {
    if (const auto size = ParseNumber(options.processes, 1, kMaxProcesses)) return *size;
    return InvalidArgumentError("--processes: '" + options.processes + "' is neither a number of processes nor auto");
  }
  if (const auto size = FromLauncher({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS"})) return *size;
  return InvalidArgumentError(
      "--processes auto: no launcher gives the number of processes; start with mpirun or srun, or give a number");
}

StatusOr<int> ProcessOf(const ProcessOptions& options, int size) {
  std::optional<int> process = options.process.empty() || options.process == "auto"
                                   ? FromLauncher({"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
                                   : ParseNumber(options.process, 0, kMaxProcesses);
  if (!process) return InvalidArgumentError("the number of this process is unknown; give --process 0, 1, …");
  if (*process < size) return *process;
  return InvalidArgumentError(fmt::format("process {} of {}: processes are numbered from 0", *process, size));
}

}  // namespace

void AddProcessOptions(CLI::App& app, ProcessOptions& options) {
  app.add_option("--processes", options.processes,
                 "Run as one of N processes that share a client; auto: the number that mpirun or\nsrun started")
      ->type_name("N");
  app.add_option("--process", options.process, "Number of this process, from 0 (default: the launcher's)")
      ->type_name("K");
  app.add_option(
         "--store", options.store,
         "Where processes meet: pmix: (default), dir:PATH, tcp://HOST:PORT (process 0\nserves it), or redis://HOST/JOB")
      ->type_name("STORE");
}

StatusOr<Job> Job::Join(const ProcessOptions& options) {
  Job job;
  if (options.processes.empty()) {
    if (options.process.empty() && options.store.empty()) return job;
    return InvalidArgumentError("--process and --store need --processes");
  }
  CPPJRT_ASSIGN_OR_RETURN(job.size_, SizeOf(options));
  CPPJRT_ASSIGN_OR_RETURN(job.process_, ProcessOf(options, job.size_));
  CPPJRT_ASSIGN_OR_RETURN(job.store_,
                          pjrt::OpenJobStore(options.store.empty() ? "pmix:" : options.store, job.process_));
  return job;
}

void Job::AddTo(pjrt::ClientOptions& options) const {
  if (store_ == nullptr) return;
  options.key_value_store = store_;
  options.create_options.try_emplace("node_id", int64_t{process_});
  options.create_options.try_emplace("num_nodes", int64_t{size_});
}

std::string Job::OutputFolder() const { return size_ > 1 ? fmt::format("process{}", process_) : std::string(); }

void Job::Leave(int exit_code) const {
  if (store_ == nullptr || size_ == 1) return;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  const auto left = [&] {
    return std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  };
  const auto key = [](int process) { return fmt::format("pjrt/run/end/{}", process); };
  if (!store_->Put(key(process_), std::to_string(exit_code)).ok()) return;
  // Process 0, which may serve the store, goes last.
  for (int other = 0; process_ == 0 && other < size_; ++other) {
    if (!store_->Get(key(other), left()).ok()) return;
  }
  static_cast<void>(process_ == 0 ? store_->Put("pjrt/run/all", "left").ok()
                                  : store_->Get("pjrt/run/all", left()).ok());
  if (process_ != 0) static_cast<void>(store_->Put(fmt::format("pjrt/run/gone/{}", process_), "").ok());
  for (int other = 1; process_ == 0 && other < size_; ++other) {
    if (!store_->Get(fmt::format("pjrt/run/gone/{}", other), std::min(left(), std::chrono::milliseconds(5000))).ok())
      return;
  }
}

}  // namespace cppjrt::cli
