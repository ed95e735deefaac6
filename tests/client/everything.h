// UseEverything: one use of every function the client library calls in a plugin.
#ifndef CPPJRT_TESTS_CLIENT_EVERYTHING_H_
#define CPPJRT_TESTS_CLIENT_EVERYTHING_H_

#include <vector>

#include "pjrt/abi/pjrt_c_api.h"
#include "pjrt/status.h"

namespace pjrt {

// Loads the plugin of the table and uses it. What fails is noted, and what depends on it left out. All errors, in order;
// every object made on the way is destroyed.
std::vector<Status> UseEverything(const PJRT_Api* table);

}  // namespace pjrt

#endif  // CPPJRT_TESTS_CLIENT_EVERYTHING_H_
