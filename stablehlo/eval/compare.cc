// compare: elements in a direction, with a choice of order for floats.
//
// In the total order of IEEE-754, -NaN < -infinity < … < -0 < +0 < … < infinity < NaN: that of the bits, read as an integer with
// sign and magnitude. It is decided on the bits as they are stored, so that NaNs of narrow floats keep theirs.

#include <cstdint>
#include <iterator>
#include <limits>

#include "stablehlo/eval/binary_ops.h"
#include "stablehlo/eval/convert.h"
#include "stablehlo/eval/elementwise.h"
#include "stablehlo/eval/kernels.h"

namespace cppjrt::stablehlo {
namespace {

// The numbers of op/enums.def.
enum Direction : uint32_t { kEq = 0, kNe = 1, kGe = 2, kGt = 3, kLe = 4, kLt = 5 };
enum ComparisonType : uint32_t { kTotalOrder = 2 };

template <Direction kDirection, typename T>
bool Holds(T a, T b) {
  switch (kDirection) {
    case kEq:
      return a == b;
    case kNe:
      return a != b;
    case kGe:
      return a >= b;
    case kGt:
      return a > b;
    case kLe:
      return a <= b;
    case kLt:
      break;
  }
  return a < b;
}

template <Direction kDirection>
struct CompareOp {
  template <typename T>
    requires(!ComplexNumber<T>)
  static Pred Of(T a, T b) {
    return ToPred(Holds<kDirection>(a, b));
  }
  // Lexicographic: the imaginary parts decide between equal real ones.
  template <Float T>
  static Pred Of(std::complex<T> a, std::complex<T> b) {
    if constexpr (kDirection == kEq) return ToPred(a.real() == b.real() && a.imag() == b.imag());
    if constexpr (kDirection == kNe) return ToPred(a.real() != b.real() || a.imag() != b.imag());
    constexpr Direction kStrict = kDirection == kGe || kDirection == kGt ? kGt : kLt;
    return ToPred(Holds<kStrict>(a.real(), b.real()) ||
                  (a.real() == b.real() && Holds<kDirection>(a.imag(), b.imag())));
  }
};

// Of floats of kBits, as integers that hold their bits.
template <Direction kDirection>
struct TotalOrder {
  template <int kBits>
  struct Sized {
    template <IntegerOf<kBits> T>
    static Pred Of(T a, T b) {
      return ToPred(Holds<kDirection>(Key(a), Key(b)));
    }
    // The bits in two's complement: negative ones with their magnitude turned round.
    template <typename T>
    static T Key(T bits) {
      constexpr int kUnused = static_cast<int>(sizeof(T)) * 8 - kBits;
      const T wide = static_cast<T>(element_ops::ToWrapping(bits) << kUnused);
      return static_cast<T>(wide ^ static_cast<T>((wide >> (sizeof(T) * 8 - 1)) & std::numeric_limits<T>::max()));
    }
  };
};

template <Direction kDirection>
ElementLoop FindTotalOrder(ElementType type) {
  using Order = TotalOrder<kDirection>;
  switch (ElementBits(type)) {
    case 4:
      return FindLoop<typename Order::template Sized<4>, 2>(ElementType::kI8);
    case 6:
      return FindLoop<typename Order::template Sized<6>, 2>(ElementType::kI8);
    case 8:
      return FindLoop<typename Order::template Sized<8>, 2>(ElementType::kI8);
    case 16:
      return FindLoop<typename Order::template Sized<16>, 2>(ElementType::kI16);
    case 32:
      return FindLoop<typename Order::template Sized<32>, 2>(ElementType::kI32);
    default:
      return FindLoop<typename Order::template Sized<64>, 2>(ElementType::kI64);
  }
}

struct Finders {
  ElementLoop (*ordinary)(ElementType);
  ElementLoop (*total)(ElementType);
};

template <Direction kDirection>
constexpr Finders kFindersOf = {FindLoop<CompareOp<kDirection>, 2>, FindTotalOrder<kDirection>};

constexpr Finders kFinders[] = {kFindersOf<kEq>, kFindersOf<kNe>, kFindersOf<kGe>,
                                kFindersOf<kGt>, kFindersOf<kLe>, kFindersOf<kLt>};

}  // namespace

StatusOr<Kernel> PrepareCompare(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(const ElementType type, ArithmeticElement(op));
  const uint32_t direction = op.Enum("comparison_direction");
  if (direction >= std::size(kFinders)) return op.Error(StatusCode::kInvalidArgument, "unknown comparison_direction");
  const Finders& finders = kFinders[direction];
  // f8E8M0FNU has no sign: its order is total as it is, but for its NaN, the last of its bytes.
  const bool total = IsFloat(type) && op.Enum("compare_type") == kTotalOrder;
  if (total && type == ElementType::kF8E8M0FNU) {
    return ElementwiseKernel({.loop = finders.ordinary(ElementType::kUI8),
                              .arity = 2,
                              .inputs = {type, type},
                              .output = ElementType::kI1,
                              .raw = true});
  }
  return ElementwiseKernel({.loop = total ? finders.total(type) : finders.ordinary(type),
                            .arity = 2,
                            .inputs = {type, type},
                            .output = ElementType::kI1,
                            .raw = total});
}

}  // namespace cppjrt::stablehlo
