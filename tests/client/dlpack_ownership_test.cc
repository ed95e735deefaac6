// DLPack where calls fail: whose is the memory then? On the fault plugin, whose objects are counted; runs under the address sanitizer.
#include <memory>

#include "pjrt/dlpack.h"
#include "tests/client/dlpack_foreign.h"
#include "tests/client/fault.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::HasSubstr;

class DlpackOwnershipTest : public FaultTest {
 protected:
  void TearDown() override {
    FaultTest::TearDown();
    EXPECT_EQ(ForeignLive(), 0);
    EXPECT_EQ(ForeignMistakes(), 0);
  }
  static DLManagedTensorVersioned* MakeFloats() {
    ForeignArray array{};
    array.bytes = 64;
    array.device_type = kDLCPU;
    array.code = kDLFloat;
    array.bits = 32;
    array.lanes = 1;
    array.ndim = 1;
    array.shape[0] = 4;
    array.major = 1;
    return static_cast<DLManagedTensorVersioned*>(ForeignMakeVersioned(&array));
  }
};

// The platform is not "cpu", so the host's memory can only be copied in; the buffers are on the host, so they go out.
TEST_F(DlpackOwnershipTest, OutAndInAgain) {
  const FaultTable table("");
  const Client client = Get(Client::Create(table.plugin()));
  DLManagedTensorVersioned* tensor = Get(ToDlpack(Get(UploadFour(client))));
  EXPECT_EQ(ForeignConsume(tensor, 1, 1), 10);
  const Buffer in = Get(FromDlpack(client, MakeFloats()));
  EXPECT_EQ(ForeignLive(), 0);
}

TEST_F(DlpackOwnershipTest, EachFailureOfAnExportFreesWhatItHeld) {
  for (const char* slot : {"Buffer_IsDeleted", "Buffer_ElementType", "Buffer_Dimensions", "Buffer_GetMemoryLayout",
                           "Buffer_IncreaseExternalReferenceCount", "Buffer_ReadyEvent", "Buffer_IsOnCpu",
                           "Buffer_OpaqueDeviceMemoryDataPointer"}) {
    SCOPED_TRACE(slot);
    const FaultTable table(std::string(slot) + "=fail:ABORTED:injected");
    const Client client = Get(Client::Create(table.plugin()));
    EXPECT_THAT(ToDlpack(Get(UploadFour(client))), StatusIs(StatusCode::kAborted, HasSubstr("injected")));
  }
}

TEST_F(DlpackOwnershipTest, WithoutReferencesACopyGoesOut) {
  for (const char* slot : {"Buffer_IncreaseExternalReferenceCount", "Buffer_OpaqueDeviceMemoryDataPointer"}) {
    SCOPED_TRACE(slot);
    const FaultTable table(std::string(slot) + "=fail:UNIMPLEMENTED:injected");
    const Client client = Get(Client::Create(table.plugin()));
    ToDlpackOptions never;
    never.copy = false;
    EXPECT_THAT(ToDlpack(Get(UploadFour(client)), never), StatusIs(StatusCode::kUnimplemented));
    EXPECT_EQ(ForeignConsume(Get(ToDlpack(Get(UploadFour(client)))), 1, 1), 10);
  }
}

TEST_F(DlpackOwnershipTest, AFailedImportLeavesTheTensorToItsOwner) {
  const FaultTable table("Client_BufferFromHostBuffer=fail:RESOURCE_EXHAUSTED:injected");
  const Client client = Get(Client::Create(table.plugin()));
  DLManagedTensorVersioned* tensor = MakeFloats();
  EXPECT_THAT(FromDlpack(client, tensor), StatusIs(StatusCode::kResourceExhausted));
  EXPECT_EQ(ForeignLive(), 1);
  ForeignDelete(tensor, 1);
}

TEST_F(DlpackOwnershipTest, AnErrorInFlightReachesTheExport) {
  const FaultTable table("");
  const Client client = Get(Client::Create(table.plugin()));
  const LoadedExecutable executable = Get(client.Compile(FaultProgram("// fault.execute_error = \"DATA_LOSS: gone\"")));
  const Buffer a = Get(UploadFour(client));
  std::vector<Buffer> outputs = Get(executable.Execute({&a}));
  EXPECT_THAT(ToDlpack(std::move(outputs[0])), StatusIs(StatusCode::kDataLoss, HasSubstr("gone")));
}

}  // namespace
}  // namespace pjrt
