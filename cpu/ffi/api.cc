#include "cpu/ffi/api.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "cpu/ffi/objects.h"
#include "cpu/ffi/registry.h"
#include "stablehlo/eval/program.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::ElementType;
using stablehlo::Tensor;

// ---- What FFI 0.4 and 0.5 added to 0.3, whose facts are in abi/

constexpr int kTableMinorVersion = FfiRegistry::kMinorVersion;

struct ErrorDetailsArgs {
  XLA_FFI_Error_GetMessage_Args message;
  XLA_FFI_Error_Code code;  // out
};
constexpr size_t kErrorDetailsSize = offsetof(ErrorDetailsArgs, code) + sizeof(XLA_FFI_Error_Code);

struct FindExtensionArgs {
  size_t struct_size;
  XLA_FFI_Extension_Base* extension_start;
  XLA_FFI_ExecutionContext* ctx;
  int64_t extension_type;
  const void* extension;  // out
};

struct CustomOptionsArgs {
  size_t struct_size;
  XLA_FFI_Extension_Base* extension_start;
  XLA_FFI_ExecutionContext* ctx;
  const XLA_FFI_Attrs* attrs;  // out
};

// With the handler of the record stage.
struct RegisterArgs5 {
  size_t struct_size;
  XLA_FFI_Extension_Base* extension_start;
  XLA_FFI_ByteSpan name;
  XLA_FFI_ByteSpan platform;
  XLA_FFI_Handler_Bundle bundle;
  XLA_FFI_Handler* record;
  XLA_FFI_Handler_Traits traits;
};
constexpr size_t kRegisterArgs5Size = offsetof(RegisterArgs5, traits) + sizeof(XLA_FFI_Handler_Traits);

struct Table {
  XLA_FFI_Api base;
  XLA_FFI_Error* (*find_extension)(FindExtensionArgs* args);
  XLA_FFI_Error* (*custom_options)(CustomOptionsArgs* args);
};

// ---- Entries

// Every entry checks what it is given: handlers are other people's code.
template <typename Args>
XLA_FFI_Error* CheckArgs(const Args* args, size_t least, std::string_view name) {
  if (args == nullptr) return MakeError(InvalidArgumentError(std::string(name) + ": args is null"));
  if (args->struct_size >= least) return nullptr;
  return MakeError(InvalidArgumentError(std::string(name) + ": struct_size is " + std::to_string(args->struct_size) +
                                        ", expected at least " + std::to_string(least)));
}
#define CHECK_ARGS(type)                                                                        \
  do {                                                                                          \
    if (XLA_FFI_Error* bad = CheckArgs(args, type##_Args_STRUCT_SIZE, #type); bad != nullptr) { \
      return bad;                                                                               \
    }                                                                                           \
  } while (false)

XLA_FFI_Error* NoContext(std::string_view name) {
  return MakeError(FailedPreconditionError(std::string(name) + " is only there while a program runs"));
}

std::string_view Text(const XLA_FFI_ByteSpan& span) { return {span.ptr, span.ptr == nullptr ? 0 : span.len}; }

XLA_FFI_Error* ErrorCreate(XLA_FFI_Error_Create_Args* args) {
  CHECK_ARGS(XLA_FFI_Error_Create);
  const char* message = args->message == nullptr ? "" : args->message;
  const int code = static_cast<int>(args->errc);
  return MakeError(Status(code >= 1 && code <= 16 ? static_cast<StatusCode>(code) : StatusCode::kUnknown, message));
}

void ErrorGetMessage(XLA_FFI_Error_GetMessage_Args* args) {
  if (args == nullptr || args->struct_size < XLA_FFI_Error_GetMessage_Args_STRUCT_SIZE) return;
  // An error owns its message as a string, which ends with a zero.
  args->message = args->error == nullptr ? "" : args->error->status.message().data();
  if (args->struct_size < kErrorDetailsSize) return;
  const StatusCode code = args->error == nullptr ? StatusCode::kOk : args->error->status.code();
  reinterpret_cast<ErrorDetailsArgs*>(args)->code = static_cast<XLA_FFI_Error_Code>(code);
}

void ErrorDestroy(XLA_FFI_Error_Destroy_Args* args) {
  if (args != nullptr && args->struct_size >= XLA_FFI_Error_Destroy_Args_STRUCT_SIZE) delete args->error;
}

XLA_FFI_Error* HandlerRegister(XLA_FFI_Handler_Register_Args* args) {
  CHECK_ARGS(XLA_FFI_Handler_Register);
  const XLA_FFI_Handler_Bundle& bundle = args->bundle;
  const bool has_record = args->struct_size >= kRegisterArgs5Size;
  const XLA_FFI_Handler_Traits traits = has_record ? reinterpret_cast<RegisterArgs5*>(args)->traits : args->traits;
  return MakeError(
      FfiRegistry::Global().Register(Text(args->name), Text(args->platform),
                                     {bundle.instantiate, bundle.prepare, bundle.initialize, bundle.execute}, traits));
}

XLA_FFI_Error* StreamGet(XLA_FFI_Stream_Get_Args* args) {
  CHECK_ARGS(XLA_FFI_Stream_Get);
  args->stream = nullptr;
  return MakeError(UnimplementedError("a CPU has no stream; take the stream out of the handler's binding"));
}

XLA_FFI_Error* TypeRegister(XLA_FFI_Type_Register_Args* args) {
  CHECK_ARGS(XLA_FFI_Type_Register);
  if (args->type_id == nullptr) return MakeError(InvalidArgumentError("XLA_FFI_Type_Register: type_id is null"));
  const FfiDeleter deleter = args->type_info == nullptr ? nullptr : args->type_info->deleter;
  StatusOr<int64_t> id = FfiRegistry::Global().RegisterType(Text(args->name), args->type_id->type_id, deleter);
  if (!id.ok()) return MakeError(id.status());
  args->type_id->type_id = *id;
  return nullptr;
}

XLA_FFI_Error* ExecutionContextGet(XLA_FFI_ExecutionContext_Get_Args* args) {
  CHECK_ARGS(XLA_FFI_ExecutionContext_Get);
  if (args->ctx == nullptr || args->ctx->run == nullptr) return NoContext("user data");
  if (args->type_id == nullptr) return MakeError(InvalidArgumentError("XLA_FFI_ExecutionContext_Get: type_id is null"));
  const auto it = args->ctx->run->user_data.find(args->type_id->type_id);
  if (it == args->ctx->run->user_data.end()) {
    return MakeError(NotFoundError("the execute context of this run has no user data of type id " +
                                   std::to_string(args->type_id->type_id)));
  }
  args->data = it->second;
  return nullptr;
}

// Arguments of XLA_FFI_State_Set and _Get before FFI 0.3: only what instantiate left.
struct OldStateArgs {
  size_t struct_size;
  XLA_FFI_Extension_Base* extension_start;
  XLA_FFI_ExecutionContext* ctx;
  XLA_FFI_TypeId* type_id;
  void* state;
};

XLA_FFI_Error* SetState(XLA_FFI_ExecutionContext* ctx, size_t stage, const XLA_FFI_TypeId* type_id, void* object) {
  FfiState* state = ctx == nullptr || stage >= kFfiStages ? nullptr : ctx->states[stage];
  if (state == nullptr) return MakeError(FailedPreconditionError("state can only be set by the stage that runs"));
  if (type_id == nullptr || object == nullptr) {
    return MakeError(InvalidArgumentError("XLA_FFI_State_Set: type_id or state is null"));
  }
  if (state->has_value()) return MakeError(FailedPreconditionError("the state of this stage is set already"));
  const int64_t id = type_id->type_id;
  FfiDeleter deleter = ctx->registry->DeleterOf(id);
  if (deleter == nullptr) deleter = FfiRegistry::Global().DeleterOf(id);
  if (deleter == nullptr) {
    return MakeError(NotFoundError("type id " + std::to_string(id) + " of a state is not registered with a deleter"));
  }
  state->Set(id, object, deleter);
  return nullptr;
}

XLA_FFI_Error* GetState(XLA_FFI_ExecutionContext* ctx, size_t stage, const XLA_FFI_TypeId* type_id, void** object) {
  const FfiState* state = ctx == nullptr || stage >= kFfiStages ? nullptr : ctx->states[stage];
  if (state == nullptr || !state->has_value()) return MakeError(NotFoundError("no state was set by that stage"));
  if (type_id == nullptr || type_id->type_id != state->type_id()) {
    return MakeError(InvalidArgumentError("the state has type id " + std::to_string(state->type_id()) +
                                          ", another one is asked for"));
  }
  *object = state->object();
  return nullptr;
}

XLA_FFI_Error* StateSet(XLA_FFI_State_Set_Args* args) {
  if (XLA_FFI_Error* bad = CheckArgs(args, sizeof(OldStateArgs), "XLA_FFI_State_Set")) return bad;
  if (args->struct_size >= XLA_FFI_State_Set_Args_STRUCT_SIZE) {
    return SetState(args->ctx, static_cast<size_t>(args->stage), args->type_id, args->state);
  }
  const auto* old = reinterpret_cast<OldStateArgs*>(args);
  return SetState(old->ctx, XLA_FFI_ExecutionStage_INSTANTIATE, old->type_id, old->state);
}

XLA_FFI_Error* StateGet(XLA_FFI_State_Get_Args* args) {
  if (XLA_FFI_Error* bad = CheckArgs(args, sizeof(OldStateArgs), "XLA_FFI_State_Get")) return bad;
  if (args->struct_size >= XLA_FFI_State_Get_Args_STRUCT_SIZE) {
    return GetState(args->ctx, static_cast<size_t>(args->stage), args->type_id, &args->state);
  }
  auto* old = reinterpret_cast<OldStateArgs*>(args);
  return GetState(old->ctx, XLA_FFI_ExecutionStage_INSTANTIATE, old->type_id, &old->state);
}

XLA_FFI_Error* DeviceMemoryAllocate(XLA_FFI_DeviceMemory_Allocate_Args* args) {
  CHECK_ARGS(XLA_FFI_DeviceMemory_Allocate);
  if (args->ctx == nullptr || args->ctx->call == nullptr) return NoContext("scratch memory");
  if (args->alignment > stablehlo::MemoryAllocator::kAlignment) {
    return MakeError(InvalidArgumentError("scratch memory is aligned to " +
                                          std::to_string(stablehlo::MemoryAllocator::kAlignment) +
                                          " bytes, asked for " + std::to_string(args->alignment)));
  }
  if (args->size > static_cast<size_t>(INT64_MAX))
    return MakeError(ResourceExhaustedError("scratch memory is too large"));
  const std::lock_guard lock(args->ctx->mutex);
  StatusOr<Tensor> memory = args->ctx->call->Allocate(ElementType::kUI8, {static_cast<int64_t>(args->size)});
  if (!memory.ok()) return MakeError(memory.status());
  args->data = memory->mutable_bytes();
  args->ctx->scratch.insert_or_assign(args->data, std::move(*memory));
  return nullptr;
}

XLA_FFI_Error* DeviceMemoryFree(XLA_FFI_DeviceMemory_Free_Args* args) {
  CHECK_ARGS(XLA_FFI_DeviceMemory_Free);
  if (args->ctx == nullptr) return NoContext("scratch memory");
  const std::lock_guard lock(args->ctx->mutex);
  if (args->ctx->scratch.erase(args->data) == 1) return nullptr;
  return MakeError(InvalidArgumentError("memory to be freed is no scratch memory of this call"));
}

XLA_FFI_Error* ThreadPoolSchedule(XLA_FFI_ThreadPool_Schedule_Args* args) {
  CHECK_ARGS(XLA_FFI_ThreadPool_Schedule);
  if (args->ctx == nullptr || args->ctx->call == nullptr) return NoContext("the thread pool");
  if (args->task == nullptr) return MakeError(InvalidArgumentError("XLA_FFI_ThreadPool_Schedule: task is null"));
  args->ctx->tasks->Push(args->task, args->data);
  args->ctx->call->pool().Schedule([tasks = args->ctx->tasks] { tasks->RunOne(); });
  return nullptr;
}

XLA_FFI_Error* ThreadPoolNumThreads(XLA_FFI_ThreadPool_NumThreads_Args* args) {
  CHECK_ARGS(XLA_FFI_ThreadPool_NumThreads);
  if (args->ctx == nullptr || args->ctx->call == nullptr) return NoContext("the thread pool");
  if (args->num_threads == nullptr) return MakeError(InvalidArgumentError("num_threads is null"));
  *args->num_threads = args->ctx->call->pool().num_threads();
  return nullptr;
}

XLA_FFI_Error* FutureCreate(XLA_FFI_Future_Create_Args* args) {
  // Its size in the facts does not count the result.
  if (XLA_FFI_Error* bad = CheckArgs(args, XLA_FFI_Future_Create_Args_STRUCT_SIZE, "XLA_FFI_Future_Create")) return bad;
  args->future = new XLA_FFI_Future;
  return nullptr;
}

XLA_FFI_Error* FutureSetAvailable(XLA_FFI_Future_SetAvailable_Args* args) {
  CHECK_ARGS(XLA_FFI_Future_SetAvailable);
  return MakeError(FinishFuture(args->future, OkStatus()));
}

XLA_FFI_Error* FutureSetError(XLA_FFI_Future_SetError_Args* args) {
  CHECK_ARGS(XLA_FFI_Future_SetError);
  Status status = TakeError(args->error);
  if (status.ok()) status = UnknownError("a handler set an error that is none");
  return MakeError(FinishFuture(args->future, std::move(status)));
}

XLA_FFI_Error* RunIdGet(XLA_FFI_RunId_Get_Args* args) {
  CHECK_ARGS(XLA_FFI_RunId_Get);
  if (args->ctx == nullptr || args->ctx->call == nullptr) return NoContext("the run id");
  args->run_id = args->ctx->run == nullptr ? 0 : args->ctx->run->run_id;
  return nullptr;
}

XLA_FFI_Error* DeviceOrdinalGet(XLA_FFI_DeviceOrdinal_Get_Args* args) {
  CHECK_ARGS(XLA_FFI_DeviceOrdinal_Get);
  if (args->ctx == nullptr || args->ctx->call == nullptr) return NoContext("the device ordinal");
  args->device_ordinal = args->ctx->run == nullptr ? 0 : args->ctx->run->device_ordinal;
  return nullptr;
}

XLA_FFI_Error* FindExtension(FindExtensionArgs* args) {
  if (XLA_FFI_Error* bad = CheckArgs(args, sizeof(FindExtensionArgs), "XLA_FFI_InvokeContext_FindExtension"))
    return bad;
  args->extension = nullptr;
  return nullptr;
}

XLA_FFI_Error* CustomOptions(CustomOptionsArgs* args) {
  static const XLA_FFI_Attrs kNone = {XLA_FFI_Attrs_STRUCT_SIZE, nullptr, 0, nullptr, nullptr, nullptr};
  if (XLA_FFI_Error* bad = CheckArgs(args, sizeof(CustomOptionsArgs), "XLA_FFI_CustomOptions_Get")) return bad;
  args->attrs = &kNone;
  return nullptr;
}

constexpr Table kTable = {
    .base =
        {
            .struct_size = sizeof(Table),
            .extension_start = nullptr,
            .api_version = {XLA_FFI_Api_Version_STRUCT_SIZE, nullptr, XLA_FFI_API_MAJOR, kTableMinorVersion},
            .internal_api = nullptr,
            .XLA_FFI_Error_Create = ErrorCreate,
            .XLA_FFI_Error_GetMessage = ErrorGetMessage,
            .XLA_FFI_Error_Destroy = ErrorDestroy,
            .XLA_FFI_Handler_Register = HandlerRegister,
            .XLA_FFI_Stream_Get = StreamGet,
            .XLA_FFI_Type_Register = TypeRegister,
            .XLA_FFI_ExecutionContext_Get = ExecutionContextGet,
            .XLA_FFI_State_Set = StateSet,
            .XLA_FFI_State_Get = StateGet,
            .XLA_FFI_DeviceMemory_Allocate = DeviceMemoryAllocate,
            .XLA_FFI_DeviceMemory_Free = DeviceMemoryFree,
            .XLA_FFI_ThreadPool_Schedule = ThreadPoolSchedule,
            .XLA_FFI_ThreadPool_NumThreads = ThreadPoolNumThreads,
            .XLA_FFI_Future_Create = FutureCreate,
            .XLA_FFI_Future_SetAvailable = FutureSetAvailable,
            .XLA_FFI_Future_SetError = FutureSetError,
            .XLA_FFI_RunId_Get = RunIdGet,
            .XLA_FFI_DeviceOrdinal_Get = DeviceOrdinalGet,
        },
    .find_extension = FindExtension,
    .custom_options = CustomOptions,
};

}  // namespace

const XLA_FFI_Api* FfiApi() { return &kTable.base; }

}  // namespace cppjrt::cpu
