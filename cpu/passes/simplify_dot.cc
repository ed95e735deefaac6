// Contractions in their plainest form: no transposes in front, no dimensions of extent 1, and nothing contracted is a
// product; convolutions that are contractions.
#include <algorithm>
#include <utility>

#include "cpu/graph/scalar.h"
#include "cpu/passes/constants.h"
#include "cpu/passes/dot.h"
#include "cpu/passes/index_maps.h"
#include "cpu/passes/simplify.h"

namespace cppjrt::cpu {
namespace {

Dims Mapped(const Dims& dims, const Dims& map) {
  Dims mapped;
  for (const int64_t d : dims) mapped.push_back(map[At(d)]);
  return mapped;
}

// The transpose in front of a side goes into its dimension numbers, if the free dimensions keep their order.
bool AbsorbTranspose(DotSide& side) {
  if (side.value.node->kind != NodeKind::kTranspose) return false;
  const Dims& permutation = side.value.node->dims_attr();
  const Dims free = Mapped(side.Free(), permutation);
  if (!std::ranges::is_sorted(free)) return false;
  side = DotSide(side.value.node->operands[0], Mapped(side.batch, permutation), Mapped(side.contracting, permutation));
  return true;
}

// Takes the dimensions marked out of a side; they have extent 1.
void Drop(Body& body, DotSide& side, const std::vector<bool>& drop) {
  Dims dims, place(drop.size(), -1);
  for (size_t d = 0; d < drop.size(); ++d) {
    if (drop[d]) continue;
    place[d] = static_cast<int64_t>(dims.size());
    dims.push_back(side.value.dims()[d]);
  }
  const auto kept = [&](const Dims& from) {
    Dims to;
    for (const int64_t d : from) {
      if (place[At(d)] >= 0) to.push_back(place[At(d)]);
    }
    return to;
  };
  side = DotSide(body.Reshape(side.value, dims), kept(side.batch), kept(side.contracting));
}

bool DropOnes(Body& body, Dot& dot) {
  std::vector<bool> left(dot.lhs.value.shape().rank(), false), right(dot.rhs.value.shape().rank(), false);
  bool any = false;
  for (size_t d = 0; d < left.size(); ++d) any |= left[d] = dot.lhs.value.dims()[d] == 1;
  for (size_t d = 0; d < right.size(); ++d) any |= right[d] = dot.rhs.value.dims()[d] == 1;
  if (!any) return false;
  Drop(body, dot.lhs, left);
  Drop(body, dot.rhs, right);
  return true;
}

// A product for each pair, rounded once: both sides spread out over the result.
Values AsProduct(Node& node, const Dot& dot) {
  Body& body = *node.parent;
  const Dims result = dot.ResultDims();
  const size_t batches = dot.lhs.batch.size();
  const size_t left_free = dot.lhs.Free().size();
  const auto spread = [&](const DotSide& side, size_t first_free) {
    Dims map(side.value.shape().rank(), 0);
    size_t next = first_free;
    for (size_t d = 0; d < map.size(); ++d) {
      const auto at = std::ranges::find(side.batch, static_cast<int64_t>(d)) - side.batch.begin();
      map[d] = at < static_cast<std::ptrdiff_t>(batches) ? at : static_cast<int64_t>(next++);
    }
    const Value wide = body.Convert(side.value, node.shape().type);
    return body.Broadcast(wide, result, map);
  };
  const Value product =
      body.Elementwise(ElementOp::kMultiply, {spread(dot.lhs, batches), spread(dot.rhs, batches + left_free)});
  const ElementType type = product.type();
  if (!stablehlo::IsFloat(type) && !stablehlo::IsComplex(type)) return {product};
  // A sum begins with +0: that of one product is never -0.
  return {body.Elementwise(ElementOp::kAdd, {product, body.Splat(type, product.dims(), 0)})};
}

// Whether the products can be computed in the result's type: it is not narrower than the operands'.
bool ConvertsExactly(const Node& node) {
  const ElementType from = node.operands[0].type(), to = node.shape().type;
  if (from == to) return true;
  return stablehlo::IsComplex(from) == stablehlo::IsComplex(to) &&
         stablehlo::ElementBits(from) <= stablehlo::ElementBits(to) &&
         (stablehlo::IsFloat(to) ? to == ElementType::kF32 || to == ElementType::kF64 : true);
}

bool AllEqual(const Dims& dims, int64_t value) {
  return std::ranges::all_of(dims, [value](int64_t d) { return d == value; });
}

}  // namespace

Values SimplifyDot(Node& node) {
  Body& body = *node.parent;
  Dot dot(node);
  if (node.shape().num_elements() == 0) return {};
  for (const int64_t d : dot.lhs.ExtentsOf(dot.lhs.contracting)) {
    if (d == 0) return {body.SplatInt(node.shape().type, node.shape().dims, 0)};
  }
  if (dot.lhs.contracting.empty() && ConvertsExactly(node)) return AsProduct(node, dot);
  bool changed = AbsorbTranspose(dot.lhs);
  changed |= AbsorbTranspose(dot.rhs);
  changed |= DropOnes(body, dot);
  if (!changed) return {};
  return {body.Reshape(dot.Make(body, node.shape().type), node.shape().dims)};
}

// A kernel of one element, without padding or dilation: each position by itself.
Values SimplifyConvolution(Node& node) {
  const ConvolutionAttrs& c = node.attr<ConvolutionAttrs>();
  const Value kernel = node.operands[1];
  if (c.feature_groups != 1 || c.batch_groups != 1 || node.shape().num_elements() == 0) return {};
  for (const int64_t d : c.kernel_spatial) {
    if (kernel.dims()[At(d)] != 1) return {};
  }
  if (!AllEqual(c.low, 0) || !AllEqual(c.high, 0) || !AllEqual(c.input_dilation, 1)) return {};
  Body& body = *node.parent;
  Value input = node.operands[0];
  Dims stride(input.shape().rank(), 1);
  for (size_t i = 0; i < c.input_spatial.size(); ++i) stride[At(c.input_spatial[i])] = c.stride[i];
  if (!AllEqual(stride, 1)) input = body.Slice(input, Dims(stride.size(), 0), input.dims(), stride);
  DotAttrs attrs;
  attrs.lhs_contracting = {c.input_feature};
  attrs.rhs_contracting = {c.kernel_input_feature < c.kernel_output_feature ? 0 : 1};
  const int64_t in = kernel.dims()[At(c.kernel_input_feature)], out = kernel.dims()[At(c.kernel_output_feature)];
  const Value matrix =
      body.Reshape(kernel, c.kernel_input_feature < c.kernel_output_feature ? Dims{in, out} : Dims{out, in});
  // The result's dimensions: the input's but for the feature, then the output feature.
  Dims dims, order(input.shape().rank(), 0);
  for (int64_t d = 0; d < static_cast<int64_t>(input.shape().rank()); ++d) {
    if (d == c.input_feature) continue;
    const bool batch = d == c.input_batch;
    const auto i = std::ranges::find(c.input_spatial, d) - c.input_spatial.begin();
    order[At(batch ? c.output_batch : c.output_spatial[At(i)])] = static_cast<int64_t>(dims.size());
    dims.push_back(input.dims()[At(d)]);
  }
  order[At(c.output_feature)] = static_cast<int64_t>(dims.size());
  dims.push_back(out);
  Node* dot = body.Add(NodeKind::kDot, {Shape{node.shape().type, dims}}, {input, matrix}, std::move(attrs));
  return {body.Transpose({dot, 0}, order)};
}

}  // namespace cppjrt::cpu
