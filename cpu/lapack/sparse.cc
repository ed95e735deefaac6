#include "cpu/lapack/sparse.h"

#include <algorithm>
#include <complex>
#include <cstdint>
#include <string>

namespace cppjrt::cpu::lapack {
namespace {

using stablehlo::Call;
using stablehlo::ElementType;
using stablehlo::Tensor;

struct Operands {
  const Tensor& values;
  const Tensor& starts;   // of rows, and the end of the last
  const Tensor& columns;  // of values
  const Tensor& dense;
  int64_t rows = 0;
  int64_t columns_of_dense = 1;
};

// Indices come from the program's data: nothing is read or written before they are known to be good.
template <typename Index>
Status CheckIndices(const Operands& in) {
  const auto* starts = in.starts.data<Index>();
  const auto* columns = in.columns.data<Index>();
  for (int64_t r = 0; r < in.rows; ++r) {
    if (starts[r] < 0 || starts[r] > starts[r + 1] || starts[r + 1] > in.values.num_elements()) {
      return InvalidArgumentError("row " + std::to_string(r) + " of a sparse matrix begins at " +
                                  std::to_string(starts[r]) + " and ends at " + std::to_string(starts[r + 1]) + " of " +
                                  std::to_string(in.values.num_elements()) + " values");
    }
  }
  for (int64_t i = 0; i < in.columns.num_elements(); ++i) {
    if (columns[i] >= 0 && columns[i] < in.dense.dims()[0]) continue;
    return InvalidArgumentError("column " + std::to_string(columns[i]) +
                                " of a sparse matrix is out of range, it has " + std::to_string(in.dense.dims()[0]));
  }
  return OkStatus();
}

template <typename T, typename Index>
void MultiplyRows(const Operands& in, T* out, int64_t begin, int64_t end) {
  const auto* starts = in.starts.data<Index>();
  const auto* columns = in.columns.data<Index>();
  const auto* values = in.values.data<T>();
  const auto* dense = in.dense.data<T>();
  const int64_t width = in.columns_of_dense;
  for (int64_t r = begin; r < end; ++r) {
    T* row = out + r * width;
    std::fill_n(row, width, T(0));
    for (int64_t i = starts[r]; i < starts[r + 1]; ++i) {
      const T* from = dense + int64_t{columns[i]} * width;
      const T value = values[i];
      for (int64_t c = 0; c < width; ++c) row[c] += value * from[c];
    }
  }
}

template <typename T, typename Index>
Status Multiply(Call& call, const Operands& in, Tensor& result) {
  CPPJRT_RETURN_IF_ERROR(CheckIndices<Index>(in));
  constexpr int64_t kWork = 1 << 16;
  const int64_t per_row = (in.values.num_elements() / std::max<int64_t>(in.rows, 1) + 1) * in.columns_of_dense;
  T* out = result.mutable_data<T>();
  call.pool().ParallelFor(in.rows, std::max<int64_t>(1, kWork / std::max<int64_t>(per_row, 1)),
                          [&](int64_t begin, int64_t end) { MultiplyRows<T, Index>(in, out, begin, end); });
  return OkStatus();
}

template <typename T>
Status MultiplyAny(Call& call, const Operands& in, Tensor& result) {
  if (in.starts.type() == ElementType::kI32) return Multiply<T, int32_t>(call, in, result);
  return Multiply<T, int64_t>(call, in, result);
}

Status CheckShapes(const Operands& in) {
  const ElementType index = in.starts.type();
  if ((index != ElementType::kI32 && index != ElementType::kI64) || in.columns.type() != index) {
    return InvalidArgumentError("row starts and columns of a sparse matrix must both be i32 or both i64");
  }
  if (in.values.type() != in.dense.type() || in.values.rank() != 1 || in.starts.rank() != 1 || in.columns.rank() != 1 ||
      in.dense.rank() < 1 || in.dense.rank() > 2 || in.starts.num_elements() < 1 ||
      in.values.num_elements() != in.columns.num_elements()) {
    return InvalidArgumentError(
        "operands do not make a sparse matrix and a dense one: expected values, row starts and "
        "columns of rank 1, and a dense operand of the same element type and rank 1 or 2");
  }
  return OkStatus();
}

Status Run(Call& call) {
  Operands in = {call.operand(0), call.operand(1), call.operand(2), call.operand(3)};
  CPPJRT_RETURN_IF_ERROR(CheckShapes(in));
  in.rows = in.starts.num_elements() - 1;
  stablehlo::Dims dims = {in.rows};
  if (in.dense.rank() == 2) dims.push_back(in.columns_of_dense = in.dense.dims()[1]);
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(in.values.type(), dims));
  Status status;
  switch (in.values.type()) {
    case ElementType::kI32:
      status = MultiplyAny<int32_t>(call, in, result);
      break;
    case ElementType::kI64:
      status = MultiplyAny<int64_t>(call, in, result);
      break;
    case ElementType::kF32:
      status = MultiplyAny<float>(call, in, result);
      break;
    case ElementType::kF64:
      status = MultiplyAny<double>(call, in, result);
      break;
    case ElementType::kC64:
      status = MultiplyAny<std::complex<float>>(call, in, result);
      break;
    case ElementType::kC128:
      status = MultiplyAny<std::complex<double>>(call, in, result);
      break;
    default:
      status = UnimplementedError("a sparse matrix of " + std::string(ElementTypeName(in.values.type())) +
                                  " cannot run; i32, i64, f32, f64 and complex ones can");
  }
  CPPJRT_RETURN_IF_ERROR(status);
  call.Return(std::move(result));
  return OkStatus();
}

}  // namespace

StatusOr<stablehlo::Kernel> PrepareCsrTimesDense(const stablehlo::OpRef& op) {
  if (op.num_operands() != 4 || op.num_results() != 1) {
    return InvalidArgumentError("cpu_csr_sparse_dense_ffi has 4 operands and 1 result");
  }
  for (size_t i = 0; i < 4; ++i) {
    if (!op.types().IsTensor(op.operand_type(i))) return InvalidArgumentError("operands must be tensors");
  }
  return stablehlo::Kernel(Run);
}

}  // namespace cppjrt::cpu::lapack
