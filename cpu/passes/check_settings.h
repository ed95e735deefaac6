// CheckSettings: what a program's runs look out for (checks.h).
#ifndef CPPJRT_CPU_PASSES_CHECK_SETTINGS_H_
#define CPPJRT_CPU_PASSES_CHECK_SETTINGS_H_

namespace cppjrt::cpu {

struct CheckSettings {
  bool bounds = false;
  bool nan = false;
  bool uninit = false;  // trace results, for two runs over differently filled memory to be compared
  bool memory = false;  // guards that follow which value is where (cpu/plan/guards.h)
  bool any() const { return bounds || nan || uninit || memory; }
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_PASSES_CHECK_SETTINGS_H_
