#include "cpu/plan/reduction.h"

#include <algorithm>

#include "cpu/graph/body_facts.h"

namespace cppjrt::cpu {
namespace {

bool Has(const Dims& dims, size_t d) {
  return std::find(dims.begin(), dims.end(), static_cast<int64_t>(d)) != dims.end();
}

// Number of inputs of a reduce or reduce_window: operands are inputs..., initial values...
size_t NumInputs(const Node& node) { return node.operands.size() / 2; }

std::vector<Source> OfReduce(const Node& node, const Index& outer, const Index& inner) {
  const Dims& reduced = node.dims_attr();
  Index at(node.operands[0].shape().rank());
  size_t kept = 0;
  size_t gone = 0;
  for (size_t d = 0; d < at.size(); ++d) at[d] = Has(reduced, d) ? inner[gone++] : outer[kept++];
  std::vector<Source> sources;
  for (size_t i = 0; i < NumInputs(node); ++i) sources.push_back({{}, node.operands[i], at});
  return sources;
}

std::vector<Source> OfReduceWindow(IndexSpace& space, const Node& node, const Index& outer, const Index& inner) {
  const auto& window = node.attr<WindowAttrs>();
  Source source;
  source.index.resize(outer.size());
  for (size_t d = 0; d < outer.size(); ++d) {
    const int64_t n = node.operands[0].dims()[d];
    const int64_t step = window.base_dilation[d];
    const Affine at = outer[d] * window.stride[d] + inner[d] * window.window_dilation[d] - window.low[d];
    source.guards.push_back({at, 0, n == 0 ? 0 : (n - 1) * step + 1, step});
    source.index[d] = space.Div(at, step);
  }
  std::vector<Source> sources(NumInputs(node), source);
  for (size_t i = 0; i < sources.size(); ++i) sources[i].value = node.operands[i];
  return sources;
}

std::vector<Source> OfDot(const Node& node, const Index& outer, const Index& inner) {
  const auto& attrs = node.attr<DotAttrs>();
  Source lhs;
  Source rhs;
  lhs.value = node.operands[0];
  rhs.value = node.operands[1];
  lhs.index.resize(lhs.value.shape().rank());
  rhs.index.resize(rhs.value.shape().rank());
  size_t next = 0;
  for (size_t i = 0; i < attrs.lhs_batch.size(); ++i) {
    lhs.index[static_cast<size_t>(attrs.lhs_batch[i])] = outer[next];
    rhs.index[static_cast<size_t>(attrs.rhs_batch[i])] = outer[next++];
  }
  for (size_t i = 0; i < attrs.lhs_contracting.size(); ++i) {
    lhs.index[static_cast<size_t>(attrs.lhs_contracting[i])] = inner[i];
    rhs.index[static_cast<size_t>(attrs.rhs_contracting[i])] = inner[i];
  }
  for (size_t d = 0; d < lhs.index.size(); ++d) {
    if (!Has(attrs.lhs_batch, d) && !Has(attrs.lhs_contracting, d)) lhs.index[d] = outer[next++];
  }
  for (size_t d = 0; d < rhs.index.size(); ++d) {
    if (!Has(attrs.rhs_batch, d) && !Has(attrs.rhs_contracting, d)) rhs.index[d] = outer[next++];
  }
  return {std::move(lhs), std::move(rhs)};
}

// Inner loops: the kernel's input features, then its spatial dimensions.
std::vector<Source> OfConvolution(IndexSpace& space, const Node& node, const Index& outer, const Index& inner) {
  const auto& attrs = node.attr<ConvolutionAttrs>();
  const Dims& in = node.operands[0].dims();
  const Dims& kernel_dims = node.operands[1].dims();
  Source input;
  Source kernel;
  input.value = node.operands[0];
  kernel.value = node.operands[1];
  input.index.resize(in.size());
  kernel.index.resize(kernel_dims.size());
  const Affine batch = outer[static_cast<size_t>(attrs.output_batch)];
  const Affine feature = outer[static_cast<size_t>(attrs.output_feature)];
  const int64_t out_features = kernel_dims[static_cast<size_t>(attrs.kernel_output_feature)];
  const int64_t features = kernel_dims[static_cast<size_t>(attrs.kernel_input_feature)];
  Affine in_feature = inner[0];
  Affine in_batch = batch;
  if (attrs.feature_groups > 1) {
    in_feature = in_feature + space.Div(feature, out_features / attrs.feature_groups) * features;
  }
  if (attrs.batch_groups > 1) {
    // A group of output features sees its own part of the batch.
    const int64_t batches = in[static_cast<size_t>(attrs.input_batch)] / attrs.batch_groups;
    in_batch = batch + space.Div(feature, out_features / attrs.batch_groups) * batches;
  }
  input.index[static_cast<size_t>(attrs.input_batch)] = in_batch;
  input.index[static_cast<size_t>(attrs.input_feature)] = in_feature;
  kernel.index[static_cast<size_t>(attrs.kernel_input_feature)] = inner[0];
  kernel.index[static_cast<size_t>(attrs.kernel_output_feature)] = feature;
  for (size_t s = 0; s < attrs.stride.size(); ++s) {
    const auto in_dim = static_cast<size_t>(attrs.input_spatial[s]);
    const auto kernel_dim = static_cast<size_t>(attrs.kernel_spatial[s]);
    const Affine at = outer[static_cast<size_t>(attrs.output_spatial[s])] * attrs.stride[s] +
                      inner[1 + s] * attrs.kernel_dilation[s] - attrs.low[s];
    const int64_t step = attrs.input_dilation[s];
    const int64_t n = in[in_dim];
    input.guards.push_back({at, 0, n == 0 ? 0 : (n - 1) * step + 1, step});
    input.index[in_dim] = space.Div(at, step);
    kernel.index[kernel_dim] = attrs.reversed[s] ? Affine(kernel_dims[kernel_dim] - 1) - inner[1 + s] : inner[1 + s];
  }
  return {std::move(input), std::move(kernel)};
}

std::optional<Monoid> MonoidOfOp(ElementOp op) {
  switch (op) {
    case ElementOp::kAdd:
      return Monoid::kAdd;
    case ElementOp::kMultiply:
      return Monoid::kMultiply;
    case ElementOp::kMinimum:
      return Monoid::kMinimum;
    case ElementOp::kMaximum:
      return Monoid::kMaximum;
    case ElementOp::kAnd:
      return Monoid::kAnd;
    case ElementOp::kOr:
      return Monoid::kOr;
    case ElementOp::kXor:
      return Monoid::kXor;
    default:
      return std::nullopt;
  }
}

}  // namespace

bool IsReduction(const Node& node) {
  return node.kind == NodeKind::kReduce || node.kind == NodeKind::kReduceWindow || node.kind == NodeKind::kDot ||
         node.kind == NodeKind::kConvolution;
}

Dims InnerDims(const Node& node) {
  Dims inner;
  if (node.kind == NodeKind::kReduce) {
    for (const int64_t d : node.dims_attr()) inner.push_back(node.operands[0].dims()[static_cast<size_t>(d)]);
  } else if (node.kind == NodeKind::kReduceWindow) {
    inner = node.attr<WindowAttrs>().size;
  } else if (node.kind == NodeKind::kDot) {
    for (const int64_t d : node.attr<DotAttrs>().lhs_contracting) {
      inner.push_back(node.operands[0].dims()[static_cast<size_t>(d)]);
    }
  } else {
    const auto& attrs = node.attr<ConvolutionAttrs>();
    const Dims& kernel = node.operands[1].dims();
    inner.push_back(kernel[static_cast<size_t>(attrs.kernel_input_feature)]);
    for (const int64_t d : attrs.kernel_spatial) inner.push_back(kernel[static_cast<size_t>(d)]);
  }
  return inner;
}

std::vector<Source> ReductionSources(IndexSpace& space, const Node& node, const Index& outer, const Index& inner) {
  switch (node.kind) {
    case NodeKind::kReduce:
      return OfReduce(node, outer, inner);
    case NodeKind::kReduceWindow:
      return OfReduceWindow(space, node, outer, inner);
    case NodeKind::kDot:
      return OfDot(node, outer, inner);
    default:
      return OfConvolution(space, node, outer, inner);
  }
}

std::optional<Monoid> ReducerMonoid(const Body& body) {
  const std::optional<ElementOp> op = MonoidOf(body);
  return op ? MonoidOfOp(*op) : std::nullopt;
}

bool IsPlainScan(const Node& node) {
  if (node.kind != NodeKind::kScan || node.shapes.size() != 1) return false;
  const std::optional<Monoid> monoid = ReducerMonoid(*node.bodies[0]);
  const ElementType type = node.shape().type;
  if (!monoid.has_value()) return false;
  if (type == ElementType::kF32 || type == ElementType::kF64) return *monoid <= Monoid::kMaximum;
  const bool bytes = stablehlo::ElementBits(type) % 8 == 0;
  return (stablehlo::IsInteger(type) && bytes) || (type == ElementType::kI1 && *monoid >= Monoid::kAnd);
}

}  // namespace cppjrt::cpu
