// DmaMapping: host memory that the devices may read and write directly.
#ifndef PJRT_DMA_H_
#define PJRT_DMA_H_

#include <memory>
#include <utility>

#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

namespace detail {
struct ClientState;
}  // namespace detail

// Made by Client::DmaMap (API 0.67). Unmaps at its end; the memory must stay until then. Move-only. Keeps its client alive.
class DmaMapping {
 public:
  DmaMapping(DmaMapping&& other) noexcept
      : client_(std::move(other.client_)), data_(std::exchange(other.data_, nullptr)) {}
  DmaMapping& operator=(DmaMapping&& other) noexcept;
  ~DmaMapping();

  // Unmaps now, to see whether it worked. FAILED_PRECONDITION if it is unmapped.
  Status Unmap();
  void* data() const { return data_; }

  // For this library: `data` is mapped.
  DmaMapping(std::shared_ptr<const detail::ClientState> client, void* data) : client_(std::move(client)), data_(data) {}

 private:
  std::shared_ptr<const detail::ClientState> client_;
  void* data_ = nullptr;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_DMA_H_
