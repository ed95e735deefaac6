// The batch_norm ops: operands with all dimensions, and vectors with an element for each feature.

#include "stablehlo/op/infer_rules.h"

namespace cppjrt::stablehlo::rules {
namespace {

bool CheckShapes(const OpView& op, int constraint, std::string_view kind, std::span<const size_t> operands) {
  for (size_t i : operands) {
    if (CompatibleShapes(op.types(), op.operand(i), op.operand(operands[0]))) continue;
    return op.Fail(constraint,
                   Cat("shape of operand ", i, " is ", DimsText(op.dims(i)), ", that of operand ", operands[0], " is ",
                       DimsText(op.dims(operands[0])), ", expected ", kind, " operands to have compatible shapes"));
  }
  return true;
}

struct Labels {
  int same_shape;     // of the whole operands
  int vector_shapes;  // of the vectors
  int size;           // of a vector
};

bool BatchNorm(const OpView& op, std::span<const size_t> whole, std::span<const size_t> vectors, const Labels& labels) {
  const int64_t feature = op.Int("feature_index");
  if (!CheckIndex(op, 1, "feature_index", feature, op.rank(0))) return false;
  if (!CheckShapes(op, labels.same_shape, "multi-dimensional", whole) ||
      !CheckShapes(op, labels.vector_shapes, "single-dimensional", vectors)) {
    return false;
  }
  const int64_t count = op.dims(0)[static_cast<size_t>(feature)];
  const int64_t size = op.dims(vectors[0])[0];
  if (CompatibleDims(count, size)) return true;
  return op.Fail(labels.size, Cat("size of the single-dimensional operand ", vectors[0], " is ", size,
                                  ", expected the feature count ", count, ", the size of dimension ", feature));
}

// A vector with an element for each feature.
TypeId FeatureVector(const OpView& op) {
  const auto feature = static_cast<size_t>(op.Int("feature_index"));
  const Shape from = ShapeOf(op.module(), op.operand(0));
  Shape shape;
  shape.Add(from.dims[feature], from.bound(feature));
  return MakeTensor(op.module(), shape, op.element(0));
}

}  // namespace

bool BatchNormGrad(const OpView& op, Results& results) {
  constexpr size_t kWhole[] = {0, 4};
  constexpr size_t kVectors[] = {1, 2, 3};
  if (!BatchNorm(op, kWhole, kVectors, {3, 4, 5})) return false;
  results = {op.operand(0), FeatureVector(op), FeatureVector(op)};
  return true;
}

bool BatchNormInference(const OpView& op, Results& results) {
  constexpr size_t kWhole[] = {0};
  constexpr size_t kVectors[] = {1, 2, 3, 4};
  if (!BatchNorm(op, kWhole, kVectors, {7, 3, 3})) return false;
  results.push_back(op.operand(0));
  return true;
}

bool BatchNormTraining(const OpView& op, Results& results) {
  constexpr size_t kWhole[] = {0};
  constexpr size_t kVectors[] = {1, 2};
  if (!BatchNorm(op, kWhole, kVectors, {7, 3, 3})) return false;
  results = {op.operand(0), FeatureVector(op), FeatureVector(op)};
  return true;
}

}  // namespace cppjrt::stablehlo::rules
