// The rules, one for each id of the op table's inference column, by family in infer_*.cc; and what they share.
//
// A rule checks the spec's constraints on an op, in an order that makes later checks safe, and appends the result types
// that follow. It reports through the view and returns false if the op is wrong. What a row and its traits say has been
// checked before; types are valid ones. Results are looked at only where they do not follow from the rest.
#ifndef CPPJRT_STABLEHLO_OP_INFER_RULES_H_
#define CPPJRT_STABLEHLO_OP_INFER_RULES_H_

#include <optional>
#include <span>
#include <vector>

#include "stablehlo/op/infer_op.h"

namespace cppjrt::stablehlo::rules {

using Results = std::vector<TypeId>;

// ---- Shared

// The type that is all of these at once, and the one that each of them fits: by dimension, with bounds. None, reported,
// if their shapes do not go together.
std::optional<TypeId> MostSpecificType(const OpView& op, std::span<const TypeId> types, int constraint);
std::optional<TypeId> LeastSpecificType(const OpView& op, std::span<const TypeId> types, int constraint);

// infer_data_movement.cc
bool CheckBroadcastDims(const OpView& op);
bool CheckReshape(const OpView& op);  // REQUIRES: results

// infer_dot.cc
struct DotDims {
  std::span<const int64_t> lhs_batching;
  std::span<const int64_t> rhs_batching;
  std::span<const int64_t> lhs_contracting;
  std::span<const int64_t> rhs_contracting;
};
DotDims DotDimsOf(const OpView& op, std::string_view attr_name);
bool CheckDotDims(const OpView& op, const DotDims& dims);
bool CheckPrecisionConfig(const OpView& op, int constraint);
// Result 0 has this shape, whatever its elements: sums may be wider than what is multiplied.
bool CheckResultShape(const OpView& op, int constraint, const Shape& shape);
// That result; of an op to be made one with lhs' elements.
void PushContracted(const OpView& op, const Shape& shape, Results& results);

// infer_window.cc
struct WindowDim {
  int64_t size = 1;
  int64_t stride = 1;
  int64_t low = 0;  // padding
  int64_t high = 0;
  int64_t base_dilation = 1;
  int64_t window_dilation = 1;
};
// Where a list of factors stands and which constraints say that it is as long as the window and positive.
struct WindowAttr {
  std::string_view name = {};  // empty: the op has none
  std::string_view title = {};
  int size = 0;
  int positive = 0;
};
struct WindowLabels {
  int dimensions = 0;  // the window's sizes are positive
  WindowAttr strides = {};
  WindowAttr base_dilation = {};
  WindowAttr window_dilation = {};
  int padding = 0;  // 0: not an attribute
};
// The window of these sizes with what the op's attributes say, or none, reported.
std::optional<std::vector<WindowDim>> ReadWindow(const OpView& op, std::span<const int64_t> sizes,
                                                 const WindowLabels& labels);
bool SetPadding(std::span<const int64_t> pairs, std::vector<WindowDim>& window);
// How many times the window fits; kDynamic if that is not known, none if the numbers are too large.
std::optional<int64_t> NumWindows(int64_t size, const WindowDim& window);
std::optional<DimList> NumWindows(const OpView& op, int constraint, std::span<const int64_t> sizes,
                                  std::span<const WindowDim> window);

// infer_reduction.cc
// The region takes two values for each input and returns one; `inits` is empty if each input starts from an element of
// its own. Arguments may have dimensions only of `allowed`.
bool CheckReducer(const OpView& op, int constraint, size_t region, std::span<const TypeId> inputs,
                  std::span<const TypeId> inits, std::span<const int64_t> allowed);
// Each input with the element type that the region gives it.
void PushReduced(const OpView& op, size_t region, std::span<const TypeId> inputs, Results& results);

// infer_quantize.cc
bool CheckAddElements(const OpView& op);
// Quantized operand and result have the same scales and zero points.
bool CheckSameScales(const OpView& op, int constraint, TypeId operand, TypeId result);
// The numbers of the constraints on quantized operands of dot_general and convolution.
struct ContractionLabels {
  int is_quantized, storage, expressed, granularity, hybrid;
};
bool CheckContractionElements(const OpView& op, const ContractionLabels& label);

// ---- Rules

// elementwise
bool FirstOperand(const OpView& op, Results& results);
bool Abs(const OpView& op, Results& results);
bool Add(const OpView& op, Results& results);
bool Clamp(const OpView& op, Results& results);
bool Compare(const OpView& op, Results& results);
bool Complex(const OpView& op, Results& results);
bool IsFinite(const OpView& op, Results& results);
bool Real(const OpView& op, Results& results);
bool ReducePrecision(const OpView& op, Results& results);
bool Select(const OpView& op, Results& results);
// quantize
bool UniformQuantize(const OpView& op, Results& results);
bool UniformDequantize(const OpView& op, Results& results);
// data_movement
bool BitcastConvert(const OpView& op, Results& results);
bool Broadcast(const OpView& op, Results& results);
bool BroadcastInDim(const OpView& op, Results& results);
bool Concatenate(const OpView& op, Results& results);
bool Constant(const OpView& op, Results& results);
bool DynamicSlice(const OpView& op, Results& results);
bool DynamicUpdateSlice(const OpView& op, Results& results);
bool Iota(const OpView& op, Results& results);
bool Pad(const OpView& op, Results& results);
bool Reshape(const OpView& op, Results& results);
bool Reverse(const OpView& op, Results& results);
bool Slice(const OpView& op, Results& results);
bool Transpose(const OpView& op, Results& results);
// dot, convolution
bool DotGeneral(const OpView& op, Results& results);
bool Dot(const OpView& op, Results& results);
bool Convolution(const OpView& op, Results& results);
bool DynamicConv(const OpView& op, Results& results);
// reduction
bool Reduce(const OpView& op, Results& results);
bool ReduceWindow(const OpView& op, Results& results);
bool SelectAndScatter(const OpView& op, Results& results);
// batch_norm
bool BatchNormGrad(const OpView& op, Results& results);
bool BatchNormInference(const OpView& op, Results& results);
bool BatchNormTraining(const OpView& op, Results& results);
// gather_scatter, sort
bool Gather(const OpView& op, Results& results);
bool DynamicGather(const OpView& op, Results& results);
bool Scatter(const OpView& op, Results& results);
bool Sort(const OpView& op, Results& results);
bool Map(const OpView& op, Results& results);
// control_flow
bool If(const OpView& op, Results& results);
bool Case(const OpView& op, Results& results);
bool While(const OpView& op, Results& results);
bool OptimizationBarrier(const OpView& op, Results& results);
bool Token(const OpView& op, Results& results);
bool Tuple(const OpView& op, Results& results);
bool GetTupleElement(const OpView& op, Results& results);
bool AsyncStart(const OpView& op, Results& results);
bool AsyncDone(const OpView& op, Results& results);
// collective
bool AllGather(const OpView& op, Results& results);
bool AllReduce(const OpView& op, Results& results);
bool AllToAll(const OpView& op, Results& results);
bool CollectiveBroadcast(const OpView& op, Results& results);
bool CollectiveReduce(const OpView& op, Results& results);
bool CollectivePermute(const OpView& op, Results& results);
bool ReduceScatter(const OpView& op, Results& results);
bool ProcessId(const OpView& op, Results& results);
bool Send(const OpView& op, Results& results);
bool Recv(const OpView& op, Results& results);
bool Infeed(const OpView& op, Results& results);
// linear_algebra, fft, rng
bool Cholesky(const OpView& op, Results& results);
bool TriangularSolve(const OpView& op, Results& results);
bool Fft(const OpView& op, Results& results);
bool Rng(const OpView& op, Results& results);
bool RngBitGenerator(const OpView& op, Results& results);
// custom_call
bool CustomCall(const OpView& op, Results& results);
// dynamic
bool DynamicBroadcastInDim(const OpView& op, Results& results);
bool DynamicIota(const OpView& op, Results& results);
bool DynamicPad(const OpView& op, Results& results);
bool DynamicReshape(const OpView& op, Results& results);
bool GetDimensionSize(const OpView& op, Results& results);
bool SetDimensionSize(const OpView& op, Results& results);
bool RealDynamicSlice(const OpView& op, Results& results);
// check: the test dialect
bool CheckValue(const OpView& op, Results& results);
bool CheckPair(const OpView& op, Results& results);
// chlo
bool ChloBroadcast(const OpView& op, Results& results);
bool ChloBroadcastCompare(const OpView& op, Results& results);
bool ChloBroadcastComplex(const OpView& op, Results& results);
bool ChloBroadcastSelect(const OpView& op, Results& results);
bool ChloConstantLike(const OpView& op, Results& results);
bool ChloRaggedDot(const OpView& op, Results& results);
bool ChloScan(const OpView& op, Results& results);
bool ChloTopK(const OpView& op, Results& results);

}  // namespace cppjrt::stablehlo::rules

#endif  // CPPJRT_STABLEHLO_OP_INFER_RULES_H_
