// Executable: a compiled program. LoadedExecutable: one bound to devices, ready to run.
#ifndef PJRT_EXECUTABLE_H_
#define PJRT_EXECUTABLE_H_

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pjrt/buffer.h"
#include "pjrt/compile_options.h"
#include "pjrt/device.h"
#include "pjrt/event.h"
#include "pjrt/execute_context.h"
#include "pjrt/host_transfers.h"
#include "pjrt/program.h"
#include "pjrt/status.h"

struct PJRT_Executable;
struct PJRT_LoadedExecutable;

namespace pjrt {
inline namespace v0 {

namespace detail {
class Api;
struct ClientState;
struct LoadedState;
}  // namespace detail

// Bytes a compiled program needs, as its compiler knows them. A figure the plugin's version does not report is empty.
struct CompiledMemoryStats {
  int64_t generated_code_size = 0;
  int64_t argument_size = 0;
  int64_t output_size = 0;
  int64_t alias_size = 0;
  int64_t temp_size = 0;
  int64_t host_generated_code_size = 0;
  int64_t host_argument_size = 0;
  int64_t host_output_size = 0;
  int64_t host_alias_size = 0;
  int64_t host_temp_size = 0;
  std::optional<int64_t> peak_memory;
  std::optional<int64_t> total_size;
  std::optional<int64_t> total_allocation_bytes;
  std::optional<int64_t> indefinite_allocations;
  std::optional<int64_t> peak_unpadded_heap_bytes;
};

// What the compiler made, not bound to devices. Move-only; thread-safe except for moves. Keeps its client alive.
// Every method returns the plugin's error; UNIMPLEMENTED where the plugin has no such function.
class Executable {
 public:
  Executable(Executable&& other) noexcept;
  Executable& operator=(Executable&& other) noexcept;
  ~Executable();

  StatusOr<std::string> name() const;
  StatusOr<int64_t> num_replicas() const;
  StatusOr<int64_t> num_partitions() const;
  StatusOr<int64_t> num_outputs() const;
  // Bytes of machine code; 0 from plugins that do not count them.
  StatusOr<int64_t> code_size() const;
  // Equal for equal programs compiled alike by the same compiler (API 0.35).
  StatusOr<std::string> fingerprint() const;
  // One per output (API 0.29).
  StatusOr<std::vector<ElementType>> output_element_types() const;
  StatusOr<std::vector<std::vector<int64_t>>> output_dimensions() const;
  // Both of the above.
  StatusOr<std::vector<ArrayShape>> output_shapes() const;
  // Kinds of memory arguments are expected in (API 0.102) and results land in.
  StatusOr<std::vector<std::string>> parameter_memory_kinds() const;
  StatusOr<std::vector<std::string>> output_memory_kinds() const;
  // "flops", "bytes accessed", …
  StatusOr<NamedValues> cost_analysis() const;
  StatusOr<CompiledMemoryStats> memory_stats() const;
  // The program after the compiler's passes, in the plugin's own format.
  StatusOr<Program> OptimizedProgram() const;
  // Signature of the entry function as compiled. UNIMPLEMENTED if the plugin does not give its optimized program as HLO.
  StatusOr<ProgramShape> program_shape() const;
  // The serialized CompileOptionsProto it was compiled with (API 0.87).
  StatusOr<std::string> compile_options() const;
  // Bytes that Client::Deserialize of the same plugin (and the same version: they are not portable) turns back.
  StatusOr<std::string> Serialize() const;

  PJRT_Executable* raw() const { return raw_; }
  const detail::Api* api() const { return api_; }
  // For this library. `owner` is kept alive.
  Executable(const detail::Api* api, PJRT_Executable* raw, std::shared_ptr<const void> owner)
      : api_(api), raw_(raw), owner_(std::move(owner)) {}

 private:
  void Release() noexcept;

  const detail::Api* api_;
  PJRT_Executable* raw_;
  std::shared_ptr<const void> owner_;
};

// How one execution runs.
struct ExecuteOptions {
  // Arguments the program may not take over although it says it would; indices of arguments.
  std::span<const int64_t> non_donatable_inputs = {};
  // Orders executions across processes; 0 if there is one process. Device::PoisonExecution ends those of this number.
  int launch_id = 0;
  // Ends the execution with DEADLINE_EXCEEDED when it has run for so long; 0: when the client's create option deadline_ms says.
  // For plugins of this project; others ignore it.
  std::chrono::milliseconds deadline{0};
  // Run on this device instead of the assigned one; only for executables compiled portable.
  const Device* device = nullptr;
  // "file:line" of the caller, for the plugin's profiles.
  const char* call_location = nullptr;
  // Data for the program's custom calls (API 0.64); must live until the execution is over.
  const ExecuteContext* context = nullptr;
  // The host's ends of the program's send and receive operations. The execution then always has a completion event.
  std::shared_ptr<const HostTransfers> host_transfers = nullptr;
  // Processes that take part and their incarnations when the run began, for failure detection (API 0.78). Of equal length.
  std::span<const int> task_ids = {};
  std::span<const int64_t> incarnation_ids = {};
};

// A compiled program on its devices. Move-only; thread-safe except for moves: any number of threads may execute at once.
// Keeps its client alive.
//
// Execution is asynchronous: Execute returns when the work is queued. Results can be used as arguments or read at once;
// whoever needs the values waits for them. Errors found later surface on the results' ready events and on `done`.
//
// Donation: a program may declare (`tf.aliasing_output`, `jax.buffer_donor`) that it takes over an argument's memory. Such
// an argument IsDeleted() afterwards, and using it again is FAILED_PRECONDITION. List it in `non_donatable_inputs` to
// keep it.
class LoadedExecutable {
 public:
  LoadedExecutable(LoadedExecutable&&) noexcept = default;
  LoadedExecutable& operator=(LoadedExecutable&&) noexcept = default;

  // Properties of the compiled program; borrowed, valid as long as this object.
  const Executable& executable() const;
  const std::string& name() const;
  // Outputs of one replica and partition.
  size_t num_outputs() const;
  // Devices of this process it runs on, in the order of the rows of ExecuteSharded.
  std::span<const Device> devices() const;
  // Replica and partition of each of devices() (API 0.96).
  StatusOr<std::vector<std::pair<int, int>>> logical_device_ids() const;
  // API 0.79.
  StatusOr<DeviceAssignment> device_assignment() const;
  // Deprecated in the C API; prefer executable().fingerprint().
  StatusOr<std::string> fingerprint() const;

  // Runs on the one device. `results` has num_outputs() elements, whose buffers are replaced; nothing is allocated on the
  // way. `done`, if given, completes when the execution has.
  //   INVALID_ARGUMENT     number of arguments, an empty argument, another client's buffer, several devices
  //   FAILED_PRECONDITION  a donated or deleted argument
  //   UNIMPLEMENTED        an option the plugin's version does not know
  // and the plugin's errors.
  Status Execute(std::span<const Buffer* const> arguments, std::span<Buffer> results,
                 const ExecuteOptions& options = {}, Event* done = nullptr) const;
  // The same with results in a new vector.
  StatusOr<std::vector<Buffer>> Execute(std::span<const Buffer* const> arguments, const ExecuteOptions& options = {},
                                        Event* done = nullptr) const;
  StatusOr<std::vector<Buffer>> Execute(std::initializer_list<const Buffer*> arguments,
                                        const ExecuteOptions& options = {}, Event* done = nullptr) const;
  StatusOr<std::vector<Buffer>> Execute(std::span<const Buffer> arguments, const ExecuteOptions& options = {},
                                        Event* done = nullptr) const;

  // Runs on all of devices(): arguments[device][argument] -> results[device][output]. `done`, if given, receives one event
  // per device. INVALID_ARGUMENT if there is not one row per device or rows differ in length.
  StatusOr<std::vector<std::vector<Buffer>>> ExecuteSharded(std::span<const std::vector<const Buffer*>> arguments,
                                                            const ExecuteOptions& options = {},
                                                            std::vector<Event>* done = nullptr) const;

  // Waits for all events that ExecuteSharded gave. The first error, with its device and how many others failed.
  Status Await(std::span<const Event> done) const;

  // Frees what it holds on the devices before the object goes; executing it later is an error.
  Status Delete() const;
  StatusOr<bool> IsDeleted() const;

  // Another handle of the same executable, for a second owner (a Session takes one).
  LoadedExecutable Share() const { return LoadedExecutable(state_); }

  PJRT_LoadedExecutable* raw() const;
  explicit LoadedExecutable(std::shared_ptr<const detail::LoadedState> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<const detail::LoadedState> state_;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXECUTABLE_H_
