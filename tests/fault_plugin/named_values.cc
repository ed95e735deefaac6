#include "tests/fault_plugin/named_values.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tests/fault_plugin/errors.h"

namespace fault {

void NamedValues::Add(const PJRT_NamedValue& value) {
  const std::string_view name = View(value.name, value.name_size);
  switch (value.type) {
    case PJRT_NamedValue_kString:
      return AddString(name, View(value.string_value, value.value_size));
    case PJRT_NamedValue_kInt64:
      return AddInt(name, value.int64_value);
    case PJRT_NamedValue_kInt64List: {
      const int64_t* begin = value.int64_array_value;
      return AddInts(name, begin == nullptr ? std::vector<int64_t>() : std::vector(begin, begin + value.value_size));
    }
    case PJRT_NamedValue_kFloat:
      return AddFloat(name, value.float_value);
    case PJRT_NamedValue_kBool:
      Append(name, PJRT_NamedValue_kBool).bool_value = value.bool_value;
      return;
  }
  Invalid("named value " + Quote(name) + " has type " + std::to_string(value.type) + ", which does not exist");
}

void NamedValues::AddAll(const NamedValues& other) {
  for (const PJRT_NamedValue& value : std::span(other.data(), other.size())) Add(value);
}

const PJRT_NamedValue* NamedValues::Find(std::string_view name) const {
  for (const PJRT_NamedValue& value : std::span(data(), size())) {
    if (View(value.name, value.name_size) == name) return &value;
  }
  return nullptr;
}

}  // namespace fault
