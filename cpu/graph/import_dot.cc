// Contractions: dot_general, convolution, fft.
#include <algorithm>

#include "cpu/graph/importer.h"
#include "stablehlo/eval/struct_fields.h"

namespace cppjrt::cpu {
namespace {

// What the algorithm of a dot says about operands: the type they are rounded to, if one product of such values is asked
// for. Those of several products are what the operands' own type gives, or less.
std::optional<ElementType> PrecisionOf(const OpImport& op, std::string_view field) {
  if (stablehlo::FieldInt(op, "algorithm", "num_primitive_operations") != 1) return std::nullopt;
  const stablehlo::AttrId id = stablehlo::Field(op, "algorithm", field);
  return id.valid() ? stablehlo::ToElementType(op.types(), op.attrs().type(id)) : std::nullopt;
}

Value Rounded(Body& body, Value operand, std::optional<ElementType> precision) {
  if (!precision || !stablehlo::IsFloat(*precision) || !stablehlo::IsFloat(operand.type())) return operand;
  const bool narrower = stablehlo::ElementBits(*precision) < stablehlo::ElementBits(operand.type());
  return narrower ? body.Convert(operand, *precision) : operand;
}

// Floats that kernels do not read.
bool IsTiny(ElementType type) {
  return type == ElementType::kF8E8M0FNU || (stablehlo::IsFloat(type) && stablehlo::ElementBits(type) < 8);
}

// A type that holds the values of both, and that kernels read.
ElementType Common(ElementType a, ElementType b, ElementType result) {
  if (a == b) return IsTiny(a) ? ElementType::kF32 : a;
  if (!stablehlo::IsFloat(a) || !stablehlo::IsFloat(b)) return result;  // integers wrap, so that result is wide enough
  return a == ElementType::kF64 || b == ElementType::kF64 ? ElementType::kF64 : ElementType::kF32;
}

// No kernel has results of floats below 16 bits: those are rounded after it.
void ReturnContraction(OpImport& op, NodeKind kind, Value lhs, Value rhs, Attrs attrs) {
  const Shape result = op.ResultShape();
  const bool is_small = stablehlo::IsFloat(result.type) && stablehlo::ElementBits(result.type) < 16;
  const Shape computed = {is_small ? ElementType::kF32 : result.type, result.dims};
  const Value contraction = {op.body().Add(kind, {computed}, {lhs, rhs}, std::move(attrs)), 0};
  op.Return(op.body().Convert(contraction, result.type));
}

bool AccumulatesWider(const OpImport& op) {
  const stablehlo::AttrId id = stablehlo::Field(op, "algorithm", "accumulation_type");
  return id.valid() && stablehlo::ToElementType(op.types(), op.attrs().type(id)) == ElementType::kF64 &&
         op.ResultShape().type != ElementType::kF64;
}

Dims OnesUnless(const Dims& values, size_t rank) { return values.empty() ? Dims(rank, 1) : values; }

ConvolutionAttrs ReadDimensions(const OpImport& op) {
  constexpr std::string_view kNumbers = "dimension_numbers";
  ConvolutionAttrs c;
  c.input_batch = op.FieldInt(kNumbers, "input_batch_dimension");
  c.input_feature = op.FieldInt(kNumbers, "input_feature_dimension");
  c.input_spatial = op.Field(kNumbers, "input_spatial_dimensions");
  c.kernel_input_feature = op.FieldInt(kNumbers, "kernel_input_feature_dimension");
  c.kernel_output_feature = op.FieldInt(kNumbers, "kernel_output_feature_dimension");
  c.kernel_spatial = op.Field(kNumbers, "kernel_spatial_dimensions");
  c.output_batch = op.FieldInt(kNumbers, "output_batch_dimension");
  c.output_feature = op.FieldInt(kNumbers, "output_feature_dimension");
  c.output_spatial = op.Field(kNumbers, "output_spatial_dimensions");
  return c;
}

}  // namespace

Status ImportDotGeneral(OpImport& op) {
  if (op.HasQuantized() || AccumulatesWider(op)) return Evaluate(op);
  constexpr std::string_view kNumbers = "dot_dimension_numbers";
  DotAttrs dot = {op.Field(kNumbers, "lhs_batching_dimensions"), op.Field(kNumbers, "rhs_batching_dimensions"),
                  op.Field(kNumbers, "lhs_contracting_dimensions"), op.Field(kNumbers, "rhs_contracting_dimensions")};
  Value lhs = Rounded(op.body(), op.In(0), PrecisionOf(op, "lhs_precision_type"));
  Value rhs = Rounded(op.body(), op.In(1), PrecisionOf(op, "rhs_precision_type"));
  const ElementType common = Common(lhs.type(), rhs.type(), op.ResultShape().type);
  lhs = op.body().Convert(lhs, common);
  rhs = op.body().Convert(rhs, common);
  ReturnContraction(op, NodeKind::kDot, lhs, rhs, std::move(dot));
  return OkStatus();
}

// dynamic_conv has its padding as an operand.
Status ImportConvolution(OpImport& op) {
  if (op.HasQuantized()) return Evaluate(op);
  std::optional<Dims> padding = op.Numbers("padding");
  if (op.num_operands() == 3) padding = op.ConstantOperand(2);
  if (!padding) return Evaluate(op);
  ConvolutionAttrs c = ReadDimensions(op);
  const size_t space = c.input_spatial.size();
  c.stride = OnesUnless(op.Numbers("window_strides"), space);
  c.input_dilation = OnesUnless(op.Numbers("lhs_dilation"), space);
  c.kernel_dilation = OnesUnless(op.Numbers("rhs_dilation"), space);
  for (size_t i = 0; i < space; ++i) {
    c.low.push_back(padding->empty() ? 0 : (*padding)[2 * i]);
    c.high.push_back(padding->empty() ? 0 : (*padding)[2 * i + 1]);
  }
  c.reversed.assign(space, false);
  const std::vector<int64_t> reversal = op.I64s("window_reversal");
  for (size_t i = 0; i < reversal.size() && i < space; ++i) c.reversed[i] = reversal[i] != 0;
  c.feature_groups = op.I64("feature_group_count", 1);
  c.batch_groups = op.I64("batch_group_count", 1);
  const ElementType common = Common(op.In(0).type(), op.In(1).type(), op.ResultShape().type);
  const Value input = op.body().Convert(op.In(0), common);
  const Value kernel = op.body().Convert(op.In(1), common);
  ReturnContraction(op, NodeKind::kConvolution, input, kernel, std::move(c));
  return OkStatus();
}

Status ImportFft(OpImport& op) {
  FftAttrs fft = {static_cast<FftKind>(op.Enum("fft_type")), op.Numbers("fft_length")};
  op.Return({op.body().Add(NodeKind::kFft, {op.ResultShape()}, {op.In(0)}, std::move(fft)), 0});
  return OkStatus();
}

}  // namespace cppjrt::cpu
