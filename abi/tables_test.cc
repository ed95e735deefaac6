#include "pjrt/abi/tables.h"

#include <gtest/gtest.h>

#include <iterator>
#include <set>
#include <string>
#include <type_traits>
#include <utility>

namespace pjrt::abi {
namespace {

// ---- slots

TEST(SlotsTest, CountsAreThoseOfRealPluginsAndHeaders) {
  struct Row {
    int minor, slots;
  };
  for (Row row : {Row{57, 101},  Row{58, 101},  Row{60, 104},  Row{67, 112},  Row{69, 113},  Row{74, 114},
                  Row{75, 115},  Row{78, 117},  Row{80, 118},  Row{81, 118},  Row{83, 120},  Row{90, 128},
                  Row{98, 132},  Row{102, 135}, Row{104, 135}, Row{105, 135}, Row{106, 136}, Row{108, 136},
                  Row{109, 137}, Row{110, 138}, Row{112, 138}, Row{114, 138}, Row{117, 138}}) {
    EXPECT_EQ(SlotsAtMinor(row.minor), row.slots) << "0." << row.minor;
    EXPECT_EQ(StructSize<PJRT_Api>(row.minor), kTableStart + 8 * size_t(row.slots)) << "0." << row.minor;
  }
}

TEST(SlotsTest, TableIsDenseAndNamed) {
  std::set<std::string_view> names;
  for (int i = 0; i < kSlotCount; ++i) {
    EXPECT_EQ(kSlots[i].offset, kTableStart + 8 * size_t(i));
    EXPECT_TRUE(kSlots[i].name.starts_with("PJRT_"));
    EXPECT_TRUE(names.insert(kSlots[i].name).second) << kSlots[i].name;
    EXPECT_LE(kSlots[i].since_minor, kApiMinor);
    EXPECT_GE(kSlots[i].usable_minor, kSlots[i].since_minor);
    if (i > 0 && kSlots[i].since_minor > kFloorMinor) {
      EXPECT_GE(kSlots[i].since_minor, kSlots[i - 1].since_minor);
    }
  }
  EXPECT_EQ(kTableStart + 8 * size_t{kSlotCount}, sizeof(PJRT_Api));
}

template <class Args>
void ExpectSlot(Slot slot, std::string_view name) {
  static_assert(std::is_same_v<typename SlotOf<Args>::Function,
                               std::remove_reference_t<decltype(std::declval<PJRT_Api>().*SlotOf<Args>::member)>>);
  static_assert(std::is_invocable_v<typename SlotOf<Args>::Function, Args*>);
  EXPECT_EQ(SlotOf<Args>::slot, slot);
  EXPECT_EQ(InfoOf(slot).name, name);
  EXPECT_EQ(InfoOf(StructOf<Args>::id).name, std::string(name) + "_Args");
  PJRT_Api api{};
  EXPECT_EQ(reinterpret_cast<char*>(&(api.*SlotOf<Args>::member)) - reinterpret_cast<char*>(&api),
            static_cast<ptrdiff_t>(InfoOf(slot).offset));
}

TEST(SlotsTest, ArgumentsLeadToTheirSlot) {
  ExpectSlot<PJRT_Error_Destroy_Args>(Slot::Error_Destroy, "PJRT_Error_Destroy");
  ExpectSlot<PJRT_Client_Create_Args>(Slot::Client_Create, "PJRT_Client_Create");
  ExpectSlot<PJRT_LoadedExecutable_Execute_Args>(Slot::LoadedExecutable_Execute, "PJRT_LoadedExecutable_Execute");
  ExpectSlot<PJRT_Compile_Args>(Slot::Compile, "PJRT_Compile");
  ExpectSlot<PJRT_TopologyDescription_GetMemorySpaceKindIds_Args>(Slot::TopologyDescription_GetMemorySpaceKindIds,
                                                                  "PJRT_TopologyDescription_GetMemorySpaceKindIds");
  static_assert(
      std::is_same_v<std::invoke_result_t<SlotOf<PJRT_Error_Destroy_Args>::Function, PJRT_Error_Destroy_Args*>, void>);
}

TEST(SlotsTest, LayoutChangesDelayUse) {
  EXPECT_EQ(InfoOf(Slot::Client_UpdateGlobalProcessInfo).since_minor, 73);
  EXPECT_EQ(InfoOf(Slot::Client_UpdateGlobalProcessInfo).usable_minor, 76);
}

// ---- struct sizes

TEST(SizesTest, KnownAtTheMinorsOfRealPlugins) {
  EXPECT_EQ(StructSize<PJRT_Client_Create_Args>(57), 72u);
  EXPECT_EQ(StructSize<PJRT_Client_Create_Args>(81), 88u);
  EXPECT_EQ(StructSize<PJRT_LoadedExecutable_Execute_Args>(57), 80u);
  EXPECT_EQ(StructSize<PJRT_LoadedExecutable_Execute_Args>(114), 80u);
  EXPECT_EQ(StructSize<PJRT_ExecuteOptions>(81), 112u);
  EXPECT_EQ(StructSize<PJRT_ExecuteOptions>(98), 120u);
  EXPECT_EQ(StructSize<PJRT_ExecuteOptions>(108), 121u);
  EXPECT_EQ(StructSize<PJRT_ExecuteOptions>(114), 144u);
  EXPECT_EQ(StructSize<PJRT_Executable_GetCompiledMemoryStats_Args>(81), 112u);
  EXPECT_EQ(StructSize<PJRT_Client_CreateErrorBuffer_Args>(98), 96u);
  EXPECT_EQ(StructSize<PJRT_Device_PoisonExecution_Args>(98), 49u);
  EXPECT_EQ(StructSize<PJRT_Executable_DeserializeAndLoad_Args>(106), 64u);
  EXPECT_EQ(StructSize<PJRT_Buffer_MemoryLayout>(57), 76u);
}

TEST(SizesTest, StructSizeIsNotSizeof) {
  EXPECT_EQ(size_t{PJRT_Device_MemoryStats_Args_STRUCT_SIZE}, 201u);
  EXPECT_EQ(sizeof(PJRT_Device_MemoryStats_Args), 208u);
  EXPECT_EQ(StructSize<PJRT_Device_MemoryStats_Args>(112), 185u);
  EXPECT_EQ(StructSize<PJRT_Device_MemoryStats_Args>(113), 201u);
}

TEST(SizesTest, BeforeTheFirstEntryTheFirstAndAfterTheLastTheLast) {
  EXPECT_EQ(StructSize<PJRT_Client_CreateErrorBuffer_Args>(0), 96u);
  EXPECT_EQ(StructSize<PJRT_ExecuteOptions>(117), 144u);
  EXPECT_EQ(StructSize<PJRT_ExecuteOptions>(30000), 144u);
}

TEST(SizesTest, HistoriesGrowAndAreContiguous) {
  size_t next = 0;
  for (const StructInfo& info : kStructs) {
    EXPECT_EQ(info.first, next) << info.name;
    ASSERT_GE(info.count, 1) << info.name;
    next += info.count;
    for (size_t i = size_t{info.first} + 1; i < next; ++i) {
      EXPECT_LT(kSizeHistory[i - 1].minor, kSizeHistory[i].minor) << info.name;
      EXPECT_LT(kSizeHistory[i - 1].size, kSizeHistory[i].size) << info.name;
    }
  }
  EXPECT_EQ(next, std::size(kSizeHistory));
}

TEST(SizesTest, FieldsAreKnownFromTheirMinorOn) {
  static_assert(!PJRT_ABI_HAS_FIELD(PJRT_ExecuteOptions, context, 63));
  static_assert(PJRT_ABI_HAS_FIELD(PJRT_ExecuteOptions, context, 64));
  static_assert(!PJRT_ABI_HAS_FIELD(PJRT_Device_MemoryStats_Args, peak_allocated_bytes, 112));
  static_assert(PJRT_ABI_HAS_FIELD(PJRT_Device_MemoryStats_Args, peak_pool_bytes_is_set, 57));
  static_assert(!PJRT_ABI_HAS_FIELD(PJRT_Executable_GetCompiledMemoryStats_Args, peak_memory_in_bytes, 71));
  static_assert(PJRT_ABI_HAS_FIELD(PJRT_Executable_GetCompiledMemoryStats_Args, peak_memory_in_bytes, 72));
}

// ---- extensions

TEST(ExtensionsTest, KnownOnesHaveNamesAndNewerOnesHaveNone) {
  EXPECT_EQ(std::size(kExtensions), 25u);
  EXPECT_EQ(ExtensionName(0), "Gpu_Custom_Call");
  EXPECT_EQ(ExtensionName(PJRT_Extension_Type_FFI), "FFI");
  EXPECT_EQ(ExtensionName(24), "XlaTransform");
  EXPECT_EQ(ExtensionName(25), "");
  EXPECT_EQ(ExtensionName(-1), "");
}

TEST(ExtensionsTest, SizesAreThoseOfTheirStructs) {
  for (const ExtensionInfo& info : kExtensions) {
    if (info.struct_size != 0) {
      EXPECT_GE(info.struct_size, sizeof(PJRT_Extension_Base)) << info.name;
    }
  }
  EXPECT_EQ(kExtensions[PJRT_Extension_Type_Layouts].struct_size, 80u);
  EXPECT_EQ(kExtensions[PJRT_Extension_Type_FFI].struct_size, 48u);
  EXPECT_EQ(kExtensions[PJRT_Extension_Type_HostMemoryAllocator].struct_size, 32u);
  EXPECT_EQ(kExtensions[PJRT_Extension_Type_Unknown].struct_size, 0u);
}

// An enum must be able to hold what a newer plugin sends.
TEST(EnumsTest, HoldValuesThatAreNotListed) {
  static_assert(std::is_same_v<std::underlying_type_t<PJRT_Extension_Type>, int32_t>);
  static_assert(sizeof(PJRT_Buffer_Type) == 4);
}

}  // namespace
}  // namespace pjrt::abi
