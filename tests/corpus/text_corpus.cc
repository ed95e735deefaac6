// The corpus, text side: every program parses, prints (short and generic form, with locations) and reads back as the
// same; what JAX printed prints byte for byte; what the parser refuses of the reject cases it refuses at the right place.
//
//   CPPJRT_CORPUS=../shared/corpus build/release/corpus/text_corpus
//
// Prints a line for each category and "N passed, N failed, N skipped" at the end; status 1 if something failed, 0 if the
// corpus is not there.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/text/testing.h"

namespace cppjrt::stablehlo::text {
namespace {

namespace fs = std::filesystem;

struct Totals {
  size_t passed = 0;
  size_t failed = 0;
  size_t skipped = 0;
};

Totals g_totals;

std::string Read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<fs::path> FilesIn(const fs::path& folder, std::string_view name = {}) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path path = name.empty() ? entry.path() : entry.path() / name;
    if (path.extension() == ".mlir" && fs::exists(path)) files.push_back(path);
  }
  std::ranges::sort(files);
  return files;
}

// Cut wherever "// -----" stands, as the corpus says.
std::vector<std::string> Split(std::string_view text) {
  constexpr std::string_view kMark = "// -----";
  std::vector<std::string> pieces;
  while (true) {
    const size_t end = std::min(text.find(kMark), text.size());
    pieces.emplace_back(text.substr(0, end));
    if (end == text.size()) return pieces;
    text.remove_prefix(std::min(text.find('\n', end), text.size()));
  }
}

// Rows of a tab-separated table with a header.
using Row = std::map<std::string, std::string, std::less<>>;
std::vector<Row> Table(const fs::path& path) {
  const auto fields = [](const std::string& line) {
    std::vector<std::string> out;
    for (size_t at = 0; at <= line.size();) {
      const size_t tab = std::min(line.find('\t', at), line.size());
      out.push_back(line.substr(at, tab - at));
      at = tab + 1;
    }
    return out;
  };
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> names = fields(line);
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> values = fields(line);
    Row& row = rows.emplace_back();
    for (size_t i = 0; i < std::min(names.size(), values.size()); ++i) row[names[i]] = values[i];
  }
  return rows;
}

class Category {
 public:
  explicit Category(std::string name) : name_(std::move(name)) {}
  ~Category() {
    std::printf("%-18s %5zu passed, %zu failed, %zu skipped\n", name_.c_str(), totals_.passed, totals_.failed,
                totals_.skipped);
    g_totals.passed += totals_.passed;
    g_totals.failed += totals_.failed;
    g_totals.skipped += totals_.skipped;
  }
  void Skip() { ++totals_.skipped; }
  void Add(const fs::path& file, const std::string& problem) {
    ++(problem.empty() ? totals_.passed : totals_.failed);
    if (!problem.empty()) std::printf("%s: %s\n", file.c_str(), problem.substr(0, 500).c_str());
  }

 private:
  std::string name_;
  Totals totals_;
};

void RunSplit(const std::string& name, const std::vector<fs::path>& files) {
  Category category(name);
  for (const fs::path& file : files) {
    for (const std::string& program : Split(Read(file))) category.Add(file, RoundtripProblem(program));
  }
}

void RunExact(const std::string& name, const std::vector<fs::path>& files) {
  Category category(name);
  for (const fs::path& file : files) {
    const std::string program = Read(file);
    std::string problem = RoundtripProblem(program);
    const bool locations = program.find("loc(") != std::string::npos;
    if (problem.empty() && Printed(program, {.locations = locations}) != program) problem = "prints otherwise";
    category.Add(file, problem);
  }
}

void RunVhlo(const fs::path& folder) {
  Category category("vhlo texts");
  for (const Row& row : Table(folder / "INDEX.tsv")) {
    if (row.at("kind") == "text-of-artifact") {
      category.Add(folder / row.at("path"), RoundtripProblem(Read(folder / row.at("path"))));
    }
  }
}

// Ops of dialects that have no short form here make a case foreign.
bool IsForeign(const std::string& errors) { return errors.find("unknown dialect") != std::string::npos; }

void RunAccept(const fs::path& folder) {
  Category category("ops accept");
  for (const Row& row : Table(folder / "INDEX.tsv")) {
    if (row.at("verdict") != "accept") continue;
    for (const std::string& program : Split(Read(folder / row.at("path")))) {
      const std::string problem = RoundtripProblem(program);
      IsForeign(problem) ? category.Skip() : category.Add(folder / row.at("path"), problem);
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

void RunReject(const fs::path& folder) {
  Category category("ops reject, ours");  // skipped: those that are for the verifier
  const std::vector<Row> errors = Table(folder / "ERRORS.tsv");
  for (const Row& row : Table(folder / "INDEX.tsv")) {
    if (row.at("verdict") != "reject") continue;
    const std::string program = Read(folder / row.at("path"));
    const Source source{row.at("path"), program, /*is_text=*/true};
    DiagnosticSink sink(&source);
    if (ParseText(source, sink).ok() || IsForeign(sink.Render())) {
      category.Skip();
    } else {
      category.Add(folder / row.at("path"), IsExpected(sink, errors, row.at("path")) ? "" : sink.Render());
    }
  }
}

int Run(const fs::path& root) {
  const fs::path hlo = root / "stablehlo";
  RunExact("jax", FilesIn(root / "jax", "program.mlir"));
  const fs::path bench = root / "../bench/programs";
  if (fs::exists(bench)) RunExact("bench programs", FilesIn(bench));
  RunSplit("static", FilesIn(hlo / "testdata"));
  RunSplit("dynamic", FilesIn(hlo / "testdata/dynamic"));
  RunSplit("quantized", FilesIn(hlo / "testdata/quantized"));
  RunSplit("interpret", FilesIn(hlo / "interpret"));
  RunSplit("math", FilesIn(hlo / "math"));
  RunVhlo(hlo / "vhlo");
  RunAccept(hlo / "ops");
  RunReject(hlo / "ops");
  std::printf("%zu passed, %zu failed, %zu skipped\n", g_totals.passed, g_totals.failed, g_totals.skipped);
  return g_totals.failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace cppjrt::stablehlo::text

int main() {
  const char* root = std::getenv("CPPJRT_CORPUS");
  const std::filesystem::path path = root == nullptr ? "../shared/corpus" : root;
  if (std::filesystem::exists(path / "stablehlo")) return cppjrt::stablehlo::text::Run(path);
  std::printf("no corpus at %s: 0 passed, 0 failed, 0 skipped\n", path.c_str());
  return 0;
}
