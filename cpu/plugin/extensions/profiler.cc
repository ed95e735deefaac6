// Profiling sessions. They record nothing yet: what they give is an XSpace without planes, which profilers that collect
// from several plugins merge with those of others.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "cpu/plugin/entry.h"
#include "cpu/plugin/error.h"
#include "cpu/plugin/extensions/extensions.h"
#include "cpu/plugin/handle.h"
#include "pjrt/abi/pjrt_c_api_profiler_extension.h"

struct PLUGIN_Profiler {
  bool running = false;
};

namespace cppjrt::cpu {
namespace {

using Profilers = Handles<PLUGIN_Profiler>;

// Errors of the profiler are the plugin's under another name.
PLUGIN_Profiler_Error* ToProfiler(PJRT_Error* error) { return reinterpret_cast<PLUGIN_Profiler_Error*>(error); }
PJRT_Error* ToPlugin(const PLUGIN_Profiler_Error* error) {
  return reinterpret_cast<PJRT_Error*>(const_cast<PLUGIN_Profiler_Error*>(error));
}

// The sizes of these structs are not looked at: XLA's tracer (of jaxlib 0.12) leaves that of Stop's unset, and none has grown.
template <class Args, Status (*serve)(Args&)>
PLUGIN_Profiler_Error* Call(Args* args) noexcept {
  try {
    if (args == nullptr) return ToProfiler(NewError(InvalidArgumentError("the argument struct is null")));
    Status status = serve(*args);
    return status.ok() ? nullptr : ToProfiler(NewError(std::move(status)));
  } catch (...) {
    return ToProfiler(NewError(StatusOfException()));
  }
}

Status Create(PLUGIN_Profiler_Create_Args& args) {
  args.profiler = Profilers::New();
  return OkStatus();
}

Status Destroy(PLUGIN_Profiler_Destroy_Args& args) { return Profilers::Delete(args.profiler, "profiler"); }

Status Start(PLUGIN_Profiler_Start_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Profilers::Check(args.profiler, "profiler"));
  if (args.profiler->running) return FailedPreconditionError("the profiler is running already");
  args.profiler->running = true;
  return OkStatus();
}

Status Stop(PLUGIN_Profiler_Stop_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Profilers::Check(args.profiler, "profiler"));
  if (!args.profiler->running) return FailedPreconditionError("the profiler is not running");
  args.profiler->running = false;
  return OkStatus();
}

Status CollectData(PLUGIN_Profiler_CollectData_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Profilers::Check(args.profiler, "profiler"));
  args.buffer_size_in_bytes = 0;
  return OkStatus();
}

Status Consume(PLUGIN_Profiler_Consume_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Profilers::Check(args.profiler, "profiler"));
  args.result = nullptr;
  return OkStatus();
}

Status SerializeResult(PLUGIN_Profiler_Serialize_Args& args) {
  static constexpr uint8_t kNothing = 0;
  args.serialized_bytes = &kNothing;
  args.serialized_size = 0;
  return OkStatus();
}

void ErrorDestroy(PLUGIN_Profiler_Error_Destroy_Args* args) {
  if (args != nullptr) DeleteError(ToPlugin(args->error));
}

void ErrorMessage(PLUGIN_Profiler_Error_Message_Args* args) {
  if (args == nullptr) return;
  PJRT_Error_Message_Args message = {};
  message.error = ToPlugin(args->error);
  static_cast<void>(Serve(message).ok());
  args->message = message.message;
  args->message_size = message.message_size;
}

Status ErrorCode(PLUGIN_Profiler_Error_GetCode_Args& args) {
  args.code = static_cast<int>(StatusOfError(ToPlugin(args.error)).code());
  return OkStatus();
}

// XLA's tracer takes a table of its own size and of no other, and crashes later if it was another: jaxlib up to 0.10 has one without
// `consume` and what follows. Who loads the plugin for such a caller says so in the environment.
size_t TableSize() {
  const char* const wanted = std::getenv("CPPJRT_CPU_PROFILER_TABLE");
  const bool without_consume = wanted != nullptr && std::string_view(wanted) == "80";
  return without_consume ? offsetof(PLUGIN_Profiler_Api, consume) : size_t{PLUGIN_Profiler_Api_STRUCT_SIZE};
}

PLUGIN_Profiler_Api g_api = {
    .struct_size = TableSize(),
    .priv = nullptr,
    .error_destroy = &ErrorDestroy,
    .error_message = &ErrorMessage,
    .error_get_code = &Call<PLUGIN_Profiler_Error_GetCode_Args, &ErrorCode>,
    .create = &Call<PLUGIN_Profiler_Create_Args, &Create>,
    .destroy = &Call<PLUGIN_Profiler_Destroy_Args, &Destroy>,
    .start = &Call<PLUGIN_Profiler_Start_Args, &Start>,
    .stop = &Call<PLUGIN_Profiler_Stop_Args, &Stop>,
    .collect_data = &Call<PLUGIN_Profiler_CollectData_Args, &CollectData>,
    .consume = &Call<PLUGIN_Profiler_Consume_Args, &Consume>,
    .consume_result_destroy = [](PLUGIN_Profiler_ConsumeResult_Destroy_Args*) {},
    .serialize = &Call<PLUGIN_Profiler_Serialize_Args, &SerializeResult>,
};

}  // namespace

PJRT_Extension_Base& ProfilerExtension() {
  static PJRT_Profiler_Extension extension = {
      .base = {PJRT_Profiler_Extension_STRUCT_SIZE, PJRT_Extension_Type_Profiler, nullptr},
      .profiler_api = &g_api,
      .traceme_context_id = 0,
  };
  return extension.base;
}

}  // namespace cppjrt::cpu
