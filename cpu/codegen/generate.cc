#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/BasicAliasAnalysis.h>
#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/Analysis/BranchProbabilityInfo.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemorySSA.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ProfileSummaryInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScopedNoAliasAA.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/MergeFunctions.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <chrono>
#include <utility>

#include "base/sha256.h"
#include "cpu/codegen/llvm_targets.h"
#include "cpu/codegen/object_code.h"
#include "cpu/codegen/program.h"
#include "cpu/codegen/target.h"

namespace cppjrt::cpu::codegen {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::unique_ptr<llvm::TargetMachine> MakeMachine(const Target& target) {
  RegisterTargets();
  const std::string triple = llvm::sys::getDefaultTargetTriple();
  std::string error;
  const llvm::Target* found = llvm::TargetRegistry::lookupTarget(triple, error);
  if (found == nullptr) return nullptr;
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;  // what is to be fused says so
  options.FunctionSections = false;
  return std::unique_ptr<llvm::TargetMachine>(found->createTargetMachine(triple, target.cpu, target.features, options,
                                                                         llvm::Reloc::PIC_, llvm::CodeModel::Small,
                                                                         llvm::CodeGenOptLevel::Default, /*JIT=*/true));
}

// What the object code depends on beside the module: changed with the passes below.
constexpr char kPasses[] = "1";

// Few passes: kernels are vectors already. What matters is that equal kernels become one, small kernels are put in place and
// their memory becomes registers, that common parts are computed once and leave the loops they do not depend on. Managers
// and analyses are set up by hand: LLVM's PassBuilder would bring all passes there are into the plugin.
class Optimizer {
 public:
  explicit Optimizer(llvm::TargetMachine& machine) {
    RegisterAnalyses(machine);
    // Each manager finds the others' results.
    modules_.registerPass([&] { return llvm::FunctionAnalysisManagerModuleProxy(functions_); });
    functions_.registerPass([&] { return llvm::ModuleAnalysisManagerFunctionProxy(modules_); });
    functions_.registerPass([&] { return llvm::LoopAnalysisManagerFunctionProxy(loops_); });
    loops_.registerPass([&] { return llvm::FunctionAnalysisManagerLoopProxy(functions_); });
  }

  void Run(llvm::Module& module) {
    llvm::ModulePassManager passes;
    passes.addPass(llvm::MergeFunctionsPass());
    passes.addPass(llvm::AlwaysInlinerPass());
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(FunctionPasses()));
    passes.addPass(llvm::GlobalDCEPass());
    passes.run(module, modules_);
  }

 private:
  static llvm::FunctionPassManager FunctionPasses() {
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::InstCombinePass(llvm::InstCombineOptions().setVerifyFixpoint(false)));
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()), /*UseMemorySSA=*/true,
                                                         /*UseBlockFrequencyInfo=*/false));
    passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
    passes.addPass(llvm::SimplifyCFGPass());
    return passes;
  }

  void RegisterAnalyses(llvm::TargetMachine& machine) {
    modules_.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
    modules_.registerPass([] { return llvm::ProfileSummaryAnalysis(); });
    loops_.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
    functions_.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
    functions_.registerPass([&] { return machine.getTargetIRAnalysis(); });
    functions_.registerPass([] { return llvm::TargetLibraryAnalysis(); });
    functions_.registerPass([] { return llvm::AssumptionAnalysis(); });
    functions_.registerPass([] { return llvm::DominatorTreeAnalysis(); });
    functions_.registerPass([] { return llvm::PostDominatorTreeAnalysis(); });
    functions_.registerPass([] { return llvm::LoopAnalysis(); });
    functions_.registerPass([] { return llvm::ScalarEvolutionAnalysis(); });
    functions_.registerPass([] { return llvm::MemorySSAAnalysis(); });
    functions_.registerPass([] { return llvm::BranchProbabilityAnalysis(); });
    functions_.registerPass([] { return llvm::BlockFrequencyAnalysis(); });
    functions_.registerPass([] { return llvm::OptimizationRemarkEmitterAnalysis(); });
    functions_.registerPass([] { return llvm::BasicAA(); });
    functions_.registerPass([] { return llvm::ScopedNoAliasAA(); });
    functions_.registerPass([] {
      llvm::AAManager aliases;
      aliases.registerFunctionAnalysis<llvm::BasicAA>();
      aliases.registerFunctionAnalysis<llvm::ScopedNoAliasAA>();
      return aliases;
    });
  }

  // Results of inner ones refer to outer ones: destroyed in the reverse of this order.
  llvm::LoopAnalysisManager loops_;
  llvm::FunctionAnalysisManager functions_;
  llvm::ModuleAnalysisManager modules_;
};

std::string TextOf(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out, nullptr);
  return text;
}

// Text that goes nowhere but into a hash.
class HashStream : public llvm::raw_ostream {
 public:
  HashStream() { SetBufferSize(1 << 16); }
  ~HashStream() override { flush(); }
  Sha256Digest Finish() {
    flush();
    return hash_.Finish();
  }

 private:
  void write_impl(const char* data, size_t size) override {
    hash_.Update({data, size});
    position_ += size;
  }
  uint64_t current_pos() const override { return position_; }

  Sha256 hash_;
  uint64_t position_ = 0;
};

// Everything that the object code depends on.
Sha256Digest KeyOf(const llvm::Module& module, const Target& target) {
  HashStream out;
  out << "cppjrt object 1\n"
      << LLVM_VERSION_STRING << "\n"
      << target.cpu << "\n"
      << target.features << "\n"
      << kPasses << "\n";
  module.print(out, nullptr);
  return out.Finish();
}

StatusOr<std::string> EmitFile(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream out(bytes);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, out, nullptr, type, /*DisableVerify=*/true)) {
    return InternalError("LLVM cannot write this kind of file");
  }
  passes.run(module);
  return std::string(bytes.begin(), bytes.end());
}

StatusOr<std::string> MakeObject(llvm::Module& module, llvm::TargetMachine& machine, const CodeOptions& options,
                                 GeneratedCode& code) {
  Clock::time_point start = Clock::now();
  Optimizer(machine).Run(module);
  code.optimize_seconds = SecondsSince(start);
  if (options.dump) {
    options.dump("llvm.optimized", TextOf(module));
    CPPJRT_ASSIGN_OR_RETURN(const std::string text, EmitFile(module, machine, llvm::CodeGenFileType::AssemblyFile));
    options.dump("asm", text);
  }
  start = Clock::now();
  CPPJRT_ASSIGN_OR_RETURN(std::string object, EmitFile(module, machine, llvm::CodeGenFileType::ObjectFile));
  code.machine_seconds = SecondsSince(start);
  return object;
}

}  // namespace

StatusOr<GeneratedCode> GenerateCode(const Graph& graph, const Plan& plan, const CodeOptions& options) {
  CPPJRT_RETURN_IF_ERROR(CheckSupported(graph));
  const Target& target = HostTarget();
  const std::unique_ptr<llvm::TargetMachine> machine = MakeMachine(target);
  if (machine == nullptr) return InternalError("LLVM has no code generator for this machine");
  GeneratedCode code;
  Clock::time_point start = Clock::now();
  llvm::LLVMContext context;
  llvm::Module module("program", context);
  module.setDataLayout(machine->createDataLayout());
  module.setTargetTriple(machine->getTargetTriple().str());
  EmitProgram(module, target, plan, code.calls);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.addFnAttr(llvm::Attribute::NoUnwind);
    function.addFnAttr("prefer-vector-width", std::to_string(target.vector_bytes * 8));
    function.addFnAttr("min-legal-vector-width", std::to_string(target.vector_bytes * 8));
    function.addFnAttr("target-cpu", target.cpu);
    function.addFnAttr("target-features", target.features);
  }
  code.emit_seconds = SecondsSince(start);
  if (options.dump) options.dump("llvm", TextOf(module));
  // LLVM ends the process for code that is not well formed; this says so instead.
  std::string broken;
  llvm::raw_string_ostream errors(broken);
  if (llvm::verifyModule(module, &errors)) return InternalError("generated code is wrong: " + broken);
  const auto make = [&]() -> StatusOr<std::string> { return MakeObject(module, *machine, options, code); };
  if (options.cache == nullptr || options.dump) {
    CPPJRT_ASSIGN_OR_RETURN(code.object, make());
    return code;
  }
  start = Clock::now();
  const Sha256Digest key = KeyOf(module, target);
  code.emit_seconds += SecondsSince(start);
  CPPJRT_ASSIGN_OR_RETURN(BlobStore::Made made, options.cache->GetOrMake(key, [&]() -> StatusOr<BlobStore::Blob> {
    CPPJRT_ASSIGN_OR_RETURN(std::string object, make());
    return BlobStore::Blob{std::move(object), graph.name};
  }));
  code.object = std::move(made.bytes);
  return code;
}

}  // namespace cppjrt::cpu::codegen
