#include "cpu/codegen/integer.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

namespace cppjrt::cpu::codegen {
namespace {

using llvm::BasicBlock;
using llvm::ConstantInt;
using llvm::IRBuilderBase;
using llvm::Type;
using llvm::Value;

unsigned WidthOf(const Value* x) { return x->getType()->getScalarSizeInBits(); }
Value* Number(const Value* like, int64_t value) { return ConstantInt::getSigned(like->getType(), value); }

// Vectors have no division of integers. A quotient of floats with more than twice the integers' bits, truncated, is the
// integers' quotient: it is off by less than what separates it from the next integer.
bool DividesAsFloats(const Value* x) { return x->getType()->isVectorTy() && WidthOf(x) <= 32; }

Value* DivideAsFloats(IRBuilderBase& builder, Value* x, Value* y, bool is_signed) {
  const auto* vector = llvm::cast<llvm::VectorType>(x->getType());
  Type* element = WidthOf(x) <= 8 ? builder.getFloatTy() : builder.getDoubleTy();
  Type* type = llvm::VectorType::get(element, vector->getElementCount());
  if (is_signed) {
    Value* quotient = builder.CreateFDiv(builder.CreateSIToFP(x, type), builder.CreateSIToFP(y, type));
    return builder.CreateFPToSI(quotient, x->getType());
  }
  Value* quotient = builder.CreateFDiv(builder.CreateUIToFP(x, type), builder.CreateUIToFP(y, type));
  return builder.CreateFPToUI(quotient, x->getType());
}

// The quotient where it is defined; REQUIRES: y is not 0, nor x / y the smallest by -1.
Value* DivideSafely(IRBuilderBase& builder, Value* x, Value* y, bool is_signed) {
  if (DividesAsFloats(x)) return DivideAsFloats(builder, x, y, is_signed);
  return is_signed ? builder.CreateSDiv(x, y) : builder.CreateUDiv(x, y);
}

// y, but 1 where dividing by it is not defined.
Value* SafeDivisor(IRBuilderBase& builder, Value* y, bool is_signed) {
  Value* is_unsafe = builder.CreateICmpEQ(y, Number(y, 0));
  if (is_signed) is_unsafe = builder.CreateOr(is_unsafe, builder.CreateICmpEQ(y, Number(y, -1)));
  return builder.CreateSelect(is_unsafe, Number(y, 1), y);
}

// Whether any lane of a mask is set.
Value* AnyLane(IRBuilderBase& builder, Value* mask) {
  return mask->getType()->isVectorTy() ? builder.CreateOrReduce(mask) : mask;
}

// x to the power of the bits of y, read without sign: by squaring, until no lane has bits left.
Value* PowerOfBits(IRBuilderBase& builder, Value* x, Value* y) {
  BasicBlock* before = builder.GetInsertBlock();
  BasicBlock* after =
      builder.GetInsertPoint() == before->end()
          ? BasicBlock::Create(builder.getContext(), "powered", before->getParent(), before->getNextNode())
          : before->splitBasicBlock(builder.GetInsertPoint(), "powered");
  if (before->getTerminator() != nullptr) before->getTerminator()->eraseFromParent();
  BasicBlock* loop = BasicBlock::Create(builder.getContext(), "power", before->getParent(), after);
  builder.SetInsertPoint(before);
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  llvm::PHINode* result = builder.CreatePHI(x->getType(), 2);
  llvm::PHINode* square = builder.CreatePHI(x->getType(), 2);
  llvm::PHINode* rest = builder.CreatePHI(x->getType(), 2);
  Value* is_odd = builder.CreateICmpNE(builder.CreateAnd(rest, Number(x, 1)), Number(x, 0));
  Value* next_result = builder.CreateSelect(is_odd, builder.CreateMul(result, square), result);
  Value* next_rest = builder.CreateLShr(rest, Number(x, 1));
  result->addIncoming(Number(x, 1), before);
  result->addIncoming(next_result, loop);
  square->addIncoming(x, before);
  square->addIncoming(builder.CreateMul(square, square), loop);
  rest->addIncoming(y, before);
  rest->addIncoming(next_rest, loop);
  builder.CreateCondBr(AnyLane(builder, builder.CreateICmpNE(next_rest, Number(x, 0))), loop, after);
  builder.SetInsertPoint(after, after->begin());
  return next_result;
}

}  // namespace

Value* EmitIntegerDivide(IRBuilderBase& builder, Value* x, Value* y, bool is_signed) {
  Value* quotient = DivideSafely(builder, x, SafeDivisor(builder, y, is_signed), is_signed);
  if (is_signed) {
    quotient = builder.CreateSelect(builder.CreateICmpEQ(y, Number(y, -1)), builder.CreateNeg(x), quotient);
  }
  return builder.CreateSelect(builder.CreateICmpEQ(y, Number(y, 0)), Number(y, -1), quotient);
}

Value* EmitIntegerRemainder(IRBuilderBase& builder, Value* x, Value* y, bool is_signed) {
  Value* divisor = SafeDivisor(builder, y, is_signed);
  Value* remainder = builder.CreateSub(x, builder.CreateMul(DivideSafely(builder, x, divisor, is_signed), divisor));
  return builder.CreateSelect(builder.CreateICmpEQ(y, Number(y, 0)), x, remainder);
}

Value* EmitIntegerPower(IRBuilderBase& builder, Value* x, Value* y, bool is_signed) {
  if (!is_signed) return PowerOfBits(builder, x, y);
  Value* is_negative = builder.CreateICmpSLT(y, Number(y, 0));
  Value* is_odd = builder.CreateICmpNE(builder.CreateAnd(y, Number(y, 1)), Number(y, 0));
  // Of a negative exponent: 1 for 1, 1 or -1 for -1, else 0.
  Value* of_minus_one = builder.CreateSelect(is_odd, Number(x, -1), Number(x, 1));
  Value* of_others = builder.CreateSelect(builder.CreateICmpEQ(x, Number(x, 1)), Number(x, 1), Number(x, 0));
  Value* inverse = builder.CreateSelect(builder.CreateICmpEQ(x, Number(x, -1)), of_minus_one, of_others);
  Value* power = PowerOfBits(builder, x, builder.CreateSelect(is_negative, Number(y, 0), y));
  return builder.CreateSelect(is_negative, inverse, power);
}

Value* EmitIntegerShift(IRBuilderBase& builder, IntegerShift shift, Value* x, Value* amount) {
  const int64_t last = static_cast<int64_t>(WidthOf(x)) - 1;
  Value* is_within = builder.CreateICmpULE(amount, Number(x, last));
  Value* bounded = builder.CreateSelect(is_within, amount, Number(x, last));
  if (shift == IntegerShift::kRightArithmetic) return builder.CreateAShr(x, bounded);
  Value* shifted = shift == IntegerShift::kLeft ? builder.CreateShl(x, bounded) : builder.CreateLShr(x, bounded);
  return builder.CreateSelect(is_within, shifted, Number(x, 0));
}

}  // namespace cppjrt::cpu::codegen
