#include "stablehlo/transforms/partition_rules.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <span>
#include <string_view>

#include "stablehlo/op/def_tables.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/transforms/reshape_dims.h"

namespace cppjrt::stablehlo {
namespace {

using List = std::span<const int64_t>;
using Factors = std::optional<OpFactors>;

List DimsOf(const Module& module, TypeId type) {
  return module.types().IsTensor(type) ? module.types().dims(type) : List();
}

bool Contains(List list, size_t number) { return std::ranges::find(list, static_cast<int64_t>(number)) != list.end(); }

// An op with its attributes at hand, and the factors as they come.
class Reader {
 public:
  Reader(const Module& module, OpId op, const WholeTypes& whole)
      : module_(module), op_(op), record_(module.op(op)), whole_(whole) {
    for (size_t i = 0; i < num_operands(); ++i) factors.operands.emplace_back(operand(i).size(), kWhole);
    for (const ValueId v : record_.results())
      factors.results.emplace_back(DimsOf(module, module.type(v)).size(), kWhole);
  }

  const Module& module() const { return module_; }
  OpId op() const { return op_; }
  size_t num_operands() const { return record_.num_operands; }
  size_t num_results() const { return record_.num_results; }
  List operand(size_t i) const { return DimsOf(module_, WholeType(module_, whole_, record_.operands()[i])); }
  List result(size_t i = 0) const { return DimsOf(module_, module_.type(record_.result(i))); }
  List Numbers(std::string_view name) const { return ListOf(module_.attr(op_, name)); }
  int64_t Number(std::string_view name, int64_t otherwise) const {
    const AttrId attr = module_.attr(op_, name);
    return module_.attrs().Is(attr, AttrKind::kInteger) ? module_.attrs().integer(attr) : otherwise;
  }
  // Of a struct attribute.
  List Field(StructKind kind, std::string_view attribute, std::string_view name) const {
    return ListOf(FieldAttr(kind, attribute, name));
  }
  int64_t FieldNumber(StructKind kind, std::string_view attribute, std::string_view name) const {
    const AttrId attr = FieldAttr(kind, attribute, name);
    return module_.attrs().Is(attr, AttrKind::kInteger) ? module_.attrs().integer(attr) : -1;
  }

  int NewFactor(bool summed = false) {
    factors.summed.push_back(summed);
    return static_cast<int>(factors.summed.size()) - 1;
  }
  // The same dimension of operand 0 and of all results, and of other operands of its rank.
  void Along(size_t d) {
    const int factor = NewFactor();
    for (std::vector<int>& operand : factors.operands) {
      if (d < operand.size()) operand[d] = factor;
    }
    for (std::vector<int>& result : factors.results) result[d] = factor;
  }

  OpFactors factors;

 private:
  List ListOf(AttrId attr) const {
    return module_.attrs().Is(attr, AttrKind::kDenseArray) ? module_.attrs().i64s(attr) : List();
  }
  AttrId FieldAttr(StructKind kind, std::string_view attribute, std::string_view name) const {
    const AttrId numbers = module_.attr(op_, attribute);
    const int index = FindField(kind, name);
    if (!module_.attrs().Is(numbers, AttrKind::kStruct) || index < 0) return AttrId();
    return module_.attrs().field(numbers, static_cast<size_t>(index));
  }

  const Module& module_;
  OpId op_;
  const Op& record_;
  const WholeTypes& whole_;
};

// The op of two scalars that a region is, if it is one that parts can be combined by.
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

Factors Linear(const Module& module, OpId op, const WholeTypes& whole) {
  Factors factors = Elementwise(module, op, whole);
  if (factors) factors->linear = true;
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
  reader.factors.linear = true;
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
  const AttrId target = module.attr(op, "call_target_name");
  const bool is_mark = module.attrs().Is(target, AttrKind::kString) &&
                       std::ranges::find(kMarks, module.attrs().string(target)) != std::end(kMarks);
  return is_mark ? Elementwise(module, op, whole) : std::nullopt;
}

// Images, and the features that come out.
Factors Convolution(const Module& module, OpId op, const WholeTypes& whole) {
  Reader reader(module, op, whole);
  if (reader.Number("feature_group_count", 1) != 1 || reader.Number("batch_group_count", 1) != 1) return std::nullopt;
  const auto field = [&](std::string_view name) {
    return static_cast<size_t>(reader.FieldNumber(StructKind::kConvDimensionNumbers, "dimension_numbers", name));
  };
  OpFactors& factors = reader.factors;
  factors.operands[0][field("input_batch_dimension")] = factors.results[0][field("output_batch_dimension")] =
      reader.NewFactor();
  factors.operands[1][field("kernel_output_feature_dimension")] =
      factors.results[0][field("output_feature_dimension")] = reader.NewFactor();
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
  return SameDims(module, op, whole, [](const Reader&, size_t) { return true; });
}

Factors Pad(const Module& module, OpId op, const WholeTypes& whole) {
  return SameDims(module, op, whole, [](const Reader& reader, size_t d) {
    return reader.Numbers("edge_padding_low")[d] == 0 && reader.Numbers("edge_padding_high")[d] == 0;
  });
}

Factors Reverse(const Module& module, OpId op, const WholeTypes& whole) {
  return SameDims(module, op, whole,
                  [](const Reader& reader, size_t d) { return !Contains(reader.Numbers("dimensions"), d); });
}

Factors Concatenate(const Module& module, OpId op, const WholeTypes& whole) {
  return SameDims(module, op, whole, [](const Reader& reader, size_t d) {
    return reader.Number("dimension", -1) != static_cast<int64_t>(d);
  });
}

Factors Sort(const Module& module, OpId op, const WholeTypes& whole) {
  return SameDims(module, op, whole, [](const Reader& reader, size_t d) {
    const int64_t dimension = reader.Number("dimension", -1);
    const auto rank = static_cast<int64_t>(reader.result().size());
    return (dimension < 0 ? dimension + rank : dimension) != static_cast<int64_t>(d);
  });
}

Factors DynamicUpdateSlice(const Module& module, OpId op, const WholeTypes& whole) {
  return SameDims(module, op, whole,
                  [](const Reader& reader, size_t d) { return reader.operand(1)[d] == reader.result()[d]; });
}

// Rows of indices; of the operand, what each row takes whole.
Factors Gather(const Module& module, OpId op, const WholeTypes& whole) {
  Reader reader(module, op, whole);
  const auto field = [&](std::string_view name) {
    return reader.Field(StructKind::kGatherDimensionNumbers, "dimension_numbers", name);
  };
  const auto vector_dim = static_cast<size_t>(
      reader.FieldNumber(StructKind::kGatherDimensionNumbers, "dimension_numbers", "index_vector_dim"));
  const List offsets = field("offset_dims");
  if (!field("operand_batching_dims").empty()) return std::nullopt;
  OpFactors& factors = reader.factors;
  const List sizes = reader.Numbers("slice_sizes");
  size_t index_dim = 0;
  size_t operand_dim = 0;
  for (size_t d = 0; d < reader.result().size(); ++d) {
    if (!Contains(offsets, d)) {
      if (index_dim == vector_dim) ++index_dim;
      factors.results[0][d] = factors.operands[1][index_dim++] = reader.NewFactor();
      continue;
    }
    while (Contains(field("collapsed_slice_dims"), operand_dim)) ++operand_dim;
    if (sizes[operand_dim] == reader.operand(0)[operand_dim]) {
      factors.results[0][d] = factors.operands[0][operand_dim] = reader.NewFactor();
    }
    ++operand_dim;
  }
  return factors;
}

// Rows of indices with their updates, which are summed over, and what each update has whole.
Factors Scatter(const Module& module, OpId op, const WholeTypes& whole) {
  Reader reader(module, op, whole);
  const auto field = [&](std::string_view name) {
    return reader.Field(StructKind::kScatterDimensionNumbers, "scatter_dimension_numbers", name);
  };
  const auto vector_dim = static_cast<size_t>(
      reader.FieldNumber(StructKind::kScatterDimensionNumbers, "scatter_dimension_numbers", "index_vector_dim"));
  if (reader.num_results() != 1 || !field("input_batching_dims").empty()) return std::nullopt;
  const bool sums = CombinerOf(module, op) == Opcode::kAdd;
  const List windows = field("update_window_dims");
  OpFactors& factors = reader.factors;
  size_t index_dim = 0;
  size_t input_dim = 0;
  for (size_t d = 0; d < reader.operand(2).size(); ++d) {
    if (!Contains(windows, d)) {
      if (index_dim == vector_dim) ++index_dim;
      if (sums) factors.operands[2][d] = factors.operands[1][index_dim] = reader.NewFactor(true);
      ++index_dim;
      continue;
    }
    while (Contains(field("inserted_window_dims"), input_dim)) ++input_dim;
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
    {Opcode::kBroadcastInDim,      &BroadcastInDim},
    {Opcode::kConcatenate,         &Concatenate},
    {Opcode::kConvolution,         &Convolution},
    {Opcode::kCustomCall,          &CustomCall},
    {Opcode::kDotGeneral,          &DotGeneral},
    {Opcode::kDynamicSlice,        &Slice, &FitSliceSizes},
    {Opcode::kDynamicUpdateSlice,  &DynamicUpdateSlice},
    {Opcode::kGather,              &Gather, &FitGather},
    {Opcode::kNegate,              &Linear},
    {Opcode::kOptimizationBarrier, &Pairwise},
    {Opcode::kPad,                 &Pad},
    {Opcode::kReduce,              &Reduce},
    {Opcode::kReshape,             &Reshape},
    {Opcode::kReverse,             &Reverse},
    {Opcode::kScatter,             &Scatter},
    {Opcode::kSdyPropagationBarrier, &Linear},
    {Opcode::kSlice,               &Slice, &FitSlice},
    {Opcode::kSort,                &Sort},
    {Opcode::kSubtract,            &Linear},
    {Opcode::kTranspose,           &Transpose},
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
