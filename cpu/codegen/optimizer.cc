#include "cpu/codegen/optimizer.h"

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
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

namespace cppjrt::cpu::codegen {
namespace {

// Managers and analyses are set up by hand: LLVM's PassBuilder would bring all passes there are into the plugin.
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

}  // namespace

void OptimizeModule(llvm::Module& module, llvm::TargetMachine& machine) { Optimizer(machine).Run(module); }

}  // namespace cppjrt::cpu::codegen
