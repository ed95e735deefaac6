#include "cpu/codegen/object_writer.h"

#include <gtest/gtest.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>

#include "cpu/codegen/machine.h"

namespace cppjrt::cpu::codegen {
namespace {

// `functions` functions, each of which multiplies by another constant.
std::string Write(llvm::TargetMachine& machine, int functions) {
  llvm::LLVMContext context;
  llvm::Module module("program", context);
  module.setDataLayout(machine.createDataLayout());
  module.setTargetTriple(machine.getTargetTriple().str());
  llvm::IRBuilder<> b(context);
  llvm::Type* number = b.getFloatTy();
  for (int i = 0; i < functions; ++i) {
    auto* function = llvm::Function::Create(llvm::FunctionType::get(number, {number}, false),
                                            llvm::GlobalValue::ExternalLinkage, "f" + std::to_string(i), module);
    b.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", function));
    b.CreateRet(b.CreateFMul(function->getArg(0), llvm::ConstantFP::get(number, i + 0.1)));
  }
  const StatusOr<std::string> object = WriteObject(module, machine);
  EXPECT_TRUE(object.ok()) << object.status().ToString();
  return *object;
}

TEST(ObjectWriter, IsSetUpOnceForAMachineAndLeavesNothingBehind) {
  const StatusOr<MachineLease> machine = LeaseMachine(HostTarget());
  ASSERT_TRUE(machine.ok());
  const std::string first = Write(**machine, 3);
  const int64_t made = ObjectWritersMade();
  const std::string larger = Write(**machine, 50);
  EXPECT_GT(larger.size(), first.size());
  EXPECT_EQ(Write(**machine, 3), first);
  EXPECT_EQ(Write(**machine, 50), larger);
  EXPECT_EQ(ObjectWritersMade(), made);
  ForgetObjectWriter(**machine);
  EXPECT_EQ(Write(**machine, 3), first);
  EXPECT_EQ(ObjectWritersMade(), made + 1);
}

}  // namespace
}  // namespace cppjrt::cpu::codegen
