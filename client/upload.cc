// How buffers are made from something: host arrays, foreign memory, errors, nothing.
#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "client/api.h"
#include "client/array_checks.h"
#include "client/client_state.h"
#include "client/guard.h"
#include "client/memory_layout.h"
#include "client/named_values.h"
#include "client/transpose.h"
#include "pjrt/client.h"
#include "pjrt/memory_report.h"

namespace pjrt {
inline namespace v0 {
namespace {

using detail::CheckLayout;
using detail::CheckShape;
using detail::ClientState;
using detail::MemoryLayoutArgument;

std::string ShapeText(ElementType type, std::span<const int64_t> dims) {
  return ToString(ArrayShape{type, {dims.begin(), dims.end()}, {}});
}

// Where a new buffer goes: a device or a memory, checked to be this client's.
struct Placement {
  PJRT_Device* device = nullptr;
  PJRT_Memory* memory = nullptr;
};

StatusOr<Placement> Place(const char* function, const ClientState& client, const Device* device, const Memory* memory) {
  const std::string name(function);
  if (device != nullptr && memory != nullptr) {
    return cppjrt::InvalidArgumentError(name + ": both a device and a memory are given; give one");
  }
  if (memory != nullptr) {
    if (client.Find(memory->raw()) == nullptr)
      return cppjrt::InvalidArgumentError(name + ": the memory is not of this client");
    return Placement{nullptr, memory->raw()};
  }
  if (device != nullptr) {
    if (client.Find(device->raw()) == nullptr)
      return cppjrt::InvalidArgumentError(name + ": the device is not of this client");
    return Placement{device->raw(), nullptr};
  }
  for (const auto& candidate : client.devices) {
    if (candidate->addressable) return Placement{candidate->raw, nullptr};
  }
  return cppjrt::FailedPreconditionError(name + ": the client has no addressable device");
}

StatusOr<Buffer> Made(const std::shared_ptr<const ClientState>& client, PJRT_Buffer* buffer, const char* function) {
  if (buffer == nullptr) return cppjrt::InternalError(std::string(function) + " returned no buffer");
  return Buffer(client, buffer);
}

// Hands a checked array to the plugin.
StatusOr<Buffer> UploadTo(const std::shared_ptr<const ClientState>& client, const HostArray& array,
                          const UploadOptions& options) {
  CPPJRT_ASSIGN_OR_RETURN(Placement place, Place("Upload", *client, options.device, options.memory));
  // XLA CPU before 0.115 takes an array without strides to lie in the order of the device layout; with strides there is no
  // doubt.
  std::vector<int64_t> row_major;
  std::span<const int64_t> strides = array.byte_strides;
  if (strides.empty() && options.device_layout != nullptr) {
    row_major = detail::RowMajorStrides(array.dims, HostBytesPerElement(array.type));
    strides = row_major;
  }
  // Plugins may look at the pointer of an empty array.
  static const char kNothing = 0;
  MemoryLayoutArgument device_layout(client->api, options.device_layout);
  PJRT_Client_BufferFromHostBuffer_Args args{};
  args.client = client->raw;
  args.data = array.data != nullptr ? array.data : &kNothing;
  args.type = static_cast<PJRT_Buffer_Type>(array.type);
  args.dims = array.dims.data();
  args.num_dims = array.dims.size();
  args.byte_strides = strides.empty() ? nullptr : strides.data();
  args.num_byte_strides = strides.size();
  args.host_buffer_semantics = static_cast<PJRT_HostBufferSemantics>(options.semantics);
  args.device = place.device;
  args.memory = place.memory;
  args.device_layout = device_layout.get();
  Status status = client->api.Call(args);
  Event done(&client->api, args.done_with_host_buffer, client);
  CPPJRT_RETURN_IF_ERROR(status);
  if (options.done_with_host_buffer != nullptr) *options.done_with_host_buffer = std::move(done);
  return Made(client, args.buffer, "PJRT_Client_BufferFromHostBuffer");
}

// Whether the plugin stores a host array in the layout it is asked for. XLA CPU of 0.81 and 0.106 stores it in row-major order
// and says otherwise, so every value read back would be wrong; asked once a client, when a layout is first used.
bool StoresInLayout(const std::shared_ptr<const ClientState>& client) {
  std::call_once(client->layout_probe.once, [&] {
    const std::array<int32_t, 4> row_major = {1, 2, 3, 4};
    const std::array<int32_t, 4> column_major = {1, 3, 2, 4};
    const std::array<int64_t, 2> dims = {2, 2};
    const Layout layout = TiledLayout{{0, 1}, {}};
    UploadOptions options;
    options.device_layout = &layout;
    std::array<int32_t, 4> stored{};
    StatusOr<Buffer> buffer = UploadTo(client, HostArray{row_major.data(), ElementType::kS32, dims, {}}, options);
    // A plugin that says it cannot will say so again to the caller; one that cannot show its memory is believed.
    client->layout_probe.honored = !buffer.ok() ||
                                   !buffer->CopyRawToHost(std::as_writable_bytes(std::span(stored)), 0).Await().ok() ||
                                   stored == column_major;
  });
  return client->layout_probe.honored;
}

}  // namespace

StatusOr<Buffer> Client::Upload(const HostArray& array, const UploadOptions& options) const {
  CPPJRT_RETURN_IF_ERROR(CheckShape("Upload", state_->plugin, array.type, array.dims));
  CPPJRT_RETURN_IF_ERROR(CheckLayout("Upload", options.device_layout, array.dims.size()));
  if (!array.byte_strides.empty() && array.byte_strides.size() != array.dims.size()) {
    return cppjrt::InvalidArgumentError("Upload of " + ShapeText(array.type, array.dims) + ": " +
                                        std::to_string(array.byte_strides.size()) + " strides");
  }
  if (array.data == nullptr && *HostBytes(array.type, array.dims) != 0) {
    return cppjrt::InvalidArgumentError("Upload of " + ShapeText(array.type, array.dims) + ": no data");
  }
  if (options.device_layout != nullptr &&
      !IsRowMajor(*options.device_layout, array.dims, HostBytesPerElement(array.type)) && !StoresInLayout(state_)) {
    return cppjrt::UnimplementedError(
        "Upload: this plugin stores host arrays in row-major order whatever layout is asked (" +
        ToString(*options.device_layout) + ")");
  }
  StatusOr<Buffer> buffer = UploadTo(state_, array, options);
  if (!buffer.ok()) [[unlikely]]
    return ExplainMemory(buffer.status(), *this);
  return buffer;
}

StatusOr<Buffer> Client::CreateUninitialized(ElementType type, std::span<const int64_t> dims, const Device* device,
                                             const Memory* memory, const Layout* layout) const {
  CPPJRT_RETURN_IF_ERROR(CheckShape("CreateUninitialized", state_->plugin, type, dims));
  CPPJRT_RETURN_IF_ERROR(CheckLayout("CreateUninitialized", layout, dims.size()));
  CPPJRT_ASSIGN_OR_RETURN(Placement place, Place("CreateUninitialized", *state_, device, memory));
  // XLA wants a layout here; elsewhere it takes its default.
  const Layout row_major = RowMajorLayout(dims.size());
  MemoryLayoutArgument shape_layout(state_->api, layout != nullptr ? layout : &row_major);
  PJRT_Client_CreateUninitializedBuffer_Args args{};
  args.client = state_->raw;
  args.shape_dims = dims.data();
  args.shape_num_dims = dims.size();
  args.shape_element_type = static_cast<PJRT_Buffer_Type>(type);
  args.shape_layout = shape_layout.get();
  args.device = place.device;
  args.memory = place.memory;
  if (Status status = state_->api.Call(args); !status.ok()) return ExplainMemory(std::move(status), *this);
  return Made(state_, args.buffer, "PJRT_Client_CreateUninitializedBuffer");
}

StatusOr<Buffer> Client::CreateError(Status error, ElementType type, std::span<const int64_t> dims,
                                     const Memory& memory) const {
  if (error.ok()) return cppjrt::InvalidArgumentError("CreateError: the error is OK");
  CPPJRT_RETURN_IF_ERROR(CheckShape("CreateError", state_->plugin, type, dims));
  CPPJRT_ASSIGN_OR_RETURN(Placement place, Place("CreateError", *state_, nullptr, &memory));
  const Layout row_major = RowMajorLayout(dims.size());
  MemoryLayoutArgument shape_layout(state_->api, &row_major);
  PJRT_Client_CreateErrorBuffer_Args args{};
  args.client = state_->raw;
  args.error_code = static_cast<PJRT_Error_Code>(error.code());
  args.error_message = error.message().data();
  args.error_message_size = error.message().size();
  args.shape_dims = dims.data();
  args.shape_num_dims = dims.size();
  args.shape_element_type = static_cast<PJRT_Buffer_Type>(type);
  args.shape_layout = shape_layout.get();
  args.memory = place.memory;
  const std::vector<PJRT_NamedValue> payloads = detail::PayloadValues(state_->api, error.payloads());
  args.payload = payloads.empty() ? nullptr : payloads.data();
  args.num_payload = payloads.size();
  CPPJRT_RETURN_IF_ERROR(state_->api.Call(args));
  return Made(state_, args.buffer, "PJRT_Client_CreateErrorBuffer");
}

StatusOr<Buffer> Client::CreateView(void* data, ElementType type, std::span<const int64_t> dims, const Device& device,
                                    std::function<void()> on_delete, const Layout* layout, intptr_t stream) const {
  CPPJRT_RETURN_IF_ERROR(CheckShape("CreateView", state_->plugin, type, dims));
  CPPJRT_RETURN_IF_ERROR(CheckLayout("CreateView", layout, dims.size()));
  CPPJRT_ASSIGN_OR_RETURN(Placement place, Place("CreateView", *state_, &device, nullptr));
  if (data == nullptr) return cppjrt::InvalidArgumentError("CreateView of " + ShapeText(type, dims) + ": no data");
  const Layout row_major = RowMajorLayout(dims.size());
  MemoryLayoutArgument view_layout(state_->api, layout != nullptr ? layout : &row_major);
  auto callback = std::make_unique<std::function<void()>>(std::move(on_delete));
  PJRT_Client_CreateViewOfDeviceBuffer_Args args{};
  args.client = state_->raw;
  args.device_buffer_ptr = data;
  args.dims = dims.data();
  args.num_dims = dims.size();
  args.element_type = static_cast<PJRT_Buffer_Type>(type);
  args.layout = view_layout.get();
  args.device = place.device;
  args.stream = stream;
  args.on_delete_callback_arg = callback.get();
  args.on_delete_callback = [](void* /*device_buffer_ptr*/, void* arg) {
    detail::PluginCallbackScope scope;
    std::unique_ptr<std::function<void()>> done(static_cast<std::function<void()>*>(arg));
    detail::Swallow([&] {
      if (*done) (*done)();
    });
  };
  CPPJRT_RETURN_IF_ERROR(state_->api.Call(args));
  static_cast<void>(callback.release());  // the plugin's from here on
  return Made(state_, args.buffer, "PJRT_Client_CreateViewOfDeviceBuffer");
}

}  // namespace v0
}  // namespace pjrt
