// Elementary functions compiled in loops over arrays, for tests and the tables of bench/math.
#ifndef CPPJRT_CPU_CODEGEN_JIT_LOOP_H_
#define CPPJRT_CPU_CODEGEN_JIT_LOOP_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "cpu/codegen/elementary.h"

namespace llvm::orc {
class LLJIT;
}

namespace cppjrt::cpu::codegen {

// What to compile for.
struct JitTarget {
  std::string name;
  std::string features;  // of LLVM: "+avx2,+fma"
  bool fma = false;
  size_t vector_bytes = 16;
};

// The targets that this machine can run, the widest last: SSE4.2, AVX2, AVX-512.
const JitTarget* FindJitTarget(const std::string& name);
std::span<const JitTarget> JitTargets();

enum class JitType { kF32, kF64, kI8, kI16, kI32, kI64 };

// Writes f(x, y) where the builder stands.
using JitEmitter = std::function<llvm::Value*(llvm::IRBuilderBase& builder, llvm::Value* x, llvm::Value* y)>;

// f(x…) for all x of an array, whose length is a multiple of `lanes`.
class JitLoop {
 public:
  // Aborts if it cannot be compiled, which is a mistake of the test.
  JitLoop(const JitTarget& target, JitType type, unsigned lanes, const JitEmitter& emit);
  JitLoop(const JitTarget& target, UnaryFunction function, bool is_double, unsigned lanes);
  JitLoop(const JitTarget& target, BinaryFunction function, bool is_double, unsigned lanes);
  JitLoop(JitLoop&&) noexcept;
  ~JitLoop();

  template <class T>
  void operator()(const T* x, T* result, size_t count) const {
    Run(x, x, result, count);
  }
  template <class T>
  void operator()(const T* x, const T* y, T* result, size_t count) const {
    Run(x, y, result, count);
  }

 private:
  void Run(const void* x, const void* y, void* result, size_t count) const;

  std::unique_ptr<llvm::orc::LLJIT> jit_;
  void (*function_)(const void*, const void*, void*, size_t) = nullptr;
};

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_JIT_LOOP_H_
