// Status and StatusOr as the client library uses them: one type for all cppjrt libraries, see cppjrt/status.h.
#ifndef PJRT_STATUS_H_
#define PJRT_STATUS_H_

#include "cppjrt/status.h"

namespace pjrt {
inline namespace v0 {

using ::cppjrt::Status;
using ::cppjrt::StatusCode;
using ::cppjrt::StatusOr;

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_STATUS_H_
