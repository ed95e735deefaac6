// dot_general: operands become [batch, rows, k] and [batch, k, columns], then a matrix product for each batch.
//
// Narrow floats sum in f32, f32 in f32 (f64 if the environment asks for it), and round once; integers wrap. A precision
// that an algorithm states with one product for each pair of elements rounds the operands; those of several products
// (BF16_BF16_F32_X3 and the like) are what f32 gives or less. spec: dot_general

#include <algorithm>
#include <utility>
#include <vector>

#include "stablehlo/eval/contraction.h"
#include "stablehlo/eval/kernel.h"
#include "stablehlo/eval/matrix.h"
#include "stablehlo/eval/monoid.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/eval/struct_fields.h"

namespace cppjrt::stablehlo {

bool InOrder(const Dims& dims, std::span<const int64_t> permutation) {
  int64_t last = -1;
  for (const int64_t d : permutation) {
    if (dims[static_cast<size_t>(d)] == 1) continue;
    if (d < last) return false;
    last = d;
  }
  return true;
}

StatusOr<Tensor> Permute(Call& call, const Tensor& operand, std::span<const int64_t> permutation) {
  if (InOrder(operand.dims(), permutation)) return operand;
  const Dims strides = RowMajorStrides(operand.dims());
  Dims dims;
  Dims source;
  for (const int64_t d : permutation) {
    dims.push_back(operand.dims()[static_cast<size_t>(d)]);
    source.push_back(strides[static_cast<size_t>(d)]);
  }
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(operand.type(), dims));
  StridedCopy(ElementBytes(operand.type()), dims, source, RowMajorStrides(dims))
      .Run(operand.bytes().data(), result.mutable_bytes(), call.pool());
  return result;
}

namespace {

// Products that are worth a piece of their own.
constexpr int64_t kGrain = 1 << 16;
// Rows of a piece.
constexpr int64_t kRows = 96;

// The dimensions of one operand by role.
struct Side {
  std::vector<int64_t> batch;
  std::vector<int64_t> contracting;
  std::vector<int64_t> free;
  std::optional<ElementType> precision;
};

struct DotPlan {
  Side lhs;
  Side rhs;
  ElementType result = ElementType::kF32;
  bool wide = false;
};

std::vector<int64_t> Join(const std::vector<int64_t>& a, const std::vector<int64_t>& b, const std::vector<int64_t>& c) {
  std::vector<int64_t> all = a;
  all.insert(all.end(), b.begin(), b.end());
  all.insert(all.end(), c.begin(), c.end());
  return all;
}

int64_t Extent(const Dims& dims, const std::vector<int64_t>& which) {
  int64_t n = 1;
  for (const int64_t d : which) n *= dims[static_cast<size_t>(d)];
  return n;
}

template <typename T>
T Product(T a, T b) {
  return Combine<BodyKind::kMultiply>(a, b);
}
template <typename T>
T Sum(T a, T b) {
  return Combine<BodyKind::kAdd>(a, b);
}

template <typename T>
T DotRow(const T* a, const T* b, int64_t n) {
  constexpr int64_t kWidth = 16;
  T lanes[kWidth] = {};
  int64_t i = 0;
  for (; i + kWidth <= n; i += kWidth) {
    for (int64_t j = 0; j < kWidth; ++j) lanes[j] = Sum(lanes[j], Product(a[i + j], b[i + j]));
  }
  T sum = T();
  for (const T lane : lanes) sum = Sum(sum, lane);
  for (; i < n; ++i) sum = Sum(sum, Product(a[i], b[i]));
  return sum;
}

// A matrix times a vector, for every batch: `matrix` is one operand, `vector` the other.
template <typename T>
Status MultiplyVector(Call& call, const Tensor& matrix, const Side& m, const Tensor& vector, const Side& v,
                      int64_t batches, int64_t rows, int64_t k, T* out) {
  CPPJRT_ASSIGN_OR_RETURN(const Tensor x, Arrange<T>(call, vector, Join(v.batch, v.contracting, v.free), v.precision));
  const std::vector<int64_t> by_column = Join(m.batch, m.contracting, m.free);
  const bool columns = rows > 1 && InOrder(matrix.dims(), by_column);
  const std::vector<int64_t> order = columns ? by_column : Join(m.batch, m.free, m.contracting);
  CPPJRT_ASSIGN_OR_RETURN(const Tensor a, Arrange<T>(call, matrix, order, m.precision));
  const T* matrices = ElementsOf<T>(a);
  const T* vectors = ElementsOf<T>(x);
  if (!columns) {
    const int64_t grain = std::max<int64_t>(1, kGrain / std::max<int64_t>(1, k));
    call.pool().ParallelFor(batches * rows, grain, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) out[i] = DotRow(matrices + i * k, vectors + i / rows * k, k);
    });
    return OkStatus();
  }
  const int64_t blocks = (rows + kBlock - 1) / kBlock;
  const int64_t grain = std::max<int64_t>(1, kGrain / std::max<int64_t>(1, k * std::min(rows, kBlock)));
  call.pool().ParallelFor(batches * blocks, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t from = i % blocks * kBlock;
      const int64_t count = std::min(kBlock, rows - from);
      T* sums = out + i / blocks * rows + from;
      std::fill_n(sums, count, T());
      for (int64_t p = 0; p < k; ++p) {
        const T factor = vectors[i / blocks * k + p];
        const T* row = matrices + (i / blocks * k + p) * rows + from;
        for (int64_t j = 0; j < count; ++j) sums[j] = Sum(sums[j], Product(row[j], factor));
      }
    }
  });
  return OkStatus();
}

template <typename T>
Status MultiplyMatrix(Call& call, const DotPlan& plan, const Tensor& lhs, const Tensor& rhs, int64_t batches,
                      int64_t rows, int64_t columns, int64_t k, T* out) {
  const Side& l = plan.lhs;
  const Side& r = plan.rhs;
  CPPJRT_ASSIGN_OR_RETURN(const Tensor a, Arrange<T>(call, lhs, Join(l.batch, l.free, l.contracting), l.precision));
  CPPJRT_ASSIGN_OR_RETURN(const Tensor b, Arrange<T>(call, rhs, Join(r.batch, r.contracting, r.free), r.precision));
  const int64_t packed_size = PackedSize<T>(k, columns);
  CPPJRT_ASSIGN_OR_RETURN(Tensor packed, AllocateElements<T>(call, batches * packed_size));
  T* panels = MutableElementsOf<T>(packed);
  const T* right = ElementsOf<T>(b);
  call.pool().ParallelFor(batches * k, std::max<int64_t>(1, kGrain / columns), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) PackRow(right + i * columns, i % k, k, columns, panels + i / k * packed_size);
  });
  const T* left = ElementsOf<T>(a);
  const int64_t blocks = (rows + kRows - 1) / kRows;
  const int64_t work = std::max<int64_t>(1, std::min(rows, kRows) * columns * k);
  call.pool().ParallelFor(batches * blocks, std::max<int64_t>(1, kGrain / work), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t batch = i / blocks;
      const int64_t row = batch * rows + i % blocks * kRows;
      const int64_t count = std::min(kRows, rows - i % blocks * kRows);
      MultiplyRows(left + row * k, count, k, panels + batch * packed_size, k, columns, out + row * columns, columns);
    }
  });
  return OkStatus();
}

Dims ResultDims(const DotPlan& plan, const Dims& lhs, const Dims& rhs) {
  Dims dims;
  for (const int64_t d : plan.lhs.batch) dims.push_back(lhs[static_cast<size_t>(d)]);
  for (const int64_t d : plan.lhs.free) dims.push_back(lhs[static_cast<size_t>(d)]);
  for (const int64_t d : plan.rhs.free) dims.push_back(rhs[static_cast<size_t>(d)]);
  return dims;
}

// What dynamic types do not say.
Status CheckPairs(const std::vector<int64_t>& lhs, const Dims& lhs_dims, const std::vector<int64_t>& rhs,
                  const Dims& rhs_dims) {
  for (size_t i = 0; i < lhs.size(); ++i) {
    const int64_t a = lhs_dims[static_cast<size_t>(lhs[i])];
    const int64_t b = rhs_dims[static_cast<size_t>(rhs[i])];
    if (a == b) continue;
    return InvalidArgumentError("dot_general: dimension " + std::to_string(lhs[i]) + " of lhs is " + std::to_string(a) +
                                ", dimension " + std::to_string(rhs[i]) + " of rhs is " + std::to_string(b) +
                                "; they must be equal");
  }
  return OkStatus();
}

Status DotGeneral(const DotPlan& plan, Call& call) {
  const Tensor lhs = call.Take(0);
  const Tensor rhs = call.Take(1);
  CPPJRT_RETURN_IF_ERROR(CheckPairs(plan.lhs.batch, lhs.dims(), plan.rhs.batch, rhs.dims()));
  CPPJRT_RETURN_IF_ERROR(CheckPairs(plan.lhs.contracting, lhs.dims(), plan.rhs.contracting, rhs.dims()));
  const Dims dims = ResultDims(plan, lhs.dims(), rhs.dims());
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(plan.result, dims));  // before NumElements: it checks the size
  if (result.num_elements() == 0) {
    call.Return(std::move(result));
    return OkStatus();
  }
  const int64_t batches = Extent(lhs.dims(), plan.lhs.batch);
  const int64_t rows = Extent(lhs.dims(), plan.lhs.free);
  const int64_t columns = Extent(rhs.dims(), plan.rhs.free);
  const int64_t k = Extent(lhs.dims(), plan.lhs.contracting);
  const ComputeType type = ContractionType(lhs.type(), rhs.type(), plan.result, plan.wide);
  return DispatchContraction(type, [&]<typename T>(CppType<T>) -> Status {
    const bool direct = compute_internal::IsSame<T>(plan.result);
    Tensor sums = std::move(result);
    if (!direct) {
      CPPJRT_ASSIGN_OR_RETURN(sums, AllocateElements<T>(call, batches * rows * columns));
    }
    T* out = MutableElementsOf<T>(sums);
    if (columns == 1) {
      CPPJRT_RETURN_IF_ERROR(MultiplyVector(call, lhs, plan.lhs, rhs, plan.rhs, batches, rows, k, out));
    } else if (rows == 1) {
      CPPJRT_RETURN_IF_ERROR(MultiplyVector(call, rhs, plan.rhs, lhs, plan.lhs, batches, columns, k, out));
    } else {
      CPPJRT_RETURN_IF_ERROR(MultiplyMatrix(call, plan, lhs, rhs, batches, rows, columns, k, out));
    }
    CPPJRT_ASSIGN_OR_RETURN(Tensor finished, Finish<T>(call, std::move(sums), plan.result, dims));
    call.Return(std::move(finished));
    return OkStatus();
  });
}

Side ReadSide(const OpRef& op, std::string_view batch, std::string_view contracting, size_t operand) {
  Side side;
  side.batch = FieldDims(op, "dot_dimension_numbers", batch);
  side.contracting = FieldDims(op, "dot_dimension_numbers", contracting);
  std::vector<bool> used(static_cast<size_t>(op.types().rank(op.operand_type(operand))), false);
  for (const int64_t d : side.batch) used[static_cast<size_t>(d)] = true;
  for (const int64_t d : side.contracting) used[static_cast<size_t>(d)] = true;
  for (size_t d = 0; d < used.size(); ++d) {
    if (!used[d]) side.free.push_back(static_cast<int64_t>(d));
  }
  return side;
}

void ReadAlgorithm(const OpRef& op, DotPlan& plan) {
  const auto type = [&](std::string_view field) -> std::optional<ElementType> {
    const AttrId id = Field(op, "algorithm", field);
    return id.valid() ? ToElementType(op.types(), op.attrs().type(id)) : std::nullopt;
  };
  if (type("accumulation_type") == ElementType::kF64) plan.wide = true;
  if (FieldInt(op, "algorithm", "num_primitive_operations") != 1) return;
  plan.lhs.precision = type("lhs_precision_type");
  plan.rhs.precision = type("rhs_precision_type");
}

}  // namespace

StatusOr<Kernel> PrepareDotGeneral(const OpRef& op) {
  DotPlan plan;
  plan.lhs = ReadSide(op, "lhs_batching_dimensions", "lhs_contracting_dimensions", 0);
  plan.rhs = ReadSide(op, "rhs_batching_dimensions", "rhs_contracting_dimensions", 1);
  CPPJRT_ASSIGN_OR_RETURN(plan.result, ElementOf(op, op.result_type()));
  plan.wide = op.environment().wide_accumulation;
  ReadAlgorithm(op, plan);
  return Kernel([plan = std::move(plan)](Call& call) { return DotGeneral(plan, call); });
}

}  // namespace cppjrt::stablehlo
