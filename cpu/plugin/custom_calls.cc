// What programs of this plugin are compiled with: custom calls (handlers that callers registered, then JAX's linear
// algebra) and who partitions them, the client's threads and its store of object code.
#include "stablehlo/eval/custom_calls.h"

#include <functional>
#include <utility>
#include <vector>

#include "cpu/ffi/registry.h"
#include "cpu/lapack/targets.h"
#include "cpu/plugin/custom_partitioners.h"
#include "cpu/plugin/executable.h"

namespace cppjrt::cpu {

CompileEnvironment Environment(PJRT_Client* client) {
  // A name that both have is the registered handler's, as callers expect.
  static const auto* const targets = new stablehlo::CustomCallChain(
      std::vector<const stablehlo::CustomCallTargets*>{&FfiRegistry::Global(), &LapackTargets()});
  CompileEnvironment environment;
  environment.custom_calls = targets;
  environment.partitioners = &Partitioners({.inspects = client != nullptr && client->options.inspect_shardings});
  environment.code_cache = client == nullptr ? OpenCodeCache(ClientOptions()) : client->code_cache;
  // One thread is the caller's: there is no other to compile on.
  if (client == nullptr || client->work.num_threads() < 2) return environment;
  environment.pool = client->work.pool();
  const Ref<PJRT_Client> owner(client);
  environment.schedule = [owner](std::function<void()> work) { owner->work.Post(std::move(work)); };
  // A client that is being destroyed waits for its work: what is compiled then nobody will run.
  environment.stopped = [owner] { return owner->destroyed.load(std::memory_order_relaxed); };
  return environment;
}

}  // namespace cppjrt::cpu
