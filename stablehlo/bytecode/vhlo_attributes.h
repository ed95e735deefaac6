// Inherent attributes as VHLO has them and as StableHLO has them, one at a time.
//
//   StableHLO                                   VHLO
//   array<i64: 1, 2>, array<i1: true>           a tensor
//   @f, [@f, @g]                                a string, an array of strings
//   unit or nothing                             a bool
//   api_version = 1 : i32                       an enumeration
//   #stablehlo.gather<…>                        an attribute for each field
//   no algorithm                                the type "none" for each field
#ifndef CPPJRT_STABLEHLO_BYTECODE_VHLO_ATTRIBUTES_H_
#define CPPJRT_STABLEHLO_BYTECODE_VHLO_ATTRIBUTES_H_

#include <optional>
#include <vector>

#include "stablehlo/ir/module.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo::bytecode {

// All give nothing if the attribute is not of the right kind, and the attribute none if there is to be no attribute.
std::optional<AttrId> AttrFromVhlo(Module& module, AttrClass attr_class, AttrId value);
// `fields` holds none for those that the version does not have.
std::optional<AttrId> JoinStruct(Module& module, AttrClass attr_class, std::vector<AttrId> fields);

std::optional<AttrId> AttrToVhlo(Module& module, AttrClass attr_class, AttrId value);
// The field of a split struct as VHLO has it.
std::optional<AttrId> FieldToVhlo(Module& module, const FieldInfo& field, AttrId value);

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_VHLO_ATTRIBUTES_H_
