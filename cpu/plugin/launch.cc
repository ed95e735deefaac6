#include "cpu/plugin/launch.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "cpu/executable/shards.h"
#include "cpu/plugin/error.h"
#include "cpu/plugin/running.h"
#include "stablehlo/eval/collectives.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::MemoryBlock;
using stablehlo::Processes;
using stablehlo::RunOptions;
using stablehlo::RuntimeValue;
using stablehlo::Tensor;

using Values = std::vector<RuntimeValue>;
using Outputs = std::vector<LaunchOutput>;

// --- arguments

// A share of the bytes for the program: the only one if the argument is donated and nobody else has one.
MemoryBlock* TakeBlock(LaunchInput& input) {
  if (input.donated && input.storage->unique()) return std::exchange(input.storage->block, nullptr);
  input.storage->block->Retain();
  return input.storage->block;
}

StatusOr<RuntimeValue> TakeValue(LaunchInput& input, Memory& memory, ThreadPool* pool) {
  const BufferShape& shape = *input.shape;
  if (shape.token) return RuntimeValue::Token();
  if (TensorIsDevice(shape.format)) [[likely]] {
    return RuntimeValue(Tensor::Adopt(*shape.element, shape.format.dims, TakeBlock(input)));
  }
  CPPJRT_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Allocate(*shape.element, shape.format.dims, memory.account));
  DeviceToTensor(shape.format, input.storage->block->data(), tensor.mutable_bytes(), pool);
  return RuntimeValue(std::move(tensor));
}

StatusOr<Values> TakeValues(LaunchRow& row, ThreadPool* pool) {
  Values values;
  values.reserve(row.inputs.size());
  for (LaunchInput& input : row.inputs) {
    CPPJRT_ASSIGN_OR_RETURN(RuntimeValue value, TakeValue(input, row.device->default_memory(), pool));
    values.push_back(std::move(value));
    input.storage = nullptr;
  }
  return values;
}

// --- results

// The bytes of a result that are its own: what is shared with an argument, a constant or another result is copied, so
// that no two buffers of a client are the same memory.
StatusOr<MemoryBlock*> OwnBlock(RuntimeValue value, const BufferShape& shape, Memory& memory, bool elsewhere) {
  const Tensor& tensor = value.tensor();
  MemoryBlock* block = tensor.block();
  if (TensorIsDevice(shape.format) && !elsewhere && tensor.unique()) {
    block->Retain();
    return block;
  }
  CPPJRT_ASSIGN_OR_RETURN(MemoryBlock * copy, AllocateBlock(memory, shape.device_bytes));
  TensorToDevice(shape.format, tensor.bytes().data(), copy->data());
  return copy;
}

Status WrongResult(size_t i, const std::string& what) {
  return InternalError("the program gave " + what + " as result " + std::to_string(i));
}

StatusOr<LaunchOutput> MakeOutput(const ArrayPlan& plan, size_t i, RuntimeValue value, PJRT_Device& device) {
  LaunchOutput output{plan.shape, nullptr};
  Memory& memory = *plan.PlaceOn(device);
  if (plan.spec->token) {
    CPPJRT_ASSIGN_OR_RETURN(output.block, AllocateBlock(memory, 0));
    return output;
  }
  if (!value.is_tensor() || value.tensor().type() != plan.spec->type) return WrongResult(i, "a value of another type");
  if (output.shape == nullptr) {
    CPPJRT_ASSIGN_OR_RETURN(output.shape, MakeShape(*plan.spec, value.tensor().dims()));
  } else if (!(value.tensor().dims() == output.shape->format.dims)) {
    return WrongResult(i, "other dimensions than it says");
  }
  const bool elsewhere = plan.memory_kind != 0;
  CPPJRT_ASSIGN_OR_RETURN(output.block, OwnBlock(std::move(value), *output.shape, memory, elsewhere));
  return output;
}

void Release(Outputs& outputs) {
  for (LaunchOutput& output : outputs) {
    if (output.block != nullptr) std::exchange(output.block, nullptr)->Release();
  }
}

StatusOr<Outputs> MakeOutputs(const LoadedProgram& loaded, Values values, PJRT_Device& device) {
  if (values.size() != loaded.results.size()) {
    return InternalError("the program gave " + std::to_string(values.size()) + " results, it says " +
                         std::to_string(loaded.results.size()));
  }
  Outputs outputs;
  outputs.reserve(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    StatusOr<LaunchOutput> output = MakeOutput(loaded.results[i], i, std::move(values[i]), device);
    if (!output.ok()) {
      Release(outputs);
      return output.status();
    }
    outputs.push_back(std::move(*output));
  }
  return outputs;
}

// --- one process and several

RunOptions OptionsOf(Launch& launch, LaunchRow& row, ThreadPool* pool) {
  RunOptions options;
  options.memory = &row.device->default_memory().account;
  options.pool = pool;
  options.host = launch.host.get();
  options.seed = launch.seed;
  options.custom_call_context = &row.custom_call_context;
  if (!launch.loaded->bounded) options.interrupt = &launch.interrupt;
  return options;
}

// An impossible run fails before anything is computed.
Status CheckMemory(const Launch& launch, const PJRT_Device& device) {
  const MemoryPool& memory = device.client.memory;
  return launch.loaded->program->CheckMemory(memory.limit() - memory.bytes_in_use());
}

StatusOr<Outputs> RunRow(Launch& launch, LaunchRow& row, const RunOptions& options) {
  CPPJRT_RETURN_IF_ERROR(CheckMemory(launch, *row.device));
  CPPJRT_ASSIGN_OR_RETURN(Values arguments, TakeValues(row, options.pool));
  CPPJRT_ASSIGN_OR_RETURN(Values results, launch.loaded->program->Run(std::move(arguments), options));
  return MakeOutputs(*launch.loaded, std::move(results), *row.device);
}

// --- programs for whole arrays: shards are put together, results are cut

// The whole arguments of the first `count` partitions of the replica whose rows begin at `first`: the same for all, but for
// arrays that are yet to be reduced. Its inputs are used up.
StatusOr<std::vector<Values>> GatherArguments(Launch& launch, size_t first, size_t count, ThreadPool* pool) {
  const Executable& program = *launch.loaded->program;
  const auto partitions = static_cast<size_t>(program.options().num_partitions);
  Memory& memory = launch.rows[first].device->default_memory();
  std::vector<Values> parts;
  for (size_t p = 0; p < partitions; ++p) {
    CPPJRT_ASSIGN_OR_RETURN(Values values, TakeValues(launch.rows[first + p], pool));
    parts.push_back(std::move(values));
  }
  std::vector<Values> arguments(count);
  for (size_t i = 0; i < launch.loaded->parameters.size(); ++i) {
    if (!parts[0][i].is_tensor()) {
      for (Values& values : arguments) values.push_back(parts[0][i]);
      continue;
    }
    const Sharding& sharding = program.parameter_shardings()[i];
    std::vector<Tensor> shards;
    for (Values& part : parts) shards.push_back(std::move(part[i].tensor()));
    std::map<int64_t, Tensor> summands;
    for (size_t p = 0; p < count; ++p) {
      const auto [summand, is_new] = summands.try_emplace(sharding.SummandOf(p));
      if (is_new) {
        CPPJRT_ASSIGN_OR_RETURN(summand->second, GatherShards(sharding, launch.loaded->parameters[i].spec->dims, shards,
                                                              p, memory.account));
      }
      arguments[p].emplace_back(summand->second);
    }
  }
  return arguments;
}

// What one partition has of the results.
StatusOr<Outputs> CutResults(const Launch& launch, const Values& results, size_t row, int64_t partition) {
  PJRT_Device& device = *launch.rows[row].device;
  Values cut;
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i].is_tensor()) {
      cut.push_back(results[i]);
      continue;
    }
    CPPJRT_ASSIGN_OR_RETURN(Tensor shard, SliceShard(launch.loaded->program->result_shardings()[i], results[i].tensor(),
                                                     partition, device.default_memory().account));
    cut.emplace_back(std::move(shard));
  }
  return MakeOutputs(*launch.loaded, std::move(cut), device);
}

// One run for all partitions of a replica.
Status RunOnce(Launch& launch, size_t first, const RunOptions& options, std::vector<Outputs>& all) {
  CPPJRT_RETURN_IF_ERROR(CheckMemory(launch, *launch.rows[first].device));
  CPPJRT_ASSIGN_OR_RETURN(std::vector<Values> arguments, GatherArguments(launch, first, 1, options.pool));
  CPPJRT_ASSIGN_OR_RETURN(const Values results, launch.loaded->program->Run(std::move(arguments[0]), options));
  const int64_t partitions = launch.loaded->program->options().num_partitions;
  for (int64_t p = 0; p < partitions; ++p) {
    const size_t row = first + static_cast<size_t>(p);
    CPPJRT_ASSIGN_OR_RETURN(all[row], CutResults(launch, results, row, p));
  }
  return OkStatus();
}

// --- several processes

// What process `process` does, whose rows begin at `row`.
using ProcessFunction = std::function<Status(int64_t process, size_t row, const RunOptions& options)>;

// Each process on a thread of its own, as they wait for each other in collectives.
Status RunProcesses(Launch& launch, int64_t replicas, int64_t partitions, ThreadPool* pool,
                    const ProcessFunction& function) {
  const size_t rows_each = launch.rows.size() / static_cast<size_t>(replicas * partitions);
  Processes grid(replicas, partitions);
  const WakeOnInterrupt wake(&launch.interrupt, [&] { grid.Fail(launch.interrupt.status()); });
  const auto run = [&](int64_t process) {
    const size_t row = static_cast<size_t>(process) * rows_each;
    RunOptions options = OptionsOf(launch, launch.rows[row], pool);
    options.replica = process / partitions;
    options.partition = process % partitions;
    options.processes = &grid;
    Status status;
    try {
      status = function(process, row, options);
    } catch (...) {
      status = StatusOfException();
    }
    grid.Leave({options.replica, options.partition}, status);
  };
  std::vector<std::thread> threads;
  for (int64_t process = 1; process < replicas * partitions; ++process) {
    try {
      threads.emplace_back(run, process);
    } catch (const std::system_error&) {
      grid.Fail(ResourceExhaustedError("no thread for process " + std::to_string(process)));
      break;
    }
  }
  run(0);
  for (std::thread& thread : threads) thread.join();
  return grid.status();
}

StatusOr<std::vector<Outputs>> RunGrid(Launch& launch, ThreadPool* pool) {
  const Executable& program = *launch.loaded->program;
  const int64_t replicas = program.options().num_replicas;
  const int64_t partitions = program.options().num_partitions;
  std::vector<Outputs> all(launch.rows.size());
  Status status;
  if (program.each_partition_runs()) {
    std::vector<Values> whole;  // by process
    for (int64_t r = 0; r < replicas; ++r) {
      CPPJRT_ASSIGN_OR_RETURN(
          std::vector<Values> arguments,
          GatherArguments(launch, static_cast<size_t>(r * partitions), static_cast<size_t>(partitions), pool));
      std::ranges::move(arguments, std::back_inserter(whole));
    }
    status = RunProcesses(launch, replicas, partitions, pool,
                          [&](int64_t process, size_t row, const RunOptions& options) -> Status {
                            Values arguments = std::move(whole[static_cast<size_t>(process)]);
                            CPPJRT_ASSIGN_OR_RETURN(const Values results, program.Run(std::move(arguments), options));
                            CPPJRT_ASSIGN_OR_RETURN(all[row], CutResults(launch, results, row, options.partition));
                            return OkStatus();
                          });
  } else if (program.global_view() && !program.partitioned()) {
    status = RunProcesses(launch, replicas, 1, pool, [&](int64_t, size_t row, const RunOptions& options) {
      return RunOnce(launch, row, options, all);
    });
  } else {
    status =
        RunProcesses(launch, replicas, partitions, pool, [&](int64_t, size_t row, const RunOptions& options) -> Status {
          CPPJRT_ASSIGN_OR_RETURN(all[row], RunRow(launch, launch.rows[row], options));
          return OkStatus();
        });
  }
  if (status.ok()) return all;
  for (Outputs& outputs : all) Release(outputs);
  return status;
}

// --- queued launches

// Releases all that the launch holds, of all its rows, before any row completes: whoever hears that a result is ready can
// donate it, and the next run gets its memory.
void Finish(Launch& launch, const Status& status) {
  Unlist(launch);
  launch.loaded = {};
  launch.host = nullptr;
  for (LaunchRow& row : launch.rows) {
    row.inputs.clear();
    row.results.clear();
  }
  for (const LaunchRow& row : launch.rows) row.done->Complete(status);
}

// Results that were poisoned meanwhile have no bytes.
void Fill(LaunchRow& row, Outputs& outputs) {
  for (size_t i = 0; i < outputs.size(); ++i) row.results[i]->block = std::exchange(outputs[i].block, nullptr);
}

void RunQueued(Launch& launch) {
  StatusOr<std::vector<Outputs>> all = InternalError("the launch did not run");
  try {
    const std::shared_ptr<ThreadPool> pool = launch.client->work.pool();
    all = RunLaunch(launch, pool.get());
  } catch (...) {
    all = StatusOfException();
  }
  if (!all.ok()) return Finish(launch, all.status());
  for (size_t i = 0; i < launch.rows.size(); ++i) {
    LaunchRow& row = launch.rows[i];
    if (!row.done->done()) Fill(row, (*all)[i]);
    Release((*all)[i]);
  }
  Finish(launch, OkStatus());
}

// What must be done before the launch can run.
std::vector<CompletionRef> Needs(const Launch& launch) {
  std::vector<CompletionRef> needs;
  for (const LaunchRow& row : launch.rows) {
    for (const LaunchInput& input : row.inputs) {
      needs.push_back(input.storage->ready);
      if (input.donated) input.storage->AppendUses(needs);
    }
  }
  return needs;
}

// Whoever is given an input later waits until this launch has read it.
void MarkUses(const Launch& launch) {
  for (const LaunchRow& row : launch.rows) {
    for (const LaunchInput& input : row.inputs) input.storage->AddUse(row.done);
  }
}

StatusOr<std::vector<Outputs>> RunRows(Launch& launch, ThreadPool* pool) {
  if (launch.rows.size() > 1 || launch.loaded->program->options().num_processes() > 1) return RunGrid(launch, pool);
  LaunchRow& row = launch.rows[0];
  std::vector<Outputs> all(1);
  CPPJRT_ASSIGN_OR_RETURN(all[0], RunRow(launch, row, OptionsOf(launch, row, pool)));
  return all;
}

}  // namespace

StatusOr<std::vector<Outputs>> RunLaunch(Launch& launch, ThreadPool* pool) {
  if (launch.interrupt.requested()) return launch.interrupt.status();
  if (launch.loaded->bounded) return RunRows(launch, pool);
  const RunningScope running(launch);
  StatusOr<std::vector<Outputs>> all = RunRows(launch, pool);
  if (!all.ok() || !launch.interrupt.requested()) return all;
  // It ended by itself just then.
  for (Outputs& outputs : *all) Release(outputs);
  return launch.interrupt.status();
}

void QueueLaunch(Ref<Launch> launch) {
  const std::vector<CompletionRef> needed = Needs(*launch);
  MarkUses(*launch);
  Enlist(*launch);
  // Only work that can begin counts as under way, so that a caller who waits for room does not wait for itself.
  const bool ready = std::all_of(needed.begin(), needed.end(), [](const CompletionRef& c) { return IsOk(c); });
  if (ready) {
    PJRT_Client& client = *launch->client;
    client.work.Submit([launch = std::move(launch)] { RunQueued(*launch); });
    return;
  }
  WhenAll(needed, [launch](const Status& status) {
    if (!status.ok()) return Finish(*launch, status);
    launch->client->work.Post([launch] { RunQueued(*launch); });
  });
}

}  // namespace cppjrt::cpu
