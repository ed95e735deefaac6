// A tensor of DLPack as a buffer: in place where the plugin can use the memory as it lies, else by a copy.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "client/guard.h"
#include "client/transpose.h"
#include "pjrt/dlpack.h"

namespace pjrt {
inline namespace v0 {
namespace {

// The versions whose layout is known.
constexpr uint32_t kMajorVersion = 1;

// A tensor, checked.
struct Import {
  const DLTensor* tensor = nullptr;
  ElementType type = ElementType::kInvalid;
  std::vector<int64_t> dims;
  int64_t count = 0;
  std::byte* data = nullptr;  // with the offset; null only for an empty array
  bool read_only = false;
  bool padded = false;  // elements narrower than a byte take one each
  bool dense = false;   // in row-major order
};

Status Bad(const std::string& why) { return cppjrt::InvalidArgumentError("FromDlpack: " + why); }

bool IsHost(DLDeviceType type) { return type == kDLCPU || type == kDLCUDAHost || type == kDLROCMHost; }

// Whether strides say what dense row-major order has; those of dimensions with one element do not matter.
bool IsDense(const DLTensor& tensor, int64_t count) {
  if (tensor.strides == nullptr || count == 0) return true;
  int64_t expected = 1;
  for (int32_t i = tensor.ndim - 1; i >= 0; --i) {
    if (tensor.shape[i] != 1 && tensor.strides[i] != expected) return false;
    expected *= tensor.shape[i];
  }
  return true;
}

StatusOr<Import> Check(const DLTensor& tensor, uint64_t flags) {
  Import import;
  import.tensor = &tensor;
  import.read_only = (flags & DLPACK_FLAG_BITMASK_READ_ONLY) != 0;
  import.padded = (flags & DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED) != 0;
  if (tensor.ndim < 0 || (tensor.ndim > 0 && tensor.shape == nullptr)) {
    return Bad("a tensor of " + std::to_string(tensor.ndim) + " dimensions without a shape");
  }
  CPPJRT_ASSIGN_OR_RETURN(import.type, FromDlpackType(tensor.dtype));
  import.dims.assign(tensor.shape, tensor.shape + tensor.ndim);
  StatusOr<int64_t> count = NumElements(import.dims);
  if (!count.ok()) return Bad(std::string(count.status().message()));
  CPPJRT_RETURN_IF_ERROR(HostBytes(import.type, import.dims).status().WithContext("FromDlpack"));
  import.count = *count;
  if (tensor.data == nullptr && import.count != 0) return Bad("a tensor of values without data");
  if (tensor.data != nullptr) import.data = static_cast<std::byte*>(tensor.data) + tensor.byte_offset;
  import.dense = IsDense(tensor, import.count);
  return import;
}

// Whether the memory can be the buffer's: dense, aligned, and narrow elements packed as on devices.
bool FitsInPlace(const Import& import, const FromDlpackOptions& options) {
  const bool aligned = reinterpret_cast<uintptr_t>(import.data) % std::max<size_t>(options.alignment, 1) == 0;
  return import.dense && aligned && import.count != 0 && !(IsSubByte(import.type) && import.padded);
}

std::string WhyNotInPlace(const Import& import, const FromDlpackOptions& options) {
  if (import.count == 0) return "the array is empty";
  if (!import.dense) return "its strides are not those of a dense array in row-major order";
  if (IsSubByte(import.type) && import.padded) return "its elements take a byte each";
  return "its memory is not aligned to " + std::to_string(options.alignment) + " bytes";
}

// Elements narrower than a byte, one to a byte. The first is in the low bits.
std::vector<std::byte> Unpack(const Import& import) {
  const auto bits = static_cast<size_t>(Info(import.type).bits);
  const unsigned mask = (1U << bits) - 1;
  std::vector<std::byte> bytes(static_cast<size_t>(import.count));
  for (size_t i = 0; i < bytes.size(); ++i) {
    const size_t bit = i * bits;
    unsigned value = std::to_integer<unsigned>(import.data[bit / 8]) >> (bit % 8);
    if (bit % 8 + bits > 8) value |= std::to_integer<unsigned>(import.data[bit / 8 + 1]) << (8 - bit % 8);
    bytes[i] = static_cast<std::byte>(value & mask);
  }
  return bytes;
}

StatusOr<Buffer> UploadDense(const Client& client, const Import& import, const void* data, const Device& device) {
  UploadOptions options;
  options.device = &device;
  return client.Upload(HostArray{data, import.type, import.dims, {}}, options);
}

// A copy from host memory; nothing of the tensor is needed afterwards.
StatusOr<Buffer> Copy(const Client& client, const Import& import, const Device& device) {
  const int64_t width = HostBytesPerElement(import.type);
  if (IsSubByte(import.type) && !import.padded) {
    if (!import.dense) return cppjrt::UnimplementedError("FromDlpack: packed elements with strides");
    return UploadDense(client, import, Unpack(import).data(), device);
  }
  if (import.dense) return UploadDense(client, import, import.data, device);
  std::vector<int64_t> byte_strides(import.dims.size());
  for (size_t i = 0; i < byte_strides.size(); ++i) {
    if (__builtin_mul_overflow(import.tensor->strides[i], width, &byte_strides[i])) return Bad("a stride overflows");
  }
  std::vector<std::byte> gathered(static_cast<size_t>(import.count * width));
  detail::GatherStrided(import.data, import.dims, byte_strides, width, gathered.data());
  return UploadDense(client, import, gathered.data(), device);
}

// The addressable device whose memory the tensor's is.
StatusOr<Device> DeviceOf(const Client& client, const DLDevice& device) {
  const std::span<const Device> devices = client.addressable_devices();
  if (devices.empty()) return cppjrt::FailedPreconditionError("FromDlpack: the client has no addressable device");
  if (IsHost(device.device_type)) return devices[0];
  const bool is_cuda = device.device_type == kDLCUDA && client.platform_name() == "cuda";
  const bool is_rocm = device.device_type == kDLROCM && client.platform_name() == "rocm";
  if (!is_cuda && !is_rocm) {
    return cppjrt::UnimplementedError("FromDlpack: a tensor on a device of kind " + std::to_string(device.device_type) +
                                      " for a client of platform " + client.platform_name());
  }
  return client.LookupAddressableDevice(device.device_id);
}

// In place; `done` runs when the memory is free. The memory may be written by programs that it is donated to, unless it is read only.
StatusOr<Buffer> InPlace(const Client& client, const Import& import, const Device& device, intptr_t stream,
                         std::function<void()> done) {
  if (!import.read_only) {
    return client.CreateView(import.data, import.type, import.dims, device, std::move(done), nullptr, stream);
  }
  Event free;
  UploadOptions options;
  options.device = &device;
  options.semantics = HostBufferSemantics::kImmutableZeroCopy;
  options.done_with_host_buffer = &free;
  CPPJRT_ASSIGN_OR_RETURN(Buffer buffer, client.Upload(HostArray{import.data, import.type, import.dims, {}}, options));
  free.OnReady([done = std::move(done)](const Status&) { done(); });
  return buffer;
}

// Calls the tensor's deleter, if it has one.
template <class Managed>
void Release(Managed* managed) {
  detail::Swallow([&] {
    if (managed->deleter != nullptr) managed->deleter(managed);
  });
}

template <class Managed>
StatusOr<Buffer> Take(const Client& client, Managed* managed, uint64_t flags, const FromDlpackOptions& options) {
  CPPJRT_ASSIGN_OR_RETURN(const Import import, Check(managed->dl_tensor, flags));
  const DLDevice from = managed->dl_tensor.device;
  const bool on_host = IsHost(from.device_type);
  if (on_host && options.stream) return Bad("a stream for memory of the host");
  CPPJRT_ASSIGN_OR_RETURN(const Device own, DeviceOf(client, from));
  const Device& target = options.device != nullptr ? *options.device : own;
  const bool client_is_host = client.platform_name() == "cpu";
  const bool reachable = on_host ? client_is_host : target == own;
  // A read-only tensor of packed elements would be taken for padded ones by an upload.
  const bool uploadable = !import.read_only || (on_host && !IsSubByte(import.type));
  const bool fits = FitsInPlace(import, options) && reachable && uploadable;
  if (options.copy == false && !fits) {
    return cppjrt::UnimplementedError(
        "FromDlpack: the tensor cannot be used in place: " +
        (!reachable ? std::string("its memory is another device's") : WhyNotInPlace(import, options)));
  }
  if (fits && options.copy != true) {
    StatusOr<Buffer> buffer =
        InPlace(client, import, target, options.stream.value_or(0), [managed] { Release(managed); });
    if (buffer.ok() || options.copy == false || !on_host) return buffer;
  }
  if (!on_host) return cppjrt::UnimplementedError("FromDlpack: a copy between devices; copy the buffer afterwards");
  CPPJRT_ASSIGN_OR_RETURN(Buffer buffer, Copy(client, import, target));
  Release(managed);
  return buffer;
}

}  // namespace

StatusOr<Buffer> FromDlpack(const Client& client, DLManagedTensorVersioned* tensor, const FromDlpackOptions& options) {
  if (tensor == nullptr) return Bad("no tensor");
  if (tensor->version.major != kMajorVersion) {
    return Bad("a tensor of DLPack " + std::to_string(tensor->version.major) + "." +
               std::to_string(tensor->version.minor) + "; this library reads 1.x");
  }
  return Take(client, tensor, tensor->flags, options);
}

StatusOr<Buffer> FromDlpack(const Client& client, DLManagedTensor* tensor, const FromDlpackOptions& options) {
  if (tensor == nullptr) return Bad("no tensor");
  return Take(client, tensor, 0, options);
}

}  // namespace v0
}  // namespace pjrt
