#include "tests/programs/run_program.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <thread>
#include <utility>

#include "base/thread_pool.h"
#include "conform/programs/values.h"
#include "cpu/executable/executable.h"
#include "cpu/native/both_test.h"

namespace cppjrt::fuzz {
namespace {

using cpu::NativeOptions;
using cpu::NativeProgram;
using stablehlo::Program;
using stablehlo::RunOptions;
using stablehlo::RuntimeValue;
using stablehlo::Tensor;

// Memory that is full of garbage, with a fence on either side.
class FencedMemory : public stablehlo::MemoryAllocator {
 public:
  void* Allocate(size_t size) override {
    const size_t whole = (size + 2 * kFence + kAlignment - 1) / kAlignment * kAlignment;
    auto* data = static_cast<unsigned char*>(std::aligned_alloc(kAlignment, whole));
    if (data == nullptr) return nullptr;
    std::memset(data, kGarbage, whole);
    return data + kFence;
  }
  void Free(void* data, size_t size) override {
    auto* start = static_cast<unsigned char*>(data) - kFence;
    const auto whole = [](unsigned char byte) { return byte == kGarbage; };
    if (!std::all_of(start, start + kFence, whole)) broken_ = true;
    if (!std::all_of(start + kFence + size, start + 2 * kFence + size, whole)) broken_ = true;
    std::free(start);
  }
  bool broken() const { return broken_; }

 private:
  static constexpr size_t kFence = 128;
  static constexpr unsigned char kGarbage = 0xa5;
  std::atomic<bool> broken_ = false;
};

ThreadPool* PoolOf(int threads) {
  static auto& pools = *new std::map<int, std::unique_ptr<ThreadPool>>();
  if (threads <= 1) return nullptr;
  std::unique_ptr<ThreadPool>& pool = pools[threads];
  if (pool == nullptr) pool = std::make_unique<ThreadPool>(threads);
  return pool.get();
}

using Results = StatusOr<std::vector<RuntimeValue>>;
using Runner = std::function<Results(std::vector<RuntimeValue>, const RunOptions&)>;

// What native code and the evaluator are of a program, by either layer.
struct Engines {
  Runner native;
  Runner evaluated;
  int64_t fallbacks = 0;
  Status compiled;             // why there is no native code
  std::function<void()> late;  // compiles in the background
};

StatusOr<Engines> MakeNative(const RunnableProgram& program, const RunSettings& settings) {
  CPPJRT_ASSIGN_OR_RETURN(stablehlo::VerifiedModule ready, cpu::ReadyModule(program.text));
  CPPJRT_ASSIGN_OR_RETURN(std::shared_ptr<const Program> evaluated, Program::Prepare(std::move(ready), {}));
  NativeOptions options;
  options.owner = evaluated;
  options.wanted_aliases = program.aliases;
  options.skip_passes = settings.skip;
  options.program_order = settings.program_order;
  options.keep_all = settings.keep_all;
  options.pool = PoolOf(settings.threads);
  auto& module = const_cast<stablehlo::Module&>(evaluated->module());
  Engines engines;
  engines.evaluated = [evaluated](std::vector<RuntimeValue> arguments, const RunOptions& run) {
    return evaluated->Run(std::move(arguments), run);
  };
  auto compiled = NativeProgram::Compile(module, evaluated->entry(), options);
  engines.compiled = compiled.status();
  if (!compiled.ok()) return engines;
  std::shared_ptr<const NativeProgram> native = std::move(*compiled);
  engines.fallbacks = native->num_fallbacks();
  engines.native = [native](std::vector<RuntimeValue> arguments, const RunOptions& run) {
    return native->Run(std::move(arguments), run);
  };
  return engines;
}

StatusOr<std::shared_ptr<const cpu::Executable>> CompileWith(const RunnableProgram& program,
                                                             const RunSettings& settings, const std::string& engine,
                                                             const cpu::CompileEnvironment& environment) {
  std::vector<cpu::Settings::Option> wanted = {{"engine", engine}};
  if (engine != "evaluator") {
    wanted.emplace_back("compile", settings.compile);
    std::string skip;
    for (const std::string& pass : settings.skip) skip += (skip.empty() ? "" : ",") + pass;
    if (!skip.empty()) wanted.emplace_back("skip_passes", skip);
  }
  if (!settings.check.empty()) wanted.emplace_back("check", settings.check);
  cpu::CompileOptions options;
  CPPJRT_ASSIGN_OR_RETURN(options.settings, cpu::Settings::Read(wanted));
  return cpu::Compile(program.text, std::move(options), environment);
}

StatusOr<Engines> MakeExecutables(const RunnableProgram& program, const RunSettings& settings) {
  CPPJRT_ASSIGN_OR_RETURN(const std::shared_ptr<const cpu::Executable> evaluated,
                          CompileWith(program, settings, "evaluator", {}));
  Engines engines;
  auto late = std::make_shared<std::function<void()>>();
  cpu::CompileEnvironment environment;
  // The evaluator runs first, then native code.
  environment.schedule = [late](std::function<void()> work) { *late = std::move(work); };
  const bool background = settings.compile == "background";
  auto compiled = CompileWith(program, settings, background ? "auto" : "native", environment);
  engines.compiled = compiled.status();
  engines.evaluated = [evaluated](std::vector<RuntimeValue> arguments, const RunOptions& run) {
    return evaluated->Run(std::move(arguments), run);
  };
  if (!compiled.ok()) return engines;
  const std::shared_ptr<const cpu::Executable> native = *compiled;
  engines.native = [native](std::vector<RuntimeValue> arguments, const RunOptions& run) {
    return native->Run(std::move(arguments), run);
  };
  if (background) {
    engines.late = [late, native] {
      if (*late) (*late)();
    };
  } else {
    engines.fallbacks = std::max<int64_t>(native->num_fallbacks(), 0);
    if (!native->why_evaluated().empty()) engines.compiled = UnimplementedError(native->why_evaluated());
  }
  return engines;
}

// Copies of the arguments; those that share memory still do.
std::vector<RuntimeValue> Copies(const RunnableProgram& program) {
  std::vector<RuntimeValue> copies;
  for (size_t i = 0; i < program.arguments.size(); ++i) {
    size_t same = 0;
    while (program.arguments[same].block() != program.arguments[i].block()) ++same;
    copies.push_back(same < i ? copies[same] : RuntimeValue(conform::CopyOf(program.arguments[i])));
  }
  return copies;
}

// One run of native code with arguments of its own.
Verdict RunOnce(const RunnableProgram& program, const RunSettings& settings, const Runner& runner,
                const Results& wanted) {
  FencedMemory memory;
  Verdict verdict;
  std::vector<RuntimeValue> kept = Copies(program);
  {
    RunOptions options;
    options.memory = &memory;
    options.pool = PoolOf(settings.threads);
    std::vector<RuntimeValue> given = kept;
    for (size_t i = 0; i < kept.size(); ++i) {
      if (settings.give && program.donated[i]) kept[i] = RuntimeValue();
    }
    const Results got = runner(std::move(given), options);
    if (!got.ok() && !wanted.ok()) {
      if (got.status().code() == wanted.status().code()) return verdict;
      return {Verdict::kFailed, "it ends in " + got.status().ToString() + ", expected " + wanted.status().ToString()};
    }
    if (!got.ok()) return {Verdict::kFailed, got.status().ToString()};
    if (!wanted.ok()) return {Verdict::kFailed, "it runs, expected " + wanted.status().ToString()};
    if (got->size() != wanted->size()) return {Verdict::kDiffers, "another number of results"};
    for (size_t i = 0; i < got->size(); ++i) {
      const std::string difference = conform::DifferenceOf((*got)[i].tensor(), (*wanted)[i].tensor());
      if (!difference.empty()) return {Verdict::kDiffers, "result " + std::to_string(i) + ": " + difference};
    }
  }
  for (size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i].is_tensor()) continue;
    const std::string difference = conform::DifferenceOf(kept[i].tensor(), program.arguments[i]);
    if (!difference.empty()) {
      return {Verdict::kChanged, "argument " + std::to_string(i) + ", which was not given up: " + difference};
    }
  }
  if (memory.broken()) return {Verdict::kChanged, "memory beside the program's"};
  return verdict;
}

Verdict RunTogether(const RunnableProgram& program, const RunSettings& settings, const Runner& runner,
                    const Results& wanted) {
  std::vector<Verdict> verdicts(static_cast<size_t>(settings.together));
  std::vector<std::thread> threads;
  for (Verdict& verdict : verdicts) {
    threads.emplace_back([&] { verdict = RunOnce(program, settings, runner, wanted); });
  }
  for (std::thread& thread : threads) thread.join();
  const auto bad = std::ranges::find_if(verdicts, [](const Verdict& v) { return v.end != Verdict::kSame; });
  return bad == verdicts.end() ? Verdict() : *bad;
}

Verdict RunAll(const RunnableProgram& program, const RunSettings& settings, const Engines& engines,
               const Results& wanted) {
  for (int run = 0; run < settings.runs + (engines.late ? 1 : 0); ++run) {
    if (run == 1 && engines.late) engines.late();
    Verdict verdict = settings.together > 1 ? RunTogether(program, settings, engines.native, wanted)
                                            : RunOnce(program, settings, engines.native, wanted);
    if (verdict.end != Verdict::kSame) return verdict;
  }
  return {};
}

}  // namespace

std::string_view EndName(Verdict::End end) {
  constexpr std::string_view kNames[] = {"same",   "invalid",     "differs", "changed", "refused",
                                         "failed", "unsupported", "crash",   "hang"};
  return kNames[end];
}

Verdict RunBoth(const RunnableProgram& program, const RunSettings& settings) {
  const StatusOr<Engines> engines =
      settings.executable ? MakeExecutables(program, settings) : MakeNative(program, settings);
  if (!engines.ok()) return {Verdict::kInvalid, engines.status().ToString()};
  const Results wanted = engines->evaluated(Copies(program), {});
  if (!wanted.ok() && settings.check.empty()) return {Verdict::kInvalid, wanted.status().ToString()};
  bool exact = true;
  for (const RuntimeValue& value : wanted.ok() ? *wanted : std::vector<RuntimeValue>()) {
    exact = exact && conform::IsExact(value.tensor());
  }
  Verdict verdict;
  if (engines->compiled.ok()) {
    verdict = RunAll(program, settings, *engines, wanted);
    if (verdict.end == Verdict::kSame && engines->fallbacks > 0) {
      verdict = {Verdict::kUnsupported, std::to_string(engines->fallbacks) + " operations are left to the evaluator"};
    }
  } else {
    const bool unsupported = engines->compiled.code() == StatusCode::kUnimplemented;
    verdict = {unsupported ? Verdict::kUnsupported : Verdict::kRefused, engines->compiled.ToString()};
  }
  verdict.exact = exact;
  return verdict;
}

}  // namespace cppjrt::fuzz
