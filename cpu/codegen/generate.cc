#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>

#include <chrono>
#include <mutex>
#include <utility>

#include "base/sha256.h"
#include "cpu/codegen/object_code.h"
#include "cpu/codegen/program.h"
#include "cpu/codegen/target.h"

namespace cppjrt::cpu::codegen {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

void InitializeTargets() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
  });
}

std::unique_ptr<llvm::TargetMachine> MakeMachine(const Target& target) {
  InitializeTargets();
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

// Few passes: kernels are vectors already. What matters is that equal kernels become one, small kernels are put in place and their memory becomes
// registers, that common parts are computed once and leave the loops they do not depend on.
constexpr char kPasses[] =
    "mergefunc,always-inline,function(sroa,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,"
    "lcssa,"
    "loop-mssa(licm<allowspeculation>),early-cse<memssa>,simplifycfg),globaldce";

Status RunPasses(llvm::Module& module, llvm::TargetMachine& machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager calls;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(calls);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, calls, modules);
  llvm::ModulePassManager passes;
  if (llvm::Error error = builder.parsePassPipeline(passes, kPasses)) {
    return InternalError("LLVM passes: " + llvm::toString(std::move(error)));
  }
  passes.run(module, modules);
  return OkStatus();
}

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
  CPPJRT_RETURN_IF_ERROR(RunPasses(module, machine));
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
