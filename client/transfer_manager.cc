#include "pjrt/transfer_manager.h"

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "client/api.h"
#include "client/array_checks.h"
#include "client/client_state.h"
#include "client/memory_layout.h"
#include "client/named_values.h"
#include "pjrt/client.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

struct TransferState {
  // What has happened to one buffer.
  struct Target {
    ArrayShape shape;
    bool retrieved = false;
    bool ended = false;  // its last piece or its error is on the way
  };

  TransferState(std::shared_ptr<const ClientState> c, PJRT_AsyncHostToDeviceTransferManager* r)
      : client(std::move(c)), raw(r) {}
  ~TransferState() {
    PJRT_AsyncHostToDeviceTransferManager_Destroy_Args args{};
    args.transfer_manager = raw;
    client->api.Destroy(args);
  }
  TransferState(const TransferState&) = delete;
  TransferState& operator=(const TransferState&) = delete;

  Status CheckIndex(const char* function, size_t index) const {
    if (index < targets.size()) return Status();
    return cppjrt::OutOfRangeError(std::string(function) + ": there is no buffer " + std::to_string(index) +
                                   ", the manager has " + std::to_string(targets.size()));
  }

  // Marks the buffer as ended if `last`. FAILED_PRECONDITION if it was.
  Status Begin(const char* function, size_t index, bool last) {
    CPPJRT_RETURN_IF_ERROR(CheckIndex(function, index));
    std::lock_guard<std::mutex> lock(mutex);
    if (targets[index].ended) {
      return cppjrt::FailedPreconditionError(std::string(function) + ": buffer " + std::to_string(index) +
                                             " has had its last piece or an error");
    }
    targets[index].ended = last;
    return Status();
  }
  // A call that did not reach the plugin leaves the buffer open.
  void Reopen(size_t index) {
    std::lock_guard<std::mutex> lock(mutex);
    targets[index].ended = false;
  }

  std::shared_ptr<const ClientState> client;
  PJRT_AsyncHostToDeviceTransferManager* raw;
  std::mutex mutex;
  std::vector<Target> targets;  // fixed in number; the flags are guarded by mutex
};

}  // namespace detail

using detail::TransferState;

namespace {

PJRT_ShapeSpec ToSpec(const detail::Api& api, const ArrayShape& shape) {
  PJRT_ShapeSpec spec = api.New<PJRT_ShapeSpec>();
  spec.dims = shape.dims.data();
  spec.num_dims = shape.dims.size();
  spec.element_type = static_cast<PJRT_Buffer_Type>(shape.type);
  return spec;
}

}  // namespace

StatusOr<TransferManager> Client::CreateTransferManager(std::span<const ArrayShape> shapes, const Memory& memory,
                                                        std::span<const Layout* const> layouts) const {
  constexpr char kFunction[] = "CreateTransferManager";
  if (state_->Find(memory.raw()) == nullptr) {
    return cppjrt::InvalidArgumentError(std::string(kFunction) + ": the memory is not of this client");
  }
  if (!layouts.empty() && layouts.size() != shapes.size()) {
    return cppjrt::InvalidArgumentError(std::string(kFunction) + ": " + std::to_string(layouts.size()) +
                                        " layouts for " + std::to_string(shapes.size()) +
                                        " shapes; give one for each or none");
  }
  std::vector<PJRT_ShapeSpec> specs;
  std::vector<std::unique_ptr<detail::MemoryLayoutArgument>> owned;
  std::vector<PJRT_Buffer_MemoryLayout*> device_layouts;
  for (size_t i = 0; i < shapes.size(); ++i) {
    CPPJRT_RETURN_IF_ERROR(detail::CheckShape(kFunction, state_->plugin, shapes[i].type, shapes[i].dims));
    specs.push_back(ToSpec(state_->api, shapes[i]));
    if (layouts.empty()) continue;
    CPPJRT_RETURN_IF_ERROR(detail::CheckLayout(kFunction, layouts[i], shapes[i].dims.size()));
    owned.push_back(std::make_unique<detail::MemoryLayoutArgument>(state_->api, layouts[i]));
    device_layouts.push_back(owned.back()->get());
  }
  PJRT_Client_CreateBuffersForAsyncHostToDevice_Args args{};
  args.client = state_->raw;
  args.shape_specs = specs.data();
  args.num_shape_specs = specs.size();
  args.device_layouts = device_layouts.empty() ? nullptr : device_layouts.data();
  args.num_device_layouts = device_layouts.size();
  args.memory = memory.raw();
  CPPJRT_RETURN_IF_ERROR(state_->api.Call(args));
  if (args.transfer_manager == nullptr) {
    return cppjrt::InternalError("PJRT_Client_CreateBuffersForAsyncHostToDevice returned no transfer manager");
  }
  auto state = std::make_unique<TransferState>(state_, args.transfer_manager);
  for (const ArrayShape& shape : shapes) state->targets.push_back({shape});
  return TransferManager(std::move(state));
}

TransferManager::TransferManager(std::unique_ptr<TransferState> state) : state_(std::move(state)) {}
TransferManager::TransferManager(TransferManager&&) noexcept = default;
TransferManager& TransferManager::operator=(TransferManager&&) noexcept = default;
TransferManager::~TransferManager() = default;

PJRT_AsyncHostToDeviceTransferManager* TransferManager::raw() const {
  return state_ == nullptr ? nullptr : state_->raw;
}

namespace {

Status Empty() { return cppjrt::FailedPreconditionError("the transfer manager is empty (moved from)"); }

}  // namespace

StatusOr<size_t> TransferManager::buffer_count() const {
  if (state_ == nullptr) return Empty();
  PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args args{};
  args.transfer_manager = state_->raw;
  CPPJRT_RETURN_IF_ERROR(state_->client->api.Call(args));
  return args.buffer_count;
}

StatusOr<size_t> TransferManager::buffer_size(size_t index) const {
  if (state_ == nullptr) return Empty();
  CPPJRT_RETURN_IF_ERROR(state_->CheckIndex("buffer_size", index));
  PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args args{};
  args.transfer_manager = state_->raw;
  args.buffer_index = static_cast<int>(index);
  CPPJRT_RETURN_IF_ERROR(state_->client->api.Call(args));
  return args.buffer_size;
}

StatusOr<Device> TransferManager::device() const {
  if (state_ == nullptr) return Empty();
  PJRT_AsyncHostToDeviceTransferManager_Device_Args args{};
  args.transfer_manager = state_->raw;
  CPPJRT_RETURN_IF_ERROR(state_->client->api.Call(args));
  const detail::DeviceState* device = state_->client->Find(args.device_out);
  if (device == nullptr) return cppjrt::InternalError("the transfer manager is on a device that is not the client's");
  return Device(state_->client, device);
}

StatusOr<Buffer> TransferManager::RetrieveBuffer(size_t index) const {
  if (state_ == nullptr) return Empty();
  CPPJRT_RETURN_IF_ERROR(state_->CheckIndex("RetrieveBuffer", index));
  // The lock covers the call: two threads asking for the same buffer must not both reach the plugin.
  std::lock_guard<std::mutex> lock(state_->mutex);
  if (state_->targets[index].retrieved) {
    return cppjrt::FailedPreconditionError("RetrieveBuffer: buffer " + std::to_string(index) + " was taken before");
  }
  PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args args{};
  args.transfer_manager = state_->raw;
  args.buffer_index = static_cast<int>(index);
  CPPJRT_RETURN_IF_ERROR(state_->client->api.Call(args));
  if (args.buffer_out == nullptr) return cppjrt::InternalError("the transfer manager returned no buffer");
  state_->targets[index].retrieved = true;
  return Buffer(state_->client, args.buffer_out);
}

Event TransferManager::TransferData(size_t index, std::span<const std::byte> data, int64_t offset, bool last) const {
  if (state_ == nullptr) return Event(Empty());
  if (Status status = state_->CheckIndex("TransferData", index); !status.ok()) return Event(status);
  // A plugin before 0.62 does not tell the size; it then has the last word.
  if (StatusOr<size_t> size = buffer_size(index); size.ok()) {
    const auto total = static_cast<int64_t>(*size);
    if (offset < 0 || offset > total || static_cast<int64_t>(data.size()) > total - offset) {
      return Event(cppjrt::OutOfRangeError("TransferData: " + std::to_string(data.size()) + " bytes at " +
                                           std::to_string(offset) + " do not fit the " + std::to_string(total) +
                                           " bytes of buffer " + std::to_string(index)));
    }
  } else if (size.status().code() != StatusCode::kUnimplemented) {
    return Event(size.status());
  }
  if (Status status = state_->Begin("TransferData", index, last); !status.ok()) return Event(status);
  static const std::byte kNothing{};
  PJRT_AsyncHostToDeviceTransferManager_TransferData_Args args{};
  args.transfer_manager = state_->raw;
  args.buffer_index = static_cast<int>(index);
  args.data = data.empty() ? &kNothing : data.data();
  args.offset = offset;
  args.transfer_size = static_cast<int64_t>(data.size());
  args.is_last_transfer = last;
  if (Status status = state_->client->api.Call(args); !status.ok()) {
    if (last) state_->Reopen(index);
    return Event(status);
  }
  return Event(&state_->client->api, args.done_with_h2d_transfer, state_->client);
}

Event TransferManager::TransferLiteral(size_t index, const HostArray& array, const Layout* layout) const {
  constexpr char kFunction[] = "TransferLiteral";
  if (state_ == nullptr) return Event(Empty());
  if (Status status = state_->CheckIndex(kFunction, index); !status.ok()) return Event(status);
  const ArrayShape given{array.type, {array.dims.begin(), array.dims.end()}, {}};
  const ArrayShape& shape = state_->targets[index].shape;
  if (given.type != shape.type || given.dims != shape.dims) {
    return Event(cppjrt::InvalidArgumentError(std::string(kFunction) + ": the array is " + ToString(given) +
                                              ", buffer " + std::to_string(index) + " is " + ToString(shape)));
  }
  if (!array.byte_strides.empty()) {
    return Event(cppjrt::InvalidArgumentError(std::string(kFunction) + ": the array has strides; use Upload for it"));
  }
  if (array.data == nullptr) return Event(cppjrt::InvalidArgumentError(std::string(kFunction) + ": no data"));
  if (Status status = detail::CheckLayout(kFunction, layout, array.dims.size()); !status.ok()) return Event(status);
  if (Status status = state_->Begin(kFunction, index, true); !status.ok()) return Event(status);
  // XLA's plugins want the layout spelled out.
  const Layout row_major = RowMajorLayout(array.dims.size());
  detail::MemoryLayoutArgument shape_layout(state_->client->api, layout != nullptr ? layout : &row_major);
  PJRT_AsyncHostToDeviceTransferManager_TransferLiteral_Args args{};
  args.transfer_manager = state_->raw;
  args.buffer_index = static_cast<int>(index);
  args.data = array.data;
  args.shape_dims = array.dims.data();
  args.shape_num_dims = array.dims.size();
  args.shape_element_type = static_cast<PJRT_Buffer_Type>(array.type);
  args.shape_layout = shape_layout.get();
  if (Status status = state_->client->api.Call(args); !status.ok()) {
    state_->Reopen(index);
    return Event(status);
  }
  return Event(&state_->client->api, args.done_with_h2d_transfer, state_->client);
}

Status TransferManager::SetBufferError(size_t index, const Status& error) const {
  if (state_ == nullptr) return Empty();
  if (error.ok()) return cppjrt::InvalidArgumentError("SetBufferError: the error is OK");
  CPPJRT_RETURN_IF_ERROR(state_->Begin("SetBufferError", index, true));
  PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args args{};
  args.transfer_manager = state_->raw;
  args.buffer_index = static_cast<int>(index);
  args.error_code = static_cast<PJRT_Error_Code>(error.code());
  args.error_message = error.message().data();
  args.error_message_size = error.message().size();
  Status status = state_->client->api.Call(args);
  if (!status.ok()) state_->Reopen(index);
  return status;
}

Status TransferManager::AddMetadata(const NamedValues& metadata) const {
  if (state_ == nullptr) return Empty();
  // XLA's plugins take strings and end the process on anything else.
  NamedValues texts;
  for (const auto& [name, value] : metadata) texts[name] = ToString(value);
  const std::vector<PJRT_NamedValue> values = detail::ToNamedValues(state_->client->api, texts);
  PJRT_AsyncHostToDeviceTransferManager_AddMetadata_Args args{};
  args.transfer_manager = state_->raw;
  args.transfer_metadata = values.data();
  args.num_metadata = values.size();
  return state_->client->api.Call(args);
}

}  // namespace v0
}  // namespace pjrt
