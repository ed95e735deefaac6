// Compiling, loading and running. Execute is the hot path of the library: it allocates nothing for up to kInlineBuffers
// arguments and results, takes no lock, and does nothing per argument but check whose it is.
#include <algorithm>
#include <array>
#include <utility>

#include "client/api.h"
#include "client/client_state.h"
#include "client/host_transfer_run.h"
#include "pjrt/abi/cppjrt_deadline_extension.h"
#include "pjrt/client.h"
#include "pjrt/executable.h"
#include "pjrt/memory_report.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

struct LoadedState {
  LoadedState(std::shared_ptr<const ClientState> c, PJRT_LoadedExecutable* r) : client(std::move(c)), raw(r) {}
  ~LoadedState() {
    executable.reset();
    PJRT_LoadedExecutable_Destroy_Args args{};
    args.executable = raw;
    client->api.Destroy(args);
  }
  LoadedState(const LoadedState&) = delete;
  LoadedState& operator=(const LoadedState&) = delete;

  std::shared_ptr<const ClientState> client;
  PJRT_LoadedExecutable* raw;
  std::optional<Executable> executable;
  std::string name;
  size_t num_outputs = 0;
  std::vector<Device> devices;
};

namespace {

// Pointers for one row of arguments or results, on the stack while they are few.
template <class T>
class PointerRow {
 public:
  explicit PointerRow(size_t size) : size_(size) {
    if (size > kInlineBuffers) spilled_.resize(size);
  }
  T* data() { return size_ > kInlineBuffers ? spilled_.data() : inline_.data(); }
  T& operator[](size_t i) { return data()[i]; }

 private:
  static constexpr size_t kInlineBuffers = 64;
  size_t size_;
  std::array<T, kInlineBuffers> inline_{};
  std::vector<T> spilled_;
};

StatusOr<LoadedExecutable> Load(const std::shared_ptr<const ClientState>& client, PJRT_LoadedExecutable* raw) {
  if (raw == nullptr) return cppjrt::InternalError("the plugin returned no executable");
  auto state = std::make_shared<LoadedState>(client, raw);
  const Api& api = client->api;
  PJRT_LoadedExecutable_GetExecutable_Args unloaded{};
  unloaded.loaded_executable = raw;
  CPPJRT_RETURN_IF_ERROR(api.Call(unloaded));
  if (unloaded.executable == nullptr) return cppjrt::InternalError("the plugin returned no unloaded executable");
  state->executable.emplace(&api, unloaded.executable, client);
  CPPJRT_ASSIGN_OR_RETURN(int64_t num_outputs, state->executable->num_outputs());
  state->num_outputs = static_cast<size_t>(num_outputs);
  if (StatusOr<std::string> name = state->executable->name(); name.ok()) state->name = *std::move(name);
  PJRT_LoadedExecutable_AddressableDevices_Args devices{};
  devices.executable = raw;
  CPPJRT_RETURN_IF_ERROR(api.Call(devices));
  for (size_t i = 0; i < devices.num_addressable_devices; ++i) {
    const DeviceState* device = client->Find(devices.addressable_devices[i]);
    if (device == nullptr) return cppjrt::InternalError("the executable is on a device that is not among the client's");
    state->devices.emplace_back(client, device);
  }
  return LoadedExecutable(std::move(state));
}

// Arguments that cannot be handed to a plugin, which would read through them.
Status CheckArgument(const ClientState& client, const Buffer* argument, size_t index) {
  if (argument == nullptr || !argument->valid()) {
    return cppjrt::InvalidArgumentError("argument " + std::to_string(index) + " is empty");
  }
  if (argument->client_state().get() != &client) {
    return cppjrt::InvalidArgumentError("argument " + std::to_string(index) + " belongs to another client");
  }
  return Status();
}

// After a failed execution: the more useful error if an argument was gone.
Status ExplainDeletedArgument(Status error, std::span<const Buffer* const> arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    StatusOr<bool> deleted = arguments[i]->IsDeleted();
    if (!deleted.ok() || !*deleted) continue;
    return Status(
        StatusCode::kFailedPrecondition,
        "argument " + std::to_string(i) + " was donated or deleted before (" + std::string(error.message()) + ")",
        error.payloads());
  }
  return error;
}

PJRT_ExecuteOptions ToExecuteOptions(const Api& api, const ExecuteOptions& options) {
  PJRT_ExecuteOptions out = api.New<PJRT_ExecuteOptions>();
  out.launch_id = options.launch_id;
  out.non_donatable_input_indices = options.non_donatable_inputs.data();
  out.num_non_donatable_input_indices = options.non_donatable_inputs.size();
  out.call_location = options.call_location;
  out.context = options.context == nullptr ? nullptr : options.context->raw();
  out.num_tasks = options.task_ids.size();
  // NOLINTBEGIN: the C API's fields are not const, but plugins only read them
  out.task_ids = const_cast<int*>(options.task_ids.data());
  out.incarnation_ids = const_cast<int64_t*>(options.incarnation_ids.data());
  // NOLINTEND
  return out;
}

CPPJRT_Deadline_Extension ToDeadline(const ExecuteOptions& options) {
  CPPJRT_Deadline_Extension out{};
  out.base.struct_size = CPPJRT_Deadline_Extension_STRUCT_SIZE;
  out.base.type = static_cast<PJRT_Extension_Type>(CPPJRT_Extension_Type_Deadline);
  out.milliseconds = options.deadline.count();
  return out;
}

// Options that would be lost on an older plugin, or do not fit together.
Status CheckOptions(const Api& api, const ExecuteOptions& options) {
  const auto lost = [&api](const char* option, const char* since) {
    return cppjrt::UnimplementedError(std::string("Execute: the plugin is too old for the option ") + option +
                                      ", which came with PJRT C API " + since + " (it is of 0." +
                                      std::to_string(api.version().minor_version) + ")");
  };
  if (options.task_ids.size() != options.incarnation_ids.size()) {
    return cppjrt::InvalidArgumentError("Execute: " + std::to_string(options.task_ids.size()) + " task ids and " +
                                        std::to_string(options.incarnation_ids.size()) + " incarnation ids");
  }
  if (options.context != nullptr && !PJRT_KNOWS(api, PJRT_ExecuteOptions, context)) return lost("context", "0.64");
  if (!options.task_ids.empty() && !PJRT_KNOWS(api, PJRT_ExecuteOptions, incarnation_ids)) {
    return lost("task_ids", "0.78");
  }
  return Status();
}

bool HasRareOptions(const ExecuteOptions& options) {
  return options.context != nullptr || !options.task_ids.empty() || !options.incarnation_ids.empty();
}

// The callbacks of a run, until every row has completed.
void KeepUntilReady(const std::shared_ptr<HostTransferRun>& run, const Event& done) {
  const long others = run.use_count();
  done.OnReady([run](const Status&) {});
  // A plugin that took no callback has dropped it already; nothing is left but to wait.
  if (run.use_count() == others) static_cast<void>(done.Await().ok());
}

}  // namespace
}  // namespace detail

StatusOr<LoadedExecutable> Client::Compile(const Program& program, const CompileOptions& options) const {
  CPPJRT_ASSIGN_OR_RETURN(std::string serialized, options.Serialize());
  const PJRT_Program code = detail::ToProgram(state_->api, program);
  PJRT_Client_Compile_Args args{};
  args.client = state_->raw;
  args.program = &code;
  args.compile_options = serialized.data();
  args.compile_options_size = serialized.size();
  if (Status status = detail::ExplainCompileError(state_->api.Call(args), state_->plugin, program); !status.ok()) {
    return ExplainMemory(std::move(status), *this);
  }
  return detail::Load(state_, args.executable);
}

StatusOr<LoadedExecutable> Client::Load(Executable&& executable, const CompileOptions* options) const {
  if (executable.raw() == nullptr || executable.api() != &state_->api) {
    return cppjrt::InvalidArgumentError("Load: the executable is empty or of another plugin");
  }
  std::string serialized;
  if (options != nullptr) {
    CPPJRT_ASSIGN_OR_RETURN(serialized, options->Serialize());
  }
  PJRT_Client_Load_Args args{};
  args.client = state_->raw;
  args.executable = executable.raw();
  args.compile_options = serialized.data();
  args.compile_options_size = serialized.size();
  if (!state_->api.Has<PJRT_Client_Load_Args>()) return state_->api.Call(args);
  const Executable taken = std::move(executable);  // the handle is still ours to destroy
  CPPJRT_RETURN_IF_ERROR(state_->api.Call(args));
  return detail::Load(state_, args.loaded_executable);
}

StatusOr<LoadedExecutable> Client::Deserialize(std::string_view bytes, const CompileOptions* options) const {
  std::string serialized;
  PJRT_Executable_DeserializeAndLoad_Args args{};
  if (options != nullptr) {
    if (!PJRT_KNOWS(state_->api, PJRT_Executable_DeserializeAndLoad_Args, overridden_serialized_compile_options_size)) {
      return cppjrt::UnimplementedError("Deserialize: the plugin's version takes no other compile options");
    }
    CPPJRT_ASSIGN_OR_RETURN(serialized, options->Serialize());
    args.overridden_serialized_compile_options = serialized.data();
    args.overridden_serialized_compile_options_size = serialized.size();
  }
  args.client = state_->raw;
  args.serialized_executable = bytes.data();
  args.serialized_executable_size = bytes.size();
  CPPJRT_RETURN_IF_ERROR(state_->api.Call(args));
  return detail::Load(state_, args.loaded_executable);
}

const Executable& LoadedExecutable::executable() const { return *state_->executable; }
const std::string& LoadedExecutable::name() const { return state_->name; }
size_t LoadedExecutable::num_outputs() const { return state_->num_outputs; }
std::span<const Device> LoadedExecutable::devices() const { return state_->devices; }
PJRT_LoadedExecutable* LoadedExecutable::raw() const { return state_->raw; }

Status LoadedExecutable::Execute(std::span<const Buffer* const> arguments, std::span<Buffer> results,
                                 const ExecuteOptions& options, Event* done) const {
  const detail::ClientState& client = *state_->client;
  if (state_->devices.size() != 1 && options.device == nullptr) {
    return cppjrt::InvalidArgumentError("Execute: " + name() + " runs on " + std::to_string(state_->devices.size()) +
                                        " devices; use ExecuteSharded");
  }
  if (results.size() != state_->num_outputs) {
    return cppjrt::InvalidArgumentError("Execute: " + name() + " has " + std::to_string(state_->num_outputs) +
                                        " outputs, room was given for " + std::to_string(results.size()));
  }
  if (options.device != nullptr && client.Find(options.device->raw()) == nullptr) [[unlikely]] {
    return cppjrt::InvalidArgumentError("Execute: the device belongs to another client");
  }
  if (detail::HasRareOptions(options)) [[unlikely]] {
    CPPJRT_RETURN_IF_ERROR(detail::CheckOptions(client.api, options));
  }
  detail::PointerRow<PJRT_Buffer*> inputs(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == nullptr || arguments[i]->client_state().get() != &client || !arguments[i]->valid())
        [[unlikely]] {
      return detail::CheckArgument(client, arguments[i], i).WithContext("Execute");
    }
    inputs[i] = arguments[i]->raw();
  }
  detail::PointerRow<PJRT_Buffer*> outputs(results.size());
  PJRT_Buffer* const* input_list = inputs.data();
  PJRT_Buffer** output_list = outputs.data();
  PJRT_Event* complete = nullptr;
  PJRT_ExecuteOptions execute_options = detail::ToExecuteOptions(client.api, options);
  CPPJRT_Deadline_Extension deadline = detail::ToDeadline(options);
  if (options.deadline.count() > 0) execute_options.extension_start = &deadline.base;
  std::shared_ptr<detail::HostTransferRun> transfers;
  if (options.host_transfers != nullptr) [[unlikely]] {
    transfers = std::make_shared<detail::HostTransferRun>(state_->client, options.host_transfers, 1);
    transfers->Fill(execute_options);
  }
  const bool want_event = done != nullptr || transfers != nullptr;
  PJRT_LoadedExecutable_Execute_Args args{};
  args.executable = state_->raw;
  args.options = &execute_options;
  args.argument_lists = &input_list;
  args.num_devices = 1;
  args.num_args = arguments.size();
  args.output_lists = &output_list;
  args.device_complete_events = want_event ? &complete : nullptr;
  args.execute_device = options.device != nullptr ? options.device->raw() : nullptr;
  if (Status status = client.api.Call(args); !status.ok()) [[unlikely]] {
    return ExplainMemory(detail::ExplainDeletedArgument(std::move(status), arguments), Client(state_->client), this,
                         arguments);
  }
  if (want_event) {
    Event completed(&client.api, complete, state_->client);
    if (transfers != nullptr) detail::KeepUntilReady(transfers, completed);
    if (done != nullptr) *done = std::move(completed);
  }
  bool missing = false;
  for (size_t i = 0; i < results.size(); ++i) {
    missing |= outputs[i] == nullptr;
    results[i] = Buffer(state_->client, outputs[i]);
  }
  return missing ? cppjrt::InternalError("PJRT_LoadedExecutable_Execute returned without an output") : Status();
}

StatusOr<std::vector<Buffer>> LoadedExecutable::Execute(std::span<const Buffer* const> arguments,
                                                        const ExecuteOptions& options, Event* done) const {
  std::vector<Buffer> results(num_outputs());
  CPPJRT_RETURN_IF_ERROR(Execute(arguments, std::span(results), options, done));
  return results;
}

StatusOr<std::vector<Buffer>> LoadedExecutable::Execute(std::initializer_list<const Buffer*> arguments,
                                                        const ExecuteOptions& options, Event* done) const {
  return Execute(std::span(arguments.begin(), arguments.size()), options, done);
}

StatusOr<std::vector<Buffer>> LoadedExecutable::Execute(std::span<const Buffer> arguments,
                                                        const ExecuteOptions& options, Event* done) const {
  std::vector<const Buffer*> pointers;
  for (const Buffer& argument : arguments) pointers.push_back(&argument);
  return Execute(std::span<const Buffer* const>(pointers), options, done);
}

StatusOr<std::vector<std::vector<Buffer>>> LoadedExecutable::ExecuteSharded(
    std::span<const std::vector<const Buffer*>> arguments, const ExecuteOptions& options,
    std::vector<Event>* done) const {
  const detail::ClientState& client = *state_->client;
  const size_t num_devices = state_->devices.size();
  if (arguments.size() != num_devices) {
    return cppjrt::InvalidArgumentError("ExecuteSharded: " + name() + " runs on " + std::to_string(num_devices) +
                                        " devices, arguments were given for " + std::to_string(arguments.size()));
  }
  if (options.device != nullptr) return cppjrt::InvalidArgumentError("ExecuteSharded: one device was named");
  CPPJRT_RETURN_IF_ERROR(detail::CheckOptions(client.api, options));
  const size_t num_args = num_devices == 0 ? 0 : arguments[0].size();
  std::vector<PJRT_Buffer*> inputs;
  for (size_t row = 0; row < num_devices; ++row) {
    if (arguments[row].size() != num_args) {
      return cppjrt::InvalidArgumentError("ExecuteSharded: " + std::to_string(arguments[row].size()) +
                                          " arguments for device " + std::to_string(row) + ", " +
                                          std::to_string(num_args) + " for device 0");
    }
    for (size_t i = 0; i < num_args; ++i) {
      CPPJRT_RETURN_IF_ERROR(detail::CheckArgument(client, arguments[row][i], i)
                                 .WithContext("ExecuteSharded: device " + std::to_string(row)));
      inputs.push_back(arguments[row][i]->raw());
    }
  }
  std::vector<PJRT_Buffer*> outputs(num_devices * state_->num_outputs, nullptr);
  std::vector<PJRT_Buffer* const*> input_lists;
  std::vector<PJRT_Buffer**> output_lists;
  for (size_t row = 0; row < num_devices; ++row) {
    input_lists.push_back(inputs.data() + row * num_args);
    output_lists.push_back(outputs.data() + row * state_->num_outputs);
  }
  std::vector<PJRT_Event*> complete(num_devices, nullptr);
  PJRT_ExecuteOptions execute_options = detail::ToExecuteOptions(client.api, options);
  CPPJRT_Deadline_Extension deadline = detail::ToDeadline(options);
  if (options.deadline.count() > 0) execute_options.extension_start = &deadline.base;
  std::shared_ptr<detail::HostTransferRun> transfers;
  if (options.host_transfers != nullptr) {
    transfers = std::make_shared<detail::HostTransferRun>(state_->client, options.host_transfers, num_devices);
    transfers->Fill(execute_options);
  }
  const bool want_events = done != nullptr || transfers != nullptr;
  PJRT_LoadedExecutable_Execute_Args args{};
  args.executable = state_->raw;
  args.options = &execute_options;
  args.argument_lists = input_lists.data();
  args.num_devices = num_devices;
  args.num_args = num_args;
  args.output_lists = output_lists.data();
  args.device_complete_events = want_events ? complete.data() : nullptr;
  if (Status status = client.api.Call(args); !status.ok()) {
    for (const auto& row : arguments) status = detail::ExplainDeletedArgument(std::move(status), row);
    return ExplainMemory(std::move(status), Client(state_->client), this,
                         arguments.empty() ? std::span<const Buffer* const>() : arguments[0]);
  }
  if (done != nullptr) done->clear();
  for (PJRT_Event* event : complete) {
    if (!want_events) break;
    Event completed(&client.api, event, state_->client);
    if (transfers != nullptr) detail::KeepUntilReady(transfers, completed);
    if (done != nullptr) done->push_back(std::move(completed));
  }
  bool missing = false;
  std::vector<std::vector<Buffer>> results(num_devices);
  for (size_t row = 0; row < num_devices; ++row) {
    for (size_t i = 0; i < state_->num_outputs; ++i) {
      missing |= output_lists[row][i] == nullptr;
      results[row].emplace_back(state_->client, output_lists[row][i]);
    }
  }
  if (missing) return cppjrt::InternalError("PJRT_LoadedExecutable_Execute returned without an output");
  return results;
}

Status LoadedExecutable::Await(std::span<const Event> done) const {
  Status first;
  size_t first_row = 0;
  size_t failed = 0;
  for (size_t row = 0; row < done.size(); ++row) {
    Status status = done[row].Await();
    if (status.ok()) continue;
    if (failed++ == 0) {
      first = std::move(status);
      first_row = row;
    }
  }
  if (first.ok() || first_row >= devices().size() || done.size() == 1) return first;
  const DeviceDescription& device = devices()[first_row].description();
  const std::string others = failed == 1 ? "" : " (and " + std::to_string(failed - 1) + " more devices)";
  return first.WithContext("device " + std::to_string(device.id) + ", " + device.text + others);
}

StatusOr<std::vector<std::pair<int, int>>> LoadedExecutable::logical_device_ids() const {
  PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args args{};
  args.executable = state_->raw;
  CPPJRT_RETURN_IF_ERROR(state_->client->api.Call(args));
  std::vector<std::pair<int, int>> result;
  for (size_t i = 0; i < args.num_addressable_device_logical_ids; ++i) {
    const PJRT_LogicalDeviceIds& ids = args.addressable_device_logical_ids[i];
    result.emplace_back(ids.replica, ids.partition);
  }
  return result;
}

StatusOr<DeviceAssignment> LoadedExecutable::device_assignment() const {
  PJRT_LoadedExecutable_GetDeviceAssignment_Args args{};
  args.executable = state_->raw;
  CPPJRT_RETURN_IF_ERROR(state_->client->api.Call(args));
  StatusOr<DeviceAssignment> result =
      args.serialized_bytes == nullptr ? cppjrt::InternalError("the plugin gave no device assignment")
                                       : DeviceAssignment::Parse({args.serialized_bytes, args.serialized_bytes_size});
  if (args.serialized_device_assignment_deleter != nullptr) {
    args.serialized_device_assignment_deleter(args.serialized_device_assignment);
  }
  return result;
}

StatusOr<std::string> LoadedExecutable::fingerprint() const {
  PJRT_LoadedExecutable_Fingerprint_Args args{};
  args.executable = state_->raw;
  CPPJRT_RETURN_IF_ERROR(state_->client->api.Call(args));
  return std::string(args.executable_fingerprint, args.executable_fingerprint_size);
}

Status LoadedExecutable::Delete() const {
  PJRT_LoadedExecutable_Delete_Args args{};
  args.executable = state_->raw;
  return state_->client->api.Call(args);
}

StatusOr<bool> LoadedExecutable::IsDeleted() const {
  PJRT_LoadedExecutable_IsDeleted_Args args{};
  args.executable = state_->raw;
  CPPJRT_RETURN_IF_ERROR(state_->client->api.Call(args));
  return args.is_deleted;
}

}  // namespace v0
}  // namespace pjrt
