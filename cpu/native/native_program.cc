#include "cpu/native/native_program.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <utility>

#include "base/interrupt.h"
#include "base/thread_pool.h"
#include "cpu/graph/import.h"
#include "cpu/graph/print.h"
#include "cpu/native/fallback_call.h"
#include "cpu/native/reproducible.h"
#include "cpu/native/trace_names.h"
#include "cpu/passes/pipeline.h"
#include "cpu/plan/guards.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::MemoryAllocator;
using stablehlo::RunOptions;
using stablehlo::RuntimeValue;

// What happens between stages.
class Stages {
 public:
  explicit Stages(const NativeOptions& options) : options_(options) {}
  // An error where the compiler is not to go on behind `stage`.
  Status Done(std::string_view stage) {
    const auto now = std::chrono::steady_clock::now();
    if (options_.time) options_.time(stage, std::chrono::duration<double>(now - start_).count());
    start_ = now;
    if (options_.stopped && options_.stopped()) return CancelledError("the compilation was given up");
    if (stage != options_.stop_after) return OkStatus();
    return UnimplementedError("the compiler was to stop after " + options_.stop_after);
  }

  // Since the last one.
  double Seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  const NativeOptions& options_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The reason of an interrupt, and where the program was.
Status StoppedAt(const Interrupt& interrupt, const Node* node) {
  if (node == nullptr) return interrupt.status();
  const std::string where = node->place.empty() ? "" : " at " + std::string(node->place);
  return interrupt.status().WithContext(std::string(Mnemonic(*node)) + where);
}

// What a run keeps for the functions that native code calls.
struct RunContext {
  const RunOptions* options = nullptr;
  const std::vector<std::unique_ptr<LibraryCall>>* calls = nullptr;
  stablehlo::RunOptions call_options;
  std::atomic<uint64_t> draws = 0;  // of rng, over all calls: the same numbers as the evaluator's
  Status status;
  // While somebody records (trace_names.h).
  std::shared_ptr<const TraceNames> names;
  const codegen::UnitCode* units = nullptr;
  size_t num_units = 0;
  const Step* const* steps = nullptr;  // of the calls
};

// In the pieces that threads would get, so that it ends soon when it is to.
void RunAlone(codegen::KernelCode kernel, const codegen::UnitCode& unit, void* const* pointers, const uint8_t* stop) {
  if (unit.parallel == 0) return kernel(pointers, 0, unit.extent, stop);
  for (int64_t begin = 0; begin < unit.extent && !Interrupted(); begin += unit.grain) {
    kernel(pointers, begin, std::min(unit.extent, begin + unit.grain), stop);
  }
}

void RunKernel(codegen::Frame* frame, const codegen::UnitCode* unit, void* const* pointers) {
  const auto kernel = reinterpret_cast<codegen::KernelCode>(const_cast<void*>(unit->address));
  const auto* context = static_cast<const RunContext*>(frame->context);
  ThreadPool* pool = context->options->pool;
  const auto name = static_cast<uint32_t>(unit - context->units + static_cast<ptrdiff_t>(kFirstUnitTraceName));
  const uint8_t* stop = frame->stop;
  if (pool == nullptr || unit->parallel == 0) {
    const TraceScope scope(context->names, name);
    RunAlone(kernel, *unit, pointers, stop);
    return;
  }
  // Apart, as this function needs no memory to be handed over.
  if (context->names == nullptr) [[likely]] {
    pool->ParallelFor(unit->extent, unit->grain,
                      [=](int64_t begin, int64_t end) { kernel(pointers, begin, end, stop); });
    return;
  }
  pool->ParallelFor(unit->extent, unit->grain, [=](int64_t begin, int64_t end) {
    const TraceScope scope(context->names, name);
    kernel(pointers, begin, end, stop);
  });
}

int32_t RunCall(codegen::Frame* frame, int64_t number, void* const* pointers) {
  auto* context = static_cast<RunContext*>(frame->context);
  const TraceScope scope(
      context->names, static_cast<uint32_t>(kFirstUnitTraceName + context->num_units) + static_cast<uint32_t>(number));
  context->status = (*context->calls)[static_cast<size_t>(number)]->Run(pointers, context->call_options);
  // What was interrupted may say that it worked; its results are not to be used.
  if (context->status.ok() && Interrupted())
    context->status = StoppedAt(*CurrentInterrupt(), context->steps[number]->node);
  return context->status.ok() ? 0 : 1;
}

// Memory of one run.
class Arena {
 public:
  Arena(MemoryAllocator& memory, int64_t bytes) : memory_(memory), bytes_(static_cast<size_t>(bytes)) {
    if (bytes_ > 0) data_ = static_cast<std::byte*>(memory_.Allocate(bytes_));
  }
  ~Arena() {
    if (data_ != nullptr) memory_.Free(data_, bytes_);
  }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  std::byte* data() const { return data_; }
  bool ok() const { return bytes_ == 0 || data_ != nullptr; }

 private:
  MemoryAllocator& memory_;
  size_t bytes_;
  std::byte* data_ = nullptr;
};

PlanOptions PlanOptionsOf(const NativeOptions& options) {
  PlanOptions plan;
  plan.wanted_aliases = options.wanted_aliases;
  plan.program_order = options.program_order;
  plan.keep_all = options.keep_all;
  plan.all_in_arena = options.checks.memory;
  return plan;
}

}  // namespace

NativeProgram::~NativeProgram() = default;

StatusOr<std::unique_ptr<const NativeProgram>> NativeProgram::Compile(stablehlo::Module& module, stablehlo::OpId entry,
                                                                      const NativeOptions& options) {
  std::unique_ptr<NativeProgram> made(new NativeProgram());
  Stages stages(options);
  ImportOptions import;
  import.environment = options.environment;
  import.owner = options.owner;
  CPPJRT_ASSIGN_OR_RETURN(made->graph_, Import(module, entry, import));
  made->name_ = options.name.empty() ? made->graph_->name : options.name;
  InsertChecks(*made->graph_, options.checks);
  if (options.dump) options.dump("graph", Print(*made->graph_));
  CPPJRT_RETURN_IF_ERROR(stages.Done("import"));
  OptimizeOptions optimize;
  optimize.skip = options.skip_passes;
  optimize.exact_folds = options.reproducible;
  CPPJRT_RETURN_IF_ERROR(Optimize(*made->graph_, optimize));
  if (options.dump) options.dump("graph.optimized", Print(*made->graph_));
  if (options.reproducible) CPPJRT_RETURN_IF_ERROR(CheckReproducible(*made->graph_));
  CPPJRT_RETURN_IF_ERROR(stages.Done("optimize"));
  CPPJRT_ASSIGN_OR_RETURN(made->plan_, MakePlan(*made->graph_, PlanOptionsOf(options)));
  if (options.dump) options.dump("plan", PlanText(*made->graph_, made->plan_));
  if (options.remarks != nullptr) *options.remarks = Explain(*made->graph_, made->plan_);
  if (options.change_plan) options.change_plan(*made->graph_, made->plan_);
  if (options.checks.memory) AddGuards(*made->graph_, made->plan_);
  CPPJRT_RETURN_IF_ERROR(stages.Done("plan"));
  codegen::CodeOptions code_options;
  if (options.dump_code) code_options.dump = options.dump;
  code_options.cache = options.cache;
  code_options.pool = options.pool;
  code_options.reproducible = options.reproducible;
  CPPJRT_ASSIGN_OR_RETURN(made->code_, codegen::GenerateCode(*made->graph_, made->plan_, code_options));
  const codegen::CodeStats& stats = made->code_.stats;
  if (options.time) {
    options.time("  look up", stats.lookup_seconds);
    options.time("  emit", stats.emit_seconds);
    options.time("  llvm passes", stats.optimize_seconds);
    options.time("  machine code", stats.machine_seconds);
  }
  CPPJRT_RETURN_IF_ERROR(stages.Done("generate"));
  for (const Step* step : made->code_.calls) {
    CPPJRT_ASSIGN_OR_RETURN(std::unique_ptr<LibraryCall> call,
                            MakeLibraryCall(made->plan_, *step, options.reproducible));
    made->calls_.push_back(std::move(call));
    if (step->node->kind != NodeKind::kFallback) continue;
    ++(IsHandlerCall(*step->node) ? made->num_handler_calls_ : made->num_fallbacks_);
  }
  made->walker_ = std::make_unique<const Walker>(made->plan_, made->code_);
  for (const Value v : made->graph_->entry().results) made->results_.push_back(v.shape());
  if (options.time) options.time("load", stages.Seconds());
  return std::unique_ptr<const NativeProgram>(std::move(made));
}

std::shared_ptr<const TraceNames> NativeProgram::trace_names() const {
  std::call_once(names_made_, [this] { names_ = TraceNamesOf(name_, plan_, code_); });
  return names_;
}

int64_t NativeProgram::kept_bytes() const {
  int64_t bytes = 0;
  for (const std::unique_ptr<LibraryCall>& call : calls_) bytes += call->kept_bytes();
  return bytes;
}

StatusOr<std::vector<Tensor>> NativeProgram::AllocateResults(std::vector<RuntimeValue>& arguments,
                                                             const RunOptions& options) const {
  std::vector<Tensor> results;
  results.reserve(results_.size());
  for (size_t i = 0; i < results_.size(); ++i) {
    const Shape& shape = results_[i];
    if (shape.token) {
      results.emplace_back();
      continue;
    }
    const int64_t argument = plan_.result_may_be[i];
    if (argument >= 0 && arguments[static_cast<size_t>(argument)].tensor().unique()) {
      Tensor& given = arguments[static_cast<size_t>(argument)].tensor();
      results.push_back(Tensor(std::move(given)).Retyped(shape.type, shape.dims));
      continue;
    }
    CPPJRT_ASSIGN_OR_RETURN(Tensor result, Tensor::Allocate(shape.type, shape.dims, *options.memory));
    results.push_back(std::move(result));
  }
  return results;
}

StatusOr<std::vector<RuntimeValue>> NativeProgram::Run(std::vector<RuntimeValue> arguments,
                                                       const RunOptions& options) const {
  constexpr size_t kInline = 16;
  std::array<void*, 2 * kInline> few;
  std::vector<void*> many;
  void** pointers = few.data();
  if (arguments.size() + results_.size() > few.size()) {
    many.resize(arguments.size() + results_.size());
    pointers = many.data();
  }
  void** const argument_pointers = pointers;
  void** const result_pointers = pointers + arguments.size();
  for (size_t i = 0; i < arguments.size(); ++i) {
    argument_pointers[i] = arguments[i].is_tensor() ? arguments[i].tensor().block()->data() : nullptr;
  }
  CPPJRT_ASSIGN_OR_RETURN(std::vector<Tensor> results, AllocateResults(arguments, options));
  for (size_t i = 0; i < results.size(); ++i) {
    result_pointers[i] = results[i].valid() ? results[i].block()->data() : nullptr;
  }
  constexpr int64_t kFewBytes = 1024;
  alignas(64) std::byte few_bytes[kFewBytes];
  const bool small_in_arena = walker_->small_bytes() > kFewBytes;
  const int64_t arena_bytes = (plan_.arena_bytes + 63) / 64 * 64;
  const Arena arena(*options.memory, small_in_arena ? arena_bytes + walker_->small_bytes() : plan_.arena_bytes);
  if (!arena.ok()) {
    return ResourceExhaustedError("no memory for the " + std::to_string(plan_.arena_bytes) +
                                  " bytes of intermediate values");
  }
  RunContext context;
  context.options = &options;
  context.calls = &calls_;
  context.call_options = options;
  context.call_options.draws = &context.draws;
  context.units = code_.units.data();
  context.num_units = code_.units.size();
  context.steps = code_.calls.data();
  const InterruptScope interruptible(options.interrupt);
  if (Trace::on()) [[unlikely]]
    context.names = trace_names();
  const TraceScope scope(context.names, kProgramTraceName);
  codegen::Frame frame;
  frame.run = RunKernel;
  frame.call = RunCall;
  frame.context = &context;
  if (options.interrupt != nullptr) frame.stop = options.interrupt->flag();
  const RunMemory memory = {argument_pointers, result_pointers, arena.data(),
                            small_in_arena ? arena.data() + arena_bytes : few_bytes};
  const WalkResult walked = walker_->Run(memory, frame, context.names);
  if (walked.how == WalkResult::How::kCallFailed) return std::move(context.status);
  if (walked.how == WalkResult::How::kStopped) return StoppedAt(*options.interrupt, walked.at);
  std::vector<RuntimeValue> values;
  values.reserve(results.size());
  for (Tensor& result : results) {
    if (result.valid()) {
      values.emplace_back(std::move(result));
    } else {
      values.push_back(RuntimeValue::Token());
    }
  }
  return values;
}

}  // namespace cppjrt::cpu
