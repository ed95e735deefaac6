#include "cpu/plugin/named_values.h"

#include <utility>

#include "pjrt/abi/tables.h"

namespace cppjrt::cpu {

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

}  // namespace cppjrt::cpu
