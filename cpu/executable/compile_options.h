// CompileOptions: what a client asks of a compilation, from the bytes of XLA's CompileOptionsProto.
//
//   CPPJRT_ASSIGN_OR_RETURN(CompileOptions options, CompileOptions::Parse(bytes));
//   options.num_replicas * options.num_partitions == options.device_ids.size()
//
// Empty bytes are the defaults: one device, the client's first. Fields that only steer XLA's own passes are kept in
// `bytes` and have no effect; our own settings (settings.h) come as its overrides of options.
#ifndef CPPJRT_CPU_EXECUTABLE_COMPILE_OPTIONS_H_
#define CPPJRT_CPU_EXECUTABLE_COMPILE_OPTIONS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/executable/settings.h"

namespace cppjrt::cpu {

// More processes than this are refused before anything is allocated for them.
inline constexpr int64_t kMostProcesses = 100000;

struct CompileOptions {
  int64_t num_replicas = 1;
  int64_t num_partitions = 1;
  // Global ids by [replica][partition]. Empty if none were given: the client's devices in order.
  std::vector<int64_t> device_ids;
  // A device to run a single-device program on, by global id; -1: none asked for.
  int64_t device_ordinal = -1;
  bool use_spmd_partitioning = false;
  // For each result, or once for all: whether we choose how partitions share it where the program does not say.
  std::vector<bool> may_shard_results;
  // Not bound to devices: runs where Execute says.
  bool portable = false;
  // Of our compiler, those of the client and of the environment included.
  Settings settings;
  // Those of the client.
  std::vector<Settings::Option> client_settings;
  // As they came.
  std::string bytes;

  int64_t num_processes() const { return num_replicas * num_partitions; }

  // INVALID_ARGUMENT for bytes that are no message, counts below 1, an assignment that does not fit its counts, and
  // settings that there are not. `client_settings` hold where the bytes do not say otherwise.
  static StatusOr<CompileOptions> Parse(std::string_view bytes, std::vector<Settings::Option> client_settings = {});
};

// XLA's DeviceAssignmentProto. REQUIRES: ids by [replica][partition].
std::string SerializeDeviceAssignment(int64_t num_replicas, int64_t num_partitions,
                                      const std::vector<int64_t>& device_ids);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_EXECUTABLE_COMPILE_OPTIONS_H_
