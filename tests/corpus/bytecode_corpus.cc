// Reads and writes the portable artifacts of the corpus.
//
//   bytecode_corpus [CORPUS]      CORPUS: default $CPPJRT_CORPUS, else ../shared/corpus
//
// Every artifact must read, written at its own version it must give its own bytes (with sdy in it, a program that is
// the same), and so must the text beside it (corpus/stablehlo/README.md, section 6). Programs meant for a writer must be
// written or refused as they say. Prints "N passed, N failed, N skipped" for each category and in total, and what
// failed. Exits with 1 if any failed.

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "stablehlo/bytecode/reader.h"
#include "stablehlo/bytecode/writer.h"
#include "stablehlo/text/equal.h"
#include "stablehlo/text/parser.h"

namespace cppjrt::stablehlo {
namespace {

namespace fs = std::filesystem;

struct Tally {
  const char* category;
  int passed = 0;
  int failed = 0;
  int skipped = 0;

  // An empty `why` is a pass.
  void Count(const fs::path& file, const std::string& why) {
    ++(why.empty() ? passed : failed);
    if (!why.empty()) std::printf("FAILED %s: %s\n", file.c_str(), why.c_str());
  }
  void Print() const { std::printf("%-12s %d passed, %d failed, %d skipped\n", category, passed, failed, skipped); }
};

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// "" if the two are the same program.
std::string Compare(Module& a, Module& b) {
  const std::string difference = FindDifference(a, b);
  return difference.empty() ? difference : "differs: " + difference;
}

// The program written at that version and read again.
std::string CheckRewriting(Module& module, Version version, const std::string& original) {
  const StatusOr<std::string> bytes = WriteArtifact(module, version);
  if (!bytes.ok()) return bytes.status().ToString();
  if (*bytes == original) return "";
  Module again;
  DiagnosticSink sink;
  if (!ReadBytecode(*bytes, again, sink)) return "what was written does not read: " + sink.Render();
  if (original.find("sdy") != std::string::npos) return Compare(module, again);
  return "what was written is not what was read";
}

// The text of an artifact gives the artifact.
std::string CheckText(const fs::path& path, Module& module, Version version, const std::string& original) {
  if (!fs::exists(path)) return "";
  StatusOr<Module> parsed = ParseText(ReadFile(path), path.filename());
  if (!parsed.ok()) return parsed.status().ToString();
  const StatusOr<std::string> bytes = WriteArtifact(*parsed, version, {.with_locations = false});
  if (!bytes.ok()) return "text: " + bytes.status().ToString();
  if (*bytes != original) return "the text gives other bytes";
  return Compare(*parsed, module);
}

// The artifact that upstream names as an exception has the uses of a value in an order that no writer gives today.
bool IsException(const fs::path& path) { return path.filename().string().starts_with("vhlo_emit_version_api"); }

std::string CheckArtifact(const fs::path& path, bool has_text) {
  const std::string bytes = ReadFile(path);
  Module module;
  DiagnosticSink sink;
  if (!ReadBytecode(bytes, module, sink)) return sink.Render();
  const auto version = VersionOfProducer(module.producer());
  if (!version) return "no artifact";
  if (IsException(path)) return WriteArtifact(module, *version).ok() ? "" : "cannot be written";
  std::string why = CheckRewriting(module, *version, bytes);
  if (why.empty() && has_text) why = CheckText(fs::path(path).replace_extension(), module, *version, bytes);
  return why;
}

std::string CheckRefused(const fs::path& path) {
  Module module;
  DiagnosticSink sink;
  if (ReadBytecode(ReadFile(path), module, sink)) return "should be refused";
  return sink.Render().find("vhlo.constant_v99") == std::string::npos ? "other reason: " + sink.Render() : "";
}

// The programs of a file, separated by "// -----".
std::vector<std::string> SplitPrograms(const std::string& text) {
  std::vector<std::string> programs;
  size_t start = 0;
  for (size_t end = 0; end != std::string::npos; start = end + 8) {
    end = text.find("// -----", start);
    programs.push_back(text.substr(start, end - start));
    if (end == std::string::npos) break;
  }
  return programs;
}

// VHLO's own text, which nobody here reads; in comments it is only mentioned.
bool IsVhloText(const std::string& program) {
  std::istringstream in(program);
  for (std::string line; std::getline(in, line);) {
    const size_t start = line.find_first_not_of(' ');
    const bool comment = start != std::string::npos && line.compare(start, 2, "//") == 0;
    if (!comment && line.find("vhlo.") != std::string::npos) return true;
  }
  return false;
}

// A program for the writer says so in a comment where it must be refused.
void CheckWriting(const fs::path& path, Version version, Tally& tally) {
  for (const std::string& program : SplitPrograms(ReadFile(path))) {
    if (program.find("func.func") == std::string::npos) continue;
    StatusOr<Module> module = ParseText(program, path.filename());
    if (!module.ok() || IsVhloText(program)) {
      ++tally.skipped;
      continue;
    }
    const bool refused = !WriteArtifact(*module, version).ok();
    const bool expected = program.find("expected-error") != std::string::npos ||
                          program.find("failed to legalize operation") != std::string::npos;
    tally.Count(path, refused == expected ? "" : refused ? "should be written" : "should be refused\n" + program);
  }
}

void RunVhlo(const fs::path& folder, Tally& artifacts, Tally& writing) {
  std::ifstream in(folder / "INDEX.tsv");
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    std::string name, kind, version;
    fields >> name >> kind >> version;
    const fs::path path = folder / name;
    const Version target = Version::Parse(version).value_or(kNewestVersion);
    if (kind == "artifact") artifacts.Count(path, CheckArtifact(path, /*has_text=*/true));
    if (kind == "artifact-invalid") artifacts.Count(path, CheckRefused(path));
    if (kind == "writer" || kind == "writer-reject") CheckWriting(path, target, writing);
  }
}

void RunFolder(const fs::path& folder, Tally& tally) {
  if (!fs::exists(folder)) return;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".mlirbc") tally.Count(entry.path(), CheckArtifact(entry.path(), false));
  }
}

int Run(const fs::path& corpus) {
  if (!fs::exists(corpus)) return std::printf("no corpus at %s\n", corpus.c_str()), 1;
  Tally tallies[] = {{"artifacts"}, {"writer"}, {"jax"}, {"bench"}};
  RunVhlo(corpus / "stablehlo" / "vhlo", tallies[0], tallies[1]);
  RunFolder(corpus / "jax", tallies[2]);
  RunFolder(corpus.parent_path() / "bench" / "programs", tallies[3]);
  Tally total = {"total"};
  for (const Tally& tally : tallies) {
    tally.Print();
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.skipped += tally.skipped;
  }
  std::printf("%d passed, %d failed, %d skipped\n", total.passed, total.failed, total.skipped);
  return total.failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace cppjrt::stablehlo

int main(int argc, char** argv) {
  const char* from_environment = std::getenv("CPPJRT_CORPUS");
  const char* fallback = from_environment != nullptr ? from_environment : "../shared/corpus";
  return cppjrt::stablehlo::Run(argc > 1 ? argv[1] : fallback);
}
