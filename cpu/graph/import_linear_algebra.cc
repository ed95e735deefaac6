// Factorisations and triangular systems of small matrices, as ops and as the LAPACK calls that JAX makes of them. Large
// ones are better off with blocked code: the evaluator runs them.
#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "cpu/graph/importer.h"
#include "stablehlo/eval/custom_call_layouts.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::AttrId;
using stablehlo::AttrKind;
using stablehlo::CallLayout;

// Rows and columns of what becomes straight code, whose length grows with their third power. Choosing a pivot moves rows by
// selection.
constexpr int64_t kLargest = 16;
constexpr int64_t kLargestPivoted = 8;

bool IsSmall(const Shape& matrix, int64_t largest) {
  if (matrix.rank() < 2 || (matrix.type != ElementType::kF32 && matrix.type != ElementType::kF64)) return false;
  const int64_t rows = matrix.dims[matrix.rank() - 2], columns = matrix.dims[matrix.rank() - 1];
  return rows > 0 && columns > 0 && rows <= largest && columns <= largest;
}

// The verifier lets other dimensions pass, which the evaluator refuses when it runs.
bool IsSystem(const OpImport& op, bool left) {
  const Shape& a = op.In(0).shape();
  const Shape& b = op.In(1).shape();
  const size_t rank = a.rank();
  if (!IsSmall(a, kLargest) || op.In(0) == op.In(1) || b.rank() != rank || a.type != b.type) return false;
  if (a.dims[rank - 1] != a.dims[rank - 2] || b.dims[rank - (left ? 2 : 1)] != a.dims[rank - 1]) return false;
  return std::equal(a.dims.begin(), a.dims.end() - 2, b.dims.begin());
}

bool IsSquare(const Shape& a, int64_t largest) {
  return IsSmall(a, largest) && a.dims[a.rank() - 1] == a.dims[a.rank() - 2];
}

// ---- Custom calls

// Whether matrices are column by column, one after the other. Numbers that come beside them (pivots) are row-major.
bool IsColumnMajor(const CallLayout& layout, const Shape& shape) {
  if (!stablehlo::IsFloat(shape.type)) return layout.row_major();
  if (shape.rank() < 2) return true;
  const std::span<const int64_t> order = layout.minor_to_major();
  if (order.size() != shape.rank()) return false;
  const auto rank = static_cast<int64_t>(order.size());
  if (order[0] != rank - 2 || order[1] != rank - 1) return false;
  for (int64_t i = 2; i < rank; ++i) {
    if (order[static_cast<size_t>(i)] != rank - 1 - i) return false;
  }
  return true;
}

StatusOr<bool> AllColumnMajor(const OpImport& op) {
  CPPJRT_ASSIGN_OR_RETURN(const stablehlo::CallLayouts layouts, stablehlo::CallLayouts::Read(op));
  for (size_t i = 0; i < op.num_operands(); ++i) {
    if (!IsColumnMajor(layouts.operand(i), op.In(i).shape())) return false;
  }
  const std::vector<Shape> results = op.ResultShapes();
  for (size_t i = 0; i < results.size(); ++i) {
    if (!IsColumnMajor(layouts.result(i), results[i])) return false;
  }
  return true;
}

// A letter such as 'L', given as its number; 0 if there is none.
char Letter(const OpImport& op, std::string_view name) {
  for (const char* dictionary : {"mhlo.backend_config", "backend_config"}) {
    const AttrId config = op.attr(dictionary);
    if (!op.attrs().Is(config, AttrKind::kDictionary)) continue;
    const AttrId value = op.attrs().Lookup(config, name);
    if (!op.attrs().Is(value, AttrKind::kInteger)) return 0;
    const int64_t number = op.attrs().integer(value);
    return number > 0 && number < 128 ? static_cast<char>(number) : '\0';
  }
  return 0;
}
bool IsOneOf(char letter, std::string_view letters) {
  return letter != 0 && letters.find(letter) != std::string_view::npos;
}

// Results behind the first: these of i32, which have the batch dimensions and then `more`.
bool HasNumbers(const OpImport& op, size_t first, const std::vector<Dims>& more) {
  const std::vector<Shape> results = op.ResultShapes();
  if (results.size() != first + more.size()) return false;
  const Dims& matrix = op.In(0).dims();
  for (size_t i = 0; i < more.size(); ++i) {
    Dims wanted(std::span<const int64_t>(matrix).first(matrix.size() - 2));
    for (const int64_t d : more[i]) wanted.push_back(d);
    if (!(results[first + i] == Shape{ElementType::kI32, wanted, false})) return false;
  }
  return true;
}

std::optional<LinearAlgebraAttrs> ReadPotrf(const OpImport& op) {
  const char uplo = Letter(op, "uplo");
  if (op.num_operands() != 1 || !IsSquare(op.In(0).shape(), kLargest) || !IsOneOf(uplo, "LU")) return std::nullopt;
  if (!HasNumbers(op, 1, {Dims{}})) return std::nullopt;
  LinearAlgebraAttrs attrs;
  attrs.kind = LinearAlgebraKind::kCholesky;
  attrs.lower = uplo == 'L';
  return attrs;
}

std::optional<LinearAlgebraAttrs> ReadGetrf(const OpImport& op) {
  if (op.num_operands() != 1 || !IsSmall(op.In(0).shape(), kLargestPivoted)) return std::nullopt;
  const Dims& dims = op.In(0).dims();
  if (!HasNumbers(op, 1, {Dims{std::min(dims[dims.size() - 1], dims[dims.size() - 2])}, Dims{}})) return std::nullopt;
  LinearAlgebraAttrs attrs;
  attrs.kind = LinearAlgebraKind::kLu;
  return attrs;
}

std::optional<LinearAlgebraAttrs> ReadTrsm(const OpImport& op) {
  const char side = Letter(op, "side"), uplo = Letter(op, "uplo"), trans = Letter(op, "trans_x"),
             diag = Letter(op, "diag");
  if (!IsOneOf(side, "LR") || !IsOneOf(uplo, "LU") || !IsOneOf(trans, "NTC") || !IsOneOf(diag, "NU")) {
    return std::nullopt;
  }
  if (op.num_operands() != 2 || op.num_results() != 1 || !IsSystem(op, side == 'L')) return std::nullopt;
  LinearAlgebraAttrs attrs;
  attrs.kind = LinearAlgebraKind::kTriangularSolve;
  attrs.left = side == 'L';
  attrs.lower = uplo == 'L';
  attrs.transposed = trans != 'N';
  attrs.unit_diagonal = diag == 'U';
  return attrs;
}

struct Target {
  std::string_view name;
  ElementType type;
  std::optional<LinearAlgebraAttrs> (*read)(const OpImport& op);
};
// clang-format off
constexpr Target kTargets[] = {
    {"lapack_spotrf_ffi", ElementType::kF32, ReadPotrf},
    {"lapack_dpotrf_ffi", ElementType::kF64, ReadPotrf},
    {"lapack_sgetrf_ffi", ElementType::kF32, ReadGetrf},
    {"lapack_dgetrf_ffi", ElementType::kF64, ReadGetrf},
    {"lapack_strsm_ffi",  ElementType::kF32, ReadTrsm},
    {"lapack_dtrsm_ffi",  ElementType::kF64, ReadTrsm},
};
// clang-format on

}  // namespace

Status ImportCholesky(OpImport& op) {
  if (!IsSquare(op.In(0).shape(), kLargest)) return Evaluate(op);
  LinearAlgebraAttrs attrs;
  attrs.kind = LinearAlgebraKind::kCholesky;
  attrs.lower = op.Bool("lower");
  attrs.clears = true;
  return ImportLinearAlgebra(op, std::move(attrs));
}

Status ImportTriangularSolve(OpImport& op) {
  // Numbers of the enumerators of Transpose (op/enums.def).
  constexpr uint32_t kNoTranspose = 1;
  LinearAlgebraAttrs attrs;
  attrs.kind = LinearAlgebraKind::kTriangularSolve;
  attrs.left = op.Bool("left_side");
  if (!IsSystem(op, attrs.left)) return Evaluate(op);
  attrs.lower = op.Bool("lower");
  attrs.transposed = op.Enum("transpose_a", kNoTranspose) != kNoTranspose;
  attrs.unit_diagonal = op.Bool("unit_diagonal");
  return ImportLinearAlgebra(op, std::move(attrs));
}

StatusOr<bool> ImportLapack(OpImport& op, std::string_view target) {
  const auto* found =
      std::find_if(std::begin(kTargets), std::end(kTargets), [&](const Target& row) { return row.name == target; });
  if (found == std::end(kTargets) || op.num_operands() == 0 || op.In(0).type() != found->type) return false;
  CPPJRT_ASSIGN_OR_RETURN(const bool column_major, AllColumnMajor(op));
  if (!column_major || op.Bool("has_side_effect")) return false;
  std::optional<LinearAlgebraAttrs> attrs = found->read(op);
  if (!attrs.has_value() || !(op.ResultShape() == op.In(op.num_operands() - 1).shape())) return false;
  CPPJRT_RETURN_IF_ERROR(ImportLinearAlgebra(op, *std::move(attrs)));
  return true;
}

}  // namespace cppjrt::cpu
