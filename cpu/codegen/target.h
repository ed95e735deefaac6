// Target: the machine that code is generated for.
#ifndef CPPJRT_CPU_CODEGEN_TARGET_H_
#define CPPJRT_CPU_CODEGEN_TARGET_H_

#include <cstdint>
#include <string>

namespace cppjrt::cpu::codegen {

struct Target {
  std::string triple = "x86_64-pc-linux-gnu";
  std::string cpu;       // as LLVM names it: "x86-64-v3"
  std::string features;  // "+avx2,+fma,…"
  int64_t vector_bytes = 16;
  bool fma = false;
};

// This machine, or what CPPJRT_CPU_TARGET names: "sse4.2", "avx2" or "avx512".
const Target& HostTarget();

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_TARGET_H_
