// Programs that send to the host and receive from it.
#ifndef CPPJRT_TESTS_FAULT_PLUGIN_HOST_TRANSFERS_H_
#define CPPJRT_TESTS_FAULT_PLUGIN_HOST_TRANSFERS_H_

#include <cstddef>
#include <cstdint>

#include "tests/fault_plugin/buffers.h"

namespace fault {

// Sends the array to the channel's callback in two pieces once `after` is complete; fails with the callback's error.
// INVALID_ARGUMENT if `options` has no such channel.
CompletionPtr SendToHost(const PJRT_ExecuteOptions& options, size_t row, int64_t channel, ArrayPtr array,
                         const CompletionPtr& after);

// Asks the channel's callback for the contents of `array` once `after` is complete; done when they have come, CANCELLED if the
// stream ends before.
CompletionPtr ReceiveFromHost(const PJRT_ExecuteOptions& options, size_t row, int64_t channel, const ArrayPtr& array,
                              const CompletionPtr& after);

}  // namespace fault

#endif  // CPPJRT_TESTS_FAULT_PLUGIN_HOST_TRANSFERS_H_
