// Small tables of the encoder.
#ifndef CPPJRT_STABLEHLO_BYTECODE_ENCODER_TABLES_H_
#define CPPJRT_STABLEHLO_BYTECODE_ENCODER_TABLES_H_

#include <cstdint>
#include <optional>

#include "stablehlo/bytecode/encoder.h"
#include "stablehlo/ir/module.h"
#include "stablehlo/op/def_tables.h"
#include "stablehlo/op/version.h"

namespace cppjrt::stablehlo::bytecode {

// Locations that end elsewhere than they begin: MLIR before this version of StableHLO cannot read them.
inline constexpr Version kFileRangesSince = {1, 9, 0};

// Attributes and ops of dialects other than VHLO may stand in artifacts.
inline constexpr Version kMixedDialectsSince = {1, 11, 0};

// The version that introduced a struct attribute.
Version StructSince(StructKind kind);

// The code of a scalar type that is no integer among MLIR's own types; none if it has none.
std::optional<uint64_t> BuiltinScalarCode(Scalar scalar);

// A place in a file, or a stretch of it; only where it begins if there are no ranges yet.
void AddFile(const FileRange& range, const Module& module, Encoder& encoder, bool ranges, WireFields& fields);

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_ENCODER_TABLES_H_
