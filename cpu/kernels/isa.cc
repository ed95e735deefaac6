#include "cpu/kernels/isa.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#if defined(__x86_64__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace cppjrt::cpu::kernels {
namespace {

constexpr std::string_view kNames[kNumIsas] = {"baseline", "avx2", "avx512", "avx512_vnni", "avx512_bf16", "amx"};

#if defined(__x86_64__)

struct Registers {
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
};

Registers Cpuid(unsigned leaf, unsigned subleaf) {
  Registers r;
  __get_cpuid_count(leaf, subleaf, &r.eax, &r.ebx, &r.ecx, &r.edx);
  return r;
}

// The register state that the system saves (XCR0).
uint64_t SavedState() {
  unsigned low = 0;
  unsigned high = 0;
  asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return static_cast<uint64_t>(high) << 32 | low;
}

bool Bit(unsigned value, int bit) { return (value >> bit & 1) != 0; }

// Linux gives tile registers to those who ask (Documentation/arch/x86/xstate.rst).
bool MayUseTiles() {
  constexpr int kArchReqXcompPerm = 0x1023;
  constexpr int kXfeatureXtiledata = 18;
  return syscall(SYS_arch_prctl, kArchReqXcompPerm, kXfeatureXtiledata) == 0;
}

bool IsAmd() {
  const Registers zero = Cpuid(0, 0);
  return zero.ebx == 0x68747541;  // "Auth"enticAMD
}

Isa Detect() {
  const Registers one = Cpuid(1, 0);
  if (!Bit(one.ecx, 27)) return Isa::kBaseline;  // OSXSAVE
  const uint64_t state = SavedState();
  const Registers seven = Cpuid(7, 0);
  const bool avx2 = Bit(seven.ebx, 5) && Bit(one.ecx, 12) && Bit(one.ecx, 29) && (state & 0x6) == 0x6;
  if (!avx2) return Isa::kBaseline;
  const bool avx512 =
      Bit(seven.ebx, 16) && Bit(seven.ebx, 17) && Bit(seven.ebx, 30) && Bit(seven.ebx, 31) && (state & 0xe6) == 0xe6;
  if (!avx512) return Isa::kAvx2;
  if (!Bit(seven.ecx, 11)) return Isa::kAvx512;
  if (!Bit(Cpuid(7, 1).eax, 5)) return Isa::kAvx512Vnni;
  const bool tiles = Bit(seven.edx, 22) && Bit(seven.edx, 24) && Bit(seven.edx, 25) && (state >> 17 & 3) == 3;
  return tiles && MayUseTiles() ? Isa::kAmx : Isa::kAvx512Bf16;
}

#else

bool IsAmd() { return false; }

Isa Detect() { return Isa::kBaseline; }

#endif

Isa Choose() {
  const Isa machine = Detect();
  const char* wanted = std::getenv("CPPJRT_CPU_ISA");
  return wanted == nullptr ? machine : std::min(machine, IsaFromName(wanted).value_or(machine));
}

}  // namespace

std::string_view IsaName(Isa isa) { return kNames[static_cast<int>(isa)]; }

std::optional<Isa> IsaFromName(std::string_view name) {
  const auto* found = std::find(std::begin(kNames), std::end(kNames), name);
  if (found == std::end(kNames)) return std::nullopt;
  return static_cast<Isa>(found - std::begin(kNames));
}

Isa MachineIsa() {
  static const Isa isa = Choose();
  return isa;
}

bool HasFastBf16Dot() {
  static const bool fast = IsAmd();
  return fast;
}

std::vector<Isa> SupportedIsas() {
  std::vector<Isa> all;
  for (int i = 0; i <= static_cast<int>(MachineIsa()); ++i) all.push_back(static_cast<Isa>(i));
  return all;
}

}  // namespace cppjrt::cpu::kernels
