// Contractions: dot_general, dot, and what chlo.ragged_dot shares with them.

#include <algorithm>

#include "stablehlo/op/infer_rules.h"

namespace cppjrt::stablehlo::rules {
namespace {

constexpr size_t kAlgorithmTypes = 3;

// Sizes of paired dimensions.
bool CheckPairedSizes(const OpView& op, int constraint, std::string_view kind, std::span<const int64_t> lhs,
                      std::span<const int64_t> rhs) {
  for (size_t i = 0; i < lhs.size(); ++i) {
    const int64_t a = op.dims(0)[static_cast<size_t>(lhs[i])];
    const int64_t b = op.dims(1)[static_cast<size_t>(rhs[i])];
    if (CompatibleDims(a, b)) continue;
    return op.Fail(constraint, Cat("size of lhs ", kind, " dimension ", lhs[i], " is ", a, ", that of rhs ", kind,
                                   " dimension ", rhs[i], " is ", b, ", expected the same"));
  }
  return true;
}

bool CheckSameCount(const OpView& op, int constraint, std::string_view kind, size_t lhs, size_t rhs) {
  if (lhs == rhs) return true;
  return op.Fail(constraint,
                 Cat("number of ", kind, " dimensions is ", lhs, " for lhs and ", rhs, " for rhs, expected the same"));
}

struct KnownAlgorithm {
  Scalar operand;
  Scalar accumulator;
  int64_t primitives;
};

bool IsF8(const TypeTable& types, TypeId t) {
  return types.IsFloat(t) && types.bits(t) == 8 && t != scalar::kF8E8M0FNU;
}

// The algorithms some hardware has. spec: dot_general, table of algorithms
bool IsKnownAlgorithm(const TypeTable& types, TypeId lhs, TypeId rhs, TypeId accumulator, int64_t primitives,
                      bool imprecise) {
  constexpr KnownAlgorithm kKnown[] = {
      {Scalar::kF16, Scalar::kF16, 1},  {Scalar::kF16, Scalar::kF32, 1},  {Scalar::kBF16, Scalar::kBF16, 1},
      {Scalar::kBF16, Scalar::kF32, 1}, {Scalar::kBF16, Scalar::kF32, 3}, {Scalar::kBF16, Scalar::kF32, 6},
      {Scalar::kBF16, Scalar::kF32, 9}, {Scalar::kTF32, Scalar::kF32, 1}, {Scalar::kTF32, Scalar::kF32, 3},
      {Scalar::kF32, Scalar::kF32, 1},  {Scalar::kF64, Scalar::kF64, 1},
  };
  if (IsF8(types, lhs) && IsF8(types, rhs)) return accumulator == scalar::kF32 && primitives == 1;
  if (imprecise || lhs != rhs) return false;
  return std::ranges::any_of(kKnown, [&](const KnownAlgorithm& known) {
    return ToTypeId(known.operand) == lhs && ToTypeId(known.accumulator) == accumulator &&
           known.primitives == primitives;
  });
}

bool CheckCounts(const OpView& op) {
  struct Field {
    std::string_view name;
    int constraint;
  };
  constexpr Field kCounts[] = {
      {"lhs_component_count", 22}, {"rhs_component_count", 23}, {"num_primitive_operations", 24}};
  for (const Field& field : kCounts) {
    const int64_t count = op.FieldInt("algorithm", field.name);
    if (count < 1)
      return op.FailAt("algorithm", field.constraint,
                       Cat("algorithm has a count of ", count, " as ", field.name, ", expected it positive"));
  }
  return true;
}

bool CheckAlgorithm(const OpView& op) {
  if (!op.has("algorithm")) return true;
  if (!CheckCounts(op)) return false;
  constexpr std::string_view kTypes[kAlgorithmTypes] = {"lhs_precision_type", "rhs_precision_type",
                                                        "accumulation_type"};
  TypeId types[kAlgorithmTypes];
  for (size_t i = 0; i < kAlgorithmTypes; ++i) types[i] = op.attrs().type(op.Field("algorithm", kTypes[i]));
  const int64_t lhs = op.FieldInt("algorithm", "lhs_component_count");
  const int64_t rhs = op.FieldInt("algorithm", "rhs_component_count");
  const int64_t primitives = op.FieldInt("algorithm", "num_primitive_operations");
  const bool imprecise = op.attrs().boolean(op.Field("algorithm", "allow_imprecise_accumulation"));
  if (lhs != 1 || rhs != 1 || !IsKnownAlgorithm(op.types(), types[0], types[1], types[2], primitives, imprecise)) {
    return op.FailAt(
        "algorithm", 0,
        Cat("dot algorithm is not known on any hardware: lhs ", op.Text(types[0]), " with lhs_components ", lhs,
            ", rhs ", op.Text(types[1]), " with rhs_components ", rhs, ", accumulation in ", op.Text(types[2]),
            ", primitive operations ", primitives, ", imprecise ", imprecise ? "true" : "false"));
  }
  const AttrId precisions = op.attr("precision_config");
  for (size_t i = 0; precisions && i < op.attrs().size(precisions); ++i) {
    if (op.attrs().enum_value(op.attrs().element(precisions, i)) == 0) continue;
    return op.Fail(21, "precision_config is not DEFAULT, expected DEFAULT because an algorithm is given");
  }
  return true;
}

// spec: dot_general C15, C16
bool CheckQuantizedRhs(const OpView& op, std::span<const int64_t> rhs_contracting) {
  const TypeTable& types = op.types();
  if (!types.IsQuantized(op.element(1))) return true;
  const QuantizedType rhs = types.quantized(op.element(1));
  for (int64_t zero_point : rhs.zero_points) {
    if (zero_point != 0)
      return op.Fail(15, Cat("quantized rhs has zero_points with ", zero_point, ", expected zero points 0"));
  }
  if (rhs.axis < 0 || !Contains(rhs_contracting, rhs.axis)) return true;
  return op.Fail(16, Cat("quantization dimension ", rhs.axis, " of rhs is a contracting dimension, expected another"));
}

void AddFree(const Shape& from, std::span<const int64_t> a, std::span<const int64_t> b, Shape& shape) {
  for (size_t i = 0; i < from.dims.size(); ++i) {
    const auto d = static_cast<int64_t>(i);
    if (!Contains(a, d) && !Contains(b, d)) shape.Add(from.dims[i], from.bound(i));
  }
}

std::optional<Shape> DotGeneralShape(const OpView& op, const DotDims& dims) {
  const Shape lhs = ShapeOf(op.module(), op.operand(0));
  const Shape rhs = ShapeOf(op.module(), op.operand(1));
  Shape shape;
  for (size_t i = 0; i < dims.lhs_batching.size(); ++i) {
    const auto l = static_cast<size_t>(dims.lhs_batching[i]);
    const auto r = static_cast<size_t>(dims.rhs_batching[i]);
    const auto both = MostSpecific({lhs.dims[l], lhs.bound(l)}, {rhs.dims[r], rhs.bound(r)});
    if (!both) {
      op.Fail(9, Cat("batching dimension ", l, " of lhs and ", r, " of rhs mismatch in size and bound"));
      return std::nullopt;
    }
    shape.Add(both->dim, both->bound);
  }
  AddFree(lhs, dims.lhs_batching, dims.lhs_contracting, shape);
  AddFree(rhs, dims.rhs_batching, dims.rhs_contracting, shape);
  return shape;
}

constexpr ContractionLabels kDotGeneralLabels = {14, 17, 18, 19, 20};

}  // namespace

DotDims DotDimsOf(const OpView& op, std::string_view attr_name) {
  return {op.FieldI64s(attr_name, "lhs_batching_dimensions"), op.FieldI64s(attr_name, "rhs_batching_dimensions"),
          op.FieldI64s(attr_name, "lhs_contracting_dimensions"), op.FieldI64s(attr_name, "rhs_contracting_dimensions")};
}

bool CheckPrecisionConfig(const OpView& op, int constraint) {
  const AttrId precisions = op.attr("precision_config");
  const size_t size = precisions ? op.attrs().size(precisions) : 0;
  if (size <= 2) return true;
  return op.Fail(constraint, Cat("precision_config has ", size, " elements, expected it empty or of size at most 2"));
}

bool CheckDotDims(const OpView& op, const DotDims& d) {
  const int64_t lhs_rank = op.rank(0);
  const int64_t rhs_rank = op.rank(1);
  return CheckPrecisionConfig(op, 11) &&
         CheckSameCount(op, 1, "batching", d.lhs_batching.size(), d.rhs_batching.size()) &&
         CheckSameCount(op, 2, "contracting", d.lhs_contracting.size(), d.rhs_contracting.size()) &&
         CheckDistinct(op, 3, "lhs_batching_dimensions", d.lhs_batching, "lhs_contracting_dimensions",
                       d.lhs_contracting) &&
         CheckDistinct(op, 4, "rhs_batching_dimensions", d.rhs_batching, "rhs_contracting_dimensions",
                       d.rhs_contracting) &&
         CheckIndices(op, 5, "lhs_batching_dimensions", d.lhs_batching, lhs_rank) &&
         CheckIndices(op, 6, "lhs_contracting_dimensions", d.lhs_contracting, lhs_rank) &&
         CheckIndices(op, 7, "rhs_batching_dimensions", d.rhs_batching, rhs_rank) &&
         CheckIndices(op, 8, "rhs_contracting_dimensions", d.rhs_contracting, rhs_rank) &&
         CheckPairedSizes(op, 9, "batching", d.lhs_batching, d.rhs_batching) &&
         CheckPairedSizes(op, 10, "contracting", d.lhs_contracting, d.rhs_contracting);
}

bool CheckResultShape(const OpView& op, int constraint, const Shape& shape) {
  if (!op.has_results()) return true;
  const TypeId expected = MakeTensor(op.module(), shape, op.result_element());
  if (CompatibleTypes(op.module(), expected, op.result(0))) return true;
  return op.Fail(constraint, Cat("result has type ", op.Text(op.result(0)), ", expected the inferred shape ",
                                 DimsText(shape.dims)));
}

void PushContracted(const OpView& op, const Shape& shape, Results& results) {
  results.push_back(op.has_results() ? op.result(0) : MakeTensor(op.module(), shape, op.element(0)));
}

bool DotGeneral(const OpView& op, Results& results) {
  if (!CheckAlgorithm(op)) return false;
  const DotDims dims = DotDimsOf(op, "dot_dimension_numbers");
  if (!CheckDotDims(op, dims)) return false;
  const std::optional<Shape> shape = DotGeneralShape(op, dims);
  if (!shape || !CheckResultShape(op, 12, *shape)) return false;
  PushContracted(op, *shape, results);
  if (!op.has_results()) return true;
  return CheckQuantizedRhs(op, dims.rhs_contracting) && CheckContractionElements(op, kDotGeneralLabels);
}

bool Dot(const OpView& op, Results& results) {
  if (!CheckPrecisionConfig(op, 11)) return false;
  const int64_t lhs_rank = op.rank(0);
  const int64_t rhs_rank = op.rank(1);
  if (lhs_rank < 1 || lhs_rank > 2 || rhs_rank < 1 || rhs_rank > 2) {
    return op.Fail({}, Cat("lhs has rank ", lhs_rank, ", rhs has rank ", rhs_rank, ", expected rank 1 or 2"));
  }
  const int64_t lhs_contracting[] = {lhs_rank - 1};
  const int64_t rhs_contracting[] = {0};
  const DotDims dims = {{}, {}, lhs_contracting, rhs_contracting};
  if (!CheckDotDims(op, dims)) return false;
  const std::optional<Shape> shape = DotGeneralShape(op, dims);
  if (!shape || !CheckResultShape(op, 12, *shape)) return false;
  PushContracted(op, *shape, results);
  return true;
}

}  // namespace cppjrt::stablehlo::rules
