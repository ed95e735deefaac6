#include "cpu/codegen/llvm_targets.h"

#include <llvm/Support/TargetSelect.h>

#include <mutex>

namespace cppjrt::cpu::codegen {

void RegisterTargets() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
}

}  // namespace cppjrt::cpu::codegen
