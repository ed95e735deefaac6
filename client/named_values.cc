#include "client/named_values.h"

#include <cstdio>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "client/api.h"

namespace pjrt {
inline namespace v0 {

std::string ToString(const Value& value) {
  return std::visit(
      [](const auto& v) -> std::string {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, std::string>) {
          return v;
        } else if constexpr (std::is_same_v<T, bool>) {
          return v ? "true" : "false";
        } else if constexpr (std::is_same_v<T, int64_t>) {
          return std::to_string(v);
        } else if constexpr (std::is_same_v<T, float>) {
          char text[32];
          std::snprintf(text, sizeof text, "%.9g", static_cast<double>(v));
          return text;
        } else {
          std::string text = "[";
          for (size_t i = 0; i < v.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(v[i]);
          return text + "]";
        }
      },
      value);
}

namespace detail {

std::vector<PJRT_NamedValue> ToNamedValues(const Api& api, const NamedValues& values) {
  std::vector<PJRT_NamedValue> result;
  result.reserve(values.size());
  for (const auto& [name, value] : values) {
    PJRT_NamedValue out = api.New<PJRT_NamedValue>();
    out.name = name.data();
    out.name_size = name.size();
    out.value_size = 1;
    if (const auto* text = std::get_if<std::string>(&value)) {
      out.type = PJRT_NamedValue_kString;
      out.string_value = text->data();
      out.value_size = text->size();
    } else if (const auto* number = std::get_if<int64_t>(&value)) {
      out.type = PJRT_NamedValue_kInt64;
      out.int64_value = *number;
    } else if (const auto* list = std::get_if<std::vector<int64_t>>(&value)) {
      out.type = PJRT_NamedValue_kInt64List;
      out.int64_array_value = list->data();
      out.value_size = list->size();
    } else if (const auto* real = std::get_if<float>(&value)) {
      out.type = PJRT_NamedValue_kFloat;
      out.float_value = *real;
    } else {
      out.type = PJRT_NamedValue_kBool;
      out.bool_value = std::get<bool>(value);
    }
    result.push_back(out);
  }
  return result;
}

std::vector<PJRT_NamedValue> PayloadValues(const Api& api, const Status::Payloads& payloads) {
  std::vector<PJRT_NamedValue> result;
  for (const auto& [key, text] : payloads) {
    PJRT_NamedValue value = api.New<PJRT_NamedValue>();
    value.name = key.data();
    value.name_size = key.size();
    value.type = PJRT_NamedValue_kString;
    value.string_value = text.data();
    value.value_size = text.size();
    result.push_back(value);
  }
  return result;
}

StatusOr<NamedValues> FromNamedValues(const PJRT_NamedValue* values, size_t count) {
  NamedValues result;
  if (values == nullptr && count != 0) return cppjrt::InternalError("the plugin gave named values without an array");
  for (size_t i = 0; i < count; ++i) {
    const PJRT_NamedValue& in = values[i];
    if (in.name == nullptr) return cppjrt::InternalError("the plugin gave a named value without a name");
    std::string name(in.name, in.name_size);
    switch (in.type) {
      case PJRT_NamedValue_kString:
        if (in.string_value == nullptr && in.value_size != 0)
          return cppjrt::InternalError("named value " + name + " is null");
        result[std::move(name)] = in.value_size == 0 ? std::string() : std::string(in.string_value, in.value_size);
        break;
      case PJRT_NamedValue_kInt64:
        result[std::move(name)] = in.int64_value;
        break;
      case PJRT_NamedValue_kInt64List:
        if (in.int64_array_value == nullptr && in.value_size != 0) {
          return cppjrt::InternalError("named value " + name + " is null");
        }
        result[std::move(name)] = std::vector<int64_t>(in.int64_array_value, in.int64_array_value + in.value_size);
        break;
      case PJRT_NamedValue_kFloat:
        result[std::move(name)] = in.float_value;
        break;
      case PJRT_NamedValue_kBool:
        result[std::move(name)] = in.bool_value;
        break;
      default:
        break;
    }
  }
  return result;
}

}  // namespace detail
}  // namespace v0
}  // namespace pjrt
