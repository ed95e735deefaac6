// JSON of the command: named values, and text of what may not be UTF-8 (file names).
#ifndef CPPJRT_CLI_JSON_VALUES_H_
#define CPPJRT_CLI_JSON_VALUES_H_

#include <nlohmann/json.hpp>
#include <string>
#include <variant>

#include "pjrt/value.h"

namespace cppjrt::cli {

inline nlohmann::ordered_json ValuesToJson(const pjrt::NamedValues& values) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [name, value] : values) {
    std::visit([&json, &key = name](const auto& v) { json[key] = v; }, value);
  }
  return json;
}

// With U+FFFD for bytes that are not UTF-8. Negative `indent`: in one line.
inline std::string JsonText(const nlohmann::ordered_json& json, int indent = -1) {
  return json.dump(indent, ' ', /*ensure_ascii=*/false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_JSON_VALUES_H_
