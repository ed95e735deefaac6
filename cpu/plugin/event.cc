#include "cpu/plugin/event.h"

#include <string>

#include "cpu/plugin/entry.h"

namespace cppjrt::cpu {
namespace {

Status Check(const PJRT_Event* event) { return Events::Check(event, "event"); }

}  // namespace

Status Serve(PJRT_Event_Destroy_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.event));
  // Nobody may wait for ever; does nothing to an event that was set.
  const CompletionRef unset = args.event->settable ? args.event->completion : nullptr;
  CPPJRT_RETURN_IF_ERROR(Events::Delete(args.event, "event"));
  if (!IsDone(unset)) unset->Complete(CancelledError("the event was destroyed before it was set"));
  return OkStatus();
}

Status Serve(PJRT_Event_IsReady_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.event));
  args.is_ready = IsDone(args.event->completion);
  return OkStatus();
}

Status Serve(PJRT_Event_Error_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.event));
  if (args.event->completion == nullptr) return OkStatus();
  if (!args.event->completion->done()) return FailedPreconditionError("the event is not ready; await it first");
  return args.event->completion->status();
}

Status Serve(PJRT_Event_Await_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.event));
  // A share of its own, as another thread may destroy the handle meanwhile.
  const CompletionRef completion = args.event->completion;
  return completion == nullptr ? OkStatus() : completion->Wait();
}

Status Serve(PJRT_Event_OnReady_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.event));
  CPPJRT_REQUIRE(args.callback != nullptr, "callback is null");
  const CompletionRef completion = args.event->completion;
  if (completion == nullptr) {
    args.callback(nullptr, args.user_arg);
    return OkStatus();
  }
  completion->Then([callback = args.callback, user_arg = args.user_arg](const Status& status) {
    callback(status.ok() ? nullptr : NewError(status), user_arg);
  });
  return OkStatus();
}

Status Serve(PJRT_Event_Create_Args& args) {
  args.event = Events::New(MakeRef<Completion>(), true);
  return OkStatus();
}

Status Serve(PJRT_Event_Set_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.event));
  CPPJRT_REQUIRE(args.event->settable, "the event was not made by PJRT_Event_Create");
  const CompletionRef completion = args.event->completion;
  const bool first = completion->Complete(MakeStatus(args.error_code, args.error_message, args.error_message_size));
  if (!first) return FailedPreconditionError("the event was set before");
  return OkStatus();
}

}  // namespace cppjrt::cpu
