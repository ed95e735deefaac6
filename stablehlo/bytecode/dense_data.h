// The elements of constants, on the wire and in memory.
//
// On the wire an element has as many whole bytes as it needs, except that i1 is packed, eight to a byte, the first in
// the lowest bit, and a splat of i1 is one byte, 0 or 0xFF. Signed integers of less than 8 bits fill their byte with
// zeros. In memory it is as DenseElements says (ir/attribute.h).
#ifndef CPPJRT_STABLEHLO_BYTECODE_DENSE_DATA_H_
#define CPPJRT_STABLEHLO_BYTECODE_DENSE_DATA_H_

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo::bytecode {

// The elements that `wire` gives a tensor of that type: a view of `wire` where that is possible, else in the arena of
// the module. Equal elements become a splat. None if the size does not fit or the type has no elements.
std::optional<DenseElements> ElementsFromWire(Module& module, TypeId type, std::span<const std::byte> wire);

// What to write for those elements: they themselves, or what `storage` is then filled with.
std::span<const std::byte> ElementsToWire(const Module& module, const DenseElements& elements,
                                          std::vector<std::byte>& storage);

// A tensor of integers of any width as words; none if it is anything else.
std::optional<std::vector<int64_t>> IntegerElements(const Module& module, AttrId attr);

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_DENSE_DATA_H_
