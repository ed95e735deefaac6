// Each function of a plugin failing, missing, doing nothing, being of an older version: the client reports it and leaks
// nothing.
#include <algorithm>
#include <set>
#include <string>

#include "tests/client/everything.h"
#include "tests/client/fault.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Functions whose failure the client swallows: what they give is optional, or there is nobody to tell.
const std::set<std::string>& Optional() {
  static const std::set<std::string> names = {"PJRT_Plugin_Attributes",
                                              "PJRT_Event_Error",                // else Await tells
                                              "PJRT_Client_AddressableDevices",  // else IsAddressable tells
                                              "PJRT_Client_LookupDevice",        // else the list of devices tells
                                              "PJRT_Event_IsReady",
                                              "PJRT_Client_PlatformVersion",
                                              "PJRT_Client_ProcessIndex",
                                              "PJRT_DeviceDescription_ToString",
                                              "PJRT_DeviceDescription_DebugString",
                                              "PJRT_DeviceDescription_Attributes",
                                              "PJRT_Device_LocalHardwareId",
                                              "PJRT_Client_AddressableMemories",
                                              "PJRT_Device_AddressableMemories",
                                              "PJRT_Memory_Id",
                                              "PJRT_Memory_Kind",
                                              "PJRT_Memory_Kind_Id",
                                              "PJRT_Memory_DebugString",
                                              "PJRT_Memory_ToString",
                                              "PJRT_Memory_AddressableByDevices",
                                              "PJRT_Error_Message",
                                              "PJRT_Error_GetCode",
                                              "PJRT_Error_ForEachPayload"};
  return names;
}

// Functions of an object that only a function as new can make.
bool NeedsAnObject(abi::Slot slot) {
  return SlotName(slot).starts_with("PJRT_AsyncHostToDeviceTransferManager") || slot == abi::Slot::Client_DmaUnmap ||
         slot == abi::Slot::Client_FulfillAliasBuffer || slot == abi::Slot::AsyncTrackingEvent_Destroy;
}

class FaultSlotsTest : public FaultTest {
 protected:
  // All that can be made to fail without leaving objects behind that nobody can destroy any more.
  static std::vector<abi::Slot> SlotsThatMayFail() {
    std::vector<abi::Slot> slots = AllSlots();
    std::erase_if(slots, [](abi::Slot slot) {
      return Destroys(slot) ||
             slot == abi::Slot::Client_FulfillAliasBuffer;  // the plugin's callback is used up, called or not
    });
    return slots;
  }
  // Those whose silence can be told from slowness, and loses nothing.
  static std::vector<abi::Slot> SlotsThatMayGiveNothing() {
    std::vector<abi::Slot> slots = SlotsThatMayFail();
    std::erase_if(slots, [](abi::Slot slot) {
      return slot == abi::Slot::Event_OnReady                        // a callback that is accepted and never called
             || slot == abi::Slot::Event_Set                         // an event that never completes
             || slot == abi::Slot::Executable_NumOutputs             // outputs are given though none were announced
             || slot == abi::Slot::Client_CreateViewOfDeviceBuffer;  // the plugin may still call on_delete
    });
    return slots;
  }
};

TEST_F(FaultSlotsTest, APlainPluginGivesNoErrorsAndEverySlotTheClientUsesIsCalled) {
  const FaultTable table("record");
  EXPECT_THAT(UseEverything(table.raw()), IsEmpty());
  std::set<std::string> uncalled;
  for (abi::Slot slot : AllSlots()) {
    if (table.Calls(slot) == 0) uncalled.insert(SlotName(slot));
  }
  std::set<std::string> expected;
  for (const char* only_for_errors :
       {"PJRT_Error_Destroy", "PJRT_Error_Message", "PJRT_Error_GetCode", "PJRT_Error_ForEachPayload"}) {
    expected.insert(only_for_errors);
  }
  EXPECT_EQ(uncalled, expected);
}

TEST_F(FaultSlotsTest, AFailingSlotGivesItsCodeMessageAndName) {
  int number = 0;
  for (abi::Slot slot : SlotsThatMayFail()) {
    SCOPED_TRACE(SlotName(slot));
    const auto code = static_cast<StatusCode>(1 + number++ % 16);
    FaultSpec fault;
    fault.code = static_cast<PJRT_Error_Code>(code);
    fault.message = "injected";
    const FaultTable table("record");
    Control().set_fault(table.raw(), slot, &fault);
    const std::vector<Status> errors = UseEverything(table.raw());
    EXPECT_EQ(LiveObjects(), 0);
    if (Optional().contains(SlotName(slot))) continue;
    EXPECT_GT(table.Calls(slot), 0);
    const auto injected = std::find_if(errors.begin(), errors.end(), [&](const Status& status) {
      return status.code() == code && status.message().find(SlotName(slot) + ": injected") != std::string_view::npos;
    });
    EXPECT_NE(injected, errors.end()) << ::testing::PrintToString(errors);
  }
}

TEST_F(FaultSlotsTest, ASlotThatFailsLaterOnLeaksNothing) {
  for (abi::Slot slot : SlotsThatMayFail()) {
    for (int skip : {1, 2, 3}) {
      FaultSpec fault;
      fault.code = PJRT_Error_Code_ABORTED;
      fault.skip = skip;
      fault.times = 1;
      const FaultTable table("");
      Control().set_fault(table.raw(), slot, &fault);
      static_cast<void>(UseEverything(table.raw()));
      EXPECT_EQ(LiveObjects(), 0) << SlotName(slot) << " after " << skip;
    }
  }
}

TEST_F(FaultSlotsTest, OptionalSlotsThatFailAreNoErrors) {
  for (abi::Slot slot : AllSlots()) {
    if (!Optional().contains(SlotName(slot)) || SlotName(slot).starts_with("PJRT_Error_")) continue;
    SCOPED_TRACE(SlotName(slot));
    const FaultTable table(SlotName(slot) + "=fail:INTERNAL:injected");
    const Plugin plugin = table.plugin();
    const Client client = Get(Client::Create(plugin));
    EXPECT_EQ(client.devices().size(), 1U);
    EXPECT_THAT(Get(UploadFour(client)).ToHost(), IsOk());
  }
}

TEST_F(FaultSlotsTest, ASlotThatGivesNothingIsAnErrorOrNothing) {
  for (abi::Slot slot : SlotsThatMayGiveNothing()) {
    SCOPED_TRACE(SlotName(slot));
    const FaultTable table(SlotName(slot) + "=null_outputs");
    const std::vector<Status> errors = UseEverything(table.raw());
    EXPECT_EQ(LiveObjects(), 0);
    for (const Status& error : errors) EXPECT_NE(error.code(), StatusCode::kUnknown) << error.ToString();
  }
}

TEST_F(FaultSlotsTest, ObjectsThatAreNotGivenAreInternalErrors) {
  for (const char* slot : {"Client_Create", "Client_Compile", "Client_BufferFromHostBuffer", "LoadedExecutable_Execute",
                           "Buffer_CopyToDevice", "Buffer_Bitcast", "TopologyDescription_Create", "Event_Create",
                           "Executable_DeserializeAndLoad", "LoadedExecutable_GetExecutable", "Compile"}) {
    const FaultTable table(std::string(slot) + "=null_outputs");
    EXPECT_THAT(UseEverything(table.raw()), ::testing::Contains(StatusIs(StatusCode::kInternal))) << slot;
  }
}

TEST_F(FaultSlotsTest, AMissingSlotIsUnimplementedByName) {
  for (abi::Slot slot : AllSlots()) {
    if (Destroys(slot) || Optional().contains(SlotName(slot))) continue;
    SCOPED_TRACE(SlotName(slot));
    const FaultTable table("hide=" + SlotName(slot));
    const std::vector<Status> errors = UseEverything(table.raw());
    EXPECT_EQ(LiveObjects(), 0);
    if (Optional().contains(SlotName(slot)) || slot == abi::Slot::Plugin_Initialize) continue;
    if (slot == abi::Slot::Event_Await) {
      EXPECT_THAT(errors, IsEmpty());  // it waits by callback instead
      continue;
    }
    EXPECT_THAT(errors, ::testing::Contains(
                            StatusIs(StatusCode::kUnimplemented,
                                     HasSubstr(SlotName(slot) + ": plugin libpjrt_fault.so (PJRT C API 0.114)"))));
  }
}

TEST_F(FaultSlotsTest, WithoutErrorFunctionsAPluginIsRefused) {
  for (const char* slot : {"PJRT_Error_Destroy", "PJRT_Error_Message", "PJRT_Error_GetCode"}) {
    EXPECT_THAT(FaultTable("hide=" + std::string(slot)).Load(),
                StatusIs(StatusCode::kInvalidArgument, HasSubstr(slot)));
  }
}

TEST_F(FaultSlotsTest, ErrorsOfErrorFunctionsLeaveTheFirstError) {
  for (const char* slot : {"Error_Message", "Error_GetCode", "Error_ForEachPayload"}) {
    const FaultTable table("Client_Create=fail:DATA_LOSS:first;" + std::string(slot) + "=fail:INTERNAL:second");
    const StatusOr<Client> client = Client::Create(table.plugin());
    EXPECT_THAT(client, StatusIs(std::string(slot) == "Error_GetCode" ? StatusCode::kUnknown : StatusCode::kDataLoss))
        << slot;
    EXPECT_EQ(LiveObjects(), 0);
  }
}

// --- versions

TEST_F(FaultSlotsTest, StructsAreAsLargeAsTheVersionOfThePluginKnows) {
  for (int minor = abi::kFloorMinor; minor <= abi::kApiMinor; ++minor) {
    SCOPED_TRACE(minor);
    const FaultTable table("version=0." + std::to_string(minor) + ";strict;record");
    for (const Status& error : UseEverything(table.raw())) {
      // Only what came later, said to be so.
      EXPECT_THAT(error, StatusIs(StatusCode::kUnimplemented, HasSubstr("0." + std::to_string(minor))))
          << error.ToString();
    }
    int called = 0;
    for (size_t i = 0; i < abi::kStructCount; ++i) {
      for (abi::Slot slot : AllSlots()) {
        if (abi::kStructs[i].name != SlotName(slot) + "_Args" || table.Calls(slot) == 0) continue;
        ++called;
        EXPECT_EQ(Control().last_struct_size(table.raw(), slot), abi::StructSize(static_cast<abi::Struct>(i), minor))
            << SlotName(slot);
      }
    }
    EXPECT_GT(called, 80);
    EXPECT_EQ(LiveObjects(), 0);
  }
}

TEST_F(FaultSlotsTest, FunctionsThatCameLaterAreUnimplementedWithBothVersions) {
  for (int minor : {57, 81, 106}) {
    const FaultTable table("version=0." + std::to_string(minor));
    std::set<std::string> missing;
    for (const Status& error : UseEverything(table.raw())) {
      EXPECT_THAT(error, StatusIs(StatusCode::kUnimplemented));
      missing.emplace(error.message().substr(0, error.message().find(':')));
    }
    for (abi::Slot slot : AllSlots()) {
      const bool optional = Optional().contains(SlotName(slot));
      const bool later = abi::InfoOf(slot).usable_minor > minor;
      if (optional || !later || slot == abi::Slot::Event_Set || NeedsAnObject(slot)) continue;
      EXPECT_TRUE(missing.contains(SlotName(slot))) << SlotName(slot) << " at " << minor;
    }
  }
}

TEST_F(FaultSlotsTest, ATableThatEndsEarlyMissesItsLastFunctions) {
  const FaultTable table("slots=118");
  const Plugin plugin = table.plugin();
  EXPECT_EQ(plugin.num_slots(), 118U);
  EXPECT_FALSE(plugin.HasSlot("PJRT_Buffer_Bitcast"));
  for (const Status& error : UseEverything(table.raw())) EXPECT_THAT(error, StatusIs(StatusCode::kUnimplemented));
}

TEST_F(FaultSlotsTest, NewerPluginsAreUsedLikeTheNewestKnown) {
  const FaultTable table("version=0.250");
  EXPECT_THAT(UseEverything(table.raw()), IsEmpty());
}

TEST_F(FaultSlotsTest, ShortAnswersAreTakenAsZeros) {
  for (abi::Slot slot : SlotsThatMayGiveNothing()) {
    // These need no arguments: they make an object and lose it.
    if (slot == abi::Slot::Event_Create || slot == abi::Slot::Client_Create ||
        slot == abi::Slot::ExecuteContext_Create || slot == abi::Slot::TopologyDescription_Create) {
      continue;
    }
    // Only struct_size and extension_start come through; the function then sees an empty struct.
    const FaultTable table(SlotName(slot) + "=short:16");
    static_cast<void>(UseEverything(table.raw()));
  }
}

// --- other ways to be wrong

TEST_F(FaultSlotsTest, FailingDestructionIsSurvived) {
  // What is not destroyed stays for good, so this happens in a process of its own.
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto run = [] {
    for (abi::Slot slot : AllSlots()) {
      if (!Destroys(slot)) continue;
      const FaultTable table(SlotName(slot) + "=fail:INTERNAL:injected");
      static_cast<void>(UseEverything(table.raw()));
    }
    _Exit(0);
  };
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(0), "");
}

TEST_F(FaultSlotsTest, APluginThatThrowsGivesInternalErrors) {
  const FaultTable table("");
  PJRT_Api throwing = *table.raw();
  throwing.PJRT_Client_Compile = [](PJRT_Client_Compile_Args*) -> PJRT_Error* { throw std::runtime_error("kaput"); };
  throwing.PJRT_Buffer_ReadyEvent = [](PJRT_Buffer_ReadyEvent_Args*) -> PJRT_Error* { throw 1; };
  const std::vector<Status> errors = UseEverything(&throwing);
  EXPECT_THAT(errors, ::testing::Contains(StatusIs(StatusCode::kInternal,
                                                   AllOf(HasSubstr("PJRT_Client_Compile"), HasSubstr("kaput")))));
  EXPECT_THAT(errors, ::testing::Contains(StatusIs(StatusCode::kInternal, HasSubstr("PJRT_Buffer_ReadyEvent"))));
}

TEST_F(FaultSlotsTest, SlowPluginsAreWaitedFor) {
  for (const char* spec : {"async=200", "async=200;record", "Event_IsReady=delay:1;async=100"}) {
    const FaultTable table(spec);
    EXPECT_THAT(UseEverything(table.raw()), IsEmpty()) << spec;
    EXPECT_EQ(LiveObjects(), 0);
  }
}

}  // namespace
}  // namespace pjrt
