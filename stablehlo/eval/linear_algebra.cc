// cholesky and triangular_solve, computed in double and rounded once.
//
// Both read one triangle only. A matrix that is not positive definite gives a result of NaN; the triangle that cholesky
// does not compute is 0. spec: cholesky, triangular_solve

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "stablehlo/eval/contraction.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/struct_fields.h"

namespace cppjrt::stablehlo {
namespace {

constexpr int64_t kGrain = 1 << 15;
// Columns of a right-hand side solved together.
constexpr int64_t kColumns = 64;

inline double Conjugate(double x) { return x; }
inline std::complex<double> Conjugate(std::complex<double> x) { return std::conj(x); }
inline double RealPart(double x) { return x; }
inline double RealPart(std::complex<double> x) { return x.real(); }
inline double Multiply(double a, double b) { return a * b; }
inline std::complex<double> Multiply(std::complex<double> a, std::complex<double> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// Calls `function` for double or complex<double>.
template <typename Function>
Status DispatchReal(ElementType type, Function&& function) {
  if (IsComplex(type)) return function(CppType<std::complex<double>>());
  return function(CppType<double>());
}

// A copy of all elements as T.
template <typename T>
StatusOr<Tensor> Load(Call& call, const Tensor& tensor) {
  const int64_t n = tensor.num_elements();
  CPPJRT_ASSIGN_OR_RETURN(Tensor copy, AllocateElements<T>(call, n));
  T* out = MutableElementsOf<T>(copy);
  const T* values = LoadBlock(tensor.type(), tensor.bytes().data(), n, out);
  if (values != out) std::copy_n(values, n, out);
  return copy;
}

// Element (i, j) of a matrix seen as lower triangular: as it is, or its adjoint.
template <typename T>
class LowerView {
 public:
  LowerView(T* data, int64_t n, bool lower) : data_(data), n_(n), lower_(lower) {}
  T Get(int64_t i, int64_t j) const { return lower_ ? data_[i * n_ + j] : Conjugate(data_[j * n_ + i]); }
  void Set(int64_t i, int64_t j, T value) const {
    if (lower_) {
      data_[i * n_ + j] = value;
    } else {
      data_[j * n_ + i] = Conjugate(value);
    }
  }

 private:
  T* data_;
  int64_t n_;
  bool lower_;
};

// a = l * adjoint(l) for one matrix, l in the place of a.
template <typename T>
void Factor(T* a, int64_t n, bool lower) {
  const LowerView<T> l(a, n, lower);
  for (int64_t j = 0; j < n; ++j) {
    double pivot = RealPart(l.Get(j, j));
    for (int64_t k = 0; k < j; ++k) pivot -= RealPart(Multiply(l.Get(j, k), Conjugate(l.Get(j, k))));
    if (!(pivot > 0)) {
      std::fill_n(a, n * n, T(std::numeric_limits<double>::quiet_NaN()));
      return;
    }
    const double root = std::sqrt(pivot);
    l.Set(j, j, T(root));
    for (int64_t i = j + 1; i < n; ++i) {
      T sum = l.Get(i, j);
      for (int64_t k = 0; k < j; ++k) sum -= Multiply(l.Get(i, k), Conjugate(l.Get(j, k)));
      l.Set(i, j, sum / root);
    }
  }
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = i + 1; j < n; ++j) l.Set(i, j, T());
  }
}

Status Cholesky(bool lower, Call& call) {
  const Tensor a = call.Take(0);
  const int64_t n = a.dims()[a.rank() - 1];
  if (a.dims()[a.rank() - 2] != n) return InvalidArgumentError("cholesky: the matrix is not square");
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(a.type(), a.dims()));
  const int64_t batches = n == 0 ? 0 : a.num_elements() / (n * n);
  CPPJRT_RETURN_IF_ERROR(DispatchReal(a.type(), [&]<typename T>(CppType<T>) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(Tensor work, Load<T>(call, a));
    T* data = MutableElementsOf<T>(work);
    call.pool().ParallelFor(batches, std::max<int64_t>(1, kGrain / std::max<int64_t>(1, n * n * n)),
                            [&](int64_t begin, int64_t end) {
                              for (int64_t i = begin; i < end; ++i) Factor(data + i * n * n, n, lower);
                            });
    StoreBlock(a.type(), data, a.num_elements(), result.mutable_bytes());
    return OkStatus();
  }));
  call.Return(std::move(result));
  return OkStatus();
}

// Numbers of the enumerators of Transpose (op/enums.def).
enum class Transpose : uint32_t { kNone = 1, kTranspose = 2, kAdjoint = 3 };

struct SolvePlan {
  bool left_side = true;
  bool lower = true;
  bool unit_diagonal = false;
  Transpose transpose = Transpose::kNone;
};

// op(a) * x = b for columns [begin, end) of b, n rows of `width`; x in the place of b. x * op(a) = b is the same
// with everything transposed: then the columns of b are its rows, `by_row`.
template <typename T>
class Solver {
 public:
  Solver(const SolvePlan& plan, int64_t n, int64_t width)
      : n_(n), width_(width), unit_(plan.unit_diagonal), conjugate_(plan.transpose == Transpose::kAdjoint) {
    const bool transposed = (plan.transpose != Transpose::kNone) != !plan.left_side;
    row_ = transposed ? 1 : n;
    column_ = transposed ? n : 1;
    forward_ = plan.lower != transposed;
    by_row_ = !plan.left_side;
  }

  void Run(const T* a, T* b, int64_t begin, int64_t end) const {
    const int64_t count = end - begin;
    // Rows of the solution, `count` wide each.
    std::vector<T> x(static_cast<size_t>(n_ * count));
    const int64_t down = by_row_ ? 1 : width_;
    const int64_t across = by_row_ ? n_ : 1;
    for (int64_t step = 0; step < n_; ++step) {
      const int64_t i = forward_ ? step : n_ - 1 - step;
      T* row = x.data() + i * count;
      for (int64_t c = 0; c < count; ++c) row[c] = b[i * down + (begin + c) * across];
      for (int64_t done = 0; done < step; ++done) {
        const int64_t j = forward_ ? done : n_ - 1 - done;
        const T factor = At(a, i, j);
        const T* known = x.data() + j * count;
        for (int64_t c = 0; c < count; ++c) row[c] -= Multiply(factor, known[c]);
      }
      if (unit_) continue;
      const T diagonal = At(a, i, i);
      for (int64_t c = 0; c < count; ++c) row[c] /= diagonal;
    }
    for (int64_t i = 0; i < n_; ++i) {
      for (int64_t c = 0; c < count; ++c) {
        b[i * down + (begin + c) * across] = x[static_cast<size_t>(i * count + c)];
      }
    }
  }

 private:
  T At(const T* a, int64_t i, int64_t j) const {
    const T value = a[i * row_ + j * column_];
    return conjugate_ ? Conjugate(value) : value;
  }

  int64_t n_;
  int64_t width_;
  bool unit_;
  bool conjugate_;
  int64_t row_;
  int64_t column_;
  bool forward_;
  bool by_row_;
};

Status CheckSystem(const SolvePlan& plan, const Dims& a, const Dims& b) {
  const size_t rank = a.size();
  bool fits = b.size() == rank && a[rank - 1] == a[rank - 2] && b[rank - (plan.left_side ? 2 : 1)] == a[rank - 1];
  for (size_t d = 0; fits && d + 2 < rank; ++d) fits = a[d] == b[d];
  return fits ? OkStatus() : InvalidArgumentError("triangular_solve: the dimensions of a and b do not fit each other");
}

Status TriangularSolve(const SolvePlan& plan, Call& call) {
  const Tensor a = call.Take(0);
  const Tensor b = call.Take(1);
  CPPJRT_RETURN_IF_ERROR(CheckSystem(plan, a.dims(), b.dims()));
  const int64_t n = a.dims()[a.rank() - 1];
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(b.type(), b.dims()));
  if (b.num_elements() > 0) {
    const int64_t width = b.dims()[b.rank() - (plan.left_side ? 1 : 2)];
    const int64_t batches = b.num_elements() / (n * width);
    CPPJRT_RETURN_IF_ERROR(DispatchReal(b.type(), [&]<typename T>(CppType<T>) -> Status {
      CPPJRT_ASSIGN_OR_RETURN(const Tensor matrices, Load<T>(call, a));
      CPPJRT_ASSIGN_OR_RETURN(Tensor work, Load<T>(call, b));
      const T* from = ElementsOf<T>(matrices);
      T* data = MutableElementsOf<T>(work);
      const Solver<T> solver(plan, n, width);
      const int64_t blocks = (width + kColumns - 1) / kColumns;
      const int64_t grain = std::max<int64_t>(1, kGrain / std::max<int64_t>(1, n * n * std::min(width, kColumns)));
      call.pool().ParallelFor(batches * blocks, grain, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const int64_t column = i % blocks * kColumns;
          const int64_t batch = i / blocks;
          solver.Run(from + batch * n * n, data + batch * n * width, column, std::min(width, column + kColumns));
        }
      });
      StoreBlock(b.type(), data, b.num_elements(), result.mutable_bytes());
      return OkStatus();
    }));
  }
  call.Return(std::move(result));
  return OkStatus();
}

}  // namespace

StatusOr<Kernel> PrepareCholesky(const OpRef& op) {
  return Kernel([lower = op.Bool("lower")](Call& call) { return Cholesky(lower, call); });
}

StatusOr<Kernel> PrepareTriangularSolve(const OpRef& op) {
  SolvePlan plan;
  plan.left_side = op.Bool("left_side");
  plan.lower = op.Bool("lower");
  plan.unit_diagonal = op.Bool("unit_diagonal");
  plan.transpose = static_cast<Transpose>(op.Enum("transpose_a", static_cast<uint32_t>(Transpose::kNone)));
  return Kernel([plan](Call& call) { return TriangularSolve(plan, call); });
}

}  // namespace cppjrt::stablehlo
