// extensions.{abi_version,stream,triton}: through the client library, which keeps the objects these give.
#include "conform/checks/areas.h"
#include "conform/checks/library.h"
#include "conform/checks/programs.h"
#include "pjrt/extensions/abi_version.h"
#include "pjrt/extensions/stream.h"
#include "pjrt/extensions/triton.h"

namespace cppjrt::conform {
namespace {

Status RuntimeVersion(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::AbiVersionExtension>(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, LibraryClient(context));
  CPPJRT_ASSIGN_OR_RETURN(const auto version, extension.OfClient(client));
  CPPJRT_ASSIGN_OR_RETURN(const std::string bytes, version.Serialize());
  context.Evidence(std::to_string(bytes.size()) + " bytes");
  CPPJRT_ASSIGN_OR_RETURN(const auto back, extension.RuntimeFromBytes(bytes));
  CPPJRT_RETURN_IF_ERROR(version.CheckCompatible(back));
  CPPJRT_ASSIGN_OR_RETURN(const uint64_t platform, version.platform_id());
  CPPJRT_ASSIGN_OR_RETURN(const uint64_t platform_back, back.platform_id());
  return ExpectEqual("the platform id read back", platform_back, platform);
}

Status ExecutableVersion(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::AbiVersionExtension>(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, LibraryClient(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::LoadedExecutable loaded, client.Compile({kAdd}));
  CPPJRT_ASSIGN_OR_RETURN(const auto runtime, extension.OfClient(client));
  CPPJRT_ASSIGN_OR_RETURN(const auto version, extension.OfExecutable(loaded.executable()));
  CPPJRT_RETURN_IF_ERROR(runtime.CheckCompatible(version));
  CPPJRT_ASSIGN_OR_RETURN(const std::string bytes, version.Serialize());
  CPPJRT_ASSIGN_OR_RETURN(const auto back, extension.ExecutableFromBytes(bytes));
  CPPJRT_RETURN_IF_ERROR(runtime.CheckCompatible(back));
  CPPJRT_ASSIGN_OR_RETURN(const uint64_t platform, runtime.platform_id());
  CPPJRT_ASSIGN_OR_RETURN(const uint64_t platform_of_program, version.platform_id());
  return ExpectEqual("the program's platform id", platform_of_program, platform);
}

Status GarbageVersion(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::AbiVersionExtension>(context));
  return ExpectAnyError("bytes that are no version", extension.ExecutableFromBytes("\xff\xff no version").status());
}

Status Stream(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::StreamExtension>(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Client client, LibraryClient(context));
  CPPJRT_ASSIGN_OR_RETURN(const intptr_t stream,
                          extension.StreamForExternalReadyEvents(client.addressable_devices()[0]));
  const std::vector<float> values = {1, 2, 3, 4};
  const std::vector<int64_t> dims = {4};
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::Buffer buffer, client.Upload<float>(values, dims));
  CPPJRT_RETURN_IF_ERROR(extension.WaitUntilBufferReady(stream, buffer));
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<float> back, buffer.ToVector<float>());
  return ExpectEqual("the values", back, values);
}

constexpr char kTriton[] = R"(module {
  tt.func public @twice(%p: !tt.ptr<f32>) {
    %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
    %b = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %a = tt.addptr %b, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %x = tt.load %a : tensor<64x!tt.ptr<f32>>
    %y = arith.addf %x, %x : tensor<64xf32>
    tt.store %a, %y : tensor<64x!tt.ptr<f32>>
    tt.return
  }
})";

Status Triton(Context& context) {
  CPPJRT_ASSIGN_OR_RETURN(const auto extension, LibraryExtension<pjrt::TritonExtension>(context));
  CPPJRT_ASSIGN_OR_RETURN(const pjrt::TritonKernel kernel, extension.Compile(kTriton, {"9.0", 4, 1, 3}));
  context.Evidence(std::to_string(kernel.assembly.size()) + " bytes of assembly");
  return Expect(kernel.assembly.find("twice") != std::string::npos, "the assembly does not have the kernel's name");
}

}  // namespace

void AddClientExtensionChecks(Registry& registry) {
  const Area add(registry, "extensions");
  add("abi_version.runtime", "a client's ABI version read back is compatible with it",
      "caches of compiled programs are thrown away", "PJRT_AbiVersion_Extension", RuntimeVersion);
  add("abi_version.executable", "a program's ABI version is compatible with the client that compiled it",
      "caches of compiled programs are thrown away, or loaded where they do not run", "PJRT_AbiVersion_Extension",
      ExecutableVersion);
  add("abi_version.garbage", "bytes that are no ABI version are an error", "a damaged cache file crashes the program",
      "PJRT_AbiVersion_Extension", GarbageVersion);
  add("stream", "a device has a stream that waits for a buffer", "kernels of others run before their data is there",
      "PJRT_Stream_Extension", Stream);
  add("triton", "a Triton kernel is compiled to assembly with its name", "Triton kernels cannot be built by the plugin",
      "PJRT_Triton_Extension", Triton);
}

}  // namespace cppjrt::conform
