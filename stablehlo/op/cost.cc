#include "stablehlo/op/cost.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "stablehlo/ir/symbol_table.h"
#include "stablehlo/ir/walk.h"
#include "stablehlo/op/def_tables.h"
#include "stablehlo/op/op_table.h"
#include "stablehlo/op/trip_count.h"

namespace cppjrt::stablehlo {
namespace {

constexpr double kUnknownSize = -1;

// An op whose cost is asked for, with what is known so far: the costs of the ops in its regions and of its callees.
struct Site {
  const Module& module;
  const SymbolTable& symbols;
  const std::vector<double>& type_bytes;
  const std::vector<Cost>& costs;
  OpId op;
  int weight = 1;

  const Op& record() const { return module.op(op); }
  const TypeTable& types() const { return module.types(); }
  bool has_operand(size_t i) const { return i < record().num_operands; }

  // Number of elements; adds to `cost.unknown` and gives 0 if it is not known.
  double Elements(TypeId type, Cost& cost) const {
    if (!types().IsTensor(type)) return types().kind(type) == TypeKind::kUnrankedTensor ? Unknown(cost) : 0;
    double product = 1;
    for (int64_t dim : types().dims(type)) {
      if (dim == kDynamic) return Unknown(cost);
      product *= static_cast<double>(dim);
    }
    return product;
  }
  double Elements(ValueId value, Cost& cost) const { return Elements(module.type(value), cost); }
  double ResultElements(Cost& cost) const { return record().num_results == 0 ? 0 : Elements(record().result(0), cost); }
  double OperandElements(size_t i, Cost& cost) const {
    return has_operand(i) ? Elements(record().operands()[i], cost) : 0;
  }
  double Bytes(ValueId value, Cost& cost) const {
    const double bytes = type_bytes[module.type(value).index()];
    return bytes < 0 ? Unknown(cost) : bytes;
  }

  // The size of dimension `dim` of operand `i`; 1 if there is none.
  double Dim(size_t i, int64_t dim, Cost& cost) const {
    const TypeId type = has_operand(i) ? module.type(record().operands()[i]) : TypeId();
    if (!type || !types().IsTensor(type) || dim < 0 || dim >= types().rank(type)) return 1;
    const int64_t size = types().dims(type)[static_cast<size_t>(dim)];
    return size == kDynamic ? Unknown(cost) : static_cast<double>(size);
  }
  int64_t Rank(size_t i) const {
    const TypeId type = has_operand(i) ? module.type(record().operands()[i]) : TypeId();
    return type && types().IsTensor(type) ? types().rank(type) : 0;
  }

  // The product of the numbers in an attribute array<i64: …>; 1 without it.
  double Product(std::string_view name) const {
    const AttrId attr = module.attr(op, name);
    double product = 1;
    if (!module.attrs().Is(attr, AttrKind::kDenseArray)) return product;
    for (int64_t number : module.attrs().i64s(attr)) product *= static_cast<double>(number);
    return product;
  }
  int64_t Int(std::string_view name, int64_t otherwise) const {
    const AttrId attr = module.attr(op, name);
    return module.attrs().Is(attr, AttrKind::kInteger) ? module.attrs().integer(attr) : otherwise;
  }
  AttrId Field(std::string_view name, std::string_view field) const {
    const AttrId attr = module.attr(op, name);
    if (!module.attrs().Is(attr, AttrKind::kStruct)) return AttrId();
    const int index = FindField(module.attrs().struct_kind(attr), field);
    return index < 0 ? AttrId() : module.attrs().field(attr, static_cast<size_t>(index));
  }

  // What one run of region `i` costs.
  Cost Region(size_t i) const {
    Cost sum;
    if (i >= record().num_regions) return sum;
    for (BlockId block : module.blocks(record().regions()[i])) {
      for (OpId inner : module.ops(block)) sum += costs[inner.index()];
    }
    return sum;
  }

 private:
  static double Unknown(Cost& cost) {
    ++cost.unknown;
    return 0;
  }
};

void AddTimes(const Cost& body, double times, Cost& cost) {
  cost.flops += body.flops * times;
  cost.transcendentals += body.transcendentals * times;
  cost.unknown += body.unknown;
  cost.custom_calls += body.custom_calls;
}

// ---- Work: the flops and transcendentals of an op.

void NoWork(const Site&, Cost&) {}
void CustomCall(const Site&, Cost& cost) {
  ++cost.unknown;
  ++cost.custom_calls;
}
void Elements(const Site& site, Cost& cost) { cost.flops += site.weight * site.ResultElements(cost); }
void Transcendental(const Site& site, Cost& cost) { cost.transcendentals += site.ResultElements(cost); }

// stablehlo.dot contracts the last dimension of its first operand.
void Dot(const Site& site, Cost& cost) {
  const bool is_ragged = site.record().opcode == Opcode::kChloRaggedDot;
  const AttrId dims =
      site.Field(is_ragged ? "ragged_dot_dimension_numbers" : "dot_dimension_numbers", "lhs_contracting_dimensions");
  double contracted = 1;
  if (site.record().opcode == Opcode::kDot) {
    contracted = site.Dim(0, site.Rank(0) - 1, cost);
  } else if (site.module.attrs().Is(dims, AttrKind::kDenseArray)) {
    for (int64_t dim : site.module.attrs().i64s(dims)) contracted *= site.Dim(0, dim, cost);
  }
  cost.flops += 2 * site.ResultElements(cost) * contracted;
}

// (M K) (K N) (M N) = (M N K)^2
void Einsum(const Site& site, Cost& cost) {
  const double lhs = site.OperandElements(0, cost);
  const double rhs = site.record().num_operands > 1 ? site.OperandElements(1, cost) : 1;
  cost.flops += 2 * std::sqrt(lhs * rhs * site.ResultElements(cost));
}

void Convolution(const Site& site, Cost& cost) {
  const AttrId feature = site.Field("dimension_numbers", "kernel_output_feature_dimension");
  if (!site.module.attrs().Is(feature, AttrKind::kInteger)) return;
  const double features = site.Dim(1, site.module.attrs().integer(feature), cost);
  if (features == 0) return;
  cost.flops += 2 * site.ResultElements(cost) * site.OperandElements(1, cost) / features;
}

// Half of the operands are initial values; those of collectives all count.
void BodyPerInput(const Site& site, Cost& cost) { AddTimes(site.Region(0), site.OperandElements(0, cost), cost); }
void BodyPerResult(const Site& site, Cost& cost) { AddTimes(site.Region(0), site.ResultElements(cost), cost); }
void BodyPerWindow(const Site& site, Cost& cost) {
  AddTimes(site.Region(0), site.ResultElements(cost) * site.Product("window_dimensions"), cost);
}
void SelectAndScatter(const Site& site, Cost& cost) {
  const double sources = site.OperandElements(1, cost);
  AddTimes(site.Region(0), sources * site.Product("window_dimensions"), cost);
  AddTimes(site.Region(1), sources, cost);
}
void BodyPerUpdate(const Site& site, Cost& cost) {
  const std::span<const ValueId> updates = OperandGroup(site.module, site.op, 2);
  if (!updates.empty()) AddTimes(site.Region(0), site.Elements(updates[0], cost), cost);
}

// chlo.top_k, which has no comparator, sorts along the last dimension.
void Sort(const Site& site, Cost& cost) {
  const int64_t dimension = site.Int("dimension", -1);
  const double length = site.Dim(0, dimension < 0 ? dimension + site.Rank(0) : dimension, cost);
  Cost comparator = site.Region(0);
  if (site.record().num_regions == 0) comparator.flops = 1;
  AddTimes(comparator, site.OperandElements(0, cost) * std::log2(std::max(length, 1.0)), cost);
}

void Fft(const Site& site, Cost& cost) {
  const AttrId kind = site.module.attr(site.op, "fft_type");
  const std::string_view name = site.module.attrs().Is(kind, AttrKind::kEnum)
                                    ? EnumeratorName(EnumKind::kFftType, site.module.attrs().enum_value(kind))
                                    : std::string_view();
  const bool is_real = name == "RFFT" || name == "IRFFT";
  const double points = std::max(site.OperandElements(0, cost), site.ResultElements(cost));
  const double length = std::max(site.Product("fft_length"), 1.0);
  cost.flops += (is_real ? 2.5 : 5) * points * std::log2(length);
}

void Cholesky(const Site& site, Cost& cost) {
  const double size = site.Dim(0, site.Rank(0) - 1, cost);
  cost.flops += site.ResultElements(cost) * size / 3;
}
void TriangularSolve(const Site& site, Cost& cost) {
  cost.flops += site.ResultElements(cost) * site.Dim(0, site.Rank(0) - 1, cost);
}

void AddAllTimes(const Cost& body, double times, Cost& cost) {
  AddTimes(body, times, cost);
  cost.bytes_accessed += body.bytes_accessed * times;
}
void Once(const Site& site, Cost& cost) { cost += site.Region(0); }
void Scan(const Site& site, Cost& cost) {
  AddAllTimes(site.Region(0), site.Dim(0, site.Int("dimension", 0), cost), cost);
}
void Loop(const Site& site, Cost& cost) {
  const std::optional<int64_t> trips = TripCount(site.module, site.op);
  if (!trips) ++cost.unknown;
  const double times = static_cast<double>(trips.value_or(1));
  AddAllTimes(site.Region(0), trips ? times + 1 : 1, cost);
  AddAllTimes(site.Region(1), times, cost);
}
void Branches(const Site& site, Cost& cost) {
  Cost dearest;
  const auto price = [](const Cost& c) { return c.flops + c.transcendentals + c.bytes_accessed; };
  for (size_t i = 0; i < site.record().num_regions; ++i) {
    const Cost branch = site.Region(i);
    if (price(branch) > price(dearest)) dearest = branch;
  }
  cost += dearest;
}

// The function that an op calls, or none.
OpId CalleeOf(const Module& module, const SymbolTable& symbols, OpId op) {
  const Opcode opcode = module.op(op).opcode;
  if (opcode != Opcode::kCall && opcode != Opcode::kComposite) return OpId();
  const AttrId callee = module.attr(op, opcode == Opcode::kCall ? "callee" : "decomposition");
  return module.attrs().Is(callee, AttrKind::kSymbolRef) ? symbols.Find(module.attrs(), callee) : OpId();
}

void Callee(const Site& site, Cost& cost) {
  const OpId callee = CalleeOf(site.module, site.symbols, site.op);
  if (callee) cost += site.costs[callee.index()];
}

// ---- Traffic: the bytes an op reads and writes itself.

void MovesNothing(const Site&, Cost&) {}
void MovesResults(const Site& site, Cost& cost) {
  for (ValueId value : site.record().results()) cost.bytes_accessed += site.Bytes(value, cost);
}
void MovesAll(const Site& site, Cost& cost) {
  for (ValueId value : site.record().operands()) cost.bytes_accessed += site.Bytes(value, cost);
  MovesResults(site, cost);
}
// Reads as much of the first operand as it writes, and the other operands, which are indices.
void MovesPart(const Site& site, Cost& cost) {
  MovesResults(site, cost);
  MovesResults(site, cost);
  for (size_t i = 1; i < site.record().num_operands; ++i) {
    cost.bytes_accessed += site.Bytes(site.record().operands()[i], cost);
  }
}
// Reads and writes the update, in place.
void MovesUpdate(const Site& site, Cost& cost) {
  if (site.has_operand(1)) cost.bytes_accessed += 2 * site.Bytes(site.record().operands()[1], cost);
}
// Reads indices and updates, reads and writes as much of the inputs.
void MovesScatter(const Site& site, Cost& cost) {
  for (ValueId value : OperandGroup(site.module, site.op, 1)) cost.bytes_accessed += site.Bytes(value, cost);
  for (ValueId value : OperandGroup(site.module, site.op, 2)) cost.bytes_accessed += 3 * site.Bytes(value, cost);
}

// ---- The table

struct Row {
  Opcode opcode;
  void (*work)(const Site&, Cost&);
  void (*traffic)(const Site&, Cost&);
  int weight = 1;  // flops for each element
};

// Every op of CHLO and StableHLO, and func.call, in the order of the op table; others cost nothing.
// clang-format off
constexpr Row kRows[] = {
    {Opcode::kChloAsinAcosKernel,               Transcendental,     MovesAll},
    {Opcode::kChloAcos,                         Transcendental,     MovesAll},
    {Opcode::kChloAcosh,                        Transcendental,     MovesAll},
    {Opcode::kChloAsin,                         Transcendental,     MovesAll},
    {Opcode::kChloAsinh,                        Transcendental,     MovesAll},
    {Opcode::kChloAtan,                         Transcendental,     MovesAll},
    {Opcode::kChloAtanh,                        Transcendental,     MovesAll},
    {Opcode::kChloBesselI1e,                    Transcendental,     MovesAll},
    {Opcode::kChloBroadcastAdd,                 Elements,           MovesAll},
    {Opcode::kChloBroadcastAnd,                 Elements,           MovesAll},
    {Opcode::kChloBroadcastAtan2,               Transcendental,     MovesAll},
    {Opcode::kChloBroadcastCompare,             Elements,           MovesAll},
    {Opcode::kChloBroadcastComplex,             NoWork,             MovesAll},
    {Opcode::kChloBroadcastDivide,              Elements,           MovesAll},
    {Opcode::kChloBroadcastMaximum,             Elements,           MovesAll},
    {Opcode::kChloBroadcastMinimum,             Elements,           MovesAll},
    {Opcode::kChloBroadcastMultiply,            Elements,           MovesAll},
    {Opcode::kChloBroadcastNextAfter,           Elements,           MovesAll},
    {Opcode::kChloBroadcastOr,                  Elements,           MovesAll},
    {Opcode::kChloBroadcastPolygamma,           Transcendental,     MovesAll},
    {Opcode::kChloBroadcastPower,               Transcendental,     MovesAll},
    {Opcode::kChloBroadcastRemainder,           Elements,           MovesAll},
    {Opcode::kChloBroadcastSelect,              Elements,           MovesAll},
    {Opcode::kChloBroadcastShiftLeft,           Elements,           MovesAll},
    {Opcode::kChloBroadcastShiftRightArithmetic, Elements,           MovesAll},
    {Opcode::kChloBroadcastShiftRightLogical,   Elements,           MovesAll},
    {Opcode::kChloBroadcastSubtract,            Elements,           MovesAll},
    {Opcode::kChloBroadcastXor,                 Elements,           MovesAll},
    {Opcode::kChloBroadcastZeta,                Transcendental,     MovesAll},
    {Opcode::kChloConj,                         Elements,           MovesAll},
    {Opcode::kChloConstant,                     NoWork,             MovesResults},
    {Opcode::kChloConstantLike,                 NoWork,             MovesResults},
    {Opcode::kChloCosh,                         Transcendental,     MovesAll},
    {Opcode::kChloDigamma,                      Transcendental,     MovesAll},
    {Opcode::kChloErf,                          Transcendental,     MovesAll},
    {Opcode::kChloErfInv,                       Transcendental,     MovesAll},
    {Opcode::kChloErfc,                         Transcendental,     MovesAll},
    {Opcode::kChloIsInf,                        Elements,           MovesAll},
    {Opcode::kChloIsNegInf,                     Elements,           MovesAll},
    {Opcode::kChloIsPosInf,                     Elements,           MovesAll},
    {Opcode::kChloLgamma,                       Transcendental,     MovesAll},
    {Opcode::kChloMulhi,                        Elements,           MovesAll},
    {Opcode::kChloNextAfter,                    Elements,           MovesAll},
    {Opcode::kChloPolygamma,                    Transcendental,     MovesAll},
    {Opcode::kChloRaggedDot,                    Dot,                MovesAll},
    {Opcode::kChloScan,                         Scan,               MovesAll},
    {Opcode::kChloSinh,                         Transcendental,     MovesAll},
    {Opcode::kChloSquare,                       Elements,           MovesAll},
    {Opcode::kChloTan,                          Transcendental,     MovesAll},
    {Opcode::kChloTopK,                         Sort,               MovesAll},
    {Opcode::kChloZeta,                         Transcendental,     MovesAll},
    {Opcode::kCall,                             Callee,             MovesNothing},
    {Opcode::kAbs,                              Elements,           MovesAll},
    {Opcode::kAdd,                              Elements,           MovesAll},
    {Opcode::kAfterAll,                         NoWork,             MovesNothing},
    {Opcode::kAllGather,                        NoWork,             MovesAll},
    {Opcode::kAllReduce,                        BodyPerInput,       MovesAll},
    {Opcode::kAllToAll,                         NoWork,             MovesAll},
    {Opcode::kAnd,                              Elements,           MovesAll},
    {Opcode::kAsyncDone,                        NoWork,             MovesNothing},
    {Opcode::kAsyncStart,                       Once,               MovesNothing},
    {Opcode::kAtan2,                            Transcendental,     MovesAll},
    {Opcode::kBatchNormGrad,                    Elements,           MovesAll, 16},
    {Opcode::kBatchNormInference,               Elements,           MovesAll, 4},
    {Opcode::kBatchNormTraining,                Elements,           MovesAll, 8},
    {Opcode::kBitcastConvert,                   NoWork,             MovesAll},
    {Opcode::kBroadcast,                        NoWork,             MovesAll},
    {Opcode::kBroadcastInDim,                   NoWork,             MovesAll},
    {Opcode::kCase,                             Branches,           MovesNothing},
    {Opcode::kCbrt,                             Transcendental,     MovesAll},
    {Opcode::kCeil,                             Elements,           MovesAll},
    {Opcode::kCholesky,                         Cholesky,           MovesAll},
    {Opcode::kClamp,                            Elements,           MovesAll},
    {Opcode::kCollectiveBroadcast,              NoWork,             MovesAll},
    {Opcode::kCollectivePermute,                NoWork,             MovesAll},
    {Opcode::kCollectiveReduce,                 BodyPerInput,       MovesAll},
    {Opcode::kCompare,                          Elements,           MovesAll},
    {Opcode::kComplex,                          NoWork,             MovesAll},
    {Opcode::kComposite,                        Callee,             MovesNothing},
    {Opcode::kConcatenate,                      NoWork,             MovesAll},
    {Opcode::kConstant,                         NoWork,             MovesResults},
    {Opcode::kConvert,                          Elements,           MovesAll},
    {Opcode::kConvolution,                      Convolution,        MovesAll},
    {Opcode::kCosine,                           Transcendental,     MovesAll},
    {Opcode::kCountLeadingZeros,                Elements,           MovesAll},
    {Opcode::kCreateToken,                      NoWork,             MovesNothing},
    {Opcode::kCrossReplicaSum,                  NoWork,             MovesAll},
    {Opcode::kCustomCall,                       CustomCall,         MovesAll},
    {Opcode::kDivide,                           Elements,           MovesAll},
    {Opcode::kDot,                              Dot,                MovesAll},
    {Opcode::kDotGeneral,                       Dot,                MovesAll},
    {Opcode::kDynamicBroadcastInDim,            NoWork,             MovesAll},
    {Opcode::kDynamicConv,                      Convolution,        MovesAll},
    {Opcode::kDynamicGather,                    NoWork,             MovesPart},
    {Opcode::kDynamicIota,                      NoWork,             MovesResults},
    {Opcode::kDynamicPad,                       NoWork,             MovesAll},
    {Opcode::kDynamicReshape,                   NoWork,             MovesAll},
    {Opcode::kDynamicSlice,                     NoWork,             MovesPart},
    {Opcode::kDynamicUpdateSlice,               NoWork,             MovesUpdate},
    {Opcode::kEinsum,                           Einsum,             MovesAll},
    {Opcode::kExponential,                      Transcendental,     MovesAll},
    {Opcode::kExponentialMinusOne,              Transcendental,     MovesAll},
    {Opcode::kFft,                              Fft,                MovesAll},
    {Opcode::kFloor,                            Elements,           MovesAll},
    {Opcode::kGather,                           NoWork,             MovesPart},
    {Opcode::kGetDimensionSize,                 NoWork,             MovesNothing},
    {Opcode::kGetTupleElement,                  NoWork,             MovesNothing},
    {Opcode::kIf,                               Branches,           MovesNothing},
    {Opcode::kImag,                             NoWork,             MovesAll},
    {Opcode::kInfeed,                           NoWork,             MovesAll},
    {Opcode::kIota,                             NoWork,             MovesResults},
    {Opcode::kIsFinite,                         Elements,           MovesAll},
    {Opcode::kLog,                              Transcendental,     MovesAll},
    {Opcode::kLogPlusOne,                       Transcendental,     MovesAll},
    {Opcode::kLogistic,                         Transcendental,     MovesAll},
    {Opcode::kMap,                              BodyPerResult,      MovesAll},
    {Opcode::kMaximum,                          Elements,           MovesAll},
    {Opcode::kMinimum,                          Elements,           MovesAll},
    {Opcode::kMultiply,                         Elements,           MovesAll},
    {Opcode::kNegate,                           Elements,           MovesAll},
    {Opcode::kNot,                              Elements,           MovesAll},
    {Opcode::kOptimizationBarrier,              NoWork,             MovesNothing},
    {Opcode::kOr,                               Elements,           MovesAll},
    {Opcode::kOutfeed,                          NoWork,             MovesAll},
    {Opcode::kPad,                              NoWork,             MovesAll},
    {Opcode::kPartitionId,                      NoWork,             MovesResults},
    {Opcode::kPopcnt,                           Elements,           MovesAll},
    {Opcode::kPower,                            Transcendental,     MovesAll},
    {Opcode::kReal,                             NoWork,             MovesAll},
    {Opcode::kRealDynamicSlice,                 NoWork,             MovesPart},
    {Opcode::kRecv,                             NoWork,             MovesAll},
    {Opcode::kReduce,                           BodyPerInput,       MovesAll},
    {Opcode::kReducePrecision,                  Elements,           MovesAll},
    {Opcode::kReduceScatter,                    BodyPerInput,       MovesAll},
    {Opcode::kReduceWindow,                     BodyPerWindow,      MovesAll},
    {Opcode::kRemainder,                        Elements,           MovesAll},
    {Opcode::kReplicaId,                        NoWork,             MovesResults},
    {Opcode::kReshape,                          NoWork,             MovesNothing},
    {Opcode::kReturn,                           NoWork,             MovesNothing},
    {Opcode::kReverse,                          NoWork,             MovesAll},
    {Opcode::kRng,                              Elements,           MovesAll},
    {Opcode::kRngBitGenerator,                  Elements,           MovesAll},
    {Opcode::kRoundNearestAfz,                  Elements,           MovesAll},
    {Opcode::kRoundNearestEven,                 Elements,           MovesAll},
    {Opcode::kRsqrt,                            Transcendental,     MovesAll},
    {Opcode::kScatter,                          BodyPerUpdate,      MovesScatter},
    {Opcode::kSelect,                           Elements,           MovesAll},
    {Opcode::kSelectAndScatter,                 SelectAndScatter,   MovesAll},
    {Opcode::kSend,                             NoWork,             MovesAll},
    {Opcode::kSetDimensionSize,                 NoWork,             MovesAll},
    {Opcode::kShiftLeft,                        Elements,           MovesAll},
    {Opcode::kShiftRightArithmetic,             Elements,           MovesAll},
    {Opcode::kShiftRightLogical,                Elements,           MovesAll},
    {Opcode::kSign,                             Elements,           MovesAll},
    {Opcode::kSine,                             Transcendental,     MovesAll},
    {Opcode::kSlice,                            NoWork,             MovesPart},
    {Opcode::kSort,                             Sort,               MovesAll},
    {Opcode::kSqrt,                             Transcendental,     MovesAll},
    {Opcode::kSubtract,                         Elements,           MovesAll},
    {Opcode::kTan,                              Transcendental,     MovesAll},
    {Opcode::kTanh,                             Transcendental,     MovesAll},
    {Opcode::kTorchIndexSelect,                 NoWork,             MovesPart},
    {Opcode::kTranspose,                        NoWork,             MovesAll},
    {Opcode::kTriangularSolve,                  TriangularSolve,    MovesAll},
    {Opcode::kTuple,                            NoWork,             MovesNothing},
    {Opcode::kUnaryEinsum,                      Einsum,             MovesAll},
    {Opcode::kUniformDequantize,                Elements,           MovesAll},
    {Opcode::kUniformQuantize,                  Elements,           MovesAll},
    {Opcode::kWhile,                            Loop,               MovesNothing},
    {Opcode::kXor,                              Elements,           MovesAll},
};
// clang-format on

constexpr size_t kNumOpcodes = static_cast<size_t>(Opcode::kCount);

constexpr std::array<const Row*, kNumOpcodes> IndexRows() {
  std::array<const Row*, kNumOpcodes> rows{};
  for (const Row& row : kRows) rows[static_cast<size_t>(row.opcode)] = &row;
  return rows;
}
constexpr std::array<const Row*, kNumOpcodes> kRowOf = IndexRows();

constexpr bool HasRows(Opcode first, Opcode last) {
  for (auto i = static_cast<size_t>(first); i <= static_cast<size_t>(last); ++i) {
    if (kRowOf[i] == nullptr) return false;
  }
  return true;
}
static_assert(HasRows(Opcode::kChloAsinAcosKernel, Opcode::kChloZeta), "an op of CHLO has no row");
static_assert(HasRows(Opcode::kAbs, Opcode::kXor), "an op of StableHLO has no row");

// ---- The walk

// Bytes of each type. Parts of a type were made before it, so their ids are smaller.
std::vector<double> BytesOfTypes(const TypeTable& types) {
  std::vector<double> bytes(types.size(), 0);
  for (uint32_t i = 0; i < types.size(); ++i) {
    const TypeId type = TypeId(static_cast<size_t>(i));
    const TypeKind kind = types.kind(type);
    if (kind == TypeKind::kTensor || kind == TypeKind::kMemRef) {
      bytes[i] = static_cast<double>(types.element_bytes(types.element_type(type)));
      for (int64_t dim : types.dims(type))
        bytes[i] = dim == kDynamic ? kUnknownSize : bytes[i] * static_cast<double>(dim);
    } else if (kind == TypeKind::kUnrankedTensor) {
      bytes[i] = kUnknownSize;
    } else if (kind == TypeKind::kTuple || kind == TypeKind::kFuture) {
      for (size_t m = 0; m < types.num_members(type); ++m) {
        const double member = bytes[types.member(type, m).index()];
        bytes[i] = member < 0 || bytes[i] < 0 ? kUnknownSize : bytes[i] + member;
      }
    }
  }
  return bytes;
}

// The functions, callees before callers; functions that call each other in a circle in any order.
class CallOrder {
 public:
  CallOrder(const Module& module, const SymbolTable& symbols)
      : module_(module), symbols_(symbols), seen_(module.num_ops(), false) {}

  std::vector<OpId> Run() {
    for (OpId op : module_.ops(module_.body())) {
      Open(op);
      while (!stack_.empty()) Step();
    }
    return std::move(order_);
  }

 private:
  struct Frame {
    OpId function;
    std::vector<OpId> callees;
  };

  void Open(OpId function) {
    if (seen_[function.index()]) return;
    seen_[function.index()] = true;
    Frame& frame = stack_.emplace_back();
    frame.function = function;
    for (OpId op : PreOrder(module_, function)) {
      const OpId callee = CalleeOf(module_, symbols_, op);
      if (callee) frame.callees.push_back(callee);
    }
  }

  void Step() {
    Frame& frame = stack_.back();
    if (frame.callees.empty()) {
      order_.push_back(frame.function);
      stack_.pop_back();
      return;
    }
    const OpId callee = frame.callees.back();
    frame.callees.pop_back();
    Open(callee);
  }

  const Module& module_;
  const SymbolTable& symbols_;
  std::vector<bool> seen_;
  std::vector<Frame> stack_;
  std::vector<OpId> order_;
};

bool IsPublicFunction(const Module& module, OpId op) {
  if (module.op(op).opcode != Opcode::kFunc) return false;
  const AttrId visibility = module.attr(op, "sym_visibility");
  return !module.attrs().Is(visibility, AttrKind::kString) || module.attrs().string(visibility) != "private";
}

OpId EntryOf(const Module& module, const SymbolTable& symbols) {
  const OpId main = symbols.Find("main");
  if (main) return main;
  for (OpId op : module.ops(module.body())) {
    if (IsPublicFunction(module, op)) return op;
  }
  return OpId();
}

}  // namespace

Cost& Cost::operator+=(const Cost& other) {
  flops += other.flops;
  transcendentals += other.transcendentals;
  bytes_accessed += other.bytes_accessed;
  unknown += other.unknown;
  custom_calls += other.custom_calls;
  return *this;
}

CostAnalysis::CostAnalysis(const Module& module) : costs_(module.num_ops()), type_bytes_(BytesOfTypes(module.types())) {
  const SymbolTable symbols(module);
  entry_ = EntryOf(module, symbols);
  for (OpId function : CallOrder(module, symbols).Run()) {
    for (OpId op : PostOrder(module, function)) {
      Cost& cost = costs_[op.index()];
      const Op& record = module.op(op);
      const Row* row = kRowOf[static_cast<size_t>(record.opcode)];
      Site site{module, symbols, type_bytes_, costs_, op};
      if (row == nullptr) {
        for (size_t i = 0; i < record.num_regions; ++i) cost += site.Region(i);
        continue;
      }
      site.weight = row->weight;
      row->work(site, cost);
      row->traffic(site, cost);
    }
  }
}

std::optional<double> CostAnalysis::bytes(TypeId type) const {
  const double bytes = type_bytes_[type.index()];
  return bytes < 0 ? std::nullopt : std::optional<double>(bytes);
}

}  // namespace cppjrt::stablehlo
