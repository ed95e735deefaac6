#include "cpu/codegen/machine.h"

#include <llvm/MC/TargetRegistry.h>
#include <llvm/Target/TargetOptions.h>

#include <mutex>
#include <string>
#include <vector>

#include "cpu/codegen/llvm_targets.h"
#include "cpu/codegen/object_writer.h"

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

// By Architecture. LLVM 19 would clear the upper halves of x86's vectors that a function has just put back.
constexpr MachineFacts kFacts[] = {
    // triple                near model              far model               keeping        widths
    {"x86_64-pc-linux-gnu", llvm::CodeModel::Small, llvm::CodeModel::Small, "-vzeroupper", true},
    {"aarch64-linux-gnu", llvm::CodeModel::Tiny, llvm::CodeModel::Small, "", false},
};

llvm::CodeModel::Model ModelOf(const Target& target) {
  const MachineFacts& facts = FactsOf(target.architecture);
  return target.far_constants ? facts.far_model : facts.near_model;
}

std::unique_ptr<llvm::TargetMachine> MakeMachine(const Target& target) {
  RegisterTargets();
  const char* triple = FactsOf(target.architecture).triple;
  std::string error;
  const llvm::Target* found = llvm::TargetRegistry::lookupTarget(triple, error);
  if (found == nullptr) return nullptr;
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;  // what is to be fused says so
  // Sections of their own, for cut_object.h.
  options.FunctionSections = true;
  options.DataSections = true;
  return std::unique_ptr<llvm::TargetMachine>(found->createTargetMachine(triple, target.cpu, target.features, options,
                                                                         llvm::Reloc::PIC_, ModelOf(target),
                                                                         llvm::CodeGenOptLevel::Default, /*JIT=*/true));
}

std::unique_ptr<llvm::TargetMachine> TakeKept(const Target& target) {
  Kept& kept = KeptMachines();
  const std::lock_guard lock(kept.mutex);
  for (auto& machine : kept.machines) {
    if (machine->getTargetTriple().str() != FactsOf(target.architecture).triple ||
        machine->getTargetCPU() != target.cpu || machine->getTargetFeatureString() != target.features ||
        machine->getCodeModel() != ModelOf(target)) {
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

const MachineFacts& FactsOf(Architecture architecture) { return kFacts[static_cast<size_t>(architecture)]; }

void ReturnMachine::operator()(llvm::TargetMachine* machine) const {
  std::unique_ptr<llvm::TargetMachine> owned(machine);
  Kept& kept = KeptMachines();
  const std::lock_guard lock(kept.mutex);
  if (kept.machines.size() < kMostKept) {
    kept.machines.push_back(std::move(owned));
  } else {
    ForgetObjectWriter(*owned);
  }
}

StatusOr<MachineLease> LeaseMachine(const Target& target) {
  std::unique_ptr<llvm::TargetMachine> machine = TakeKept(target);
  if (machine == nullptr) machine = MakeMachine(target);
  if (machine == nullptr) return UnimplementedError("this program has no code generator for " + target.name);
  return MachineLease(machine.release());
}

}  // namespace cppjrt::cpu::codegen
