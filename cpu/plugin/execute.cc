// PJRT_LoadedExecutable_Execute: checks everything before it changes anything, then makes a launch of it.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "cpu/plugin/buffer.h"
#include "cpu/plugin/context.h"
#include "cpu/plugin/entry.h"
#include "cpu/plugin/error.h"
#include "cpu/plugin/event.h"
#include "cpu/plugin/executable.h"
#include "cpu/plugin/host_callbacks.h"
#include "cpu/plugin/launch.h"
#include "pjrt/abi/cppjrt_deadline_extension.h"
#include "pjrt/abi/tables.h"

namespace cppjrt::cpu {
namespace {

using Args = PJRT_LoadedExecutable_Execute_Args;

// --- options

// The caller's options, of full size.
StatusOr<PJRT_ExecuteOptions> ReadOptions(const PJRT_ExecuteOptions* given) {
  using Size = ArgsSize<PJRT_ExecuteOptions>;
  CPPJRT_REQUIRE(given != nullptr, "options is null");
  if (given->struct_size < Size::kFloor) {
    return InvalidArgumentError("PJRT_ExecuteOptions has struct_size " + std::to_string(given->struct_size) +
                                ", expected at least " + std::to_string(Size::kFloor));
  }
  PJRT_ExecuteOptions options = {};
  std::memcpy(&options, given, std::min(given->struct_size, sizeof options));
  CPPJRT_REQUIRE(options.non_donatable_input_indices != nullptr || options.num_non_donatable_input_indices == 0,
                 "non_donatable_input_indices is null");
  return options;
}

// The caller's, or the client's.
int64_t DeadlineOf(const PJRT_ExecuteOptions& options, const PJRT_Client& client) {
  for (const PJRT_Extension_Base* e = options.extension_start; e != nullptr; e = e->next) {
    uint32_t type = 0;  // none that the enumeration names
    std::memcpy(&type, &e->type, sizeof type);
    if (type != CPPJRT_Extension_Type_Deadline || e->struct_size < CPPJRT_Deadline_Extension_STRUCT_SIZE) continue;
    return std::clamp<int64_t>(reinterpret_cast<const CPPJRT_Deadline_Extension*>(e)->milliseconds, 0, kMaxDeadlineMs);
  }
  return client.deadline_ms;
}

bool MayDonate(const PJRT_ExecuteOptions& options, size_t parameter) {
  const int64_t* begin = options.non_donatable_input_indices;
  const int64_t* end = begin + options.num_non_donatable_input_indices;
  return std::find(begin, end, static_cast<int64_t>(parameter)) == end;
}

// --- where

// The device of row i.
StatusOr<PJRT_Device*> DeviceOf(const Args& args, size_t i) {
  const PJRT_LoadedExecutable& executable = *args.executable;
  if (args.execute_device == nullptr) return executable.devices[i];
  CPPJRT_ASSIGN_OR_RETURN(Memory * memory, Placement(*executable.client, args.execute_device, nullptr));
  PJRT_Device* device = &memory->device;
  const bool portable = executable.loaded->program->options().portable;
  if (portable || executable.devices[0] == device) return device;
  return InvalidArgumentError("execute_device is " + device->description.debug_string +
                              ", the program was compiled for " + executable.devices[0]->description.debug_string +
                              "; compile it as a portable executable to choose a device for each run");
}

Status CheckCall(const Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.executable));
  const PJRT_LoadedExecutable& executable = *args.executable;
  if (executable.deleted.load(std::memory_order_relaxed))
    return FailedPreconditionError("the executable was deleted before");
  const size_t devices = executable.devices.size();
  CPPJRT_REQUIRE(args.execute_device == nullptr || devices == 1,
                 "execute_device is for programs of one device; this one runs on " + std::to_string(devices));
  CPPJRT_REQUIRE(args.num_devices == devices, "num_devices is " + std::to_string(args.num_devices) +
                                                  ", the program runs on " + std::to_string(devices));
  const LoadedProgram& loaded = *executable.loaded;
  CPPJRT_REQUIRE(args.num_args == loaded.parameters.size(), "execution supplied " + std::to_string(args.num_args) +
                                                                " arguments but the program expected " +
                                                                std::to_string(loaded.parameters.size()));
  CPPJRT_REQUIRE(args.argument_lists != nullptr || args.num_args == 0, "argument_lists is null");
  CPPJRT_REQUIRE(args.output_lists != nullptr || loaded.results.empty(), "output_lists is null");
  return OkStatus();
}

// --- arguments

std::string Expected(const ArrayPlan& plan) {
  if (plan.shape != nullptr) return plan.shape->ToString();
  std::string text = std::string(stablehlo::ElementTypeName(plan.spec->type)) + "[";
  for (size_t i = 0; i < plan.spec->dims.size(); ++i) {
    text += i == 0 ? "" : ",";
    text += plan.spec->dims[i] == stablehlo::kDynamic ? "?" : std::to_string(plan.spec->dims[i]);
  }
  return text + "]";
}

bool Fits(const ArrayPlan& plan, const BufferShape& shape) {
  if (plan.shape.get() == &shape) return true;
  // JAX holds tokens as arrays of no booleans.
  if (plan.spec->token && shape.type == PJRT_Buffer_Type_PRED && shape.format.dims == Dims{0}) return true;
  if (plan.shape != nullptr) return plan.shape->SameArray(shape);
  const Dims& dims = plan.spec->dims;
  if (shape.type != BufferType(plan.spec->type) || shape.format.dims.size() != dims.size()) return false;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] != stablehlo::kDynamic && dims[i] != shape.format.dims[i]) return false;
  }
  return true;
}

Status CheckArgument(const PJRT_LoadedExecutable& executable, const PJRT_Device& device, size_t i,
                     const PJRT_Buffer* buffer) {
  const auto error = [i](const std::string& what) {
    return InvalidArgumentError("argument " + std::to_string(i) + " " + what);
  };
  if (const Status status = Buffers::Check(buffer, "buffer"); !status.ok())
    return status.WithContext("argument " + std::to_string(i));
  if (buffer->client.get() != executable.client.get()) return error("belongs to another client");
  if (&buffer->memory.device != &device) {
    return error("is on device " + buffer->memory.device.description.debug_string + ", the program runs on " +
                 device.description.debug_string);
  }
  const ArrayPlan& plan = executable.loaded->parameters[i];
  if (Fits(plan, *buffer->shape)) [[likely]]
    return OkStatus();
  return error("is " + buffer->shape->ToString() + ", the program takes " + Expected(plan));
}

// A buffer that is donated may not be used for anything else in the same call.
Status CheckDonation(const Args& args, size_t row, const std::vector<LaunchInput>& inputs) {
  std::vector<std::pair<const PJRT_Buffer*, size_t>> sorted;
  for (size_t i = 0; i < inputs.size(); ++i) sorted.emplace_back(args.argument_lists[row][i], i);
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 1; i < sorted.size(); ++i) {
    const auto [first, second] = std::pair(sorted[i - 1].second, sorted[i].second);
    if (sorted[i - 1].first != sorted[i].first || !(inputs[first].donated || inputs[second].donated)) continue;
    return InvalidArgumentError(
        "arguments " + std::to_string(first) + " and " + std::to_string(second) +
        " are the same buffer, which is donated: attempt to donate the same buffer twice, or to "
        "use it and donate it, f(donate(a), a)");
  }
  return OkStatus();
}

StatusOr<LaunchRow> MakeRow(const Args& args, const PJRT_ExecuteOptions& options, size_t i) {
  const PJRT_LoadedExecutable& executable = *args.executable;
  LaunchRow row;
  CPPJRT_ASSIGN_OR_RETURN(row.device, DeviceOf(args, i));
  CPPJRT_REQUIRE(args.num_args == 0 || args.argument_lists[i] != nullptr, "a row of argument_lists is null");
  CPPJRT_REQUIRE(executable.loaded->results.empty() || args.output_lists[i] != nullptr,
                 "a row of output_lists is null");
  row.inputs.reserve(args.num_args);
  bool donates = false;
  for (size_t k = 0; k < args.num_args; ++k) {
    PJRT_Buffer* buffer = args.argument_lists[i][k];
    CPPJRT_RETURN_IF_ERROR(CheckArgument(executable, *row.device, k, buffer));
    StatusOr<Ref<Storage>> storage = StorageOf(*buffer);
    if (!storage.ok()) return storage.status().WithContext("argument " + std::to_string(k));
    const bool donated =
        executable.loaded->donates && executable.loaded->parameters[k].spec->donated && MayDonate(options, k);
    donates |= donated;
    const ArrayPlan& plan = executable.loaded->parameters[k];
    row.inputs.push_back({std::move(*storage), plan.spec->token ? plan.shape : buffer->shape, donated});
  }
  if (donates) CPPJRT_RETURN_IF_ERROR(CheckDonation(args, i, row.inputs));
  return row;
}

// From here on the caller's donated buffers are gone.
void Donate(const Args& args, size_t row, std::vector<LaunchInput>& inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].donated) continue;
    PJRT_Buffer& buffer = *args.argument_lists[row][i];
    const std::lock_guard lock(buffer.lock);
    buffer.storage = nullptr;
  }
}

// --- results

// REQUIRES: outputs have blocks, which become the buffers'.
void GiveRow(const Args& args, size_t i, const LaunchRow& row, std::vector<LaunchOutput>& outputs) {
  const LoadedProgram& loaded = *args.executable->loaded;
  for (size_t k = 0; k < outputs.size(); ++k) {
    Ref<Storage> storage = MakeRef<Storage>(*args.executable->client, std::exchange(outputs[k].block, nullptr));
    args.output_lists[i][k] =
        Buffers::New(*loaded.results[k].PlaceOn(*row.device), outputs[k].shape, std::move(storage));
  }
  if (args.device_complete_events != nullptr) args.device_complete_events[i] = NewEvent(nullptr);
}

// Results that come when `row.done` does.
void GivePromisedRow(const Args& args, size_t i, LaunchRow& row) {
  const LoadedProgram& loaded = *args.executable->loaded;
  for (size_t k = 0; k < loaded.results.size(); ++k) {
    const ArrayPlan& plan = loaded.results[k];
    Ref<Storage> storage = MakeRef<Storage>(*args.executable->client, nullptr, row.done);
    row.results.push_back(storage);
    args.output_lists[i][k] = Buffers::New(*plan.PlaceOn(*row.device), plan.shape, std::move(storage));
  }
  if (args.device_complete_events != nullptr) args.device_complete_events[i] = NewEvent(row.done);
}

Status RunNow(const Args& args, Launch& launch, ThreadPool* pool) {
  CPPJRT_ASSIGN_OR_RETURN(std::vector<std::vector<LaunchOutput>> all, RunLaunch(launch, pool));
  for (size_t i = 0; i < all.size(); ++i) GiveRow(args, i, launch.rows[i], all[i]);
  return OkStatus();
}

// As RunNow, but not on the caller's thread: handlers must not find what their caller has bound to it (JAX, the mesh that its
// program is written for), as they see but one device of several.
Status RunNowElsewhere(const Args& args, Launch& launch, ThreadPool* pool) {
  Status status;
  const auto run = [&] {
    try {
      status = RunNow(args, launch, pool);
    } catch (...) {
      status = StatusOfException();
    }
  };
  try {
    std::thread(run).join();
  } catch (const std::system_error&) {
    return ResourceExhaustedError("no thread for a run on " + std::to_string(launch.rows.size()) + " devices");
  }
  return status;
}

void RunLater(const Args& args, Ref<Launch> launch) {
  for (size_t i = 0; i < launch->rows.size(); ++i) {
    launch->rows[i].done = MakeRef<Completion>();
    GivePromisedRow(args, i, launch->rows[i]);
  }
  QueueLaunch(std::move(launch));
}

bool InputsReady(const Launch& launch) {
  for (const LaunchRow& row : launch.rows) {
    for (const LaunchInput& input : row.inputs) {
      if (!input.ready()) return false;
    }
  }
  return true;
}

Status AwaitInputs(const Launch& launch) {
  for (const LaunchRow& row : launch.rows) {
    for (const LaunchInput& input : row.inputs) {
      if (input.storage->ready != nullptr) CPPJRT_RETURN_IF_ERROR(input.storage->ready->Wait());
      if (input.donated) input.storage->AwaitUses();
    }
  }
  return OkStatus();
}

// Results whose extents only the run can tell cannot be promised.
bool ShapesKnown(const LoadedProgram& loaded) {
  return std::all_of(loaded.results.begin(), loaded.results.end(),
                     [](const ArrayPlan& plan) { return plan.shape != nullptr; });
}

// The same for all devices of a run: the caller's number, or one that no other run of this process has.
int64_t RunIdOf(const PJRT_ExecuteOptions& options) {
  static std::atomic<int64_t> next = int64_t{1} << 32;
  return options.launch_id != 0 ? options.launch_id : next.fetch_add(1, std::memory_order_relaxed);
}

// Whoever hands data to the handlers of a run has code of their own called, such as functions of Python: that runs before
// Execute returns, on the caller's thread where one device runs, and Execute gives its error. So nothing of it is left over
// when the caller's process ends, and no error for which nobody waits.
bool CallsBack(const Launch& launch) {
  return launch.loaded->program->cost().custom_calls > 0 && !launch.rows[0].custom_call_context.user_data.empty();
}

StatusOr<Ref<Launch>> MakeLaunch(const Args& args) {
  CPPJRT_RETURN_IF_ERROR(CheckCall(args));
  CPPJRT_ASSIGN_OR_RETURN(const PJRT_ExecuteOptions options, ReadOptions(args.options));
  Ref<Launch> launch = MakeRef<Launch>();
  launch->client = args.executable->client;
  launch->loaded = args.executable->loaded;
  launch->launch_id = options.launch_id;
  launch->seed = launch->client->seeds.Next();
  launch->deadline_ms = DeadlineOf(options, *launch->client);
  if (options.context != nullptr) CPPJRT_RETURN_IF_ERROR(ExecuteContexts::Check(options.context, "context"));
  const int64_t run_id = RunIdOf(options);
  launch->rows.reserve(args.num_devices);
  for (size_t i = 0; i < args.num_devices; ++i) {
    CPPJRT_ASSIGN_OR_RETURN(LaunchRow row, MakeRow(args, options, i));
    if (options.context != nullptr) row.custom_call_context = options.context->ffi;
    row.custom_call_context.run_id = run_id;
    row.custom_call_context.device_ordinal = row.device->local_hardware_id;
    launch->rows.push_back(std::move(row));
  }
  CPPJRT_ASSIGN_OR_RETURN(launch->host, MakeHost(options, args.num_devices, launch->loaded->program->options()));
  return launch;
}

}  // namespace

Status Serve(PJRT_LoadedExecutable_Execute_Args& args) {
  CPPJRT_ASSIGN_OR_RETURN(Ref<Launch> launch, MakeLaunch(args));
  // Nothing fails from here on without having begun.
  if (launch->loaded->donates) {
    for (size_t i = 0; i < launch->rows.size(); ++i) Donate(args, i, launch->rows[i].inputs);
  }
  const LoadedProgram& loaded = *launch->loaded;
  PJRT_Client& client = *launch->client;
  const bool ready = InputsReady(*launch);
  if (ready && loaded.cheap && launch->rows.size() == 1) return RunNow(args, *launch, nullptr);
  const bool may_promise = ShapesKnown(loaded) && !CallsBack(*launch);
  if (client.options.asynchronous && client.work.num_threads() > 1 && may_promise) {
    RunLater(args, std::move(launch));
    return OkStatus();
  }
  if (!ready && may_promise) {
    // The caller may be the one who makes them ready.
    RunLater(args, std::move(launch));
    return OkStatus();
  }
  CPPJRT_RETURN_IF_ERROR(AwaitInputs(*launch));
  const bool elsewhere = launch->rows.size() > 1 && CallsBack(*launch);
  return (elsewhere ? RunNowElsewhere : RunNow)(args, *launch, client.work.pool().get());
}

}  // namespace cppjrt::cpu
