#include "stablehlo/transforms/partition_rules.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <span>
#include <string_view>

#include "stablehlo/op/call_target.h"
#include "stablehlo/op/def_tables.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/transforms/partition_batch_rules.h"
#include "stablehlo/transforms/partition_reader.h"
#include "stablehlo/transforms/reshape_dims.h"

namespace cppjrt::stablehlo {
namespace {

using Factors = std::optional<OpFactors>;
using Reader = PartitionReader;

// ---- The rules

// All dimensions, with those of scalars left alone.
Factors Elementwise(const Module& module, OpId op, const WholeTypes& whole) {
  Reader reader(module, op, whole);
  const List dims = reader.result();
  for (size_t i = 0; i < reader.num_operands(); ++i) {
    const List operand = reader.operand(i);
    if (!operand.empty() && !std::ranges::equal(operand, dims)) return std::nullopt;
  }
  for (size_t i = 0; i < reader.num_results(); ++i) {
    if (!std::ranges::equal(reader.result(i), dims)) return std::nullopt;
  }
  for (size_t d = 0; d < dims.size(); ++d) reader.Along(d);
  return reader.factors;
}

// Of its first `count` operands, the others say what to do with them.
Factors LinearIn(Factors factors, size_t count) {
  if (!factors) return factors;
  factors->linear = true;
  factors->summands.assign(factors->operands.size(), false);
  for (size_t i = 0; i < count && i < factors->summands.size(); ++i) factors->summands[i] = true;
  return factors;
}

Factors Linear(const Module& module, OpId op, const WholeTypes& whole) {
  Factors factors = Elementwise(module, op, whole);
  if (factors) factors->linear = true;
  return factors;
}

// Numbers that become longer are what they were.
Factors Convert(const Module& module, OpId op, const WholeTypes& whole) {
  Factors factors = Elementwise(module, op, whole);
  const TypeTable& types = module.types();
  const TypeId from = types.element_type(module.type(module.op(op).operands()[0]));
  const TypeId to = types.element_type(module.type(module.op(op).result(0)));
  if (factors) factors->linear = types.IsFloat(from) && types.IsFloat(to) && types.bits(from) < types.bits(to);
  return factors;
}

Factors Select(const Module& module, OpId op, const WholeTypes& whole) {
  Factors factors = Linear(module, op, whole);
  if (factors) factors->summands = {false, true, true};
  return factors;
}

// Operand i and result i have all dimensions in common.
Factors Pairwise(const Module& module, OpId op, const WholeTypes& whole) {
  Reader reader(module, op, whole);
  if (reader.num_operands() != reader.num_results()) return std::nullopt;
  for (size_t i = 0; i < reader.num_operands(); ++i) {
    for (size_t d = 0; d < reader.result(i).size(); ++d) {
      reader.factors.operands[i][d] = reader.factors.results[i][d] = reader.NewFactor();
    }
  }
  return reader.factors;
}

Factors Transpose(const Module& module, OpId op, const WholeTypes& whole) {
  Reader reader(module, op, whole);
  const List permutation = reader.Numbers("permutation");
  for (size_t d = 0; d < permutation.size(); ++d) {
    reader.factors.results[0][d] = reader.factors.operands[0][static_cast<size_t>(permutation[d])] = reader.NewFactor();
  }
  reader.factors.linear = true;
  return reader.factors;
}

Factors BroadcastInDim(const Module& module, OpId op, const WholeTypes& whole) {
  Reader reader(module, op, whole);
  const List places = reader.Numbers("broadcast_dimensions");
  for (size_t d = 0; d < places.size(); ++d) {
    const auto place = static_cast<size_t>(places[d]);
    if (reader.operand(0)[d] != reader.result()[place]) continue;
    reader.factors.operands[0][d] = reader.factors.results[0][place] = reader.NewFactor();
  }
  // What is bigger is not what to add up.
  reader.factors.linear = module.types().num_elements(WholeType(module, whole, module.op(op).operands()[0])) ==
                          module.types().num_elements(module.type(module.op(op).result(0)));
  return reader.factors;
}

// Dimensions that are split or merged can be shared along the slowest one.
Factors Reshape(const Module& module, OpId op, const WholeTypes& whole) {
  Reader reader(module, op, whole);
  reader.factors.linear = true;
  for (const auto& [from, to] : SlowestDims(reader.operand(0), reader.result())) {
    reader.factors.operands[0][from] = reader.factors.results[0][to] = reader.NewFactor();
  }
  return reader.factors;
}

Factors Reduce(const Module& module, OpId op, const WholeTypes& whole) {
  Reader reader(module, op, whole);
  const List reduced = reader.Numbers("dimensions");
  const size_t inputs = reader.num_results();
  const std::optional<Opcode> combiner = inputs == 1 ? CombinerOf(module, op) : std::nullopt;
  // The others take the first value any number of times.
  const bool sums = combiner && (combiner != Opcode::kAdd || IsZeroConstant(module, module.op(op).operands()[1]));
  size_t kept = 0;
  for (size_t d = 0; d < reader.operand(0).size(); ++d) {
    if (Contains(reduced, d)) {
      if (sums) reader.factors.operands[0][d] = reader.NewFactor(true);
      continue;
    }
    const int factor = reader.NewFactor();
    for (size_t i = 0; i < inputs; ++i) reader.factors.operands[i][d] = reader.factors.results[i][kept] = factor;
    ++kept;
  }
  reader.factors.combine = combiner.value_or(Opcode::kAdd);
  reader.factors.linear = sums && combiner == Opcode::kAdd;
  return reader.factors;
}

// The result has the batch dimensions, then the others of each operand that are not summed over.
Factors DotGeneral(const Module& module, OpId op, const WholeTypes& whole) {
  Reader reader(module, op, whole);
  const auto field = [&](std::string_view name) {
    return reader.Field(StructKind::kDotDimensionNumbers, "dot_dimension_numbers", name);
  };
  const List lhs_batch = field("lhs_batching_dimensions");
  const List rhs_batch = field("rhs_batching_dimensions");
  const List lhs_summed = field("lhs_contracting_dimensions");
  const List rhs_summed = field("rhs_contracting_dimensions");
  OpFactors& factors = reader.factors;
  size_t place = 0;
  for (size_t i = 0; i < lhs_batch.size(); ++i) {
    factors.operands[0][static_cast<size_t>(lhs_batch[i])] = factors.operands[1][static_cast<size_t>(rhs_batch[i])] =
        factors.results[0][place++] = reader.NewFactor();
  }
  for (const size_t side : {size_t{0}, size_t{1}}) {
    for (size_t d = 0; d < reader.operand(side).size(); ++d) {
      if (Contains(side == 0 ? lhs_batch : rhs_batch, d) || Contains(side == 0 ? lhs_summed : rhs_summed, d)) continue;
      factors.operands[side][d] = factors.results[0][place++] = reader.NewFactor();
    }
  }
  for (size_t i = 0; i < lhs_summed.size(); ++i) {
    factors.operands[0][static_cast<size_t>(lhs_summed[i])] = factors.operands[1][static_cast<size_t>(rhs_summed[i])] =
        reader.NewFactor(true);
  }
  return factors;
}

// Marks that are their operand.
Factors CustomCall(const Module& module, OpId op, const WholeTypes& whole) {
  constexpr std::string_view kMarks[] = {"InspectSharding", "LayoutConstraint", "MoveToDevice", "MoveToHost",
                                         "annotate_device_placement"};
  const bool is_mark = std::ranges::find(kMarks, CallTargetName(module, op)) != std::end(kMarks);
  return is_mark ? Elementwise(module, op, whole) : LapackCallFactors(module, op, whole);
}

// Images, the features that come out, and those that are summed over.
Factors Convolution(const Module& module, OpId op, const WholeTypes& whole) {
  Reader reader(module, op, whole);
  const auto field = [&](std::string_view name) {
    return static_cast<size_t>(reader.FieldNumber(StructKind::kConvDimensionNumbers, "dimension_numbers", name));
  };
  OpFactors& factors = reader.factors;
  if (reader.Number("batch_group_count", 1) != 1) return std::nullopt;
  factors.operands[0][field("input_batch_dimension")] = factors.results[0][field("output_batch_dimension")] =
      reader.NewFactor();
  if (reader.Number("feature_group_count", 1) != 1) return factors;
  factors.operands[1][field("kernel_output_feature_dimension")] =
      factors.results[0][field("output_feature_dimension")] = reader.NewFactor();
  factors.operands[0][field("input_feature_dimension")] = factors.operands[1][field("kernel_input_feature_dimension")] =
      reader.NewFactor(true);
  return factors;
}

// Dimensions in which the first operand and the result have one extent and `fits` says they go through.
template <typename Fits>
Factors SameDims(const Module& module, OpId op, const WholeTypes& whole, Fits fits) {
  Reader reader(module, op, whole);
  for (size_t d = 0; d < reader.result().size(); ++d) {
    if (reader.operand(0)[d] == reader.result()[d] && fits(reader, d)) reader.Along(d);
  }
  return reader.factors;
}

Factors Slice(const Module& module, OpId op, const WholeTypes& whole) {
  return LinearIn(SameDims(module, op, whole, [](const Reader&, size_t) { return true; }), 1);
}

Factors Pad(const Module& module, OpId op, const WholeTypes& whole) {
  const auto fits = [](const Reader& reader, size_t d) {
    return reader.Numbers("edge_padding_low")[d] == 0 && reader.Numbers("edge_padding_high")[d] == 0;
  };
  return LinearIn(SameDims(module, op, whole, fits), 2);
}

Factors Concatenate(const Module& module, OpId op, const WholeTypes& whole) {
  const auto fits = [](const Reader& reader, size_t d) {
    return reader.Number("dimension", -1) != static_cast<int64_t>(d);
  };
  return LinearIn(SameDims(module, op, whole, fits), module.op(op).num_operands);
}

Factors Sort(const Module& module, OpId op, const WholeTypes& whole) {
  return SameDims(module, op, whole, [](const Reader& reader, size_t d) {
    const int64_t dimension = reader.Number("dimension", -1);
    const auto rank = static_cast<int64_t>(reader.result().size());
    return (dimension < 0 ? dimension + rank : dimension) != static_cast<int64_t>(d);
  });
}

Factors DynamicUpdateSlice(const Module& module, OpId op, const WholeTypes& whole) {
  const auto fits = [](const Reader& reader, size_t d) { return reader.operand(1)[d] == reader.result()[d]; };
  return LinearIn(SameDims(module, op, whole, fits), 2);
}

// Rows of indices, with their part of the operand where they have one; of the operand, what each row takes whole.
Factors Gather(const Module& module, OpId op, const WholeTypes& whole) {
  Reader reader(module, op, whole);
  const auto field = [&](std::string_view name) {
    return reader.Field(StructKind::kGatherDimensionNumbers, "dimension_numbers", name);
  };
  const auto vector_dim = static_cast<size_t>(
      reader.FieldNumber(StructKind::kGatherDimensionNumbers, "dimension_numbers", "index_vector_dim"));
  const List offsets = field("offset_dims");
  const List batching = field("operand_batching_dims");
  const List index_batching = field("start_indices_batching_dims");
  OpFactors& factors = reader.factors;
  const List sizes = reader.Numbers("slice_sizes");
  size_t index_dim = 0;
  size_t operand_dim = 0;
  for (size_t d = 0; d < reader.result().size(); ++d) {
    if (!Contains(offsets, d)) {
      if (index_dim == vector_dim) ++index_dim;
      const int factor = factors.results[0][d] = factors.operands[1][index_dim] = reader.NewFactor();
      const auto at = std::ranges::find(index_batching, static_cast<int64_t>(index_dim++));
      if (at != index_batching.end()) {
        factors.operands[0][static_cast<size_t>(batching[static_cast<size_t>(at - index_batching.begin())])] = factor;
      }
      continue;
    }
    while (Contains(field("collapsed_slice_dims"), operand_dim) || Contains(batching, operand_dim)) ++operand_dim;
    if (sizes[operand_dim] == reader.operand(0)[operand_dim]) {
      factors.results[0][d] = factors.operands[0][operand_dim] = reader.NewFactor();
    }
    ++operand_dim;
  }
  return LinearIn(factors, 1);
}

// Rows of indices with their updates, which are summed over or have their part of the input, and what each update has whole.
Factors Scatter(const Module& module, OpId op, const WholeTypes& whole) {
  Reader reader(module, op, whole);
  const auto field = [&](std::string_view name) {
    return reader.Field(StructKind::kScatterDimensionNumbers, "scatter_dimension_numbers", name);
  };
  const auto vector_dim = static_cast<size_t>(
      reader.FieldNumber(StructKind::kScatterDimensionNumbers, "scatter_dimension_numbers", "index_vector_dim"));
  if (reader.num_results() != 1) return std::nullopt;
  const List batching = field("input_batching_dims");
  const List index_batching = field("scatter_indices_batching_dims");
  const bool sums = CombinerOf(module, op) == Opcode::kAdd;
  const List windows = field("update_window_dims");
  OpFactors& factors = reader.factors;
  size_t index_dim = 0;
  size_t input_dim = 0;
  for (size_t d = 0; d < reader.operand(2).size(); ++d) {
    if (!Contains(windows, d)) {
      if (index_dim == vector_dim) ++index_dim;
      const auto at = std::ranges::find(index_batching, static_cast<int64_t>(index_dim));
      if (at != index_batching.end()) {
        const auto batch = static_cast<size_t>(batching[static_cast<size_t>(at - index_batching.begin())]);
        factors.operands[2][d] = factors.operands[1][index_dim] = factors.operands[0][batch] =
            factors.results[0][batch] = reader.NewFactor();
      } else if (sums) {
        factors.operands[2][d] = factors.operands[1][index_dim] = reader.NewFactor(true);
      }
      ++index_dim;
      continue;
    }
    while (Contains(field("inserted_window_dims"), input_dim) || Contains(batching, input_dim)) ++input_dim;
    if (reader.operand(2)[d] == reader.operand(0)[input_dim]) {
      factors.operands[2][d] = factors.operands[0][input_dim] = factors.results[0][input_dim] = reader.NewFactor();
    }
    ++input_dim;
  }
  factors.counted_once = 0;
  return factors;
}

// ---- Attributes

// An attribute that has an extent for each dimension of a value.
void FitExtents(Module& module, OpId op, std::string_view name, List dims) {
  module.set_attr(op, name, module.attrs().I64Array(dims));
}

// A dimension that is not whole was taken from 0 to its end.
void FitSlice(Module& module, OpId op) {
  const List operand = DimsOf(module, module.type(module.op(op).operands()[0]));
  std::vector<int64_t> limits(module.attrs().i64s(module.attr(op, "limit_indices")).begin(),
                              module.attrs().i64s(module.attr(op, "limit_indices")).end());
  for (size_t d = 0; d < limits.size(); ++d) limits[d] = std::min(limits[d], operand[d]);
  FitExtents(module, op, "limit_indices", limits);
}

void FitSliceSizes(Module& module, OpId op) {
  FitExtents(module, op, "slice_sizes", DimsOf(module, module.type(module.op(op).result(0))));
}

void FitGather(Module& module, OpId op) {
  const List operand = DimsOf(module, module.type(module.op(op).operands()[0]));
  const List given = module.attrs().i64s(module.attr(op, "slice_sizes"));
  std::vector<int64_t> sizes(given.begin(), given.end());
  for (size_t d = 0; d < sizes.size(); ++d) sizes[d] = std::min(sizes[d], operand[d]);
  FitExtents(module, op, "slice_sizes", sizes);
}

// clang-format off
struct Rule {
  Opcode opcode;
  Factors (*factors)(const Module& module, OpId op, const WholeTypes& whole);
  void (*fit)(Module& module, OpId op) = nullptr;  // null: no attribute depends on extents
};
constexpr Rule kRules[] = {
    {Opcode::kAdd,                 &Linear},
    {Opcode::kBitcastConvert,      &BitcastConvertFactors},
    {Opcode::kBroadcastInDim,      &BroadcastInDim},
    {Opcode::kChloTopK,            &LeadingFactors<1>},
    {Opcode::kCholesky,            &LeadingFactors<2>},
    {Opcode::kConcatenate,         &Concatenate},
    {Opcode::kConvert,             &Convert},
    {Opcode::kConvolution,         &Convolution},
    {Opcode::kCustomCall,          &CustomCall},
    {Opcode::kDotGeneral,          &DotGeneral},
    {Opcode::kDynamicSlice,        &Slice, &FitSliceSizes},
    {Opcode::kDynamicUpdateSlice,  &DynamicUpdateSlice},
    {Opcode::kFft,                 &FftFactors},
    {Opcode::kGather,              &Gather, &FitGather},
    {Opcode::kNegate,              &Linear},
    {Opcode::kOptimizationBarrier, &Pairwise},
    {Opcode::kPad,                 &Pad},
    {Opcode::kReduce,              &Reduce},
    {Opcode::kReduceWindow,        &ReduceWindowFactors},
    {Opcode::kReshape,             &Reshape},
    {Opcode::kReverse,             &Slice},
    {Opcode::kScatter,             &Scatter},
    {Opcode::kSdyPropagationBarrier, &Linear},
    {Opcode::kSelect,              &Select},
    {Opcode::kSelectAndScatter,    &SelectAndScatterFactors},
    {Opcode::kSlice,               &Slice, &FitSlice},
    {Opcode::kSort,                &Sort},
    {Opcode::kSubtract,            &Linear},
    {Opcode::kTranspose,           &Transpose},
    {Opcode::kTriangularSolve,     &TriangularSolveFactors},
};
// clang-format on

const Rule* FindRule(const Module& module, OpId op) {
  const auto* rule = std::ranges::find(kRules, module.op(op).opcode, &Rule::opcode);
  return rule == std::end(kRules) ? nullptr : rule;
}

}  // namespace

TypeId WholeType(const Module& module, const WholeTypes& whole, ValueId value) {
  const auto found = whole.find(value.index());
  return found == whole.end() ? module.type(value) : found->second;
}

bool IsZeroConstant(const Module& module, ValueId value) {
  const OpId op = module.defining_op(value);
  if (!op.valid() || module.op(op).opcode != Opcode::kConstant) return false;
  const AttrId attr = module.attr(op, "value");
  if (!module.attrs().Is(attr, AttrKind::kDense)) return false;
  return std::ranges::all_of(module.attrs().dense(attr).bytes, [](std::byte b) { return b == std::byte{0}; });
}

std::optional<Opcode> CombinerOf(const Module& module, OpId op) {
  const BlockId body = module.entry_block(op);
  if (!body.valid() || module.block(body).args.size() != 2) return std::nullopt;
  const OpId first = module.block(body).first_op;
  const OpId terminator = module.last_op(body);
  if (!first.valid() || module.op(first).next != terminator || module.op(terminator).num_operands != 1)
    return std::nullopt;
  const Op& record = module.op(first);
  if (record.num_results != 1 || record.num_operands != 2 || module.op(terminator).operands()[0] != record.result(0))
    return std::nullopt;
  const std::span<const ValueId> arguments = module.block(body).args;
  const std::span<const ValueId> operands = record.operands();
  const bool both = (operands[0] == arguments[0] && operands[1] == arguments[1]) ||
                    (operands[0] == arguments[1] && operands[1] == arguments[0]);
  constexpr Opcode kCombiners[] = {Opcode::kAdd, Opcode::kMaximum, Opcode::kMinimum, Opcode::kAnd, Opcode::kOr};
  if (!both || std::ranges::find(kCombiners, record.opcode) == std::end(kCombiners)) return std::nullopt;
  return record.opcode;
}

std::optional<OpFactors> FactorsOf(const Module& module, OpId op, const WholeTypes& whole) {
  const Op& record = module.op(op);
  if (record.num_results == 0 || record.num_operands == 0) return std::nullopt;
  const auto is_static = [&](TypeId type) { return module.types().IsStaticTensor(type); };
  for (const ValueId value : record.operands()) {
    if (!is_static(WholeType(module, whole, value))) return std::nullopt;
  }
  for (const ValueId value : record.results()) {
    if (!is_static(module.type(value))) return std::nullopt;
  }
  if (const Rule* rule = FindRule(module, op)) return rule->factors(module, op, whole);
  if (!Is(module, op, Trait::kElementwise) || record.num_regions > 0) return std::nullopt;
  return Elementwise(module, op, whole);
}

void FitAttributes(Module& module, OpId op) {
  const Rule* rule = FindRule(module, op);
  if (rule != nullptr && rule->fit != nullptr) rule->fit(module, op);
}

}  // namespace cppjrt::stablehlo
