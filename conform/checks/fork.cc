// fork and growth: what happens to a process that forks, and to one that runs for long.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <thread>

#include "conform/checks/areas.h"
#include "conform/checks/programs.h"

namespace cppjrt::conform {
namespace {

// --- fork

// Does `work` in a forked child, which gets so many seconds; its error, or how it ended.
Status InChild(double seconds, const std::function<Status()>& work) {
  int ends[2];
  if (pipe(ends) != 0) return UnknownError("no pipe can be made");
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    const Status status = work();
    const std::string text = status.ok() ? "" : status.ToString().substr(0, 1000);
    if (write(ends[1], text.data(), text.size()) < 0) _exit(2);
    _exit(status.ok() ? 0 : 1);
  }
  close(ends[1]);
  int status = 0;
  const auto start = std::chrono::steady_clock::now();
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      close(ends[0]);
      return UnknownError("the forked process hangs (killed after " + std::to_string(static_cast<int>(seconds)) +
                          " s)");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::string text(1000, '\0');
  const ssize_t count = read(ends[0], text.data(), text.size());
  text.resize(count > 0 ? static_cast<size_t>(count) : 0);
  close(ends[0]);
  if (WIFSIGNALED(status)) return UnknownError("the forked process died of signal " + std::to_string(WTERMSIG(status)));
  if (WEXITSTATUS(status) == 0) return Status();
  return UnknownError("in the forked process: " + text);
}

constexpr double kPatience = 5;

Status NegateIn(const Session& session, const LoadedHandle& negate) {
  CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(negate, {F32({4}, {1, 2, 3, 4})}));
  return Same(result, F32({4}, {-1, -2, -3, -4}));
}

Status ForkBeforeClient(Context& context) {
  const Status child = InChild(kPatience * 2, [&]() -> Status {
    CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
    CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
    return NegateIn(session, negate);
  });
  CPPJRT_RETURN_IF_ERROR(context.NewSession().status());
  return child;
}

Status RunInChild(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
  CPPJRT_RETURN_IF_ERROR(NegateIn(session, negate));
  return InChild(kPatience, [&] { return NegateIn(session, negate); });
}

// Either it works, or it is refused: a server that forks must not hang.
Status RunOrRefuseInChild(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
  return InChild(kPatience, [&]() -> Status {
    static_cast<void>(NegateIn(session, negate));
    return Status();
  });
}

Status NewClientInChild(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle former, session.Compile(kNegate));
  return InChild(kPatience, [&]() -> Status {
    CPPJRT_ASSIGN_OR_RETURN(const Session own, context.NewSession());
    CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, own.Compile(kNegate));
    return NegateIn(own, negate);
  });
}

Status ParentGoesOn(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
  CPPJRT_RETURN_IF_ERROR(InChild(kPatience, [] { return Status(); }));
  return NegateIn(session, negate);
}

// A process that ends with everything alive.
Status ExitAlive(Context& context) {
  CPPJRT_RETURN_IF_ERROR(context.NewSession().status());
  const pid_t child = fork();
  if (child == 0) {
    auto* session = new StatusOr<Session>(context.NewSession());
    if (!session->ok()) _exit(3);
    auto* negate = new StatusOr<LoadedHandle>((*session)->Compile(kNegate));
    auto* buffer = new StatusOr<BufferHandle>((*session)->Upload(F32({4}, {1, 2, 3, 4})));
    if (!negate->ok() || !buffer->ok() || !NegateIn(**session, **negate).ok()) _exit(4);
    std::exit(0);
  }
  int status = 0;
  for (int i = 0; waitpid(child, &status, WNOHANG) == 0; ++i) {
    if (i > 10000) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return UnknownError("a process that ends with live objects hangs at exit");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  if (WIFSIGNALED(status)) {
    return UnknownError("a process that ends with live objects dies of signal " + std::to_string(WTERMSIG(status)) +
                        " at exit");
  }
  return ExpectEqual("the exit code", WEXITSTATUS(status), 0);
}

// --- growth

// The memory after warm-up and after `repeats` more may differ by this much for each repeat, beyond the slack of allocators.
constexpr int64_t kBytesPerRepeat = 32;
constexpr int64_t kSlack = int64_t{2} << 20;

Status Grows(Context& context, int repeats, const std::function<Status()>& work) {
  for (int i = 0; i < repeats / 5; ++i) CPPJRT_RETURN_IF_ERROR(work());
  const int64_t before = PrivateBytes();
  for (int i = 0; i < repeats; ++i) CPPJRT_RETURN_IF_ERROR(work());
  const int64_t grown = PrivateBytes() - before;
  context.Evidence(std::to_string(repeats) + " repeats add " + std::to_string(grown / 1024) + " KiB");
  if (grown <= kSlack + kBytesPerRepeat * repeats) return Status();
  return Leaked(std::to_string(repeats) + " repeats add " + std::to_string(grown / 1024) + " KiB, " +
                std::to_string(grown / repeats) + " bytes each");
}

Status GrowthOfRuns(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle a, session.Upload(F32({4}, {1, 2, 3, 4})));
  return Grows(context, 10000, [&] { return session.Run(negate, {a.get()}).status(); });
}

Status GrowthOfTransfers(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Array values = Pattern(PJRT_Buffer_Type_F32, {256});
  return Grows(context, 10000, [&]() -> Status {
    CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(values));
    CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
    return Same(back, values);
  });
}

Status GrowthOfErrors(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
  return Grows(context, 10000, [&] { return ExpectAnyError("no argument of one", session.Run(negate, {}).status()); });
}

Status GrowthOfCompiles(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  for (int i = 0; i < 10; ++i) CPPJRT_RETURN_IF_ERROR(session.Compile(kNegate).status());
  const int64_t before = PrivateBytes();
  constexpr int kRepeats = 60;
  for (int i = 0; i < kRepeats; ++i) CPPJRT_RETURN_IF_ERROR(session.Compile(kNegate).status());
  const int64_t grown = PrivateBytes() - before;
  context.Evidence(std::to_string(kRepeats) + " compilations add " + std::to_string(grown / 1024) + " KiB");
  // A compiler's caches and arenas may fill; half a megabyte for a program of one operation is no cache.
  if (grown <= kRepeats * (int64_t{512} << 10)) return Status();
  return Leaked(std::to_string(kRepeats) + " compilations add " + std::to_string(grown / 1024) + " KiB");
}

Status GrowthOfClients(Context& context) {
  for (int i = 0; i < 5; ++i) CPPJRT_RETURN_IF_ERROR(context.NewSession().status());
  const int64_t before = PrivateBytes();
  constexpr int kRepeats = 30;
  for (int i = 0; i < kRepeats; ++i) CPPJRT_RETURN_IF_ERROR(context.NewSession().status());
  const int64_t grown = PrivateBytes() - before;
  context.Evidence(std::to_string(kRepeats) + " clients add " + std::to_string(grown / 1024) + " KiB");
  if (grown <= kRepeats * (int64_t{1} << 20)) return Status();
  return Leaked(std::to_string(kRepeats) + " clients add " + std::to_string(grown / 1024) + " KiB");
}

Status GrowthOfEvents(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle a, session.Upload(F32({4}, {1, 2, 3, 4})));
  return Grows(context, 10000, [&]() -> Status {
    CPPJRT_ASSIGN_OR_RETURN(const EventHandle ready, session.ReadyEvent(a.get()));
    return session.Await(ready);
  });
}

}  // namespace

void AddForkChecks(Registry& registry) {
  const auto add = [&registry](const char* id, const char* title, const char* meaning, CheckFunction run, Level level) {
    registry.Add({.id = std::string("fork.") + id,
                  .title = title,
                  .meaning = meaning,
                  .source = "pjrt_c_api.h",
                  .level = level,
                  .alone = true},
                 std::move(run));
  };
  add("before_client", "a process forked before there is a client uses the plugin",
      "workers of a server cannot use the plugin", ForkBeforeClient, Level::kRequired);
  add("parent_goes_on", "a process whose child has ended goes on", "programs that start others break", ParentGoesOn,
      Level::kRequired);
  add("exit_alive", "a process ends in order while a client, a program and a buffer are alive",
      "programs crash or hang at exit", ExitAlive, Level::kRequired);
  add("run_in_child", "a forked process runs its parent's program", "workers forked with a model loaded do not work",
      RunInChild, Level::kAdvised);
  add("no_hang_in_child", "running its parent's program in a forked process does not hang", "workers of a server hang",
      RunOrRefuseInChild, Level::kAdvised);
  add("new_client_in_child", "a forked process makes a client of its own", "workers of a server hang", NewClientInChild,
      Level::kAdvised);
}

void AddGrowthChecks(Registry& registry) {
  const auto add = [&registry](const char* id, const char* title, const char* meaning, const char* source,
                               CheckFunction run) {
    registry.Add({.id = std::string("growth.") + id,
                  .title = title,
                  .meaning = meaning,
                  .source = source,
                  .alone = true,
                  .seconds = 120},
                 std::move(run));
  };
  add("runs", "10000 runs do not add memory", "servers run out of memory", "PJRT_LoadedExecutable_Execute",
      GrowthOfRuns);
  add("transfers", "10000 uploads and reads do not add memory", "servers run out of memory",
      "PJRT_Client_BufferFromHostBuffer", GrowthOfTransfers);
  add("errors", "10000 errors do not add memory", "servers run out of memory", "PJRT_Error_Destroy", GrowthOfErrors);
  add("events", "10000 events do not add memory", "servers run out of memory", "PJRT_Event_Destroy", GrowthOfEvents);
  add("compiles", "60 compilations do not add memory", "servers that compile run out of memory",
      "PJRT_LoadedExecutable_Destroy", GrowthOfCompiles);
  add("clients", "30 clients do not add memory", "test suites run out of memory", "PJRT_Client_Destroy",
      GrowthOfClients);
}

}  // namespace cppjrt::conform
