// Named values as JSON.
#ifndef CPPJRT_CLI_JSON_VALUES_H_
#define CPPJRT_CLI_JSON_VALUES_H_

#include <nlohmann/json.hpp>
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

}  // namespace cppjrt::cli

#endif  // CPPJRT_CLI_JSON_VALUES_H_
