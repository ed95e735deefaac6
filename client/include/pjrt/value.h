// Named values: create options that go into a plugin, attributes that come out of one (PJRT_NamedValue).
#ifndef PJRT_VALUE_H_
#define PJRT_VALUE_H_

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace pjrt {
inline namespace v0 {

// The five kinds of value the C API has.
using Value = std::variant<std::string, int64_t, std::vector<int64_t>, float, bool>;

using NamedValues = std::map<std::string, Value, std::less<>>;

// "text", 3, [1, 2], 0.5, true.
std::string ToString(const Value& value);

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_VALUE_H_
