// ClientOptions: what can be asked for when a client is made. Two clients of one process may have different ones.
//
//   CPPJRT_ASSIGN_OR_RETURN(const ClientOptions options, ClientOptions::Parse(args.create_options, args.num_options));
//   CompileOptions::Parse(bytes, options.settings)   // {"masked_products", "select"}, ...
#ifndef CPPJRT_CPU_PLUGIN_CLIENT_OPTIONS_H_
#define CPPJRT_CPU_PLUGIN_CLIENT_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/executable/settings.h"
#include "pjrt/abi/pjrt_c_api.h"

namespace cppjrt::cpu {

// A year: clocks count further.
inline constexpr int64_t kMaxDeadlineMs = int64_t{366} * 24 * 3600 * 1000;

struct ClientOptions {
  int64_t num_devices = 4;    // as many as XLA's plugin has
  int64_t num_threads = 0;    // for all devices together; 0: $CPPJRT_NUM_THREADS, else what the process may use
  int64_t memory_limit = 0;   // bytes of all devices together; 0: what the system allows
  bool asynchronous = true;   // Execute returns before an expensive program is done
  int64_t max_inflight = 64;  // executions that may be under way before Execute waits
  int64_t process_id = 0;
  // Milliseconds after which an execution that does not say otherwise is ended; 0: none. Else $CPPJRT_DEADLINE_MS.
  int64_t deadline_ms = 0;
  // Of jobs: there is one process, number 0.
  int64_t num_nodes = 1;
  int64_t node_id = 0;
  // Whether InspectSharding calls in programs that are compiled name an address to call (custom_partitioners.h).
  bool inspect_shardings = false;
  // Whether a view of memory that is not aligned as programs need it is a copy, instead of an error.
  bool copy_unaligned_views = false;
  // Settings of the compiler, by the names of cpu/executable/settings.def, which hold where a compilation does not say
  // otherwise.
  std::vector<Settings::Option> settings;
  // A folder for object code, "" for none; not given: $CPPJRT_CPU_CODE_CACHE.
  std::optional<std::string> code_cache;
  int64_t rng_seed = -1;  // what stablehlo.rng starts from; -1: $CPPJRT_CPU_RNG_SEED, else 0

  // INVALID_ARGUMENT for names that are not known (it lists those that are), wrong types and values out of range.
  static StatusOr<ClientOptions> Parse(const PJRT_NamedValue* values, size_t count);

  // deadline_ms, or what it stands for.
  int64_t Deadline() const;
  // num_threads, or what it stands for. At least 1.
  int Threads() const;
  // code_cache, or what it stands for; "" for none.
  std::string CodeCacheFolder() const;
  // rng_seed, or what it stands for.
  uint64_t Seed() const;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_CLIENT_OPTIONS_H_
