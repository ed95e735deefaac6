// Names of extension types.
#ifndef CPPJRT_CONFORM_API_EXTENSION_NAMES_H_
#define CPPJRT_CONFORM_API_EXTENSION_NAMES_H_

#include <string>

#include "pjrt/abi/tables.h"

namespace cppjrt::conform {

// "Layouts"; "type 99" for one that came after the API this was made from.
inline std::string ExtensionName(int type) {
  const std::string_view name = pjrt::abi::ExtensionName(type);
  return name.empty() ? "type " + std::to_string(type) : std::string(name);
}

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_API_EXTENSION_NAMES_H_
