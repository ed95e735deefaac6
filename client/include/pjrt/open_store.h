// Key-value stores by name, and those that need a library of their own: link pjrt::stores.
//
//   CPPJRT_ASSIGN_OR_RETURN(options.key_value_store, OpenKeyValueStore("redis://host:6379/job-17"));
//
//   memory:                    of this process
//   dir:PATH                   a directory all processes see (DirectoryStore)
//   tcp://HOST:PORT            a TcpStoreServer; the secret is in the environment variable PJRT_STORE_SECRET
//   redis://[:PASSWORD@]HOST[:PORT][/PREFIX]   a Redis server, if built with hiredis
//   pmix:                      what the launcher of the job (mpirun, srun) brings, if built with PMIx
#ifndef PJRT_OPEN_STORE_H_
#define PJRT_OPEN_STORE_H_

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "pjrt/key_value_store.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

// INVALID_ARGUMENT for a name that is none of the above, UNIMPLEMENTED for a store this library was built without, and the
// store's own errors.
StatusOr<std::shared_ptr<KeyValueStore>> OpenKeyValueStore(std::string_view name);

// The same for process `process` of a job: process 0 serves a tcp:// store itself, as long as the result lives.
StatusOr<std::shared_ptr<KeyValueStore>> OpenJobStore(std::string_view name, int process);

struct RedisStoreOptions {
  std::string host = "127.0.0.1";
  int port = 6379;
  std::string password = {};
  // Keys are PREFIX:KEY: one server holds many jobs. Use a new prefix for each job.
  std::string prefix = "pjrt";
  // Keys go after this long without being written again.
  std::chrono::seconds expire = std::chrono::hours(24);
  std::chrono::milliseconds connect_timeout = std::chrono::seconds(30);
};
// Thread-safe: a connection for each call that is in flight. UNAVAILABLE if the server cannot be reached, UNAUTHENTICATED if it
// refuses the password.
StatusOr<std::shared_ptr<KeyValueStore>> OpenRedisStore(const RedisStoreOptions& options = {});

// Of the processes one launcher has started: keys are published to it. PMIx is initialized by the first store of the process and
// finalized with the last. UNAVAILABLE outside a job.
StatusOr<std::shared_ptr<KeyValueStore>> OpenPmixStore();

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_OPEN_STORE_H_
