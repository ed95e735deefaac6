// program_fuzz: whole programs at random on native code and on the evaluator, over many settings; what differs is made smaller and
// printed with the command that repeats it. `./dev fuzz programs` builds and runs it.
//
// Programs run in worker processes, some hundred in each, so that a crash or hang costs the rest of one worker only. A worker has
// one target (instruction set); all other settings change from program to program.
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "conform/programs/generate.h"
#include "conform/programs/shrink.h"
#include "tests/programs/trial.h"

namespace cppjrt::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  uint64_t seed = 1;
  double seconds = 60;
  int64_t programs = 0;  // 0: as many as there is time for
  int jobs = 1;
  int max_findings = 3;
  double shrink_seconds = 60;
  std::string folder;    // for reproducers
  std::string settings;  // fixed; empty: at random
  std::string replay;
  bool print = false;  // the program of the seed
  bool verbose = false;
  conform::WholeOptions generate;
};

constexpr int kBatch = 250;
constexpr double kHangSeconds = 20;

Trial MakeTrial(const Options& options, uint64_t seed, const std::string& target) {
  Trial trial;
  trial.program = conform::GenerateWhole(seed, options.generate);
  conform::DropUnused(trial.program);
  trial.values = seed;
  conform::Random random(seed ^ 0x5e771465);
  trial.settings = ChooseSettings(random);
  if (!options.settings.empty()) trial.settings = *RunSettings::Parse(options.settings);
  if (trial.settings.target.empty()) trial.settings.target = target;
  return trial;
}

// The target of the batch that a program is in depends on its seed alone, so that a seed is repeated with it.
std::string TargetOf(uint64_t seed) {
  conform::Random random(seed / kBatch + 12345);
  return ChooseTarget(random);
}

struct Tally {
  int64_t programs = 0;
  int64_t with_loops = 0;
  int64_t with_updates = 0;  // loops that update arrays they carry
  int64_t nested = 0;
  int64_t branches = 0;
  int64_t calls = 0;
  int64_t operations = 0;
  int64_t inexact = 0;
  std::map<std::string, int64_t> settings;
  std::map<std::string, int64_t> invalid;
};

// ---- Workers. They write lines: "S <seed>" before a program, "D <end> <exact> <text>" behind it.

[[noreturn]] void Work(const Options& options, uint64_t first, int count, int out) {
  const std::string target = TargetOf(first);
  ApplyTarget(target);
  for (int i = 0; i < count; ++i) {
    const uint64_t seed = first + static_cast<uint64_t>(i);
    dprintf(out, "S %lu\n", static_cast<unsigned long>(seed));
    const Verdict verdict = Run(MakeTrial(options, seed, target));
    std::string text = verdict.text.substr(0, 500);
    std::ranges::replace(text, '\n', ' ');
    dprintf(out, "D %d %d %s\n", static_cast<int>(verdict.end), verdict.exact ? 1 : 0, text.c_str());
  }
  _exit(0);
}

struct Worker {
  pid_t pid = -1;
  int from = -1;
  uint64_t next = 0;  // the seed after the batch
  uint64_t seed = 0;  // at work on it
  bool busy = false;
  Clock::time_point since;
  std::string buffer;
};

struct Finding {
  uint64_t seed = 0;
  Verdict verdict;
};

class Fuzzer {
 public:
  explicit Fuzzer(const Options& options) : options_(options), next_(options.seed) {}

  int Run() {
    workers_.resize(static_cast<size_t>(options_.jobs));
    while (true) {
      for (Worker& worker : workers_) {
        if (worker.pid >= 0 || !more()) continue;
        const uint64_t first = next_;
        Start(worker, first, Take());
      }
      if (std::ranges::all_of(workers_, [](const Worker& w) { return w.pid < 0; })) break;
      Listen();
      if (!more_time()) break;
    }
    for (Worker& worker : workers_) End(worker);
    Report();
    for (size_t i = 0; i < findings_.size() && i < static_cast<size_t>(options_.max_findings); ++i) Show(findings_[i]);
    return findings_.empty() ? 0 : 1;
  }

 private:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  bool more_time() const {
    return (options_.seconds <= 0 || seconds() < options_.seconds) &&
           findings_.size() < static_cast<size_t>(options_.max_findings);
  }
  bool more() const {
    return more_time() && (options_.programs == 0 || next_ < options_.seed + static_cast<uint64_t>(options_.programs));
  }
  // So many seeds of one batch.
  int Take() {
    uint64_t end = (next_ / kBatch + 1) * kBatch;
    if (options_.programs > 0) end = std::min(end, options_.seed + static_cast<uint64_t>(options_.programs));
    const int count = static_cast<int>(end - next_);
    next_ = end;
    return count;
  }

  void Start(Worker& worker, uint64_t first, int count) {
    int ends[2];
    if (pipe(ends) != 0) return;
    worker.pid = fork();
    if (worker.pid == 0) {
      close(ends[0]);
      Work(options_, first, count, ends[1]);
    }
    close(ends[1]);
    worker.from = ends[0];
    worker.next = first + static_cast<uint64_t>(count);
    worker.busy = false;
    worker.since = Clock::now();
    worker.buffer.clear();
  }

  int End(Worker& worker) {
    if (worker.pid < 0) return 0;
    kill(worker.pid, SIGKILL);
    int status = 0;
    waitpid(worker.pid, &status, 0);
    close(worker.from);
    worker.pid = -1;
    return status;
  }

  void Listen() {
    std::vector<pollfd> waits;
    std::vector<Worker*> who;
    for (Worker& worker : workers_) {
      if (worker.pid < 0) continue;
      waits.push_back({worker.from, POLLIN, 0});
      who.push_back(&worker);
    }
    poll(waits.data(), waits.size(), 500);
    for (size_t i = 0; i < waits.size(); ++i) {
      if (waits[i].revents != 0) Read(*who[i]);
      if (who[i]->pid >= 0 && who[i]->busy &&
          Clock::now() - who[i]->since > std::chrono::duration<double>(kHangSeconds)) {
        Lost(*who[i], {Verdict::kHang, "no answer in time"});
      }
    }
  }

  void Read(Worker& worker) {
    char buffer[65536];
    const ssize_t got = read(worker.from, buffer, sizeof buffer);
    if (got <= 0) {
      int status = 0;
      waitpid(worker.pid, &status, 0);
      close(worker.from);
      worker.pid = -1;
      if (worker.busy) Died(worker, status);
      return;
    }
    worker.buffer.append(buffer, static_cast<size_t>(got));
    for (size_t end; (end = worker.buffer.find('\n')) != std::string::npos; worker.buffer.erase(0, end + 1)) {
      Hear(worker, worker.buffer.substr(0, end));
    }
  }

  void Hear(Worker& worker, const std::string& line) {
    if (line[0] == 'S') {
      worker.seed = std::strtoull(line.c_str() + 2, nullptr, 10);
      worker.since = Clock::now();
      worker.busy = true;
      return;
    }
    worker.busy = false;
    int end = 0, exact = 0, read = 0;
    if (std::sscanf(line.c_str(), "D %d %d %n", &end, &exact, &read) < 2) return;
    Verdict verdict = {static_cast<Verdict::End>(end), line.substr(static_cast<size_t>(read))};
    verdict.exact = exact != 0;
    Judge(worker.seed, verdict);
  }

  void Died(Worker& worker, int status) {
    const std::string how = WIFSIGNALED(status) ? std::string("signal: ") + strsignal(WTERMSIG(status)) : "it left";
    Judge(worker.seed, {Verdict::kCrash, how});
    Restart(worker);
  }
  void Lost(Worker& worker, const Verdict& verdict) {
    End(worker);
    Judge(worker.seed, verdict);
    Restart(worker);
  }
  // The rest of the batch.
  void Restart(Worker& worker) {
    const uint64_t first = worker.seed + 1;
    if (first < worker.next && more_time()) Start(worker, first, static_cast<int>(worker.next - first));
  }

  void Judge(uint64_t seed, const Verdict& verdict) {
    const Trial trial = MakeTrial(options_, seed, TargetOf(seed));
    Count(trial);
    if (options_.verbose)
      std::printf("%lu %s %s\n", seed, std::string(EndName(verdict.end)).c_str(), verdict.text.c_str());
    switch (verdict.end) {
      case Verdict::kSame:
        return;
      case Verdict::kInvalid:
        ++tally_.invalid[verdict.text.substr(0, 300)];
        return;
      default:
        if (!verdict.exact) {
          ++tally_.inexact;
          return;
        }
        findings_.push_back({seed, verdict});
        std::printf("finding: seed %lu after %ld programs, %.1f s: %s: %s\n", seed, static_cast<long>(tally_.programs),
                    seconds(), std::string(EndName(verdict.end)).c_str(), verdict.text.c_str());
        std::fflush(stdout);
    }
  }

  void Count(const Trial& trial) {
    const conform::ProgramFacts facts = FactsOf(trial.program);
    ++tally_.programs;
    tally_.with_loops += facts.loops > 0;
    tally_.with_updates += facts.carries_update;
    tally_.nested += facts.nested_loops > 0;
    tally_.branches += facts.branches > 0;
    tally_.calls += facts.calls > 0;
    tally_.operations += CountOperations(trial.program);
    const std::string text = trial.settings.ToText();
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find(' ', at), text.size());
      std::string word = text.substr(at, end - at);
      if (word.starts_with("skip=")) word = "skip";
      ++tally_.settings[word];
      at = end + 1;
    }
  }

  void Report() const {
    const auto n = static_cast<double>(std::max<int64_t>(tally_.programs, 1));
    std::printf(
        "%ld programs in %.0f s (%.1f/s), seeds %lu to %lu, %.1f operations each; %ld with loops, %ld of them update "
        "arrays that they carry, %ld nested; %ld with branches, %ld with calls\n",
        static_cast<long>(tally_.programs), seconds(), n / std::max(seconds(), 0.001), options_.seed, next_ - 1,
        static_cast<double>(tally_.operations) / n, static_cast<long>(tally_.with_loops),
        static_cast<long>(tally_.with_updates), static_cast<long>(tally_.nested), static_cast<long>(tally_.branches),
        static_cast<long>(tally_.calls));
    std::printf("settings:");
    for (const auto& [word, count] : tally_.settings) std::printf(" %s (%ld)", word.c_str(), static_cast<long>(count));
    std::printf("\n");
    for (const auto& [reason, count] : tally_.invalid) {
      std::printf("invalid (%ld): %s\n", static_cast<long>(count), reason.c_str());
    }
    if (tally_.inexact > 0) std::printf("%ld differ, but are not exact\n", static_cast<long>(tally_.inexact));
    std::printf("%zu findings\n", findings_.size());
  }

  void Show(const Finding& finding) {
    Trial trial = MakeTrial(options_, finding.seed, TargetOf(finding.seed));
    Verdict verdict = RunInChild(trial, kHangSeconds);
    if (verdict.end != finding.verdict.end) {
      std::printf("seed %lu alone gives: %s (what was found needs the programs before it)\n", finding.seed,
                  std::string(EndName(verdict.end)).c_str());
      verdict = finding.verdict;
    } else {
      trial = Smaller(trial, verdict.end, options_.shrink_seconds);
      verdict = RunInChild(trial, kHangSeconds);
    }
    const std::string text = ReproducerText(trial, verdict);
    const std::string folder = options_.folder.empty() ? "." : options_.folder;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const std::string path = folder + "/finding_" + std::to_string(finding.seed) + ".mlir";
    std::ofstream(path) << text;
    std::printf("\n=== seed %lu, %ld operations; program_fuzz --replay %s\n%s", finding.seed,
                static_cast<long>(CountOperations(trial.program)), path.c_str(), text.c_str());
    std::fflush(stdout);
  }

  const Options& options_;
  uint64_t next_;
  std::vector<Worker> workers_;
  std::vector<Finding> findings_;
  Tally tally_;
  Clock::time_point start_ = Clock::now();
};

int DoReplay(const std::string& path) {
  std::ifstream in(path);
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  StatusOr<Replay> replay = ReadReproducer(text);
  if (!replay.ok()) {
    std::fprintf(stderr, "program_fuzz: %s: %s\n", path.c_str(), replay.status().ToString().c_str());
    return 2;
  }
  ApplyTarget(replay->settings.target);
  const Verdict verdict = RunBoth(replay->program, replay->settings);
  std::printf("%s %s\n", std::string(EndName(verdict.end)).c_str(), verdict.text.c_str());
  return verdict.end == Verdict::kSame ? 0 : 1;
}

int DoPrint(const Options& options) {
  const Trial trial = MakeTrial(options, options.seed, TargetOf(options.seed));
  std::printf("%s", ReproducerText(trial, {}).c_str());
  return 0;
}

constexpr char kHelp[] =
    "usage: program_fuzz [--seconds S] [--programs N] [--seed S] [--jobs N] [--findings N] [--shrink-seconds S]\n"
    "                    [--out FOLDER] [--settings 'threads=2 …'] [--no-loops] [--print] [--replay FILE] [--verbose]\n"
    "Exit code 1 if there are findings; the files it writes repeat them with --replay.\n";

bool Parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--print") {
      options.print = true;
      continue;
    }
    if (name == "--no-loops") {
      options.generate.loops = false;
      continue;
    }
    if (name == "--verbose") {
      options.verbose = true;
      continue;
    }
    if (i + 1 >= argc) return false;
    const char* value = argv[++i];
    if (name == "--seconds")
      options.seconds = std::atof(value);
    else if (name == "--programs")
      options.programs = std::atoll(value);
    else if (name == "--seed")
      options.seed = std::strtoull(value, nullptr, 10);
    else if (name == "--jobs")
      options.jobs = std::max(1, std::atoi(value));
    else if (name == "--findings")
      options.max_findings = std::atoi(value);
    else if (name == "--shrink-seconds")
      options.shrink_seconds = std::atof(value);
    else if (name == "--out")
      options.folder = value;
    else if (name == "--settings")
      options.settings = value;
    else if (name == "--replay")
      options.replay = value;
    else
      return false;
  }
  return options.settings.empty() || RunSettings::Parse(options.settings).ok();
}

int Main(int argc, char** argv) {
  Options options;
  if (!Parse(argc, argv, options)) {
    std::fputs(kHelp, stderr);
    return 2;
  }
  if (!options.replay.empty()) return DoReplay(options.replay);
  if (options.print) return DoPrint(options);
  return Fuzzer(options).Run();
}

}  // namespace
}  // namespace cppjrt::fuzz

int main(int argc, char** argv) { return cppjrt::fuzz::Main(argc, argv); }
