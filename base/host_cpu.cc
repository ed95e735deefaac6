#include "base/host_cpu.h"

#include <sys/auxv.h>
#include <sys/utsname.h>

#include <array>
#include <cstdint>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace cppjrt {
namespace {

std::string Hex(uint64_t value) {
  std::string text;
  do text.insert(text.begin(), "0123456789abcdef"[value & 15]);
  while ((value >>= 4) != 0);
  return text;
}

#if defined(__x86_64__)
// Registers of CPUID that tell features; not those that tell the core (EBX of leaf 1).
struct Leaf {
  unsigned leaf;
  unsigned subleaf;
  std::array<bool, 4> used;  // EAX, EBX, ECX, EDX
};
constexpr Leaf kLeaves[] = {
    {0, 0, {false, true, true, true}},           // vendor
    {1, 0, {true, false, true, true}},           // model, SSE to AVX
    {7, 0, {false, true, true, true}},           // AVX2, AVX-512, AMX
    {7, 1, {true, true, true, true}},            // AVX-VNNI, …
    {0x80000001, 0, {false, false, true, true}}  // LZCNT, FMA4, …
};

std::string Features() {
  std::string text;
  for (const Leaf& leaf : kLeaves) {
    std::array<unsigned, 4> value{};
    __get_cpuid_count(leaf.leaf, leaf.subleaf, &value[0], &value[1], &value[2], &value[3]);
    for (size_t i = 0; i < value.size(); ++i) {
      if (leaf.used[i]) text += " " + Hex(value[i]);
    }
  }
  return text;
}
#else
std::string Features() { return " " + Hex(getauxval(AT_HWCAP)) + " " + Hex(getauxval(AT_HWCAP2)); }
#endif

}  // namespace

std::string HostCpuIdentity() {
  utsname system{};
  const bool known = uname(&system) == 0;
  return std::string(known ? system.machine : "unknown") + Features();
}

}  // namespace cppjrt
