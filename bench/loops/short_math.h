// Short elementary functions for arguments of ordinary size, without branches, so that they inline and vectorise. About two
// units in the last place within |x| < 1000.
#ifndef CPPJRT_BENCH_LOOPS_SHORT_MATH_H_
#define CPPJRT_BENCH_LOOPS_SHORT_MATH_H_

#include <bit>
#include <cstdint>

namespace cppjrt::bench {

// Adding it leaves the nearest integer in the low bits.
inline constexpr float kRounder = 12582912.0F;  // 1.5 * 2^23

// sin(x + quarter * pi / 2).
inline float SinShifted(float x, int32_t quarter) {
  const float shifted = x * 0.636619772F + kRounder;
  const float n = shifted - kRounder;
  const int32_t q = static_cast<int32_t>(std::bit_cast<uint32_t>(shifted)) + quarter;
  // pi / 2 in three parts.
  float r = x - n * 1.5703125F;
  r = r - n * 4.83751296997e-4F;
  r = r - n * 7.54978995489e-8F;
  const float s = r * r;
  const float sine = r + r * s * (-1.6666654611e-1F + s * (8.3321608736e-3F + s * -1.9515295891e-4F));
  const float cosine =
      1.0F - 0.5F * s + s * s * (4.166664568298827e-2F + s * (-1.388731625493765e-3F + s * 2.443315711809948e-5F));
  const float value = (q & 1) != 0 ? cosine : sine;
  return (q & 2) != 0 ? -value : value;
}
inline float ShortSin(float x) { return SinShifted(x, 0); }
inline float ShortCos(float x) { return SinShifted(x, 1); }

// For |x| < 87.
inline float ShortExp(float x) {
  const float shifted = x * 1.44269504F + kRounder;
  const float n = shifted - kRounder;
  float r = x - n * 0.693359375F;
  r = r + n * 2.12194440e-4F;
  const float p =
      1.0F + r +
      r * r *
          (5.0000001201e-1F +
           r * (1.6666665459e-1F +
                r * (4.1665795894e-2F + r * (8.3334519073e-3F + r * (1.3981999507e-3F + r * 1.9875691500e-4F)))));
  const int32_t exponent = static_cast<int32_t>(std::bit_cast<uint32_t>(shifted)) << 23;
  return std::bit_cast<float>(static_cast<int32_t>(std::bit_cast<uint32_t>(p)) + exponent);
}
inline float ShortSigmoid(float x) { return 1.0F / (1.0F + ShortExp(-x)); }
inline float ShortTanh(float x) { return 2.0F * ShortSigmoid(2.0F * x) - 1.0F; }

}  // namespace cppjrt::bench

#endif  // CPPJRT_BENCH_LOOPS_SHORT_MATH_H_
