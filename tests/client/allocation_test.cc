// What an execution allocates: nothing of the client's. In a program of its own, as it replaces operator new.
#include <atomic>
#include <cstdlib>
#include <new>

#include "tests/client/fault.h"

namespace {
std::atomic<int64_t> allocations = 0;
}  // namespace

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"  // g++ inlines them and then sees only malloc and free
#endif
// NOLINTBEGIN
void* operator new(size_t size) {
  ++allocations;
  if (void* data = std::malloc(size)) return data;
  throw std::bad_alloc();
}
void operator delete(void* data) noexcept { std::free(data); }
void operator delete(void* data, size_t) noexcept { std::free(data); }
// NOLINTEND

namespace pjrt {
namespace {

class AllocationTest : public ::testing::Test {
 protected:
  AllocationTest() {
    for (Buffer& buffer : buffers_) {
      buffer = Get(UploadFour(client_));
      arguments_.push_back(&buffer);
    }
  }
  // The plugin's own work, through the C API: the same call and the destruction of what it gave.
  void ExecuteRaw() {
    PJRT_Buffer* inputs[4];
    for (size_t i = 0; i < 4; ++i) inputs[i] = buffers_[i].raw();
    PJRT_Buffer* output = nullptr;
    PJRT_Buffer* const* input_list = inputs;
    PJRT_Buffer** output_list = &output;
    PJRT_ExecuteOptions options{};
    options.struct_size = abi::StructSize<PJRT_ExecuteOptions>(abi::kApiMinor);
    PJRT_LoadedExecutable_Execute_Args args{};
    args.struct_size = abi::StructSize<PJRT_LoadedExecutable_Execute_Args>(abi::kApiMinor);
    args.executable = executable_.raw();
    args.options = &options;
    args.argument_lists = &input_list;
    args.num_devices = 1;
    args.num_args = 4;
    args.output_lists = &output_list;
    ASSERT_EQ(table_.raw()->PJRT_LoadedExecutable_Execute(&args), nullptr);
    PJRT_Buffer_Destroy_Args destroy{};
    destroy.struct_size = abi::StructSize<PJRT_Buffer_Destroy_Args>(abi::kApiMinor);
    destroy.buffer = output;
    ASSERT_EQ(table_.raw()->PJRT_Buffer_Destroy(&destroy), nullptr);
  }
  void UploadRaw() {
    const int64_t dims[] = {1};
    PJRT_Client_BufferFromHostBuffer_Args args{};
    args.struct_size = abi::StructSize<PJRT_Client_BufferFromHostBuffer_Args>(abi::kApiMinor);
    args.client = client_.raw();
    args.data = FourFloats().data();
    args.type = PJRT_Buffer_Type_F32;
    args.dims = dims;
    args.num_dims = 1;
    args.device = client_.addressable_devices()[0].raw();
    ASSERT_EQ(table_.raw()->PJRT_Client_BufferFromHostBuffer(&args), nullptr);
    PJRT_Buffer_Destroy_Args destroy{};
    destroy.struct_size = abi::StructSize<PJRT_Buffer_Destroy_Args>(abi::kApiMinor);
    destroy.buffer = args.buffer;
    ASSERT_EQ(table_.raw()->PJRT_Buffer_Destroy(&destroy), nullptr);
    PJRT_Event_Destroy_Args event{};
    event.struct_size = abi::StructSize<PJRT_Event_Destroy_Args>(abi::kApiMinor);
    event.event = args.done_with_host_buffer;
    ASSERT_EQ(table_.raw()->PJRT_Event_Destroy(&event), nullptr);
  }
  void Upload() {
    const int64_t dims[] = {1};
    ASSERT_TRUE(client_.Upload(std::span<const float>(FourFloats().data(), 1), dims).ok());
  }
  void Execute() { ASSERT_TRUE(executable_.Execute(arguments_, std::span(results_)).ok()); }

  template <typename Work>
  static int64_t AllocationsOf(Work work) {
    for (int i = 0; i < 10; ++i) work();  // warm-up
    const int64_t before = allocations;
    for (int i = 0; i < 100; ++i) work();
    return allocations - before;
  }

 private:
  FaultTable table_{""};
  Client client_ = Get(Client::Create(table_.plugin()));
  LoadedExecutable executable_ = Get(client_.Compile(FaultProgram()));
  std::vector<Buffer> buffers_{4};
  std::vector<const Buffer*> arguments_;
  std::vector<Buffer> results_{1};
};

TEST_F(AllocationTest, AllocationsAreCounted) {
  EXPECT_GE(AllocationsOf([] { delete new int(1); }), 0);
  const int64_t before = allocations;
  const auto one = std::make_unique<std::vector<int>>(1000);
  EXPECT_EQ(allocations - before, 2);
}

TEST_F(AllocationTest, ExecutingFourArgumentsAllocatesNothing) {
  const int64_t plugin = AllocationsOf([&] { ExecuteRaw(); });
  EXPECT_EQ(AllocationsOf([&] { Execute(); }), plugin);
}

TEST_F(AllocationTest, UploadingANumberAllocatesNothing) {
  const int64_t plugin = AllocationsOf([&] { UploadRaw(); });
  EXPECT_EQ(AllocationsOf([&] { Upload(); }), plugin);
}

}  // namespace
}  // namespace pjrt
