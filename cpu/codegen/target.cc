#include "cpu/codegen/target.h"

#include <cstdlib>
#include <string_view>

namespace cppjrt::cpu::codegen {
namespace {

Target Named(std::string_view name) {
  Target target;
  target.cpu = "x86-64-v2";
  if (name == "avx2" || name == "avx512") {
    target.cpu = name == "avx2" ? "x86-64-v3" : "x86-64-v4";
    target.vector_bytes = name == "avx2" ? 32 : 64;
    target.fma = true;
  }
  return target;
}

bool HasAvx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd");
}

bool HasAvx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c") &&
         __builtin_cpu_supports("bmi2");
}

Target FindTarget() {
  const char* wanted = std::getenv("CPPJRT_CPU_TARGET");
  const std::string_view name = wanted == nullptr ? "" : wanted;
  const bool avx2 = HasAvx2() && name != "sse4.2";
  const bool avx512 = avx2 && HasAvx512() && name != "avx2";
  return Named(avx512 ? "avx512" : avx2 ? "avx2" : "sse4.2");
}

}  // namespace

const Target& HostTarget() {
  static const Target target = FindTarget();
  return target;
}

}  // namespace cppjrt::cpu::codegen
