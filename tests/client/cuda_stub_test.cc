// The CUDA and Triton helpers of custom kernels, on a driver made for tests (stub_cuda_driver.cc).
#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <string>

#include "client/extensions/fake_plugin.h"
#include "pjrt/abi/pjrt_c_api_triton_extension.h"
#include "pjrt/ffi/cuda.h"
#include "pjrt/ffi/triton.h"
#include "tests/status_matchers.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::Each;
using ::testing::HasSubstr;

namespace cuda = ffi::cuda;

constexpr char kPtx[] = ".visible .entry add_to_all(…)";

class CudaStubTest : public ::testing::Test {
 protected:
  static const cuda::Driver& driver() {
    StatusOr<const cuda::Driver*> driver = cuda::Driver::Load(CPPJRT_STUB_CUDA_DRIVER);
    if (!driver.ok()) throw std::runtime_error(driver.status().ToString());
    return **driver;
  }
  static int loaded_modules() {
    void* library = dlopen(CPPJRT_STUB_CUDA_DRIVER, RTLD_NOW);
    return reinterpret_cast<int (*)()>(dlsym(library, "StubLoadedModules"))();
  }
};

TEST_F(CudaStubTest, ADriverThatIsNotThereIsAnError) {
  EXPECT_THAT(cuda::Driver::Load("libno_such_cuda.so.1"), StatusIs(StatusCode::kNotFound, HasSubstr("no CUDA driver")));
  EXPECT_THAT(cuda::Driver::Load("libm.so.6"), StatusIs(StatusCode::kUnimplemented, HasSubstr("cuInit")));
  setenv("CPPJRT_CUDA_DRIVER", CPPJRT_STUB_CUDA_DRIVER, 1);
  const StatusOr<const cuda::Driver*> named = cuda::Driver::Get();
  ASSERT_THAT(named, IsOk());
  EXPECT_EQ(*named, &driver());
  EXPECT_EQ((*named)->version().value_or(0), 12040);
}

TEST_F(CudaStubTest, CopiesGoBothWays) {
  std::array<int, 4> host = {1, 2, 3, 4};
  std::array<int, 4> device{};
  std::array<int, 4> other{};
  std::array<int, 4> back{};
  EXPECT_THAT(driver().CopyHostToDevice(device.data(), host.data(), sizeof host, nullptr), IsOk());
  EXPECT_THAT(driver().CopyDeviceToDevice(other.data(), device.data(), sizeof host, nullptr), IsOk());
  EXPECT_THAT(driver().CopyDeviceToHost(back.data(), other.data(), sizeof host, nullptr), IsOk());
  EXPECT_THAT(driver().Synchronize(nullptr), IsOk());
  EXPECT_EQ(back, host);
  EXPECT_THAT(driver().CopyDeviceToHost(back.data(), other.data(), size_t{1} << 50, nullptr),
              StatusIs(StatusCode::kResourceExhausted, HasSubstr("CUDA_ERROR_OUT_OF_MEMORY (told by the stub)")));
}

TEST_F(CudaStubTest, AModuleIsLoadedLaunchedAndUnloaded) {
  std::array<float, 8> data{};
  {
    StatusOr<cuda::Module> module = driver().LoadModule(kPtx);
    ASSERT_THAT(module, IsOk());
    EXPECT_EQ(loaded_modules(), 1);
    const StatusOr<cuda::Function> function = module->Get("add_to_all");
    ASSERT_THAT(function, IsOk());
    const cuda::LaunchShape shape{{2}, {4}, 0};
    EXPECT_THAT(function->Launch(shape, nullptr, data.data(), 1.5F, int32_t{8}), IsOk());
    EXPECT_THAT(data, Each(1.5F));
    EXPECT_THAT(function->Launch({{1}, {4}, 0}, nullptr, data.data(), 1.5F, int32_t{8}),
                StatusIs(StatusCode::kInternal, HasSubstr("cuLaunchKernel: 1")));
    EXPECT_THAT(module->Get("other"), StatusIs(StatusCode::kNotFound, HasSubstr("other: cuModuleGetFunction")));
    const cuda::Module moved = *std::move(module);
    EXPECT_EQ(loaded_modules(), 1);
  }
  EXPECT_EQ(loaded_modules(), 0);
  EXPECT_THAT(driver().LoadModule("no code"), StatusIs(StatusCode::kInternal, HasSubstr("cuModuleLoadData")));
  EXPECT_THAT(driver().LoadModule(""), StatusIs(StatusCode::kInvalidArgument));
}

TEST_F(CudaStubTest, TritonKernelsAreCompiledAndLaunched) {
  FakePlugin<PJRT_Triton_Extension> fake(PJRT_Extension_Type_Triton);
  fake.extension.compile = [](PJRT_Triton_Compile_Args* args) -> PJRT_Error* {
    if (std::string(args->arch_name, args->arch_name_size) != "9.0") return FakeError("unknown architecture");
    args->out_asm = kPtx;
    args->out_asm_size = sizeof kPtx - 1;
    args->out_smem_bytes = 256;
    return nullptr;
  };
  TritonOptions options;
  options.arch_name = "9.0";
  std::array<float, 128> data{};
  {
    const StatusOr<ffi::TritonLaunch> add = ffi::LoadTriton(fake.plugin(), driver(), "tt.func", "add_to_all", options);
    ASSERT_THAT(add, IsOk());
    EXPECT_EQ(add->shape().block.x, 4 * 32U);
    EXPECT_EQ(add->shape().shared_memory_bytes, 256U);
    EXPECT_THAT(add->Launch({1}, nullptr, data.data(), 2.0F, int32_t{128}), IsOk());
    EXPECT_THAT(data, Each(2.0F));
    const ffi::TritonLaunch copy = *add;
    EXPECT_EQ(loaded_modules(), 1);
  }
  EXPECT_EQ(loaded_modules(), 0);
  EXPECT_THAT(ffi::LoadTriton(fake.plugin(), driver(), "tt.func", "other", options), StatusIs(StatusCode::kNotFound));
  options.arch_name = "1.0";
  EXPECT_THAT(ffi::LoadTriton(fake.plugin(), driver(), "tt.func", "add_to_all", options),
              StatusIs(StatusCode::kFailedPrecondition, HasSubstr("unknown architecture")));
}

}  // namespace
}  // namespace pjrt
