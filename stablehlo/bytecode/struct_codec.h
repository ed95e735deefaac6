// Struct attributes: the rows of structs.def as VHLO and as StableHLO encode them.
#ifndef CPPJRT_STABLEHLO_BYTECODE_STRUCT_CODEC_H_
#define CPPJRT_STABLEHLO_BYTECODE_STRUCT_CODEC_H_

#include "stablehlo/bytecode/entry_table.h"
#include "stablehlo/op/def_tables.h"

namespace cppjrt::stablehlo::bytecode {

// VHLO's structs have attributes where StableHLO's have strings, types and lists.
enum class StructStyle : uint8_t { kVhlo, kStablehlo };

// The fields behind the code.
AttrId ReadStruct(EntryReader& reader, StructKind kind, StructStyle style);
// The number behind the code.
AttrId ReadEnum(EntryReader& reader, EnumKind kind);

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_STRUCT_CODEC_H_
