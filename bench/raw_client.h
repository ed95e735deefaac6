// The rival: the same work done by calling a plugin's C functions by hand, with no checks and no ownership.
#ifndef CPPJRT_BENCH_RAW_CLIENT_H_
#define CPPJRT_BENCH_RAW_CLIENT_H_

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "client/api.h"
#include "pjrt/abi/pjrt_c_api.h"
#include "pjrt/abi/tables.h"
#include "pjrt/client.h"

namespace cppjrt::bench {

// Gets at the C objects behind the client's handles and calls the plugin directly.
class RawClient {
 public:
  RawClient(const PJRT_Api* table, const pjrt::Client& client) : table_(table), client_(client) {}

  // A zeroed struct with the size the header gives it.
  template <class Args>
  static Args Make() {
    Args args{};
    args.struct_size = pjrt::abi::StructSize<Args>(pjrt::abi::kApiMinor);
    return args;
  }

  void Execute(PJRT_LoadedExecutable* executable, PJRT_Buffer* const* arguments, size_t num_args, PJRT_Buffer** outputs,
               PJRT_Event** done) const {
    auto options = Make<PJRT_ExecuteOptions>();
    auto args = Make<PJRT_LoadedExecutable_Execute_Args>();
    args.executable = executable;
    args.options = &options;
    args.argument_lists = &arguments;
    args.num_devices = 1;
    args.num_args = num_args;
    args.output_lists = &outputs;
    args.device_complete_events = done;
    Check(table_->PJRT_LoadedExecutable_Execute(&args));
  }

  PJRT_Buffer* Upload(const void* data, PJRT_Buffer_Type type, const int64_t* dims, size_t rank) const {
    auto args = Make<PJRT_Client_BufferFromHostBuffer_Args>();
    args.client = client_.raw();
    args.data = data;
    args.type = type;
    args.dims = dims;
    args.num_dims = rank;
    args.host_buffer_semantics = PJRT_HostBufferSemantics_kImmutableOnlyDuringCall;
    args.device = client_.addressable_devices()[0].raw();
    Check(table_->PJRT_Client_BufferFromHostBuffer(&args));
    Destroy(args.done_with_host_buffer);
    return args.buffer;
  }

  void Download(PJRT_Buffer* buffer, void* dst, size_t size) const {
    auto args = Make<PJRT_Buffer_ToHostBuffer_Args>();
    args.src = buffer;
    args.dst = dst;
    args.dst_size = size;
    Check(table_->PJRT_Buffer_ToHostBuffer(&args));
    Await(args.event);
  }

  void AwaitReady(PJRT_Buffer* buffer) const {
    auto args = Make<PJRT_Buffer_ReadyEvent_Args>();
    args.buffer = buffer;
    Check(table_->PJRT_Buffer_ReadyEvent(&args));
    Await(args.event);
  }

  void Await(PJRT_Event* event) const {
    auto args = Make<PJRT_Event_Await_Args>();
    args.event = event;
    Check(table_->PJRT_Event_Await(&args));
    Destroy(event);
  }
  void Destroy(PJRT_Event* event) const {
    auto args = Make<PJRT_Event_Destroy_Args>();
    args.event = event;
    Check(table_->PJRT_Event_Destroy(&args));
  }
  void Destroy(PJRT_Buffer* buffer) const {
    auto args = Make<PJRT_Buffer_Destroy_Args>();
    args.buffer = buffer;
    Check(table_->PJRT_Buffer_Destroy(&args));
  }

 private:
  static void Check(PJRT_Error* error) {
    if (error == nullptr) return;
    std::fprintf(stderr, "the plugin failed under the plain C API\n");
    std::exit(1);
  }

  const PJRT_Api* table_;
  const pjrt::Client& client_;
};

// The function table of a plugin file. Exits with a message if there is none.
const PJRT_Api* TableOf(const std::string& path);

// The plugins a benchmark runs on: those named on the command line, else the null plugin built with the tests and the plugin
// `xla-cpu` if it is installed.
std::vector<pjrt::Plugin> Plugins(int argc, char** argv);

// Ends the program with the error of a StatusOr, or gives its value.
template <class T>
T Must(pjrt::StatusOr<T> value) {
  if (value.ok()) return *std::move(value);
  std::fprintf(stderr, "%s\n", value.status().ToString().c_str());
  std::exit(1);
}

}  // namespace cppjrt::bench

#endif  // CPPJRT_BENCH_RAW_CLIENT_H_
