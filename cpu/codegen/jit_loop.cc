#include "cpu/codegen/jit_loop.h"

#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/TargetSelect.h>

#include <array>
#include <utility>
#include <vector>

#include "cpu/math/complex_calls.h"
#include "cpu/math/rescue.h"

namespace cppjrt::cpu::codegen {
namespace {

using llvm::BasicBlock;
using llvm::IRBuilder;
using llvm::Type;
using llvm::Value;

// void loop(const T* x, const T* y, T* result, size_t count)
void EmitLoop(llvm::Module& module, Type* type, unsigned lanes, const JitEmitter& emit) {
  llvm::LLVMContext& context = module.getContext();
  IRBuilder<> builder(context);
  Type* pointer = builder.getPtrTy();
  Type* count_type = builder.getInt64Ty();
  auto* function_type =
      llvm::FunctionType::get(builder.getVoidTy(), {pointer, pointer, pointer, count_type}, /*isVarArg=*/false);
  auto* function = llvm::Function::Create(function_type, llvm::Function::ExternalLinkage, "loop", module);
  for (unsigned i = 0; i < 3; ++i) function->getArg(i)->addAttr(llvm::Attribute::NoAlias);
  BasicBlock* entry = BasicBlock::Create(context, "entry", function);
  BasicBlock* body = BasicBlock::Create(context, "body", function);
  builder.SetInsertPoint(entry);
  builder.CreateBr(body);
  builder.SetInsertPoint(body);
  llvm::PHINode* i = builder.CreatePHI(count_type, 2);
  i->addIncoming(builder.getInt64(0), entry);
  Type* element = type->getScalarType();
  const auto at = [&](unsigned argument) { return builder.CreateGEP(element, function->getArg(argument), {i}); };
  const llvm::Align align(element->getScalarSizeInBits() / 8);
  Value* x = builder.CreateAlignedLoad(type, at(0), align);
  Value* y = builder.CreateAlignedLoad(type, at(1), align);
  Value* result = emit(builder, x, y);
  builder.CreateAlignedStore(result, at(2), align);
  Value* next = builder.CreateAdd(i, builder.getInt64(lanes));
  i->addIncoming(next, builder.GetInsertBlock());
  BasicBlock* done = BasicBlock::Create(context, "done", function);
  builder.CreateCondBr(builder.CreateICmpULT(next, function->getArg(3)), body, done);
  builder.SetInsertPoint(done);
  builder.CreateRetVoid();
}

llvm::orc::JITTargetMachineBuilder MachineFor(const JitTarget& target) {
  static const bool initialized = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)initialized;
  llvm::orc::JITTargetMachineBuilder machine = llvm::cantFail(llvm::orc::JITTargetMachineBuilder::detectHost());
  machine.setCPU("x86-64").getFeatures() = llvm::SubtargetFeatures(target.features);
  machine.setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  return machine;
}

Type* TypeOf(llvm::LLVMContext& context, JitType type) {
  switch (type) {
    case JitType::kF32:
      return Type::getFloatTy(context);
    case JitType::kF64:
      return Type::getDoubleTy(context);
    case JitType::kI8:
      return Type::getInt8Ty(context);
    case JitType::kI16:
      return Type::getInt16Ty(context);
    case JitType::kI32:
      return Type::getInt32Ty(context);
    case JitType::kI64:
      return Type::getInt64Ty(context);
  }
  return nullptr;
}

std::unique_ptr<llvm::orc::LLJIT> Compile(const JitTarget& target, JitType element, unsigned lanes,
                                          const JitEmitter& emit) {
  auto machine = MachineFor(target);
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = std::make_unique<llvm::Module>("loop", *context);
  Type* type = TypeOf(*context, element);
  if (lanes > 1) type = llvm::FixedVectorType::get(type, lanes);
  EmitLoop(*module, type, lanes, emit);
  for (llvm::Function& function : *module) {
    function.addFnAttr("prefer-vector-width", std::to_string(target.vector_bytes * 8));
    function.addFnAttr("min-legal-vector-width", std::to_string(target.vector_bytes * 8));
  }
  if (llvm::verifyModule(*module, &llvm::errs())) std::abort();
  auto jit = llvm::cantFail(llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(machine)).create());
  llvm::orc::SymbolMap symbols;
  for (const auto& table : {math::RescueSymbols(), math::ComplexSymbols()}) {
    for (const math::RescueSymbol& symbol : table) {
      symbols[jit->mangleAndIntern(symbol.name)] = {llvm::orc::ExecutorAddr::fromPtr(symbol.address),
                                                    llvm::JITSymbolFlags::Exported};
    }
  }
  llvm::cantFail(jit->getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(symbols))));
  llvm::cantFail(jit->addIRModule(llvm::orc::ThreadSafeModule(std::move(module), std::move(context))));
  return jit;
}

std::vector<JitTarget> RunnableTargets() {
  std::vector<JitTarget> targets = {{"sse4.2", "+sse4.2", false, 16}};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    targets.push_back({"avx2", "+avx2,+fma", true, 32});
  }
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw")) {
    targets.push_back({"avx512", "+avx2,+fma,+avx512f,+avx512dq,+avx512vl,+avx512bw,+evex512", true, 64});
  }
  return targets;
}

}  // namespace

std::span<const JitTarget> JitTargets() {
  static const auto* const targets = new std::vector<JitTarget>(RunnableTargets());
  return *targets;
}

const JitTarget* FindJitTarget(const std::string& name) {
  for (const JitTarget& target : JitTargets()) {
    if (target.name == name) return &target;
  }
  return nullptr;
}

JitLoop::JitLoop(const JitTarget& target, JitType type, unsigned lanes, const JitEmitter& emit)
    : jit_(Compile(target, type, lanes, emit)) {
  function_ = llvm::cantFail(jit_->lookup("loop")).toPtr<decltype(function_)>();
}
JitLoop::JitLoop(const JitTarget& target, UnaryFunction function, bool is_double, unsigned lanes)
    : JitLoop(target, is_double ? JitType::kF64 : JitType::kF32, lanes,
              [&](llvm::IRBuilderBase& builder, Value* x, Value*) {
                return EmitUnary(builder, function, x, {.fma = target.fma});
              }) {}
JitLoop::JitLoop(const JitTarget& target, BinaryFunction function, bool is_double, unsigned lanes)
    : JitLoop(target, is_double ? JitType::kF64 : JitType::kF32, lanes,
              [&](llvm::IRBuilderBase& builder, Value* x, Value* y) {
                return EmitBinary(builder, function, x, y, {.fma = target.fma});
              }) {}
JitLoop::JitLoop(JitLoop&&) noexcept = default;
JitLoop::~JitLoop() = default;

void JitLoop::Run(const void* x, const void* y, void* result, size_t count) const { function_(x, y, result, count); }

}  // namespace cppjrt::cpu::codegen
