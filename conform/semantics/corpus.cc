#include "conform/semantics/corpus.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "conform/semantics/jax_case.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/parse.h"
#include "stablehlo/transforms/pipeline.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::conform {
namespace {

namespace fs = std::filesystem;
using stablehlo::DiagnosticSink;
using stablehlo::Module;
using stablehlo::VerifiedModule;

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> Fields(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, '\t');) fields.push_back(field);
  return fields;
}

// What an INDEX.tsv says of the files below its folder.
struct Index {
  bool runs = true;                         // false: cases of a parser
  std::map<std::string, std::string> tier;  // by path
};

Index ReadIndex(const fs::path& path) {
  Index index;
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  const std::vector<std::string> names = Fields(line);
  const auto column = [&](std::string_view name) {
    return static_cast<size_t>(std::ranges::find(names, name) - names.begin());
  };
  index.runs = column("verdict") == names.size() && column("kind") == names.size();
  const size_t path_at = column("path");
  const size_t tier_at = column("tier");
  while (std::getline(in, line)) {
    const std::vector<std::string> fields = Fields(line);
    if (path_at < fields.size() && tier_at < fields.size()) index.tier[fields[path_at]] = fields[tier_at];
  }
  return index;
}

bool HasCode(std::string_view piece) {
  while (!piece.empty()) {
    const std::string_view line = piece.substr(0, piece.find('\n'));
    const size_t start = line.find_first_not_of(" \t\r-");
    if (start != std::string_view::npos && line.substr(start, 2) != "//") return true;
    piece.remove_prefix(std::min(line.size() + 1, piece.size()));
  }
  return false;
}

// The programs of a file, with empty lines in front so that errors name lines of the file.
std::vector<std::string> Programs(const std::string& text) {
  constexpr std::string_view kMark = "// -----";
  std::vector<std::string> pieces;
  size_t lines = 0;
  for (size_t from = 0; from <= text.size();) {
    const size_t at = std::min(text.find(kMark, from), text.size());
    const std::string piece = text.substr(from, at - from);
    if (HasCode(piece)) pieces.push_back(std::string(lines, '\n') + piece);
    lines += static_cast<size_t>(std::ranges::count(piece, '\n'));
    from = at + kMark.size();
  }
  return pieces;
}

class Finder {
 public:
  Finder(fs::path root, const FindOptions& options) : root_(std::move(root)), options_(options) {}

  std::vector<CaseSource> Find() {
    if (fs::is_regular_file(root_)) {
      AddFile(root_, root_.filename());
    } else {
      AddFolder();
    }
    return std::move(cases_);
  }

 private:
  void AddFolder() {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::recursive_directory_iterator at(root_, error), end; at != end && !error; at.increment(error)) {
      if (at->path().extension() == ".mlir" || at->path().filename() == "case.json") files.push_back(at->path());
    }
    std::ranges::sort(files);
    for (const fs::path& file : files) AddFile(file, fs::relative(file, root_).string());
  }

  void AddFile(const fs::path& file, const std::string& name) {
    if (file.filename() == "case.json")
      return Add({fs::path(name).parent_path().string(), "jax", file.parent_path(), {}, false});
    if (fs::exists(file.parent_path() / "case.json")) return;
    if (name.find(options_.only) == std::string::npos) return;
    const auto [index, folder] = IndexOf(file);
    if (index != nullptr && !index->runs) return;
    std::string tier;
    if (index != nullptr) {
      const auto row = index->tier.find(fs::relative(file, folder).string());
      if (row != index->tier.end()) tier = row->second;
    }
    if (tier == "parse") return;
    const std::string text = ReadFile(file);
    if (text.find("check.") == std::string::npos) return;
    const std::vector<std::string> programs = Programs(text);
    const std::string group = tier == "quant" ? "quantized" : !tier.empty() ? tier : GroupOf(folder);
    for (size_t i = 0; i < programs.size(); ++i) {
      const std::string number = programs.size() > 1 ? "#" + std::to_string(i + 1) : "";
      if (programs[i].find("check.") == std::string::npos) continue;
      cases_.push_back({name + number, group, file, programs[i], tier == "relaxed"});
    }
  }

  void Add(CaseSource source) {
    if (source.id.find(options_.only) != std::string::npos) cases_.push_back(std::move(source));
  }

  static std::string GroupOf(const fs::path& folder) { return folder.empty() ? "own" : folder.filename().string(); }

  // The nearest index at or above the file, and its folder.
  std::pair<const Index*, fs::path> IndexOf(const fs::path& file) {
    for (fs::path folder = file.parent_path();; folder = folder.parent_path()) {
      auto found = indices_.find(folder);
      if (found == indices_.end()) {
        const bool exists = fs::exists(folder / "INDEX.tsv");
        found = indices_.emplace(folder, exists ? std::optional(ReadIndex(folder / "INDEX.tsv")) : std::nullopt).first;
      }
      if (found->second) return {&*found->second, folder};
      if (folder == folder.parent_path() || folder.empty()) return {nullptr, {}};
    }
  }

  const fs::path root_;
  const FindOptions& options_;
  std::map<fs::path, std::optional<Index>> indices_;
  std::vector<CaseSource> cases_;
};

StatusOr<Module> ParseVerified(std::string bytes, const std::string& name) {
  CPPJRT_ASSIGN_OR_RETURN(Module module, stablehlo::Parse(std::move(bytes), name));
  DiagnosticSink sink(&module.source());
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule verified, Verify(std::move(module), sink));
  return std::move(verified).Release();
}

StatusOr<Case> ReadJaxCase(const CaseSource& source) {
  const nlohmann::json test =
      nlohmann::json::parse(ReadFile(source.path / "case.json"), nullptr, /*allow_exceptions=*/false);
  if (!test.is_object()) return InvalidArgumentError("case.json is no JSON");
  Case made;
  made.program = ReadFile(source.path / "program.mlir");
  made.artifact = ReadFile(source.path / "program.mlirbc");
  CPPJRT_ASSIGN_OR_RETURN(made.test.module, ParseVerified(made.program, source.id));
  const Module& module = made.test.module;
  const stablehlo::OpId main = stablehlo::FindEntry(module, {});
  CPPJRT_ASSIGN_OR_RETURN(made.test.arguments, ReadArrays(test["args"], source.path, TensorTypes(module, main, false)));
  CPPJRT_ASSIGN_OR_RETURN(std::vector<stablehlo::Tensor> wanted,
                          ReadArrays(test["results"], source.path, TensorTypes(module, main, true)));
  for (size_t i = 0; i < wanted.size(); ++i) {
    made.test.checks.push_back({i, std::nullopt, std::move(wanted[i]), LooseRuleOfJaxResult(test, i)});
  }
  made.test.uses = UsesOf(module);
  return made;
}

}  // namespace

StatusOr<std::vector<CaseSource>> FindCases(const fs::path& folder, const FindOptions& options) {
  std::error_code error;
  const fs::path root = fs::canonical(folder, error);
  if (error) return NotFoundError("there is no corpus at " + folder.string());
  return Finder(root, options).Find();
}

StatusOr<Case> ReadCase(const CaseSource& source, bool keep_constants) {
  if (source.text.empty()) {
    try {
      return ReadJaxCase(source);
    } catch (const nlohmann::json::exception& error) {
      return InvalidArgumentError(std::string("case.json: ") + error.what());
    }
  }
  CPPJRT_ASSIGN_OR_RETURN(Module module, ParseVerified(source.text, source.id));
  Case made;
  CPPJRT_ASSIGN_OR_RETURN(
      made.test, MakeSelfCheck(std::move(module), {.relaxed = source.relaxed, .keep_constants = keep_constants}));
  return made;
}

}  // namespace cppjrt::conform
