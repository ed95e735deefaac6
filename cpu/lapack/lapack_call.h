// LapackCall: a custom call of linear algebra, from what its op says to runs of a LAPACK routine over a batch.
//
//   CPPJRT_ASSIGN_OR_RETURN(Kernel kernel, PrepareCall(target, kTypeLetters.find('d'), op));
//
// A target is a row of a table: how its arrays look, which attributes it has, what runs, and whether that may iterate. targets.cc has those that JAX
// uses on CPUs, xla_targets.cc those of other platforms.
#ifndef CPPJRT_CPU_LAPACK_LAPACK_CALL_H_
#define CPPJRT_CPU_LAPACK_LAPACK_CALL_H_

#include <complex>
#include <string_view>
#include <vector>

#include "cpu/lapack/batch.h"
#include "cpu/lapack/routines.h"
#include "cpu/lapack/screen.h"
#include "cpu/lapack/signature.h"
#include "stablehlo/eval/custom_calls.h"
#include "stablehlo/eval/kernel.h"

namespace cppjrt::cpu::lapack {

struct AttributeRule {
  std::string_view name;
  std::string_view letters;  // the letters it may be; empty: any number
};

// Result `result` starts as operand `operand`.
struct Copy {
  size_t result = 0;
  size_t operand = 0;
};

enum class MatrixLayout : uint8_t {
  kStated,       // as the op's layouts say, which must be what LAPACK wants: column by column
  kColumnMajor,  // column by column whatever the op says: its layouts are those of another platform's library
};

struct Target {
  std::string_view name;
  std::string_view signature;  // signature.h
  std::vector<AttributeRule> attributes;
  std::vector<Copy> copies;
  RunFunction run[4];  // by kTypeLetters; null: there is no such target
  Algorithm algorithm = Algorithm::kDirect;
  MatrixLayout layout = MatrixLayout::kStated;
  // Attributes as the routines want them, of those that the op has; may be null.
  Status (*derive)(const stablehlo::OpRef& op, Attributes& attributes) = nullptr;
};

// f32, f64, complex<f32>, complex<f64>.
inline constexpr std::string_view kTypeLetters = "sdcz";

// For the type of that letter. The target outlives the kernel.
StatusOr<stablehlo::Kernel> PrepareCall(const Target& target, size_t type, const stablehlo::OpRef& op);
// For the type of the op's first operand.
StatusOr<stablehlo::Kernel> PrepareCallByOperand(const Target& target, const stablehlo::OpRef& op);

}  // namespace cppjrt::cpu::lapack

#define CPPJRT_REAL(Run) Run<float>, Run<double>
#define CPPJRT_COMPLEX(Run) Run<std::complex<float>>, Run<std::complex<double>>
#define CPPJRT_ALL(Run) CPPJRT_REAL(Run), CPPJRT_COMPLEX(Run)

#endif  // CPPJRT_CPU_LAPACK_LAPACK_CALL_H_
