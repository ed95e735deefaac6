// Callback (14): being told of failures that end the process or a TPU slice.
#ifndef PJRT_EXTENSIONS_CALLBACK_H_
#define PJRT_EXTENSIONS_CALLBACK_H_

#include <functional>
#include <utility>

#include "pjrt/client.h"
#include "pjrt/extensions/extension.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

class CallbackExtension : public Extension {
 public:
  static constexpr int kType = 14;
  explicit CallbackExtension(Extension extension) : Extension(std::move(extension)) {}

  // Called, from a thread of the plugin, with the error that will end the process. It stays registered as long as the plugin,
  // and so does `callback`.
  Status OnPrefatal(const Client& client, std::function<void(const Status&)> callback) const;
  // Called when a slice could not be built, with the plugin's number of the failure.
  Status OnSliceFailure(const Client& client, std::function<void(int failure_type)> callback) const;
  // Calls what is registered for such an error.
  Status InvokePrefatal(const Client& client, const Status& error) const;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXTENSIONS_CALLBACK_H_
