// NamedValues: a list of PJRT_NamedValue that owns its names and values.
#ifndef CPPJRT_CPU_PLUGIN_NAMED_VALUES_H_
#define CPPJRT_CPU_PLUGIN_NAMED_VALUES_H_

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "pjrt/abi/pjrt_c_api.h"

namespace cppjrt::cpu {

// Values stay where they are: data() is good until the next Add.
class NamedValues {
 public:
  NamedValues() = default;
  NamedValues(const NamedValues&) = delete;
  NamedValues& operator=(const NamedValues&) = delete;

  void AddString(std::string_view name, std::string_view value);
  void AddInt(std::string_view name, int64_t value);
  void AddInts(std::string_view name, std::vector<int64_t> value);
  void AddFloat(std::string_view name, float value);

  const PJRT_NamedValue* data() const { return values_.data(); }
  size_t size() const { return values_.size(); }

 protected:
  PJRT_NamedValue& Append(std::string_view name, PJRT_NamedValue_Type type);

 private:
  // Deques, as their elements do not move.
  std::deque<std::string> strings_;
  std::deque<std::vector<int64_t>> lists_;
  std::vector<PJRT_NamedValue> values_;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PLUGIN_NAMED_VALUES_H_
