// Extensions of a few functions each: Gpu_Custom_Call, Stream, FFI, MemoryDescriptions, Triton, Shardings, Callback.
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "client/c_text.h"
#include "client/extensions/extension_call.h"
#include "pjrt/abi/pjrt_c_api_callback_extension.h"
#include "pjrt/abi/pjrt_c_api_ffi_extension.h"
#include "pjrt/abi/pjrt_c_api_gpu_extension.h"
#include "pjrt/abi/pjrt_c_api_memory_descriptions_extension.h"
#include "pjrt/abi/pjrt_c_api_shardings_extension.h"
#include "pjrt/abi/pjrt_c_api_stream_extension.h"
#include "pjrt/abi/pjrt_c_api_triton_extension.h"
#include "pjrt/extensions/callback.h"
#include "pjrt/extensions/ffi.h"
#include "pjrt/extensions/gpu_custom_call.h"
#include "pjrt/extensions/memory_descriptions.h"
#include "pjrt/extensions/shardings.h"
#include "pjrt/extensions/stream.h"
#include "pjrt/extensions/triton.h"

namespace pjrt {
inline namespace v0 {

using detail::TableOf;

namespace {

// What a plugin may call until the process ends: never destroyed, and known to leak checkers.
template <typename Function>
void KeepForGood(std::unique_ptr<Function> function) {
  static std::mutex& mutex = *new std::mutex;
  static auto& kept = *new std::vector<std::unique_ptr<Function>>;
  const std::lock_guard lock(mutex);
  kept.push_back(std::move(function));
}

}  // namespace

// --- Gpu_Custom_Call

Status GpuCustomCallExtension::Register(std::string_view name, const GpuCustomCall& call) const {
  const auto* table = TableOf<PJRT_Gpu_Custom_Call>(*this);
  if (call.execute == nullptr) return cppjrt::InvalidArgumentError("Register: the call has no function to execute");
  PJRT_Gpu_Register_Custom_Call_Args args{};
  args.function_name = name.data();
  args.function_name_size = name.size();
  args.api_version = call.api_version;
  args.handler_instantiate = call.instantiate;
  args.handler_prepare = call.prepare;
  args.handler_initialize = call.initialize;
  args.handler_execute = call.execute;
  return PJRT_CALL_EXTENSION(plugin(), table, custom_call, args);
}

// --- Stream

StatusOr<intptr_t> StreamExtension::StreamForExternalReadyEvents(const Device& device) const {
  const auto* table = TableOf<PJRT_Stream_Extension>(*this);
  if (!device.valid()) return cppjrt::InvalidArgumentError("StreamForExternalReadyEvents: no device");
  PJRT_Get_Stream_For_External_Ready_Events_Args args{};
  args.device = device.raw();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), table, get_stream, args));
  return args.stream;
}

Status StreamExtension::WaitUntilBufferReady(intptr_t stream, const Buffer& buffer) const {
  const auto* table = TableOf<PJRT_Stream_Extension>(*this);
  if (!buffer.valid()) return cppjrt::FailedPreconditionError("WaitUntilBufferReady: the buffer is empty");
  PJRT_Wait_Until_Buffer_Ready_On_Stream_Args args{};
  args.stream = stream;
  args.buffer = buffer.raw();
  return PJRT_CALL_EXTENSION(plugin(), table, wait_stream, args);
}

// --- FFI

namespace {

// Before this minor the user data had a third member: the call would be read wrongly.
constexpr int kUserDataMinor = 81;

}  // namespace

StatusOr<int64_t> FfiExtension::RegisterType(std::string_view name, const FfiTypeInfo& info, int64_t id) const {
  const auto* table = TableOf<PJRT_FFI_Extension>(*this);
  PJRT_FFI_Type_Info functions{info.deleter, info.serialize, info.deserialize};
  PJRT_FFI_Type_Register_Args args{};
  args.type_name = name.data();
  args.type_name_size = name.size();
  args.type_id = id;
  args.type_info = &functions;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), table, type_register, args));
  return args.type_id;
}

Status FfiExtension::AddUserData(const ExecuteContext& context, int64_t type_id, void* data) const {
  const auto* table = TableOf<PJRT_FFI_Extension>(*this);
  if (context.raw() == nullptr) return cppjrt::FailedPreconditionError("AddUserData: the context is empty");
  if (plugin().api_version().minor_version < kUserDataMinor) return detail::MissingEntry(plugin(), "user_data_add");
  PJRT_FFI_UserData_Add_Args args{};
  args.context = context.raw();
  args.user_data = {type_id, data};
  return PJRT_CALL_EXTENSION(plugin(), table, user_data_add, args);
}

Status FfiExtension::RegisterHandler(std::string_view target, void* handler, std::string_view platform,
                                     bool command_buffer_compatible) const {
  const auto* table = TableOf<PJRT_FFI_Extension>(*this);
  if (handler == nullptr || target.empty()) {
    return cppjrt::InvalidArgumentError("RegisterHandler: a name and a handler are needed");
  }
  PJRT_FFI_Register_Handler_Args args{};
  args.target_name = target.data();
  args.target_name_size = target.size();
  args.handler = handler;
  args.platform_name = platform.data();
  args.platform_name_size = platform.size();
  args.traits = static_cast<PJRT_FFI_Handler_TraitsBits>(
      command_buffer_compatible ? PJRT_FFI_HANDLER_TRAITS_COMMAND_BUFFER_COMPATIBLE : 0);
  return PJRT_CALL_EXTENSION(plugin(), table, register_handler, args);
}

// --- MemoryDescriptions

namespace {

StatusOr<DeviceMemories> MemoriesOf(const Plugin& plugin, const PJRT_MemoryDescriptions_Extension* table,
                                    PJRT_DeviceDescription* device) {
  PJRT_DeviceDescription_MemoryDescriptions_Args args{};
  args.device_description = device;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin, table, PJRT_DeviceDescription_MemoryDescriptions, args));
  if (args.memory_descriptions == nullptr && args.num_memory_descriptions != 0) {
    return cppjrt::InternalError("the plugin gave no array of memory descriptions");
  }
  DeviceMemories result;
  for (size_t i = 0; i < args.num_memory_descriptions; ++i) {
    PJRT_MemoryDescription_Kind_Args kind{};
    kind.memory_description = args.memory_descriptions[i];
    CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin, table, PJRT_MemoryDescription_Kind, kind));
    result.memories.push_back({detail::Text(kind.kind, kind.kind_size), kind.kind_id});
  }
  if (args.default_memory_index < result.memories.size()) result.default_index = args.default_memory_index;
  return result;
}

}  // namespace

StatusOr<std::vector<DeviceMemories>> MemoryDescriptionsExtension::OfTopology(const Topology& topology) const {
  if (topology.raw() == nullptr) return cppjrt::FailedPreconditionError("the topology is empty (moved from)");
  PJRT_TopologyDescription_GetDeviceDescriptions_Args args{};
  args.topology = topology.raw();
  CPPJRT_RETURN_IF_ERROR(plugin().api().Call(args));
  std::vector<DeviceMemories> result;
  for (size_t i = 0; i < args.num_descriptions; ++i) {
    CPPJRT_ASSIGN_OR_RETURN(
        DeviceMemories memories,
        MemoriesOf(plugin(), TableOf<PJRT_MemoryDescriptions_Extension>(*this), args.descriptions[i]));
    result.push_back(std::move(memories));
  }
  return result;
}

// --- Triton

StatusOr<TritonKernel> TritonExtension::Compile(std::string_view module, const TritonOptions& options) const {
  const auto* table = TableOf<PJRT_Triton_Extension>(*this);
  PJRT_Triton_Compile_Args args{};
  args.module = module.data();
  args.module_size = module.size();
  args.arch_name = options.arch_name.data();
  args.arch_name_size = options.arch_name.size();
  args.num_warps = options.num_warps;
  args.num_ctas = options.num_ctas;
  args.num_stages = options.num_stages;
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), table, compile, args));
  return TritonKernel{detail::Text(args.out_asm, args.out_asm_size), args.out_smem_bytes,
                      detail::Text(args.out_path, args.out_path_size)};
}

// --- Shardings

namespace {

std::vector<std::string> Texts(const char* const* data, const size_t* sizes, size_t count) {
  std::vector<std::string> result;
  // No shardings: null.
  for (size_t i = 0; data != nullptr && sizes != nullptr && i < count; ++i) {
    result.push_back(detail::Text(data[i], sizes[i]));
  }
  return result;
}

}  // namespace

StatusOr<std::vector<std::string>> ShardingsExtension::OfParameters(const Executable& executable) const {
  const auto* table = TableOf<PJRT_Shardings_Extension>(*this);
  PJRT_Shardings_PJRT_Executable_ParameterShardings_Args args{};
  args.executable = executable.raw();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), table, PJRT_Shardings_PJRT_Executable_ParameterShardings, args));
  return Texts(args.shardings, args.sharding_sizes, args.num_parameters);
}

StatusOr<std::vector<std::string>> ShardingsExtension::OfOutputs(const Executable& executable) const {
  const auto* table = TableOf<PJRT_Shardings_Extension>(*this);
  PJRT_Shardings_PJRT_Executable_OutputShardings_Args args{};
  args.executable = executable.raw();
  CPPJRT_RETURN_IF_ERROR(PJRT_CALL_EXTENSION(plugin(), table, PJRT_Shardings_PJRT_Executable_OutputShardings, args));
  return Texts(args.shardings, args.sharding_sizes, args.num_outputs);
}

// --- Callback

namespace {

Status RegisterCallback(const Plugin& plugin, const Extension& extension, const Client& client, PJRT_Callback_Type type,
                        PJRT_Callback_Function* function, void* user_arg) {
  const auto* table = TableOf<PJRT_Callback_Extension>(extension);
  PJRT_Callback_RegisterCallback_Args args{};
  args.client = client.raw();
  args.type = type;
  args.callback = function;
  args.user_arg = user_arg;
  return PJRT_CALL_EXTENSION(plugin, table, register_callback, args);
}

}  // namespace

Status CallbackExtension::OnPrefatal(const Client& client, std::function<void(const Status&)> callback) const {
  using Function = std::function<void(const Status&)>;
  auto owned = std::make_unique<Function>(std::move(callback));
  const auto call = [](void* raw, void* user_arg) {
    detail::PluginCallbackScope scope;
    const auto* args = static_cast<const PJRT_Callback_PrefatalArgs*>(raw);
    const Status error(static_cast<StatusCode>(args->error_code),
                       detail::Text(args->error_message, args->error_message_size));
    detail::Swallow([&] { (*static_cast<Function*>(user_arg))(error); });
  };
  CPPJRT_RETURN_IF_ERROR(RegisterCallback(plugin(), *this, client, PJRT_Callback_Type_Prefatal, call, owned.get()));
  KeepForGood(std::move(owned));
  return Status();
}

Status CallbackExtension::OnSliceFailure(const Client& client, std::function<void(int)> callback) const {
  using Function = std::function<void(int)>;
  auto owned = std::make_unique<Function>(std::move(callback));
  const auto call = [](void* raw, void* user_arg) {
    detail::PluginCallbackScope scope;
    const auto* args = static_cast<const PJRT_Callback_Tpu_SliceBuilderArgs*>(raw);
    detail::Swallow([&] { (*static_cast<Function*>(user_arg))(static_cast<int>(args->failure_type)); });
  };
  CPPJRT_RETURN_IF_ERROR(
      RegisterCallback(plugin(), *this, client, PJRT_Callback_Type_Tpu_SliceBuilder, call, owned.get()));
  KeepForGood(std::move(owned));
  return Status();
}

Status CallbackExtension::InvokePrefatal(const Client& client, const Status& error) const {
  const auto* table = TableOf<PJRT_Callback_Extension>(*this);
  PJRT_Callback_PrefatalArgs told{};
  told.struct_size = sizeof told;
  told.error_code = static_cast<PJRT_Error_Code>(error.code());
  told.error_message = error.message().data();
  told.error_message_size = error.message().size();
  PJRT_Callback_InvokeCallback_Args args{};
  args.client = client.raw();
  args.type = PJRT_Callback_Type_Prefatal;
  args.args = &told;
  return PJRT_CALL_EXTENSION(plugin(), table, invoke_callback, args);
}

}  // namespace v0
}  // namespace pjrt
