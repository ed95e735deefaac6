#include "conform/api/context.h"

#include <unistd.h>

#include <fstream>

namespace cppjrt::conform {

// --- Context

namespace {

// Codes with which plugins say that there is no such device, rather than that something is broken.
bool MeansNoDevice(StatusCode code) {
  return code == StatusCode::kNotFound || code == StatusCode::kFailedPrecondition || code == StatusCode::kUnavailable;
}

}  // namespace

StatusOr<ClientHandle> Context::NewClient(const pjrt::NamedValues& more) {
  pjrt::NamedValues all = more;
  all.insert(setup_.create_options.begin(), setup_.create_options.end());
  const std::vector<PJRT_NamedValue> options = ToNamedValues(api(), all);
  auto args = api().Make<PJRT_Client_Create_Args>();
  args.create_options = options.data();
  args.num_options = options.size();
  const Status status = api().Call(args);
  if (!status.ok() && MeansNoDevice(status.code())) return Absent("no client: " + status.ToString());
  CPPJRT_RETURN_IF_ERROR(status);
  if (args.client == nullptr) return UnknownError("PJRT_Client_Create gave neither an error nor a client");
  return ClientHandle(api(), args.client);
}

StatusOr<Session> Context::NewSession(const pjrt::NamedValues& more) {
  CPPJRT_ASSIGN_OR_RETURN(ClientHandle client, NewClient(more));
  return Session(api(), std::move(client));
}

StatusOr<pjrt::Plugin> Context::ClientPlugin() const { return pjrt::Plugin::FromApi(&api().table(), setup_.path); }

namespace {

struct NamedValueSetter {
  PJRT_NamedValue& value;
  void operator()(const std::string& text) const {
    value.type = PJRT_NamedValue_kString;
    value.string_value = text.data();
    value.value_size = text.size();
  }
  void operator()(bool flag) const {
    value.type = PJRT_NamedValue_kBool;
    value.bool_value = flag;
  }
  void operator()(int64_t number) const {
    value.type = PJRT_NamedValue_kInt64;
    value.int64_value = number;
  }
  void operator()(float number) const {
    value.type = PJRT_NamedValue_kFloat;
    value.float_value = number;
  }
  void operator()(const std::vector<int64_t>& numbers) const {
    value.type = PJRT_NamedValue_kInt64List;
    value.int64_array_value = numbers.data();
    value.value_size = numbers.size();
  }
};

}  // namespace

std::vector<PJRT_NamedValue> ToNamedValues(const Api& api, const pjrt::NamedValues& values) {
  std::vector<PJRT_NamedValue> result;
  for (const auto& [name, value] : values) {
    PJRT_NamedValue named = {};
    named.struct_size = pjrt::abi::StructSize<PJRT_NamedValue>(api.sent_minor());
    named.name = name.data();
    named.name_size = name.size();
    named.value_size = 1;
    std::visit(NamedValueSetter{named}, value);
    result.push_back(named);
  }
  return result;
}

std::string ValueText(const PJRT_NamedValue& value) {
  switch (value.type) {
    case PJRT_NamedValue_kString:
      return std::string(value.string_value, value.value_size);
    case PJRT_NamedValue_kInt64:
      return std::to_string(value.int64_value);
    case PJRT_NamedValue_kInt64List:
      return internal::ShownValue(
          std::vector<int64_t>(value.int64_array_value, value.int64_array_value + value.value_size));
    case PJRT_NamedValue_kFloat:
      return std::to_string(value.float_value);
    case PJRT_NamedValue_kBool:
      return value.bool_value ? "true" : "false";
    default:
      return "a value of the unknown type " + std::to_string(static_cast<int>(value.type));
  }
}

// --- Session: devices

StatusOr<std::vector<PJRT_Device*>> Session::Devices(size_t least) const {
  auto args = api_->Make<PJRT_Client_AddressableDevices_Args>();
  args.client = client();
  CPPJRT_RETURN_IF_ERROR(api_->Call(args));
  if (args.num_addressable_devices < least) {
    return Absent("the client has " + std::to_string(args.num_addressable_devices) + " devices; this needs " +
                  std::to_string(least));
  }
  return std::vector<PJRT_Device*>(args.addressable_devices, args.addressable_devices + args.num_addressable_devices);
}

StatusOr<PJRT_Device*> Session::Device(size_t index) const {
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<PJRT_Device*> devices, Devices(index + 1));
  return devices[index];
}

StatusOr<PJRT_Memory*> Session::DefaultMemory(PJRT_Device* device) const {
  auto args = api_->Make<PJRT_Device_DefaultMemory_Args>();
  args.device = device;
  CPPJRT_RETURN_IF_ERROR(api_->Call(args));
  if (args.memory == nullptr) return UnknownError("PJRT_Device_DefaultMemory gave neither an error nor a memory");
  return args.memory;
}

StatusOr<std::vector<PJRT_Memory*>> Session::Memories(PJRT_Device* device) const {
  auto args = api_->Make<PJRT_Device_AddressableMemories_Args>();
  args.device = device;
  CPPJRT_RETURN_IF_ERROR(api_->Call(args));
  return std::vector<PJRT_Memory*>(args.memories, args.memories + args.num_memories);
}

// --- Session: programs

StatusOr<LoadedHandle> Session::Compile(std::string_view program, const pjrt::CompileOptions& options) const {
  CPPJRT_ASSIGN_OR_RETURN(const std::string bytes, options.Serialize());
  return CompileBytes(program, bytes);
}

StatusOr<LoadedHandle> Session::CompileBytes(std::string_view program, std::string_view options,
                                             std::string_view format) const {
  PJRT_Program code = {};
  code.struct_size = pjrt::abi::StructSize<PJRT_Program>(api_->sent_minor());
  std::string own(program);  // the field is not const
  code.code = own.data();
  code.code_size = own.size();
  code.format = format.data();
  code.format_size = format.size();
  auto args = api_->Make<PJRT_Client_Compile_Args>();
  args.client = client();
  args.program = &code;
  args.compile_options = options.data();
  args.compile_options_size = options.size();
  CPPJRT_RETURN_IF_ERROR(api_->Call(args));
  if (args.executable == nullptr) return UnknownError("PJRT_Client_Compile gave neither an error nor a program");
  return LoadedHandle(*api_, args.executable);
}

StatusOr<ExecutableHandle> Session::ExecutableOf(const LoadedHandle& loaded) const {
  auto args = api_->Make<PJRT_LoadedExecutable_GetExecutable_Args>();
  args.loaded_executable = loaded.get();
  CPPJRT_RETURN_IF_ERROR(api_->Call(args));
  return ExecutableHandle(*api_, args.executable);
}

// --- Session: buffers

StatusOr<PJRT_Client_BufferFromHostBuffer_Args> Session::UploadArgs(const Array& array, PJRT_Device* device) const {
  auto args = api_->Make<PJRT_Client_BufferFromHostBuffer_Args>();
  args.client = client();
  args.data = array.bytes.data();
  args.type = array.type;
  args.dims = array.dims.data();
  args.num_dims = array.dims.size();
  args.host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableOnlyDuringCall;
  args.device = device;
  if (device == nullptr) {
    CPPJRT_ASSIGN_OR_RETURN(args.device, Device());
  }
  return args;
}

StatusOr<BufferHandle> Session::Upload(PJRT_Client_BufferFromHostBuffer_Args& args) const {
  CPPJRT_RETURN_IF_ERROR(api_->Call(args));
  BufferHandle buffer(*api_, args.buffer);
  if (args.buffer == nullptr) return UnknownError("the upload gave neither an error nor a buffer");
  if (args.done_with_host_buffer != nullptr) {
    const EventHandle done(*api_, args.done_with_host_buffer);
    CPPJRT_RETURN_IF_ERROR(Await(done));
  }
  return buffer;
}

StatusOr<BufferHandle> Session::Upload(const Array& array, PJRT_Device* device) const {
  CPPJRT_ASSIGN_OR_RETURN(auto args, UploadArgs(array, device));
  return Upload(args);
}

StatusOr<PJRT_Buffer_Type> Session::TypeOf(PJRT_Buffer* buffer) const {
  auto args = api_->Make<PJRT_Buffer_ElementType_Args>();
  args.buffer = buffer;
  CPPJRT_RETURN_IF_ERROR(api_->Call(args));
  return args.type;
}

StatusOr<std::vector<int64_t>> Session::DimsOf(PJRT_Buffer* buffer) const {
  auto args = api_->Make<PJRT_Buffer_Dimensions_Args>();
  args.buffer = buffer;
  CPPJRT_RETURN_IF_ERROR(api_->Call(args));
  return std::vector<int64_t>(args.dims, args.dims + args.num_dims);
}

StatusOr<bool> Session::IsDeleted(PJRT_Buffer* buffer) const {
  auto args = api_->Make<PJRT_Buffer_IsDeleted_Args>();
  args.buffer = buffer;
  CPPJRT_RETURN_IF_ERROR(api_->Call(args));
  return args.is_deleted;
}

StatusOr<EventHandle> Session::ReadyEvent(PJRT_Buffer* buffer) const {
  auto args = api_->Make<PJRT_Buffer_ReadyEvent_Args>();
  args.buffer = buffer;
  CPPJRT_RETURN_IF_ERROR(api_->Call(args));
  if (args.event == nullptr) return UnknownError("PJRT_Buffer_ReadyEvent gave neither an error nor an event");
  return EventHandle(*api_, args.event);
}

Status Session::ReadInto(PJRT_Buffer* buffer, Array& array) const {
  // Dense row-major, whatever the layout on the device.
  std::vector<int64_t> minor_to_major(array.dims.size());
  for (size_t i = 0; i < minor_to_major.size(); ++i) {
    minor_to_major[i] = static_cast<int64_t>(minor_to_major.size() - 1 - i);
  }
  PJRT_Buffer_MemoryLayout layout = {};
  layout.struct_size = pjrt::abi::StructSize<PJRT_Buffer_MemoryLayout>(api_->sent_minor());
  layout.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  layout.tiled.struct_size = pjrt::abi::StructSize<PJRT_Buffer_MemoryLayout_Tiled>(api_->sent_minor());
  layout.tiled.minor_to_major = minor_to_major.data();
  layout.tiled.minor_to_major_size = minor_to_major.size();
  auto args = api_->Make<PJRT_Buffer_ToHostBuffer_Args>();
  args.src = buffer;
  args.host_layout = &layout;
  args.dst = array.bytes.data();
  args.dst_size = array.bytes.size();
  char nowhere = 0;
  if (args.dst == nullptr) args.dst = &nowhere;  // an empty array: null would ask for the size
  CPPJRT_RETURN_IF_ERROR(api_->Call(args));
  if (args.event == nullptr) return UnknownError("PJRT_Buffer_ToHostBuffer gave neither an error nor an event");
  const EventHandle event(*api_, args.event);
  return Await(event);
}

StatusOr<Array> Session::Read(PJRT_Buffer* buffer) const {
  Array array;
  CPPJRT_ASSIGN_OR_RETURN(array.type, TypeOf(buffer));
  CPPJRT_ASSIGN_OR_RETURN(array.dims, DimsOf(buffer));
  array.bytes.resize(static_cast<size_t>(array.elements()) * HostBytesOf(array.type));
  CPPJRT_RETURN_IF_ERROR(ReadInto(buffer, array));
  return array;
}

// --- Session: events

Status Session::Await(PJRT_Event* event) const {
  auto args = api_->Make<PJRT_Event_Await_Args>();
  args.event = event;
  return api_->Call(args);
}

StatusOr<bool> Session::IsReady(PJRT_Event* event) const {
  auto args = api_->Make<PJRT_Event_IsReady_Args>();
  args.event = event;
  CPPJRT_RETURN_IF_ERROR(api_->Call(args));
  return args.is_ready;
}

// --- Session: executions

StatusOr<size_t> Session::NumOutputs(const LoadedHandle& loaded) const {
  CPPJRT_ASSIGN_OR_RETURN(const ExecutableHandle executable, ExecutableOf(loaded));
  auto args = api_->Make<PJRT_Executable_NumOutputs_Args>();
  args.executable = executable.get();
  CPPJRT_RETURN_IF_ERROR(api_->Call(args));
  return args.num_outputs;
}

StatusOr<std::vector<BufferHandle>> Session::Run(const LoadedHandle& loaded, std::span<PJRT_Buffer* const> arguments,
                                                 const PJRT_ExecuteOptions* options) const {
  CPPJRT_ASSIGN_OR_RETURN(const size_t num_outputs, NumOutputs(loaded));
  PJRT_ExecuteOptions own = options == nullptr ? PJRT_ExecuteOptions{} : *options;
  own.struct_size = pjrt::abi::StructSize<PJRT_ExecuteOptions>(api_->sent_minor());
  std::vector<PJRT_Buffer*> outputs(num_outputs);
  PJRT_Buffer* const* row = arguments.data();
  PJRT_Buffer** results = outputs.data();
  PJRT_Event* done = nullptr;
  auto args = api_->Make<PJRT_LoadedExecutable_Execute_Args>();
  args.executable = loaded.get();
  args.options = &own;
  args.argument_lists = &row;
  args.num_devices = 1;
  args.num_args = arguments.size();
  args.output_lists = &results;
  args.device_complete_events = &done;
  CPPJRT_RETURN_IF_ERROR(api_->Call(args));
  std::vector<BufferHandle> buffers;
  for (PJRT_Buffer* output : outputs) buffers.emplace_back(*api_, output);
  if (done == nullptr) return UnknownError("the execution gave no completion event although one was asked for");
  const EventHandle event(*api_, done);
  CPPJRT_RETURN_IF_ERROR(Await(event));
  return buffers;
}

StatusOr<BufferHandle> Session::Start(const LoadedHandle& loaded, PJRT_Buffer* argument, PJRT_Event** done) const {
  PJRT_ExecuteOptions options = {};
  options.struct_size = pjrt::abi::StructSize<PJRT_ExecuteOptions>(api_->sent_minor());
  PJRT_Buffer* const* row = &argument;
  PJRT_Buffer* output = nullptr;
  PJRT_Buffer** results = &output;
  auto args = api_->Make<PJRT_LoadedExecutable_Execute_Args>();
  args.executable = loaded.get();
  args.options = &options;
  args.argument_lists = &row;
  args.num_devices = 1;
  args.num_args = 1;
  args.output_lists = &results;
  args.device_complete_events = done;
  CPPJRT_RETURN_IF_ERROR(api_->Call(args));
  return BufferHandle(*api_, output);
}

StatusOr<std::vector<std::vector<BufferHandle>>> Session::RunRows(
    const LoadedHandle& loaded, const std::vector<std::vector<PJRT_Buffer*>>& rows) const {
  CPPJRT_ASSIGN_OR_RETURN(const size_t num_outputs, NumOutputs(loaded));
  PJRT_ExecuteOptions options = {};
  options.struct_size = pjrt::abi::StructSize<PJRT_ExecuteOptions>(api_->sent_minor());
  std::vector<std::vector<PJRT_Buffer*>> outputs(rows.size(), std::vector<PJRT_Buffer*>(num_outputs));
  std::vector<PJRT_Buffer* const*> arguments;
  std::vector<PJRT_Buffer**> results;
  std::vector<PJRT_Event*> done(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    arguments.push_back(rows[i].data());
    results.push_back(outputs[i].data());
  }
  auto args = api_->Make<PJRT_LoadedExecutable_Execute_Args>();
  args.executable = loaded.get();
  args.options = &options;
  args.argument_lists = arguments.data();
  args.num_devices = rows.size();
  args.num_args = rows.empty() ? 0 : rows[0].size();
  args.output_lists = results.data();
  args.device_complete_events = done.data();
  CPPJRT_RETURN_IF_ERROR(api_->Call(args));
  std::vector<std::vector<BufferHandle>> buffers(rows.size());
  std::vector<EventHandle> events;
  for (size_t i = 0; i < rows.size(); ++i) {
    for (PJRT_Buffer* output : outputs[i]) buffers[i].emplace_back(*api_, output);
    events.emplace_back(*api_, done[i]);
  }
  for (const EventHandle& event : events) {
    if (event.get() == nullptr) return UnknownError("a device of the execution gave no completion event");
    CPPJRT_RETURN_IF_ERROR(Await(event));
  }
  return buffers;
}

StatusOr<std::vector<Array>> Session::RunArrays(const LoadedHandle& loaded, const std::vector<Array>& arguments) const {
  std::vector<BufferHandle> buffers;
  std::vector<PJRT_Buffer*> row;
  for (const Array& argument : arguments) {
    CPPJRT_ASSIGN_OR_RETURN(BufferHandle buffer, Upload(argument));
    row.push_back(buffer.get());
    buffers.push_back(std::move(buffer));
  }
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<BufferHandle> results, Run(loaded, row));
  std::vector<Array> arrays;
  for (const BufferHandle& result : results) {
    CPPJRT_ASSIGN_OR_RETURN(Array array, Read(result));
    arrays.push_back(std::move(array));
  }
  return arrays;
}

StatusOr<Array> Session::RunOne(const LoadedHandle& loaded, const std::vector<Array>& arguments) const {
  CPPJRT_ASSIGN_OR_RETURN(std::vector<Array> results, RunArrays(loaded, arguments));
  if (results.size() != 1) return UnknownError(std::to_string(results.size()) + " results where one is expected");
  return std::move(results[0]);
}

// --- expectations

Status Expect(bool condition, std::string message) { return condition ? Status() : UnknownError(std::move(message)); }

Status ExpectAnyError(std::string_view what, const Status& status) {
  if (status.ok()) return UnknownError(std::string(what) + " is accepted");
  if (status.message().empty()) return UnknownError(std::string(what) + " gives an error without a message");
  if (ResultOf(status) != Result::kFail) return status;
  return Status();
}

Status ExpectError(std::string_view what, const Status& status, std::initializer_list<StatusCode> codes) {
  CPPJRT_RETURN_IF_ERROR(ExpectAnyError(what, status));
  for (const StatusCode code : codes) {
    if (status.code() == code) return Status();
  }
  return UnknownError(std::string(what) + " gives " + status.ToString() + " where " +
                      std::string(StatusCodeName(*codes.begin())) + " is expected");
}

std::string internal::ShownValue(const std::string& value) { return "'" + value + "'"; }

int64_t PrivateBytes() {
  std::ifstream file("/proc/self/statm");
  int64_t size = 0, resident = 0, shared = 0;
  file >> size >> resident >> shared;
  return (resident - shared) * sysconf(_SC_PAGESIZE);
}

}  // namespace cppjrt::conform
