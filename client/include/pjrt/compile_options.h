// CompileOptions: what a program is compiled for, written as the protobuf message plugins expect.
#ifndef PJRT_COMPILE_OPTIONS_H_
#define PJRT_COMPILE_OPTIONS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

// Which device runs which copy of the program: `device_ids[replica * num_partitions + partition]`.
struct DeviceAssignment {
  int64_t num_replicas = 1;
  int64_t num_partitions = 1;
  std::vector<int64_t> device_ids;

  // xla.DeviceAssignmentProto on the wire. REQUIRES: num_replicas * num_partitions device ids.
  std::string Serialize() const;
  // INVALID_ARGUMENT if the bytes are no such message or its counts do not fit.
  static StatusOr<DeviceAssignment> Parse(std::string_view bytes);

  friend bool operator==(const DeviceAssignment&, const DeviceAssignment&) = default;
};

// The fields of xla.CompileOptionsProto and its ExecutableBuildOptionsProto. Defaults are XLA's; a field at its default is not written (but num_replicas and num_partitions always are, as XLA does).
class CompileOptions {
 public:
  // A value for one of XLA's debug options ("xla_cpu_enable_fast_math", …).
  using OptionValue = std::variant<std::string, bool, int64_t, double>;

  // Copies of the program that run on different data; each needs a device.
  int64_t num_replicas = 1;
  // Parts one program is split into; each needs a device.
  int64_t num_partitions = 1;
  // Empty: the plugin chooses.
  std::optional<DeviceAssignment> device_assignment;
  // Split by annotations (GSPMD or Shardy) when num_partitions > 1.
  bool use_spmd_partitioning = false;
  // Annotations are Shardy's (`sdy.` in the program) rather than GSPMD's.
  bool use_shardy_partitioner = false;
  std::vector<bool> allow_spmd_sharding_propagation_to_parameters;
  std::vector<bool> allow_spmd_sharding_propagation_to_output;
  // An argument returned unchanged shares its buffer with the result.
  bool alias_passthrough_params = false;
  // All arguments come as one tuple.
  bool parameter_is_tupled_arguments = false;
  // The executable may run on any device of the kind, not only the assigned ones.
  bool compile_portable_executable = false;
  int64_t profile_version = 0;
  // -1: not set.
  int64_t device_ordinal = -1;
  // From -1 (compile fast) to 1 (run fast); 0 is XLA's default.
  float exec_time_optimization_effort = 0;
  float memory_fitting_effort = 0;
  // The same in steps, for newer plugins (XLA's ExecutionOptions.EffortLevel): 0 unknown, 9 O0, 19 O1, 29 O2, 39 O3.
  int64_t optimization_level = 0;
  int64_t memory_fitting_level = 0;
  // GSPMD looks for shardings itself; the mesh it may use.
  bool use_auto_spmd_partitioning = false;
  std::vector<int64_t> auto_spmd_partitioning_mesh_shape;
  std::vector<int64_t> auto_spmd_partitioning_mesh_ids;
  // Equal computations are compiled once.
  bool deduplicate_hlo = false;
  // The program has been through the passes before code generation already.
  bool run_backend_only = false;
  // The compiler may change the MLIR module it was given.
  bool allow_in_place_mlir_modification = false;
  // Bytes of memory the compiler shall assume a device to have; 0: what it has.
  int64_t device_memory_size = 0;
  // Of a job of several processes, for the compiler's caches.
  int64_t process_index = 0;
  int64_t process_count = 0;
  // Devices of a slice; 0: not said.
  int64_t slice_size = 0;
  // Profile of earlier runs, in the compiler's own form.
  std::string fdo_profile;
  // Serialized messages: a ShapeProto with the layout of each argument, and of the result; DebugOptions as a whole;
  // CompilationEnvironmentsProto; the target's GpuTargetConfigProto; a MultiSlice configuration. Empty: not set.
  std::vector<std::string> argument_layouts;
  std::string result_layout;
  std::string debug_options;
  std::string compilation_environments;
  std::string target_config;
  std::string multi_slice_config;
  // Of matrix products: 0 default, 1 high, 2 highest.
  int64_t matrix_unit_operand_precision = 0;
  // Overrides of XLA's debug options, applied last, and options of other compilers.
  std::map<std::string, OptionValue, std::less<>> env_option_overrides;

  // The message. INVALID_ARGUMENT for values that abort real plugins: counts below 1, an assignment of another size.
  StatusOr<std::string> Serialize() const;

  // Sets a field from text, as the command line does: "num_replicas" = "2". Names starting with "xla_" or "cppjrt_" (our CPU
  // plugin's: docs/compiler.md) become overrides, their type guessed from the text (true/false, integer, number, else string). INVALID_ARGUMENT names the unknown option
  // or the bad value.
  Status Set(std::string_view name, std::string_view value);

  // Bytes to send instead of all of the above; for options this class does not name.
  std::optional<std::string> raw_bytes;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_COMPILE_OPTIONS_H_
