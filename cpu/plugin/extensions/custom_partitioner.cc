// Who partitions custom calls.
#include "cpu/plugin/custom_partitioners.h"
#include "cpu/plugin/entry.h"
#include "cpu/plugin/extensions/extensions.h"
#include "pjrt/abi/pjrt_c_api_custom_partitioner_extension.h"

namespace cppjrt::cpu {
namespace {

Status Register(PJRT_Register_Custom_Partitioner_Args& args) {
  CPPJRT_REQUIRE(args.name != nullptr && args.name_size > 0, "name is empty");
  CPPJRT_REQUIRE(args.callbacks != nullptr, "callbacks is null");
  return RegisterPartitioner(View(args.name, args.name_size), args.callbacks);
}

// What it asks for is a liberty: such a call gets its operands whole.
Status RegisterBatchPartitionable(PJRT_Register_Batch_Partitionable_Args& args) {
  CPPJRT_REQUIRE(args.name != nullptr && args.name_size > 0, "name is empty");
  return OkStatus();
}

}  // namespace

PJRT_Extension_Base& CustomPartitionerExtension() {
  static PJRT_Custom_Partitioner_Extension extension = {
      .base = {PJRT_Custom_Partitioner_Extension_STRUCT_SIZE, PJRT_Extension_Type_Custom_Partitioner, nullptr},
      .register_custom_partitioner = &Entry<PJRT_Register_Custom_Partitioner_Args, &Register>::Call,
      .register_batch_partitionable = &Entry<PJRT_Register_Batch_Partitionable_Args, &RegisterBatchPartitionable>::Call,
  };
  return extension.base;
}

}  // namespace cppjrt::cpu
