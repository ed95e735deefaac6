// Discrete Fourier transforms of one to three dimensions, of any lengths.
//
//   const int64_t lengths[] = {1024, 1024};
//   CPPJRT_RETURN_IF_ERROR(Fft({FftKind::kFft, /*batch=*/1, lengths}, ElementType::kC64, in, out, {}, &pool));
//
// Many lines are transformed at once, one in each lane of a vector, with real and imaginary parts apart: radix 4, 2, 3, 5 and
// other small primes by Stockham's scheme, lengths with large prime factors as convolutions (Bluestein). A single long line is
// cut into a matrix. Results do not depend on the number of threads.
#ifndef CPPJRT_CPU_KERNELS_FFT_H_
#define CPPJRT_CPU_KERNELS_FFT_H_

#include <cstdint>
#include <span>

#include "base/thread_pool.h"
#include "cppjrt/status.h"
#include "cpu/kernels/element_type.h"
#include "cpu/kernels/isa.h"

namespace cppjrt::cpu::kernels {

// Those of StableHLO: the inverse ones divide by the number of elements. Of real signals the last dimension of the spectrum
// has length / 2 + 1 elements.
enum class FftKind : uint8_t { kFft, kIfft, kRfft, kIrfft };

struct FftShape {
  FftKind kind = FftKind::kFft;
  int64_t batch = 1;
  std::span<const int64_t> lengths;  // of the signal, one to three
};

struct FftOptions {
  Isa isa = MachineIsa();
};

// `type` is that of the spectrum, kC64 or kC128. Arrays are dense, [batch, lengths…], and do not overlap; `in` may be `out` if
// both are complex. INVALID_ARGUMENT for other types and lengths; RESOURCE_EXHAUSTED without memory. `pool` may be null.
Status Fft(const FftShape& shape, ElementType type, const void* in, void* out, const FftOptions& options,
           ThreadPool* pool);

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_FFT_H_
