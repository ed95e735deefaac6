#include "pjrt/buffer.h"

#include <cstring>
#include <utility>

#include "client/api.h"
#include "client/array_checks.h"
#include "client/client_state.h"
#include "client/memory_layout.h"
#include "client/transpose.h"

namespace pjrt {
inline namespace v0 {
namespace {

// XLA CPU of 0.81 takes a host layout and ignores it; from 0.106 on it transposes. Before that the client does it.
constexpr int kHostLayoutHonoredMinor = 106;

}  // namespace

void Buffer::Release() noexcept {
  if (raw_ == nullptr) return;
  PJRT_Buffer_Destroy_Args args{};
  args.buffer = std::exchange(raw_, nullptr);
  client_->api.Destroy(args);
  client_.reset();
}

Status Buffer::CheckValid() const {
  return valid() ? Status() : cppjrt::FailedPreconditionError("the buffer is empty (moved from, or never made)");
}

StatusOr<ElementType> Buffer::element_type() const {
  CPPJRT_RETURN_IF_ERROR(CheckValid());
  PJRT_Buffer_ElementType_Args args{};
  args.buffer = raw_;
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  return static_cast<ElementType>(args.type);
}

StatusOr<std::vector<int64_t>> Buffer::dimensions() const {
  CPPJRT_RETURN_IF_ERROR(CheckValid());
  PJRT_Buffer_Dimensions_Args args{};
  args.buffer = raw_;
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  return std::vector<int64_t>(args.dims, args.dims + args.num_dims);
}

StatusOr<ArrayShape> Buffer::shape() const {
  CPPJRT_ASSIGN_OR_RETURN(ElementType type, element_type());
  CPPJRT_ASSIGN_OR_RETURN(std::vector<int64_t> dims, dimensions());
  return ArrayShape{type, std::move(dims), {}};
}

StatusOr<std::vector<int64_t>> Buffer::unpadded_dimensions() const {
  CPPJRT_RETURN_IF_ERROR(CheckValid());
  PJRT_Buffer_UnpaddedDimensions_Args args{};
  args.buffer = raw_;
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  return std::vector<int64_t>(args.unpadded_dims, args.unpadded_dims + args.num_dims);
}

StatusOr<std::vector<size_t>> Buffer::dynamic_dimension_indices() const {
  CPPJRT_RETURN_IF_ERROR(CheckValid());
  PJRT_Buffer_DynamicDimensionIndices_Args args{};
  args.buffer = raw_;
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  return std::vector<size_t>(args.dynamic_dim_indices, args.dynamic_dim_indices + args.num_dynamic_dims);
}

StatusOr<Layout> Buffer::layout() const {
  CPPJRT_RETURN_IF_ERROR(CheckValid());
  PJRT_Buffer_GetMemoryLayout_Args args{};
  args.buffer = raw_;
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  return detail::FromMemoryLayout(args.layout);
}

StatusOr<int64_t> Buffer::OnDeviceSize() const {
  CPPJRT_RETURN_IF_ERROR(CheckValid());
  PJRT_Buffer_OnDeviceSizeInBytes_Args args{};
  args.buffer = raw_;
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  return static_cast<int64_t>(args.on_device_size_in_bytes);
}

StatusOr<Device> Buffer::device() const {
  CPPJRT_RETURN_IF_ERROR(CheckValid());
  PJRT_Buffer_Device_Args args{};
  args.buffer = raw_;
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  const detail::DeviceState* device = client_->Find(args.device);
  if (device == nullptr) return cppjrt::InternalError("the buffer is on a device that is not among the client's");
  return Device(client_, device);
}

StatusOr<Memory> Buffer::memory() const {
  CPPJRT_RETURN_IF_ERROR(CheckValid());
  PJRT_Buffer_Memory_Args args{};
  args.buffer = raw_;
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  const detail::MemoryState* memory = client_->Find(args.memory);
  if (memory == nullptr) return cppjrt::InternalError("the buffer is in a memory that is not among the client's");
  return Memory(client_, memory);
}

StatusOr<bool> Buffer::IsOnCpu() const {
  CPPJRT_RETURN_IF_ERROR(CheckValid());
  PJRT_Buffer_IsOnCpu_Args args{};
  args.buffer = raw_;
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  return args.is_on_cpu;
}

Event Buffer::ReadyEvent() const {
  if (Status status = CheckValid(); !status.ok()) return Event(status);
  PJRT_Buffer_ReadyEvent_Args args{};
  args.buffer = raw_;
  if (Status status = client_->api.Call(args); !status.ok()) return Event(status);
  return Event(&client_->api, args.event, client_);
}

Event Buffer::CopyToHostAs(std::span<std::byte> dst, const Layout* host_layout) const {
  if (Status status = CheckPresent(); !status.ok()) return Event(status);
  detail::MemoryLayoutArgument layout(client_->api, host_layout);
  PJRT_Buffer_ToHostBuffer_Args args{};
  args.src = raw_;
  args.host_layout = layout.get();
  args.dst = dst.data();
  args.dst_size = dst.size();
  if (Status status = client_->api.Call(args); !status.ok()) return Event(status);
  return Event(&client_->api, args.event, client_);
}

// Plugins report it with one code or another, some only on the event.
Status Buffer::CheckPresent() const {
  CPPJRT_RETURN_IF_ERROR(CheckValid());
  StatusOr<bool> deleted = IsDeleted();
  if (!deleted.ok() || !*deleted) return Status();
  return cppjrt::FailedPreconditionError("the buffer was donated or deleted");
}

Event Buffer::CopyToHost(std::span<std::byte> dst) const {
  StatusOr<ArrayShape> array = shape();
  if (!array.ok()) return Event(array.status());
  StatusOr<int64_t> bytes = HostBytes(array->type, array->dims);
  if (!bytes.ok()) return Event(bytes.status());
  if (static_cast<int64_t>(dst.size()) < *bytes) {
    return Event(cppjrt::InvalidArgumentError("CopyToHost: " + ToString(*array) + " needs " + std::to_string(*bytes) +
                                              " bytes, the destination has " + std::to_string(dst.size())));
  }
  dst = dst.first(static_cast<size_t>(*bytes));
  // With one dimension, or nothing to copy, there is only one order.
  if (array->dims.size() < 2 || *bytes == 0) return CopyToHostAs(dst, nullptr);
  StatusOr<Layout> device_layout = layout();
  const int64_t width = HostBytesPerElement(array->type);
  if (device_layout.ok() && IsRowMajor(*device_layout, array->dims, width)) return CopyToHostAs(dst, nullptr);
  const auto* tiled = device_layout.ok() ? std::get_if<TiledLayout>(&*device_layout) : nullptr;
  const bool honored = client_->plugin.api_version().minor_version >= kHostLayoutHonoredMinor;
  if (!honored && tiled != nullptr && tiled->tiles.empty() &&
      detail::IsPermutation(tiled->minor_to_major, array->dims.size())) {
    return CopyToHostTransposing(dst, *array, tiled->minor_to_major);
  }
  const Layout row_major = RowMajorLayout(array->dims.size());
  return CopyToHostAs(dst, &row_major);
}

// Fetches the elements in the device's order and reorders them when they have come.
Event Buffer::CopyToHostTransposing(std::span<std::byte> dst, const ArrayShape& array,
                                    const std::vector<int64_t>& minor_to_major) const {
  struct Job {
    std::vector<std::byte> device_order;
    Promise done;
  };
  auto job = std::make_shared<Job>();
  job->device_order.resize(dst.size());
  Event fetched = CopyToHostAs(job->device_order, nullptr);
  Event result = job->done.event();
  const int64_t width = HostBytesPerElement(array.type);
  fetched.OnReady([job, dst, dims = array.dims, minor_to_major, width](const Status& status) {
    if (status.ok()) detail::ToRowMajor(job->device_order, dims, minor_to_major, width, dst);
    static_cast<void>(job->done.Set(status).ok());
  });
  return result;
}

StatusOr<std::vector<std::byte>> Buffer::ToHost() const {
  CPPJRT_ASSIGN_OR_RETURN(ArrayShape array, shape());
  CPPJRT_ASSIGN_OR_RETURN(int64_t bytes, HostBytes(array.type, array.dims));
  std::vector<std::byte> values(static_cast<size_t>(bytes));
  CPPJRT_RETURN_IF_ERROR(CopyToHost(values).Await());
  return values;
}

Event Buffer::CopyRawToHost(std::span<std::byte> dst, int64_t offset) const {
  if (Status status = CheckPresent(); !status.ok()) return Event(status);
  PJRT_Buffer_CopyRawToHost_Args args{};
  args.buffer = raw_;
  args.dst = dst.data();
  args.offset = offset;
  args.transfer_size = static_cast<int64_t>(dst.size());
  if (Status status = client_->api.Call(args); !status.ok()) return Event(status);
  return Event(&client_->api, args.event, client_);
}

StatusOr<Buffer> Buffer::CopyToDevice(const Device& device) const {
  CPPJRT_RETURN_IF_ERROR(CheckValid());
  if (client_->Find(device.raw()) == nullptr) {
    return cppjrt::InvalidArgumentError("CopyToDevice: the device belongs to another client");
  }
  PJRT_Buffer_CopyToDevice_Args args{};
  args.buffer = raw_;
  args.dst_device = device.raw();
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  return Wrap(args.dst_buffer, "PJRT_Buffer_CopyToDevice");
}

StatusOr<Buffer> Buffer::CopyToMemory(const Memory& memory) const {
  CPPJRT_RETURN_IF_ERROR(CheckValid());
  if (client_->Find(memory.raw()) == nullptr) {
    return cppjrt::InvalidArgumentError("CopyToMemory: the memory belongs to another client");
  }
  PJRT_Buffer_CopyToMemory_Args args{};
  args.buffer = raw_;
  args.dst_memory = memory.raw();
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  return Wrap(args.dst_buffer, "PJRT_Buffer_CopyToMemory");
}

StatusOr<Buffer> Buffer::Wrap(PJRT_Buffer* made, const char* function) const {
  if (made == nullptr) return cppjrt::InternalError(std::string(function) + " returned no buffer");
  return Buffer(client_, made);
}

StatusOr<Buffer> Buffer::Bitcast(ElementType type, std::span<const int64_t> dims, const Layout* layout) && {
  CPPJRT_RETURN_IF_ERROR(CheckValid());
  CPPJRT_RETURN_IF_ERROR(detail::CheckShape("Bitcast", client_->plugin, type, dims));
  CPPJRT_RETURN_IF_ERROR(detail::CheckLayout("Bitcast", layout, dims.size()));
  if (!client_->api.Has<PJRT_Buffer_Bitcast_Args>()) {
    PJRT_Buffer_Bitcast_Args none{};
    return client_->api.Call(none);
  }
  detail::MemoryLayoutArgument device_layout(client_->api, layout);
  PJRT_Buffer_Bitcast_Args args{};
  args.buffer = raw_;
  args.element_type = static_cast<PJRT_Buffer_Type>(type);
  args.dims = dims.data();
  args.num_dims = dims.size();
  args.device_layout = device_layout.get();
  Buffer source = std::move(*this);  // destroyed at the end, whatever the plugin did with it
  CPPJRT_RETURN_IF_ERROR(source.client_->api.Call(args));
  return source.Wrap(args.out_buffer, "PJRT_Buffer_Bitcast");
}

Status Buffer::Delete() const {
  CPPJRT_RETURN_IF_ERROR(CheckValid());
  PJRT_Buffer_Delete_Args args{};
  args.buffer = raw_;
  return client_->api.Call(args);
}

StatusOr<bool> Buffer::IsDeleted() const {
  CPPJRT_RETURN_IF_ERROR(CheckValid());
  PJRT_Buffer_IsDeleted_Args args{};
  args.buffer = raw_;
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  return args.is_deleted;
}

StatusOr<uintptr_t> Buffer::UnsafePointer() const {
  CPPJRT_RETURN_IF_ERROR(CheckValid());
  PJRT_Buffer_UnsafePointer_Args args{};
  args.buffer = raw_;
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  return args.buffer_pointer;
}

StatusOr<void*> Buffer::DeviceMemoryPointer() const {
  CPPJRT_RETURN_IF_ERROR(CheckValid());
  PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args args{};
  args.buffer = raw_;
  CPPJRT_RETURN_IF_ERROR(client_->api.Call(args));
  return args.device_memory_ptr;
}

Status Buffer::IncreaseExternalReferenceCount() const {
  CPPJRT_RETURN_IF_ERROR(CheckValid());
  PJRT_Buffer_IncreaseExternalReferenceCount_Args args{};
  args.buffer = raw_;
  return client_->api.Call(args);
}

Status Buffer::DecreaseExternalReferenceCount() const {
  CPPJRT_RETURN_IF_ERROR(CheckValid());
  PJRT_Buffer_DecreaseExternalReferenceCount_Args args{};
  args.buffer = raw_;
  return client_->api.Call(args);
}

}  // namespace v0
}  // namespace pjrt
