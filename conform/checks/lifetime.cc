// lifetime: every order in which a client, a program, a buffer and an event can be destroyed.
#include <algorithm>
#include <array>

#include "conform/checks/areas.h"
#include "conform/checks/programs.h"

namespace cppjrt::conform {
namespace {

constexpr std::array<const char*, 4> kNames = {"client", "buffer", "program", "event"};

// Objects of one run, destroyed in the given order.
struct Objects {
  Session session;
  LoadedHandle program;
  BufferHandle buffer;
  EventHandle event;
  Status Destroy(int which) {
    switch (which) {
      case 0:
        return session.handle().Destroy();
      case 1:
        return buffer.Destroy();
      case 2:
        return program.Destroy();
      default:
        return event.Destroy();
    }
  }
};

StatusOr<Objects> Make(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(LoadedHandle program, session.Compile(kNegate));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle argument, session.Upload(F32({4}, {1, 2, 3, 4})));
  CPPJRT_ASSIGN_OR_RETURN(std::vector<BufferHandle> results, session.Run(program, {argument.get()}));
  CPPJRT_ASSIGN_OR_RETURN(EventHandle event, session.ReadyEvent(results[0].get()));
  CPPJRT_RETURN_IF_ERROR(session.Await(event));
  return Objects{std::move(session), std::move(program), std::move(results[0]), std::move(event)};
}

// An error is an answer, the end of the process is not.
Status DestroyInOrder(Context& context, const std::array<int, 4>& order) {
  CPPJRT_ASSIGN_OR_RETURN(Objects objects, Make(context));
  for (const int which : order) {
    const Status status = objects.Destroy(which);
    if (!status.ok()) return status.WithContext(std::string("destroying the ") + kNames[static_cast<size_t>(which)]);
  }
  // The plugin still works.
  return Make(context).status();
}

void AddOrders(Registry& registry) {
  std::array<int, 4> order = {0, 1, 2, 3};
  do {
    std::string id = "lifetime.destroy", title;
    for (const int which : order) {
      id += std::string(which == order[0] ? "." : "_") + kNames[static_cast<size_t>(which)];
      title += (title.empty() ? "" : ", ") + std::string(kNames[static_cast<size_t>(which)]);
    }
    // The header asks that the client goes last; nothing is said of the others.
    const bool promised = order[3] == 0;
    registry.Add({.id = id,
                  .title = "objects are destroyed in the order " + title,
                  .meaning = "programs whose languages free in any order (Python, Julia) crash at exit",
                  .source = "PJRT_Client_Destroy",
                  .level = promised ? Level::kRequired : Level::kAdvised,
                  .alone = !promised},
                 [order](Context& context) { return DestroyInOrder(context, order); });
  } while (std::next_permutation(order.begin(), order.end()));
}

// Starts work and destroys what it uses before it is done.
Status DestroyDuringRun(Context& context, bool program_too) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(LoadedHandle countdown, session.Compile(kCountdown));
  CPPJRT_ASSIGN_OR_RETURN(BufferHandle steps, session.Upload(S32({}, {3000000})));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle result, session.Start(countdown, steps.get()));
  CPPJRT_RETURN_IF_ERROR(steps.Destroy());
  if (program_too) CPPJRT_RETURN_IF_ERROR(countdown.Destroy());
  uint32_t expected = 12345;
  for (int i = 0; i < 3000000; ++i) expected = expected * 1664525u + 1013904223u;
  CPPJRT_ASSIGN_OR_RETURN(const Array value, session.Read(result));
  return Same(value, S32({}, {static_cast<int32_t>(expected)}));
}

Status DestroyDuringCopy(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Array large = Pattern(PJRT_Buffer_Type_F32, {1 << 21});
  CPPJRT_ASSIGN_OR_RETURN(BufferHandle buffer, session.Upload(large));
  Array copy = large;
  std::fill(copy.bytes.begin(), copy.bytes.end(), '\0');
  auto args = session.api().Make<PJRT_Buffer_ToHostBuffer_Args>();
  args.src = buffer.get();
  args.dst = copy.bytes.data();
  args.dst_size = copy.bytes.size();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  const EventHandle done(session.api(), args.event);
  CPPJRT_RETURN_IF_ERROR(buffer.Destroy());
  CPPJRT_RETURN_IF_ERROR(session.Await(done));
  return Same(copy, large);
}

// The executable behind a loaded program is a handle of its own.
Status ExecutableOutlivesLoaded(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(LoadedHandle loaded, session.Compile(kAdd));
  CPPJRT_ASSIGN_OR_RETURN(const ExecutableHandle executable, session.ExecutableOf(loaded));
  CPPJRT_RETURN_IF_ERROR(loaded.Destroy());
  auto args = session.api().Make<PJRT_Executable_NumOutputs_Args>();
  args.executable = executable.get();
  CPPJRT_RETURN_IF_ERROR(session.api().Call(args));
  return ExpectEqual("the number of results", args.num_outputs, size_t{1});
}

Status HostMemoryGoneAfterEvent(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Array values = Pattern(PJRT_Buffer_Type_F32, {1 << 18});
  BufferHandle buffer;
  {
    const Array temporary = values;
    CPPJRT_ASSIGN_OR_RETURN(auto args, session.UploadArgs(temporary));
    args.host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableUntilTransferCompletes;
    CPPJRT_ASSIGN_OR_RETURN(buffer, session.Upload(args));
  }
  const std::vector<char> other(values.bytes.size(), 'x');  // likely where the values were
  CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
  return Same(back, values);
}

}  // namespace

void AddLifetimeChecks(Registry& registry) {
  AddOrders(registry);
  const Area add(registry, "lifetime");
  add("argument_during_run", "an argument destroyed while a program runs on it",
      "asynchronous programs compute on freed memory", "PJRT_Buffer_Destroy",
      [](Context& context) { return DestroyDuringRun(context, false); });
  add("program_during_run", "a program destroyed while it runs", "asynchronous programs crash",
      "PJRT_LoadedExecutable_Destroy", [](Context& context) { return DestroyDuringRun(context, true); });
  add("buffer_during_copy", "a buffer destroyed while it is read", "asynchronous reads give freed memory",
      "PJRT_Buffer_Destroy", DestroyDuringCopy);
  add("executable_outlives_loaded", "an executable outlives its loaded program",
      "programs that inspect what they ran crash", "PJRT_LoadedExecutable_GetExecutable", ExecutableOutlivesLoaded,
      Level::kAdvised);
  add("host_memory", "host memory freed after its event is not read any more", "arrays change after their upload",
      "PJRT_HostBufferSemantics_kImmutableUntilTransferCompletes", HostMemoryGoneAfterEvent);
}

}  // namespace cppjrt::conform
