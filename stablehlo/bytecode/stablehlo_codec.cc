// How the attributes and types of StableHLO and CHLO are encoded in bytecode that is no portable artifact.

#include <iterator>

#include "stablehlo/bytecode/entry_table.h"
#include "stablehlo/bytecode/struct_codec.h"
#include "stablehlo/op/def_tables.h"

namespace cppjrt::stablehlo::bytecode {
namespace {

struct EnumCode {
  uint64_t code;
  EnumKind kind;
};
struct StructCode {
  uint64_t code;
  StructKind kind;
};

// clang-format off
constexpr EnumCode kStablehloEnums[] = {
    {2, EnumKind::kComparisonDirection}, {3, EnumKind::kComparisonType}, {6, EnumKind::kFftType},
    {8, EnumKind::kPrecision}, {9, EnumKind::kRngAlgorithm}, {10, EnumKind::kRngDistribution},
    {12, EnumKind::kTranspose}, {16, EnumKind::kResultAccuracyMode},
};
constexpr StructCode kStablehloStructs[] = {
    {1, StructKind::kChannelHandle}, {4, StructKind::kConvDimensionNumbers}, {5, StructKind::kDotDimensionNumbers},
    {7, StructKind::kGatherDimensionNumbers}, {11, StructKind::kScatterDimensionNumbers},
    {13, StructKind::kTypeExtensions}, {14, StructKind::kOutputOperandAlias}, {15, StructKind::kDotAlgorithm},
    {17, StructKind::kResultAccuracy}, {18, StructKind::kReplicaGroupMeshAxes}, {19, StructKind::kSubAxisInfo},
    {20, StructKind::kAxisRef}, {21, StructKind::kMeshAxis}, {22, StructKind::kMesh},
};
constexpr EnumCode kChloEnums[] = {{0, EnumKind::kChloComparisonDirection}, {1, EnumKind::kChloComparisonType}};
// clang-format on

constexpr uint64_t kToken = 0;
constexpr uint64_t kFuture = 1;

}  // namespace

AttrId ReadStablehloAttr(EntryReader& r) {
  const uint64_t code = r.Varint();
  for (const EnumCode& row : kStablehloEnums) {
    if (row.code == code) return ReadEnum(r, row.kind);
  }
  for (const StructCode& row : kStablehloStructs) {
    if (row.code == code) return ReadStruct(r, row.kind, StructStyle::kStablehlo);
  }
  return RefuseCode(r, code), AttrId();
}

TypeId ReadStablehloType(EntryReader& r) {
  const uint64_t code = r.Varint();
  if (code == kToken) return scalar::kToken;
  if (code != kFuture) return RefuseCode(r, code), TypeId();
  const std::vector<TypeId> members = r.Types();
  return r.ready() ? r.types().Future(members) : TypeId();
}

AttrId ReadChloAttr(EntryReader& r) {
  const uint64_t code = r.Varint();
  for (const EnumCode& row : kChloEnums) {
    if (row.code == code) return ReadEnum(r, row.kind);
  }
  return RefuseCode(r, code), AttrId();
}

}  // namespace cppjrt::stablehlo::bytecode
