// Between NamedValues and the C API's arrays of PJRT_NamedValue.
#ifndef CPPJRT_CLIENT_NAMED_VALUES_H_
#define CPPJRT_CLIENT_NAMED_VALUES_H_

#include <cstddef>
#include <vector>

#include "pjrt/abi/pjrt_c_api.h"
#include "pjrt/status.h"
#include "pjrt/value.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

class Api;

// Views into `values`, which must outlive the result.
std::vector<PJRT_NamedValue> ToNamedValues(const Api& api, const NamedValues& values);

// A Status' payloads as the C API takes them: strings by key. Views into `payloads`, which must outlive the result.
std::vector<PJRT_NamedValue> PayloadValues(const Api& api, const Status::Payloads& payloads);

// INTERNAL if the array is not well formed: null with a count, a null name, an unknown type. (Values of a type newer than
// this client are left out.)
StatusOr<NamedValues> FromNamedValues(const PJRT_NamedValue* values, size_t count);

}  // namespace detail
}  // namespace v0
}  // namespace pjrt

#endif  // CPPJRT_CLIENT_NAMED_VALUES_H_
