// The op table: what every operation is, as data made from ops.def.
//
//   const OpInfo* add = FindOp("stablehlo.add");            // null for ops not in the table
//   add->operands[0].name == "lhs"; Has(*add, Trait::kCommutative)
//   Info(Opcode::kPad).FindAttr("edge_padding_low") == 0
//   const VhloOp* v2 = FindVhloOp("gather_v2");             // v2->properties: in the order of the bytecode
//
// Everything that treats ops alike (parser, printer, bytecode, verifier, docs) walks these rows; a fact about an op
// that would be a switch elsewhere wants to be a column here. The table is checked at compile time (op_table.cc).
#ifndef CPPJRT_STABLEHLO_OP_OP_TABLE_H_
#define CPPJRT_STABLEHLO_OP_OP_TABLE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "stablehlo/op/def_tables.h"
#include "stablehlo/op/opcode.h"
#include "stablehlo/op/version.h"

namespace cppjrt::stablehlo {

enum class Trait : uint32_t {
  kNoTraits = 0,
  kPure = 1u << 0,           // no effect but its results: may be removed if unused, repeated, moved
  kRegionEffects = 1u << 1,  // has the effects of the ops in its regions
  kSideEffects = 1u << 2,    // must stay, in order (custom_call: only if has_side_effect says so)
  kCollective = 1u << 3,     // talks to the other processes of its group
  kCommutative = 1u << 4,
  kElementwise = 1u << 5,       // each result element depends on the operand elements at its place (or on a scalar)
  kSameType = 1u << 6,          // all operands and results have compatible types
  kSameElementType = 1u << 7,   // … element types
  kSameShape = 1u << 8,         // … shapes
  kPairwiseSameType = 1u << 9,  // operand i and result i have compatible types
  kPairwiseSameElementType = 1u << 10,
  kSameVariadicSize = 1u << 11,  // its variadic operand groups are equally long (OperandGroup)
  kSegments = 1u << 12,          // operandSegmentSizes and resultSegmentSizes say how long its groups are
  kTerminator = 1u << 13,        // ends a block
  kImplicitReturn = 1u << 14,    // its regions end in stablehlo.return, which text may leave out if it returns nothing
  kIsolated = 1u << 15,          // regions use no values from outside
  kSymbol = 1u << 16,            // has a name: sym_name
  kSymbolTable = 1u << 17,       // its region holds symbols
  kSymbolUser = 1u << 18,        // refers to symbols
  kConstantLike = 1u << 19,      // its one result is its "value" attribute
  kDeprecated = 1u << 20,        // kept for old programs
};

constexpr Trait operator|(Trait a, Trait b) {
  return static_cast<Trait>(static_cast<uint32_t>(a) | static_cast<uint32_t>(b));
}
constexpr Trait operator&(Trait a, Trait b) {
  return static_cast<Trait>(static_cast<uint32_t>(a) & static_cast<uint32_t>(b));
}

// The rule that checks an op and says how its result types follow from the rest: kRules in stablehlo/op/infer.cc has a
// row for each, the functions are in infer_<family>.cc.
// clang-format off
enum class Infer : uint8_t {
  kGiven,         // none: the op states its result types, and its row and traits say all
  kFirstOperand,  // each result like the operands, of which the most specific counts
  kAbs, kAdd, kAfterAll, kAllGather, kAllReduce, kAllToAll, kAsyncDone, kAsyncStart, kBatchNormGrad,
  kBatchNormInference, kBatchNormTraining, kBitcastConvert, kBroadcast, kBroadcastInDim, kCase, kCheckPair,
  kCheckValue, kChloBroadcast, kChloBroadcastCompare, kChloBroadcastComplex, kChloBroadcastSelect, kChloConstant,
  kChloConstantLike, kChloIsInf, kChloRaggedDot, kChloScan, kChloTopK, kCholesky, kClamp, kCollectiveBroadcast,
  kCollectivePermute, kCollectiveReduce, kCompare, kComplex, kConcatenate, kConstant, kConvolution, kCreateToken,
  kCustomCall, kDot, kDotGeneral, kDynamicBroadcastInDim, kDynamicConv, kDynamicGather, kDynamicIota, kDynamicPad,
  kDynamicReshape, kDynamicSlice, kDynamicUpdateSlice, kFft, kGather, kGetDimensionSize, kGetTupleElement, kIf,
  kImag, kInfeed, kIota, kIsFinite, kMap, kOptimizationBarrier, kOutfeed, kPad, kPartitionId, kReal,
  kRealDynamicSlice, kRecv, kReduce, kReducePrecision, kReduceScatter, kReduceWindow, kReplicaId, kReshape,
  kReverse, kRng, kRngBitGenerator, kScatter, kSelect, kSelectAndScatter, kSend, kSetDimensionSize, kSlice, kSort,
  kTranspose, kTriangularSolve, kTuple, kUniformDequantize, kUniformQuantize, kWhile,
  kCount,
};
// clang-format on

enum class Arity : uint8_t { kSingle, kVariadic };

struct OperandInfo {  // or result
  std::string_view name;
  TypeClass type = TypeClass::kAnyType;
  Arity arity = Arity::kSingle;
  constexpr bool variadic() const { return arity == Arity::kVariadic; }
};

enum class Presence : uint8_t {
  kRequired,
  kOptional,
  kWireOnly,  // a property of old VHLO versions that StableHLO does not have
};

// What an absent attribute means.
enum class DefaultKind : uint8_t {
  kNoDefault,
  kFalse,  // false, or no unit attribute
  kTrue,
  kInt,   // `number`; the number of an enumerator
  kReal,  // `real`
  kEmptyString,
  kEmptyArray,
  kEmptyDict,
  kEmptyI64s,          // dense<> : tensor<0xi64>
  kOnes,               // a 1 for each spatial or window dimension
  kZeroPairs,          // [[0, 0], …] : tensor<Nx2xi64>, a pair for each of those
  kAllFalse,           // a false for each of those
  kDefaultPrecisions,  // [DEFAULT, DEFAULT]
  kDefaultAccuracy,    // no tolerances, 0 ulps, mode DEFAULT
  kNoChannel,          // handle 0
  kNoAlgorithm,        // in VHLO every field is the type attribute of "none"
  kSdySum,             // the reduction "sum"
};

struct Default {
  DefaultKind kind = DefaultKind::kNoDefault;
  int32_t number = 0;
  double real = 0;
};

// When an attribute exists in VHLO: from `since`, before `until` (0.0.0: no end).
struct Lifetime {
  Version since = kOldestVersion;
  Version until = {};
  bool on_wire = true;
};

struct AttrInfo {
  std::string_view name;
  AttrClass attr_class = AttrClass::kSdy;
  Presence presence = Presence::kRequired;
  Default default_value = {};
  Lifetime lifetime = {};
};

enum class RegionKind : uint8_t { kBody, kFunctionBody, kAnyRegion };

struct RegionInfo {
  std::string_view name;
  RegionKind kind = RegionKind::kBody;
  Arity arity = Arity::kSingle;
  constexpr bool variadic() const { return arity == Arity::kVariadic; }
};

struct VhloName {
  std::string_view name;  // "add_v1"
  std::string_view since_text;
  constexpr Version since() const { return *Version::Parse(since_text); }
};

// A property of a VHLO op: attribute `attr` of the op, or field `field` of the struct it is.
struct VhloProperty {
  std::string_view name;
  uint8_t attr = 0;
  int8_t field = -1;
};

struct OpInfo {
  Opcode opcode = Opcode::kUnregistered;
  std::string_view cpp_name;  // "BroadcastInDim"
  std::string_view name;      // "stablehlo.broadcast_in_dim"
  std::string_view dialect;   // "stablehlo"
  std::string_view mnemonic;  // "broadcast_in_dim"
  std::span<const OperandInfo> operands;
  std::span<const OperandInfo> results;
  std::span<const AttrInfo> attrs;  // kWireOnly ones included
  std::span<const RegionInfo> regions;
  Trait traits = Trait::kNoTraits;
  std::string_view syntax;
  Infer infer = Infer::kGiven;
  std::span<const VhloName> vhlo;

  // The index of the attribute of that name, or -1; does not find kWireOnly ones.
  int FindAttr(std::string_view attr_name) const;
  // The index of the operand or result group of that name, or -1.
  int FindOperand(std::string_view operand_name) const;
  int FindResult(std::string_view result_name) const;
};

constexpr bool Has(const OpInfo& info, Trait trait) { return (info.traits & trait) == trait; }

// A name of an op in VHLO.
struct VhloOp {
  std::string_view name;  // "gather_v2"
  Opcode opcode = Opcode::kUnregistered;
  Version since;
  Version until;                             // the first version without it; 0.0.0: still there
  std::span<const VhloProperty> properties;  // alphabetical, which is their order in bytecode
  constexpr bool ExistsIn(Version v) const { return since <= v && (until == Version() || v < until); }
};

// All rows, by Opcode - 1.
std::span<const OpInfo> Ops();
// REQUIRES: not kUnregistered.
const OpInfo& Info(Opcode opcode);
// The row of "dialect.mnemonic", or null. One hash and one comparison.
const OpInfo* FindOp(std::string_view name);
// The full name of an op, registered or not.
std::string_view OpName(const Module& module, OpId op);
inline bool Is(const Module& module, OpId op, Trait trait) {
  const Opcode opcode = module.op(op).opcode;
  return opcode != Opcode::kUnregistered && Has(Info(opcode), trait);
}

// All names in VHLO, by opcode and age.
std::span<const VhloOp> VhloOps();
// By name without the dialect ("add_v1"), or null. "return_v1" gives stablehlo.return; within a function body's own
// block it is func.return.
const VhloOp* FindVhloOp(std::string_view name);
// The name an op has in version `v`, or null if it has none there.
const VhloOp* VhloOpFor(Opcode opcode, Version v);

// The operands of group `i` of OpInfo::operands; all groups by the lengths that traits and segment sizes give. Empty
// if the op's operands cannot be divided so (the verifier reports that) or it is not in the table.
std::span<const ValueId> OperandGroup(const Module& module, OpId op, size_t group);
// The same by numbers, for an op not made yet: where the operands of group `group` lie among `num_operands`. `segments`
// is operandSegmentSizes, or empty. None if they cannot be divided so. REQUIRES: the op has operand groups.
struct GroupRange {
  size_t first = 0;
  size_t count = 0;
};
std::optional<GroupRange> OperandGroupRange(const OpInfo& info, size_t num_operands, std::span<const int64_t> segments,
                                            size_t group);
// True if the number of operands fits the table.
bool OperandCountFits(const Module& module, OpId op);

// The table as JSON, an array with an object for each op: what `shlo ops` prints and docs and Python read.
std::string OpTableAsJson();

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_OP_OP_TABLE_H_
