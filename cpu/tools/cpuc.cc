// cpuc: runs the compiler's stages on a program and shows what they make of it.
//
//   cpuc model.mlir --stop-after=optimize --dump=graph
//   cpuc model.mlir --dump=graph.cse,graph.simplify        after these passes
//   cpuc model.mlir --stop-after=optimize --time
//   cpuc model.mlir --target=aarch64 --emit=object --output=model.o
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "cpu/codegen/llvm_aarch64.h"
#include "cpu/codegen/target.h"
#include "cpu/graph/export.h"
#include "cpu/graph/import.h"
#include "cpu/graph/print.h"
#include "cpu/graph/verify.h"
#include "cpu/lapack/targets.h"
#include "cpu/native/cross_program.h"
#include "cpu/native/native_program.h"
#include "cpu/passes/pipeline.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/parse.h"
#include "stablehlo/text/printer.h"
#include "stablehlo/transforms/pipeline.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::DiagnosticSink;
using stablehlo::VerifiedModule;
using Clock = std::chrono::steady_clock;

enum ExitCode { kSuccess = 0, kProblem = 1, kUsage = 2 };

struct Options {
  std::vector<std::string> files;
  std::string entry;
  std::string stop_after = "optimize";
  std::vector<std::string> dump;
  std::vector<std::string> skip;
  int bisect = -1;
  std::string target;  // empty: this machine
  std::string cpu;
  std::string features;
  std::string emit;
  std::string output;
  bool time = false;
  bool places = false;
  bool remarks = false;
  bool list_passes = false;

  bool Dumps(std::string_view what) const { return std::find(dump.begin(), dump.end(), what) != dump.end(); }
};

class Timer {
 public:
  double Milliseconds() const { return std::chrono::duration<double, std::milli>(Clock::now() - start_).count(); }

 private:
  Clock::time_point start_ = Clock::now();
};

void PrintTime(std::string_view what, double milliseconds, std::string_view note = "") {
  std::printf("%9.3f ms  %.*s%.*s\n", milliseconds, static_cast<int>(what.size()), what.data(),
              static_cast<int>(note.size()), note.data());
}

StatusOr<std::string> ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return NotFoundError("cannot read " + path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// A status with all that the sink has to say.
Status Explain(const Status& status, const DiagnosticSink& sink) {
  return sink.ok() ? status : Status(status.code(), sink.Render());
}

StatusOr<VerifiedModule> FrontEnd(const std::string& file, const std::string& entry) {
  CPPJRT_ASSIGN_OR_RETURN(std::string text, ReadFile(file));
  const auto bytes = std::make_shared<const std::string>(std::move(text));
  const stablehlo::Source source = stablehlo::MakeSource(file, *bytes);
  DiagnosticSink sink(&source);
  StatusOr<stablehlo::Module> parsed = stablehlo::Parse(source, sink);
  if (!parsed.ok()) return Explain(parsed.status(), sink);
  parsed->KeepAlive(bytes);
  StatusOr<VerifiedModule> verified = stablehlo::Verify(std::move(*parsed), sink);
  if (!verified.ok()) return Explain(verified.status(), sink);
  sink.Clear();
  stablehlo::RunnableOptions runnable;
  runnable.entry = entry;
  runnable.inline_everything = true;
  StatusOr<VerifiedModule> ready = stablehlo::MakeRunnable(std::move(*verified), runnable, sink);
  if (!ready.ok()) return Explain(ready.status(), sink);
  return ready;
}

Status RunOptimize(Graph& graph, const Options& options) {
  OptimizeOptions optimize;
  std::vector<PassTime> times;
  optimize.times = &times;
  optimize.verify = !options.time;
  optimize.skip = options.skip;
  optimize.most_passes = options.bisect;
  optimize.after = [&](int number, std::string_view pass, const Graph& now) {
    if (!options.Dumps("graph." + std::string(pass)) && !options.Dumps("graph.*")) return;
    std::cout << "// after pass " << number << ", " << pass << "\n" << Print(now, {.places = options.places});
  };
  const Timer timer;
  CPPJRT_RETURN_IF_ERROR(Optimize(graph, optimize));
  const double all = timer.Milliseconds();
  if (!options.time) return OkStatus();
  for (const PassTime& pass : times)
    PrintTime("  " + std::string(pass.pass), 1e3 * pass.seconds, pass.changed ? "" : " (nothing)");
  PrintTime("optimize", all);
  return OkStatus();
}

Status WriteOutput(const std::string& path, const std::string& bytes) {
  if (path.empty() || path == "-") {
    std::cout << bytes;
    return OkStatus();
  }
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  file.close();
  return file ? OkStatus() : PermissionDeniedError("cannot write " + path);
}

StatusOr<codegen::Target> TargetOf(const Options& options) {
  codegen::RegisterAArch64();
  codegen::Target target = codegen::HostTarget();
  if (!options.target.empty()) {
    CPPJRT_ASSIGN_OR_RETURN(target, codegen::NamedTarget(options.target));
  }
  if (!options.cpu.empty()) target.cpu = options.cpu;
  if (!options.features.empty()) target.features += (target.features.empty() ? "" : ",") + options.features;
  return target;
}

// All stages up to files, for any machine.
Status RunCross(stablehlo::Module& module, const std::shared_ptr<const void>& owner, const Options& options) {
  CPPJRT_ASSIGN_OR_RETURN(const codegen::Target target, TargetOf(options));
  NativeOptions native;
  native.owner = owner;
  native.environment.custom_calls = &LapackTargets();
  native.skip_passes = options.skip;
  std::string assembly;
  const bool dumps = !options.dump.empty() || options.emit == "asm";
  if (dumps) {
    native.dump = [&](std::string_view stage, const std::string& text) {
      if (options.Dumps(stage)) std::cout << text;
      if (stage == "asm") assembly = text;
    };
  }
  const Timer timer;
  CPPJRT_ASSIGN_OR_RETURN(const CrossProgram program,
                          CompileFor(target, module, stablehlo::FindEntry(module, options.entry), native));
  if (options.time) PrintTime("compile for " + target.name, timer.Milliseconds());
  if (options.emit.empty()) return OkStatus();
  return WriteOutput(options.output, options.emit == "asm" ? assembly : program.code.object);
}

// All stages, as the plugin runs them.
Status RunCode(stablehlo::Module& module, const std::shared_ptr<const void>& owner, const Options& options) {
  NativeOptions native;
  native.owner = owner;
  native.environment.custom_calls = &LapackTargets();
  if (!options.dump.empty()) {
    native.dump = [&](std::string_view stage, const std::string& text) {
      if (options.Dumps(stage)) std::cout << text;
    };
  }
  if (options.time) native.time = [](std::string_view stage, double seconds) { PrintTime(stage, 1e3 * seconds); };
  std::vector<Remark> remarks;
  if (options.remarks) native.remarks = &remarks;
  const Status status = NativeProgram::Compile(module, stablehlo::FindEntry(module, options.entry), native).status();
  for (const Remark& remark : remarks) std::cout << ToText(remark) << "\n";
  return status;
}

Status Compile(const std::string& file, const Options& options) {
  const Timer front;
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule ready, FrontEnd(file, options.entry));
  if (options.time) PrintTime("front end", front.Milliseconds());
  const auto module = std::make_shared<stablehlo::Module>(std::move(ready).Release());
  if (!options.target.empty() || !options.emit.empty()) return RunCross(*module, module, options);
  if (options.stop_after == "code") return RunCode(*module, module, options);
  const Timer import;
  ImportOptions import_options;
  import_options.owner = module;
  import_options.environment.custom_calls = &LapackTargets();
  CPPJRT_ASSIGN_OR_RETURN(const std::unique_ptr<Graph> graph,
                          Import(*module, stablehlo::FindEntry(*module, options.entry), import_options));
  if (options.time) PrintTime("import", import.Milliseconds());
  CPPJRT_RETURN_IF_ERROR(Verify(*graph));
  if (options.stop_after != "import") CPPJRT_RETURN_IF_ERROR(RunOptimize(*graph, options));
  if (options.Dumps("graph")) std::cout << Print(*graph, {.places = options.places});
  if (options.Dumps("stablehlo")) {
    CPPJRT_ASSIGN_OR_RETURN(stablehlo::Module exported, Export(*graph));
    std::cout << stablehlo::Print(exported);
  }
  return OkStatus();
}

int Run(const Options& options) {
  if (options.list_passes) {
    for (const Pass& pass : Passes()) {
      const auto column = [](std::string_view text, size_t width) {
        return std::string(text) + std::string(text.size() < width ? width - text.size() : 1, ' ');
      };
      std::cout << column(pass.name, 20) << column(ContractName(pass.contract), 15) << pass.purpose << "\n";
    }
    return kSuccess;
  }
  int code = kSuccess;
  for (const std::string& file : options.files) {
    const Status status = Compile(file, options);
    if (status.ok()) continue;
    const std::string message(status.message());
    std::cerr << (options.files.size() > 1 ? file + ": " : "") << message << (message.ends_with('\n') ? "" : "\n");
    code = kProblem;
  }
  return code;
}

std::string TargetNames() {
  std::string names;
  for (const codegen::TargetRow& row : codegen::TargetRows()) {
    names += (names.empty() ? "" : ", ") + std::string(row.name);
  }
  return names;
}

int Main(int argc, char** argv) {
  CLI::App app("Compile StableHLO programs for this machine, stage by stage.", "cpuc");
  Options options;
  CLI::Option* list =
      app.add_flag("--list-passes", options.list_passes, "list the passes in their order; takes no program");
  app.add_option("PROGRAM", options.files, "programs: text, portable artifacts, or MLIR bytecode")->excludes(list);
  app.add_option("--entry", options.entry, "the function to compile; default: @main")->type_name("NAME");
  app.add_option("--stop-after", options.stop_after, "the last stage: import, optimize, or code")
      ->check(CLI::IsMember({"import", "optimize", "code"}));
  app.add_option(
         "--dump", options.dump,
         "what to print: graph; graph.PASS, the graph after each such pass; graph.*, after every pass; stablehlo, the "
         "graph "
         "as a program; with --stop-after=code or --target: graph, graph.optimized, plan, llvm, llvm.optimized, asm")
      ->delimiter(',');
  app.add_option("--skip-passes", options.skip, "passes to skip")->delimiter(',');
  app.add_option("--bisect", options.bisect, "run only the first N passes")->type_name("N");
  CLI::Option* target =
      app.add_option("--target", options.target,
                     "the machine to generate code for: " + TargetNames() + "; without --emit, no code is written")
          ->type_name("NAME");
  app.add_option("--cpu", options.cpu, "the processor of the target, as LLVM names it")->needs(target);
  app.add_option("--features", options.features, "features to add to or remove from the processor: +sve2,-lse")
      ->needs(target);
  app.add_option("--emit", options.emit, "write the code of all units: asm or object")
      ->check(CLI::IsMember({"asm", "object"}));
  app.add_option("--output,-o", options.output, "the file to write; default: standard output")->type_name("FILE");
  app.add_flag("--time", options.time, "print the time of each stage and pass");
  app.add_flag("--remarks", options.remarks,
               "with --stop-after=code: print what was not fused, vectorized, or counted, and what the evaluator runs");
  app.add_flag("--places", options.places, "print the source location of each node");
  try {
    app.parse(argc, argv);
    const bool cross = !options.target.empty() || !options.emit.empty();
    if (cross) {
      if (options.emit == "object" && options.output.empty())
        throw CLI::ValidationError("--emit=object needs --output");
      if (options.files.size() > 1 && !options.output.empty()) {
        throw CLI::ValidationError("--output is one file: give one program");
      }
      if (app.count("--stop-after") > 0 && options.stop_after != "code") {
        throw CLI::ValidationError("--target and --emit need --stop-after=code");
      }
      options.stop_after = "code";
    }
    for (const std::string& what : options.dump) {
      if (what.starts_with("graph.") && options.stop_after == "import") {
        throw CLI::ValidationError("--dump=" + what + " needs --stop-after=optimize");
      }
      const bool of_code = what == "plan" || what == "asm" || what.starts_with("llvm");
      if (of_code && options.stop_after != "code") {
        throw CLI::ValidationError("--dump=" + what + " needs --stop-after=code");
      }
      if (what != "graph" && what != "stablehlo" && !what.starts_with("graph.") && !of_code)
        throw CLI::ValidationError("--dump: there is no stage '" + what + "'");
    }
    if (options.remarks && options.stop_after != "code")
      throw CLI::ValidationError("--remarks needs --stop-after=code");
    if (options.files.empty() && !options.list_passes) throw CLI::RequiredError("PROGRAM");
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    std::cerr << "cpuc: " << error.what() << "; see `cpuc --help`\n";
    return kUsage;
  }
  return Run(options);
}

}  // namespace
}  // namespace cppjrt::cpu

int main(int argc, char** argv) {
  try {
    return cppjrt::cpu::Main(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "cpuc: " << error.what() << "\n";
    return cppjrt::cpu::kUsage;
  }
}
