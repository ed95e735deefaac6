// Objects may go in any order, from any thread, also from inside a plugin's callback; all calls work from many threads
// at once.
#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <thread>

#include "tests/client/xla_cpu.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;

class LifetimeTest : public XlaCpuTest {
 protected:
  // One of everything, of a client of its own.
  struct World {
    std::optional<Plugin> plugin;
    std::optional<Client> client;
    std::optional<LoadedExecutable> executable;
    std::optional<Buffer> buffer;
    std::optional<Event> event;
    std::optional<Device> device;
    std::optional<Topology> topology;

    static constexpr int kParts = 7;
    void Destroy(int part) {
      switch (part) {
        case 0:
          return plugin.reset();
        case 1:
          return client.reset();
        case 2:
          return executable.reset();
        case 3:
          return buffer.reset();
        case 4:
          return event.reset();
        case 5:
          return device.reset();
        default:
          return topology.reset();
      }
    }
    // Uses what is left.
    void Use() const {
      if (plugin.has_value()) {
        EXPECT_FALSE(plugin->name().empty());
      }
      if (client.has_value()) {
        EXPECT_EQ(client->devices().size(), 4U);
      }
      if (executable.has_value() && buffer.has_value()) {
        EXPECT_EQ(Run(*executable, {&*buffer, &*buffer}), (Floats{2, 4, 6, 8}));
      }
      if (buffer.has_value()) {
        EXPECT_EQ(Read(*buffer), (Floats{1, 2, 3, 4}));
      }
      if (event.has_value()) {
        EXPECT_THAT(event->Await(), IsOk());
      }
      if (device.has_value()) {
        EXPECT_EQ(device->kind(), "cpu");
      }
      if (device.has_value()) {
        EXPECT_THAT(device->default_memory(), IsOk());
      }
      if (topology.has_value()) {
        EXPECT_EQ(Get(topology->platform_name()), "cpu");
      }
    }
  };

  static const std::string& SerializedAdd() {
    static auto* const bytes = new std::map<std::string, std::string>();
    std::string& entry = (*bytes)[GetParam()];
    if (entry.empty()) entry = Get(Compiled(kAdd).executable().Serialize());
    return entry;
  }
  static World NewWorld() {
    World world;
    world.plugin = plugin();
    world.client = Get(Client::Create(*world.plugin));
    world.executable = Get(world.client->Deserialize(SerializedAdd()));
    const Floats values = {1, 2, 3, 4};
    world.buffer = Get(world.client->Upload(std::span<const float>(values), Dims{4}));
    world.event = world.buffer->ReadyEvent();
    world.device = world.client->devices()[1];
    world.topology = Get(world.client->topology());
    return world;
  }
};
INSTANTIATE_ON_XLA_CPU(LifetimeTest);

TEST_P(LifetimeTest, AnyOrderOfDestruction) {
  std::array<int, World::kParts> order{};
  for (int i = 0; i < World::kParts; ++i) order[static_cast<size_t>(i)] = i;
  // Each part goes first, last and after each other one: rotations of the order, forwards and backwards.
  for (int round = 0; round < 2 * World::kParts; ++round) {
    World world = NewWorld();
    world.Use();
    for (int part : order) {
      world.Destroy(part);
      world.Use();
    }
    std::rotate(order.begin(), order.begin() + 1, order.end());
    if (round == World::kParts - 1) std::reverse(order.begin(), order.end());
  }
}

TEST_P(LifetimeTest, ResultsInFlightOutliveEverythingElse) {
  std::optional<World> world = NewWorld();
  std::vector<Buffer> results = Get(world->executable->Execute({&*world->buffer, &*world->buffer}));
  world.reset();
  EXPECT_EQ(Read(results[0]), (Floats{2, 4, 6, 8}));
}

TEST_P(LifetimeTest, OtherThreadsMayDestroy) {
  for (int round = 0; round < 5; ++round) {
    World world = NewWorld();
    std::vector<std::thread> threads;
    for (int part = 0; part < World::kParts; ++part) threads.emplace_back([&world, part] { world.Destroy(part); });
    for (std::thread& thread : threads) thread.join();
  }
}

TEST_P(LifetimeTest, TheLastOwnerMayGoInsideACallback) {
  for (int round = 0; round < 5; ++round) {
    auto world = std::make_shared<World>(NewWorld());
    auto results =
        std::make_shared<std::vector<Buffer>>(Get(world->executable->Execute({&*world->buffer, &*world->buffer})));
    Promise called;
    const Event event = called.event();
    (*results)[0].ReadyEvent().OnReady([world, results, &called](const Status& status) mutable {
      results.reset();
      world.reset();
      static_cast<void>(called.Set(status).ok());
    });
    world.reset();
    results.reset();
    EXPECT_THAT(event.AwaitFor(std::chrono::minutes(1)), IsOk());
  }
}

TEST_P(LifetimeTest, SixteenThreadsUploadExecuteAndReadAtOnce) {
  const LoadedExecutable& add = Compiled(kAdd);
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i) {
        const auto x = static_cast<float>(100 * t + i);
        const Buffer a = Upload(Floats{x, 1, 2, 3});
        std::vector<Buffer> results = Get(add.Execute({&a, &a}));
        right += Read(results[0]) == Floats{2 * x, 2, 4, 6} ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 16 * 20);
}

TEST_P(LifetimeTest, ManyThreadsUseOneEvent) {
  const Buffer a = Upload(Floats(1 << 20, 1.0F), {1 << 20});
  const Event ready = a.ReadyEvent();
  std::atomic<int> called = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      ready.OnReady([&](const Status&) { ++called; });
      EXPECT_THAT(ready.Await(), IsOk());
      EXPECT_THAT(ready.AwaitFor(std::chrono::minutes(1)), IsOk());
      EXPECT_TRUE(ready.IsReady());
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < 10000 && called < 8; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(called, 8);
}

TEST_P(LifetimeTest, PluginEventsAreSetByThePromise) {
  StatusOr<Promise> made = Promise::Create(plugin());
  if (minor() < 89) {
    EXPECT_THAT(made, cppjrt::StatusIs(StatusCode::kUnimplemented));
    return;
  }
  Promise promise = Get(std::move(made));
  const Event event = promise.event();
  EXPECT_FALSE(event.IsReady());
  EXPECT_NE(event.raw(), nullptr);
  EXPECT_THAT(event.AwaitFor(std::chrono::milliseconds(1)), cppjrt::StatusIs(StatusCode::kDeadlineExceeded));
  std::thread setter([&] { EXPECT_THAT(promise.Set(cppjrt::DataLossError("lost")), IsOk()); });
  EXPECT_THAT(event.Await(), cppjrt::StatusIs(StatusCode::kDataLoss, ::testing::HasSubstr("lost")));
  setter.join();
  EXPECT_THAT(promise.Set(Status()), cppjrt::StatusIs(StatusCode::kFailedPrecondition));
  Event dropped;
  {
    const Promise unset = Get(Promise::Create(plugin()));
    dropped = unset.event();
  }
  EXPECT_THAT(dropped.Await(), cppjrt::StatusIs(StatusCode::kCancelled));
}

}  // namespace
}  // namespace pjrt
