// Profiling sessions: what the kernels, library calls and programs of this process do while one runs, as an XSpace (xspace.h),
// which profilers that collect from several plugins merge with those of others.
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "base/trace.h"
#include "cpu/plugin/entry.h"
#include "cpu/plugin/error.h"
#include "cpu/plugin/extensions/extensions.h"
#include "cpu/plugin/extensions/xspace.h"
#include "cpu/plugin/handle.h"
#include "pjrt/abi/pjrt_c_api_profiler_extension.h"

// Not for several threads at a time, as the tracers that use it.
struct PLUGIN_Profiler {
  ~PLUGIN_Profiler() {
    if (running) cppjrt::Trace::Stop();
  }
  bool running = false;
  std::string record;  // of the last recording
};

struct PLUGIN_Profiler_ConsumeResult {
  std::string record;
};

namespace cppjrt::cpu {
namespace {

using Profilers = Handles<PLUGIN_Profiler>;
using Records = Handles<PLUGIN_Profiler_ConsumeResult>;

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
  CPPJRT_RETURN_IF_ERROR(Trace::Start());
  args.profiler->running = true;
  args.profiler->record.clear();
  return OkStatus();
}

Status Stop(PLUGIN_Profiler_Stop_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Profilers::Check(args.profiler, "profiler"));
  if (!args.profiler->running) return FailedPreconditionError("the profiler is not running");
  args.profiler->running = false;
  const int64_t start_time = Trace::start_time();
  args.profiler->record = XSpaceOf(Trace::Stop(), start_time);
  return OkStatus();
}

Status CollectData(PLUGIN_Profiler_CollectData_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Profilers::Check(args.profiler, "profiler"));
  std::string& record = args.profiler->record;
  // XLA's tracer calls once, without memory, and reads ours, which is there until the next session.
  if (args.buffer == nullptr) {
    args.buffer = record.empty() ? nullptr : reinterpret_cast<uint8_t*>(record.data());
    args.buffer_size_in_bytes = record.size();
    return OkStatus();
  }
  if (args.buffer_size_in_bytes < record.size()) {
    return InvalidArgumentError("a buffer of " + std::to_string(args.buffer_size_in_bytes) + " bytes is given for " +
                                std::to_string(record.size()));
  }
  std::memcpy(args.buffer, record.data(), record.size());
  args.buffer_size_in_bytes = record.size();
  return OkStatus();
}

Status Consume(PLUGIN_Profiler_Consume_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Profilers::Check(args.profiler, "profiler"));
  args.result = Records::New(std::exchange(args.profiler->record, {}));
  return OkStatus();
}

Status SerializeResult(PLUGIN_Profiler_Serialize_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Records::Check(args.consume_result, "consumed record"));
  const std::string& record = args.consume_result->record;
  args.serialized_bytes = reinterpret_cast<const uint8_t*>(record.data());
  args.serialized_size = record.size();
  return OkStatus();
}

void DestroyResult(PLUGIN_Profiler_ConsumeResult_Destroy_Args* args) noexcept {
  if (args != nullptr) static_cast<void>(Records::Delete(args->consume_result, "consumed record").ok());
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

PLUGIN_Profiler_Api g_api = {
    .struct_size = PLUGIN_Profiler_Api_STRUCT_SIZE,
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
    .consume_result_destroy = &DestroyResult,
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
