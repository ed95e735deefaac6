// The classes of extensions that no plugin at hand has, on made-up ones: what they hand over, what they read back, and that they
// read no entry beyond the extension's size.
#include <cstring>
#include <string>

#include "client/fake_table.h"
#include "pjrt/abi/pjrt_c_api_gpu_extension.h"
#include "pjrt/abi/pjrt_c_api_profiler_extension.h"
#include "pjrt/abi/pjrt_c_api_triton_extension.h"
#include "pjrt/extensions/gpu_custom_call.h"
#include "pjrt/extensions/profiler.h"
#include "pjrt/extensions/stream.h"
#include "pjrt/extensions/triton.h"
#include "tests/status_matchers.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::HasSubstr;

// A plugin with one extension.
Plugin PluginWith(PJRT_Api& table, PJRT_Extension_Base& base, PJRT_Extension_Type type, size_t size) {
  base.struct_size = size;
  base.type = type;
  base.next = nullptr;
  table = FakeTable();
  table.extension_start = &base;
  StatusOr<Plugin> plugin = Plugin::FromApi(&table, "fake");
  if (!plugin.ok()) throw std::runtime_error(plugin.status().ToString());
  return *plugin;
}

TEST(FakeExtensionsTest, TritonHandsOverOptionsAndReadsTheKernel) {
  static PJRT_Api table;
  static PJRT_Triton_Extension triton{};
  triton.compile = [](PJRT_Triton_Compile_Args* args) -> PJRT_Error* {
    if (std::string(args->arch_name, args->arch_name_size) != "9.0") return FakeError("wrong architecture");
    if (args->num_warps != 8 || args->num_ctas != 1 || args->num_stages != 3) return FakeError("wrong counts");
    static const std::string assembly = "ptx of ";
    static std::string text;
    text = assembly + std::string(args->module, args->module_size);
    args->out_asm = text.data();
    args->out_asm_size = text.size();
    args->out_smem_bytes = 1024;
    return nullptr;
  };
  const Plugin plugin = PluginWith(table, triton.base, PJRT_Extension_Type_Triton, sizeof triton);
  const StatusOr<TritonExtension> extension = GetExtension<TritonExtension>(plugin);
  ASSERT_THAT(extension, IsOk());
  TritonOptions options;
  options.arch_name = "9.0";
  options.num_warps = 8;
  const StatusOr<TritonKernel> kernel = extension->Compile("tt.func", options);
  ASSERT_THAT(kernel, IsOk());
  EXPECT_EQ(kernel->assembly, "ptx of tt.func");
  EXPECT_EQ(kernel->shared_memory_bytes, 1024);
  EXPECT_EQ(kernel->path, "");
  options.arch_name = "8.0";
  EXPECT_THAT(extension->Compile("tt.func", options),
              StatusIs(StatusCode::kFailedPrecondition, HasSubstr("wrong architecture")));
}

TEST(FakeExtensionsTest, AnEntryBeyondTheSizeIsNotRead) {
  static PJRT_Api table;
  static PJRT_Triton_Extension triton{};
  triton.compile = [](PJRT_Triton_Compile_Args*) -> PJRT_Error* { return FakeError("called"); };
  const Plugin plugin = PluginWith(table, triton.base, PJRT_Extension_Type_Triton, sizeof(PJRT_Extension_Base));
  const StatusOr<TritonExtension> extension = GetExtension<TritonExtension>(plugin);
  ASSERT_THAT(extension, IsOk());
  EXPECT_EQ(extension->num_entries(), 0U);
  EXPECT_THAT(extension->Compile("", {}), StatusIs(StatusCode::kUnimplemented, HasSubstr("compile")));
}

TEST(FakeExtensionsTest, ANullEntryIsUnimplementedAndAThrowingOneInternal) {
  static PJRT_Api table;
  static PJRT_Gpu_Custom_Call gpu{};
  const Plugin plugin = PluginWith(table, gpu.base, PJRT_Extension_Type_Gpu_Custom_Call, sizeof gpu);
  const StatusOr<GpuCustomCallExtension> extension = GetExtension<GpuCustomCallExtension>(plugin);
  ASSERT_THAT(extension, IsOk());
  static int handler;
  GpuCustomCall call;
  EXPECT_THAT(extension->Register("name", call), StatusIs(StatusCode::kInvalidArgument));
  call.execute = &handler;
  EXPECT_FALSE(extension->HasEntry(0));
  EXPECT_THAT(extension->Register("name", call), StatusIs(StatusCode::kUnimplemented, HasSubstr("custom_call")));
  gpu.custom_call = [](PJRT_Gpu_Register_Custom_Call_Args*) -> PJRT_Error* { throw std::runtime_error("kaput"); };
  EXPECT_THAT(extension->Register("name", call), StatusIs(StatusCode::kInternal, HasSubstr("kaput")));
  gpu.custom_call = [](PJRT_Gpu_Register_Custom_Call_Args* args) -> PJRT_Error* {
    const bool right = std::string(args->function_name, args->function_name_size) == "name" &&
                       args->handler_execute == &handler && args->api_version == 1;
    return right ? nullptr : FakeError("wrong arguments");
  };
  EXPECT_THAT(extension->Register("name", call), IsOk());
}

TEST(FakeExtensionsTest, AMissingExtensionIsNamed) {
  static PJRT_Api table;
  static PJRT_Gpu_Custom_Call gpu{};
  const Plugin plugin = PluginWith(table, gpu.base, PJRT_Extension_Type_Gpu_Custom_Call, sizeof gpu);
  EXPECT_THAT(GetExtension<StreamExtension>(plugin), StatusIs(StatusCode::kUnimplemented, HasSubstr("Stream")));
}

TEST(FakeExtensionsTest, AProfilersOwnErrorsAreRead) {
  static PJRT_Api table;
  static PJRT_Profiler_Extension extension{};
  static PLUGIN_Profiler_Api api{};
  static int destroyed = 0;
  api.error_destroy = [](PLUGIN_Profiler_Error_Destroy_Args*) { ++destroyed; };
  api.error_message = [](PLUGIN_Profiler_Error_Message_Args* args) {
    args->message = "no disk";
    args->message_size = 7;
  };
  api.error_get_code = [](PLUGIN_Profiler_Error_GetCode_Args* args) -> PLUGIN_Profiler_Error* {
    args->code = static_cast<int>(StatusCode::kDataLoss);
    return nullptr;
  };
  static char session;
  api.create = [](PLUGIN_Profiler_Create_Args* args) -> PLUGIN_Profiler_Error* {
    args->profiler = reinterpret_cast<PLUGIN_Profiler*>(&session);
    return nullptr;
  };
  api.start = [](PLUGIN_Profiler_Start_Args*) -> PLUGIN_Profiler_Error* {
    return reinterpret_cast<PLUGIN_Profiler_Error*>(&session);
  };
  api.collect_data = [](PLUGIN_Profiler_CollectData_Args* args) -> PLUGIN_Profiler_Error* {
    args->buffer_size_in_bytes = 5;
    if (args->buffer != nullptr) std::memcpy(args->buffer, "space", 5);
    return nullptr;
  };
  const Plugin plugin = PluginWith(table, extension.base, PJRT_Extension_Type_Profiler, sizeof extension);
  const StatusOr<ProfilerExtension> profiler = GetExtension<ProfilerExtension>(plugin);
  ASSERT_THAT(profiler, IsOk());
  EXPECT_THAT(profiler->Create(), StatusIs(StatusCode::kUnimplemented));  // no table yet
  extension.profiler_api = &api;
  StatusOr<ProfilerSession> made = profiler->Create();
  ASSERT_THAT(made, IsOk());
  EXPECT_THAT(made->Start(), StatusIs(StatusCode::kDataLoss, HasSubstr("no disk")));
  EXPECT_EQ(destroyed, 1);
  EXPECT_THAT(made->Stop(), StatusIs(StatusCode::kUnimplemented));
  const StatusOr<std::string> space = made->Collect();
  ASSERT_THAT(space, IsOk());
  EXPECT_EQ(*space, "space");
}

}  // namespace
}  // namespace pjrt
