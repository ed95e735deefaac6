#include "stablehlo/bytecode/encoder_tables.h"

namespace cppjrt::stablehlo::bytecode {

Version StructSince(StructKind kind) {
  struct Row {
    StructKind kind;
    Version since;
  };
  constexpr Row kRows[] = {
      {StructKind::kResultAccuracy, {1, 9, 0}}, {StructKind::kSubAxisInfo, {1, 16, 0}},
      {StructKind::kAxisRef, {1, 16, 0}},       {StructKind::kReplicaGroupMeshAxes, {1, 16, 0}},
      {StructKind::kMeshAxis, {1, 16, 0}},      {StructKind::kMesh, {1, 16, 0}},
  };
  for (const Row& row : kRows) {
    if (row.kind == kind) return row.since;
  }
  return kOldestVersion;
}

std::optional<uint64_t> BuiltinScalarCode(Scalar scalar) {
  struct Row {
    Scalar scalar;
    BuiltinType code;
  };
  constexpr Row kRows[] = {
      {Scalar::kIndex, BuiltinType::kIndex}, {Scalar::kNone, BuiltinType::kNone}, {Scalar::kBF16, BuiltinType::kBF16},
      {Scalar::kF16, BuiltinType::kF16},     {Scalar::kF32, BuiltinType::kF32},   {Scalar::kF64, BuiltinType::kF64},
      {Scalar::kF80, BuiltinType::kF80},     {Scalar::kF128, BuiltinType::kF128},
  };
  for (const Row& row : kRows) {
    if (row.scalar == scalar) return static_cast<uint64_t>(row.code);
  }
  return std::nullopt;
}

void AddFile(const FileRange& range, const Module& module, Encoder& encoder, bool ranges, WireFields& fields) {
  const WireId file = encoder.Name(module.name(range.file));
  const bool one_line = range.line == range.end_line;
  if (!ranges || (one_line && range.column == range.end_column)) {
    fields.Varint(static_cast<uint64_t>(BuiltinAttr::kFileLineColLoc)).Ref(file);
    fields.Varint(range.line).Varint(range.column);
    return;
  }
  fields.Varint(static_cast<uint64_t>(BuiltinAttr::kFileLineColRange)).Ref(file);
  fields.Varint(one_line ? 3 : 4).Varint(range.line).Varint(range.column);
  if (!one_line) fields.Varint(range.end_line);
  fields.Varint(range.end_column);
}

}  // namespace cppjrt::stablehlo::bytecode
