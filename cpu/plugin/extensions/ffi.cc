// XLA's typed FFI: handlers of custom calls, their types, and data for them.
#include "cpu/ffi/registry.h"
#include "cpu/plugin/context.h"
#include "cpu/plugin/entry.h"
#include "cpu/plugin/extensions/extensions.h"
#include "pjrt/abi/pjrt_c_api_ffi_extension.h"

namespace cppjrt::cpu {
namespace {

// A type_id of 0 asks for one.
Status RegisterType(PJRT_FFI_Type_Register_Args& args) {
  CPPJRT_REQUIRE(args.type_name != nullptr && args.type_name_size > 0, "type_name is empty");
  const FfiDeleter deleter = args.type_info == nullptr ? nullptr : args.type_info->deleter;
  CPPJRT_ASSIGN_OR_RETURN(args.type_id, FfiRegistry::Global().RegisterType(View(args.type_name, args.type_name_size),
                                                                           args.type_id, deleter));
  return OkStatus();
}

Status AddUserData(PJRT_FFI_UserData_Add_Args& args) {
  CPPJRT_RETURN_IF_ERROR(ExecuteContexts::Check(args.context, "context"));
  const auto [entry, added] = args.context->ffi.user_data.emplace(args.user_data.type_id, args.user_data.data);
  if (!added) {
    return AlreadyExistsError("the context has user data of type " + std::to_string(args.user_data.type_id) +
                              " already");
  }
  return OkStatus();
}

// The handler runs in the execute stage.
Status RegisterHandler(PJRT_FFI_Register_Handler_Args& args) {
  CPPJRT_REQUIRE(args.handler != nullptr, "handler is null");
  FfiBundle bundle;
  bundle.execute = reinterpret_cast<XLA_FFI_Handler*>(args.handler);
  return FfiRegistry::Global().Register(View(args.target_name, args.target_name_size),
                                        View(args.platform_name, args.platform_name_size), bundle,
                                        static_cast<XLA_FFI_Handler_Traits>(args.traits));
}

}  // namespace

PJRT_Extension_Base& FfiExtension() {
  static PJRT_FFI_Extension extension = {
      .base = {PJRT_FFI_Extension_STRUCT_SIZE, PJRT_Extension_Type_FFI, nullptr},
      .type_register = &Entry<PJRT_FFI_Type_Register_Args, &RegisterType>::Call,
      .user_data_add = &Entry<PJRT_FFI_UserData_Add_Args, &AddUserData>::Call,
      .register_handler = &Entry<PJRT_FFI_Register_Handler_Args, &RegisterHandler>::Call,
  };
  return extension.base;
}

}  // namespace cppjrt::cpu
