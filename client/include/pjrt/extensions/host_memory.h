// HostAllocator (15) and HostMemoryAllocator (23): host memory that the plugin's devices reach fast.
#ifndef PJRT_EXTENSIONS_HOST_MEMORY_H_
#define PJRT_EXTENSIONS_HOST_MEMORY_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <utility>

#include "pjrt/client.h"
#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

// Memory of a plugin's allocator, freed at the end. Move-only; keeps its client alive. Not initialized.
class HostMemory {
 public:
  HostMemory() = default;
  HostMemory(HostMemory&& other) noexcept { *this = std::move(other); }
  HostMemory& operator=(HostMemory&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(free_, other.free_);
    return *this;
  }
  ~HostMemory() {
    if (free_ != nullptr) free_();
  }

  std::span<std::byte> bytes() const { return bytes_; }

  // For this library.
  HostMemory(std::span<std::byte> bytes, std::function<void()> free) : bytes_(bytes), free_(std::move(free)) {}

 private:
  std::span<std::byte> bytes_;
  std::function<void()> free_;
};

class HostAllocatorExtension : public Extension {
 public:
  static constexpr int kType = 15;
  explicit HostAllocatorExtension(Extension extension) : Extension(std::move(extension)) {}

  StatusOr<size_t> PreferredAlignment(const Client& client) const;
  // RESOURCE_EXHAUSTED if the plugin gives none.
  StatusOr<HostMemory> Allocate(const Client& client, size_t size, size_t alignment) const;
};

class HostMemoryAllocatorExtension : public Extension {
 public:
  static constexpr int kType = 23;
  explicit HostMemoryAllocatorExtension(Extension extension) : Extension(std::move(extension)) {}

  // Near a NUMA node; -1: any. RESOURCE_EXHAUSTED if the plugin gives none.
  StatusOr<HostMemory> Allocate(const Client& client, size_t size, int numa_node = -1) const;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_HOST_MEMORY_H_
