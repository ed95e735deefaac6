// Compile: a program, read, verified and made ready, and the executable that runs it: native code (cpu/native), or the
// evaluator where there is no code for something, or not yet (tiers.h). Programs with dynamic shapes have engines for each set of
// argument shapes that runs.
#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "cpu/executable/auto_layouts.h"
#include "cpu/executable/checked_run.h"
#include "cpu/executable/donation.h"
#include "cpu/executable/dumps.h"
#include "cpu/executable/executable.h"
#include "cpu/executable/fingerprint.h"
#include "cpu/executable/memory_estimate.h"
#include "cpu/executable/remarks_file.h"
#include "cpu/executable/tiers.h"
#include "cpu/native/native_program.h"
#include "stablehlo/ir/diagnostic.h"
#include "stablehlo/parse.h"
#include "stablehlo/text/printer.h"
#include "stablehlo/transforms/custom_partition.h"
#include "stablehlo/transforms/manual_computation.h"
#include "stablehlo/transforms/partition.h"
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

// Of the program and of all options that it is compiled with, but for those of the process.
std::string FingerprintOf(const std::string& program, const CompileOptions& options) {
  if (options.client_settings.empty()) return Fingerprint({program, options.bytes}).ToHex();
  std::string settings;
  for (const auto& [name, value] : options.client_settings) settings += name + "=" + value + "\n";
  return Fingerprint({program, options.bytes, settings}).ToHex();
}

// What the engines of a program are made from. Makers share it, so that it outlives the executable where one is at work.
struct Source {
  CompileEnvironment environment;
  Settings settings;
  std::string program;
  std::string name;
  std::string fingerprint;
  std::string xla_dump;  // XlaDumpPrefix
  int64_t replicas = 1;
  int64_t partitions = 1;  // that each run on their own
  // Whether partitions run on their parts of the arrays, which these attributes give; why not if they could not.
  bool partitioned = false;
  std::vector<std::string> parameter_shardings;
  std::vector<std::string> result_shardings;
  std::string why_whole;
  std::vector<int64_t> wanted_aliases;
  // Of a program whose shapes are dynamic: those it is made for.
  std::vector<stablehlo::ArgumentType> argument_types;
};

// The program of one partition, on its parts.
StatusOr<VerifiedModule> Partition(const Source& source, VerifiedModule module) {
  stablehlo::PartitionOptions options;
  options.num_partitions = source.partitions;
  options.arguments = source.parameter_shardings;
  options.results = source.result_shardings;
  Module open = std::move(module).Release();
  DiagnosticSink sink(&open.source());
  CPPJRT_RETURN_IF_ERROR(stablehlo::PartitionProgram(open, options, sink));
  return stablehlo::Verify(std::move(open), sink);
}

// Has custom calls partitioned that a partitioner is registered for, once: what runs, is read anew or kept is the program that
// comes of it.
StatusOr<VerifiedModule> ExpandCalls(std::string& program, VerifiedModule module, int64_t num_partitions,
                                     const stablehlo::CustomPartitioners* partitioners) {
  if (partitioners == nullptr || num_partitions < 2 || !stablehlo::HasCustomPartitions(*module, *partitioners)) {
    return module;
  }
  Module open = std::move(module).Release();
  DiagnosticSink sink(&open.source());
  CPPJRT_RETURN_IF_ERROR(stablehlo::ExpandCustomPartitions(open, num_partitions, *partitioners, sink));
  program = stablehlo::Print(open, {.locations = true});
  return Read(program);
}

// The module as it is run.
StatusOr<VerifiedModule> MakeReady(const Source& source, VerifiedModule module) {
  if (source.partitioned) {
    CPPJRT_ASSIGN_OR_RETURN(module, Partition(source, std::move(module)));
  }
  stablehlo::RunnableOptions runnable;
  runnable.counts.replicas = source.replicas;
  runnable.counts.partitions = source.partitions;
  runnable.inline_everything = true;
  runnable.select_masked_products = source.settings.select_masked_products;
  runnable.refine.argument_types = source.argument_types;
  DiagnosticSink sink(&module->source());
  StatusOr<VerifiedModule> ready = stablehlo::MakeRunnable(std::move(module), runnable, sink);
  if (!ready.ok()) return sink.ok() ? ready.status() : Status(ready.status().code(), sink.Render());
  return ready;
}

StatusOr<std::shared_ptr<const Program>> Prepare(const Source& source, VerifiedModule ready) {
  stablehlo::Environment environment;
  environment.custom_calls = source.environment.custom_calls;
  return Program::Prepare(std::move(ready), environment);
}

void WriteRemarks(const Source& source, const Status& status, std::vector<Remark> remarks) {
  if (!status.ok()) {
    remarks = {{Remark::Kind::kEvaluated, "", "", "the evaluator runs the program: " + std::string(status.message())}};
  }
  for (const std::string& option : source.settings.ignored) {
    remarks.push_back(
        {Remark::Kind::kIgnored, "", "", "the compile option " + option + " of XLA's changes nothing here"});
  }
  if (!source.why_whole.empty()) {
    remarks.push_back({Remark::Kind::kIgnored, "", "", "shardings inside of the program: " + source.why_whole});
  }
  AppendRemarks(source.settings.remarks, source.name, remarks);
}

// Native code for a program with static shapes. UNIMPLEMENTED for programs there is no code for.
StatusOr<std::unique_ptr<const NativeProgram>> CompileNative(const Source& source,
                                                             const std::shared_ptr<VerifiedModule>& module,
                                                             const std::atomic<bool>& stop) {
  Dumps dumps(source.settings, source.name, source.fingerprint, source.xla_dump);
  NativeOptions options;
  options.environment.custom_calls = source.environment.custom_calls;
  options.owner = module;
  options.name = source.name;
  options.cache = source.environment.code_cache.get();
  const std::shared_ptr<ThreadPool> pool = source.environment.pool.lock();
  options.pool = pool.get();
  options.wanted_aliases = source.wanted_aliases;
  options.skip_passes = source.settings.skip_passes;
  options.stop_after = source.settings.stop_after;
  options.checks = source.settings.check;
  options.reproducible = source.settings.reproducible;
  options.stopped = [&] {
    return stop.load(std::memory_order_relaxed) || (source.environment.stopped && source.environment.stopped());
  };
  dumps.Attach(options);
  std::vector<Remark> remarks;
  if (!source.settings.remarks.empty()) options.remarks = &remarks;
  // Import reads locations, which the module works out when it is asked: nobody else has it yet.
  auto& open = const_cast<Module&>(**module);
  StatusOr<std::unique_ptr<const NativeProgram>> native =
      NativeProgram::Compile(open, stablehlo::FindEntry(open, {}), options);
  dumps.Finish();
  if (!source.settings.remarks.empty()) WriteRemarks(source, native.status(), std::move(remarks));
  return native;
}

// The module is for one of the two: if the first gives it up, the second has it. In the background, where both are at work,
// the compiler reads the program anew.
Tiers::Makers MakersOf(const std::shared_ptr<const Source>& source, VerifiedModule ready) {
  auto module = std::make_shared<VerifiedModule>(std::move(ready));
  const bool apart = source->settings.mode == CompileMode::kBackground;
  Tiers::Makers makers;
  makers.native = [source, apart,
                   module](const std::atomic<bool>& stop) mutable -> StatusOr<std::unique_ptr<const NativeProgram>> {
    if (!apart) return CompileNative(*source, module, stop);
    CPPJRT_ASSIGN_OR_RETURN(VerifiedModule read, Read(source->program));
    CPPJRT_ASSIGN_OR_RETURN(VerifiedModule own, MakeReady(*source, std::move(read)));
    return CompileNative(*source, std::make_shared<VerifiedModule>(std::move(own)), stop);
  };
  makers.evaluated = [source, module] { return Prepare(*source, std::move(*module)); };
  return makers;
}

class CpuExecutable : public Executable {
 public:
  static StatusOr<std::shared_ptr<const Executable>> Make(std::string program, CompileOptions options,
                                                          const CompileEnvironment& environment);
  ~CpuExecutable() override {
    if (tiers_ != nullptr) tiers_->Stop();
    for (const auto& [key, entry] : specialized_) entry.tiers->Stop();
  }

  StatusOr<std::vector<RuntimeValue>> Run(std::vector<RuntimeValue> arguments,
                                          const RunOptions& options) const override;
  Status CheckMemory(int64_t available) const override;
  std::string OptimizedProgram() const override;
  MemoryFigures memory() const override;
  int64_t code_bytes() const override { return Native() == nullptr ? 0 : Native()->code_bytes(); }
  bool is_native() const override { return tiers_ != nullptr && tiers_->ready() != nullptr; }
  int64_t num_fallbacks() const override { return Native() == nullptr ? -1 : Native()->num_fallbacks(); }
  std::string why_evaluated() const override;

 private:
  Status ReadShardings(const Module& module);
  Status ChooseResultShardings(const Meshes& meshes);
  void ReadFigures(const Module& module);
  // Whether it may be asked how partitions do their parts of the program.
  bool HasParts() const;
  std::shared_ptr<Source> MakeSource(const CompileEnvironment& environment) const;
  // The module as it is run, partitioned if that can be.
  StatusOr<VerifiedModule> MakeModule(VerifiedModule module, const CompileEnvironment& environment);
  // Waits for it; null where the evaluator runs the program.
  const NativeProgram* Native() const { return tiers_ == nullptr ? nullptr : tiers_->Settle(); }
  // The engines for arguments of these dimensions.
  StatusOr<std::shared_ptr<Tiers>> Specialize(const std::vector<RuntimeValue>& arguments) const;
  StatusOr<std::shared_ptr<Tiers>> MakeSpecialized(const std::vector<RuntimeValue>& arguments) const;
  StatusOr<std::vector<RuntimeValue>> RunTiers(Tiers& tiers, std::vector<RuntimeValue> arguments,
                                               const RunOptions& options) const;
  StatusOr<std::vector<RuntimeValue>> RunUnchecked(std::vector<RuntimeValue> arguments,
                                                   const RunOptions& options) const;
  StatusOr<std::vector<RuntimeValue>> RunEvaluated(const Program& program, std::vector<RuntimeValue> arguments,
                                                   const RunOptions& options) const;

  std::shared_ptr<const Source> source_;
  std::string xla_dump_;
  bool tuples_ = false;
  MemoryFigures memory_;  // as the evaluator needs it
  // Null where shapes are dynamic.
  std::shared_ptr<Tiers> tiers_;

  // Engines for each set of argument dimensions seen.
  mutable std::mutex mutex_;
  struct Specialized {
    std::shared_ptr<Tiers> tiers;
    uint64_t last_run = 0;
  };
  mutable std::map<std::vector<int64_t>, Specialized> specialized_;
  mutable uint64_t runs_ = 0;
};

// Beyond so many shapes the one that was not run for longest makes room.
constexpr size_t kMostSpecialized = 64;

StatusOr<std::shared_ptr<Tiers>> CpuExecutable::Specialize(const std::vector<RuntimeValue>& arguments) const {
  std::vector<int64_t> key;
  for (const RuntimeValue& argument : arguments) {
    if (!argument.is_tensor()) return UnimplementedError("a program with dynamic shapes takes tokens or tuples");
    key.insert(key.end(), argument.tensor().dims().begin(), argument.tensor().dims().end());
  }
  const std::lock_guard lock(mutex_);
  Specialized& entry = specialized_[key];
  entry.last_run = ++runs_;
  if (entry.tiers != nullptr) return entry.tiers;
  StatusOr<std::shared_ptr<Tiers>> tiers = MakeSpecialized(arguments);
  if (!tiers.ok()) {
    specialized_.erase(key);
    return tiers;
  }
  entry.tiers = *tiers;
  if (specialized_.size() > kMostSpecialized) {
    specialized_.erase(std::min_element(specialized_.begin(), specialized_.end(), [](const auto& a, const auto& b) {
      return a.second.last_run < b.second.last_run;
    }));
  }
  return tiers;
}

StatusOr<std::shared_ptr<Tiers>> CpuExecutable::MakeSpecialized(const std::vector<RuntimeValue>& arguments) const {
  auto source = std::make_shared<Source>(*source_);
  source->program = program_;
  for (const RuntimeValue& argument : arguments) {
    const Dims& dims = argument.tensor().dims();
    source->argument_types.push_back({argument.tensor().type(), {dims.begin(), dims.end()}});
  }
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule module, Read(program_));
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule ready, MakeReady(*source, std::move(module)));
  const Settings& settings = source->settings;
  auto tiers = std::make_shared<Tiers>(settings.mode, settings.engine, MakersOf(source, std::move(ready)));
  CPPJRT_RETURN_IF_ERROR(tiers->Begin(source->environment.schedule));
  return tiers;
}

StatusOr<std::vector<RuntimeValue>> CpuExecutable::RunEvaluated(const Program& program,
                                                                std::vector<RuntimeValue> arguments,
                                                                const RunOptions& options) const {
  if (!tuples_) return program.Run(std::move(arguments), options);
  CPPJRT_ASSIGN_OR_RETURN(std::vector<RuntimeValue> results,
                          program.Run(Unflatten(signature_.parameter_tree, std::move(arguments)), options));
  return Flatten(std::move(results));
}

StatusOr<std::vector<RuntimeValue>> CpuExecutable::Run(std::vector<RuntimeValue> arguments,
                                                       const RunOptions& options) const {
  if (options_.settings.check.any()) [[unlikely]] {
    return RunChecked(options_.settings.check, std::move(arguments), options,
                      [this](std::vector<RuntimeValue> values, const RunOptions& checked) {
                        return RunUnchecked(std::move(values), checked);
                      });
  }
  return RunUnchecked(std::move(arguments), options);
}

StatusOr<std::vector<RuntimeValue>> CpuExecutable::RunUnchecked(std::vector<RuntimeValue> arguments,
                                                                const RunOptions& options) const {
  if (tiers_ == nullptr) {
    CPPJRT_ASSIGN_OR_RETURN(const std::shared_ptr<Tiers> tiers, Specialize(arguments));
    return RunTiers(*tiers, std::move(arguments), options);
  }
  if (const NativeProgram* native = tiers_->ready()) [[likely]]
    return native->Run(std::move(arguments), options);
  return RunTiers(*tiers_, std::move(arguments), options);
}

StatusOr<std::vector<RuntimeValue>> CpuExecutable::RunTiers(Tiers& tiers, std::vector<RuntimeValue> arguments,
                                                            const RunOptions& options) const {
  CPPJRT_ASSIGN_OR_RETURN(const Tiers::Engines engines, tiers.ForRun());
  if (engines.native != nullptr) return engines.native->Run(std::move(arguments), options);
  return RunEvaluated(*engines.evaluated, std::move(arguments), options);
}

// Says how partitions share parameters and results where clients older than the extension for it look: the conversion to HLO takes
// these attributes for XLA's own.
void NoteShardings(const std::vector<Sharding>& parameters, const std::vector<Sharding>& results, Module& module) {
  std::vector<stablehlo::AttrId> texts;
  for (const Sharding& sharding : parameters) texts.push_back(module.attrs().String(ToText(sharding)));
  std::string all;
  for (const Sharding& sharding : results) all += (all.empty() ? "" : ", ") + ToText(sharding);
  if (results.size() != 1) all = "{" + all + "}";
  module.set_attr(module.root(), "mhlo.spmd_output_sharding", module.attrs().String(all), false);
  module.set_attr(module.root(), "mhlo.spmd_parameters_shardings", module.attrs().Array(texts), false);
}

// Read anew: what the program became on its way is held by who runs it.
std::string CpuExecutable::OptimizedProgram() const {
  StatusOr<VerifiedModule> module = Read(program_);
  if (!module.ok()) return {};
  if (!signature_.dynamic()) module = MakeReady(*source_, std::move(*module));
  if (!module.ok()) return {};
  Module released = std::move(*module).Release();
  if (global_view_ && options_.num_partitions > 1) NoteShardings(parameter_shardings_, result_shardings_, released);
  return stablehlo::Print(released);
}

MemoryFigures CpuExecutable::memory() const {
  MemoryFigures figures = memory_;
  if (const NativeProgram* native = Native()) figures.temporary = native->temporary_bytes();
  return figures;
}

// What the evaluator needs is an estimate: it is left to fail where it does.
Status CpuExecutable::CheckMemory(int64_t available) const {
  const NativeProgram* native = tiers_ == nullptr ? nullptr : tiers_->ready();
  if (native == nullptr) return OkStatus();
  const int64_t needed = memory_.results - memory_.aliased + native->temporary_bytes();
  if (needed <= available) [[likely]]
    return OkStatus();
  std::string peak = native->peak_text();
  while (peak.ends_with('\n')) peak.pop_back();
  return ResourceExhaustedError("a run of " + name() + " needs " + std::to_string(needed) +
                                " bytes for results and intermediate values, of the memory limit " +
                                std::to_string(std::max<int64_t>(0, available)) +
                                " are left; when most is in memory, these are:\n" + peak);
}

std::string CpuExecutable::why_evaluated() const {
  if (tiers_ == nullptr) return "its shapes are dynamic: there is code for each set of shapes that runs";
  if (Native() != nullptr) return {};
  const Status error = tiers_->late_error();
  return error.ok() ? "engine=evaluator" : std::string(error.message());
}

// Where the program says nothing and the client lets us choose, results stay shared as they come.
Status CpuExecutable::ChooseResultShardings(const Meshes& meshes) {
  const std::vector<bool>& may = options_.may_shard_results;
  const auto is_open = [&](size_t i) {
    return signature_.results[i].sharding.empty() && !may.empty() &&
           (may.size() == 1 ? may[0] : i < may.size() && may[i]);
  };
  bool any = false;
  for (size_t i = 0; i < signature_.results.size(); ++i) any |= is_open(i);
  if (!any || signature_.has_tuples()) return OkStatus();
  // A copy: calls are inlined in it.
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule read, Read(program_));
  Module copy = std::move(read).Release();
  std::vector<std::string> arguments, results;
  for (const ArraySpec& spec : signature_.parameters) arguments.push_back(spec.sharding);
  for (const ArraySpec& spec : signature_.results) results.push_back(spec.sharding);
  const std::vector<std::string> texts = stablehlo::PropagateShardings(
      copy, {.num_partitions = options_.num_partitions, .arguments = arguments, .results = results});
  for (size_t i = 0; i < signature_.results.size() && i < texts.size(); ++i) {
    ArraySpec& result = signature_.results[i];
    if (!is_open(i) || result.token || result.dynamic()) continue;
    const StatusOr<Sharding> sharding = ParseSharding(texts[i], result.dims.size(), options_.num_partitions, meshes);
    if (sharding.ok() && sharding->Divides(result.dims)) result.sharding = texts[i];
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
  if (global_view_) CPPJRT_RETURN_IF_ERROR(ChooseResultShardings(meshes));
  const auto read = [&](const std::vector<ArraySpec>& specs, std::string_view kind,
                        std::vector<Sharding>& out) -> Status {
    for (size_t i = 0; i < specs.size(); ++i) {
      StatusOr<Sharding> sharding =
          ParseSharding(global_view_ ? specs[i].sharding : "", specs[i].dims.size(), partitions, meshes);
      if (!sharding.ok()) return sharding.status().WithContext(std::string(kind) + " " + std::to_string(i));
      tiles_divide_ &= specs[i].dynamic() || sharding->Divides(specs[i].dims);
      out.push_back(std::move(*sharding));
    }
    return OkStatus();
  };
  CPPJRT_RETURN_IF_ERROR(read(signature_.parameters, "parameter", parameter_shardings_));
  return read(signature_.results, "result", result_shardings_);
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
  if (costs.entry()) {
    memory_.temporary = std::max<int64_t>(0, PeakBytes(module, costs.entry(), costs) - memory_.results);
  }
}

bool CpuExecutable::HasParts() const {
  const auto shared = [](const Sharding& sharding) { return !sharding.replicated() || sharding.unreduced(); };
  return global_view_ && tiles_divide_ && options_.num_replicas == 1 && !signature_.has_tuples() &&
         !signature_.dynamic() &&
         (each_partition_runs_ || std::ranges::any_of(parameter_shardings_, shared) ||
          std::ranges::any_of(result_shardings_, shared));
}

StatusOr<VerifiedModule> CpuExecutable::MakeModule(VerifiedModule module, const CompileEnvironment& environment) {
  std::shared_ptr<Source> source = MakeSource(environment);
  source_ = source;
  if (!HasParts()) return MakeReady(*source, std::move(module));
  source->partitioned = true;
  source->partitions = options_.num_partitions;
  StatusOr<VerifiedModule> parts = MakeReady(*source, std::move(module));
  if (parts.ok()) {
    partitioned_ = true;
    each_partition_runs_ = false;
    return parts;
  }
  source = MakeSource(environment);
  source->why_whole = parts.status().message();
  source_ = source;
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule whole, Read(program_));
  return MakeReady(*source, std::move(whole));
}

std::shared_ptr<Source> CpuExecutable::MakeSource(const CompileEnvironment& environment) const {
  auto source = std::make_shared<Source>();
  source->environment = environment;
  source->settings = options_.settings;
  if (options_.settings.mode == CompileMode::kBackground) source->program = program_;
  source->name = signature_.module_name;
  source->fingerprint = fingerprint_;
  source->xla_dump = xla_dump_;
  source->replicas = options_.num_replicas;
  // A program that runs once for all partitions is one of one partition.
  source->partitions = global_view_ && !each_partition_runs_ ? 1 : options_.num_partitions;
  for (const ArraySpec& spec : signature_.parameters) source->parameter_shardings.push_back(spec.sharding);
  for (const ArraySpec& spec : signature_.results) source->result_shardings.push_back(spec.sharding);
  source->wanted_aliases.assign(signature_.results.size(), -1);
  for (size_t i = 0; i < signature_.parameters.size(); ++i) {
    const int64_t result = signature_.parameters[i].aliased_result;
    if (result >= 0) source->wanted_aliases[static_cast<size_t>(result)] = static_cast<int64_t>(i);
  }
  return source;
}

StatusOr<std::shared_ptr<const Executable>> CpuExecutable::Make(std::string program, CompileOptions options,
                                                                const CompileEnvironment& environment) {
  auto made = std::make_shared<CpuExecutable>();
  made->program_ = std::move(program);
  made->options_ = std::move(options);
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule module, Read(made->program_));
  CPPJRT_ASSIGN_OR_RETURN(
      module, ExpandCalls(made->program_, std::move(module), made->options_.num_partitions, environment.partitioners));
  made->fingerprint_ = FingerprintOf(made->program_, made->options_);
  CPPJRT_ASSIGN_OR_RETURN(made->signature_, ReadSignature(*module));
  made->xla_dump_ = XlaDumpPrefix(made->options_.settings, made->signature_.module_name);
  DumpXlaProgram(made->xla_dump_, "before_optimizations", *module);
  if (made->options_.settings.check.uninit) CPPJRT_RETURN_IF_ERROR(CheckMayRunTwice(*module));
  CPPJRT_RETURN_IF_ERROR(ChooseLayouts(*module, made->signature_));
  CPPJRT_RETURN_IF_ERROR(made->ReadShardings(*module));
  MatchDonations(made->signature_, made->parameter_shardings_, made->result_shardings_);
  made->tuples_ = made->signature_.has_tuples();
  if (made->signature_.dynamic() && made->options_.settings.reproducible) {
    return UnimplementedError(
        "its shapes are dynamic, so that the evaluator runs it, whose bits depend on the "
        "processor: give it static shapes, or leave reproducible_across_cpus away");
  }
  if (made->signature_.dynamic()) {
    made->source_ = made->MakeSource(environment);
    made->ReadFigures(*module);
    return std::shared_ptr<const Executable>(std::move(made));
  }
  CPPJRT_ASSIGN_OR_RETURN(VerifiedModule ready, made->MakeModule(std::move(module), environment));
  DumpXlaProgram(made->xla_dump_, "cpu_after_optimizations", *ready);
  made->ReadFigures(*ready);
  const Settings& settings = made->options_.settings;
  made->tiers_ = std::make_shared<Tiers>(settings.mode, settings.engine, MakersOf(made->source_, std::move(ready)));
  CPPJRT_RETURN_IF_ERROR(made->tiers_->Begin(environment.schedule));
  return std::shared_ptr<const Executable>(std::move(made));
}

}  // namespace

StatusOr<std::shared_ptr<const Executable>> Compile(std::string program, CompileOptions options,
                                                    const CompileEnvironment& environment) {
  return CpuExecutable::Make(std::move(program), std::move(options), environment);
}

}  // namespace cppjrt::cpu
