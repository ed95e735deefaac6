// Values of the client as messages of the protobuf wire format, as docs/formats.md writes them down: what artifacts and
// checkpoints are made of. Reading trusts nothing.
#ifndef CPPJRT_CLIENT_WIRE_VALUES_H_
#define CPPJRT_CLIENT_WIRE_VALUES_H_

#include <string>
#include <string_view>

#include "base/protobuf_wire.h"
#include "pjrt/program.h"
#include "pjrt/status.h"
#include "pjrt/value.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

// Each value is a message NamedValue in the repeated `field`.
void WriteValues(cppjrt::WireWriter& out, int field, const NamedValues& values);
// Adds what one NamedValue says. INVALID_ARGUMENT for damage.
Status ReadValue(std::string_view bytes, NamedValues& values);

// A message Array.
std::string WriteShape(const ArrayShape& shape);
// INVALID_ARGUMENT for damage, an unknown element type, and for sizes that are negative or overflow.
StatusOr<ArrayShape> ReadShape(std::string_view bytes);

}  // namespace detail
}  // namespace v0
}  // namespace pjrt

#endif  // CPPJRT_CLIENT_WIRE_VALUES_H_
