// RawPlugin: our plugin through the C API, with nothing in between that would keep a mistake from it.
//
//   RawPlugin plugin;
//   auto args = Make<PJRT_Client_Create_Args>();
//   EXPECT_EQ(plugin.Try(args), "");                 // or "3: message", with the number of the code
#ifndef CPPJRT_TESTS_CPU_PLUGIN_RAW_PLUGIN_H_
#define CPPJRT_TESTS_CPU_PLUGIN_RAW_PLUGIN_H_

#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "pjrt/abi/pjrt_c_api.h"
#include "pjrt/abi/tables.h"

namespace cppjrt::cpu {

// A zeroed struct with the size that the header gives it.
template <class Args>
Args Make() {
  Args args = {};
  args.struct_size = pjrt::abi::StructSize<Args>(pjrt::abi::kApiMinor);
  return args;
}

inline constexpr char kAdd[] = R"(module @add {
  func.func public @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %a, %b : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";
// The same, taking the first argument's memory.
inline constexpr char kDonatingAdd[] = R"(module @donating {
  func.func public @main(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %b: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %a, %b : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";

class RawPlugin {
 public:
  RawPlugin() {
    void* library = ::dlopen(CPPJRT_CPU_PLUGIN, RTLD_NOW | RTLD_LOCAL);
    void* symbol = library == nullptr ? nullptr : ::dlsym(library, "GetPjrtApi");
    if (symbol == nullptr) std::abort();
    const PJRT_Api* (*get_api)() = nullptr;
    std::memcpy(&get_api, &symbol, sizeof symbol);
    api_ = get_api();
  }

  const PJRT_Api& api() const { return *api_; }

  template <class Args>
  std::string Try(Args& args) const {
    return Text((api_->*pjrt::abi::SlotOf<Args>::member)(&args));
  }
  // Ends the process if it fails: for what a test only builds upon.
  template <class Args>
  void Must(Args& args) const {
    if (!Try(args).empty()) std::abort();
  }

  // "" or "CODE: message"; the error is destroyed.
  std::string Text(PJRT_Error* error) const {
    if (error == nullptr) return "";
    auto code = Make<PJRT_Error_GetCode_Args>();
    code.error = error;
    api_->PJRT_Error_GetCode(&code);
    auto message = Make<PJRT_Error_Message_Args>();
    message.error = error;
    api_->PJRT_Error_Message(&message);
    const std::string text = std::to_string(code.code) + ": " + std::string(message.message, message.message_size);
    auto destroy = Make<PJRT_Error_Destroy_Args>();
    destroy.error = error;
    api_->PJRT_Error_Destroy(&destroy);
    return text;
  }

  PJRT_Client* NewClient(std::vector<PJRT_NamedValue> options = {}) const {
    auto args = Make<PJRT_Client_Create_Args>();
    args.create_options = options.data();
    args.num_options = options.size();
    Must(args);
    return args.client;
  }
  std::string Destroy(PJRT_Client* client) const {
    auto args = Make<PJRT_Client_Destroy_Args>();
    args.client = client;
    return Try(args);
  }
  std::string Destroy(PJRT_Buffer* buffer) const {
    auto args = Make<PJRT_Buffer_Destroy_Args>();
    args.buffer = buffer;
    return Try(args);
  }
  std::string Destroy(PJRT_Event* event) const {
    auto args = Make<PJRT_Event_Destroy_Args>();
    args.event = event;
    return Try(args);
  }
  std::string Destroy(PJRT_LoadedExecutable* executable) const {
    auto args = Make<PJRT_LoadedExecutable_Destroy_Args>();
    args.executable = executable;
    return Try(args);
  }
  PJRT_Device* Device(PJRT_Client* client, size_t i = 0) const {
    auto args = Make<PJRT_Client_AddressableDevices_Args>();
    args.client = client;
    Must(args);
    return args.addressable_devices[i];
  }

  std::string Await(PJRT_Event* event) const {
    auto args = Make<PJRT_Event_Await_Args>();
    args.event = event;
    std::string text = Try(args);
    static_cast<void>(Destroy(event));
    return text;
  }

  // --- programs

  std::string TryCompile(PJRT_Client* client, std::string_view code, PJRT_LoadedExecutable** executable,
                         std::string_view options = {}, std::string_view format = "mlir") const {
    auto program = Make<PJRT_Program>();
    program.code = const_cast<char*>(code.data());
    program.code_size = code.size();
    program.format = format.data();
    program.format_size = format.size();
    auto args = Make<PJRT_Client_Compile_Args>();
    args.client = client;
    args.program = &program;
    args.compile_options = options.data();
    args.compile_options_size = options.size();
    std::string text = Try(args);
    if (executable != nullptr) *executable = args.executable;
    return text;
  }
  PJRT_LoadedExecutable* Compile(PJRT_Client* client, std::string_view code) const {
    PJRT_LoadedExecutable* executable = nullptr;
    if (!TryCompile(client, code, &executable).empty()) std::abort();
    return executable;
  }

  // One row; `out` has room for the outputs. With `done` the event of the run.
  std::string TryExecute(PJRT_LoadedExecutable* executable, const std::vector<PJRT_Buffer*>& arguments,
                         PJRT_Buffer** out, PJRT_Event** done = nullptr,
                         const PJRT_ExecuteOptions* given = nullptr) const {
    auto options = given == nullptr ? Make<PJRT_ExecuteOptions>() : *given;
    auto args = Make<PJRT_LoadedExecutable_Execute_Args>();
    PJRT_Buffer* const* row = arguments.data();
    PJRT_Buffer** outputs = out;
    args.executable = executable;
    args.options = &options;
    args.argument_lists = &row;
    args.num_devices = 1;
    args.num_args = arguments.size();
    args.output_lists = &outputs;
    args.device_complete_events = done;
    return Try(args);
  }

  // --- buffers

  PJRT_Client_BufferFromHostBuffer_Args UploadArgs(PJRT_Client* client, PJRT_Buffer_Type type,
                                                   const std::vector<int64_t>& dims, const void* data) const {
    auto args = Make<PJRT_Client_BufferFromHostBuffer_Args>();
    args.client = client;
    args.type = type;
    args.dims = dims.data();
    args.num_dims = dims.size();
    args.data = data;
    return args;
  }
  std::string TryUpload(PJRT_Client_BufferFromHostBuffer_Args& args) const {
    std::string text = Try(args);
    if (text.empty()) static_cast<void>(Destroy(args.done_with_host_buffer));
    return text;
  }
  PJRT_Buffer* Upload(PJRT_Client* client, const std::vector<float>& values, size_t device = 0) const {
    const std::vector<int64_t> dims = {static_cast<int64_t>(values.size())};
    auto args = UploadArgs(client, PJRT_Buffer_Type_F32, dims, values.data());
    args.device = Device(client, device);
    if (!TryUpload(args).empty()) std::abort();
    return args.buffer;
  }
  std::string AwaitReady(PJRT_Buffer* buffer) const {
    auto args = Make<PJRT_Buffer_ReadyEvent_Args>();
    args.buffer = buffer;
    const std::string text = Try(args);
    return text.empty() ? Await(args.event) : text;
  }
  // An error is in `text`.
  std::vector<float> Read(PJRT_Buffer* buffer, std::string* text = nullptr) const {
    auto size = Make<PJRT_Buffer_ToHostBuffer_Args>();
    size.src = buffer;
    std::string error = Try(size);
    std::vector<float> values(size.dst_size / sizeof(float));
    if (error.empty()) {
      auto copy = Make<PJRT_Buffer_ToHostBuffer_Args>();
      copy.src = buffer;
      copy.dst = values.data();
      copy.dst_size = size.dst_size;
      error = Try(copy);
      if (error.empty()) error = Await(copy.event);
    }
    if (text != nullptr) *text = error;
    return error.empty() ? values : std::vector<float>();
  }

 private:
  const PJRT_Api* api_ = nullptr;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_TESTS_CPU_PLUGIN_RAW_PLUGIN_H_
