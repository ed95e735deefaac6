#include "cpu/codegen/unit_module.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Triple.h>

#include <chrono>
#include <utility>

#include "cpu/codegen/cut_object.h"
#include "cpu/codegen/epilogue.h"
#include "cpu/codegen/kernel.h"
#include "cpu/codegen/loops.h"
#include "cpu/codegen/machine.h"
#include "cpu/codegen/object_writer.h"
#include "cpu/codegen/optimizer.h"
#include "cpu/codegen/region.h"

namespace cppjrt::cpu::codegen {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string TextOf(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  module.print(out, nullptr);
  return text;
}

StatusOr<std::string> WriteAssembly(llvm::Module& module, llvm::TargetMachine& machine) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream out(bytes);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::AssemblyFile, /*DisableVerify=*/true)) {
    return InternalError("LLVM cannot write assembly for this machine");
  }
  passes.run(module);
  return std::string(bytes.begin(), bytes.end());
}

KernelFunction EmitUnit(llvm::Module& module, const Target& target, const Plan& plan, const ProgramUnits& program,
                        const Unit& unit, const std::string& name) {
  switch (unit.kind) {
    case UnitKind::kKernel:
      return EmitKernel(module, target, plan, program.in_memory, unit.step->kernel, name, /*in_loop=*/false,
                        unit.buffers);
    case UnitKind::kLoops:
      return EmitLoops(module, target, plan, *unit.node, name, unit.buffers);
    case UnitKind::kComparator:
      return EmitComparator(module, target, plan, *unit.node, name, unit.buffers);
    case UnitKind::kEpilogue:
      return EmitEpilogue(module, target, plan, *unit.step, name, unit.buffers);
    case UnitKind::kRegion:
      break;
  }
  KernelFunction made;
  made.function = EmitRegion(module, target, plan, program.in_memory, unit, name);
  made.buffers = unit.buffers;
  return made;
}

void SetAttributes(llvm::Module& module, const Target& target) {
  const MachineFacts& facts = FactsOf(target.architecture);
  const std::string bits = std::to_string(target.vector_bytes * 8);
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.addFnAttr(llvm::Attribute::NoUnwind);
    if (facts.vector_width_attributes) {
      function.addFnAttr("prefer-vector-width", bits);
      function.addFnAttr("min-legal-vector-width", bits);
    }
    if (target.scalable > 0) {
      const auto times = static_cast<unsigned>(target.scalable);
      function.addFnAttr(llvm::Attribute::getWithVScaleRangeArgs(module.getContext(), times, times));
    }
    function.addFnAttr("target-cpu", target.cpu);
    std::string features = target.features;
    if (function.getCallingConv() == llvm::CallingConv::PreserveAll && !facts.keeping_features.empty()) {
      features += (features.empty() ? "" : ",") + std::string(facts.keeping_features);
    }
    function.addFnAttr("target-features", features);
  }
}

Status EmitUnits(llvm::Module& module, const Plan& plan, const ProgramUnits& program,
                 const std::vector<uint32_t>& which, const Target& target, ModuleCode& code) {
  for (const uint32_t i : which) {
    const Unit& unit = program.units[i];
    code.names.push_back("unit" + std::to_string(i));
    const KernelFunction made = EmitUnit(module, target, plan, program, unit, code.names.back());
    made.function->setLinkage(llvm::GlobalValue::ExternalLinkage);
    if (made.buffers != unit.buffers) return InternalError("a unit's code uses a buffer that its text does not name");
    Piece& shape = code.shapes.emplace_back();
    shape.extent = made.extent;
    shape.grain = made.grain;
    shape.parallel = made.parallel;
  }
  SetAttributes(module, target);
  // LLVM ends the process for code that is not well formed; this says so instead.
  std::string broken;
  llvm::raw_string_ostream errors(broken);
  if (llvm::verifyModule(module, &errors)) return InternalError("generated code is wrong: " + broken);
  return OkStatus();
}

}  // namespace

StatusOr<ModuleCode> MakeModule(const Plan& plan, const ProgramUnits& program, const std::vector<uint32_t>& which,
                                const Target& target,
                                const std::function<void(std::string_view stage, const std::string& text)>& dump) {
  CPPJRT_ASSIGN_OR_RETURN(const MachineLease machine, LeaseMachine(target));
  ModuleCode code;
  Clock::time_point start = Clock::now();
  llvm::LLVMContext context;
  llvm::Module module("program", context);
  module.setDataLayout(machine->createDataLayout());
  module.setTargetTriple(machine->getTargetTriple().str());
  CPPJRT_RETURN_IF_ERROR(EmitUnits(module, plan, program, which, target, code));
  code.emit_seconds = SecondsSince(start);
  if (dump) dump("llvm", TextOf(module));
  start = Clock::now();
  OptimizeModule(module, *machine);
  code.optimize_seconds = SecondsSince(start);
  if (dump) dump("llvm.optimized", TextOf(module));
  if (dump) {
    CPPJRT_ASSIGN_OR_RETURN(const std::string assembly, WriteAssembly(module, *machine));
    dump("asm", assembly);
  }
  start = Clock::now();
  CPPJRT_ASSIGN_OR_RETURN(code.object, WriteObject(module, *machine));
  code.machine_seconds = SecondsSince(start);
  return code;
}

StatusOr<std::vector<Piece>> MakePieces(
    const Plan& plan, const ProgramUnits& program, const std::vector<uint32_t>& which, const Target& target,
    const std::function<void(std::string_view stage, const std::string& text)>& dump, ModuleCode& code) {
  CPPJRT_ASSIGN_OR_RETURN(code, MakeModule(plan, program, which, target, dump));
  StatusOr<std::vector<Piece>> pieces = CutObject(code.object, code.names);
  if (pieces.status().code() == StatusCode::kOutOfRange && !target.far_constants) {
    Target far = target;
    far.far_constants = true;
    CPPJRT_ASSIGN_OR_RETURN(code, MakeModule(plan, program, which, far, dump));
    pieces = CutObject(code.object, code.names);
  }
  CPPJRT_RETURN_IF_ERROR(pieces.status());
  for (size_t i = 0; i < which.size(); ++i) {
    (*pieces)[i].extent = code.shapes[i].extent;
    (*pieces)[i].grain = code.shapes[i].grain;
    (*pieces)[i].parallel = code.shapes[i].parallel;
  }
  return pieces;
}

}  // namespace cppjrt::cpu::codegen
