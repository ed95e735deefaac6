// interpreter.run_parallel: runs a grid of functions at once, a thread for each.
//
//   %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@f], [@g]]} : …     // @f(%a) is replica 0, @g(%b) replica 1
//
// Within it, infeed runs the functions of the op's `infeed` list, one each time whoever asks; outfeed goes nowhere; and
// channels to the host lead to whoever receives on them.

#include <atomic>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "stablehlo/eval/collectives.h"
#include "stablehlo/eval/host.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/ir/symbol_table.h"

namespace cppjrt::stablehlo {
namespace {

constexpr size_t kMaxProcesses = 256;
constexpr std::chrono::milliseconds kTimeLimit = std::chrono::minutes(1);

struct GridFunction {
  std::string name;
  size_t num_arguments = 0;
  size_t num_results = 0;
};

struct Grid {
  int64_t num_replicas = 0;
  int64_t num_partitions = 0;
  std::vector<GridFunction> functions;  // replica first
  std::vector<std::string> infeed;
};

// The host of a grid. What it does not know goes to the host of the run that the grid is part of.
class GridHost : public Host {
 public:
  GridHost(const Program& program, const RunOptions& outer, const std::vector<std::string>& infeed,
           Processes& processes)
      : program_(program), outer_(outer), infeed_(infeed), processes_(processes) {}

  StatusOr<std::vector<RuntimeValue>> Infeed(ProcessId process, std::string_view,
                                             std::span<const ExpectedTensor>) override {
    const size_t next = next_infeed_.fetch_add(1);
    if (next >= infeed_.size()) {
      return FailedPreconditionError("infeed asks for values number " + std::to_string(next) +
                                     ", the infeed of run_parallel has " + std::to_string(infeed_.size()));
    }
    RunOptions options = outer_;
    options.replica = process.replica;
    options.partition = process.partition;
    options.processes = &processes_;
    options.host = nullptr;
    return program_.RunFunction(infeed_[next], {}, options);
  }
  Status Outfeed(ProcessId, std::string_view, std::span<const RuntimeValue>) override { return OkStatus(); }
  Status Send(ProcessId, int64_t channel, std::span<const RuntimeValue> values) override {
    return processes_.Send(channel, Processes::kAnyProcess, Processes::kAnyProcess, {values.begin(), values.end()});
  }
  StatusOr<std::vector<RuntimeValue>> Recv(ProcessId, int64_t channel, std::span<const ExpectedTensor>) override {
    return processes_.Recv(channel, Processes::kAnyProcess, Processes::kAnyProcess);
  }
  Status Print(std::string_view line) override {
    return outer_.host == nullptr ? Host::Print(line) : outer_.host->Print(line);
  }
  Status Probe(const ProbeRecord& record) override {
    return outer_.host == nullptr ? Host::Probe(record) : outer_.host->Probe(record);
  }
  StatusOr<ProbeRecord> FindProbe(int64_t index) override {
    return outer_.host == nullptr ? Host::FindProbe(index) : outer_.host->FindProbe(index);
  }

 private:
  const Program& program_;
  const RunOptions& outer_;
  const std::vector<std::string>& infeed_;
  Processes& processes_;
  std::atomic<size_t> next_infeed_ = 0;
};

StatusOr<GridFunction> FindFunction(const OpRef& op, const SymbolTable& symbols, AttrId reference) {
  const OpId function_op = symbols.Find(op.attrs(), reference);
  const std::string name(op.attrs().symbol(reference));
  if (!function_op) return NotFoundError("there is no function @" + name);
  const Function function(op.module(), function_op);
  if (!function.type() || !function.body()) return InvalidArgumentError("@" + name + " is no function with a body");
  return GridFunction{name, op.types().num_inputs(function.type()), op.types().num_results(function.type())};
}

StatusOr<Grid> ReadGrid(const OpRef& op) {
  const AttrTable& attrs = op.attrs();
  const SymbolTable symbols(op.module());
  Grid grid;
  const AttrId programs = op.attr("programs");
  grid.num_replicas = static_cast<int64_t>(attrs.size(programs));
  for (size_t r = 0; r < attrs.size(programs); ++r) {
    const AttrId row = attrs.element(programs, r);
    if (r == 0) grid.num_partitions = static_cast<int64_t>(attrs.size(row));
    if (static_cast<int64_t>(attrs.size(row)) != grid.num_partitions) {
      return InvalidArgumentError("replica " + std::to_string(r) + " has " + std::to_string(attrs.size(row)) +
                                  " partitions, expected " + std::to_string(grid.num_partitions));
    }
    if (attrs.size(row) + grid.functions.size() > kMaxProcesses) {
      return ResourceExhaustedError("the grid has more than " + std::to_string(kMaxProcesses) + " processes");
    }
    for (size_t p = 0; p < attrs.size(row); ++p) {
      CPPJRT_ASSIGN_OR_RETURN(GridFunction function, FindFunction(op, symbols, attrs.element(row, p)));
      grid.functions.push_back(std::move(function));
    }
  }
  const AttrId infeed = op.attr("infeed");
  for (size_t i = 0; infeed.valid() && i < attrs.size(infeed); ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const GridFunction function, FindFunction(op, symbols, attrs.element(infeed, i)));
    if (function.num_arguments != 0)
      return InvalidArgumentError("infeed function @" + function.name + " has arguments, expected none");
    grid.infeed.push_back(function.name);
  }
  return grid;
}

Status CheckGrid(const OpRef& op, const Grid& grid) {
  size_t arguments = 0;
  size_t results = 0;
  for (const GridFunction& function : grid.functions) {
    arguments += function.num_arguments;
    results += function.num_results;
  }
  if (grid.functions.empty()) return InvalidArgumentError("programs is empty, expected at least one function");
  if (arguments == op.num_operands() && results == op.num_results()) return OkStatus();
  return InvalidArgumentError("the functions take " + std::to_string(arguments) + " values and return " +
                              std::to_string(results) + ", the op has " + std::to_string(op.num_operands()) + " and " +
                              std::to_string(op.num_results()));
}

// One process of a grid while it runs.
struct ProcessRun {
  const GridFunction* function;
  RunOptions options;
  std::vector<RuntimeValue> arguments;
  std::vector<RuntimeValue> results;
  std::thread thread;

  void Run(const Program& program) {
    StatusOr<std::vector<RuntimeValue>> outcome = program.RunFunction(function->name, std::move(arguments), options);
    const ProcessId self = {options.replica, options.partition};
    if (outcome.ok() && outcome->size() == function->num_results) {
      results = std::move(*outcome);
      options.processes->Leave(self, OkStatus());
    } else {
      options.processes->Leave(self, outcome.ok() ? InternalError("another number of results") : outcome.status());
    }
  }
};

std::vector<ProcessRun> SetUp(Call& call, const Grid& grid, Processes& processes, Host& host) {
  std::vector<ProcessRun> runs(grid.functions.size());
  size_t next = 0;
  for (size_t i = 0; i < runs.size(); ++i) {
    ProcessRun& run = runs[i];
    run.function = &grid.functions[i];
    run.options = call.options();
    run.options.replica = static_cast<int64_t>(i) / grid.num_partitions;
    run.options.partition = static_cast<int64_t>(i) % grid.num_partitions;
    run.options.processes = &processes;
    run.options.host = &host;
    for (size_t a = 0; a < run.function->num_arguments; ++a) run.arguments.push_back(call.TakeValue(next++));
  }
  return runs;
}

Status RunGrid(Call& call, const Grid& grid) {
  if (call.options().processes != nullptr) {
    return FailedPreconditionError("run_parallel runs inside of several processes already, expected it outside");
  }
  Processes processes(grid.num_replicas, grid.num_partitions, kTimeLimit);
  GridHost host(call.program(), call.options(), grid.infeed, processes);
  Interrupt* const interrupt = call.options().interrupt;
  const WakeOnInterrupt wake(interrupt, [&] { processes.Fail(interrupt->status()); });
  std::vector<ProcessRun> runs = SetUp(call, grid, processes, host);
  const Program& program = call.program();
  for (ProcessRun& run : runs) {
    try {
      run.thread = std::thread([&run, &program] { run.Run(program); });
    } catch (const std::system_error&) {
      processes.Leave({run.options.replica, run.options.partition},
                      ResourceExhaustedError("no thread for the process"));
    }
  }
  size_t next = 0;
  for (ProcessRun& run : runs) {
    if (run.thread.joinable()) run.thread.join();
    for (RuntimeValue& result : run.results) call.Return(std::move(result), next++);
  }
  return processes.status();
}

}  // namespace

StatusOr<Kernel> PrepareInterpreterRunParallel(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(Grid grid, ReadGrid(op));
  CPPJRT_RETURN_IF_ERROR(CheckGrid(op, grid));
  return Kernel([grid = std::make_shared<const Grid>(std::move(grid))](Call& call) { return RunGrid(call, *grid); });
}

}  // namespace cppjrt::stablehlo
