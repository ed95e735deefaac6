// Ten thousand damaged function tables: loading gives an error or a plugin that can be used; nothing crashes or leaks.
#include <array>
#include <cstring>
#include <random>

#include "client/api.h"
#include "tests/client/fault.h"

namespace pjrt {
namespace {

class FaultMutationTest : public FaultTest {};

// A table with a chain of three extensions, in memory that may be changed.
struct Copy {
  explicit Copy(const PJRT_Api& original) : table(original) {
    table.extension_start = &extensions[0];
    for (size_t i = 0; i < extensions.size(); ++i) {
      extensions[i] = {sizeof(PJRT_Extension_Base), static_cast<PJRT_Extension_Type>(4 * i),
                       i + 1 < extensions.size() ? &extensions[i + 1] : nullptr};
    }
  }
  PJRT_Api table;
  std::array<PJRT_Extension_Base, 3> extensions;
};

class Mutator {
 public:
  explicit Mutator(uint32_t seed) : random_(seed) {}

  void Mutate(Copy& copy) {
    for (unsigned i = 0; i <= Below(3); ++i) MutateOnce(copy);
  }

 private:
  unsigned Below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  uint64_t Bits() { return random_() >> Below(64); }

  void MutateOnce(Copy& copy) {
    PJRT_Extension_Base& extension = copy.extensions[Below(3)];
    switch (Below(7)) {
      case 0:
        copy.table.struct_size = Below(2) == 0 ? Bits() : Below(1300);
        break;
      case 1:
        copy.table.pjrt_api_version.minor_version =
            Below(2) == 0 ? static_cast<int>(Bits()) : static_cast<int>(50 + Below(80));
        break;
      case 2:
        copy.table.pjrt_api_version.major_version = static_cast<int>(Bits() % 3);
        break;
      case 3:
        extension.struct_size = Below(2) == 0 ? Bits() : Below(64);
        break;
      case 4:
        extension.type = static_cast<PJRT_Extension_Type>(Bits());
        break;
      case 5: {
        PJRT_Extension_Base*& link = Below(4) == 0 ? copy.table.extension_start : extension.next;
        link = static_cast<PJRT_Extension_Base*>(Wild(copy));
        break;
      }
      default:
        MutateSlot(copy);
    }
  }

  void MutateSlot(Copy& copy) {
    const auto slot = static_cast<abi::Slot>(Below(abi::kSlotCount));
    // Without its destructors a plugin leaks whatever the client does.
    const void* value = Destroys(slot) || Below(2) == 0 ? Wild(copy) : nullptr;
    if (value == nullptr && Destroys(slot)) return;
    std::memcpy(reinterpret_cast<char*>(&copy.table) + abi::InfoOf(slot).offset, &value, sizeof value);
  }

  // Anything but code.
  void* Wild(Copy& copy) {
    switch (Below(6)) {
      case 0:
        return nullptr;
      case 1:
        return &copy.table;
      case 2:
        return &copy.extensions[Below(3)];
      case 3:
        return reinterpret_cast<char*>(&copy.extensions) + Below(sizeof copy.extensions);
      case 4:
        return reinterpret_cast<void*>(uintptr_t{Below(100000)});  // NOLINT
      default:
        return reinterpret_cast<void*>(uintptr_t{random_() | 1ULL << 63});  // NOLINT: not an address of a process
    }
  }

  std::mt19937_64 random_;
};

// A few calls of every kind; returns at the first error.
Status UseBriefly(const Plugin& plugin) {
  CPPJRT_ASSIGN_OR_RETURN(Client client, Client::Create(plugin));
  if (client.devices().empty()) return cppjrt::InternalError("no devices");
  static_cast<void>(client.devices()[0].memory_stats().ok());
  CPPJRT_ASSIGN_OR_RETURN(Buffer buffer, UploadFour(client));
  CPPJRT_RETURN_IF_ERROR(buffer.ReadyEvent().Await());
  CPPJRT_ASSIGN_OR_RETURN(LoadedExecutable executable, client.Compile(FaultProgram()));
  CPPJRT_ASSIGN_OR_RETURN(std::vector<Buffer> results, executable.Execute({&buffer}));
  CPPJRT_ASSIGN_OR_RETURN(std::vector<float> values, results[0].ToVector<float>());
  return values == FourFloats() ? Status() : cppjrt::DataLossError("other values");
}

TEST_F(FaultMutationTest, DamagedTablesGiveErrorsOrPluginsThatWork) {
  const FaultTable table("");
  int loaded = 0;
  int worked = 0;
  for (uint32_t seed = 0; seed < 10000; ++seed) {
    Copy copy(*table.raw());
    Mutator(seed).Mutate(copy);
    StatusOr<Plugin> plugin = Plugin::FromApi(&copy.table, "damaged");
    if (!plugin.ok()) {
      ASSERT_FALSE(plugin.status().message().empty()) << seed;
      continue;
    }
    ++loaded;
    const Status used = UseBriefly(*plugin);
    ASSERT_NE(used.code(), StatusCode::kDataLoss) << seed;
    worked += used.ok() ? 1 : 0;
  }
  // The mutations are neither all fatal nor all harmless.
  EXPECT_GT(loaded, 2000);
  EXPECT_LT(loaded, 9000);
  EXPECT_GT(worked, 1000);
}

}  // namespace
}  // namespace pjrt
