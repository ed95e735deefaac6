#include "cpu/codegen/llvm_aarch64.h"

#include <llvm/Support/TargetSelect.h>

#include <mutex>

namespace cppjrt::cpu::codegen {

void RegisterAArch64() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64AsmPrinter();
  });
}

}  // namespace cppjrt::cpu::codegen
