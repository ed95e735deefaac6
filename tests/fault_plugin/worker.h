// The thread on which everything that is late happens.
#ifndef CPPJRT_TESTS_FAULT_PLUGIN_WORKER_H_
#define CPPJRT_TESTS_FAULT_PLUGIN_WORKER_H_

#include <cstdint>
#include <functional>

namespace fault {

// Runs `work` on the worker once `delay_us` has passed, and not before earlier work that is due. Work may not throw.
void RunLater(int64_t delay_us, std::function<void()> work);

}  // namespace fault

#endif  // CPPJRT_TESTS_FAULT_PLUGIN_WORKER_H_
