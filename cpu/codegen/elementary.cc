#include "cpu/codegen/elementary.h"

#include <llvm/IR/IRBuilder.h>

#include "cpu/codegen/ir_value.h"
#include "cpu/math/all.h"

namespace cppjrt::cpu::codegen {
namespace {

template <class T>
llvm::Value* EmitUnaryOf(const IrContext& context, UnaryFunction function, llvm::Value* value) {
  const IrNumber<T> x(context, value);
  switch (function) {
#define UNARY(name, float_ulp, double_ulp) \
  case UnaryFunction::k##name:             \
    return math::name(x).value();
#include "cpu/math/functions.def"
  }
  return nullptr;
}

template <class T>
llvm::Value* EmitBinaryOf(const IrContext& context, BinaryFunction function, llvm::Value* first, llvm::Value* second) {
  const IrNumber<T> x(context, first);
  const IrNumber<T> y(context, second);
  switch (function) {
#define BINARY(name, float_ulp, double_ulp) \
  case BinaryFunction::k##name:             \
    return math::name(x, y).value();
#include "cpu/math/functions.def"
  }
  return nullptr;
}

using IrComplex = math::Complex<IrNumber<double>>;

IrComplex WidenComplex(const IrContext& context, ComplexValue x) {
  return {Widen(IrNumber<float>(context, x.re)), Widen(IrNumber<float>(context, x.im))};
}
ComplexValue NarrowComplex(const IrComplex& x) {
  using Single = IrNumber<float>;
  return {math::Narrow<Single>(x.re).value(), math::Narrow<Single>(x.im).value()};
}

ComplexValue EmitUnaryOfSingles(ComplexUnaryFunction function, const IrComplex& x) {
  switch (function) {
#define COMPLEX_UNARY(name)           \
  case ComplexUnaryFunction::k##name: \
    return NarrowComplex(math::Complex##name(x));
#include "cpu/math/functions.def"
  }
  return {};
}
ComplexValue EmitBinaryOfSingles(ComplexBinaryFunction function, const IrComplex& x, const IrComplex& y) {
  switch (function) {
#define COMPLEX_BINARY(name)           \
  case ComplexBinaryFunction::k##name: \
    return NarrowComplex(math::Complex##name(x, y));
#include "cpu/math/functions.def"
  }
  return {};
}

constexpr const char* kComplexUnaryCalls[] = {
#define COMPLEX_UNARY(name) "cppjrt_complex_" #name,
#include "cpu/math/functions.def"
};
constexpr const char* kComplexBinaryCalls[] = {
#define COMPLEX_BINARY(name) "cppjrt_complex_" #name,
#include "cpu/math/functions.def"
};

// A chain of single numbers waits for each of them.
llvm::Value* EmitUnaryOfOne(const IrContext& context, UnaryFunction function, llvm::Value* value) {
  const IrNumber<float> x(context, value);
  if (function == UnaryFunction::kSin) return math::SinInDouble(x).value();
  if (function == UnaryFunction::kCos) return math::CosInDouble(x).value();
  return EmitUnaryOf<float>(context, function, value);
}

bool IsFloat(const llvm::Value* value) { return value->getType()->getScalarType()->isFloatTy(); }

}  // namespace

llvm::Value* EmitUnary(llvm::IRBuilderBase& builder, UnaryFunction function, llvm::Value* x,
                       const ElementaryOptions& options) {
  const IrContext context = {builder, options.fma};
  if (x->getType()->isFloatTy() && options.fma) return EmitUnaryOfOne(context, function, x);
  return IsFloat(x) ? EmitUnaryOf<float>(context, function, x) : EmitUnaryOf<double>(context, function, x);
}

llvm::Value* EmitBinary(llvm::IRBuilderBase& builder, BinaryFunction function, llvm::Value* x, llvm::Value* y,
                        const ElementaryOptions& options) {
  const IrContext context = {builder, options.fma};
  return IsFloat(x) ? EmitBinaryOf<float>(context, function, x, y) : EmitBinaryOf<double>(context, function, x, y);
}

ComplexValue EmitComplexUnary(llvm::IRBuilderBase& builder, ComplexUnaryFunction function, ComplexValue x,
                              const ElementaryOptions& options) {
  const IrContext context = {builder, options.fma};
  if (IsFloat(x.re)) return EmitUnaryOfSingles(function, WidenComplex(context, x));
  const char* name = kComplexUnaryCalls[static_cast<size_t>(function)];
  const auto [re, im] = ir_internal::EmitCallOfAllLanes(context, name, {x.re, x.im});
  return {re, im};
}

ComplexValue EmitComplexBinary(llvm::IRBuilderBase& builder, ComplexBinaryFunction function, ComplexValue x,
                               ComplexValue y, const ElementaryOptions& options) {
  const IrContext context = {builder, options.fma};
  if (IsFloat(x.re)) return EmitBinaryOfSingles(function, WidenComplex(context, x), WidenComplex(context, y));
  const char* name = kComplexBinaryCalls[static_cast<size_t>(function)];
  const auto [re, im] = ir_internal::EmitCallOfAllLanes(context, name, {x.re, x.im, y.re, y.im});
  return {re, im};
}

llvm::Value* EmitComplexAbs(llvm::IRBuilderBase& builder, ComplexValue x, const ElementaryOptions& options) {
  const IrContext context = {builder, options.fma};
  if (IsFloat(x.re)) return math::Narrow<IrNumber<float>>(math::ComplexAbs(WidenComplex(context, x))).value();
  return math::HypotOfDoubles(IrNumber<double>(context, x.re), IrNumber<double>(context, x.im)).value();
}

}  // namespace cppjrt::cpu::codegen
