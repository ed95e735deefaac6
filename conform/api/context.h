// Context: what a check works with. Session: a client and the calls that most checks make.
//
//   Status Negate(Context& context) {
//     CPPJRT_ASSIGN_OR_RETURN(Session session, context.NewSession());
//     CPPJRT_ASSIGN_OR_RETURN(const LoadedHandle negate, session.Compile(kNegate));
//     CPPJRT_ASSIGN_OR_RETURN(const Array result, session.RunOne(negate, {F32({2}, {1, -2})}));
//     return Same(result, F32({2}, {-1, 2}));
//   }
#ifndef CPPJRT_CONFORM_API_CONTEXT_H_
#define CPPJRT_CONFORM_API_CONTEXT_H_

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conform/api/array.h"
#include "conform/api/handles.h"
#include "pjrt/compile_options.h"
#include "pjrt/plugin.h"
#include "pjrt/value.h"

namespace cppjrt::conform {

class Session;

// What the person who runs the harness told it.
struct PluginSetup {
  std::string path;
  pjrt::NamedValues create_options;
  std::string topology;  // name for checks of absent hardware; empty: what the plugin is known to take
  pjrt::NamedValues topology_options;
};

class Context {
 public:
  Context(const StatusOr<Api>& api, const PluginSetup& setup) : api_(api), setup_(setup) {}

  // The error if the plugin does not load.
  const StatusOr<Api>& loaded() const { return api_; }
  const Api& api() const { return *api_; }
  const PluginSetup& setup() const { return setup_; }

  // A client with the person's options and `more`, which go before. Absent() if there is no device to make one of.
  StatusOr<Session> NewSession(const pjrt::NamedValues& more = {});
  StatusOr<ClientHandle> NewClient(const pjrt::NamedValues& more = {});
  // The plugin for the client library; its calls are recorded, too.
  StatusOr<pjrt::Plugin> ClientPlugin() const;

  // Values seen, for the report.
  void Evidence(std::string line) { evidence_.push_back(std::move(line)); }
  // What a client must know although the plugin is within its rights.
  void Hazard(std::string text) { hazards_.push_back(std::move(text)); }
  const std::vector<std::string>& evidence() const { return evidence_; }
  const std::vector<std::string>& hazards() const { return hazards_; }

 private:
  const StatusOr<Api>& api_;
  const PluginSetup& setup_;
  std::vector<std::string> evidence_, hazards_;
};

// Named values as the C API takes them; they point into `values`.
std::vector<PJRT_NamedValue> ToNamedValues(const Api& api, const pjrt::NamedValues& values);
std::string ValueText(const PJRT_NamedValue& value);

class Session {
 public:
  Session(const Api& api, ClientHandle client) : api_(&api), client_(std::move(client)) {}

  const Api& api() const { return *api_; }
  PJRT_Client* client() const { return client_.get(); }
  ClientHandle& handle() { return client_; }

  // The devices of this process; Absent() if there are fewer than `least`.
  StatusOr<std::vector<PJRT_Device*>> Devices(size_t least = 1) const;
  StatusOr<PJRT_Device*> Device(size_t index = 0) const;
  StatusOr<PJRT_Memory*> DefaultMemory(PJRT_Device* device) const;
  StatusOr<std::vector<PJRT_Memory*>> Memories(PJRT_Device* device) const;

  StatusOr<LoadedHandle> Compile(std::string_view program, const pjrt::CompileOptions& options = {}) const;
  StatusOr<LoadedHandle> CompileBytes(std::string_view program, std::string_view options,
                                      std::string_view format = "mlir") const;
  StatusOr<ExecutableHandle> ExecutableOf(const LoadedHandle& loaded) const;

  // Arguments of an upload to the first device, to be changed before Upload().
  StatusOr<PJRT_Client_BufferFromHostBuffer_Args> UploadArgs(const Array& array, PJRT_Device* device = nullptr) const;
  // The host's memory is done with when it returns.
  StatusOr<BufferHandle> Upload(PJRT_Client_BufferFromHostBuffer_Args& args) const;
  StatusOr<BufferHandle> Upload(const Array& array, PJRT_Device* device = nullptr) const;
  // Shape, type and dense row-major values.
  StatusOr<Array> Read(PJRT_Buffer* buffer) const;
  StatusOr<Array> Read(const BufferHandle& buffer) const { return Read(buffer.get()); }
  // Values only, into an array of that shape.
  Status ReadInto(PJRT_Buffer* buffer, Array& array) const;
  StatusOr<PJRT_Buffer_Type> TypeOf(PJRT_Buffer* buffer) const;
  StatusOr<std::vector<int64_t>> DimsOf(PJRT_Buffer* buffer) const;
  StatusOr<bool> IsDeleted(PJRT_Buffer* buffer) const;
  StatusOr<EventHandle> ReadyEvent(PJRT_Buffer* buffer) const;

  // Waits; the event's error.
  Status Await(PJRT_Event* event) const;
  Status Await(const EventHandle& event) const { return Await(event.get()); }
  StatusOr<bool> IsReady(PJRT_Event* event) const;

  StatusOr<size_t> NumOutputs(const LoadedHandle& loaded) const;
  // Begins to run a program of one argument and one result, and waits for nothing. `done`, if given, is set to the event of
  // the execution, which is then the caller's.
  StatusOr<BufferHandle> Start(const LoadedHandle& loaded, PJRT_Buffer* argument, PJRT_Event** done = nullptr) const;
  // Runs on one device and waits for the end.
  StatusOr<std::vector<BufferHandle>> Run(const LoadedHandle& loaded, std::span<PJRT_Buffer* const> arguments,
                                          const PJRT_ExecuteOptions* options = nullptr) const;
  StatusOr<std::vector<BufferHandle>> Run(const LoadedHandle& loaded, std::initializer_list<PJRT_Buffer*> arguments,
                                          const PJRT_ExecuteOptions* options = nullptr) const {
    return Run(loaded, std::span(arguments.begin(), arguments.size()), options);
  }
  // One row of arguments for each device.
  StatusOr<std::vector<std::vector<BufferHandle>>> RunRows(const LoadedHandle& loaded,
                                                           const std::vector<std::vector<PJRT_Buffer*>>& rows) const;
  // Uploads, runs, reads all results.
  StatusOr<std::vector<Array>> RunArrays(const LoadedHandle& loaded, const std::vector<Array>& arguments) const;
  // The only result.
  StatusOr<Array> RunOne(const LoadedHandle& loaded, const std::vector<Array>& arguments) const;

 private:
  const Api* api_;
  ClientHandle client_;
};

// --- expectations

// An error unless `got` equals `want`; `what` names the value.
template <class T, class U>
Status ExpectEqual(std::string_view what, const T& got, const U& want);
// OK if `status` is an error with one of the codes; else what came instead. UNIMPLEMENTED stays what it is, so that it counts
// as unsupported.
Status ExpectError(std::string_view what, const Status& status, std::initializer_list<StatusCode> codes);
// Any error will do, if its message is not empty.
Status ExpectAnyError(std::string_view what, const Status& status);
Status Expect(bool condition, std::string message);

namespace internal {
std::string ShownValue(const std::string& value);
inline std::string ShownValue(std::string_view value) { return ShownValue(std::string(value)); }
inline std::string ShownValue(const char* value) { return ShownValue(std::string(value)); }
inline std::string ShownValue(bool value) { return value ? "true" : "false"; }
template <class T>
  requires std::is_arithmetic_v<T>
std::string ShownValue(T value) {
  return std::to_string(value);
}
template <class T>
  requires std::is_enum_v<T>
std::string ShownValue(T value) {
  return std::to_string(static_cast<long long>(value));
}
template <class T>
std::string ShownValue(T* value) {
  return value == nullptr ? "null" : "an address";
}
template <class T>
std::string ShownValue(const std::vector<T>& values) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); ++i) text += (i == 0 ? "" : ", ") + ShownValue(values[i]);
  return text + "]";
}
}  // namespace internal

template <class T, class U>
Status ExpectEqual(std::string_view what, const T& got, const U& want) {
  if (got == want) return Status();
  return UnknownError(std::string(what) + " is " + internal::ShownValue(got) + " where " + internal::ShownValue(want) +
                      " is expected");
}

// Resident bytes of this process that no file backs.
int64_t PrivateBytes();

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_API_CONTEXT_H_
