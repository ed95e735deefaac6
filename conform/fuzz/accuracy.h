// How exact an op must be, and how far its results may be from the expected ones when its operands are only nearly right.
//
// What is exact (integers, movements of data, floor, maximum) must agree bit for bit. Float arithmetic may be contracted,
// reassociated in sums and kept in more precision than a narrow type has; elementary functions have no accuracy in the
// specification. So each op has an error in units of the last place, and what these errors become at the end of a program is
// found by trying: the program is evaluated again with every inexact value shaken by its error (Shake), operands of sums too,
// several times. Where the result moves by d, 8 d is allowed; where it jumps (another integer, NaN for a number), nothing is
// said of the element. Of complex numbers that are not finite only sums, differences and movements have rules. What is open in
// sums of many terms (Openness): sums that overflow when all terms have one sign, as their order decides; the sign of a zero;
// and products of bf16 with subnormal numbers, which processors' instructions take for zero.
#ifndef CPPJRT_CONFORM_FUZZ_ACCURACY_H_
#define CPPJRT_CONFORM_FUZZ_ACCURACY_H_

#include <string>
#include <string_view>
#include <vector>

#include "conform/fuzz/program.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::conform {

// Errors of "stablehlo.add", in units of the last place; 0 if it is exact.
double UlpsOf(std::string_view op);
// Whether it sums or multiplies many elements.
bool Accumulates(const Step& step);

// Whether the op's arithmetic on parts of complex numbers is that of real numbers, infinities and NaN included.
bool WorksByParts(std::string_view op);

// Everything to shake in a program.
std::vector<Shake> ShakesFor(const FuzzProgram& program);

enum class Difference : uint8_t {
  kNone,
  kValue,      // another number
  kNan,        // NaN expected, something else given
  kNotNan,     // NaN given, a number expected
  kInfinity,   // one is infinite
  kSubnormal,  // a subnormal number is taken for zero
  kZeroSign,
  kShape,  // of another type or shape
  kCrash,
  kHang,
  kRefused,  // a valid program is not compiled or not run
};
std::string_view DifferenceName(Difference difference);

// What may differ at each element of a result.
class Tolerance {
 public:
  // `ulps` of the op that made it; `by_parts`: complex numbers that are not finite are as they are.
  Tolerance(const stablehlo::Tensor& want, double ulps, bool by_parts = false);
  // Takes account of one more shaken run.
  void Widen(const stablehlo::Tensor& shaken);
  // Takes account of a run on absolute values: where even that overflows, the order of a sum decides.
  void Bound(const stablehlo::Tensor& absolute);
  // Takes account of errors of subnormal numbers, which a factor next to 1 leaves as they are: so many of the last place.
  void Floor(double ulps);
  // Nothing is said of any element.
  void Open();
  double at(size_t number) const { return allowed_[number]; }  // numbers: as NumbersOf
  bool unstable(size_t number) const { return unstable_[number]; }
  double largest() const;

 private:
  std::vector<double> want_;
  double smallest_ = 0;  // the last place of 0; 0 for integers
  std::vector<double> allowed_;
  std::vector<bool> unstable_;
  bool exact_;
  size_t parts_;  // of a number: 2 if it is complex
};

struct Found {
  Difference difference = Difference::kNone;
  int64_t element = 0;
  int64_t count = 0;  // elements that differ
  std::string text;   // "element [1, 0] is 2, expected 3 (4 of 9 differ)"
};

// The worst difference. `zero_signs`: +0 and -0 are told apart.
Found Compare(const stablehlo::Tensor& got, const stablehlo::Tensor& want, const Tolerance& tolerance, bool zero_signs);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_FUZZ_ACCURACY_H_
