// PJRT_Executable: a program. PJRT_LoadedExecutable: one with the devices it runs on.
#ifndef CPPJRT_TESTS_FAULT_PLUGIN_EXECUTABLE_H_
#define CPPJRT_TESTS_FAULT_PLUGIN_EXECUTABLE_H_

#include <atomic>
#include <memory>
#include <vector>

#include "tests/fault_plugin/client.h"
#include "tests/fault_plugin/named_values.h"
#include "tests/fault_plugin/program.h"

struct PJRT_Executable : fault::Counted<FaultKind::kExecutable> {
  explicit PJRT_Executable(std::shared_ptr<const fault::Program> what);

  const std::shared_ptr<const fault::Program> program;
  // What functions hand out pointers to.
  fault::NamedValues costs;
  std::vector<PJRT_Buffer_Type> output_types;
  std::vector<int64_t> output_dims;
  std::vector<size_t> output_ranks;
  std::vector<const char*> memory_kinds;  // "device", as often as there are parameters or outputs
  std::vector<size_t> memory_kind_sizes;
};

struct PJRT_LoadedExecutable : fault::Counted<FaultKind::kLoadedExecutable> {
  // INVALID_ARGUMENT if the client has not all the devices.
  PJRT_LoadedExecutable(PJRT_Client& owner, std::shared_ptr<const fault::Program> what);

  PJRT_Client& client;
  const std::shared_ptr<const fault::Program> program;
  const bool plain;  // runs at once, cannot fail, donates nothing, does not talk to the host
  std::vector<PJRT_Device*> devices;
  std::vector<PJRT_LogicalDeviceIds> logical_ids;
  std::atomic<bool> deleted = false;
};

namespace fault {

// The executable, if it is one and its client lives.
inline PJRT_LoadedExecutable& Live(PJRT_LoadedExecutable* executable) {
  PJRT_LoadedExecutable& live = Ref(executable, "executable is null");
  Live(&live.client);
  return live;
}

}  // namespace fault

#endif  // CPPJRT_TESTS_FAULT_PLUGIN_EXECUTABLE_H_
