// A buffer as a tensor of DLPack. What the tensor points to is owned by an Export, which its deleter frees: the buffer with a reference
// that keeps its memory in place, or a copy of the values.
#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <variant>
#include <vector>

#include "client/client_state.h"
#include "client/guard.h"
#include "pjrt/dlpack.h"
#include "pjrt/extensions/stream.h"

namespace pjrt {
inline namespace v0 {
namespace {

// Of DLPack 1.1, which has all types of the table.
constexpr DLPackVersion kVersion{1, 1};
// What consumers expect memory to be aligned to.
constexpr size_t kAlignment = 256;

struct AlignedDelete {
  void operator()(std::byte* memory) const { ::operator delete[](memory, std::align_val_t(kAlignment)); }
};

struct Export {
  ~Export() {
    if (holds_reference) static_cast<void>(buffer->DecreaseExternalReferenceCount().ok());
  }
  std::shared_ptr<const Buffer> buffer;
  bool holds_reference = false;
  std::unique_ptr<std::byte[], AlignedDelete> copy;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;  // in elements
  DLTensor tensor{};
  uint64_t flags = 0;
};

template <class Managed>
struct Owner {
  Managed managed{};
  std::unique_ptr<Export> exported;
};

std::vector<int64_t> StridesOf(std::span<const int64_t> dims, std::span<const int64_t> minor_to_major) {
  std::vector<int64_t> strides(dims.size());
  int64_t stride = 1;
  for (const int64_t dim : minor_to_major) {
    strides[static_cast<size_t>(dim)] = stride;
    stride *= std::max<int64_t>(dims[static_cast<size_t>(dim)], 1);
  }
  return strides;
}

// Strides of the memory on the device, in elements. UNIMPLEMENTED if there are none.
StatusOr<std::vector<int64_t>> DeviceStrides(const Buffer& buffer, const ArrayShape& shape) {
  StatusOr<Layout> layout = buffer.layout();
  // A plugin that does not tell has dense arrays in row-major order, or would have to.
  if (layout.status().code() == StatusCode::kUnimplemented) layout = RowMajorLayout(shape.dims.size());
  CPPJRT_RETURN_IF_ERROR(layout.status());
  if (const auto* tiled = std::get_if<TiledLayout>(&*layout)) {
    if (tiled->tiles.empty()) return StridesOf(shape.dims, tiled->minor_to_major);
    return cppjrt::UnimplementedError("the layout " + ToString(*layout) + " has tiles, which strides cannot tell");
  }
  std::vector<int64_t> strides = std::get<StridedLayout>(*layout).byte_strides;
  const int64_t width = HostBytesPerElement(shape.type);
  for (int64_t& stride : strides) {
    if (stride % width != 0) return cppjrt::UnimplementedError("the strides are no multiples of an element");
    stride /= width;
  }
  return strides;
}

Status WaitForValues(const Buffer& buffer, const ToDlpackOptions& options) {
  if (!options.stream) return buffer.ReadyEvent().Await();
  CPPJRT_ASSIGN_OR_RETURN(const StreamExtension stream, GetExtension<StreamExtension>(buffer.client_state()->plugin));
  return stream.WaitUntilBufferReady(*options.stream, buffer);
}

// The buffer's own memory.
Status Share(const ToDlpackOptions& options, const ArrayShape& shape, Export& exported) {
  const Buffer& buffer = *exported.buffer;
  CPPJRT_ASSIGN_OR_RETURN(exported.tensor.device, DlpackDeviceOf(buffer));
  CPPJRT_ASSIGN_OR_RETURN(exported.strides, DeviceStrides(buffer, shape));
  CPPJRT_RETURN_IF_ERROR(buffer.IncreaseExternalReferenceCount());
  exported.holds_reference = true;
  CPPJRT_RETURN_IF_ERROR(WaitForValues(buffer, options));
  CPPJRT_ASSIGN_OR_RETURN(exported.tensor.data, buffer.DeviceMemoryPointer());
  if (options.read_only) exported.flags |= DLPACK_FLAG_BITMASK_READ_ONLY;
  return Status();
}

// A copy in host memory.
Status CopyToHost(const ArrayShape& shape, Export& exported) {
  CPPJRT_ASSIGN_OR_RETURN(exported.tensor.device, DlpackDeviceOf(*exported.buffer));
  if (exported.tensor.device.device_type != kDLCPU) {
    return cppjrt::UnimplementedError("a copy is made in host memory only; copy the buffer to the host first");
  }
  CPPJRT_ASSIGN_OR_RETURN(const int64_t size, HostBytes(shape.type, shape.dims));
  const auto bytes = static_cast<size_t>(size);
  exported.copy.reset(static_cast<std::byte*>(
      ::operator new[](std::max<size_t>(bytes, 1), std::align_val_t(kAlignment), std::nothrow)));
  if (exported.copy == nullptr) {
    return cppjrt::ResourceExhaustedError("there is no memory for a copy of " + std::to_string(size) + " bytes");
  }
  CPPJRT_RETURN_IF_ERROR(exported.buffer->CopyToHost({exported.copy.get(), bytes}).Await());
  const Layout row_major = RowMajorLayout(shape.dims.size());
  exported.strides = StridesOf(shape.dims, std::get<TiledLayout>(row_major).minor_to_major);
  exported.tensor.data = exported.copy.get();
  exported.flags |= DLPACK_FLAG_BITMASK_IS_COPIED;
  if (IsSubByte(shape.type)) exported.flags |= DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED;
  exported.buffer.reset();
  return Status();
}

StatusOr<std::unique_ptr<Export>> MakeExport(std::shared_ptr<const Buffer> buffer, const ToDlpackOptions& options) {
  if (buffer == nullptr || !buffer->valid()) return cppjrt::FailedPreconditionError("ToDlpack: the buffer is empty");
  CPPJRT_ASSIGN_OR_RETURN(const bool deleted, buffer->IsDeleted());
  if (deleted) return cppjrt::FailedPreconditionError("ToDlpack: the buffer is deleted or donated");
  CPPJRT_ASSIGN_OR_RETURN(const ArrayShape shape, buffer->shape());
  CPPJRT_ASSIGN_OR_RETURN(const DLDataType type, ToDlpackType(shape.type));
  auto exported = std::make_unique<Export>();
  exported->buffer = std::move(buffer);
  Status status = options.copy == true ? CopyToHost(shape, *exported) : Share(options, shape, *exported);
  if (status.code() == StatusCode::kUnimplemented && !options.copy) {
    if (exported->holds_reference) {
      static_cast<void>(exported->buffer->DecreaseExternalReferenceCount().ok());
      exported->holds_reference = false;
    }
    status = CopyToHost(shape, *exported);
  }
  CPPJRT_RETURN_IF_ERROR(status.WithContext("ToDlpack"));
  exported->shape = shape.dims;
  exported->tensor.ndim = static_cast<int32_t>(exported->shape.size());
  exported->tensor.dtype = type;
  exported->tensor.shape = exported->shape.data();
  exported->tensor.strides = exported->strides.data();
  return exported;
}

template <class Managed>
Managed* Own(std::unique_ptr<Export> exported) {
  auto owner = std::make_unique<Owner<Managed>>();
  owner->managed.dl_tensor = exported->tensor;
  owner->managed.manager_ctx = owner.get();
  owner->managed.deleter = [](Managed* self) {
    // Freeing must not throw into the consumer, who may be C.
    detail::Swallow([&] { delete static_cast<Owner<Managed>*>(self->manager_ctx); });
  };
  owner->exported = std::move(exported);
  return &owner.release()->managed;
}

}  // namespace

StatusOr<DLDevice> DlpackDeviceOf(const Buffer& buffer) {
  if (!buffer.valid()) return cppjrt::FailedPreconditionError("DlpackDeviceOf: the buffer is empty");
  CPPJRT_ASSIGN_OR_RETURN(const bool on_cpu, buffer.IsOnCpu());
  const std::string& platform = buffer.client_state()->platform_name;
  if (on_cpu || platform == "cpu") return DLDevice{kDLCPU, 0};
  CPPJRT_ASSIGN_OR_RETURN(const Device device, buffer.device());
  if (platform == "cuda") return DLDevice{kDLCUDA, device.local_hardware_id()};
  if (platform == "rocm") return DLDevice{kDLROCM, device.local_hardware_id()};
  return cppjrt::UnimplementedError("DLPack has no kind of device for the platform " + platform);
}

StatusOr<DLManagedTensorVersioned*> ToDlpack(std::shared_ptr<const Buffer> buffer, const ToDlpackOptions& options) {
  CPPJRT_ASSIGN_OR_RETURN(std::unique_ptr<Export> exported, MakeExport(std::move(buffer), options));
  const uint64_t flags = exported->flags;
  auto* managed = Own<DLManagedTensorVersioned>(std::move(exported));
  managed->version = kVersion;
  managed->flags = flags;
  return managed;
}

StatusOr<DLManagedTensor*> ToDlpackLegacy(std::shared_ptr<const Buffer> buffer, const ToDlpackOptions& options) {
  CPPJRT_ASSIGN_OR_RETURN(std::unique_ptr<Export> exported, MakeExport(std::move(buffer), options));
  if ((exported->flags & DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED) != 0) {
    return cppjrt::UnimplementedError(
        "ToDlpackLegacy: the form of before DLPack 1.0 cannot tell elements narrower than a byte that take one each");
  }
  return Own<DLManagedTensor>(std::move(exported));
}

}  // namespace v0
}  // namespace pjrt
