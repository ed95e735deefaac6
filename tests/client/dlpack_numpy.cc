// What dlpack_numpy.py calls, through ctypes: buffers of a client as tensors, and tensors of numpy as buffers.
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pjrt/dlpack.h"
#include "pjrt/pjrt.h"

namespace {

struct Session {
  explicit Session(pjrt::Client c) : client(std::move(c)) {}
  pjrt::Client client;
  std::optional<pjrt::Buffer> buffer;  // the last one that came in
};

std::string error;

template <class T>
T* Keep(pjrt::StatusOr<T*> result) {
  if (result.ok()) return *result;
  error = result.status().ToString();
  return nullptr;
}

}  // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT const char* DlpackLastError() { return error.c_str(); }

EXPORT void* DlpackOpen(const char* plugin_path) {
  const pjrt::StatusOr<pjrt::Plugin> plugin = pjrt::Plugin::Load(plugin_path);
  pjrt::StatusOr<pjrt::Client> client = plugin.ok() ? pjrt::Client::Create(*plugin) : plugin.status();
  if (client.ok()) return new Session(*std::move(client));
  error = client.status().ToString();
  return nullptr;
}

EXPORT void DlpackClose(void* session) { delete static_cast<Session*>(session); }

// The numbers 0, 1, 2, … as f32[rows, columns], as a tensor.
EXPORT void* DlpackExport(void* session, int64_t rows, int64_t columns, int versioned, int copy) {
  std::vector<float> values(static_cast<size_t>(rows * columns));
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  const std::vector<int64_t> dims = {rows, columns};
  pjrt::StatusOr<pjrt::Buffer> buffer =
      static_cast<Session*>(session)->client.Upload(std::span<const float>(values), dims);
  if (!buffer.ok()) {
    error = buffer.status().ToString();
    return nullptr;
  }
  pjrt::ToDlpackOptions options;
  options.copy = copy != 0;
  if (versioned != 0) return Keep(pjrt::ToDlpack(*std::move(buffer), options));
  return Keep(pjrt::ToDlpackLegacy(*std::move(buffer), options));
}

// Takes numpy's tensor over; 0, or -1 and the tensor is still numpy's. 1 if its memory is used in place.
EXPORT int DlpackImport(void* session, void* tensor, int versioned) {
  Session& own = *static_cast<Session*>(session);
  auto* modern = static_cast<DLManagedTensorVersioned*>(tensor);
  auto* legacy = static_cast<DLManagedTensor*>(tensor);
  const DLTensor& what = versioned != 0 ? modern->dl_tensor : legacy->dl_tensor;
  const void* const data = static_cast<const char*>(what.data) + what.byte_offset;
  pjrt::StatusOr<pjrt::Buffer> buffer =
      versioned != 0 ? pjrt::FromDlpack(own.client, modern) : pjrt::FromDlpack(own.client, legacy);
  if (!buffer.ok()) {
    error = buffer.status().ToString();
    return -1;
  }
  own.buffer = *std::move(buffer);
  return own.buffer->DeviceMemoryPointer().value_or(nullptr) == data ? 1 : 0;
}

// The values of the last one that came in, `size` bytes; -1 if there are not so many.
EXPORT int DlpackRead(void* session, void* out, size_t size) {
  const pjrt::StatusOr<std::vector<std::byte>> bytes = static_cast<Session*>(session)->buffer->ToHost();
  if (!bytes.ok() || bytes->size() != size) return -1;
  std::memcpy(out, bytes->data(), size);
  return 0;
}

EXPORT void DlpackDrop(void* session) { static_cast<Session*>(session)->buffer.reset(); }
