// Fingerprint: 128 bits that tell byte strings apart. Not for secrets.
//
//   Fingerprint({program, options}).ToHex()   // 32 digits
#ifndef CPPJRT_CPU_EXECUTABLE_FINGERPRINT_H_
#define CPPJRT_CPU_EXECUTABLE_FINGERPRINT_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace cppjrt::cpu {

class Fingerprint {
 public:
  // Of the parts with their lengths: {"ab", "c"} differs from {"a", "bc"}.
  Fingerprint(std::initializer_list<std::string_view> parts);

  uint64_t high() const { return high_; }
  uint64_t low() const { return low_; }
  std::string ToHex() const;

 private:
  uint64_t high_ = 0;
  uint64_t low_ = 0;
};

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_EXECUTABLE_FINGERPRINT_H_
