#include "pjrt/extensions/profiler.h"

#include <vector>

#include "client/c_text.h"
#include "client/extensions/extension_call.h"
#include "pjrt/abi/pjrt_c_api_profiler_extension.h"

namespace pjrt {
inline namespace v0 {
namespace {

// The profiler's own table; null if the extension is too short for it or has none.
const PLUGIN_Profiler_Api* Table(const Extension& extension) {
  return PJRT_ENTRY(detail::TableOf<PJRT_Profiler_Extension>(extension), profiler_api);
}

// The profiler has its own error objects.
Status TakeError(const PLUGIN_Profiler_Api& api, PLUGIN_Profiler_Error* error) {
  std::string text = "the profiler failed without a message";
  if (api.error_message != nullptr) {
    PLUGIN_Profiler_Error_Message_Args message{};
    message.struct_size = sizeof message;
    message.error = error;
    api.error_message(&message);
    text = detail::Text(message.message, message.message_size);
  }
  StatusCode code = StatusCode::kUnknown;
  if (api.error_get_code != nullptr) {
    PLUGIN_Profiler_Error_GetCode_Args args{};
    args.struct_size = sizeof args;
    args.error = error;
    if (api.error_get_code(&args) == nullptr && args.code >= 1 && args.code <= 16) {
      code = static_cast<StatusCode>(args.code);
    }
  }
  if (api.error_destroy != nullptr) {
    PLUGIN_Profiler_Error_Destroy_Args destroy{};
    destroy.struct_size = sizeof destroy;
    destroy.error = error;
    api.error_destroy(&destroy);
  }
  return Status(code, std::move(text));
}

template <class Function, class Args>
Status Call(const Extension& extension, const char* name, Function PLUGIN_Profiler_Api::* member, Args& args) {
  const PLUGIN_Profiler_Api* api = Table(extension);
  const Function function = api == nullptr ? nullptr : api->*member;
  if (function == nullptr) return detail::MissingEntry(extension.plugin(), name);
  args.struct_size = sizeof(Args);
  return detail::Guarded(name, [&]() -> Status {
    PLUGIN_Profiler_Error* error = function(&args);
    return error == nullptr ? Status() : TakeError(*api, error).WithContext(name);
  });
}

}  // namespace

StatusOr<ProfilerSession> ProfilerExtension::Create(std::string_view options) const {
  PLUGIN_Profiler_Create_Args args{};
  args.options = options.data();
  args.options_size = options.size();
  CPPJRT_RETURN_IF_ERROR(Call(*this, "PLUGIN_Profiler_Create", &PLUGIN_Profiler_Api::create, args));
  if (args.profiler == nullptr) return cppjrt::InternalError("the plugin returned no profiler");
  return ProfilerSession(*this, args.profiler);
}

ProfilerSession::~ProfilerSession() {
  if (raw_ == nullptr) return;
  PLUGIN_Profiler_Destroy_Args args{};
  args.profiler = raw_;
  static_cast<void>(Call(extension_, "PLUGIN_Profiler_Destroy", &PLUGIN_Profiler_Api::destroy, args).ok());
}

Status ProfilerSession::Start() {
  PLUGIN_Profiler_Start_Args args{};
  args.profiler = raw_;
  return Call(extension_, "PLUGIN_Profiler_Start", &PLUGIN_Profiler_Api::start, args);
}

Status ProfilerSession::Stop() {
  PLUGIN_Profiler_Stop_Args args{};
  args.profiler = raw_;
  return Call(extension_, "PLUGIN_Profiler_Stop", &PLUGIN_Profiler_Api::stop, args);
}

// Once to learn the size, once for the bytes.
StatusOr<std::string> ProfilerSession::Collect() {
  PLUGIN_Profiler_CollectData_Args args{};
  args.profiler = raw_;
  CPPJRT_RETURN_IF_ERROR(Call(extension_, "PLUGIN_Profiler_CollectData", &PLUGIN_Profiler_Api::collect_data, args));
  if (args.buffer_size_in_bytes == 0) return std::string();
  std::string bytes(args.buffer_size_in_bytes, '\0');
  args.buffer = reinterpret_cast<uint8_t*>(bytes.data());
  CPPJRT_RETURN_IF_ERROR(Call(extension_, "PLUGIN_Profiler_CollectData", &PLUGIN_Profiler_Api::collect_data, args));
  return bytes;
}

}  // namespace v0
}  // namespace pjrt
