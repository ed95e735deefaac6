// concurrency: threads that use one client at the same time.
#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

#include "conform/checks/areas.h"
#include "conform/checks/programs.h"

namespace cppjrt::conform {
namespace {

// Runs `work(thread)` in so many threads; the first error.
Status InThreads(int count, const std::function<Status(int)>& work) {
  std::mutex mutex;
  Status first;
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      const Status status = work(i);
      const std::lock_guard lock(mutex);
      if (first.ok() && !status.ok()) first = status;
    });
  }
  for (std::thread& thread : threads) thread.join();
  return first;
}

Status RunInThreads(Context& context, int threads, int runs) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
  return InThreads(threads, [&](int thread) -> Status {
    for (int i = 0; i < runs; ++i) {
      const float value = static_cast<float>(thread * 1000 + i);
      CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(negate, {F32({4}, {value, 1, 2, 3})}));
      CPPJRT_RETURN_IF_ERROR(Same(result, F32({4}, {-value, -1, -2, -3})));
    }
    return Status();
  });
}

Status CompileInThreads(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  return InThreads(4, [&](int thread) -> Status {
    const std::string size = std::to_string(thread + 2);
    CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle loaded,
                            session.Compile(UnaryProgram("negate", "tensor<" + size + "xf32>")));
    const Array argument = Pattern(PJRT_Buffer_Type_F32, {thread + 2});
    CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(loaded, {argument}));
    std::vector<float> expected = argument.Values<float>();
    for (float& value : expected) value = -value;
    return Same(result, F32(argument.dims, expected));
  });
}

Status EachDevice(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const auto devices, session.Devices(2));
  return InThreads(static_cast<int>(devices.size()) * 2, [&](int thread) -> Status {
    PJRT_Device* const device = devices[static_cast<size_t>(thread) % devices.size()];
    for (int i = 0; i < 50; ++i) {
      const Array values = Pattern(PJRT_Buffer_Type_F32, {100}, thread * 100 + i);
      CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(values, device));
      CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
      CPPJRT_RETURN_IF_ERROR(Same(back, values));
    }
    return Status();
  });
}

Status ReadOneBuffer(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  const Array values = Pattern(PJRT_Buffer_Type_F32, {1000});
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, session.Upload(values));
  return InThreads(8, [&](int) -> Status {
    for (int i = 0; i < 50; ++i) {
      CPPJRT_ASSIGN_OR_RETURN(const Array back, session.Read(buffer));
      CPPJRT_RETURN_IF_ERROR(Same(back, values));
    }
    return Status();
  });
}

Status ClientsInThreads(Context& context) {
  CPPJRT_RETURN_IF_ERROR(context.NewSession().status());
  std::mutex mutex;  // the context is not made for threads
  return InThreads(4, [&](int) -> Status {
    for (int i = 0; i < 3; ++i) {
      std::unique_lock lock(mutex);
      auto maybe = context.NewSession();
      lock.unlock();
      if (!maybe.ok()) return maybe.status();
      CPPJRT_ASSIGN_OR_RETURN(const BufferHandle buffer, maybe->Upload(F32({2}, {1, 2})));
      CPPJRT_ASSIGN_OR_RETURN(const Array back, maybe->Read(buffer));
      CPPJRT_RETURN_IF_ERROR(Same(back, F32({2}, {1, 2})));
    }
    return Status();
  });
}

// One donates, others only read: each sees its own.
Status DonateInThreads(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle donating, session.Compile(kDonatingAdd));
  CPPJRT_ASSIGN_OR_RETURN(const BufferHandle one, session.Upload(F32({4}, {1, 1, 1, 1})));
  return InThreads(4, [&](int thread) -> Status {
    const float start = static_cast<float>(thread * 100);
    CPPJRT_ASSIGN_OR_RETURN(BufferHandle value, session.Upload(F32({4}, {start, start, start, start})));
    for (int i = 0; i < 50; ++i) {
      CPPJRT_ASSIGN_OR_RETURN(auto results, session.Run(donating, {value.get(), one.get()}));
      value = std::move(results[0]);
    }
    CPPJRT_ASSIGN_OR_RETURN(const Array last, session.Read(value));
    return Same(last, F32({4}, {start + 50, start + 50, start + 50, start + 50}));
  });
}

// Ten products at once give what one alone gives, bit for bit.
Status ProductsInThreads(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const Session session, context.NewSession());
  CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle dot, session.Compile(kDot));
  std::vector<float> values;
  for (int i = 0; i < 64 * 64; ++i) values.push_back(static_cast<float>(i % 17) * 0.37f - 2.9f);
  const Array matrix = F32({64, 64}, values);
  CPPJRT_ASSIGN_OR_RETURN(const Array alone, session.RunOne(dot, {matrix, matrix}));
  return InThreads(10, [&](int) -> Status {
    for (int i = 0; i < 10; ++i) {
      CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(dot, {matrix, matrix}));
      CPPJRT_RETURN_IF_ERROR(Same(result, alone));
    }
    return Status();
  });
}

}  // namespace

void AddConcurrencyChecks(Registry& registry) {
  const auto add = [&registry](const char* id, const char* title, const char* meaning, CheckFunction run) {
    registry.Add({.id = std::string("concurrency.") + id, .title = title, .meaning = meaning, .source = "pjrt_c_api.h"},
                 std::move(run));
  };
  add("run", "eight threads run one program 50 times each", "servers give one user another's values",
      [](Context& context) { return RunInThreads(context, 8, 50); });
  add("many_threads", "100 threads run one program", "servers crash under load",
      [](Context& context) { return RunInThreads(context, 100, 2); });
  add("compile", "four threads compile four programs", "servers crash while they compile", CompileInThreads);
  add("devices", "two threads for each device upload and read", "multi-device programs mix arrays up", EachDevice);
  add("read_one_buffer", "eight threads read one buffer", "readers see each other's unfinished copies", ReadOneBuffer);
  add("clients", "four threads make and destroy clients", "test suites that run in parallel crash", ClientsInThreads);
  add("donate", "four threads run training loops with donation", "training loops mix their states up", DonateInThreads);
  add("same_bits", "a product in ten threads gives the same bits as alone", "results depend on the load",
      ProductsInThreads);
}

}  // namespace cppjrt::conform
