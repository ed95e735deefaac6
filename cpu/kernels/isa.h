// Isa: the instruction sets that kernels are compiled for, each holding all of those before it.
//
//   const Isa isa = MachineIsa();                    // the best of this machine
//   for (Isa level : SupportedIsas()) { … }          // in tests: each level that can run here
//
// The environment variable CPPJRT_CPU_ISA (a name as IsaName gives it) lowers what MachineIsa answers, never raises it.
#ifndef CPPJRT_CPU_KERNELS_ISA_H_
#define CPPJRT_CPU_KERNELS_ISA_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace cppjrt::cpu::kernels {

enum class Isa : uint8_t {
  kBaseline,    // what the build's compiler flags allow: SSE2 on x86-64, NEON on AArch64
  kAvx2,        // AVX2, FMA, F16C
  kAvx512,      // AVX-512 F, BW, DQ, VL
  kAvx512Vnni,  // and the dot products of bytes
  kAvx512Bf16,  // and those of bf16
  kAmx,         // and the tiles for both
};
inline constexpr int kNumIsas = 6;

// "baseline", "avx2", "avx512", "avx512_vnni", "avx512_bf16", "amx".
std::string_view IsaName(Isa isa);
// None if no set has that name.
std::optional<Isa> IsaFromName(std::string_view name);

// The highest level whose instructions processor and kernel allow, lowered by CPPJRT_CPU_ISA. Found at the first call,
// which also asks the system for the right to use AMX; cheap afterwards. May be called from any thread.
Isa MachineIsa();

// True if dot products of bf16 are faster than those of f32 here without AMX: on AMD's processors they are twice as fast, on
// Intel's half as fast.
bool HasFastBf16Dot();

// All levels up to MachineIsa(), lowest first.
std::vector<Isa> SupportedIsas();

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_ISA_H_
