// Defaults of optional attributes. VHLO knows no absence: what a StableHLO op leaves out, an artifact states, and what
// an artifact states as the default is left out when it is read.
#ifndef CPPJRT_STABLEHLO_OP_DEFAULTS_H_
#define CPPJRT_STABLEHLO_OP_DEFAULTS_H_

#include "stablehlo/ir/module.h"
#include "stablehlo/op/op_table.h"

namespace cppjrt::stablehlo {

// True if `value` means the same as leaving the attribute out. Conservative as upstream is: lists of ones or zeros
// only count if they are not empty.
bool IsDefault(const Module& module, const AttrInfo& info, AttrId value);

// What absence means, as an attribute. `rank` is the number of spatial or window dimensions (DefaultRank). None if
// there is no default.
AttrId MakeDefault(Module& module, const AttrInfo& info, size_t rank);

// The number of dimensions for the default of an attribute of `op`.
size_t DefaultRank(const Module& module, OpId op);

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_OP_DEFAULTS_H_
