// Stream (3): the platform's streams, for work that a plugin does not start.
#ifndef PJRT_EXTENSIONS_STREAM_H_
#define PJRT_EXTENSIONS_STREAM_H_

#include <cstdint>
#include <utility>

#include "pjrt/buffer.h"
#include "pjrt/device.h"
#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

class StreamExtension : public Extension {
 public:
  static constexpr int kType = 3;
  explicit StreamExtension(Extension extension) : Extension(std::move(extension)) {}

  // A stream (a cudaStream_t on CUDA) on which the plugin looks for events of outside work.
  StatusOr<intptr_t> StreamForExternalReadyEvents(const Device& device) const;
  // Makes the stream wait until the buffer's values are there. Does not block the caller.
  Status WaitUntilBufferReady(intptr_t stream, const Buffer& buffer) const;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_STREAM_H_
