// FfiRegistry: handlers of XLA's typed FFI as custom-call targets, and the types they share.
//
//   FfiRegistry registry;
//   registry.Register("my_op", "Host", {.execute = &Handler}, 0);
//   environment.custom_calls = &registry;
//   // for each run
//   FfiRunContext context;
//   context.user_data[id] = pointer;
//   run_options.custom_call_context = &context;
//
// A handler is asked for its metadata when it is registered and refused, with the reason, if it was built for another
// FFI. Then it runs in stages: instantiate when a program is prepared, its state living as long as the program;
// prepare, initialize and execute in each run. Handlers see dense buffers in the layouts that the op asks for.
#ifndef CPPJRT_CPU_FFI_REGISTRY_H_
#define CPPJRT_CPU_FFI_REGISTRY_H_

#include <cstdint>
#include <map>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/ffi/objects.h"
#include "pjrt/abi/xla_ffi_c_api.h"
#include "stablehlo/eval/custom_calls.h"

namespace cppjrt::cpu {

// What a run hands to handlers: RunOptions::custom_call_context. Outlives the run.
struct FfiRunContext {
  std::map<int64_t, void*> user_data;  // by type id
  int64_t run_id = 0;
  int32_t device_ordinal = 0;
};

// A registered handler.
struct FfiHandler {
  FfiBundle bundle;
  XLA_FFI_Handler_Traits traits = 0;
  int minor_version = 0;      // of the FFI it was built with
  int64_t state_type_id = 0;  // 0: none
};

class FfiRegistry : public stablehlo::CustomCallTargets {
 public:
  // The one of the process: where handlers register others, and types.
  static FfiRegistry& Global();

  // The largest minor version of FFI 0.x that handlers may be built with.
  static constexpr int kMinorVersion = 5;

  // Adds a handler. `platform` is "Host" or "cpu" in any case; of others it is kept apart and never called. Registering
  // the same handler again is fine. INVALID_ARGUMENT without an execute handler or a name; ALREADY_EXISTS if the name has another
  // handler; FAILED_PRECONDITION if the handler was built for an FFI that is newer, or older than 0.1.
  Status Register(std::string_view name, std::string_view platform, const FfiBundle& bundle,
                  XLA_FFI_Handler_Traits traits);

  // Registers a type under a name and gives its id: `id` if it is not 0. ALREADY_EXISTS if the name has another id, or the
  // id another name. `deleter` (may be null) destroys objects of the type that the registry comes to own.
  StatusOr<int64_t> RegisterType(std::string_view name, int64_t id, FfiDeleter deleter);
  // The deleter of a type, or null.
  FfiDeleter DeleterOf(int64_t type_id) const;

  // CustomCallTargets: calls with api_version 4, whose name has a handler.
  bool Has(std::string_view target, int64_t api_version) const override;
  StatusOr<stablehlo::Kernel> Prepare(std::string_view target, const stablehlo::OpRef& op) const override;
  std::vector<std::string> Names() const override;

 private:
  struct Type {
    std::string name;
    FfiDeleter deleter = nullptr;
  };

  mutable std::shared_mutex mutex_;
  std::map<std::pair<std::string, std::string>, FfiHandler> handlers_;  // by platform, name
  std::map<int64_t, Type> types_;
  int64_t next_type_id_ = 1;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_FFI_REGISTRY_H_
