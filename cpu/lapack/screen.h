// Screen: keeps matrices with NaN or infinity away from routines that iterate until something converges, which LAPACK's do
// for ever on some of them (dbdsqr).
//
//   const Screen screen(Algorithm::kIterative, ElementType::kF32, batch, result_types);
//   screen.RunFinite(begin, end, [&](int64_t first, int64_t last) { …the problems [first, last) are finite… });
#ifndef CPPJRT_CPU_LAPACK_SCREEN_H_
#define CPPJRT_CPU_LAPACK_SCREEN_H_

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "cpu/lapack/batch.h"
#include "stablehlo/eval/element_type.h"

namespace cppjrt::cpu::lapack {

// What a routine makes of matrices with NaN or infinity.
enum class Algorithm : uint8_t {
  // Takes steps whose number the sizes give, whatever the elements are: what is not finite spreads through the results.
  kDirect,
  // Iterates until something converges, and may never end where a number is not finite. Such matrices are not handed to it:
  // all its results are NaN, and the info, if it has one, is kNotFinite.
  kIterative,
  kIterativeOnTriangle,  // the same; reads the triangle that the attribute `uplo` names
};
// A bad argument 4, which is the matrix: what LAPACK's own checks say.
inline constexpr int32_t kNotFinite = -4;

class Screen {
 public:
  // For matrices in operand 0, of type `type`. The batch outlives the screen.
  Screen(Algorithm algorithm, stablehlo::ElementType type, const Batch& batch,
         std::vector<stablehlo::ElementType> result_types)
      : algorithm_(algorithm), type_(type), batch_(batch), result_types_(std::move(result_types)) {}

  // Calls `run` for each stretch of problems that it may have, and gives the others their results.
  void RunFinite(int64_t begin, int64_t end, const std::function<void(int64_t first, int64_t last)>& run) const;

 private:
  bool MayRun(int64_t problem) const;
  void Refuse(int64_t problem) const;

  Algorithm algorithm_;
  stablehlo::ElementType type_;
  const Batch& batch_;
  std::vector<stablehlo::ElementType> result_types_;
};

}  // namespace cppjrt::cpu::lapack

#endif  // CPPJRT_CPU_LAPACK_SCREEN_H_
