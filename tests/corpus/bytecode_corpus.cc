// Reads and writes the portable artifacts of the corpus.
//
//   bytecode_corpus [CORPUS]      CORPUS: default $CPPJRT_CORPUS, else ../shared/corpus
//
// Every artifact must read, written at its own version it must give its own bytes (with sdy in it, a program that is
// the same), and so must the text beside it (corpus/stablehlo/README.md, section 6). Programs meant for a writer must be
// written or refused as they say. Prints "N passed, N failed, N skipped" for each category and in total, and what
// failed. Exits with 1 if any failed.

#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "stablehlo/bytecode/reader.h"
#include "stablehlo/bytecode/writer.h"
#include "stablehlo/ir/uses.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/parse.h"
#include "stablehlo/text/equal.h"
#include "stablehlo/text/printer.h"
#include "tests/corpus/corpus.h"

namespace cppjrt::stablehlo {
namespace {

using corpus::FilesIn;
using corpus::ReadFile;
using corpus::ReadTable;
using corpus::Report;
using corpus::Row;
using corpus::Split;
namespace fs = std::filesystem;

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
  StatusOr<Module> parsed = Parse(ReadFile(path), path.filename());
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
void CheckWriting(const fs::path& path, Version version, Report& report) {
  for (const std::string& program : Split(ReadFile(path))) {
    if (program.find("func.func") == std::string::npos) continue;
    StatusOr<Module> module = Parse(program, path.filename());
    if (!module.ok() || IsVhloText(program)) {
      report.NotApplicable("writer", path.filename(), "it is text of the VHLO dialect");
      continue;
    }
    const bool refused = !WriteArtifact(*module, version).ok();
    const bool expected = program.find("expected-error") != std::string::npos ||
                          program.find("failed to legalize operation") != std::string::npos;
    report.Add("writer", path,
               refused == expected ? ""
               : refused           ? "should be written"
                                   : "should be refused\n" + program);
  }
}

void RunVhlo(const fs::path& folder, Report& report) {
  for (const Row& row : ReadTable(folder / "INDEX.tsv")) {
    const fs::path path = folder / row.at("path");
    const std::string& kind = row.at("kind");
    const Version target = Version::Parse(row.at("version")).value_or(kNewestVersion);
    if (kind == "artifact") report.Add("vhlo", path, CheckArtifact(path, /*has_text=*/true));
    if (kind == "artifact-invalid") report.Add("vhlo", path, CheckRefused(path));
    if (kind == "writer" || kind == "writer-reject") CheckWriting(path, target, report);
  }
}

void RunFolder(const std::string& category, const fs::path& folder, Report& report) {
  for (const fs::path& path : FilesIn(folder, ".mlirbc")) report.Add(category, path, CheckArtifact(path, false));
}

// ---- Artifacts of JAX against the text JAX printed of the same lowering.
//
// Making an artifact changes a program: CHLO is lowered or wrapped in composites; constants are merged and moved to the
// beginning of their function; pure ops that nobody uses and attributes of sdy go; attributes with their default are not
// told apart from absent ones. So what can be equal is a program without CHLO, after doing the like to both: then the
// modules must be equal, and so must what they print. Locations do not count, for the texts have them in a few cases
// only. Programs with CHLO, and those that jax.export lowered once more, are skipped.

bool HasChlo(const Module& module) {
  for (OpId op : PreOrder(module, module.root())) {
    if (OpName(module, op).starts_with("chlo.")) return true;
  }
  return false;
}

// One constant of each value at the beginning of the function, sorted by value.
void MergeConstants(Module& module, OpId function) {
  std::vector<OpId> ops;
  for (OpId op : PreOrder(module, function)) ops.push_back(op);
  std::map<std::string, OpId> kept;
  UseMap uses(module, function);
  for (OpId op : ops) {
    if (module.op(op).opcode != Opcode::kConstant) continue;
    const auto [found, is_new] = kept.try_emplace(PrintAttr(module, module.attr(op, "value")), op);
    if (is_new) continue;
    uses.ReplaceAll(module, module.op(op).result(0), module.op(found->second).result(0));
    module.Erase(op);
  }
  const BlockId entry = module.entry_block(function);
  for (auto at = kept.rbegin(); at != kept.rend(); ++at) {
    module.Detach(at->second);
    module.Insert(at->second, entry, module.block(entry).first_op);
  }
}

// Nothing but results comes of it.
bool IsPure(const Module& module, OpId op) {
  for (OpId inner : PreOrder(module, op)) {
    const bool pure = Is(module, inner, Trait::kPure) || Is(module, inner, Trait::kRegionEffects) ||
                      (inner != op && Is(module, inner, Trait::kTerminator));
    if (!pure) return false;
  }
  return true;
}

void RemoveUnused(Module& module, OpId function) {
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<bool> used(module.num_values(), false);
    std::vector<OpId> ops;
    for (OpId op : PreOrder(module, function)) {
      for (ValueId operand : module.op(op).operands()) used[operand.index()] = true;
      ops.push_back(op);
    }
    for (OpId op : ops) {
      const ValueRange results = module.op(op).results();
      const bool is_used = std::ranges::any_of(results, [&used](ValueId value) { return used[value.index()]; });
      if (module.op(op).erased || is_used || results.empty() || !IsPure(module, op)) continue;
      module.Erase(op);
      changed = true;
    }
  }
}

void Simplify(Module& module) {
  for (OpId function : module.ops(module.body())) {
    if (!module.entry_block(function)) continue;
    RemoveUnused(module, function);
    MergeConstants(module, function);
  }
}

void RemoveSdy(Module& module) {
  for (OpId op : PreOrder(module, module.root())) {
    std::vector<std::string> names;
    for (const NamedAttr& attr : module.op(op).discardable()) names.emplace_back(module.name(attr.name));
    for (const std::string& name : names) {
      if (name.starts_with("sdy.")) module.remove_attr(op, name);
    }
  }
}

// The program as an artifact has it: without attributes that have their default.
StatusOr<Module> ThroughArtifact(Module& module, Version version) {
  StatusOr<std::string> bytes = WriteArtifact(module, version, {.with_locations = false});
  if (!bytes.ok()) return bytes.status();
  return Parse(std::move(*bytes), "written");
}

// What differs between a text and the artifact made of it; empty if nothing does.
std::string TextProblem(Module& text, Module& artifact) {
  RemoveSdy(text);
  RemoveSdy(artifact);
  StatusOr<Module> written = ThroughArtifact(text, VersionOfProducer(artifact.producer()).value_or(kNewestVersion));
  if (!written.ok()) return written.status().ToString();
  Simplify(*written);
  Simplify(artifact);
  const std::string difference = FindDifference(*written, artifact);
  if (!difference.empty()) return difference;
  return Print(*written) == Print(artifact) ? "" : "prints otherwise";
}

// Its square root of complex numbers is written out in the artifact.
bool IsExpanded(const fs::path& path) { return path.parent_path().filename() == "fft_1d"; }

void CompareWithText(const fs::path& path, Report& report) {
  const std::string category = "jax text = artifact";
  const fs::path text_path = fs::path(path).replace_extension(".mlir");
  StatusOr<Module> text = Parse(ReadFile(text_path), text_path.filename());
  StatusOr<Module> artifact = Parse(ReadFile(path), path.filename());
  if (!text.ok() || !artifact.ok()) return report.Fail(category, path, "does not parse");
  const fs::path name = path.parent_path().filename();
  if (HasChlo(*text)) return report.NotApplicable(category, name, "the artifact has CHLO ops lowered");
  if (IsExpanded(path))
    return report.NotApplicable(category, name, "the artifact has the complex square root expanded");
  if (ReadFile(path.parent_path() / "case.json").find("jax.export") != std::string::npos) {
    return report.NotApplicable(category, name, "jax.export lowered the artifact once more");
  }
  report.Add(category, path, TextProblem(*text, *artifact));
}

int Run(const fs::path& root) {
  if (!fs::exists(root)) return std::printf("no corpus at %s\n", root.c_str()), 1;
  Report report;
  RunVhlo(root / "stablehlo" / "vhlo", report);
  RunFolder("jax", root / "jax", report);
  for (const fs::path& path : FilesIn(root / "jax", ".mlirbc")) CompareWithText(path, report);
  RunFolder("bench", root.parent_path() / "bench" / "programs", report);
  return report.Print();
}

}  // namespace
}  // namespace cppjrt::stablehlo

int main(int argc, char** argv) { return cppjrt::stablehlo::Run(cppjrt::corpus::Root(argc > 1 ? argv[1] : nullptr)); }
