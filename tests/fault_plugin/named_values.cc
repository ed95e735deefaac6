#include "tests/fault_plugin/named_values.h"

#include "pjrt/abi/tables.h"
#include "tests/fault_plugin/errors.h"

namespace fault {

PJRT_NamedValue& NamedValues::Append(std::string_view name, PJRT_NamedValue_Type type) {
  const std::string& kept = strings_.emplace_back(name);
  PJRT_NamedValue& value = values_.emplace_back();
  value.struct_size = pjrt::abi::StructSize<PJRT_NamedValue>(pjrt::abi::kApiMinor);
  value.name = kept.c_str();
  value.name_size = kept.size();
  value.type = type;
  value.value_size = 1;
  return value;
}

void NamedValues::AddString(std::string_view name, std::string_view text) {
  PJRT_NamedValue& value = Append(name, PJRT_NamedValue_kString);
  value.string_value = strings_.emplace_back(text).c_str();
  value.value_size = text.size();
}

void NamedValues::AddInt(std::string_view name, int64_t number) {
  Append(name, PJRT_NamedValue_kInt64).int64_value = number;
}

void NamedValues::AddInts(std::string_view name, std::vector<int64_t> numbers) {
  PJRT_NamedValue& value = Append(name, PJRT_NamedValue_kInt64List);
  const std::vector<int64_t>& kept = lists_.emplace_back(std::move(numbers));
  value.int64_array_value = kept.data();
  value.value_size = kept.size();
}

void NamedValues::AddFloat(std::string_view name, float number) {
  Append(name, PJRT_NamedValue_kFloat).float_value = number;
}

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
  for (const PJRT_NamedValue& value : other.values_) Add(value);
}

const PJRT_NamedValue* NamedValues::Find(std::string_view name) const {
  for (const PJRT_NamedValue& value : values_) {
    if (View(value.name, value.name_size) == name) return &value;
  }
  return nullptr;
}

}  // namespace fault
