// The corpus, text side: every program parses, prints (short and generic form, with locations) and reads back as the
// same; what JAX printed prints byte for byte; what the parser refuses of the reject cases it refuses at the right place.
//
//   text_corpus [CORPUS]      CORPUS: default $CPPJRT_CORPUS, else ../shared/corpus
//
// Prints a line for each category and "N passed, N failed, N skipped" at the end (corpus.h); status 1 if something failed.
#include <regex>
#include <string>
#include <vector>

#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/text/testing.h"
#include "tests/corpus/corpus.h"

namespace cppjrt::stablehlo::text {
namespace {

using corpus::FilesIn;
using corpus::ReadFile;
using corpus::ReadTable;
using corpus::Report;
using corpus::Row;
using corpus::Split;
namespace fs = std::filesystem;

void RunSplit(const std::string& category, const fs::path& folder, Report& report) {
  for (const fs::path& file : FilesIn(folder, ".mlir", /*deep=*/false)) {
    for (const std::string& program : Split(ReadFile(file))) report.Add(category, file, RoundtripProblem(program));
  }
}

void RunExact(const std::string& category, const fs::path& folder, Report& report) {
  for (const fs::path& file : FilesIn(folder, ".mlir")) {
    const std::string program = ReadFile(file);
    std::string problem = RoundtripProblem(program);
    const bool locations = program.find("loc(") != std::string::npos;
    if (problem.empty() && Printed(program, {.locations = locations}) != program) problem = "prints otherwise";
    report.Add(category, file, problem);
  }
}

void RunVhlo(const fs::path& folder, Report& report) {
  for (const Row& row : ReadTable(folder / "INDEX.tsv")) {
    if (row.at("kind") != "text-of-artifact") continue;
    report.Add("vhlo", folder / row.at("path"), RoundtripProblem(ReadFile(folder / row.at("path"))));
  }
}

// Ops of dialects that have no short form here make a case foreign.
bool IsForeign(const std::string& errors) { return errors.find("unknown dialect") != std::string::npos; }

void RunAccept(const fs::path& folder, Report& report) {
  for (const Row& row : ReadTable(folder / "INDEX.tsv")) {
    if (row.at("verdict") != "accept") continue;
    for (const std::string& program : Split(ReadFile(folder / row.at("path")))) {
      const std::string problem = RoundtripProblem(program);
      if (IsForeign(problem)) {
        report.NotApplicable("ops accept", row.at("path"), "it has ops of other dialects");
      } else {
        report.Add("ops accept", folder / row.at("path"), problem);
      }
    }
  }
}

// Rule of the corpus: an error at the line of a required row, with a message that its pattern finds.
bool IsExpected(const DiagnosticSink& sink, const std::vector<Row>& rows, const std::string& path) {
  for (const Row& row : rows) {
    if (row.at("path") != path || row.at("optional") == "1") continue;
    for (const Diagnostic& diagnostic : sink.diagnostics()) {
      if (std::to_string(diagnostic.position.line) != row.at("line")) continue;
      const std::string& loose = row.at("loose");
      if (loose == "-" || std::regex_search(diagnostic.message, std::regex(loose, std::regex::icase))) return true;
    }
  }
  return false;
}

// Those that the parser accepts are the verifier's to refuse: verify_corpus judges them.
void RunReject(const fs::path& folder, Report& report) {
  const std::vector<Row> errors = ReadTable(folder / "ERRORS.tsv");
  for (const Row& row : ReadTable(folder / "INDEX.tsv")) {
    if (row.at("verdict") != "reject") continue;
    const std::string program = ReadFile(folder / row.at("path"));
    const Source source{row.at("path"), program, /*is_text=*/true};
    DiagnosticSink sink(&source);
    if (ParseText(source, sink).ok()) {
      report.NotApplicable("ops reject", "*", "its text is right; the check \"verify\" judges it");
    } else if (IsForeign(sink.Render())) {
      report.NotApplicable("ops reject", row.at("path"), "it has ops of other dialects");
    } else {
      report.Add("ops reject", folder / row.at("path"), IsExpected(sink, errors, row.at("path")) ? "" : sink.Render());
    }
  }
}

int Run(const fs::path& root) {
  if (!fs::exists(root)) return std::printf("no corpus at %s\n", root.c_str()), 1;
  Report report;
  const fs::path hlo = root / "stablehlo";
  RunSplit("static", hlo / "testdata", report);
  RunSplit("dynamic", hlo / "testdata/dynamic", report);
  RunSplit("quantized", hlo / "testdata/quantized", report);
  RunSplit("interpret", hlo / "interpret", report);
  RunSplit("math", hlo / "math", report);
  RunVhlo(hlo / "vhlo", report);
  RunAccept(hlo / "ops", report);
  RunReject(hlo / "ops", report);
  RunExact("jax", root / "jax", report);
  RunExact("bench", root.parent_path() / "bench/programs", report);
  return report.Print();
}

}  // namespace
}  // namespace cppjrt::stablehlo::text

int main(int argc, char** argv) {
  return cppjrt::stablehlo::text::Run(cppjrt::corpus::Root(argc > 1 ? argv[1] : nullptr));
}
