// A list of PJRT_NamedValue that owns its names and values.
#ifndef CPPJRT_TESTS_FAULT_PLUGIN_NAMED_VALUES_H_
#define CPPJRT_TESTS_FAULT_PLUGIN_NAMED_VALUES_H_

#include <string_view>

#include "cpu/plugin/named_values.h"
#include "pjrt/abi/pjrt_c_api.h"

namespace fault {

class NamedValues : public cppjrt::cpu::NamedValues {
 public:
  // A copy. INVALID_ARGUMENT for a type that does not exist.
  void Add(const PJRT_NamedValue& value);
  void AddAll(const NamedValues& other);
  const PJRT_NamedValue* Find(std::string_view name) const;
};

}  // namespace fault

#endif  // CPPJRT_TESTS_FAULT_PLUGIN_NAMED_VALUES_H_
