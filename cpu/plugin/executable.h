// PJRT_Executable: a compiled program. PJRT_LoadedExecutable: one with the devices it runs on.
#ifndef CPPJRT_CPU_PLUGIN_EXECUTABLE_H_
#define CPPJRT_CPU_PLUGIN_EXECUTABLE_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/executable/executable.h"
#include "cpu/plugin/client.h"
#include "cpu/plugin/handle.h"
#include "cpu/plugin/named_values.h"
#include "cpu/plugin/shape.h"
#include "pjrt/abi/pjrt_c_api.h"

struct PJRT_Executable {
  explicit PJRT_Executable(std::shared_ptr<const cppjrt::cpu::Executable> what);

  const std::shared_ptr<const cppjrt::cpu::Executable> program;
  // What functions hand out pointers to.
  std::string fingerprint;
  // Made when they are asked for, as they wait for native code.
  const cppjrt::cpu::NamedValues& costs();
  std::vector<PJRT_Buffer_Type> result_types;
  std::vector<int64_t> result_dims;  // one result's after the other's
  std::vector<size_t> result_ranks;
  struct Texts {
    std::vector<std::string> owned;
    std::vector<const char*> pointers;
    std::vector<size_t> sizes;
  };
  Texts parameter_kinds;
  Texts result_kinds;
  Texts parameter_shardings;
  Texts result_shardings;
  // What extensions hand out pointers to.
  std::mutex mutex;
  std::vector<std::shared_ptr<void>> attachments;

 private:
  std::once_flag costs_made_;
  cppjrt::cpu::NamedValues costs_;
};

namespace cppjrt::cpu {

// A parameter or result on one device.
struct ArrayPlan {
  Ref<BufferShape> shape;  // null if an extent is not known before it runs
  const ArraySpec* spec = nullptr;
  const Sharding* sharding = nullptr;
  Memory* PlaceOn(PJRT_Device& device) const { return device.memories[memory_kind].get(); }
  size_t memory_kind = 0;
};

// What executions look at; shared by those under way.
struct LoadedProgram : RefCounted<LoadedProgram> {
  std::shared_ptr<const Executable> program;
  std::vector<ArrayPlan> parameters;
  std::vector<ArrayPlan> results;
  bool donates = false;
  // Certain to end in about that time: it is not worth being looked for by who wants to end it.
  bool bounded = false;
  bool cheap = false;  // done before another thread would have begun
};

}  // namespace cppjrt::cpu

struct PJRT_LoadedExecutable {
  PJRT_LoadedExecutable(PJRT_Client& owner, cppjrt::cpu::Ref<cppjrt::cpu::LoadedProgram> what,
                        std::vector<PJRT_Device*> where);

  const cppjrt::cpu::Ref<PJRT_Client> client;
  const cppjrt::cpu::Ref<cppjrt::cpu::LoadedProgram> loaded;
  const std::string fingerprint;
  const std::vector<PJRT_Device*> devices;  // by [replica][partition]; empty if portable
  std::vector<PJRT_LogicalDeviceIds> logical_ids;
  std::atomic<bool> deleted = false;
};

namespace cppjrt::cpu {

using Executables = Handles<PJRT_Executable>;
using LoadedExecutables = Handles<PJRT_LoadedExecutable>;

inline Status Check(const PJRT_Executable* executable) { return Executables::Check(executable, "executable"); }
inline Status Check(const PJRT_LoadedExecutable* executable) {
  CPPJRT_RETURN_IF_ERROR(LoadedExecutables::Check(executable, "executable"));
  return CheckLives(*executable->client);
}

// Puts a program on the client's devices. INVALID_ARGUMENT if it has not those that the program is for.
StatusOr<PJRT_LoadedExecutable*> Load(PJRT_Client& client, std::shared_ptr<const Executable> program);

// What custom calls find, beside what is built in, and the client's threads, if there is one, for what is compiled later.
CompileEnvironment Environment(PJRT_Client* client);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_EXECUTABLE_H_
