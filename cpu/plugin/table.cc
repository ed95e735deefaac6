#include "cpu/plugin/table.h"

#include <iterator>

#include "cpu/plugin/entry.h"
#include "cpu/plugin/extensions/extensions.h"
#include "pjrt/abi/tables.h"

namespace cppjrt::cpu {
namespace {

// The list of slots is the ABI's, in its order.
constexpr std::string_view kNames[] = {
#define SLOT(name) "PJRT_" #name,
#include "cpu/plugin/slots.def"
#undef SLOT
};
constexpr bool NamesFit() {
  for (size_t i = 0; i < std::size(kNames); ++i) {
    if (kNames[i] != pjrt::abi::kSlots[i].name) return false;
  }
  return std::size(kNames) == pjrt::abi::kSlotCount;
}
static_assert(NamesFit());

// A slot that is left out is a warning, and so an error.
PJRT_Api g_table = {
    .struct_size = PJRT_Api_STRUCT_SIZE,
    .extension_start = nullptr,
    .pjrt_api_version = {PJRT_Api_Version_STRUCT_SIZE, nullptr, PJRT_API_MAJOR, PJRT_API_MINOR},
    .PJRT_Error_Destroy = &Entry<PJRT_Error_Destroy_Args>::CallVoid,
    .PJRT_Error_Message = &Entry<PJRT_Error_Message_Args>::CallVoid,
    .PJRT_Error_GetCode = &Entry<PJRT_Error_GetCode_Args>::Call,
    .PJRT_Plugin_Initialize = &Entry<PJRT_Plugin_Initialize_Args>::Call,
    .PJRT_Plugin_Attributes = &Entry<PJRT_Plugin_Attributes_Args>::Call,
    .PJRT_Event_Destroy = &Entry<PJRT_Event_Destroy_Args>::Call,
    .PJRT_Event_IsReady = &Entry<PJRT_Event_IsReady_Args>::Call,
    .PJRT_Event_Error = &Entry<PJRT_Event_Error_Args>::Call,
    .PJRT_Event_Await = &Entry<PJRT_Event_Await_Args>::Call,
    .PJRT_Event_OnReady = &Entry<PJRT_Event_OnReady_Args>::Call,
    .PJRT_Client_Create = &Entry<PJRT_Client_Create_Args>::Call,
    .PJRT_Client_Destroy = &Entry<PJRT_Client_Destroy_Args>::Call,
    .PJRT_Client_PlatformName = &Entry<PJRT_Client_PlatformName_Args>::Call,
    .PJRT_Client_ProcessIndex = &Entry<PJRT_Client_ProcessIndex_Args>::Call,
    .PJRT_Client_PlatformVersion = &Entry<PJRT_Client_PlatformVersion_Args>::Call,
    .PJRT_Client_Devices = &Entry<PJRT_Client_Devices_Args>::Call,
    .PJRT_Client_AddressableDevices = &Entry<PJRT_Client_AddressableDevices_Args>::Call,
    .PJRT_Client_LookupDevice = &Entry<PJRT_Client_LookupDevice_Args>::Call,
    .PJRT_Client_LookupAddressableDevice = &Entry<PJRT_Client_LookupAddressableDevice_Args>::Call,
    .PJRT_Client_AddressableMemories = &Entry<PJRT_Client_AddressableMemories_Args>::Call,
    .PJRT_Client_Compile = &Entry<PJRT_Client_Compile_Args>::Call,
    .PJRT_Client_DefaultDeviceAssignment = &Entry<PJRT_Client_DefaultDeviceAssignment_Args>::Call,
    .PJRT_Client_BufferFromHostBuffer = &Entry<PJRT_Client_BufferFromHostBuffer_Args>::Call,
    .PJRT_DeviceDescription_Id = &Entry<PJRT_DeviceDescription_Id_Args>::Call,
    .PJRT_DeviceDescription_ProcessIndex = &Entry<PJRT_DeviceDescription_ProcessIndex_Args>::Call,
    .PJRT_DeviceDescription_Attributes = &Entry<PJRT_DeviceDescription_Attributes_Args>::Call,
    .PJRT_DeviceDescription_Kind = &Entry<PJRT_DeviceDescription_Kind_Args>::Call,
    .PJRT_DeviceDescription_DebugString = &Entry<PJRT_DeviceDescription_DebugString_Args>::Call,
    .PJRT_DeviceDescription_ToString = &Entry<PJRT_DeviceDescription_ToString_Args>::Call,
    .PJRT_Device_GetDescription = &Entry<PJRT_Device_GetDescription_Args>::Call,
    .PJRT_Device_IsAddressable = &Entry<PJRT_Device_IsAddressable_Args>::Call,
    .PJRT_Device_LocalHardwareId = &Entry<PJRT_Device_LocalHardwareId_Args>::Call,
    .PJRT_Device_AddressableMemories = &Entry<PJRT_Device_AddressableMemories_Args>::Call,
    .PJRT_Device_DefaultMemory = &Entry<PJRT_Device_DefaultMemory_Args>::Call,
    .PJRT_Device_MemoryStats = &Entry<PJRT_Device_MemoryStats_Args>::Call,
    .PJRT_Memory_Id = &Entry<PJRT_Memory_Id_Args>::Call,
    .PJRT_Memory_Kind = &Entry<PJRT_Memory_Kind_Args>::Call,
    .PJRT_Memory_DebugString = &Entry<PJRT_Memory_DebugString_Args>::Call,
    .PJRT_Memory_ToString = &Entry<PJRT_Memory_ToString_Args>::Call,
    .PJRT_Memory_AddressableByDevices = &Entry<PJRT_Memory_AddressableByDevices_Args>::Call,
    .PJRT_Executable_Destroy = &Entry<PJRT_Executable_Destroy_Args>::Call,
    .PJRT_Executable_Name = &Entry<PJRT_Executable_Name_Args>::Call,
    .PJRT_Executable_NumReplicas = &Entry<PJRT_Executable_NumReplicas_Args>::Call,
    .PJRT_Executable_NumPartitions = &Entry<PJRT_Executable_NumPartitions_Args>::Call,
    .PJRT_Executable_NumOutputs = &Entry<PJRT_Executable_NumOutputs_Args>::Call,
    .PJRT_Executable_SizeOfGeneratedCodeInBytes = &Entry<PJRT_Executable_SizeOfGeneratedCodeInBytes_Args>::Call,
    .PJRT_Executable_GetCostAnalysis = &Entry<PJRT_Executable_GetCostAnalysis_Args>::Call,
    .PJRT_Executable_OutputMemoryKinds = &Entry<PJRT_Executable_OutputMemoryKinds_Args>::Call,
    .PJRT_Executable_OptimizedProgram = &Entry<PJRT_Executable_OptimizedProgram_Args>::Call,
    .PJRT_Executable_Serialize = &Entry<PJRT_Executable_Serialize_Args>::Call,
    .PJRT_LoadedExecutable_Destroy = &Entry<PJRT_LoadedExecutable_Destroy_Args>::Call,
    .PJRT_LoadedExecutable_GetExecutable = &Entry<PJRT_LoadedExecutable_GetExecutable_Args>::Call,
    .PJRT_LoadedExecutable_AddressableDevices = &Entry<PJRT_LoadedExecutable_AddressableDevices_Args>::Call,
    .PJRT_LoadedExecutable_Delete = &Entry<PJRT_LoadedExecutable_Delete_Args>::Call,
    .PJRT_LoadedExecutable_IsDeleted = &Entry<PJRT_LoadedExecutable_IsDeleted_Args>::Call,
    .PJRT_LoadedExecutable_Execute = &Entry<PJRT_LoadedExecutable_Execute_Args>::Call,
    .PJRT_Executable_DeserializeAndLoad = &Entry<PJRT_Executable_DeserializeAndLoad_Args>::Call,
    .PJRT_LoadedExecutable_Fingerprint = &Entry<PJRT_LoadedExecutable_Fingerprint_Args>::Call,
    .PJRT_Buffer_Destroy = &Entry<PJRT_Buffer_Destroy_Args>::Call,
    .PJRT_Buffer_ElementType = &Entry<PJRT_Buffer_ElementType_Args>::Call,
    .PJRT_Buffer_Dimensions = &Entry<PJRT_Buffer_Dimensions_Args>::Call,
    .PJRT_Buffer_UnpaddedDimensions = &Entry<PJRT_Buffer_UnpaddedDimensions_Args>::Call,
    .PJRT_Buffer_DynamicDimensionIndices = &Entry<PJRT_Buffer_DynamicDimensionIndices_Args>::Call,
    .PJRT_Buffer_GetMemoryLayout = &Entry<PJRT_Buffer_GetMemoryLayout_Args>::Call,
    .PJRT_Buffer_OnDeviceSizeInBytes = &Entry<PJRT_Buffer_OnDeviceSizeInBytes_Args>::Call,
    .PJRT_Buffer_Device = &Entry<PJRT_Buffer_Device_Args>::Call,
    .PJRT_Buffer_Memory = &Entry<PJRT_Buffer_Memory_Args>::Call,
    .PJRT_Buffer_Delete = &Entry<PJRT_Buffer_Delete_Args>::Call,
    .PJRT_Buffer_IsDeleted = &Entry<PJRT_Buffer_IsDeleted_Args>::Call,
    .PJRT_Buffer_CopyToDevice = &Entry<PJRT_Buffer_CopyToDevice_Args>::Call,
    .PJRT_Buffer_ToHostBuffer = &Entry<PJRT_Buffer_ToHostBuffer_Args>::Call,
    .PJRT_Buffer_IsOnCpu = &Entry<PJRT_Buffer_IsOnCpu_Args>::Call,
    .PJRT_Buffer_ReadyEvent = &Entry<PJRT_Buffer_ReadyEvent_Args>::Call,
    .PJRT_Buffer_UnsafePointer = &Entry<PJRT_Buffer_UnsafePointer_Args>::Call,
    .PJRT_Buffer_IncreaseExternalReferenceCount = &Entry<PJRT_Buffer_IncreaseExternalReferenceCount_Args>::Call,
    .PJRT_Buffer_DecreaseExternalReferenceCount = &Entry<PJRT_Buffer_DecreaseExternalReferenceCount_Args>::Call,
    .PJRT_Buffer_OpaqueDeviceMemoryDataPointer = &Entry<PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args>::Call,
    .PJRT_CopyToDeviceStream_Destroy = &Entry<PJRT_CopyToDeviceStream_Destroy_Args>::Call,
    .PJRT_CopyToDeviceStream_AddChunk = &Entry<PJRT_CopyToDeviceStream_AddChunk_Args>::Call,
    .PJRT_CopyToDeviceStream_TotalBytes = &Entry<PJRT_CopyToDeviceStream_TotalBytes_Args>::Call,
    .PJRT_CopyToDeviceStream_GranuleSize = &Entry<PJRT_CopyToDeviceStream_GranuleSize_Args>::Call,
    .PJRT_CopyToDeviceStream_CurrentBytes = &Entry<PJRT_CopyToDeviceStream_CurrentBytes_Args>::Call,
    .PJRT_TopologyDescription_Create = &Entry<PJRT_TopologyDescription_Create_Args>::Call,
    .PJRT_TopologyDescription_Destroy = &Entry<PJRT_TopologyDescription_Destroy_Args>::Call,
    .PJRT_TopologyDescription_PlatformName = &Entry<PJRT_TopologyDescription_PlatformName_Args>::Call,
    .PJRT_TopologyDescription_PlatformVersion = &Entry<PJRT_TopologyDescription_PlatformVersion_Args>::Call,
    .PJRT_TopologyDescription_GetDeviceDescriptions = &Entry<PJRT_TopologyDescription_GetDeviceDescriptions_Args>::Call,
    .PJRT_TopologyDescription_Serialize = &Entry<PJRT_TopologyDescription_Serialize_Args>::Call,
    .PJRT_TopologyDescription_Attributes = &Entry<PJRT_TopologyDescription_Attributes_Args>::Call,
    .PJRT_Compile = &Entry<PJRT_Compile_Args>::Call,
    .PJRT_Executable_OutputElementTypes = &Entry<PJRT_Executable_OutputElementTypes_Args>::Call,
    .PJRT_Executable_OutputDimensions = &Entry<PJRT_Executable_OutputDimensions_Args>::Call,
    .PJRT_Buffer_CopyToMemory = &Entry<PJRT_Buffer_CopyToMemory_Args>::Call,
    .PJRT_Client_CreateViewOfDeviceBuffer = &Entry<PJRT_Client_CreateViewOfDeviceBuffer_Args>::Call,
    .PJRT_Executable_Fingerprint = &Entry<PJRT_Executable_Fingerprint_Args>::Call,
    .PJRT_Client_TopologyDescription = &Entry<PJRT_Client_TopologyDescription_Args>::Call,
    .PJRT_Executable_GetCompiledMemoryStats = &Entry<PJRT_Executable_GetCompiledMemoryStats_Args>::Call,
    .PJRT_Memory_Kind_Id = &Entry<PJRT_Memory_Kind_Id_Args>::Call,
    .PJRT_ExecuteContext_Create = &Entry<PJRT_ExecuteContext_Create_Args>::Call,
    .PJRT_ExecuteContext_Destroy = &Entry<PJRT_ExecuteContext_Destroy_Args>::Call,
    .PJRT_Buffer_CopyRawToHost = &Entry<PJRT_Buffer_CopyRawToHost_Args>::Call,
    .PJRT_AsyncHostToDeviceTransferManager_Destroy = &Entry<PJRT_AsyncHostToDeviceTransferManager_Destroy_Args>::Call,
    .PJRT_AsyncHostToDeviceTransferManager_TransferData =
        &Entry<PJRT_AsyncHostToDeviceTransferManager_TransferData_Args>::Call,
    .PJRT_Client_CreateBuffersForAsyncHostToDevice = &Entry<PJRT_Client_CreateBuffersForAsyncHostToDevice_Args>::Call,
    .PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer =
        &Entry<PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args>::Call,
    .PJRT_AsyncHostToDeviceTransferManager_Device = &Entry<PJRT_AsyncHostToDeviceTransferManager_Device_Args>::Call,
    .PJRT_AsyncHostToDeviceTransferManager_BufferCount =
        &Entry<PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args>::Call,
    .PJRT_AsyncHostToDeviceTransferManager_BufferSize =
        &Entry<PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args>::Call,
    .PJRT_AsyncHostToDeviceTransferManager_SetBufferError =
        &Entry<PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args>::Call,
    .PJRT_AsyncHostToDeviceTransferManager_AddMetadata =
        &Entry<PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args>::Call,
    .PJRT_Client_DmaMap = &Entry<PJRT_Client_DmaMap_Args>::Call,
    .PJRT_Client_DmaUnmap = &Entry<PJRT_Client_DmaUnmap_Args>::Call,
    .PJRT_Client_CreateUninitializedBuffer = &Entry<PJRT_Client_CreateUninitializedBuffer_Args>::Call,
    .PJRT_Client_UpdateGlobalProcessInfo = &Entry<PJRT_Client_UpdateGlobalProcessInfo_Args>::Call,
    .PJRT_TopologyDescription_Deserialize = &Entry<PJRT_TopologyDescription_Deserialize_Args>::Call,
    .PJRT_Client_CreateAliasBuffer = &Entry<PJRT_Client_CreateAliasBuffer_Args>::Call,
    .PJRT_Client_FulfillAliasBuffer = &Entry<PJRT_Client_FulfillAliasBuffer_Args>::Call,
    .PJRT_LoadedExecutable_GetDeviceAssignment = &Entry<PJRT_LoadedExecutable_GetDeviceAssignment_Args>::Call,
    .PJRT_Client_CreateErrorBuffer = &Entry<PJRT_Client_CreateErrorBuffer_Args>::Call,
    .PJRT_AsyncHostToDeviceTransferManager_TransferLiteral =
        &Entry<PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args>::Call,
    .PJRT_Buffer_CopyRawToHostFuture = &Entry<PJRT_Buffer_CopyRawToHostFuture_Args>::Call,
    .PJRT_Device_PoisonExecution = &Entry<PJRT_Device_PoisonExecution_Args>::Call,
    .PJRT_Device_CreateAsyncTrackingEvent = &Entry<PJRT_Device_CreateAsyncTrackingEvent_Args>::Call,
    .PJRT_AsyncTrackingEvent_Destroy = &Entry<PJRT_AsyncTrackingEvent_Destroy_Args>::Call,
    .PJRT_Executable_GetCompileOptions = &Entry<PJRT_Executable_GetCompileOptions_Args>::Call,
    .PJRT_Buffer_DonateWithControlDependency = &Entry<PJRT_Buffer_DonateWithControlDependency_Args>::Call,
    .PJRT_Event_Create = &Entry<PJRT_Event_Create_Args>::Call,
    .PJRT_Event_Set = &Entry<PJRT_Event_Set_Args>::Call,
    .PJRT_Device_GetAttributes = &Entry<PJRT_Device_GetAttributes_Args>::Call,
    .PJRT_Client_Load = &Entry<PJRT_Client_Load_Args>::Call,
    .PJRT_LoadedExecutable_AddressableDeviceLogicalIds =
        &Entry<PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args>::Call,
    .PJRT_Buffer_Bitcast = &Entry<PJRT_Buffer_Bitcast_Args>::Call,
    .PJRT_Error_ForEachPayload = &Entry<PJRT_Error_ForEachPayload_Args>::Call,
    .PJRT_TopologyDescription_Fingerprint = &Entry<PJRT_TopologyDescription_Fingerprint_Args>::Call,
    .PJRT_Executable_ParameterMemoryKinds = &Entry<PJRT_Executable_ParameterMemoryKinds_Args>::Call,
    .PJRT_Device_ClearMemoryStats = &Entry<PJRT_Device_ClearMemoryStats_Args>::Call,
    .PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace =
        &Entry<PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace_Args>::Call,
    .PJRT_TopologyDescription_GetMemorySpaceKindIds = &Entry<PJRT_TopologyDescription_GetMemorySpaceKindIds_Args>::Call,
};

}  // namespace

const PJRT_Api& Table() {
  static const bool kChained = [] {
    g_table.extension_start = Extensions();
    return true;
  }();
  static_cast<void>(kChained);
  return g_table;
}

}  // namespace cppjrt::cpu
