// convolution and dynamic_conv.

#include <algorithm>

#include "stablehlo/op/infer_rules.h"

namespace cppjrt::stablehlo::rules {
namespace {

constexpr std::string_view kNumbers = "dimension_numbers";

constexpr WindowLabels kWindow = {25,
                                  {"window_strides", "window strides", 2, 3},
                                  {"lhs_dilation", "base dilation", 5, 6},
                                  {"rhs_dilation", "window dilation", 7, 8},
                                  0};
constexpr ContractionLabels kElements = {28, 31, 32, 33, 34};

// The dimension numbers of input, kernel and output alike: two named dimensions, then the spatial ones.
struct Side {
  std::string_view name;
  std::string_view first;
  std::string_view second;
  std::string_view spatial;
  int size;    // constraint on the number of spatial dimensions
  int unique;  // … on being unique and in range
};
constexpr Side kSides[] = {
    {"input", "input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions", 12, 13},
    {"kernel", "kernel_input_feature_dimension", "kernel_output_feature_dimension", "kernel_spatial_dimensions", 17,
     18},
    {"output", "output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions", 19, 20},
};

int64_t Number(const OpView& op, std::string_view field) { return op.FieldInt(kNumbers, field); }

int64_t DimAt(const OpView& op, size_t operand, std::string_view field) {
  return op.dims(operand)[static_cast<size_t>(Number(op, field))];
}

bool CheckRanks(const OpView& op) {
  if (op.rank(0) < 2) return op.Fail(1, Cat("operand lhs has rank ", op.rank(0), ", expected at least 2 dimensions"));
  if (op.rank(0) == op.rank(1)) return true;
  return op.Fail(
      1, Cat("lhs has rank ", op.rank(0), ", rhs has rank ", op.rank(1), ", expected the same number of dimensions"));
}

bool CheckSide(const OpView& op, const Side& side) {
  const std::span<const int64_t> spatial = op.FieldI64s(kNumbers, side.spatial);
  if (static_cast<int64_t>(spatial.size()) != op.rank(0) - 2) {
    return op.Fail(side.size,
                   Cat("number of ", side.name, " spatial dimensions is ", spatial.size(), " in ", side.spatial,
                       ", expected the same size for input, kernel and output: rank - 2, ", op.rank(0) - 2));
  }
  DimList numbers = {Number(op, side.first), Number(op, side.second)};
  numbers.insert(numbers.end(), spatial.begin(), spatial.end());
  const std::string name = Cat(side.name, " dimension numbers (of input, kernel and output)");
  return CheckIndices(op, side.unique, name, numbers, op.rank(0)) && CheckUnique(op, side.unique, name, numbers);
}

bool CheckDivisible(const OpView& op, int constraint, std::string_view dimension, int64_t size, std::string_view group,
                    int64_t count) {
  if (IsDynamic(size) || size % count == 0) return true;
  return op.Fail(constraint, Cat("size of the ", dimension, " dimension is ", size, ", expected a multiple of ", group,
                                 " ", count));
}

bool CheckGroups(const OpView& op) {
  const int64_t features = op.Int("feature_group_count", 1);
  const int64_t batches = op.Int("batch_group_count", 1);
  if (features < 1)
    return op.Fail(21, Cat("feature_group_count is ", features, ", expected a positive 64-bit integer, > 0"));
  if (batches < 1)
    return op.Fail(22, Cat("batch_group_count is ", batches, ", expected a positive 64-bit integer, > 0"));
  if (features > 1 && batches > 1) {
    return op.Fail(23, Cat("batch_group_count is ", batches, " and feature_group_count is ", features,
                           ", expected one of them to be 1, not both greater"));
  }
  const int64_t input_features = DimAt(op, 0, "input_feature_dimension");
  const int64_t kernel_features = DimAt(op, 1, "kernel_input_feature_dimension");
  const int64_t output_features = DimAt(op, 1, "kernel_output_feature_dimension");
  if (!CheckDivisible(op, 10, "input batch", DimAt(op, 0, "input_batch_dimension"), "batch_group_count", batches) ||
      !CheckDivisible(op, 11, "input feature", input_features, "feature_group_count", features) ||
      !CheckDivisible(op, 15, "kernel output feature", output_features, "batch_group_count", batches) ||
      !CheckDivisible(op, 16, "kernel output feature", output_features, "feature_group_count", features)) {
    return false;
  }
  if (IsDynamic(input_features) || CompatibleDims(input_features / features, kernel_features)) return true;
  return op.Fail(14, Cat("size of the kernel input feature dimension is ", kernel_features,
                         ", expected that of the input feature dimension over feature_group_count, ", input_features,
                         " / ", features));
}

bool CheckReversal(const OpView& op) {
  const size_t size = op.I64s("window_reversal").size();
  const auto wanted = static_cast<size_t>(op.rank(0) - 2);
  if (size == 0 || size == wanted) return true;
  return op.Fail(9, Cat("window_reversal has size ", size, ", expected the number of window dimensions, ", wanted));
}

// spec: convolution C25
std::optional<Shape> ConvolutionShape(const OpView& op, std::span<const WindowDim> window) {
  DimList sizes;
  for (int64_t d : op.FieldI64s(kNumbers, "input_spatial_dimensions"))
    sizes.push_back(op.dims(0)[static_cast<size_t>(d)]);
  const std::optional<DimList> counts = NumWindows(op, 25, sizes, window);
  if (!counts) return std::nullopt;
  Shape shape;
  shape.dims.resize(op.dims(0).size());
  const int64_t batch = DimAt(op, 0, "input_batch_dimension");
  const int64_t groups = op.Int("batch_group_count", 1);
  shape.dims[static_cast<size_t>(Number(op, "output_batch_dimension"))] = IsDynamic(batch) ? kDynamic : batch / groups;
  shape.dims[static_cast<size_t>(Number(op, "output_feature_dimension"))] =
      DimAt(op, 1, "kernel_output_feature_dimension");
  const std::span<const int64_t> spatial = op.FieldI64s(kNumbers, "output_spatial_dimensions");
  for (size_t i = 0; i < spatial.size(); ++i) shape.dims[static_cast<size_t>(spatial[i])] = (*counts)[i];
  return shape;
}

std::optional<std::vector<WindowDim>> ConvolutionWindow(const OpView& op, int padding) {
  DimList sizes;
  for (int64_t d : op.FieldI64s(kNumbers, "kernel_spatial_dimensions"))
    sizes.push_back(op.dims(1)[static_cast<size_t>(d)]);
  WindowLabels labels = kWindow;
  labels.padding = padding;
  return ReadWindow(op, sizes, labels);
}

bool CheckAxis(const OpView& op, int constraint, std::string_view name, TypeId element, std::string_view field) {
  if (op.types().kind(element) != TypeKind::kQuantizedAxis) return true;
  const int64_t axis = op.types().quantized(element).axis;
  if (axis == Number(op, field)) return true;
  return op.Fail(constraint,
                 Cat("quantization dimension of ", name, " is ", axis, ", expected ", field, ", ", Number(op, field)));
}

bool CheckElements(const OpView& op) {
  const TypeTable& types = op.types();
  if (!types.IsQuantized(op.element(0)) && !types.IsQuantized(op.element(1)) && op.element(0) != op.element(1)) {
    return op.Fail(27, Cat("lhs has element type ", op.Text(op.element(0)), ", rhs has element type ",
                           op.Text(op.element(1)), ", expected the same"));
  }
  return true;
}

bool CheckNumbers(const OpView& op) {
  return CheckRanks(op) && CheckElements(op) && CheckSide(op, kSides[0]) && CheckSide(op, kSides[1]) &&
         CheckSide(op, kSides[2]) && CheckGroups(op) && CheckPrecisionConfig(op, 24);
}

bool CheckQuantization(const OpView& op) {
  if (!op.has_results()) return true;
  return CheckAxis(op, 29, "rhs", op.element(1), "kernel_output_feature_dimension") &&
         CheckAxis(op, 30, "result", op.result_element(), "output_feature_dimension") &&
         CheckContractionElements(op, kElements);
}

// spec: dynamic_conv C4
bool CheckPaddingOperand(const OpView& op) {
  const DimList wanted = {op.rank(0) - 2, 2};
  if (CompatibleDims(op.dims(2), wanted)) return true;
  return op.Fail(4, Cat("padding has shape ", DimsText(op.dims(2)), ", expected ", DimsText(wanted)));
}

}  // namespace

bool Convolution(const OpView& op, Results& results) {
  if (!CheckNumbers(op)) return false;
  const auto window = ConvolutionWindow(op, 4);
  if (!window || !CheckReversal(op)) return false;
  const std::optional<Shape> shape = ConvolutionShape(op, *window);
  if (!shape || !CheckResultShape(op, 25, *shape) || !CheckQuantization(op)) return false;
  PushContracted(op, *shape, results);
  return true;
}

bool DynamicConv(const OpView& op, Results&) {
  if (!CheckNumbers(op) || !CheckPaddingOperand(op)) return false;
  if (!CheckReversal(op) || !CheckQuantization(op)) return false;
  const std::optional<DimList> padding = op.ConstantInts(op.operands()[2]);
  // Upstream looks at the window only if the padding is known, and programs in use need that.
  auto window = ConvolutionWindow(padding ? op : op.Lenient(), 0);
  if (!window || !padding || padding->size() != 2 * window->size()) return window || !padding;
  SetPadding(*padding, *window);
  const std::optional<Shape> shape = ConvolutionShape(op, *window);
  return shape && CheckResultShape(op, 25, *shape);
}

}  // namespace cppjrt::stablehlo::rules
