// The performance programs on our plugin and on XLA's: compile time, run time, temporaries; results compared first.
//
//   suite [--only NAME] [--rounds N] [--compiles N] [--threads N] [--timeout S] [--no-xla] [--json FILE]
//
// Each program runs in a process of its own on each plugin; the two take turns. $CPPJRT_BENCH_PROGRAMS, $CPPJRT_BENCH_PLUGIN
// name other programs and another plugin of ours; $CPPJRT_BENCH_VERBOSE shows what the plugins print.
#include <signal.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/suite/report.h"
#include "bench/suite/runner.h"
#include "bench/suite/stream.h"
#include "bench/suite/worker.h"

namespace cppjrt::bench {
namespace {

struct Options {
  std::vector<std::string> only;
  int rounds = 11;
  int compiles = 3;
  int threads = 2;
  double timeout_s = 120;
  double seconds = 20;  // of one program's rounds, both sides together
  bool no_xla = false;
  std::string json;
};

// Shorter executions are timed many at once.
constexpr double kBatchMs = 25;
// Whoever compiles this long is not asked again.
constexpr double kSlowCompileMs = 4000;

// One side of a program while it is measured.
struct Contestant {
  WorkerSetup setup;
  Side side;
  std::unique_ptr<Worker> worker;
  int batch = 1;
  std::string caches = {};  // folder of a folder for each compilation

  bool ok() const { return side.error.empty(); }
};

// The numbers of the answer; empty after an error, which is kept.
std::vector<double> Ask(Contestant& contestant, const std::string& command) {
  if (!contestant.ok()) return {};
  const auto answer = contestant.worker->Ask(command);
  if (answer.ok() && !answer->empty()) return *answer;
  contestant.side.error = command.substr(0, command.find(' ')) + ": " + std::string(answer.status().message());
  return {};
}

void Compile(Contestant& contestant, double timeout_s) {
  if (!contestant.ok()) return;
  // Each compiles as if for the first time.
  contestant.setup.cache = contestant.caches + "/" + std::to_string(contestant.side.compile_ms.size());
  contestant.worker = std::make_unique<Worker>(contestant.setup, timeout_s);
  const std::vector<double> answer = Ask(contestant, "compile");
  if (answer.size() != 3) return;
  contestant.side.compile_ms.push_back(answer[0]);
  if (answer[1] >= 0) contestant.side.temp_bytes = static_cast<int64_t>(answer[1]);
  if (answer[2] >= 0) contestant.side.fallbacks = static_cast<int64_t>(answer[2]);
}

// Another process with what the last one has kept.
void CompileWarm(Contestant& contestant, double timeout_s) {
  if (!contestant.ok()) return;
  Worker worker(contestant.setup, timeout_s);
  if (const auto answer = worker.Ask("compile"); answer.ok() && !answer->empty())
    contestant.side.warm_ms = answer->front();
}

void FirstRun(Contestant& contestant) {
  Ask(contestant, "upload");
  const std::vector<double> first = Ask(contestant, "run 1");
  if (first.empty()) return;
  contestant.side.first_ms = first[0];
  const std::vector<double> second = Ask(contestant, "run 1");
  if (second.empty()) return;
  contestant.batch = static_cast<int>(std::clamp(kBatchMs / std::max(second[0], 1e-4), 1.0, 20000.0));
}

// A folder for this process, empty at first and gone at last.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(std::filesystem::temp_directory_path() / ("cppjrt-suite-" + std::to_string(getpid()))) {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
    std::filesystem::create_directories(path_, ignored);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string operator/(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

// Both write their results, which are compared.
std::optional<Difference> Compare(const BenchProgram& program, const TemporaryFolder& folder, Contestant& ours,
                                  Contestant& theirs) {
  Ask(ours, "results " + folder / "results.ours");
  Ask(theirs, "results " + folder / "results.xla");
  if (!ours.ok() || !theirs.ok()) return std::nullopt;
  return CompareResults(program, folder / "results.ours", folder / "results.xla");
}

void Round(Contestant& contestant) {
  const std::vector<double> answer = Ask(contestant, "run " + std::to_string(contestant.batch));
  if (!answer.empty()) contestant.side.run_ms.push_back(answer[0]);
}

void RunRounds(const std::vector<Contestant*>& contestants, const Options& options) {
  const double start = NowMs();
  for (int i = 0; i < options.rounds; ++i) {
    if (i > 0 && NowMs() - start > options.seconds * 1000) break;
    // Whoever goes second finds another machine: take turns.
    for (size_t j = 0; j < contestants.size(); ++j) {
      Round(*contestants[(j + static_cast<size_t>(i)) % contestants.size()]);
    }
  }
}

void CompileAll(const std::vector<Contestant*>& contestants, const Options& options) {
  for (int i = 0; i < options.compiles; ++i) {
    for (Contestant* contestant : contestants) {
      const auto& times = contestant->side.compile_ms;
      if (i > 0 && (times.empty() || times.back() > kSlowCompileMs)) continue;
      Compile(*contestant, options.timeout_s);
    }
  }
}

SuiteRow Measure(const BenchProgram& program, const SuiteHeader& header, const std::string& folder,
                 const Options& options) {
  Contestant ours{{header.our_plugin, true, options.threads, folder, program.name}, {}, nullptr};
  Contestant theirs{{header.their_plugin, false, options.threads, folder, program.name}, {}, nullptr};
  const TemporaryFolder temporary;
  ours.caches = temporary / "ours";
  theirs.caches = temporary / "xla";
  std::vector<Contestant*> contestants = {&ours};
  if (!header.their_plugin.empty()) contestants.push_back(&theirs);

  SuiteRow row;
  row.program = &program;
  CompileAll(contestants, options);
  CompileWarm(ours, options.timeout_s);
  for (Contestant* contestant : contestants) FirstRun(*contestant);
  if (contestants.size() == 2) row.difference = Compare(program, temporary, ours, theirs);
  RunRounds(contestants, options);
  row.ours = std::move(ours.side);
  if (contestants.size() == 2) row.theirs = std::move(theirs.side);
  return row;
}

bool IsChosen(const BenchProgram& program, const Options& options) {
  return options.only.empty() || std::any_of(options.only.begin(), options.only.end(), [&](const std::string& part) {
           return program.name.find(part) != std::string::npos;
         });
}

SuiteHeader MakeHeader(const Options& options) {
  SuiteHeader header;
  header.threads = options.threads;
  header.our_plugin = OurPlugin();
  if (!options.no_xla) {
    header.their_plugin = XlaPlugin().value_or("");
    if (header.their_plugin.empty()) {
      std::printf("suite: without XLA's plugin, which is not installed (`./dev pjrt plugin install xla-cpu`)\n");
    }
  }
  header.stream_in_cache = MeasureStream(int64_t{48} << 20, options.threads);
  header.stream = MeasureStream(int64_t{384} << 20, options.threads);
  return header;
}

int Run(const Options& options) {
  const std::string folder = ProgramsFolder();
  const auto programs = ReadPrograms(folder);
  if (!programs) {
    std::printf("suite: skipped, there are no programs in %s; set CPPJRT_BENCH_PROGRAMS to the folder of bench.json\n",
                folder.c_str());
    return 0;
  }
  signal(SIGPIPE, SIG_IGN);
  const SuiteHeader header = MakeHeader(options);
  PrintSuiteHeader(header);
  std::vector<SuiteRow> rows;
  for (const BenchProgram& program : *programs) {
    if (!IsChosen(program, options)) continue;
    rows.push_back(Measure(program, header, folder, options));
    PrintSuiteRow(rows.back(), header);
  }
  PrintSuiteSummary(rows);
  if (!options.json.empty() && !WriteSuiteJson(rows, header, options.json)) {
    std::fprintf(stderr, "suite: cannot write %s\n", options.json.c_str());
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace cppjrt::bench

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "--worker") {
    return cppjrt::bench::WorkerMain(std::vector<std::string>(argv + 2, argv + argc));
  }
  cppjrt::bench::Options options;
  CLI::App app("the performance programs on our plugin and on XLA's");
  app.add_option("--only", options.only, "programs whose name contains this; may be given again");
  app.add_option("--rounds", options.rounds, "rounds of timing");
  app.add_option("--compiles", options.compiles, "compilations, each in a new process");
  app.add_option("--threads", options.threads, "threads of both plugins")->check(CLI::Range(1, 1024));
  app.add_option("--timeout", options.timeout_s, "seconds until a plugin that does not answer is given up");
  app.add_option("--seconds", options.seconds, "no further round of a program after this time");
  app.add_flag("--no-xla", options.no_xla, "ours only");
  app.add_option("--json", options.json, "write the figures to this file as well");
  CLI11_PARSE(app, argc, argv);
  return cppjrt::bench::Run(options);
}
