// ElementLoop: the inner loops of elementwise kernels, and how one is chosen for an element type.
//
//   struct Add {                                          // what an op does to elements: overloads of Of
//     template <typename T> static T Of(T a, T b);
//   };
//   ElementLoop loop = FindLoop<Add, 2>(ElementType::kF32);  // null if Add::Of takes no floats
//   loop(inputs, output, n);
//
// Loops exist for the types that kernels compute in (WidenedType in convert.h): Pred for i1, the C++ integers (sub-byte ones as
// bytes), float, double and their complex types. elementwise.h runs them on tensors of all types.
#ifndef CPPJRT_STABLEHLO_EVAL_ELEMENT_LOOP_H_
#define CPPJRT_STABLEHLO_EVAL_ELEMENT_LOOP_H_

#include <complex>
#include <cstdint>
#include <type_traits>

#include "stablehlo/eval/element_type.h"

// Before a loop: its rounds may run at once, also where output and input are the same array. g++ needs it to vectorise
// updates in place; clang++ has no such promise that does not warn.
#if defined(__clang__)
#define CPPJRT_INDEPENDENT
#else
#define CPPJRT_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace cppjrt::stablehlo {

// An i1 in memory. A type of its own, so that it is not mistaken for an integer.
enum class Pred : uint8_t { kFalse = 0, kTrue = 1 };
constexpr Pred ToPred(bool value) { return value ? Pred::kTrue : Pred::kFalse; }

template <typename T>
struct Tag {
  using Type = T;
};

template <typename T>
struct IsComplexNumber : std::false_type {};
template <typename T>
struct IsComplexNumber<std::complex<T>> : std::true_type {};

template <typename T>
concept Integer = std::is_integral_v<T>;
// The integers that hold values of kBits: one byte for the sub-byte ones.
template <typename T, int kBits>
concept IntegerOf = Integer<T> && sizeof(T) == (kBits + 7) / 8;
template <typename T>
concept Float = std::is_floating_point_v<T>;
template <typename T>
concept ComplexNumber = IsComplexNumber<T>::value;

// visit(Tag<T>()) with T what elements of `type` are computed as: narrow floats as float.
template <typename Visit>
auto VisitCompute(ElementType type, Visit visit) {
  using enum ElementType;
  switch (type) {
    case kI1:
      return visit(Tag<Pred>());
    case kI2:
    case kI4:
    case kI8:
      return visit(Tag<int8_t>());
    case kI16:
      return visit(Tag<int16_t>());
    case kI32:
      return visit(Tag<int32_t>());
    case kI64:
      return visit(Tag<int64_t>());
    case kUI2:
    case kUI4:
    case kUI8:
      return visit(Tag<uint8_t>());
    case kUI16:
      return visit(Tag<uint16_t>());
    case kUI32:
      return visit(Tag<uint32_t>());
    case kUI64:
      return visit(Tag<uint64_t>());
    case kF64:
      return visit(Tag<double>());
    case kC64:
      return visit(Tag<std::complex<float>>());
    case kC128:
      return visit(Tag<std::complex<double>>());
    default:
      return visit(Tag<float>());
  }
}

// Computes `n` elements of `output` from as many of each input. `output` may be one of the inputs if their elements are of
// the same size.
using ElementLoop = void (*)(const void* const* inputs, void* output, int64_t n);

template <typename Op, typename T>
void UnaryLoop(const void* const* inputs, void* output, int64_t n) {
  const auto* a = static_cast<const T*>(inputs[0]);
  auto* out = static_cast<decltype(Op::Of(T()))*>(output);
  CPPJRT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) out[i] = Op::Of(a[i]);
}

template <typename Op, typename T>
void BinaryLoop(const void* const* inputs, void* output, int64_t n) {
  const auto* a = static_cast<const T*>(inputs[0]);
  const auto* b = static_cast<const T*>(inputs[1]);
  auto* out = static_cast<decltype(Op::Of(T(), T()))*>(output);
  CPPJRT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) out[i] = Op::Of(a[i], b[i]);
}

template <typename Op, typename T>
void TernaryLoop(const void* const* inputs, void* output, int64_t n) {
  const auto* a = static_cast<const T*>(inputs[0]);
  const auto* b = static_cast<const T*>(inputs[1]);
  const auto* c = static_cast<const T*>(inputs[2]);
  auto* out = static_cast<decltype(Op::Of(T(), T(), T()))*>(output);
  CPPJRT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) out[i] = Op::Of(a[i], b[i], c[i]);
}

// The loop of Op for operands of `type`, all the same; null if Op has none.
template <typename Op, int kArity>
ElementLoop FindLoop(ElementType type) {
  return VisitCompute(type, []<typename T>(Tag<T>) -> ElementLoop {
    if constexpr (kArity == 1) {
      if constexpr (requires(T a) { Op::Of(a); }) return &UnaryLoop<Op, T>;
    } else if constexpr (kArity == 2) {
      if constexpr (requires(T a) { Op::Of(a, a); }) return &BinaryLoop<Op, T>;
    } else {
      if constexpr (requires(T a) { Op::Of(a, a, a); }) return &TernaryLoop<Op, T>;
    }
    return nullptr;
  });
}

// The same where Op depends on the width of integers: Op<8>. Null for anything but integers.
template <template <int> typename Op, int kArity>
ElementLoop FindSizedLoop(ElementType type) {
  using enum ElementType;
  switch (type) {
    case kI2:
    case kUI2:
      return FindLoop<Op<2>, kArity>(type);
    case kI4:
    case kUI4:
      return FindLoop<Op<4>, kArity>(type);
    case kI8:
    case kUI8:
      return FindLoop<Op<8>, kArity>(type);
    case kI16:
    case kUI16:
      return FindLoop<Op<16>, kArity>(type);
    case kI32:
    case kUI32:
      return FindLoop<Op<32>, kArity>(type);
    case kI64:
    case kUI64:
      return FindLoop<Op<64>, kArity>(type);
    default:
      return nullptr;
  }
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_ELEMENT_LOOP_H_
