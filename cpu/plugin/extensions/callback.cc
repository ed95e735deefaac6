// Callbacks that a client keeps for others to invoke.
#include <vector>

#include "cpu/plugin/client.h"
#include "cpu/plugin/entry.h"
#include "cpu/plugin/extensions/extensions.h"
#include "pjrt/abi/pjrt_c_api_callback_extension.h"

namespace cppjrt::cpu {
namespace {

Status CheckType(PJRT_Callback_Type type) {
  if (type == PJRT_Callback_Type_Prefatal) return OkStatus();
  if (type == PJRT_Callback_Type_Tpu_SliceBuilder)
    return UnimplementedError("callbacks about slices of a TPU: this is a CPU");
  return InvalidArgumentError("callback type " + std::to_string(type) + " does not exist");
}

// A fatal error is what this plugin never has, but others may invoke the callbacks for one.
Status Register(PJRT_Callback_RegisterCallback_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  CPPJRT_RETURN_IF_ERROR(CheckType(args.type));
  CPPJRT_REQUIRE(args.callback != nullptr, "callback is null");
  const std::lock_guard lock(args.client->mutex);
  args.client->callbacks.push_back({args.type, args.callback, args.user_arg});
  return OkStatus();
}

Status Invoke(PJRT_Callback_InvokeCallback_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  CPPJRT_RETURN_IF_ERROR(CheckType(args.type));
  std::vector<PJRT_Client::Callback> callbacks;
  {
    const std::lock_guard lock(args.client->mutex);
    callbacks = args.client->callbacks;
  }
  for (const PJRT_Client::Callback& callback : callbacks) {
    if (callback.type == args.type) callback.function(args.args, callback.user_arg);
  }
  return OkStatus();
}

}  // namespace

PJRT_Extension_Base& CallbackExtension() {
  static PJRT_Callback_Extension extension = {
      .base = {PJRT_Callback_Extension_STRUCT_SIZE, PJRT_Extension_Type_Callback, nullptr},
      .register_callback = &Entry<PJRT_Callback_RegisterCallback_Args, &Register>::Call,
      .invoke_callback = &Entry<PJRT_Callback_InvokeCallback_Args, &Invoke>::Call,
  };
  return extension.base;
}

}  // namespace cppjrt::cpu
