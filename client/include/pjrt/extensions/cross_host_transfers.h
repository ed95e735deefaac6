// CrossHostTransfers (12): buffers sent between devices of different processes.
//
// Two ways. By key: both sides name the pair of devices and a key, and the plugin does the rest.
//   sender:    extension.Send({&buffer}, {receiver_device_id}, {key});
//   receiver:  extension.Receive(device, {shape}, {sender_device_id}, {key});
// By descriptor: the receiver makes buffers and gets a descriptor for each, which travels to the sender by the program's own means.
//   receiver:  extension.MakeReceiveBuffers(device, {shape}, [](StatusOr<std::vector<std::string>> descriptors) { … });
//   sender:    extension.CopyToRemoteDevice(buffer, descriptor, [](const Status& status, bool enqueued) { … });
#ifndef PJRT_EXTENSIONS_CROSS_HOST_TRANSFERS_H_
#define PJRT_EXTENSIONS_CROSS_HOST_TRANSFERS_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pjrt/buffer.h"
#include "pjrt/device.h"
#include "pjrt/event.h"
#include "pjrt/extensions/extension.h"
#include "pjrt/program.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

class CrossHostTransfersExtension : public Extension {
 public:
  static constexpr int kType = 12;
  explicit CrossHostTransfersExtension(Extension extension) : Extension(std::move(extension)) {}

  // Starts sending each buffer to a device, by its global id, under a key; an event for each, ready when it is sent. UNIMPLEMENTED
  // before API 0.114, whose ids had another width. INVALID_ARGUMENT unless there is a device and a key for each buffer, and all
  // buffers are of one client.
  StatusOr<std::vector<Event>> Send(std::span<const Buffer* const> buffers, std::span<const int64_t> destination_ids,
                                    std::span<const int64_t> keys) const;
  // Buffers on `device` that other devices send; ready when they have come. Errors as Send.
  StatusOr<std::vector<Buffer>> Receive(const Device& device, std::span<const ArrayShape> shapes,
                                        std::span<const int64_t> source_ids, std::span<const int64_t> keys) const;

  // Called once, with a descriptor for each shape, or the error.
  using DescriptorsCallback = std::function<void(StatusOr<std::vector<std::string>> descriptors)>;
  StatusOr<std::vector<Buffer>> MakeReceiveBuffers(const Device& device, std::span<const ArrayShape> shapes,
                                                   DescriptorsCallback callback) const;

  // Called once, with how the send went and whether it was put into the device's queue.
  using SentCallback = std::function<void(const Status& status, bool enqueued)>;
  // Needs the plugin's events (API 0.89).
  Status CopyToRemoteDevice(const Buffer& buffer, std::string descriptor, SentCallback callback) const;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_CROSS_HOST_TRANSFERS_H_
