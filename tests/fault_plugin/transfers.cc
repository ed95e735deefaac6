// The manager of transfers to the device that come in pieces.
#include <cstring>
#include <mutex>

#include "tests/fault_plugin/buffers.h"
#include "tests/fault_plugin/plugin.h"

namespace fault {
namespace {

struct Target {
  ArrayPtr array;
  CompletionPtr ready = std::make_shared<Completion>();
  bool retrieved = false;
};

}  // namespace
}  // namespace fault

struct PJRT_AsyncHostToDeviceTransferManager : fault::Counted<FaultKind::kTransferManager> {
  fault::Memory& memory;
  std::vector<fault::Target> targets;
  std::mutex mutex;  // guards `retrieved` of the targets

  explicit PJRT_AsyncHostToDeviceTransferManager(fault::Memory& where) : memory(where) {}

  // What never came completes with an error, so that nobody waits for ever.
  ~PJRT_AsyncHostToDeviceTransferManager() {
    for (const fault::Target& target : targets) {
      target.ready->Complete(
          {PJRT_Error_Code_CANCELLED, "the transfer manager was destroyed before the transfer ended", false, {}});
    }
  }
};

namespace fault {
namespace {

using Manager = PJRT_AsyncHostToDeviceTransferManager;

Manager& LiveManager(Manager* manager) {
  Manager& live = Ref(manager, "transfer manager is null");
  Live(&live.memory.client);
  return live;
}

Target& TargetOf(Manager& manager, int index) {
  if (index < 0 || static_cast<size_t>(index) >= manager.targets.size()) {
    Invalid("buffer_index is " + std::to_string(index) + ", there are " + std::to_string(manager.targets.size()));
  }
  return manager.targets[static_cast<size_t>(index)];
}

void Create(Plugin&, PJRT_Client_CreateBuffersForAsyncHostToDevice_Args& args) {
  Memory& memory = Placement(Live(args.client), nullptr, args.memory);
  Require(args.shape_specs != nullptr || args.num_shape_specs == 0, "shape_specs is null");
  Require(args.num_device_layouts == 0 || args.num_device_layouts == args.num_shape_specs,
          "there must be a layout for each shape or none");
  auto manager = std::make_unique<Manager>(memory);
  for (size_t i = 0; i < args.num_shape_specs; ++i) {
    const PJRT_ShapeSpec& spec = args.shape_specs[i];
    const PJRT_Buffer_MemoryLayout* layout = args.num_device_layouts == 0 ? nullptr : args.device_layouts[i];
    Target& target = manager->targets.emplace_back();
    target.array = NewArray(MakeShape(spec.element_type, spec.dims, spec.num_dims, layout), memory);
  }
  args.transfer_manager = manager.release();
}

void Destroy(Plugin&, PJRT_AsyncHostToDeviceTransferManager_Destroy_Args& args) {
  delete &Ref(args.transfer_manager, "transfer manager is null");
}

// Runs `copy` now or later; the target is ready after its last piece.
PJRT_Event* Transfer(const Plugin& plugin, const Target& target, bool last, std::function<void()> copy) {
  CompletionPtr done = Defer({}, plugin.async_us, [ready = target.ready, last, copy = std::move(copy)] {
    copy();
    if (last) ready->Complete();
  });
  return NewEvent(plugin, std::move(done));
}

void TransferData(Plugin& plugin, PJRT_AsyncHostToDeviceTransferManager_TransferData_Args& args) {
  const Target& target = TargetOf(LiveManager(args.transfer_manager), args.buffer_index);
  const int64_t total = static_cast<int64_t>(target.array->storage->size);
  if (args.offset < 0 || args.transfer_size < 0 || args.transfer_size > total - args.offset) {
    Invalid("a transfer of " + std::to_string(args.transfer_size) + " bytes to " + std::to_string(args.offset) +
            " does not fit the " + std::to_string(total) + " of the buffer");
  }
  args.done_with_h2d_transfer = Transfer(
      plugin, target, args.is_last_transfer,
      [array = target.array, data = args.data, offset = args.offset, size = static_cast<size_t>(args.transfer_size)] {
        if (size > 0) std::memcpy(array->storage->data + offset, data, size);
      });
}

// The whole buffer at once, from host memory in the layout given.
void TransferLiteral(Plugin& plugin, PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args& args) {
  const Target& target = TargetOf(LiveManager(args.transfer_manager), args.buffer_index);
  const Shape shape = MakeShape(args.shape_element_type, args.shape_dims, args.shape_num_dims, args.shape_layout);
  Require(shape.type == target.array->shape->type && shape.dims == target.array->shape->dims,
          "the literal has another shape than the buffer");
  args.done_with_h2d_transfer =
      Transfer(plugin, target, true,
               [array = target.array, data = args.data, strides = DenseStrides(shape, shape.minor_to_major)] {
                 CopyFromHost(*array->shape, data, strides, *array->storage);
               });
}

void RetrieveBuffer(Plugin&, PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args& args) {
  Manager& manager = LiveManager(args.transfer_manager);
  Target& target = TargetOf(manager, args.buffer_index);
  std::lock_guard lock(manager.mutex);
  Require(!target.retrieved, "the buffer was retrieved before");
  target.retrieved = true;
  args.buffer_out = new PJRT_Buffer(manager.memory, target.array, target.ready);
}

void Device(Plugin&, PJRT_AsyncHostToDeviceTransferManager_Device_Args& args) {
  args.device_out = &LiveManager(args.transfer_manager).memory.device;
}

void BufferCount(Plugin&, PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args& args) {
  args.buffer_count = LiveManager(args.transfer_manager).targets.size();
}

void BufferSize(Plugin&, PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args& args) {
  args.buffer_size = TargetOf(LiveManager(args.transfer_manager), args.buffer_index).array->storage->size;
}

void SetBufferError(Plugin&, PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args& args) {
  const Target& target = TargetOf(LiveManager(args.transfer_manager), args.buffer_index);
  Require(args.error_code != PJRT_Error_Code_OK, "SetBufferError: the error code is OK");
  target.ready->Complete({args.error_code, std::string(View(args.error_message, args.error_message_size)), false, {}});
}

void AddMetadata(Plugin&, PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args& args) {
  LiveManager(args.transfer_manager);
  NamedValues metadata;
  for (size_t i = 0; i < args.num_metadata; ++i) metadata.Add(args.transfer_metadata[i]);
}

}  // namespace

void AddTransferSlots() {
  AddSlots<Create, Destroy, TransferData, TransferLiteral, RetrieveBuffer, Device, BufferCount, BufferSize,
           SetBufferError, AddMetadata>();
}

}  // namespace fault
