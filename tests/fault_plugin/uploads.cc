// New buffers: from the host, uninitialized, of an error, as a view.
#include <cstring>

#include "tests/fault_plugin/buffers.h"
#include "tests/fault_plugin/plugin.h"

namespace fault {
namespace {

struct Upload {
  Memory* memory;
  Shape shape;
  const void* data;
  std::vector<int64_t> strides;
};

Upload ReadUpload(const PJRT_Client_BufferFromHostBuffer_Args& args) {
  PJRT_Client& client = Live(args.client);
  Upload upload = {&Placement(client, args.device, args.memory),
                   MakeShape(args.type, args.dims, args.num_dims, args.device_layout),
                   args.data,
                   {}};
  Require(args.data != nullptr || upload.shape.elements() == 0, "PJRT_Client_BufferFromHostBuffer: data is null");
  if (args.num_byte_strides == 0) {
    upload.strides = DenseStrides(upload.shape, RowMajor(args.num_dims));
  } else {
    Require(args.byte_strides != nullptr && args.num_byte_strides == args.num_dims,
            "byte_strides has another rank than the array");
    upload.strides.assign(args.byte_strides, args.byte_strides + args.num_byte_strides);
  }
  return upload;
}

// The array is the host's memory; `done` completes when nothing uses it any more.
PJRT_Buffer* Alias(const Upload& upload, CompletionPtr done) {
  const size_t size = upload.shape.device_bytes();
  auto storage = std::make_shared<Storage>(const_cast<void*>(upload.data), size, [done] { done->Complete(); });
  auto array = std::make_shared<Array>(Array{std::make_shared<const Shape>(upload.shape), std::move(storage)});
  return new PJRT_Buffer(*upload.memory, std::move(array), nullptr);
}

// Copies now, or on the worker if the caller lets the plugin keep the data until then.
PJRT_Buffer* Copy(const Upload& upload, bool only_during_call, int64_t async_us, CompletionPtr* done) {
  ArrayPtr array = NewArray(upload.shape, *upload.memory);
  auto copy = [array, data = upload.data, strides = upload.strides] {
    CopyFromHost(*array->shape, data, strides, *array->storage);
  };
  CompletionPtr ready;
  if (only_during_call) {
    copy();
    if (async_us > 0) ready = Defer({}, async_us, [] {});
  } else {
    ready = *done = Defer({}, async_us, std::move(copy));
  }
  return new PJRT_Buffer(*upload.memory, std::move(array), std::move(ready));
}

void BufferFromHostBuffer(Plugin& plugin, PJRT_Client_BufferFromHostBuffer_Args& args) {
  const Upload upload = ReadUpload(args);
  const PJRT_HostBufferSemantics semantics = args.host_buffer_semantics;
  const bool zero_copy = semantics == PJRT_HostBufferSemantics_kImmutableZeroCopy ||
                         semantics == PJRT_HostBufferSemantics_kMutableZeroCopy;
  CompletionPtr done;
  if (zero_copy && upload.data != nullptr && SameAsDevice(upload.shape, upload.strides)) {
    done = std::make_shared<Completion>();
    args.buffer = Alias(upload, done);
  } else {
    const bool only_during_call = semantics == PJRT_HostBufferSemantics_kImmutableOnlyDuringCall;
    args.buffer = Copy(upload, only_during_call, plugin.async_us, &done);
  }
  args.done_with_host_buffer = NewEvent(plugin, std::move(done));
}

void Uninitialized(Plugin&, PJRT_Client_CreateUninitializedBuffer_Args& args) {
  Memory& memory = Placement(Live(args.client), args.device, args.memory);
  Shape shape = MakeShape(args.shape_element_type, args.shape_dims, args.shape_num_dims, args.shape_layout);
  args.buffer = new PJRT_Buffer(memory, NewArray(std::move(shape), memory), nullptr);
}

Failure FailureOf(const PJRT_Client_CreateErrorBuffer_Args& args) {
  Require(args.error_code != PJRT_Error_Code_OK, "PJRT_Client_CreateErrorBuffer: the error code is OK");
  Failure failure = {args.error_code, std::string(View(args.error_message, args.error_message_size)), false, {}};
  for (size_t i = 0; i < args.num_payload; ++i) {
    const PJRT_NamedValue& value = args.payload[i];
    Require(value.type == PJRT_NamedValue_kString, "a payload of an error is no string");
    failure.payloads.emplace_back(View(value.name, value.name_size), View(value.string_value, value.value_size));
  }
  return failure;
}

void ErrorBuffer(Plugin&, PJRT_Client_CreateErrorBuffer_Args& args) {
  Memory& memory = Placement(Live(args.client), nullptr, args.memory);
  Shape shape = MakeShape(args.shape_element_type, args.shape_dims, args.shape_num_dims, args.shape_layout);
  auto array = std::make_shared<Array>(Array{std::make_shared<const Shape>(std::move(shape)), nullptr});
  args.buffer = new PJRT_Buffer(memory, std::move(array), Failed(FailureOf(args)));
}

void DeviceView(Plugin&, PJRT_Client_CreateViewOfDeviceBuffer_Args& args) {
  Memory& memory = Placement(Live(args.client), args.device, args.memory);
  Shape shape = MakeShape(args.element_type, args.dims, args.num_dims, args.layout);
  Require(args.device_buffer_ptr != nullptr || shape.elements() == 0, "device_buffer_ptr is null");
  std::function<void()> on_release;
  if (args.on_delete_callback != nullptr) {
    on_release = [callback = args.on_delete_callback, data = args.device_buffer_ptr,
                  user_arg = args.on_delete_callback_arg] { callback(data, user_arg); };
  }
  const size_t size = shape.device_bytes();
  auto storage = std::make_shared<Storage>(args.device_buffer_ptr, size, std::move(on_release));
  auto array = std::make_shared<Array>(Array{std::make_shared<const Shape>(std::move(shape)), std::move(storage)});
  args.buffer = new PJRT_Buffer(memory, std::move(array), nullptr);
}

}  // namespace

void AddUploadSlots() { AddSlots<BufferFromHostBuffer, Uninitialized, ErrorBuffer, DeviceView>(); }

}  // namespace fault
