#include "cpu/codegen/ir_value.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace cppjrt::cpu::codegen::ir_internal {
namespace {

using llvm::IRBuilderBase;
using llvm::Type;
using llvm::Value;
using llvm::Intrinsic::ID;

Type* WithLanesOf(Type* like, Type* element) {
  const auto* vector = llvm::dyn_cast<llvm::VectorType>(like);
  return vector == nullptr ? element : llvm::VectorType::get(element, vector->getElementCount());
}

bool IsFloatingPoint(const Value* value) { return value->getType()->isFPOrFPVectorTy(); }

Type* IntegerTypeOf(Type* type) {
  return WithLanesOf(type, llvm::IntegerType::get(type->getContext(), type->getScalarSizeInBits()));
}
Type* FloatTypeOf(Type* type) {
  llvm::LLVMContext& context = type->getContext();
  return WithLanesOf(type, type->getScalarSizeInBits() == 32 ? Type::getFloatTy(context) : Type::getDoubleTy(context));
}
Type* DoubleTypeOf(Type* type) { return WithLanesOf(type, Type::getDoubleTy(type->getContext())); }
Type* SingleTypeOf(Type* type) { return WithLanesOf(type, Type::getFloatTy(type->getContext())); }

Value* Intrinsic(IRBuilderBase& builder, ID id, llvm::ArrayRef<Value*> operands) {
  return builder.CreateIntrinsic(id, {operands[0]->getType()}, operands);
}

// The upper half of the significand of a double, so that products of halves are exact (Veltkamp).
std::pair<Value*, Value*> Split(IRBuilderBase& builder, Value* x) {
  Value* scaled = builder.CreateFMul(x, Constant(x, 134217729.0));
  Value* high = builder.CreateFSub(scaled, builder.CreateFSub(scaled, x));
  return {high, builder.CreateFSub(x, high)};
}

// a * b + c in doubles without a fused operation: the product and its error (Dekker), added to c one after the other.
Value* ExactFmaOfDoubles(IRBuilderBase& builder, Value* a, Value* b, Value* c) {
  const auto [a_high, a_low] = Split(builder, a);
  const auto [b_high, b_low] = Split(builder, b);
  Value* product = builder.CreateFMul(a, b);
  Value* error = builder.CreateFSub(builder.CreateFMul(a_high, b_high), product);
  error = builder.CreateFAdd(error, builder.CreateFMul(a_high, b_low));
  error = builder.CreateFAdd(error, builder.CreateFMul(a_low, b_high));
  error = builder.CreateFAdd(error, builder.CreateFMul(a_low, b_low));
  return builder.CreateFAdd(builder.CreateFAdd(c, product), error);
}

// Products of floats are exact in double.
Value* ExactFmaOfFloats(IRBuilderBase& builder, Value* a, Value* b, Value* c) {
  Type* wide = DoubleTypeOf(a->getType());
  Value* product = builder.CreateFMul(builder.CreateFPExt(a, wide), builder.CreateFPExt(b, wide));
  return builder.CreateFPTrunc(builder.CreateFAdd(product, builder.CreateFPExt(c, wide)), a->getType());
}

Value* EmitFma(const IrContext& context, bool exact, Value* a, Value* b, Value* c) {
  IRBuilderBase& builder = context.builder;
  if (context.fma) return Intrinsic(builder, llvm::Intrinsic::fma, {a, b, c});
  if (!exact) return builder.CreateFAdd(builder.CreateFMul(a, b), c);
  return a->getType()->getScalarType()->isFloatTy() ? ExactFmaOfFloats(builder, a, b, c)
                                                    : ExactFmaOfDoubles(builder, a, b, c);
}

Value* EmitCompare(IRBuilderBase& builder, llvm::CmpInst::Predicate of_floats, llvm::CmpInst::Predicate of_ints,
                   Value* a, Value* b) {
  return IsFloatingPoint(a) ? builder.CreateFCmp(of_floats, a, b) : builder.CreateICmp(of_ints, a, b);
}

// The lanes of a mask as the bits of an i64.
Value* LaneBits(IRBuilderBase& builder, Value* mask) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(mask->getType());
  if (vector != nullptr) mask = builder.CreateBitCast(mask, builder.getIntNTy(vector->getNumElements()));
  return builder.CreateZExt(mask, builder.getInt64Ty());
}

// A slot of the frame: loops must not grow it, so it is made where the function begins.
Value* FrameSlot(IRBuilderBase& builder, Type* type) {
  IRBuilderBase::InsertPointGuard guard(builder);
  llvm::BasicBlock& entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  builder.SetInsertPoint(&entry, entry.begin());
  return builder.CreateAlloca(type);
}

// Ends the block where the builder stands, and gives the block of what comes after.
llvm::BasicBlock* EndBlock(IRBuilderBase& builder, const char* name) {
  llvm::BasicBlock* block = builder.GetInsertBlock();
  if (builder.GetInsertPoint() == block->end()) {
    return llvm::BasicBlock::Create(builder.getContext(), name, block->getParent(), block->getNextNode());
  }
  llvm::BasicBlock* rest = block->splitBasicBlock(builder.GetInsertPoint(), name);
  block->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(block);
  return rest;
}

// A function that calls `callee` and leaves all registers as they were: what is in them need not be in memory all the time for
// the sake of a call that is hardly ever made.
llvm::Function* Keeping(llvm::Module& module, llvm::FunctionCallee callee, const char* name) {
  const std::string kept_name = std::string(name) + ".kept";
  if (llvm::Function* known = module.getFunction(kept_name)) return known;
  auto* kept = llvm::Function::Create(callee.getFunctionType(), llvm::GlobalValue::InternalLinkage, kept_name, module);
  kept->setCallingConv(llvm::CallingConv::PreserveAll);
  for (const auto attribute : {llvm::Attribute::NoInline, llvm::Attribute::Cold, llvm::Attribute::NoUnwind}) {
    kept->addFnAttr(attribute);
  }
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "entry", kept));
  std::vector<Value*> arguments;
  for (llvm::Argument& argument : kept->args()) arguments.push_back(&argument);
  builder.CreateCall(callee, arguments)->setDoesNotThrow();
  builder.CreateRetVoid();
  return kept;
}

// Calls name(operands…, results…, lanes), all but the last by pointers to slots of the frame. The slots of results first
// hold `results` (null: nothing), which are then replaced by what was left there.
void CallByPointers(IRBuilderBase& builder, const char* name, llvm::ArrayRef<Value*> operands,
                    llvm::MutableArrayRef<Value*> results, Type* result_type, Value* lanes, bool keeps_registers) {
  std::vector<Value*> arguments;
  for (Value* operand : operands) {
    arguments.push_back(FrameSlot(builder, operand->getType()));
    builder.CreateStore(operand, arguments.back());
  }
  for (Value* result : results) {
    arguments.push_back(FrameSlot(builder, result_type));
    if (result != nullptr) builder.CreateStore(result, arguments.back());
  }
  arguments.push_back(lanes);
  std::vector<Type*> types;
  for (const Value* argument : arguments) types.push_back(argument->getType());
  auto* type = llvm::FunctionType::get(builder.getVoidTy(), types, /*isVarArg=*/false);
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::FunctionCallee callee = module.getOrInsertFunction(name, type);
  if (keeps_registers) callee = Keeping(module, callee, name);
  llvm::CallInst* call = builder.CreateCall(callee, arguments);
  call->setDoesNotThrow();
  if (keeps_registers) call->setCallingConv(llvm::CallingConv::PreserveAll);
  for (size_t i = 0; i < results.size(); ++i)
    results[i] = builder.CreateLoad(result_type, arguments[operands.size() + i]);
}

}  // namespace

Value* Constant(Value* like, float value) {
  return llvm::ConstantFP::get(SingleTypeOf(like->getType()), llvm::APFloat(value));
}
Value* Constant(Value* like, double value) {
  return llvm::ConstantFP::get(DoubleTypeOf(like->getType()), llvm::APFloat(value));
}
Value* Constant(Value* like, int32_t value) {
  return llvm::ConstantInt::getSigned(WithLanesOf(like->getType(), Type::getInt32Ty(like->getContext())), value);
}
Value* Constant(Value* like, int64_t value) {
  return llvm::ConstantInt::getSigned(WithLanesOf(like->getType(), Type::getInt64Ty(like->getContext())), value);
}
Value* Constant(Value* like, bool value) {
  return llvm::ConstantInt::get(WithLanesOf(like->getType(), Type::getInt1Ty(like->getContext())), value ? 1 : 0);
}

Value* EmitRescue(const IrContext& context, Value* mask, Value* usual, const char* name,
                  std::initializer_list<Value*> operands) {
  IRBuilderBase& builder = context.builder;
  Value* lanes = LaneBits(builder, mask);
  Value* any = builder.CreateICmpNE(lanes, builder.getInt64(0));
  llvm::BasicBlock* done = EndBlock(builder, "rescued");
  llvm::BasicBlock* before = builder.GetInsertBlock();
  llvm::BasicBlock* rescue = llvm::BasicBlock::Create(builder.getContext(), "rescue", before->getParent(), done);
  llvm::MDNode* rarely = llvm::MDBuilder(builder.getContext()).createBranchWeights(1, 1 << 20);
  builder.CreateCondBr(any, rescue, done, rarely);
  builder.SetInsertPoint(rescue);
  Value* rescued = usual;
  // Single numbers are in chains that wait for each step; of vectors there are more at a time, and wider ones than are kept.
  const bool is_one = !usual->getType()->isVectorTy();
  CallByPointers(builder, name, operands, rescued, usual->getType(), lanes, is_one);
  builder.CreateBr(done);
  builder.SetInsertPoint(done, done->begin());
  llvm::PHINode* result = builder.CreatePHI(usual->getType(), 2);
  result->addIncoming(usual, before);
  result->addIncoming(rescued, rescue);
  return result;
}

std::pair<Value*, Value*> EmitCallOfAllLanes(const IrContext& context, const char* name,
                                             std::initializer_list<Value*> operands) {
  Type* type = operands.begin()[0]->getType();
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  const unsigned count = vector == nullptr ? 1 : vector->getNumElements();
  Value* results[2] = {nullptr, nullptr};
  CallByPointers(context.builder, name, operands, results, type, context.builder.getInt64(~uint64_t{0} >> (64 - count)),
                 /*keeps_registers=*/false);
  return {results[0], results[1]};
}

Value* Emit(const IrContext& context, IrOperation operation, std::initializer_list<Value*> operands) {
  using enum IrOperation;
  using llvm::CmpInst;
  namespace intrinsic = llvm::Intrinsic;
  IRBuilderBase& builder = context.builder;
  Value* const* in = operands.begin();
  Value* a = in[0];
  const bool is_float = IsFloatingPoint(a);
  switch (operation) {
    case kAdd:
      return is_float ? builder.CreateFAdd(a, in[1]) : builder.CreateAdd(a, in[1]);
    case kSubtract:
      return is_float ? builder.CreateFSub(a, in[1]) : builder.CreateSub(a, in[1]);
    case kMultiply:
      return is_float ? builder.CreateFMul(a, in[1]) : builder.CreateMul(a, in[1]);
    case kDivide:
      return builder.CreateFDiv(a, in[1]);
    case kNegate:
      return is_float ? builder.CreateFNeg(a) : builder.CreateNeg(a);
    case kFma:
    case kExactFma:
      return EmitFma(context, operation == kExactFma, a, in[1], in[2]);
    case kSqrt:
      return Intrinsic(builder, intrinsic::sqrt, {a});
    case kAbs:
      return Intrinsic(builder, intrinsic::fabs, {a});
    case kFloor:
      return Intrinsic(builder, intrinsic::floor, {a});
    case kTrunc:
      return Intrinsic(builder, intrinsic::trunc, {a});
    case kRoundEven:
      return Intrinsic(builder, intrinsic::roundeven, {a});
    case kCopySign:
      return Intrinsic(builder, intrinsic::copysign, {a, in[1]});
    case kLess:
      return EmitCompare(builder, CmpInst::FCMP_OLT, CmpInst::ICMP_SLT, a, in[1]);
    case kLessEqual:
      return EmitCompare(builder, CmpInst::FCMP_OLE, CmpInst::ICMP_SLE, a, in[1]);
    case kGreater:
      return EmitCompare(builder, CmpInst::FCMP_OGT, CmpInst::ICMP_SGT, a, in[1]);
    case kGreaterEqual:
      return EmitCompare(builder, CmpInst::FCMP_OGE, CmpInst::ICMP_SGE, a, in[1]);
    case kEqual:
      return EmitCompare(builder, CmpInst::FCMP_OEQ, CmpInst::ICMP_EQ, a, in[1]);
    case kNotEqual:
      return EmitCompare(builder, CmpInst::FCMP_UNE, CmpInst::ICMP_NE, a, in[1]);
    case kAnd:
      return builder.CreateAnd(a, in[1]);
    case kOr:
      return builder.CreateOr(a, in[1]);
    case kXor:
      return builder.CreateXor(a, in[1]);
    case kNot:
      return builder.CreateNot(a);
    case kSelect:
      return builder.CreateSelect(a, in[1], in[2]);
    case kShiftLeft:
      return builder.CreateShl(a, in[1]);
    case kShiftRight:
      return builder.CreateAShr(a, in[1]);
    case kShiftRightLogical:
      return builder.CreateLShr(a, in[1]);
    case kBits:
      return builder.CreateBitCast(a, IntegerTypeOf(a->getType()));
    case kFromBits:
      return builder.CreateBitCast(a, FloatTypeOf(a->getType()));
    case kToNumber:
      return builder.CreateSIToFP(a, FloatTypeOf(a->getType()));
    case kToInt:
      return builder.CreateFPToSI(a, IntegerTypeOf(a->getType()));
    case kWiden:
      return builder.CreateFPExt(a, DoubleTypeOf(a->getType()));
    case kNarrow:
      return builder.CreateFPTrunc(a, SingleTypeOf(a->getType()));
  }
  return nullptr;
}

}  // namespace cppjrt::cpu::codegen::ir_internal
