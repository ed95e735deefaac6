#include "conform/checks/ffi_setup.h"

#include <cstring>

namespace cppjrt::conform {
namespace {

StatusOr<std::string> HandlerPlatform(const Session& session) {
  auto args = session.api().Make<PJRT_Client_PlatformName_Args>();
  args.client = session.client();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  const std::string name(args.platform_name, args.platform_name_size);
  return name == "cpu" ? "Host" : name == "cuda" ? "CUDA" : name == "rocm" ? "ROCM" : name;
}

}  // namespace

StatusOr<const PJRT_FFI_Extension*> FfiExtensionOf(const Api& api) {
  const auto* base = api.FindExtension(PJRT_Extension_Type_FFI, sizeof(PJRT_FFI_Extension));
  if (base == nullptr) return Absent("the plugin has no FFI extension");
  return reinterpret_cast<const PJRT_FFI_Extension*>(base);
}

StatusOr<Session> HostSession(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const std::string platform, HandlerPlatform(session));
  if (platform != "Host") return Absent("handlers of this check run on CPUs only");
  return session;
}

Status RegisterFfiHandler(const Session& session, const char* target, XLA_FFI_Handler* handler) {
  CPPJRT_ASSIGN_OR_RETURN(const PJRT_FFI_Extension* const extension, FfiExtensionOf(session.api()));
  CPPJRT_ASSIGN_OR_RETURN(const std::string platform, HandlerPlatform(session));
  PJRT_FFI_Register_Handler_Args args = {};
  args.struct_size = PJRT_FFI_Register_Handler_Args_STRUCT_SIZE;
  args.target_name = target;
  args.target_name_size = std::strlen(target);
  args.handler = reinterpret_cast<void*>(handler);
  args.platform_name = platform.data();
  args.platform_name_size = platform.size();
  return CallExtension(session.api(), "PJRT_FFI_Register_Handler", extension->register_handler, args);
}

XLA_FFI_Error* FfiError(const XLA_FFI_CallFrame* frame, const char* message) {
  XLA_FFI_Error_Create_Args args = {};
  args.struct_size = sizeof args;
  args.message = message;
  args.errc = XLA_FFI_Error_Code_FAILED_PRECONDITION;
  return frame->api->XLA_FFI_Error_Create(&args);
}

std::string CallProgram(const std::string& target, const std::string& config) {
  return "module @custom {\n  func.func public @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n    %0 = "
         "stablehlo.custom_call @" +
         target + "(%a) {api_version = 4 : i32, backend_config = " + config +
         "} : (tensor<4xf32>) -> tensor<4xf32>\n    return %0 : tensor<4xf32>\n  }\n}";
}

}  // namespace cppjrt::conform
