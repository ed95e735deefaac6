#include <memory>
#include <utility>

#include "client/api.h"
#include "client/guard.h"
#include "client/trace.h"
#include "pjrt/event.h"

namespace pjrt {
inline namespace v0 {
namespace detail {
namespace {

// Work whose end is to be written; lives until the plugin calls back.
struct Pending {
  const Api* api;
  std::string_view category;
  std::string name;
  uint64_t id;
};

void OnEnd(PJRT_Error* error, void* user_arg) {
  PluginCallbackScope scope;
  const std::unique_ptr<Pending> pending(static_cast<Pending*>(user_arg));
  const Status status = error == nullptr ? Status() : pending->api->TakeError(error);
  Swallow([&] { WriteEnd(pending->category, pending->name, pending->id, status); });
}

// A second callback on an event that is the caller's.
void Follow(const Api& api, const TracedWork& work, uint64_t id) {
  auto pending = std::make_unique<Pending>(Pending{&api, work.category, work.name, id});
  PJRT_Event_OnReady_Args args{};
  args.event = work.event;
  args.user_arg = pending.get();
  args.callback = OnEnd;
  if (api.Invoke(args).ok()) static_cast<void>(pending.release());
}

// The ready event of a buffer, which is the trace's own.
void FollowBuffer(const Api& api, const TracedWork& work, uint64_t id) {
  PJRT_Buffer_ReadyEvent_Args args{};
  args.buffer = work.ready_when;
  if (!api.Invoke(args).ok() || args.event == nullptr) return;
  Event(&api, args.event, nullptr).OnReady([category = work.category, name = work.name, id](const Status& status) {
    WriteEnd(category, name, id, status);
  });
}

}  // namespace

Status TracedCall(const Api& api, abi::Slot slot, void* args, Status (*invoke)(const Api&, void*)) {
  const int64_t start = TraceNow();
  Status status = invoke(api, args);
  const int64_t end = TraceNow();
  Swallow([&] {
    TraceFields fields;
    std::vector<TracedWork> work;
    DescribeArguments(api, slot, args, status.ok(), fields, work);
    if (!status.ok()) fields.Add("error", status.ToString());
    WriteSlice(abi::InfoOf(slot).name, start, end, fields);
    for (const TracedWork& one : work) {
      const uint64_t id = WriteBegin(one.category, one.name, start, fields);
      if (one.event != nullptr) {
        Follow(api, one, id);
      } else {
        FollowBuffer(api, one, id);
      }
    }
  });
  return status;
}

}  // namespace detail
}  // namespace v0
}  // namespace pjrt
