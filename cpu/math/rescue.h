// What few numbers need and no vector code is worth writing for: angles so large that they take all bits of 2/pi,
// remainders of numbers far apart. The usual code covers the rest; Rescue puts in these, by a call that is made only if
// a lane needs it.
//
// Each works on arrays, as generated code calls it under the given name: it computes `result[i]` for each bit i of
// `lanes` and leaves the others. There are at most 64 lanes.
#ifndef CPPJRT_CPU_MATH_RESCUE_H_
#define CPPJRT_CPU_MATH_RESCUE_H_

#include <cstdint>
#include <span>

#include "cpu/math/vocabulary.h"

namespace cppjrt::cpu::math {

struct RescueUnary {
  const char* float_name;
  const char* double_name;
  float (*float_function)(float);
  double (*double_function)(double);
};
struct RescueBinary {
  const char* float_name;
  const char* double_name;
  float (*float_function)(float, float);
  double (*double_function)(double, double);
};

extern const RescueUnary kSinOfLarge;  // sine, cosine and tangent of any finite number
extern const RescueUnary kCosOfLarge;
extern const RescueUnary kTanOfLarge;
extern const RescueBinary kExactRemainder;  // C's fmod

inline float Rescue(bool mask, float usual, const RescueUnary& function, float x) {
  return mask ? function.float_function(x) : usual;
}
inline double Rescue(bool mask, double usual, const RescueUnary& function, double x) {
  return mask ? function.double_function(x) : usual;
}
inline float Rescue(bool mask, float usual, const RescueBinary& function, float x, float y) {
  return mask ? function.float_function(x, y) : usual;
}
inline double Rescue(bool mask, double usual, const RescueBinary& function, double x, double y) {
  return mask ? function.double_function(x, y) : usual;
}

// The functions that generated code may call, to be given to whoever links it. `address` is that of void(const T* x, T*
// result, uint64_t lanes) or, of two operands, void(const T* x, const T* y, T* result, uint64_t lanes).
struct RescueSymbol {
  const char* name;
  void* address;
};
std::span<const RescueSymbol> RescueSymbols();

}  // namespace cppjrt::cpu::math

#endif  // CPPJRT_CPU_MATH_RESCUE_H_
