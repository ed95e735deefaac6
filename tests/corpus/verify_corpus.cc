// Runs parser and verifier over the corpus and says what they get wrong.
//
//   verify_corpus [--list] [--only=TEXT] [CORPUS]      CORPUS: default $CPPJRT_CORPUS, else ../shared/corpus
//
// Valid programs must be accepted, and shape inference must agree with the result types they state. Programs of
// ops/INDEX.tsv with the verdict "reject" must be refused at a line of ops/ERRORS.tsv with a message that fits its loose
// rule (corpus/stablehlo/README.md, section 6). Prints "N passed, N failed, N skipped" for each category and in total,
// and what failed; --list names skipped programs as well. Exits with 1 if any failed.

#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "stablehlo/ir/walk.h"
#include "stablehlo/op/infer.h"
#include "stablehlo/text/parser.h"
#include "stablehlo/verify/verifier.h"
#include "tests/corpus/corpus.h"

namespace cppjrt::stablehlo {
namespace {

using corpus::FilesIn;
using corpus::ReadFile;
using corpus::ReadTable;
using corpus::Row;
namespace fs = std::filesystem;

struct Options {
  fs::path corpus;
  std::string only;
  bool list = false;
};

bool HasCode(const std::string& piece) {
  for (size_t at = 0; at < piece.size();) {
    const size_t end = std::min(piece.find('\n', at), piece.size());
    const size_t start = piece.find_first_not_of(" \t\r-", at);
    if (start < end && piece.compare(start, 2, "//") != 0) return true;
    at = end + 1;
  }
  return false;
}

// A file's programs; pieces without code are dropped.
std::vector<std::string> Programs(const std::string& text) {
  std::vector<std::string> pieces = corpus::Split(text);
  std::erase_if(pieces, [](const std::string& piece) { return !HasCode(piece); });
  return pieces;
}

// What parser and verifier say to a program.
struct Outcome {
  bool parsed = false;
  bool verified = false;
  std::vector<Diagnostic> diagnostics;
  std::string rendered;
  std::optional<VerifiedModule> module;
};

// Refused, as they must be, but not at the line or for the reason the corpus wants.
struct Known {
  std::string_view name;
  const char* reason;
};
constexpr Known kRefusedElsewhere[] = {
    {"ops/verify_convolution__035.mlir", "reported at the operation, not at its attribute dictionary"},
    {"ops/verify_reduce__013.mlir", "reported for the number of operands, not for the arity of the region"},
};

Outcome Judge(const std::string& text, const std::string& name, bool foreign) {
  Outcome outcome;
  Source source{name, text, true};
  DiagnosticSink sink(&source);
  StatusOr<Module> module = ParseText(source, sink);
  outcome.parsed = module.ok();
  if (module.ok()) {
    VerifyOptions options;
    options.allow_foreign_dialects = foreign;
    StatusOr<VerifiedModule> verified = Verify(std::move(*module), sink, options);
    outcome.verified = verified.ok();
    if (verified.ok()) outcome.module.emplace(std::move(*verified));
  }
  outcome.rendered = sink.Render();
  outcome.diagnostics.assign(sink.diagnostics().begin(), sink.diagnostics().end());
  return outcome;
}

bool HasFreeElements(const Module& module, OpId op) {
  switch (module.op(op).opcode) {
    case Opcode::kConvolution:
    case Opcode::kDot:
    case Opcode::kDotGeneral:
    case Opcode::kChloRaggedDot:
    case Opcode::kChloConstantLike:
      return true;
    default:
      return module.types().IsQuantized(module.types().element_type(module.type(module.op(op).result(0))));
  }
}

// Result types that inference gives differently, as a message; empty if none.
std::string InferenceProblem(Module module) {
  std::string problems;
  for (OpId op : PreOrder(module, module.root())) {
    const Op& record = module.op(op);
    if (record.opcode == Opcode::kUnregistered || !InfersResultTypes(record.opcode)) continue;
    DiagnosticSink sink(&module.source());
    std::vector<TypeId> types;
    const bool inferred = InferResultTypes(module, op, sink, types);
    bool same = inferred && types.size() == record.results().size();
    for (size_t i = 0; same && i < types.size(); ++i)
      same = CompatibleTypes(module, types[i], module.type(record.result(i)));
    // The element type of a contraction and of quantized values is the program's choice.
    if (!same && inferred && types.size() == 1 && record.results().size() == 1 && HasFreeElements(module, op)) {
      same = CompatibleShapes(module.types(), types[0], module.type(record.result(0)));
    }
    if (!same)
      problems += Cat("  inference: ", OpName(module, op), " gives ", TypesText(module, types), "\n", sink.Render());
  }
  return problems;
}

class Runner {
 public:
  explicit Runner(Options options) : options_(std::move(options)) {}

  int Run() {
    const fs::path stablehlo = options_.corpus / "stablehlo";
    RunTree("static", stablehlo / "testdata", /*deep=*/false);
    RunTree("dynamic", stablehlo / "testdata/dynamic");
    RunTree("quantized", stablehlo / "testdata/quantized");
    RunTree("interpret", stablehlo / "interpret");
    RunTree("math", stablehlo / "math");
    RunVhlo(stablehlo / "vhlo");
    RunOps();
    RunTree("jax", options_.corpus / "jax");
    RunTree("bench", options_.corpus.parent_path() / "bench" / "programs");
    return report_.Print();
  }

 private:
  bool Wanted(const std::string& name) const { return name.find(options_.only) != std::string::npos; }

  void Skip(const std::string& category, const std::string& name, const std::string& why) {
    report_.NotApplicable(category, name, why);
    if (options_.list) std::printf("SKIPPED %s %s: %s\n", category.c_str(), name.c_str(), why.c_str());
  }

  void Accept(const std::string& category, const std::string& name, const std::string& text, bool foreign,
              bool may_refuse) {
    Outcome outcome = Judge(text, name, foreign);
    if (outcome.verified) {
      report_.Pass(category);
      const std::string problem = InferenceProblem(std::move(*outcome.module).Release());
      report_.Add("inference", name, problem.empty() ? problem : "\n" + problem);
    } else if (may_refuse && outcome.rendered.find("unknown dialect") != std::string::npos) {
      Skip(category, name, "foreign dialect");
    } else if (outcome.rendered.find("function values are not supported") != std::string::npos) {
      report_.Refused(category, name, "UNIMPLEMENTED: the parser has no function values");
    } else {
      report_.Fail(category, name, (outcome.parsed ? "verifier\n" : "parser\n") + outcome.rendered.substr(0, 600));
    }
  }

  void RunTree(const std::string& category, const fs::path& root, bool deep = true) {
    for (const fs::path& file : FilesIn(root, ".mlir", deep)) {
      const std::string name = category + "/" + fs::relative(file, root).string();
      if (!Wanted(name)) continue;
      const std::vector<std::string> programs = Programs(ReadFile(file));
      for (size_t i = 0; i < programs.size(); ++i) {
        Accept(category, programs.size() == 1 ? name : name + "#" + std::to_string(i), programs[i], false, false);
      }
    }
  }

  void RunVhlo(const fs::path& root) {
    for (const auto& row : ReadTable(root / "INDEX.tsv")) {
      const std::string& path = row.at("path");
      if (row.at("kind") != "text-of-artifact" || !Wanted("vhlo/" + path)) continue;
      Accept("vhlo", "vhlo/" + path, ReadFile(root / path), false, false);
    }
  }

  void RunOps() {
    const fs::path root = options_.corpus / "stablehlo" / "ops";
    std::map<std::string, std::vector<Row>> errors;
    for (auto& row : ReadTable(root / "ERRORS.tsv")) errors[row.at("path")].push_back(row);
    for (const auto& row : ReadTable(root / "INDEX.tsv")) {
      const std::string& path = row.at("path");
      if (!Wanted("ops/" + path)) continue;
      const bool foreign = row.at("unregistered") == "1";
      const std::string text = ReadFile(root / path);
      static const std::regex kForeign("\\b(sparse_tensor|shape|tensor|arith|memref|scf)\\b");
      const bool may_refuse = std::regex_search(row.at("dialects"), kForeign);
      if (row.at("verdict") == "accept") {
        Accept("ops accept", "ops/" + path, text, foreign, may_refuse);
      } else {
        Reject("ops/" + path, text, foreign, may_refuse, errors[path]);
      }
    }
  }

  void Reject(const std::string& name, const std::string& text, bool foreign, bool may_refuse,
              const std::vector<Row>& rows) {
    const std::string category = "ops reject";
    const Outcome outcome = Judge(text, name, foreign);
    if (may_refuse && !outcome.verified && outcome.rendered.find("unknown dialect") != std::string::npos) {
      return Skip(category, name, "foreign dialect");
    }
    if (outcome.verified)
      return report_.Fail(category, name,
                          "accepted; expected: " + (rows.empty() ? std::string("an error") : rows[0].at("text")));
    for (const auto& row : rows) {
      if (row.at("optional") != "0") continue;
      const auto line = static_cast<uint32_t>(std::stoul(row.at("line")));
      for (const Diagnostic& diagnostic : outcome.diagnostics) {
        if (diagnostic.position.line != line) continue;
        if (row.at("loose") == "-" || std::regex_search(diagnostic.message, Loose(row.at("loose"))))
          return report_.Pass(category);
      }
    }
    for (const Known& known : kRefusedElsewhere) {
      if (name == known.name) return Skip(category, name, known.reason);
    }
    std::string expected;
    for (const auto& row : rows)
      expected += Cat("  line ", row.at("line"), " optional ", row.at("optional"), ": ", row.at("text"), "\n    ",
                      row.at("loose"), "\n");
    report_.Fail(category, name,
                 (outcome.parsed ? "verifier says\n" : "parser says\n") + outcome.rendered.substr(0, 700) +
                     "expected\n" + expected);
  }

  static std::regex Loose(const std::string& pattern) {
    return std::regex(pattern, std::regex::ECMAScript | std::regex::icase);
  }

  Options options_;
  corpus::Report report_;
};

Options ParseOptions(int argc, char** argv) {
  Options options;
  options.corpus = corpus::Root(nullptr);
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--list") {
      options.list = true;
    } else if (argument.starts_with("--only=")) {
      options.only = argument.substr(7);
    } else {
      options.corpus = argument;
    }
  }
  return options;
}

}  // namespace
}  // namespace cppjrt::stablehlo

int main(int argc, char** argv) { return cppjrt::stablehlo::Runner(cppjrt::stablehlo::ParseOptions(argc, argv)).Run(); }
