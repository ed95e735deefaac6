// Runs programs that check themselves through the evaluator and says which fail.
//
//   eval_corpus [--list] [--only=TEXT] [--category=NAME] [--form=text|artifact] [--threads=N] [CORPUS | FILE | FOLDER ...]
//
// A corpus (by default $CPPJRT_CORPUS, else ../shared/corpus) brings the project's own programs along, tests/ops. Files are cut
// at "// -----"; each program runs as text, and once more written as a portable artifact and read again. How each file is
// judged is said in the corpus's README: testdata by tier (strict, relaxed), interpret, math, quantized. The programs of
// tests/ops follow the rule of interpret; one there with a function whose name begins with "bad_" must end in an error.
//
// Beyond values, "accept" asks that whatever the verifier accepts runs or is an error: each function of the programs in ops/ of
// the corpus is called with zeros. It passes if the function runs to its end, is skipped if it gives an error, and fails if that
// is INTERNAL (or the runner dies).
//
// Prints what failed and "N passed, N failed, N skipped" for each category and in total; --list also names what was skipped
// and how long each program took. Exits with 1 if any failed.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/thread_pool.h"
#include "stablehlo/eval/value_text.h"
#include "tests/corpus/corpus.h"
#include "tests/corpus/eval_program.h"

namespace cppjrt::stablehlo {
namespace {

namespace fs = std::filesystem;
using corpus::ReadFile;
using corpus::ReadTable;
using corpus::Row;

struct Options {
  std::vector<fs::path> paths;  // empty: the project's own programs and the corpus
  std::string only;
  std::string category;
  std::string form;
  int threads = 1;
  bool list = false;
};

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool HasCode(const std::string& piece) {
  for (const std::string& line : Lines(piece)) {
    const size_t start = line.find_first_not_of(" \t\r-");
    if (start != std::string::npos && line.compare(start, 2, "//") != 0) return true;
  }
  return false;
}

// A program of a file, with its number, and the line it begins at, as empty lines in front: errors name lines of the file.
std::vector<std::string> Programs(const std::string& text) {
  constexpr std::string_view kMarker = "// -----";
  std::vector<std::string> pieces;
  size_t from = 0;
  ptrdiff_t lines = 0;
  for (size_t at = 0; at != std::string::npos;) {
    at = text.find(kMarker, from);
    const std::string piece = text.substr(from, at == std::string::npos ? at : at - from);
    if (HasCode(piece)) pieces.push_back(std::string(static_cast<size_t>(lines), '\n') + piece);
    lines += std::count(piece.begin(), piece.end(), '\n');
    if (at != std::string::npos) from = at + kMarker.size();
  }
  return pieces;
}

std::string Trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// What lines of a program say must be printed, in order: "// CHECK: text", "// CHECK-NEXT: text".
std::vector<std::string> ExpectedOutput(const std::string& program) {
  std::vector<std::string> lines;
  for (const std::string& line : Lines(program)) {
    for (const std::string_view mark : {"// CHECK:", "// CHECK-NEXT:", "// CHECK-NEXT{LITERAL}:"}) {
      const size_t at = line.find(mark);
      if (at != std::string::npos) lines.push_back(Trimmed(line.substr(at + mark.size())));
    }
  }
  return lines;
}

// Whether the lines occur in that order; empty, or the one that does not.
std::string MissingLine(const std::string& output, const std::vector<std::string>& lines) {
  size_t from = 0;
  for (const std::string& line : lines) {
    const size_t at = output.find(line, from);
    if (at == std::string::npos) return line;
    from = at + line.size();
  }
  return {};
}

// The arguments that a RUN line gives, as the one file of the corpus that has any does: [dense<1> : tensor<2xi32>, …].
std::vector<RuntimeValue> ArgumentsOf(const std::string& program) {
  std::vector<RuntimeValue> arguments;
  const size_t at = program.find("--args=\"[");
  if (at == std::string::npos) return arguments;
  const std::string list = program.substr(at, program.find("]\"", at) - at);
  for (size_t from = list.find("dense<"); from != std::string::npos; from = list.find("dense<", from + 1)) {
    StatusOr<Tensor> tensor = Tensor::Allocate(ElementType::kI32, {2}, MemoryAllocator::Heap());
    std::fill_n(tensor->mutable_data<int32_t>(), 2, std::atoi(list.c_str() + from + 6));
    arguments.emplace_back(std::move(*tensor));
  }
  return arguments;
}

// How the programs of a file are judged.
struct Judging {
  std::string category;
  bool relaxed = false;
  bool output = false;     // compare what is printed
  bool arguments = false;  // the RUN line has them
  bool may_be_bad = false;
};

class Runner {
 public:
  explicit Runner(Options options) : options_(std::move(options)), pool_(options_.threads) {}

  int Run() {
    if (options_.paths.empty()) RunCorpus(corpus::Root(nullptr));
    for (const fs::path& path : options_.paths) {
      if (fs::exists(path / "stablehlo")) {
        RunCorpus(path);
      } else if (fs::is_directory(path)) {
        RunFolder(path, {.category = "own", .may_be_bad = true});
      } else {
        RunFile(path, path.filename().string(), {.category = "own", .may_be_bad = true});
      }
    }
    std::printf("%lld checks by custom_call\n", static_cast<long long>(checks_));
    return report_.Print();
  }

 private:
  void RunFolder(const fs::path& folder, const Judging& judging) {
    for (const fs::path& file : corpus::FilesIn(folder, ".mlir")) {
      RunFile(file, fs::relative(file, folder).string(), judging);
    }
  }

  // The project's own programs, then those of the corpus.
  void RunCorpus(const fs::path& folder) {
    RunFolder(CPPJRT_TESTS_DIR "/ops", {.category = "own", .may_be_bad = true});
    const fs::path root = folder / "stablehlo";
    if (!fs::exists(root)) {
      std::printf("there is no corpus at %s\n", folder.c_str());
      return;
    }
    for (const Row& row : ReadTable(root / "testdata" / "INDEX.tsv")) {
      const std::string& tier = row.at("tier");
      if (tier == "parse") continue;
      const std::string category = tier == "quant" ? "quantized" : "static " + tier;
      RunFile(root / "testdata" / row.at("path"), row.at("path"), {.category = category, .relaxed = tier == "relaxed"});
    }
    for (const Row& row : ReadTable(root / "interpret" / "INDEX.tsv")) {
      const std::string& needs = row.at("needs");
      RunFile(root / "interpret" / row.at("path"), row.at("path"),
              {.category = "interpret",
               .output = needs.find("output-text") != std::string::npos,
               .arguments = needs.find("args") != std::string::npos});
    }
    for (const Row& row : ReadTable(root / "math" / "INDEX.tsv")) {
      RunFile(root / "math" / row.at("path"), row.at("path"), {.category = "math"});
    }
    for (const Row& row : ReadTable(root / "ops" / "INDEX.tsv")) {
      if (row.at("verdict") == "accept") RunAccepted(root / "ops" / row.at("path"), row.at("path"));
    }
  }

  void RunAccepted(const fs::path& file, const std::string& name) {
    const std::string category = "accept";
    if (!Wanted(category, name) || options_.form == "artifact") return;
    if (options_.list) std::printf("accept/%s\n", name.c_str()), std::fflush(stdout);
    const std::string text = ReadFile(file);
    // A loop need not end for zeros.
    if (text.find("stablehlo.while") != std::string::npos) {
      return NotApplicable(category, name, "it has a loop, which may run for ever on zeros");
    }
    for (const auto& [function, status] : RunFunctionsOnZeros(text, name, pool_)) {
      const std::string label = name + "@" + function;
      if (status.ok()) {
        report_.Pass(category);
      } else if (status.code() == StatusCode::kInternal) {
        report_.Fail(category, label, status.ToString());
      } else {
        report_.Refused(category, label, status.ToString());
        List(category, label, status.ToString());
      }
    }
  }

  bool Wanted(const std::string& category, const std::string& name) const {
    return category.find(options_.category) != std::string::npos &&
           (category + "/" + name).find(options_.only) != std::string::npos;
  }

  void RunFile(const fs::path& file, const std::string& name, const Judging& judging) {
    if (!Wanted(judging.category, name)) return;
    const std::vector<std::string> programs = Programs(ReadFile(file));
    for (const bool artifact : {false, true}) {
      if (!options_.form.empty() && (options_.form == "artifact") != artifact) continue;
      for (size_t i = 0; i < programs.size(); ++i) {
        const std::string label = programs.size() == 1 ? name : name + "#" + std::to_string(i);
        RunOne(programs[i], label, judging, artifact);
      }
    }
  }

  void RunOne(const std::string& text, const std::string& name, const Judging& judging, bool artifact) {
    MemoryHost host;
    ProgramRun run;
    run.artifact = artifact;
    run.relaxed = judging.relaxed;
    run.pool = &pool_;
    run.host = &host;
    if (judging.arguments) run.arguments = ArgumentsOf(text);
    const auto start = std::chrono::steady_clock::now();
    ProgramOutcome outcome = RunProgram(text, name, std::move(run));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    const std::string category = judging.category + (artifact ? " artifact" : " text");
    if (options_.list) std::printf("%8.2f ms %s/%s\n", took.count(), category.c_str(), name.c_str());
    if (artifact && outcome.cannot_write) {
      return NotApplicable(category, name, "an artifact cannot hold it: " + std::string(outcome.status.message()));
    }
    const bool must_fail = judging.may_be_bad && text.find("@bad_") != std::string::npos;
    if (must_fail) {
      if (!outcome.status.ok()) return report_.Pass(category);
      return report_.Fail(category, name, "ran to its end, but must be an error");
    }
    if (!outcome.status.ok()) return report_.Fail(category, name, outcome.stage + ": " + outcome.status.ToString());
    checks_ += outcome.checks;
    if (outcome.checks == 0 && (artifact || judging.category.starts_with("static")) &&
        text.find("check.") != text.npos) {
      return report_.Fail(category, name, "ran to its end without a check");
    }
    if (judging.output) {
      const std::string missing = MissingLine(OutputOf(outcome, host), ExpectedOutput(text));
      if (!missing.empty()) return report_.Fail(category, name, "does not print " + missing);
    }
    report_.Pass(category);
  }

  static std::string OutputOf(const ProgramOutcome& outcome, const MemoryHost& host) {
    std::string output;
    for (const std::string& line : host.lines()) output += line + "\n";
    for (const RuntimeValue& value : outcome.results) {
      if (value.is_tensor()) output += TensorText(value.tensor()) + "\n";
    }
    return output;
  }

  void NotApplicable(const std::string& category, const std::string& name, const std::string& why) {
    report_.NotApplicable(category, name, why);
    List(category, name, why);
  }

  void List(const std::string& category, const std::string& name, const std::string& why) const {
    if (options_.list) std::printf("SKIP %s/%s: %s\n", category.c_str(), name.c_str(), why.c_str());
  }

  const Options options_;
  ThreadPool pool_;
  corpus::Report report_;
  int64_t checks_ = 0;
};

Options ParseOptions(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::string value = argument.substr(std::min(argument.find('=') + 1, argument.size()));
    if (argument == "--list" || argument == "--verbose") {
      options.list = true;
    } else if (argument.starts_with("--only=") || argument.starts_with("--filter=")) {
      options.only = value;
    } else if (argument.starts_with("--category=")) {
      options.category = value;
    } else if (argument.starts_with("--form=")) {
      options.form = value;
    } else if (argument.starts_with("--threads=")) {
      options.threads = std::atoi(value.c_str());
    } else {
      options.paths.emplace_back(argument);
    }
  }
  return options;
}

}  // namespace
}  // namespace cppjrt::stablehlo

int main(int argc, char** argv) { return cppjrt::stablehlo::Runner(cppjrt::stablehlo::ParseOptions(argc, argv)).Run(); }
