// events: ready events, events of the caller, callbacks, threads.
#include <atomic>
#include <chrono>
#include <thread>

#include "conform/checks/areas.h"
#include "conform/checks/programs.h"

namespace cppjrt::conform {
namespace {

// What a callback saw. The callback owns the error.
struct Seen {
  explicit Seen(const Api& its_api) : api(its_api) {}
  const Api& api;
  std::atomic<int> calls = 0;
  Status status;  // written before `calls`
  static void Callback(PJRT_Error* error, void* arg) {
    auto* seen = static_cast<Seen*>(arg);
    seen->status = seen->api.Take(error, "the callback's error");
    ++seen->calls;
  }
  // False if the callback was not called within ten seconds.
  bool Wait() const {
    for (int i = 0; i < 10000 && calls == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return calls > 0;
  }
};

Status OnReady(const Session& session, const EventHandle& event, Seen& seen) {
  auto args = session.api().Make<PJRT_Event_OnReady_Args>();
  args.event = event.get();
  args.callback = Seen::Callback;
  args.user_arg = &seen;
  return session.api().Call(args);
}

StatusOr<EventHandle> NewEvent(const Session& session) {
  auto args = session.api().Make<PJRT_Event_Create_Args>();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  if (args.event == nullptr) return UnknownError("PJRT_Event_Create gave neither an error nor an event");
  return EventHandle(session.api(), args.event);
}

Status Set(const Session& session, const EventHandle& event, const Status& status) {
  auto args = session.api().Make<PJRT_Event_Set_Args>();
  args.event = event.get();
  args.error_code = static_cast<PJRT_Error_Code>(status.code());
  args.error_message = status.message().data();
  args.error_message_size = status.message().size();
  return session.api().Call(args);
}

Status ErrorOf(const Session& session, const EventHandle& event) {
  auto args = session.api().Make<PJRT_Event_Error_Args>();
  args.event = event.get();
  return session.api().Call(args);
}

// --- of buffers and executions

Status ReadyAfterUpload(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(F32({4}, {1, 2, 3, 4})));
  CPPJRT_ASSIGN_OR_RETURN(const EventHandle ready, session.ReadyEvent(buffer.get()));
  CPPJRT_RETURN_IF_ERROR(session.Await(ready));
  CPPJRT_ASSIGN_OR_RETURN(const bool is_ready, session.IsReady(ready.get()));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("is_ready after waiting", is_ready, true));
  CPPJRT_RETURN_IF_ERROR(ErrorOf(session, ready));
  return session.Await(ready);  // again
}

Status CallbackOfReady(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(F32({4}, {1, 2, 3, 4})));
  CPPJRT_ASSIGN_OR_RETURN(const EventHandle ready, session.ReadyEvent(buffer.get()));
  CPPJRT_RETURN_IF_ERROR(session.Await(ready));
  Seen seen(session.api());
  CPPJRT_RETURN_IF_ERROR(OnReady(session, ready, seen));
  CPPJRT_RETURN_IF_ERROR(Expect(seen.Wait(), "the callback of a ready event is not called"));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("calls of the callback", seen.calls.load(), 1));
  return seen.status;
}

Status TwoEventsOfOneBuffer(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(F32({4}, {1, 2, 3, 4})));
  CPPJRT_ASSIGN_OR_RETURN(EventHandle first, session.ReadyEvent(buffer.get()));
  CPPJRT_ASSIGN_OR_RETURN(const EventHandle second, session.ReadyEvent(buffer.get()));
  CPPJRT_RETURN_IF_ERROR(first.Destroy());
  return session.Await(second);
}

Status EventOutlivesBuffer(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(BufferHandle buffer, session.Upload(F32({4}, {1, 2, 3, 4})));
  CPPJRT_ASSIGN_OR_RETURN(const EventHandle ready, session.ReadyEvent(buffer.get()));
  CPPJRT_RETURN_IF_ERROR(buffer.Destroy());
  return session.Await(ready);
}

Status CompletionOfRun(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle countdown, session.Compile(kCountdown));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle steps, session.Upload(S32({}, {1000000})));
  PJRT_Event* done = nullptr;
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle result, session.Start(countdown, steps.get(), &done));
  const EventHandle event(session.api(), done);
  Seen seen(session.api());
  CPPJRT_RETURN_IF_ERROR(OnReady(session, event, seen));
  CPPJRT_RETURN_IF_ERROR(session.Await(event));
  CPPJRT_RETURN_IF_ERROR(Expect(seen.Wait(), "the callback of an execution is not called"));
  CPPJRT_ASSIGN_OR_RETURN(const EventHandle ready, session.ReadyEvent(result.get()));
  CPPJRT_RETURN_IF_ERROR(session.Await(ready));
  return seen.status;
}

// --- of the caller

Status PendingThenSet(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const EventHandle event, NewEvent(session));
  CPPJRT_ASSIGN_OR_RETURN(const bool before, session.IsReady(event.get()));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("is_ready before it is set", before, false));
  CPPJRT_RETURN_IF_ERROR(Set(session, event, Status()));
  CPPJRT_ASSIGN_OR_RETURN(const bool after, session.IsReady(event.get()));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("is_ready after it is set", after, true));
  return session.Await(event);
}

Status SetToError(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const EventHandle event, NewEvent(session));
  Seen seen(session.api());
  CPPJRT_RETURN_IF_ERROR(OnReady(session, event, seen));
  CPPJRT_RETURN_IF_ERROR(Set(session, event, DataLossError("lost at sea")));
  for (const Status& status : {session.Await(event), ErrorOf(session, event), session.Await(event)}) {
    CPPJRT_RETURN_IF_ERROR(ExpectError("an event set to DATA_LOSS", status, {StatusCode::kDataLoss}));
    CPPJRT_RETURN_IF_ERROR(Expect(status.message().find("lost at sea") != std::string_view::npos,
                                  "the event's error has another message: " + status.ToString()));
  }
  CPPJRT_RETURN_IF_ERROR(Expect(seen.Wait(), "the callback is not called"));
  return ExpectError("the callback's error", seen.status, {StatusCode::kDataLoss});
}

Status CallbacksOnce(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const EventHandle event, NewEvent(session));
  Seen first(session.api()), second(session.api());
  CPPJRT_RETURN_IF_ERROR(OnReady(session, event, first));
  CPPJRT_RETURN_IF_ERROR(OnReady(session, event, second));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("calls before the event is set", first.calls + second.calls, 0));
  CPPJRT_RETURN_IF_ERROR(Set(session, event, Status()));
  CPPJRT_RETURN_IF_ERROR(Expect(first.Wait() && second.Wait(), "a callback is not called"));
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("calls of two callbacks", first.calls + second.calls, 2));
  return first.status;
}

Status WaitInOtherThread(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const EventHandle event, NewEvent(session));
  std::atomic<int> done = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      if (session.Await(event).ok()) ++done;
    });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const int early = done;
  const Status set = Set(session, event, Status());
  for (std::thread& thread : threads) thread.join();
  CPPJRT_RETURN_IF_ERROR(set);
  CPPJRT_RETURN_IF_ERROR(ExpectEqual("waiting threads that went on before the event", early, 0));
  return ExpectEqual("waiting threads that went on", done.load(), 4);
}

Status ManyEvents(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  for (int i = 0; i < 1000; ++i) {
    CPPJRT_ASSIGN_OR_RETURN(const EventHandle event, NewEvent(session));
    Seen seen(session.api());
    CPPJRT_RETURN_IF_ERROR(OnReady(session, event, seen));
    CPPJRT_RETURN_IF_ERROR(Set(session, event, Status()));
    CPPJRT_RETURN_IF_ERROR(Expect(seen.Wait(), "a callback is not called"));
  }
  return Status();
}

// --- what the header leaves open

Status DestroyPending(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(EventHandle event, NewEvent(session));
  Seen seen(session.api());
  CPPJRT_RETURN_IF_ERROR(OnReady(session, event, seen));
  CPPJRT_RETURN_IF_ERROR(event.Destroy());
  for (int i = 0; i < 200 && seen.calls == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (seen.calls == 0) {
    return UnknownError(
        "the callback of an event destroyed while it was pending is never called: who waits by it waits for ever");
  }
  context.Evidence("the callback got " + seen.status.ToString());
  return ExpectAnyError("the callback of an event that never happened", seen.status);
}

Status ErrorOfPending(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const EventHandle event, NewEvent(session));
  const Status status = ErrorOf(session, event);
  context.Evidence(status.ToString());
  CPPJRT_RETURN_IF_ERROR(Set(session, event, Status()));
  return session.Await(event);
}

Status SetTwice(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const EventHandle event, NewEvent(session));
  CPPJRT_RETURN_IF_ERROR(Set(session, event, Status()));
  CPPJRT_RETURN_IF_ERROR(ExpectAnyError("setting an event twice", Set(session, event, InternalError("again"))));
  return session.Await(event);
}

}  // namespace

void AddEventChecks(Registry& registry) {
  const Area add(registry, "events");
  add("ready_after_upload", "the event of an uploaded buffer is ready, without an error, and can be awaited again",
      "programs wait for ever", "PJRT_Buffer_ReadyEvent", ReadyAfterUpload);
  add("callback_of_ready", "the callback of a ready event is called once", "asynchronous programs wait for ever",
      "PJRT_Event_OnReady", CallbackOfReady);
  add("two_of_one_buffer", "two events of one buffer are independent", "asynchronous programs crash",
      "PJRT_Buffer_ReadyEvent", TwoEventsOfOneBuffer);
  add("outlives_buffer", "an event outlives its buffer", "asynchronous programs crash", "PJRT_Event_Await",
      EventOutlivesBuffer);
  add("completion", "the event of an execution completes, and its callback is called",
      "asynchronous programs wait for ever", "PJRT_LoadedExecutable_Execute: device_complete_events", CompletionOfRun);
  add("set", "an event of the caller is pending until it is set", "pipelines between plugins do not work",
      "PJRT_Event_Create, PJRT_Event_Set", PendingThenSet);
  add("set_error", "an event set to an error gives it to waiters and callbacks", "failures are lost", "PJRT_Event_Set",
      SetToError);
  add("callbacks_once", "two callbacks of one event are called once each, when it is set",
      "asynchronous programs go wrong", "PJRT_Event_OnReady", CallbacksOnce);
  add("wait_in_threads", "four threads wait for an event that a fifth sets", "asynchronous programs wait for ever",
      "PJRT_Event_Await", WaitInOtherThread);
  add("many", "a thousand events are made, set and destroyed", "long programs run out of memory", "PJRT_Event_Create",
      ManyEvents);
  add("destroy_pending", "the callback of an event destroyed while pending is called, with an error",
      "who waits by a callback waits for ever", "PJRT_Event_Destroy", DestroyPending, Level::kAdvised, true);
  add("error_of_pending", "asking a pending event for its error does not end the process",
      "a question asked too early ends the process", "PJRT_Event_Error", ErrorOfPending, Level::kAdvised, true);
  add("set_twice", "setting an event twice is an error", "a mistake ends the process", "PJRT_Event_Set", SetTwice,
      Level::kAdvised, true);
}

}  // namespace cppjrt::conform
