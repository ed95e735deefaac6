// Field numbers of the messages in XLA's compile_options.proto and xla_data.proto that say how to compile: what the client
// writes and the CPU plugin reads (protobuf_wire.h).
#ifndef CPPJRT_BASE_COMPILE_OPTIONS_FIELDS_H_
#define CPPJRT_BASE_COMPILE_OPTIONS_FIELDS_H_

namespace cppjrt {

// CompileOptionsProto
namespace options_field {
inline constexpr int kArgumentLayouts = 1;
inline constexpr int kParameterIsTupledArguments = 2;
inline constexpr int kExecutableBuildOptions = 3;
inline constexpr int kCompilePortableExecutable = 4;
inline constexpr int kProfileVersion = 5;
inline constexpr int kMultiSliceConfig = 6;
inline constexpr int kEnvOptionOverrides = 7;
inline constexpr int kTargetConfig = 8;
inline constexpr int kAllowInPlaceMlirModification = 9;
inline constexpr int kMatrixUnitOperandPrecision = 10;
}  // namespace options_field
// ExecutableBuildOptionsProto
namespace build_field {
inline constexpr int kDeviceOrdinal = 1;
inline constexpr int kResultLayout = 2;
inline constexpr int kDebugOptions = 3;
inline constexpr int kNumReplicas = 4;
inline constexpr int kNumPartitions = 5;
inline constexpr int kUseSpmdPartitioning = 6;
inline constexpr int kUseAutoSpmdPartitioning = 7;
inline constexpr int kDeduplicateHlo = 8;
inline constexpr int kDeviceAssignment = 9;
inline constexpr int kAliasPassthroughParams = 10;
inline constexpr int kRunBackendOnly = 11;
inline constexpr int kAllowPropagationToOutput = 12;
inline constexpr int kCompilationEnvironments = 13;
inline constexpr int kFdoProfile = 14;
inline constexpr int kDeviceMemorySize = 15;
inline constexpr int kAutoSpmdMeshShape = 16;
inline constexpr int kAutoSpmdMeshIds = 17;
inline constexpr int kAllowPropagationToParameters = 18;
inline constexpr int kUseShardyPartitioner = 19;
inline constexpr int kExecTimeOptimizationEffort = 20;
inline constexpr int kMemoryFittingEffort = 21;
inline constexpr int kProcessIndex = 22;
inline constexpr int kProcessCount = 23;
inline constexpr int kOptimizationLevel = 24;
inline constexpr int kMemoryFittingLevel = 25;
inline constexpr int kSliceSize = 26;
}  // namespace build_field
// DebugOptions
namespace debug_field {
inline constexpr int kDumpTo = 109;
}  // namespace debug_field
// DeviceAssignmentProto; kReplicaDeviceIds is of its ComputationDevice
namespace assignment_field {
inline constexpr int kReplicaCount = 1;
inline constexpr int kComputationCount = 2;
inline constexpr int kComputationDevices = 3;
inline constexpr int kReplicaDeviceIds = 1;
}  // namespace assignment_field
// OptionOverrideProto
namespace override_field {
inline constexpr int kString = 1;
inline constexpr int kBool = 2;
inline constexpr int kInt = 3;
inline constexpr int kDouble = 4;
}  // namespace override_field

}  // namespace cppjrt

#endif  // CPPJRT_BASE_COMPILE_OPTIONS_FIELDS_H_
