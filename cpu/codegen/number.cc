#include "cpu/codegen/number.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "stablehlo/eval/convert.h"
#include "stablehlo/ir/float_format.h"

namespace cppjrt::cpu::codegen {

using stablehlo::ElementBits;
using stablehlo::ElementBytes;
using stablehlo::FloatFormat;
using stablehlo::IsComplex;
using stablehlo::IsFloat;
using stablehlo::IsInteger;
using stablehlo::IsNarrowFloat;
using stablehlo::IsSigned;
using stablehlo::IsSubByteInteger;
using stablehlo::RealType;

namespace {

FloatFormat FormatOf(ElementType type) { return stablehlo::FloatFormatOf(static_cast<stablehlo::Scalar>(type)); }

llvm::Value* Int(llvm::Type* type, uint64_t value) { return llvm::ConstantInt::get(type, value); }
llvm::Value* Real(llvm::Type* type, double value) { return llvm::ConstantFP::get(type, value); }

llvm::Type* IntLike(Builder& b, unsigned bits, llvm::Value* like) { return Like(b.getIntNTy(bits), like->getType()); }

// bf16: the upper half of an f32.
llvm::Value* FromBf16(Builder& b, llvm::Value* stored) {
  llvm::Type* i32 = IntLike(b, 32, stored);
  llvm::Value* bits = b.CreateShl(b.CreateZExt(stored, i32), 16);
  return b.CreateBitCast(bits, Like(b.getFloatTy(), stored->getType()));
}

llvm::Value* ToBf16(Builder& b, llvm::Value* value) {
  llvm::Type* i32 = IntLike(b, 32, value);
  llvm::Value* bits = b.CreateBitCast(value, i32);
  llvm::Value* odd = b.CreateAnd(b.CreateLShr(bits, 16), 1);
  llvm::Value* rounded = b.CreateLShr(b.CreateAdd(b.CreateAdd(bits, Int(i32, 0x7fff)), odd), 16);
  llvm::Value* nan = b.CreateOr(b.CreateLShr(bits, 16), Int(i32, 0x40));
  llvm::Value* is_nan = b.CreateFCmpUNO(value, value);
  return b.CreateTrunc(b.CreateSelect(is_nan, nan, rounded), IntLike(b, 16, value));
}

// Narrow formats of a byte: read from a table.
llvm::Value* FromByteFloat(Builder& b, ElementType type, llvm::Value* stored) {
  llvm::Module& module = *b.GetInsertBlock()->getModule();
  const std::string name = "decode_" + std::string(stablehlo::ElementTypeName(type));
  llvm::GlobalVariable* table = module.getNamedGlobal(name);
  if (table == nullptr) {
    std::array<std::byte, 256> codes;
    for (size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<std::byte>(i);
    std::array<float, 256> values;
    stablehlo::ToF32(type, codes.data(), values.data(), 256);
    llvm::Constant* data = llvm::ConstantDataArray::get(b.getContext(), llvm::ArrayRef<float>(values));
    table = new llvm::GlobalVariable(module, data->getType(), true, llvm::GlobalValue::InternalLinkage, data, name);
    table->setAlignment(llvm::Align(64));
  }
  llvm::Value* index = b.CreateZExt(stored, IntLike(b, 64, stored));
  llvm::Value* pointers = b.CreateGEP(b.getFloatTy(), table, index);
  if (!stored->getType()->isVectorTy()) return b.CreateLoad(b.getFloatTy(), pointers);
  const unsigned lanes = llvm::cast<llvm::FixedVectorType>(stored->getType())->getNumElements();
  return b.CreateMaskedGather(Like(b.getFloatTy(), stored->getType()), pointers, llvm::Align(4),
                              llvm::ConstantInt::getTrue(llvm::FixedVectorType::get(b.getInt1Ty(), lanes)));
}

// f8E8M0FNU: the exponent of the nearest power of two, ties up; NaN for all that is not positive or too large.
llvm::Value* ToScale(Builder& b, llvm::Value* value) {
  llvm::Type* i32 = IntLike(b, 32, value);
  llvm::Value* bits = b.CreateBitCast(value, i32);
  llvm::Value* normal = b.CreateLShr(b.CreateAdd(bits, Int(i32, 0x400000)), 23);
  // Below 2^-126 the leading bit is not implied; 2^-127 is the smallest.
  llvm::Value* subnormal = b.CreateLShr(b.CreateAdd(bits, Int(i32, 0x200000)), 23);
  llvm::Value* code = b.CreateSelect(b.CreateICmpULT(bits, Int(i32, 0x800000)), subnormal, normal);
  llvm::Value* positive = b.CreateICmpSGT(bits, Int(i32, 0));
  llvm::Value* fits = b.CreateAnd(positive, b.CreateICmpULT(bits, Int(i32, 0x7f400000)));
  return b.CreateTrunc(b.CreateSelect(fits, code, Int(i32, 0xff)), IntLike(b, 8, value));
}

// To nearest, ties to even. Of small magnitudes a sum with a power of two leaves the right bits; of others the exponent is
// moved. What is too large becomes what the format has for it (stablehlo/eval/narrow_float.h has the table).
llvm::Value* ToByteFloat(Builder& b, ElementType type, llvm::Value* value) {
  const FloatFormat f = FormatOf(type);
  if (f.special == FloatFormat::kScale) return ToScale(b, value);
  llvm::Type* i32 = IntLike(b, 32, value);
  llvm::Type* f32 = value->getType();
  const int m = f.mantissa_bits;
  const auto magnitude_mask = (1u << (f.exponent_bits + m)) - 1;
  const uint32_t sign_bit = 1u << (f.exponent_bits + m);
  const uint32_t infinity = ((1u << f.exponent_bits) - 1) << m;
  const uint32_t largest = f.special == FloatFormat::kIeee      ? infinity - 1
                           : f.special == FloatFormat::kNanOnly ? magnitude_mask - 1
                                                                : magnitude_mask;
  llvm::Value* bits = b.CreateBitCast(value, i32);
  llvm::Value* magnitude = b.CreateAnd(bits, Int(i32, 0x7fffffff));
  llvm::Value* negative = b.CreateICmpSLT(bits, Int(i32, 0));
  llvm::Value* sign = b.CreateSelect(negative, Int(i32, sign_bit), Int(i32, 0));
  const int lowest = 1 - f.bias;  // exponent of the smallest normal number
  const double magic = std::ldexp(1.0, lowest - m + 23);
  llvm::Value* magic_bits = b.CreateBitCast(Real(f32, magic), i32);
  llvm::Value* subnormal =
      b.CreateSub(b.CreateBitCast(b.CreateFAdd(b.CreateBitCast(magnitude, f32), Real(f32, magic)), i32), magic_bits);
  const int drop = 23 - m;
  llvm::Value* odd = b.CreateAnd(b.CreateLShr(magnitude, static_cast<uint64_t>(drop)), 1);
  llvm::Value* moved = b.CreateSub(magnitude, Int(i32, static_cast<uint32_t>(127 - f.bias) << 23));
  llvm::Value* normal =
      b.CreateLShr(b.CreateAdd(b.CreateAdd(moved, Int(i32, (1u << (drop - 1)) - 1)), odd), static_cast<uint64_t>(drop));
  llvm::Value* small = b.CreateICmpULT(magnitude, Int(i32, static_cast<uint32_t>(lowest + 127) << 23));
  llvm::Value* result = b.CreateSelect(small, subnormal, normal);
  llvm::Value* nan = b.CreateICmpUGT(magnitude, Int(i32, 0x7f800000));
  llvm::Value* beyond =
      b.CreateOr(b.CreateICmpUGT(result, Int(i32, largest)), b.CreateICmpUGE(magnitude, Int(i32, 0x7f800000)));
  llvm::Value* over = nullptr;
  llvm::Value* not_a_number = nullptr;
  switch (f.special) {
    case FloatFormat::kIeee:
      over = b.CreateOr(sign, Int(i32, infinity));
      not_a_number = b.CreateOr(sign, Int(i32, infinity | 1u << (m - 1)));
      break;
    case FloatFormat::kNanOnly:
      over = not_a_number = b.CreateOr(sign, Int(i32, magnitude_mask));
      break;
    case FloatFormat::kUnsignedZeroNan:
      over = not_a_number = Int(i32, sign_bit);
      break;
    default:
      over = b.CreateOr(sign, Int(i32, largest));
      not_a_number = Int(i32, sign_bit);
  }
  llvm::Value* finite = b.CreateOr(result, sign);
  if (f.special == FloatFormat::kUnsignedZeroNan) {
    finite = b.CreateSelect(b.CreateICmpEQ(result, Int(i32, 0)), Int(i32, 0), finite);
  }
  llvm::Value* all = b.CreateSelect(nan, not_a_number, b.CreateSelect(beyond, over, finite));
  return b.CreateTrunc(all, IntLike(b, 8, value));
}

}  // namespace

llvm::Type* StorageType(llvm::LLVMContext& context, ElementType type) {
  type = RealType(type);
  if (type == ElementType::kF32) return llvm::Type::getFloatTy(context);
  if (type == ElementType::kF64) return llvm::Type::getDoubleTy(context);
  return llvm::Type::getIntNTy(context, static_cast<unsigned>(ElementBytes(type)) * 8);
}

llvm::Type* RegisterType(llvm::LLVMContext& context, ElementType type) {
  return type == ElementType::kI1 ? llvm::Type::getInt1Ty(context) : StorageType(context, type);
}

llvm::Type* ComputeType(llvm::LLVMContext& context, ElementType type) {
  return IsNarrowFloat(type) ? llvm::Type::getFloatTy(context) : RegisterType(context, type);
}

llvm::Type* Like(llvm::Type* scalar, llvm::Type* like) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(like);
  return vector == nullptr ? scalar : llvm::FixedVectorType::get(scalar, vector->getNumElements());
}

llvm::Value* FromStorage(Builder& b, ElementType type, llvm::Value* stored) {
  if (type == ElementType::kI1) return b.CreateICmpNE(stored, llvm::Constant::getNullValue(stored->getType()));
  return stored;
}

llvm::Value* ToStorage(Builder& b, ElementType type, llvm::Value* value) {
  return type == ElementType::kI1 ? b.CreateZExt(value, IntLike(b, 8, value)) : value;
}

llvm::Value* ToCompute(Builder& b, ElementType type, llvm::Value* value) {
  if (type == ElementType::kBF16) return FromBf16(b, value);
  if (type == ElementType::kF16) {
    llvm::Type* half = Like(b.getHalfTy(), value->getType());
    return b.CreateFPExt(b.CreateBitCast(value, half), Like(b.getFloatTy(), value->getType()));
  }
  return IsNarrowFloat(type) ? FromByteFloat(b, type, value) : value;
}

llvm::Value* FromCompute(Builder& b, ElementType type, llvm::Value* value) {
  if (type == ElementType::kBF16) return ToBf16(b, value);
  if (type == ElementType::kF16) {
    llvm::Value* half = b.CreateFPTrunc(value, Like(b.getHalfTy(), value->getType()));
    return b.CreateBitCast(half, IntLike(b, 16, value));
  }
  if (IsNarrowFloat(type)) return ToByteFloat(b, type, value);
  if (IsSubByteInteger(type)) {
    const auto unused = static_cast<uint64_t>(8 - ElementBits(type));
    llvm::Value* high = b.CreateShl(value, unused);
    return IsSigned(type) ? b.CreateAShr(high, unused) : b.CreateLShr(high, unused);
  }
  return value;
}

Number ConstantOf(llvm::LLVMContext& context, const Tensor& tensor, int64_t i) {
  const ElementType type = tensor.type();
  const std::byte* data = tensor.bytes().data() + i * ElementBytes(type);
  llvm::Type* reg = RegisterType(context, type);
  if (IsComplex(type)) {
    double parts[2];
    if (type == ElementType::kC64) {
      float f[2];
      std::memcpy(f, data, sizeof(f));
      return {llvm::ConstantFP::get(context, llvm::APFloat(f[0])), llvm::ConstantFP::get(context, llvm::APFloat(f[1]))};
    }
    std::memcpy(parts, data, sizeof(parts));
    return {llvm::ConstantFP::get(context, llvm::APFloat(parts[0])),
            llvm::ConstantFP::get(context, llvm::APFloat(parts[1]))};
  }
  if (type == ElementType::kF64) {
    double d;
    std::memcpy(&d, data, sizeof(d));
    return {llvm::ConstantFP::get(context, llvm::APFloat(d)), nullptr};
  }
  if (type == ElementType::kF32) {
    float f;
    std::memcpy(&f, data, sizeof(f));
    return {llvm::ConstantFP::get(context, llvm::APFloat(f)), nullptr};
  }
  uint64_t bits = 0;
  std::memcpy(&bits, data, static_cast<size_t>(ElementBytes(type)));
  if (type == ElementType::kI1) bits = bits != 0;
  return {llvm::ConstantInt::get(reg, bits), nullptr};
}

llvm::Value* Splat(Builder& builder, llvm::Value* scalar, unsigned lanes) {
  return builder.CreateVectorSplat(lanes, scalar);
}

void Unify(Builder& builder, std::initializer_list<llvm::Value**> values) {
  unsigned lanes = 0;
  for (llvm::Value** v : values) {
    if (const auto* type = llvm::dyn_cast<llvm::FixedVectorType>((*v)->getType())) lanes = type->getNumElements();
  }
  if (lanes == 0) return;
  for (llvm::Value** v : values) {
    if (!(*v)->getType()->isVectorTy()) *v = Splat(builder, *v, lanes);
  }
}

}  // namespace cppjrt::cpu::codegen
