// Makes a corpus runner compile every program before it runs. What cannot be compiled is evaluated; at the end it is said how
// many of each there were, with the reasons if CPPJRT_LIST_EVALUATED is set.
//
// If CPPJRT_DIGESTS names a file, programs are compiled to give the same bits on all processors, and a line for each is written
// there: the SHA-256 of its results, or "-" if it was evaluated (reproducible.py).
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "base/sha256.h"
#include "cpu/native/native_program.h"
#include "tests/corpus/before_run.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::RuntimeValue;

struct Tally {
  int native = 0;
  int64_t fallbacks = 0;
  std::map<std::string, int> evaluated;
  ~Tally() {
    int others = 0;
    for (const auto& [reason, n] : evaluated) others += n;
    std::printf("%d programs compiled, with %ld ops left to the evaluator; %d programs evaluated\n", native,
                static_cast<long>(fallbacks), others);
    if (std::getenv("CPPJRT_LIST_EVALUATED") == nullptr) return;
    for (const auto& [reason, n] : evaluated) std::printf("  %4d  %s\n", n, reason.c_str());
  }
};
Tally tally;

// Where digests go; null: nowhere.
std::FILE* Digests() {
  static std::FILE* const file = [] {
    const char* path = std::getenv("CPPJRT_DIGESTS");
    return path == nullptr ? nullptr : std::fopen(path, "w");
  }();
  return file;
}

void WriteDigest(const std::vector<RuntimeValue>& results) {
  Sha256 hash;
  for (const RuntimeValue& value : results) {
    if (!value.is_tensor()) continue;
    const auto bytes = value.tensor().bytes();
    hash.Update({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  std::fprintf(Digests(), "%s\n", ToHex(hash.Finish()).c_str());
}

StatusOr<std::vector<RuntimeValue>> RunNative(const std::shared_ptr<const stablehlo::Program>& program,
                                              const stablehlo::Environment& environment,
                                              std::vector<RuntimeValue> arguments,
                                              const stablehlo::RunOptions& options) {
  NativeOptions native;
  native.environment = environment;
  native.owner = program;
  // The programs' inputs are constants: what folding leaves would be nothing.
  native.skip_passes = {"fold"};
  native.reproducible = Digests() != nullptr;
  auto& module = const_cast<stablehlo::Module&>(program->module());
  StatusOr<std::unique_ptr<const NativeProgram>> compiled = NativeProgram::Compile(module, program->entry(), native);
  if (!compiled.ok()) {
    if (compiled.status().code() != StatusCode::kUnimplemented) return compiled.status();
    ++tally.evaluated[std::string(compiled.status().message())];
    if (native.reproducible) std::fprintf(Digests(), "-\n");
    return program->Run(std::move(arguments), options);
  }
  ++tally.native;
  tally.fallbacks += (*compiled)->num_fallbacks();
  StatusOr<std::vector<RuntimeValue>> results = (*compiled)->Run(std::move(arguments), options);
  if (native.reproducible && results.ok()) WriteDigest(*results);
  return results;
}

[[maybe_unused]] const bool set = [] {
  stablehlo::run_prepared = RunNative;
  stablehlo::inline_before_run = true;
  return true;
}();

}  // namespace
}  // namespace cppjrt::cpu
