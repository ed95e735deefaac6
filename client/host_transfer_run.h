// Host transfers of one execution, as the C API takes them.
#ifndef CPPJRT_CLIENT_HOST_TRANSFER_RUN_H_
#define CPPJRT_CLIENT_HOST_TRANSFER_RUN_H_

#include <cstddef>
#include <memory>
#include <vector>

#include "client/client_state.h"
#include "pjrt/abi/pjrt_c_api.h"
#include "pjrt/host_transfers.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

// Holds what the callbacks need; must live until the execution has completed on every row.
class HostTransferRun {
 public:
  HostTransferRun(std::shared_ptr<const ClientState> client, std::shared_ptr<const HostTransfers> transfers,
                  size_t num_rows);
  HostTransferRun(const HostTransferRun&) = delete;
  HostTransferRun& operator=(const HostTransferRun&) = delete;

  // Points `options` into this.
  void Fill(PJRT_ExecuteOptions& options);

 private:
  // What a callback is told with its `user_arg`.
  struct Place {
    HostTransferRun* run;
    size_t channel;
    size_t row;
  };
  static PJRT_Error* Send(PJRT_Chunk* chunk, PJRT_CallbackError* make_error, size_t total_size, bool done,
                          void* user_arg);
  static void Receive(PJRT_CopyToDeviceStream* stream, void* user_arg);

  std::shared_ptr<const ClientState> client_;
  std::shared_ptr<const HostTransfers> transfers_;
  // [row][channel], and a pointer to each row.
  std::vector<Place> send_places_, receive_places_;
  std::vector<PJRT_SendCallbackInfo> sends_;
  std::vector<PJRT_RecvCallbackInfo> receives_;
  std::vector<PJRT_SendCallbackInfo*> send_rows_;
  std::vector<PJRT_RecvCallbackInfo*> receive_rows_;
};

}  // namespace detail
}  // namespace v0
}  // namespace pjrt

#endif  // CPPJRT_CLIENT_HOST_TRANSFER_RUN_H_
