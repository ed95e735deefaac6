// The manager of transfers to the device that come in pieces.
#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "cpu/plugin/buffer.h"
#include "cpu/plugin/entry.h"
#include "cpu/plugin/event.h"
#include "cpu/runtime/strided_copy.h"

namespace cppjrt::cpu {
namespace {

// A buffer of the manager. It is ready when its last piece and all pieces before it have come.
struct Target {
  Ref<BufferShape> shape;
  // Null once it is retrieved and complete: the caller's buffer has the only share then.
  Ref<Storage> storage;
  CompletionRef ready;  // the storage's
  bool retrieved = false;
  // Of pieces: those that were begun and are not done yet, and whether the last one was begun.
  int64_t under_way = 0;
  bool last = false;
  Status error;
};

}  // namespace
}  // namespace cppjrt::cpu

struct PJRT_AsyncHostToDeviceTransferManager {
  explicit PJRT_AsyncHostToDeviceTransferManager(cppjrt::cpu::Memory& where) : client(&where.client), memory(where) {}

  const cppjrt::cpu::Ref<PJRT_Client> client;
  cppjrt::cpu::Memory& memory;
  // Shared with transfers under way.
  struct State {
    std::mutex mutex;
    std::vector<cppjrt::cpu::Target> targets;  // their number does not change
  };
  const std::shared_ptr<State> state = std::make_shared<State>();
};

namespace cppjrt::cpu {
namespace {

using Manager = PJRT_AsyncHostToDeviceTransferManager;
using Managers = Handles<Manager>;

Status Check(const Manager* manager) {
  CPPJRT_RETURN_IF_ERROR(Managers::Check(manager, "transfer manager"));
  return CheckLives(*manager->client);
}

StatusOr<Target*> TargetOf(const Manager& manager, int index) {
  const auto count = static_cast<int64_t>(manager.state->targets.size());
  if (index >= 0 && index < count) return &manager.state->targets[static_cast<size_t>(index)];
  return InvalidArgumentError("buffer_index is " + std::to_string(index) + ", there are " + std::to_string(count) +
                              " buffers");
}

// Null where the caller's buffer alone has it.
Ref<Storage> ShareOf(const Manager& manager, const Target& target) {
  const std::lock_guard lock(manager.state->mutex);
  return target.storage;
}

// The piece is in. REQUIRES: the mutex is not held.
void FinishPiece(Manager::State& state, Target& target, const Status& status) {
  Ref<Storage> released;
  Status error;
  {
    const std::lock_guard lock(state.mutex);
    --target.under_way;
    if (target.error.ok()) target.error = status;
    if (target.under_way > 0 || !target.last) return;
    if (target.retrieved) released = std::move(target.storage);
    error = target.error;
  }
  released = nullptr;
  target.ready->Complete(error);
}

// Runs `copy` now or later.
StatusOr<PJRT_Event*> Transfer(const Manager& manager, Target& target, bool last, int64_t bytes,
                               std::function<void(ThreadPool*)> copy) {
  {
    const std::lock_guard lock(manager.state->mutex);
    if (target.last || target.ready->done()) {
      return FailedPreconditionError("the last transfer to this buffer was made before, or it was made an error");
    }
    ++target.under_way;
    target.last = last;
  }
  return NewEvent(RunCopy(*manager.client, bytes,
                          [state = manager.state, &target, copy = std::move(copy)](ThreadPool* pool) mutable {
                            copy(pool);
                            copy = nullptr;  // releases its share in the storage before the buffer is ready
                            FinishPiece(*state, target, OkStatus());
                            return OkStatus();
                          }));
}

}  // namespace

Status Serve(PJRT_Client_CreateBuffersForAsyncHostToDevice_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.client));
  CPPJRT_ASSIGN_OR_RETURN(Memory * memory, Placement(*args.client, nullptr, args.memory));
  CPPJRT_REQUIRE(args.shape_specs != nullptr || args.num_shape_specs == 0, "shape_specs is null");
  const bool layouts = args.device_layouts != nullptr && args.num_device_layouts > 0;
  CPPJRT_REQUIRE(!layouts || args.num_device_layouts == args.num_shape_specs,
                 "there must be a layout for each shape or none at all");
  std::vector<Target> targets;
  for (size_t i = 0; i < args.num_shape_specs; ++i) {
    const PJRT_ShapeSpec& spec = args.shape_specs[i];
    Target& target = targets.emplace_back();
    CPPJRT_ASSIGN_OR_RETURN(target.shape, MakeShape(spec.element_type, spec.dims, spec.num_dims,
                                                    layouts ? args.device_layouts[i] : nullptr));
    CPPJRT_ASSIGN_OR_RETURN(stablehlo::MemoryBlock * block, AllocateBlock(*memory, target.shape->device_bytes));
    target.ready = MakeRef<Completion>();
    target.storage = MakeRef<Storage>(*args.client, block, target.ready);
  }
  args.transfer_manager = Managers::New(*memory);
  args.transfer_manager->state->targets = std::move(targets);
  return OkStatus();
}

// What never came completes with an error, so that nobody waits for ever.
Status Serve(PJRT_AsyncHostToDeviceTransferManager_Destroy_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Managers::Check(args.transfer_manager, "transfer manager"));
  const std::shared_ptr<Manager::State> state = args.transfer_manager->state;
  CPPJRT_RETURN_IF_ERROR(Managers::Delete(args.transfer_manager, "transfer manager"));
  std::vector<CompletionRef> unfinished;
  {
    const std::lock_guard lock(state->mutex);
    for (const Target& target : state->targets) {
      if (!target.last) unfinished.push_back(target.ready);
    }
  }
  for (const CompletionRef& ready : unfinished) {
    ready->Complete(CancelledError("the transfer manager was destroyed before the last transfer to this buffer"));
  }
  return OkStatus();
}

Status Serve(PJRT_AsyncHostToDeviceTransferManager_TransferData_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.transfer_manager));
  CPPJRT_ASSIGN_OR_RETURN(Target * target, TargetOf(*args.transfer_manager, args.buffer_index));
  const int64_t total = target->shape->device_bytes;
  if (args.offset < 0 || args.transfer_size < 0 || args.offset > total || args.transfer_size > total - args.offset) {
    return InvalidArgumentError("a transfer of " + std::to_string(args.transfer_size) + " bytes to offset " +
                                std::to_string(args.offset) + " does not fit the " + std::to_string(total) +
                                " of the buffer");
  }
  CPPJRT_REQUIRE(args.data != nullptr || args.transfer_size == 0, "data is null");
  CPPJRT_ASSIGN_OR_RETURN(
      args.done_with_h2d_transfer,
      Transfer(*args.transfer_manager, *target, args.is_last_transfer, args.transfer_size,
               [storage = ShareOf(*args.transfer_manager, *target), data = static_cast<const std::byte*>(args.data),
                offset = args.offset, size = args.transfer_size](ThreadPool* pool) {
                 ParallelCopy(data, storage->block->data() + offset, size, pool);
               }));
  return OkStatus();
}

// The whole buffer at once, from host memory in the layout given.
Status Serve(PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.transfer_manager));
  CPPJRT_ASSIGN_OR_RETURN(Target * target, TargetOf(*args.transfer_manager, args.buffer_index));
  CPPJRT_ASSIGN_OR_RETURN(const Ref<BufferShape> shape,
                          MakeShape(args.shape_element_type, args.shape_dims, args.shape_num_dims, args.shape_layout));
  if (!shape->SameArray(*target->shape)) {
    return InvalidArgumentError("the literal is " + shape->ToString() + ", the buffer " + target->shape->ToString());
  }
  CPPJRT_REQUIRE(args.data != nullptr || shape->device_bytes == 0, "data is null");
  CPPJRT_ASSIGN_OR_RETURN(
      args.done_with_h2d_transfer,
      Transfer(*args.transfer_manager, *target, true, shape->format.host_bytes(),
               [storage = ShareOf(*args.transfer_manager, *target), to = target->shape,
                data = static_cast<const std::byte*>(args.data),
                strides = DenseStrides(shape->format.dims, shape->format.width, shape->minor_to_major)](
                   ThreadPool* pool) { CopyFromHost(to->format, data, strides, storage->block->data(), pool); }));
  return OkStatus();
}

Status Serve(PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.transfer_manager));
  CPPJRT_ASSIGN_OR_RETURN(Target * target, TargetOf(*args.transfer_manager, args.buffer_index));
  const std::lock_guard lock(args.transfer_manager->state->mutex);
  CPPJRT_REQUIRE(!target->retrieved, "buffer " + std::to_string(args.buffer_index) + " was retrieved before");
  target->retrieved = true;
  // Pieces that are still to come need it.
  Ref<Storage> storage = target->ready->done() ? std::move(target->storage) : target->storage;
  args.buffer_out = Buffers::New(args.transfer_manager->memory, target->shape, std::move(storage));
  return OkStatus();
}

Status Serve(PJRT_AsyncHostToDeviceTransferManager_Device_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.transfer_manager));
  args.device_out = &args.transfer_manager->memory.device;
  return OkStatus();
}

Status Serve(PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.transfer_manager));
  args.buffer_count = args.transfer_manager->state->targets.size();
  return OkStatus();
}

Status Serve(PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.transfer_manager));
  CPPJRT_ASSIGN_OR_RETURN(const Target* target, TargetOf(*args.transfer_manager, args.buffer_index));
  args.buffer_size = static_cast<size_t>(target->shape->device_bytes);
  return OkStatus();
}

Status Serve(PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.transfer_manager));
  CPPJRT_ASSIGN_OR_RETURN(const Target* target, TargetOf(*args.transfer_manager, args.buffer_index));
  CPPJRT_REQUIRE(args.error_code != PJRT_Error_Code_OK, "error_code is OK");
  const bool first = target->ready->Complete(MakeStatus(args.error_code, args.error_message, args.error_message_size));
  if (!first) return FailedPreconditionError("the buffer is complete, or an error, already");
  return OkStatus();
}

// There are no traces to show them in; wrong ones are found all the same.
Status Serve(PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args& args) {
  CPPJRT_RETURN_IF_ERROR(Check(args.transfer_manager));
  CPPJRT_REQUIRE(args.transfer_metadata != nullptr || args.num_metadata == 0, "transfer_metadata is null");
  for (size_t i = 0; i < args.num_metadata; ++i) {
    const PJRT_NamedValue_Type type = args.transfer_metadata[i].type;
    CPPJRT_REQUIRE(type >= PJRT_NamedValue_kString && type <= PJRT_NamedValue_kBool,
                   "metadata " + std::to_string(i) + " has a type that does not exist");
  }
  return OkStatus();
}

}  // namespace cppjrt::cpu
