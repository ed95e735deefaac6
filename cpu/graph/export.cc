#include "cpu/graph/export.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "cpu/graph/window_shape.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/ir/builder.h"
#include "stablehlo/ir/clone.h"
#include "stablehlo/ir/function.h"
#include "stablehlo/op/build.h"
#include "stablehlo/op/def_tables.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::cpu {
namespace {

using stablehlo::AttrId;
using stablehlo::EnumKind;
using stablehlo::Module;
using stablehlo::NamedAttr;
using stablehlo::Opcode;
using stablehlo::OpId;
using stablehlo::RegionId;
using stablehlo::StructKind;
using stablehlo::TypeId;
using stablehlo::ValueId;

constexpr Opcode kNone = stablehlo::kNoOpcode;

// The op of each operation on elements. What has none (the last rows) is not made by import.
Opcode OpcodeOf(ElementOp op) {
  switch (op) {
    case ElementOp::kBitcast:
      return Opcode::kBitcastConvert;
    case ElementOp::kRoundAfz:
      return Opcode::kRoundNearestAfz;
    case ElementOp::kRoundEven:
      return Opcode::kRoundNearestEven;
    case ElementOp::kErfInv:
    case ElementOp::kErf:
    case ElementOp::kErfc:
      return kNone;
    default: {
      const stablehlo::OpInfo* info = stablehlo::FindOp("stablehlo." + std::string(ElementMnemonic(op)));
      return info == nullptr ? kNone : info->opcode;
    }
  }
}

class Exporter {
 public:
  Exporter() : builder_(&module_) { stablehlo::MakeModule(module_); }

  Module Take() { return std::move(module_); }
  Module& module() { return module_; }

  Status ExportGraph(const Graph& graph);
  // The node alone, in a function of its operands. Returns the op.
  StatusOr<OpId> ExportNode(const Node& node);

 private:
  stablehlo::AttrTable& attrs() { return module_.attrs(); }
  TypeId TypeOf(const Shape& shape);
  void Bind(const Node& node, uint32_t index, ValueId value);
  StatusOr<ValueId> Get(Value value);
  StatusOr<std::vector<ValueId>> GetAll(std::span<const Value> values);
  StatusOr<RegionId> Region(const Body& body);
  Status ExportNodes(const Body& body);
  Status ReturnFrom(const Body& body, Opcode opcode);
  StatusOr<OpId> Emit(const Node& node);
  // The op alone, and the op of a node: with its operands and results.
  OpId CreateOp(Opcode opcode, std::span<const ValueId> operands, std::span<const TypeId> types,
                std::vector<NamedAttr> inherent, std::vector<RegionId> regions = {});
  StatusOr<OpId> Create(const Node& node, Opcode opcode, std::vector<NamedAttr> inherent,
                        std::vector<RegionId> regions = {});
  StatusOr<OpId> EmitConstant(const Node& node);
  StatusOr<OpId> EmitElementwise(const Node& node);
  StatusOr<OpId> EmitView(const Node& node);
  StatusOr<OpId> EmitReduction(const Node& node);
  StatusOr<OpId> EmitScan(const Node& node);
  std::vector<NamedAttr> WindowAttributes(const WindowAttrs& w);
  ValueId ReversedAlong(ValueId value, int64_t dim);
  StatusOr<OpId> EmitCall(const Node& node);
  StatusOr<OpId> EmitConvolution(const Node& node);
  StatusOr<OpId> EmitTopK(const Node& node);
  StatusOr<OpId> EmitFallback(const Node& node);
  ValueId Retyped(ValueId value, TypeId type);

  NamedAttr Named(std::string_view name, AttrId value) { return {module_.names().Intern(name), value}; }
  NamedAttr Array(std::string_view name, const Dims& dims) { return Named(name, attrs().I64Array(dims)); }
  NamedAttr Number(std::string_view name, int64_t value) { return Named(name, attrs().I64(value)); }
  NamedAttr Bool(std::string_view name, bool value) { return Named(name, attrs().Bool(value)); }
  NamedAttr Enum(std::string_view name, EnumKind kind, uint32_t value) {
    return Named(name, attrs().Enum(kind, value));
  }
  NamedAttr Padding(const Dims& low, const Dims& high);
  AttrId Struct(StructKind kind, std::vector<AttrId> fields) { return attrs().Struct(kind, fields); }
  AttrId I64s(const Dims& dims) { return attrs().I64Array(dims); }
  AttrId I64(int64_t value) { return attrs().I64(value); }

  Module module_;
  stablehlo::OpBuilder builder_;
  std::unordered_map<const Node*, std::vector<ValueId>> values_;
  int fallbacks_ = 0;
};

TypeId Exporter::TypeOf(const Shape& shape) {
  if (shape.token) return stablehlo::scalar::kToken;
  return module_.types().Tensor(shape.dims, stablehlo::ToTypeId(module_.types(), shape.type));
}

void Exporter::Bind(const Node& node, uint32_t index, ValueId value) {
  std::vector<ValueId>& values = values_[&node];
  values.resize(node.shapes.size());
  values[index] = value;
}

StatusOr<ValueId> Exporter::Get(Value value) {
  const auto found = values_.find(value.node);
  if (found == values_.end()) return UnimplementedError("export: a value from outside of what is exported");
  return found->second[value.index];
}

StatusOr<std::vector<ValueId>> Exporter::GetAll(std::span<const Value> values) {
  std::vector<ValueId> all;
  for (const Value value : values) {
    CPPJRT_ASSIGN_OR_RETURN(const ValueId id, Get(value));
    all.push_back(id);
  }
  return all;
}

NamedAttr Exporter::Padding(const Dims& low, const Dims& high) {
  const auto rank = static_cast<int64_t>(low.size());
  const TypeId type = module_.types().Tensor({rank, 2}, stablehlo::scalar::kI64);
  const std::span<int64_t> pairs(module_.arena().AllocateArray<int64_t>(2 * low.size()), 2 * low.size());
  for (size_t i = 0; i < low.size(); ++i) {
    pairs[2 * i] = low[i];
    pairs[2 * i + 1] = high[i];
  }
  return Named("padding", attrs().Dense(type, false, std::as_bytes(std::span<const int64_t>(pairs))));
}

OpId Exporter::CreateOp(Opcode opcode, std::span<const ValueId> operands, std::span<const TypeId> types,
                        std::vector<NamedAttr> inherent, std::vector<RegionId> regions) {
  stablehlo::OpState state;
  state.opcode = opcode;
  state.operands = operands;
  state.result_types = types;
  state.inherent = inherent;
  state.regions = regions;
  return builder_.Create(state);
}

StatusOr<OpId> Exporter::Create(const Node& node, Opcode opcode, std::vector<NamedAttr> inherent,
                                std::vector<RegionId> regions) {
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<ValueId> operands, GetAll(node.operands));
  std::vector<TypeId> types;
  for (const Shape& shape : node.shapes) types.push_back(TypeOf(shape));
  const OpId op = CreateOp(opcode, operands, types, std::move(inherent), std::move(regions));
  for (uint32_t i = 0; i < node.shapes.size(); ++i) Bind(node, i, module_.op(op).result(i));
  return op;
}

StatusOr<RegionId> Exporter::Region(const Body& body) {
  std::vector<TypeId> types;
  for (const Node* parameter : body.parameters) types.push_back(TypeOf(parameter->shape()));
  const auto [region, block] = builder_.NewRegion(types);
  for (size_t i = 0; i < body.parameters.size(); ++i) Bind(*body.parameters[i], 0, module_.block(block).args[i]);
  const stablehlo::OpBuilder outside = builder_;
  builder_.SetInsertionPoint(block);
  const Status status = ExportNodes(body);
  const Status returned = status.ok() ? ReturnFrom(body, Opcode::kReturn) : status;
  builder_ = outside;
  if (!returned.ok()) return returned;
  return region;
}

Status Exporter::ReturnFrom(const Body& body, Opcode opcode) {
  CPPJRT_ASSIGN_OR_RETURN(const std::vector<ValueId> results, GetAll(body.results));
  stablehlo::OpState state;
  state.opcode = opcode;
  state.operands = results;
  builder_.Create(state);
  return OkStatus();
}

Status Exporter::ExportNodes(const Body& body) {
  for (const Node* node : body.nodes) {
    const StatusOr<OpId> op = Emit(*node);
    if (!op.ok()) return op.status();
  }
  return OkStatus();
}

StatusOr<OpId> Exporter::EmitConstant(const Node& node) {
  if (node.shape().token) return Create(node, Opcode::kAfterAll, {});
  const Tensor& tensor = node.attr<ConstantAttrs>().value;
  const bool splat = tensor.num_elements() == 1 || tensor.rank() < node.shape().rank();
  module_.KeepAlive(std::make_shared<Tensor>(tensor));
  return Create(node, Opcode::kConstant, {Named("value", attrs().Dense(TypeOf(node.shape()), splat, tensor.bytes()))});
}

StatusOr<OpId> Exporter::EmitElementwise(const Node& node) {
  const ElementAttrs& element = node.attr<ElementAttrs>();
  const Opcode opcode = OpcodeOf(element.op);
  if (opcode == kNone) return UnimplementedError("export: no op for " + std::string(ElementMnemonic(element.op)));
  std::vector<NamedAttr> inherent;
  if (element.op == ElementOp::kCompare) {
    // Numbers of the enumerators of ComparisonType (op/enums.def).
    constexpr uint32_t kFloat = 1, kTotalOrder = 2, kSigned = 3, kUnsigned = 4;
    const ElementType type = node.operands[0].type();
    const bool real = stablehlo::IsFloat(type) || stablehlo::IsComplex(type);
    const uint32_t kind = element.total_order         ? kTotalOrder
                          : real                      ? kFloat
                          : stablehlo::IsSigned(type) ? kSigned
                                                      : kUnsigned;
    inherent = {Enum("comparison_direction", EnumKind::kComparisonDirection, static_cast<uint32_t>(element.direction)),
                Enum("compare_type", EnumKind::kComparisonType, kind)};
  }
  if (element.op == ElementOp::kReducePrecision) {
    inherent = {Named("exponent_bits", attrs().I32(element.exponent_bits)),
                Named("mantissa_bits", attrs().I32(element.mantissa_bits))};
  }
  return Create(node, opcode, std::move(inherent));
}

StatusOr<OpId> Exporter::EmitView(const Node& node) {
  switch (node.kind) {
    case NodeKind::kBroadcast:
      return Create(node, Opcode::kBroadcastInDim, {Array("broadcast_dimensions", node.dims_attr())});
    case NodeKind::kConcatenate:
      return Create(node, Opcode::kConcatenate, {Number("dimension", node.dims_attr()[0])});
    case NodeKind::kDynamicSlice:
      return Create(node, Opcode::kDynamicSlice, {Array("slice_sizes", node.shape().dims)});
    case NodeKind::kDynamicUpdate:
      return Create(node, Opcode::kDynamicUpdateSlice, {});
    case NodeKind::kReshape:
      return Create(node, Opcode::kReshape, {});
    case NodeKind::kReverse:
      return Create(node, Opcode::kReverse, {Array("dimensions", node.dims_attr())});
    case NodeKind::kTranspose:
      return Create(node, Opcode::kTranspose, {Array("permutation", node.dims_attr())});
    case NodeKind::kPad: {
      const PadAttrs& pad = node.attr<PadAttrs>();
      return Create(node, Opcode::kPad,
                    {Array("edge_padding_low", pad.low), Array("edge_padding_high", pad.high),
                     Array("interior_padding", pad.interior)});
    }
    case NodeKind::kSlice: {
      const SliceAttrs& slice = node.attr<SliceAttrs>();
      Dims limit = slice.start;
      for (size_t d = 0; d < limit.size(); ++d) {
        const int64_t n = node.shape().dims[d];
        if (n > 0) limit[d] += (n - 1) * slice.stride[d] + 1;
      }
      return Create(
          node, Opcode::kSlice,
          {Array("start_indices", slice.start), Array("limit_indices", limit), Array("strides", slice.stride)});
    }
    default: {
      const GatherAttrs& g = node.attr<GatherAttrs>();
      const AttrId numbers =
          Struct(StructKind::kGatherDimensionNumbers,
                 {I64s(g.offset_dims), I64s(g.collapsed_slice_dims), I64s(g.operand_batching_dims),
                  I64s(g.start_indices_batching_dims), I64s(g.start_index_map), I64(g.index_vector_dim)});
      return Create(node, Opcode::kGather,
                    {Named("dimension_numbers", numbers), Array("slice_sizes", g.slice_sizes),
                     Bool("indices_are_sorted", g.sorted)});
    }
  }
}

StatusOr<OpId> Exporter::EmitReduction(const Node& node) {
  CPPJRT_ASSIGN_OR_RETURN(const RegionId combine, Region(*node.bodies[0]));
  if (node.kind == NodeKind::kReduce) {
    return Create(node, Opcode::kReduce, {Array("dimensions", node.dims_attr())}, {combine});
  }
  return Create(node, Opcode::kReduceWindow, WindowAttributes(node.attr<WindowAttrs>()), {combine});
}

std::vector<NamedAttr> Exporter::WindowAttributes(const WindowAttrs& w) {
  return {Array("window_dimensions", w.size), Array("window_strides", w.stride),
          Array("base_dilations", w.base_dilation), Array("window_dilations", w.window_dilation),
          Padding(w.low, w.high)};
}

ValueId Exporter::ReversedAlong(ValueId value, int64_t dim) {
  const TypeId type = module_.type(value);
  const OpId op = CreateOp(Opcode::kReverse, {&value, 1}, {&type, 1}, {Array("dimensions", Dims{dim})});
  return module_.op(op).result(0);
}

// Windows as long as their dimension. What runs from the end is the scan of the reversed arrays, reversed: the body's first
// operands are the sums.
StatusOr<OpId> Exporter::EmitScan(const Node& node) {
  CPPJRT_ASSIGN_OR_RETURN(const RegionId combine, Region(*node.bodies[0]));
  const ScanAttrs& scan = node.attr<ScanAttrs>();
  const Dims& dims = node.shape().dims;
  const Dims ones(dims.size(), 1), zeros(dims.size(), 0);
  WindowAttrs w = {ones, ones, ones, ones, zeros, zeros};
  w.size[static_cast<size_t>(scan.dim)] = dims[static_cast<size_t>(scan.dim)];
  w.low[static_cast<size_t>(scan.dim)] = dims[static_cast<size_t>(scan.dim)] - 1;
  CPPJRT_ASSIGN_OR_RETURN(std::vector<ValueId> operands, GetAll(node.operands));
  std::vector<TypeId> types;
  for (const Shape& shape : node.shapes) types.push_back(TypeOf(shape));
  for (size_t i = 0; scan.reverse && i < types.size(); ++i) operands[i] = ReversedAlong(operands[i], scan.dim);
  const OpId op = CreateOp(Opcode::kReduceWindow, operands, types, WindowAttributes(w), {combine});
  for (uint32_t i = 0; i < types.size(); ++i) {
    const ValueId result = module_.op(op).result(i);
    Bind(node, i, scan.reverse ? ReversedAlong(result, scan.dim) : result);
  }
  return op;
}

StatusOr<OpId> Exporter::EmitConvolution(const Node& node) {
  const ConvolutionAttrs& c = node.attr<ConvolutionAttrs>();
  const AttrId numbers = Struct(StructKind::kConvDimensionNumbers,
                                {I64(c.input_batch), I64(c.input_feature), I64s(c.input_spatial),
                                 I64(c.kernel_input_feature), I64(c.kernel_output_feature), I64s(c.kernel_spatial),
                                 I64(c.output_batch), I64(c.output_feature), I64s(c.output_spatial)});
  std::vector<int64_t> reversed;
  for (const bool r : c.reversed) reversed.push_back(r ? 1 : 0);
  return Create(node, Opcode::kConvolution,
                {Array("window_strides", c.stride), Padding(c.low, c.high), Array("lhs_dilation", c.input_dilation),
                 Array("rhs_dilation", c.kernel_dilation),
                 Named("window_reversal", attrs().DenseArray(stablehlo::scalar::kI1, reversed)),
                 Named("dimension_numbers", numbers), Number("feature_group_count", c.feature_groups),
                 Number("batch_group_count", c.batch_groups)});
}

// The fallback's function becomes a function of the module, and the node a call of it.
StatusOr<OpId> Exporter::EmitFallback(const Node& node) {
  const bool named = node.kind == NodeKind::kFallback;
  const std::shared_ptr<const stablehlo::Program>& program =
      named ? node.attr<FallbackAttrs>().program : node.attr<LinearAlgebraAttrs>().program;
  auto& from = const_cast<Module&>(program->module());  // for its locations; nothing else changes
  module_.KeepAlive(program);
  stablehlo::Cloner cloner(from, &module_);
  const std::string name = "fallback_" + std::to_string(fallbacks_++);
  OpId entry;
  for (const OpId symbol : from.ops(from.body())) {
    const OpId copy = cloner.CloneOp(symbol);
    module_.Append(copy, module_.body());
    if (symbol != program->entry()) continue;
    module_.set_attr(copy, "sym_name", attrs().String(name));
    module_.set_attr(copy, "sym_visibility", attrs().String("private"));
    entry = copy;
  }
  // Quantized arguments and results are their storage in the graph.
  const TypeId type = stablehlo::Function(module_, entry).type();
  CPPJRT_ASSIGN_OR_RETURN(std::vector<ValueId> operands, GetAll(node.operands));
  for (size_t i = 0; i < operands.size(); ++i) operands[i] = Retyped(operands[i], module_.types().input(type, i));
  std::vector<TypeId> results;
  for (size_t i = 0; i < node.shapes.size(); ++i) results.push_back(module_.types().result(type, i));
  const NamedAttr callee = Named("callee", attrs().SymbolRef(name));
  stablehlo::OpState state;
  state.opcode = Opcode::kCall;
  state.operands = operands;
  state.result_types = results;
  state.inherent = {&callee, 1};
  const OpId call = builder_.Create(state);
  for (uint32_t i = 0; i < node.shapes.size(); ++i) {
    Bind(node, i, Retyped(module_.op(call).result(i), TypeOf(node.shapes[i])));
  }
  return call;
}

ValueId Exporter::Retyped(ValueId value, TypeId type) {
  return module_.type(value) == type ? value : builder_.CreateValue(Opcode::kBitcastConvert, {value}, type);
}

// Everything sorted, and cut.
StatusOr<OpId> Exporter::EmitTopK(const Node& node) {
  const Shape& whole = node.operands[0].shape();
  const auto dim = static_cast<int64_t>(whole.dims.size()) - 1;
  CPPJRT_ASSIGN_OR_RETURN(std::vector<ValueId> sorted, GetAll(node.operands));
  std::vector<TypeId> types;
  for (const Shape& shape : node.shapes) types.push_back(TypeOf({shape.type, whole.dims}));
  if (node.shapes.size() == 2) {
    const OpId indices = CreateOp(Opcode::kIota, {}, {&types[1], 1}, {Number("iota_dimension", dim)});
    sorted.push_back(module_.op(indices).result(0));
  }
  CPPJRT_ASSIGN_OR_RETURN(const RegionId compare, Region(*node.bodies[0]));
  OpId op = CreateOp(Opcode::kSort, sorted, types, {Number("dimension", dim), Bool("is_stable", true)}, {compare});
  for (uint32_t i = 0; i < node.shapes.size(); ++i) sorted[i] = module_.op(op).result(i);
  const Dims zeros(whole.dims.size(), 0);
  const Dims ones(whole.dims.size(), 1);
  for (uint32_t i = 0; i < node.shapes.size(); ++i) {
    const TypeId type = TypeOf(node.shapes[i]);
    op = CreateOp(Opcode::kSlice, {&sorted[i], 1}, {&type, 1},
                  {Array("limit_indices", node.shapes[i].dims), Array("start_indices", zeros), Array("strides", ones)});
    Bind(node, i, module_.op(op).result(0));
  }
  return op;
}

StatusOr<OpId> Exporter::EmitCall(const Node& node) {
  switch (node.kind) {
    case NodeKind::kConvolution:
      return EmitConvolution(node);
    case NodeKind::kDot: {
      const DotAttrs& d = node.attr<DotAttrs>();
      const AttrId numbers =
          Struct(StructKind::kDotDimensionNumbers,
                 {I64s(d.lhs_batch), I64s(d.rhs_batch), I64s(d.lhs_contracting), I64s(d.rhs_contracting)});
      return Create(node, Opcode::kDotGeneral, {Named("dot_dimension_numbers", numbers)});
    }
    case NodeKind::kFft: {
      const FftAttrs& fft = node.attr<FftAttrs>();
      return Create(
          node, Opcode::kFft,
          {Enum("fft_type", EnumKind::kFftType, static_cast<uint32_t>(fft.kind)), Array("fft_length", fft.lengths)});
    }
    case NodeKind::kScatter: {
      const ScatterAttrs& s = node.attr<ScatterAttrs>();
      CPPJRT_ASSIGN_OR_RETURN(const RegionId combine, Region(*node.bodies[0]));
      const AttrId numbers = Struct(
          StructKind::kScatterDimensionNumbers,
          {I64s(s.update_window_dims), I64s(s.inserted_window_dims), I64s(s.input_batching_dims),
           I64s(s.scatter_indices_batching_dims), I64s(s.scatter_dims_to_operand_dims), I64(s.index_vector_dim)});
      return Create(node, Opcode::kScatter,
                    {Named("scatter_dimension_numbers", numbers), Bool("indices_are_sorted", s.sorted),
                     Bool("unique_indices", s.unique)},
                    {combine});
    }
    case NodeKind::kSelectAndScatter: {
      const WindowAttrs& w = node.attr<WindowAttrs>();
      CPPJRT_ASSIGN_OR_RETURN(const RegionId select, Region(*node.bodies[0]));
      CPPJRT_ASSIGN_OR_RETURN(const RegionId scatter, Region(*node.bodies[1]));
      return Create(node, Opcode::kSelectAndScatter,
                    {Array("window_dimensions", w.size), Array("window_strides", w.stride), Padding(w.low, w.high)},
                    {select, scatter});
    }
    case NodeKind::kSort: {
      const SortAttrs& sort = node.attr<SortAttrs>();
      CPPJRT_ASSIGN_OR_RETURN(const RegionId compare, Region(*node.bodies[0]));
      return Create(node, Opcode::kSort, {Number("dimension", sort.dim), Bool("is_stable", sort.stable)}, {compare});
    }
    case NodeKind::kTopK:
      return EmitTopK(node);
    default:
      return EmitFallback(node);
  }
}

StatusOr<OpId> Exporter::Emit(const Node& node) {
  switch (node.kind) {
    case NodeKind::kConstant:
      return EmitConstant(node);
    case NodeKind::kIota:
      return Create(node, Opcode::kIota, {Number("iota_dimension", node.dims_attr()[0])});
    case NodeKind::kElementwise:
      return EmitElementwise(node);
    case NodeKind::kReduce:
    case NodeKind::kReduceWindow:
      return EmitReduction(node);
    case NodeKind::kScan:
      return EmitScan(node);
    case NodeKind::kWhile:
    case NodeKind::kCase: {
      std::vector<RegionId> regions;
      for (const Body* body : node.bodies) {
        CPPJRT_ASSIGN_OR_RETURN(const RegionId region, Region(*body));
        regions.push_back(region);
      }
      return Create(node, node.kind == NodeKind::kWhile ? Opcode::kWhile : Opcode::kCase, {}, std::move(regions));
    }
    case NodeKind::kCheck:
      return UnimplementedError("checks are no ops of StableHLO");
    case NodeKind::kParameter:
      return InternalError("a parameter among the nodes");
    default:
      return GroupOf(node.kind) == NodeGroup::kView ? EmitView(node) : EmitCall(node);
  }
}

Status Exporter::ExportGraph(const Graph& graph) {
  std::vector<TypeId> inputs, outputs;
  for (const Node* parameter : graph.entry().parameters) inputs.push_back(TypeOf(parameter->shape()));
  for (const Value result : graph.entry().results) outputs.push_back(TypeOf(result.shape()));
  const OpId main = stablehlo::MakeFunction(module_, graph.name, inputs, outputs);
  const stablehlo::BlockId block = module_.entry_block(main);
  for (size_t i = 0; i < inputs.size(); ++i) Bind(*graph.entry().parameters[i], 0, module_.block(block).args[i]);
  builder_.SetInsertionPoint(block);
  CPPJRT_RETURN_IF_ERROR(ExportNodes(graph.entry()));
  return ReturnFrom(graph.entry(), Opcode::kFuncReturn);
}

StatusOr<OpId> Exporter::ExportNode(const Node& node) {
  std::vector<TypeId> inputs;
  for (const Value operand : node.operands) inputs.push_back(TypeOf(operand.shape()));
  const OpId main = stablehlo::MakeFunction(module_, "main", inputs, {});
  const stablehlo::BlockId block = module_.entry_block(main);
  builder_.SetInsertionPoint(block);
  for (size_t i = 0; i < node.operands.size(); ++i) {
    Bind(*node.operands[i].node, node.operands[i].index, module_.block(block).args[i]);
  }
  // Two operands that are one value take the last argument; all have the same tensor.
  return Emit(node);
}

}  // namespace

StatusOr<Module> Export(const Graph& graph) {
  Exporter exporter;
  CPPJRT_RETURN_IF_ERROR(exporter.ExportGraph(graph));
  return exporter.Take();
}

StatusOr<std::vector<Tensor>> Evaluate(const Node& node, std::span<const Tensor> operands) {
  if (node.kind == NodeKind::kFallback || node.kind == NodeKind::kCheck || node.kind == NodeKind::kLinearAlgebra ||
      GroupOf(node.kind) == NodeGroup::kControl) {
    return UnimplementedError("only single ops are evaluated");
  }
  Exporter exporter;
  CPPJRT_ASSIGN_OR_RETURN(const OpId op, exporter.ExportNode(node));
  std::vector<stablehlo::RuntimeValue> values(operands.begin(), operands.end());
  CPPJRT_ASSIGN_OR_RETURN(std::vector<stablehlo::RuntimeValue> results,
                          stablehlo::EvaluateOp(exporter.module(), op, values));
  std::vector<Tensor> tensors;
  for (stablehlo::RuntimeValue& result : results) tensors.push_back(std::move(result).tensor());
  return tensors;
}

}  // namespace cppjrt::cpu
