// Target: the machine that code is generated for.
//
//   HostTarget().vector_bytes;                                     // of this machine
//   CPPJRT_ASSIGN_OR_RETURN(Target target, NamedTarget("aarch64"));    // of another one; cross.h makes code for it
//
// Generated code is the same for all machines but for what a Target says: there are no instructions of one machine in it
// before LLVM chooses them.
#ifndef CPPJRT_CPU_CODEGEN_TARGET_H_
#define CPPJRT_CPU_CODEGEN_TARGET_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "cppjrt/status.h"

namespace cppjrt::cpu::codegen {

enum class Architecture : uint8_t { kX86_64, kAArch64 };

struct Target {
  std::string name;
  Architecture architecture = Architecture::kX86_64;
  std::string cpu;       // as LLVM names it: "x86-64-v3"
  std::string features;  // "+avx2,+fma,…"
  int64_t vector_bytes = 16;
  bool fma = false;
  // Whether parts of vectors are read and written as fast as whole ones.
  bool cheap_masks = false;
  // Of vectors whose size instructions leave open (SVE), how many times 16 bytes they have; 0: there are none.
  int scalable = 0;
  // Whether code reaches its constants over any distance; else less than 1 MiB on AArch64, by shorter instructions.
  bool far_constants = false;
};

// A row of the table of targets.
struct TargetRow {
  std::string_view name;
  Architecture architecture;
  std::string_view cpu;
  std::string_view features;
  int64_t vector_bytes;
  bool fma;
  bool cheap_masks;
  int scalable;
};
std::span<const TargetRow> TargetRows();

// INVALID_ARGUMENT, with the names there are, for one that there is not.
StatusOr<Target> NamedTarget(std::string_view name);

// This machine, or what CPPJRT_CPU_TARGET names if that is less: "sse4.2", "avx2" or "avx512".
const Target& HostTarget();

// The instructions of `target` in such a way that results are the same bits on each: vectors of 32 bytes whatever the
// registers have, so that sums are in one order, and no fused multiply-add, which not all have.
Target Reproducible(const Target& target);

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_TARGET_H_
