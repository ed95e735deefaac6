#include "stablehlo/op/infer.h"

#include <algorithm>
#include <iterator>

#include "stablehlo/op/infer_row.h"
#include "stablehlo/op/infer_rules.h"

namespace cppjrt::stablehlo {
namespace {

struct RuleInfo {
  Infer id;
  bool (*rule)(const OpView& op, std::vector<TypeId>& results);
  int constraint;             // that says what the results are; 0: the spec does not number it
  bool gives_results = true;  // otherwise they do not follow, and the rule only checks
};

// By Infer.
// clang-format off
constexpr RuleInfo kRules[] = {
    {Infer::kGiven, nullptr, 0, false},
    {Infer::kFirstOperand, rules::FirstOperand, 1},
    {Infer::kAbs, rules::Abs, 2},
    {Infer::kAdd, rules::Add, 1},
    {Infer::kAfterAll, rules::Token, 0},
    {Infer::kAllGather, rules::AllGather, 0, false},
    {Infer::kAllReduce, rules::AllReduce, 6},
    {Infer::kAllToAll, rules::AllToAll, 9},
    {Infer::kAsyncDone, rules::AsyncDone, 1},
    {Infer::kAsyncStart, rules::AsyncStart, 4},
    {Infer::kBatchNormGrad, rules::BatchNormGrad, 3},
    {Infer::kBatchNormInference, rules::BatchNormInference, 7},
    {Infer::kBatchNormTraining, rules::BatchNormTraining, 7},
    {Infer::kBitcastConvert, rules::BitcastConvert, 0, false},
    {Infer::kBroadcast, rules::Broadcast, 0},
    {Infer::kBroadcastInDim, rules::BroadcastInDim, 0, false},
    {Infer::kCase, rules::Case, 4},
    {Infer::kCheckPair, rules::CheckPair, 0, false},
    {Infer::kCheckValue, rules::CheckValue, 0, false},
    {Infer::kChloBroadcast, rules::ChloBroadcast, 0},
    {Infer::kChloBroadcastCompare, rules::ChloBroadcastCompare, 0},
    {Infer::kChloBroadcastComplex, rules::ChloBroadcastComplex, 0},
    {Infer::kChloBroadcastSelect, rules::ChloBroadcastSelect, 0},
    {Infer::kChloConstant, rules::Constant, 1},
    {Infer::kChloConstantLike, rules::ChloConstantLike, 0},
    {Infer::kChloIsInf, rules::IsFinite, 1},
    {Infer::kChloRaggedDot, rules::ChloRaggedDot, 0},
    {Infer::kChloScan, rules::ChloScan, 0},
    {Infer::kChloTopK, rules::ChloTopK, 0},
    {Infer::kCholesky, rules::Cholesky, 1},
    {Infer::kClamp, rules::Clamp, 4},
    {Infer::kCollectiveBroadcast, rules::CollectiveBroadcast, 3},
    {Infer::kCollectivePermute, rules::CollectivePermute, 5},
    {Infer::kCollectiveReduce, rules::CollectiveReduce, 3},
    {Infer::kCompare, rules::Compare, 2},
    {Infer::kComplex, rules::Complex, 3},
    {Infer::kConcatenate, rules::Concatenate, 6},
    {Infer::kConstant, rules::Constant, 1},
    {Infer::kConvolution, rules::Convolution, 25},
    {Infer::kCreateToken, rules::Token, 0},
    {Infer::kCustomCall, rules::CustomCall, 0, false},
    {Infer::kDot, rules::Dot, 0},
    {Infer::kDotGeneral, rules::DotGeneral, 12},
    {Infer::kDynamicBroadcastInDim, rules::DynamicBroadcastInDim, 0, false},
    {Infer::kDynamicConv, rules::DynamicConv, 0, false},
    {Infer::kDynamicGather, rules::DynamicGather, 13},
    {Infer::kDynamicIota, rules::DynamicIota, 0, false},
    {Infer::kDynamicPad, rules::DynamicPad, 0, false},
    {Infer::kDynamicReshape, rules::DynamicReshape, 0, false},
    {Infer::kDynamicSlice, rules::DynamicSlice, 5},
    {Infer::kDynamicUpdateSlice, rules::DynamicUpdateSlice, 1},
    {Infer::kFft, rules::Fft, 5},
    {Infer::kGather, rules::Gather, 22},
    {Infer::kGetDimensionSize, rules::GetDimensionSize, 0},
    {Infer::kGetTupleElement, rules::GetTupleElement, 2},
    {Infer::kIf, rules::If, 3},
    {Infer::kImag, rules::Real, 2},
    {Infer::kInfeed, rules::Infeed, 0, false},
    {Infer::kIota, rules::Iota, 0, false},
    {Infer::kIsFinite, rules::IsFinite, 1},
    {Infer::kMap, rules::Map, 1},
    {Infer::kOptimizationBarrier, rules::OptimizationBarrier, 1},
    {Infer::kOutfeed, rules::Token, 0},
    {Infer::kPad, rules::Pad, 4},
    {Infer::kPartitionId, rules::ProcessId, 0},
    {Infer::kReal, rules::Real, 2},
    {Infer::kRealDynamicSlice, rules::RealDynamicSlice, 0, false},
    {Infer::kRecv, rules::Recv, 0, false},
    {Infer::kReduce, rules::Reduce, 7},
    {Infer::kReducePrecision, rules::ReducePrecision, 1},
    {Infer::kReduceScatter, rules::ReduceScatter, 0, false},
    {Infer::kReduceWindow, rules::ReduceWindow, 15},
    {Infer::kReplicaId, rules::ProcessId, 0},
    {Infer::kReshape, rules::Reshape, 0, false},
    {Infer::kReverse, rules::Reverse, 1},
    {Infer::kRng, rules::Rng, 3},
    {Infer::kRngBitGenerator, rules::RngBitGenerator, 0, false},
    {Infer::kScatter, rules::Scatter, 24},
    {Infer::kSelect, rules::Select, 2},
    {Infer::kSelectAndScatter, rules::SelectAndScatter, 11},
    {Infer::kSend, rules::Send, 0},
    {Infer::kSetDimensionSize, rules::SetDimensionSize, 0},
    {Infer::kSlice, rules::Slice, 5},
    {Infer::kSort, rules::Sort, 2},
    {Infer::kTranspose, rules::Transpose, 3},
    {Infer::kTriangularSolve, rules::TriangularSolve, 4},
    {Infer::kTuple, rules::Tuple, 1},
    {Infer::kUniformDequantize, rules::UniformDequantize, 2},
    {Infer::kUniformQuantize, rules::UniformQuantize, 0, false},
    {Infer::kWhile, rules::While, 3},
};
// clang-format on

constexpr bool RulesAreComplete() {
  for (size_t i = 0; i < std::size(kRules); ++i) {
    if (static_cast<size_t>(kRules[i].id) != i) return false;
  }
  return std::size(kRules) == static_cast<size_t>(Infer::kCount);
}
static_assert(RulesAreComplete(), "kRules has a row for each Infer id, in their order");

const RuleInfo& RuleOf(const OpInfo& info) { return kRules[static_cast<size_t>(info.infer)]; }

// The verifier has been over all types of a module; before that, what an op uses is looked at here.
bool CheckOperandsTypes(const OpView& op) {
  for (size_t i = 0; i < op.num_operands(); ++i) {
    const std::string problem = TypeProblem(op.module(), op.operand(i));
    if (!problem.empty())
      return op.Fail({}, Cat("type ", op.Text(op.operand(i)), " of operand ", i, " is not valid: ", problem));
  }
  return true;
}

bool Infers(const OpView& op, std::vector<TypeId>& results) {
  results.clear();
  const RuleInfo& row = RuleOf(op.info());
  if (!CheckOperandsTypes(op) || !CheckRow(op) || !CheckTraits(op)) return false;
  if (row.gives_results) return row.rule(op, results);
  if (op.info().results.empty()) return row.rule == nullptr || row.rule(op, results);
  return op.Fail({}, "result types do not follow from operands and attributes, they must be given");
}

bool CheckResultsMatch(const OpView& op, int constraint, std::span<const TypeId> expected) {
  if (expected.size() != op.num_results()) {
    return op.Fail(constraint, Cat("has ", Count(op.num_results(), "result"), " of types ", op.Text(op.result_types()),
                                   ", expected ", expected.size(), " inferred: ", op.Text(expected)));
  }
  for (size_t i = 0; i < expected.size(); ++i) {
    if (CompatibleTypes(op.module(), expected[i], op.result(i))) continue;
    return op.Fail(constraint, Cat("result ", i, " has type ", op.Text(op.result(i)), ", expected the inferred type ",
                                   op.Text(expected[i])));
  }
  return true;
}

// Folds the shapes of ranked types; types that are no ranked tensors say nothing.
template <typename Combine>
std::optional<TypeId> FoldTypes(const OpView& op, std::span<const TypeId> types, int constraint, Combine combine) {
  if (std::ranges::all_of(types, [&types](TypeId t) { return t == types[0]; })) return types[0];
  std::vector<TypeId> ranked;
  std::ranges::copy_if(types, std::back_inserter(ranked), [&op](TypeId t) { return op.types().IsTensor(t); });
  if (ranked.empty()) return types[0];
  Shape shape = ShapeOf(op.module(), ranked[0]);
  for (TypeId t : std::span<const TypeId>(ranked).subspan(1)) {
    const Shape next = ShapeOf(op.module(), t);
    bool fits = next.dims.size() == shape.dims.size();
    if (fits && shape.bounds.empty()) shape.bounds.assign(shape.dims.size(), kDynamic);
    for (size_t d = 0; fits && d < shape.dims.size(); ++d) {
      const std::optional<Extent> both =
          combine(Extent{shape.dims[d], shape.bounds[d]}, Extent{next.dims[d], next.bound(d)});
      fits = both.has_value();
      if (fits) shape.dims[d] = both->dim;
      if (fits) shape.bounds[d] = both->bound;
    }
    if (!fits) {
      op.Fail(constraint, Cat("types ", op.Text(ranked[0]), " and ", op.Text(t),
                              " mismatch in a dimension size or bound, expected compatible types"));
      return std::nullopt;
    }
  }
  return MakeTensor(op.module(), shape, op.types().element_type(ranked[0]));
}

}  // namespace

namespace rules {

std::optional<TypeId> MostSpecificType(const OpView& op, std::span<const TypeId> types, int constraint) {
  return FoldTypes(op, types, constraint, MostSpecific);
}

std::optional<TypeId> LeastSpecificType(const OpView& op, std::span<const TypeId> types, int constraint) {
  return FoldTypes(op, types, constraint, LeastSpecific);
}

}  // namespace rules

bool InferResultTypes(Module& module, const OpState& state, DiagnosticSink& sink, std::vector<TypeId>& results) {
  return Infers(OpView(&module, state, &sink), results);
}

bool InferResultTypes(Module& module, OpId op, DiagnosticSink& sink, std::vector<TypeId>& results) {
  const Op& record = module.op(op);
  OpState state;
  state.opcode = record.opcode;
  state.loc = record.loc;
  state.source_offset = record.source_offset;
  state.operands = record.operands();
  state.inherent = record.inherent();
  state.discardable = record.discardable();
  state.regions = record.regions();
  return InferResultTypes(module, state, sink, results);
}

bool InfersResultTypes(Opcode opcode) { return RuleOf(Info(opcode)).gives_results || Info(opcode).results.empty(); }

bool CheckOp(const OpView& op) {
  if (!CheckRow(op) || !CheckTraits(op)) return false;
  const RuleInfo& row = RuleOf(op.info());
  if (row.rule == nullptr) return true;
  std::vector<TypeId> expected;
  if (!row.rule(op, expected)) return false;
  return !row.gives_results || CheckResultsMatch(op, row.constraint, expected);
}

}  // namespace cppjrt::stablehlo
