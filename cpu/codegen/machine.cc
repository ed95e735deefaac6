#include "cpu/codegen/machine.h"

#include <llvm/MC/TargetRegistry.h>
#include <llvm/Target/TargetOptions.h>

#include <mutex>
#include <string>
#include <vector>

#include "cpu/codegen/llvm_targets.h"

namespace cppjrt::cpu::codegen {
namespace {

constexpr size_t kMostKept = 4;

struct Kept {
  std::mutex mutex;
  std::vector<std::unique_ptr<llvm::TargetMachine>> machines;
};
// Never destroyed: a thread may still compile when the process ends.
Kept& KeptMachines() {
  static Kept* const kept = new Kept();
  return *kept;
}

std::unique_ptr<llvm::TargetMachine> MakeMachine(const Target& target) {
  RegisterTargets();
  std::string error;
  const llvm::Target* found = llvm::TargetRegistry::lookupTarget(target.triple, error);
  if (found == nullptr) return nullptr;
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;  // what is to be fused says so
  // Sections of their own, for cut_object.h.
  options.FunctionSections = true;
  options.DataSections = true;
  return std::unique_ptr<llvm::TargetMachine>(
      found->createTargetMachine(target.triple, target.cpu, target.features, options, llvm::Reloc::PIC_,
                                 llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default, /*JIT=*/true));
}

std::unique_ptr<llvm::TargetMachine> TakeKept(const Target& target) {
  Kept& kept = KeptMachines();
  const std::lock_guard lock(kept.mutex);
  for (auto& machine : kept.machines) {
    if (machine->getTargetTriple().str() != target.triple || machine->getTargetCPU() != target.cpu ||
        machine->getTargetFeatureString() != target.features) {
      continue;
    }
    std::swap(machine, kept.machines.back());
    std::unique_ptr<llvm::TargetMachine> taken = std::move(kept.machines.back());
    kept.machines.pop_back();
    return taken;
  }
  return nullptr;
}

}  // namespace

void ReturnMachine::operator()(llvm::TargetMachine* machine) const {
  std::unique_ptr<llvm::TargetMachine> owned(machine);
  Kept& kept = KeptMachines();
  const std::lock_guard lock(kept.mutex);
  if (kept.machines.size() < kMostKept) kept.machines.push_back(std::move(owned));
}

StatusOr<MachineLease> LeaseMachine(const Target& target) {
  std::unique_ptr<llvm::TargetMachine> machine = TakeKept(target);
  if (machine == nullptr) machine = MakeMachine(target);
  if (machine == nullptr) return InternalError("LLVM has no code generator for " + target.triple);
  return MachineLease(machine.release());
}

}  // namespace cppjrt::cpu::codegen
