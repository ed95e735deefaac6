// Compile: a program, read, verified and made ready, and the executable that runs it: native code (cpu/native), or the
// evaluator where shapes are dynamic or there is no code for something.
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "cpu/executable/executable.h"
#include "cpu/executable/fingerprint.h"
#include "cpu/executable/memory_estimate.h"
#include "cpu/native/native_program.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/parse.h"
#include "stablehlo/text/printer.h"
#include "stablehlo/transforms/manual_computation.h"
#include "stablehlo/transforms/pipeline.h"
#include "stablehlo/transforms/propagate_sharding.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::DiagnosticSink;
using stablehlo::Dims;
using stablehlo::Module;
using stablehlo::Program;
using stablehlo::RunOptions;
using stablehlo::RuntimeValue;
using stablehlo::VerifiedModule;

// Programs are known by no file name.
constexpr char kProgramName[] = "program";

// The program, read and verified; all that is wrong with it is in the status.
StatusOr<VerifiedModule> Read(const std::string& program) {
  auto bytes = std::make_shared<const std::string>(program);
  const stablehlo::Source source = stablehlo::MakeSource(kProgramName, *bytes);
  DiagnosticSink sink(&source);
  StatusOr<Module> module = stablehlo::Parse(source, sink);
  if (!module.ok()) return sink.ok() ? module.status() : InvalidArgumentError(sink.Render());
  module->KeepAlive(bytes);
  StatusOr<VerifiedModule> verified = stablehlo::Verify(std::move(*module), sink);
  if (!verified.ok()) return sink.ok() ? verified.status() : InvalidArgumentError(sink.Render());
  return verified;
}

class CpuExecutable : public Executable {
 public:
  static StatusOr<std::shared_ptr<const Executable>> Make(std::string program, CompileOptions options,
                                                          const CompileEnvironment& environment);

  StatusOr<std::vector<RuntimeValue>> Run(std::vector<RuntimeValue> arguments,
                                          const RunOptions& options) const override {
    if (native_ != nullptr) [[likely]]
      return native_->Run(std::move(arguments), options);
    if (static_program_ != nullptr && !tuples_) return static_program_->Run(std::move(arguments), options);
    return RunSpecialized(std::move(arguments), options);
  }
  std::string OptimizedProgram() const override;
  int64_t code_bytes() const override { return native_ == nullptr ? 0 : native_->code_bytes(); }
  int64_t num_fallbacks() const override { return native_ == nullptr ? -1 : native_->num_fallbacks(); }

 private:
  Status CompileNative();
  Status ReadShardings(const Module& module);
  Status ChooseResultShardings(const Module& module, const Meshes& meshes);
  void ReadFigures(const Module& module);
  StatusOr<VerifiedModule> MakeReady(VerifiedModule module, const std::vector<RuntimeValue>* arguments) const;
  StatusOr<std::shared_ptr<const Program>> Prepare(VerifiedModule ready) const;
  // As it runs. REQUIRES: shapes are static.
  const Module& module() const { return native_ != nullptr ? **module_ : static_program_->module(); }
  StatusOr<std::shared_ptr<const Program>> Specialize(const std::vector<RuntimeValue>& arguments) const;
  StatusOr<std::vector<RuntimeValue>> RunSpecialized(std::vector<RuntimeValue> arguments,
                                                     const RunOptions& options) const;

  CompileEnvironment environment_;
  bool tuples_ = false;
  // Where shapes are static, one of the two: native code with the module it is of, or the evaluator's program.
  std::shared_ptr<VerifiedModule> module_;
  std::unique_ptr<const NativeProgram> native_;
  std::shared_ptr<const Program> static_program_;

  // One program for each set of argument dimensions seen.
  mutable std::mutex mutex_;
  mutable std::map<std::vector<int64_t>, std::shared_ptr<const Program>> specialized_;
};

// Beyond so many shapes the oldest programs are not worth their memory.
constexpr size_t kMostSpecialized = 256;

StatusOr<VerifiedModule> CpuExecutable::MakeReady(VerifiedModule module,
                                                  const std::vector<RuntimeValue>* arguments) const {
  stablehlo::RunnableOptions runnable;
  // A program that runs once for all partitions is one of one partition.
  runnable.counts.replicas = options_.num_replicas;
  runnable.inline_everything = true;
  runnable.counts.partitions = global_view_ && !each_partition_runs_ ? 1 : options_.num_partitions;
  if (arguments != nullptr) {
    for (const RuntimeValue& argument : *arguments) {
      if (!argument.is_tensor()) return UnimplementedError("a program with dynamic shapes takes tokens or tuples");
      const Dims& dims = argument.tensor().dims();
      runnable.refine.argument_types.push_back({argument.tensor().type(), {dims.begin(), dims.end()}});
    }
  }
  DiagnosticSink sink(&module->source());
  StatusOr<VerifiedModule> ready = stablehlo::MakeRunnable(std::move(module), runnable, sink);
  if (!ready.ok()) return sink.ok() ? ready.status() : Status(ready.status().code(), sink.Render());
  return ready;
}

StatusOr<std::shared_ptr<const Program>> CpuExecutable::Prepare(VerifiedModule ready) const {
  stablehlo::Environment environment;
  environment.custom_calls = environment_.custom_calls;
  return Program::Prepare(std::move(ready), environment);
}

StatusOr<std::shared_ptr<const Program>> CpuExecutable::Specialize(const std::vector<RuntimeValue>& arguments) const {
  std::vector<int64_t> key;
  for (const RuntimeValue& argument : arguments) {
    if (argument.is_tensor()) key.insert(key.end(), argument.tensor().dims().begin(), argument.tensor().dims().end());
  }
  const std::lock_guard lock(mutex_);
  const auto found = specialized_.find(key);
  if (found != specialized_.end()) return found->second;
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule module, Read(program_));
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule ready, MakeReady(std::move(module), &arguments));
  CPPJRT_ASSIGN_OR_RETURN(std::shared_ptr<const Program> program, Prepare(std::move(ready)));
  if (specialized_.size() >= kMostSpecialized) specialized_.clear();
  specialized_.emplace(std::move(key), program);
  return program;
}

StatusOr<std::vector<RuntimeValue>> CpuExecutable::RunSpecialized(std::vector<RuntimeValue> arguments,
                                                                  const RunOptions& options) const {
  std::shared_ptr<const Program> program = static_program_;
  if (program == nullptr) {
    CPPJRT_ASSIGN_OR_RETURN(program, Specialize(arguments));
  }
  CPPJRT_ASSIGN_OR_RETURN(std::vector<RuntimeValue> results,
                          program->Run(Unflatten(signature_.parameter_tree, std::move(arguments)), options));
  return Flatten(std::move(results));
}

std::string CpuExecutable::OptimizedProgram() const {
  if (signature_.dynamic()) {
    StatusOr<VerifiedModule> module = Read(program_);
    if (!module.ok()) return {};
    Module released = std::move(*module).Release();
    return stablehlo::Print(released);
  }
  // Printing without locations changes nothing; the lock keeps even that to one thread.
  const std::lock_guard lock(mutex_);
  return stablehlo::Print(const_cast<Module&>(module()));
}

// Where the program says nothing and the client lets us choose, results stay shared as they come.
Status CpuExecutable::ChooseResultShardings(const Module& module, const Meshes& meshes) {
  const std::vector<bool>& may = options_.may_shard_results;
  const auto is_open = [&](size_t i) {
    return signature_.results[i].sharding.empty() && !may.empty() &&
           (may.size() == 1 ? may[0] : i < may.size() && may[i]);
  };
  bool any = false;
  for (size_t i = 0; i < signature_.results.size(); ++i) any |= is_open(i);
  if (!any || signature_.has_tuples()) return OkStatus();
  CPPJRT_ASSIGN_OR_RETURN(const stablehlo::OpId entry, FindEntry(module));
  const std::vector<std::string> texts = stablehlo::PropagateShardings(module, entry);
  for (size_t i = 0; i < signature_.results.size() && i < texts.size(); ++i) {
    ArraySpec& result = signature_.results[i];
    if (!is_open(i) || result.token || result.dynamic()) continue;
    const StatusOr<Sharding> sharding = ParseSharding(texts[i], result.dims.size(), options_.num_partitions, meshes);
    if (sharding.ok() && sharding->ShardDims(result.dims).ok()) result.sharding = texts[i];
  }
  return OkStatus();
}

Status CpuExecutable::ReadShardings(const Module& module) {
  const int64_t partitions = options_.num_partitions;
  bool any = options_.use_spmd_partitioning;
  for (const ArraySpec& spec : signature_.parameters) any |= !spec.sharding.empty();
  for (const ArraySpec& spec : signature_.results) any |= !spec.sharding.empty();
  global_view_ = partitions > 1 && any;
  each_partition_runs_ = global_view_ && stablehlo::NeedsPartitions(module);
  const Meshes meshes = global_view_ ? ReadMeshes(module) : Meshes();
  if (global_view_) CPPJRT_RETURN_IF_ERROR(ChooseResultShardings(module, meshes));
  const auto read = [&](const std::vector<ArraySpec>& specs, std::string_view kind,
                        std::vector<Sharding>& out) -> Status {
    for (size_t i = 0; i < specs.size(); ++i) {
      StatusOr<Sharding> sharding =
          ParseSharding(global_view_ ? specs[i].sharding : "", specs[i].dims.size(), partitions, meshes);
      Status status = sharding.ok() ? OkStatus() : sharding.status();
      if (status.ok() && !specs[i].dynamic()) {
        const StatusOr<Dims> shard = sharding->ShardDims(specs[i].dims);
        if (!shard.ok()) status = shard.status();
      }
      if (!status.ok()) return status.WithContext(std::string(kind) + " " + std::to_string(i));
      out.push_back(std::move(*sharding));
    }
    return OkStatus();
  };
  CPPJRT_RETURN_IF_ERROR(read(signature_.parameters, "parameter", parameter_shardings_));
  return read(signature_.results, "result", result_shardings_);
}

// Bytes of an array on one device.
int64_t ShardBytes(const ArraySpec& spec, const Sharding& sharding) {
  return spec.bytes() / std::max<int64_t>(1, stablehlo::NumElements(sharding.tiles));
}

void CpuExecutable::ReadFigures(const Module& module) {
  const stablehlo::CostAnalysis costs(module);
  cost_ = costs.program();
  for (size_t i = 0; i < signature_.parameters.size(); ++i) {
    const ArraySpec& parameter = signature_.parameters[i];
    memory_.arguments += ShardBytes(parameter, parameter_shardings_[i]);
    if (parameter.aliased_result < 0) continue;
    const auto result = static_cast<size_t>(parameter.aliased_result);
    memory_.aliased += ShardBytes(signature_.results[result], result_shardings_[result]);
  }
  for (size_t i = 0; i < signature_.results.size(); ++i) {
    memory_.results += ShardBytes(signature_.results[i], result_shardings_[i]);
  }
  memory_.aliased = std::min({memory_.aliased, memory_.arguments, memory_.results});
  memory_.constants = ConstantBytes(module, costs);
  if (native_ != nullptr) {
    memory_.temporary = native_->temporary_bytes();
  } else if (costs.entry()) {
    memory_.temporary = std::max<int64_t>(0, PeakBytes(module, costs.entry(), costs) - memory_.results);
  }
}

// Where object code is kept, if $CPPJRT_CPU_CODE_CACHE names a folder; never destroyed.
const BlobStore* CodeCache() {
  static const BlobStore* const cache = []() -> const BlobStore* {
    constexpr int64_t kMostBytes = int64_t{1} << 30;
    const char* folder = std::getenv("CPPJRT_CPU_CODE_CACHE");
    if (folder == nullptr || *folder == '\0') return nullptr;
    StatusOr<BlobStore> store = BlobStore::Open({.directory = folder, .max_bytes = kMostBytes});
    return store.ok() ? new BlobStore(std::move(*store)) : nullptr;
  }();
  return cache;
}

// Native code for a program with static shapes. Programs there is no code for stay with the evaluator.
Status CpuExecutable::CompileNative() {
  const char* engine = std::getenv("CPPJRT_CPU_ENGINE");
  if (engine != nullptr && std::string_view(engine) == "evaluator") return OkStatus();
  NativeOptions options;
  options.environment.custom_calls = environment_.custom_calls;
  options.owner = module_;
  options.cache = CodeCache();
  options.wanted_aliases.assign(signature_.results.size(), -1);
  for (size_t i = 0; i < signature_.parameters.size(); ++i) {
    const int64_t result = signature_.parameters[i].aliased_result;
    if (result >= 0) options.wanted_aliases[static_cast<size_t>(result)] = static_cast<int64_t>(i);
  }
  // Import reads locations, which the module works out when it is asked: nobody else has it yet.
  auto& module = const_cast<Module&>(**module_);
  StatusOr<std::unique_ptr<const NativeProgram>> native =
      NativeProgram::Compile(module, stablehlo::FindEntry(module, {}), options);
  if (native.ok()) {
    native_ = std::move(*native);
    return OkStatus();
  }
  if (engine != nullptr && std::string_view(engine) == "native") return native.status();
  return native.status().code() == StatusCode::kUnimplemented ? OkStatus() : native.status();
}

StatusOr<std::shared_ptr<const Executable>> CpuExecutable::Make(std::string program, CompileOptions options,
                                                                const CompileEnvironment& environment) {
  auto made = std::make_shared<CpuExecutable>();
  made->program_ = std::move(program);
  made->options_ = std::move(options);
  made->environment_ = environment;
  made->fingerprint_ = Fingerprint({made->program_, made->options_.bytes}).ToHex();
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule module, Read(made->program_));
  CPPJRT_ASSIGN_OR_RETURN(made->signature_, ReadSignature(*module));
  CPPJRT_RETURN_IF_ERROR(made->ReadShardings(*module));
  made->tuples_ = made->signature_.has_tuples();
  if (made->signature_.dynamic()) {
    made->ReadFigures(*module);
    return std::shared_ptr<const Executable>(std::move(made));
  }
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule ready, made->MakeReady(std::move(module), nullptr));
  made->module_ = std::make_shared<VerifiedModule>(std::move(ready));
  CPPJRT_RETURN_IF_ERROR(made->CompileNative());
  if (made->native_ == nullptr) {
    CPPJRT_ASSIGN_OR_RETURN(made->static_program_, made->Prepare(std::move(*made->module_)));
  }
  made->ReadFigures(made->module());
  return std::shared_ptr<const Executable>(std::move(made));
}

}  // namespace

StatusOr<std::shared_ptr<const Executable>> Compile(std::string program, CompileOptions options,
                                                    const CompileEnvironment& environment) {
  return CpuExecutable::Make(std::move(program), std::move(options), environment);
}

}  // namespace cppjrt::cpu
