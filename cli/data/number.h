// One number of a literal: text to an element of any type, with range checks.
#ifndef CPPJRT_CLI_DATA_NUMBER_H_
#define CPPJRT_CLI_DATA_NUMBER_H_

#include <cstdint>
#include <string_view>

#include "cli/data/array.h"
#include "cppjrt/status.h"

namespace cppjrt::data {

// Sets element `index` to what `text` says:
//   i1              true, false, 1, 0
//   integers        -12, 0x1F; a hexadecimal number without sign is the bits, so 0xFF is -1 as i8
//   floating point  1, .5, -2e-3, inf, nan, 0x1.8p3 (a hexadecimal number with p or a point is the value), 0x7FC0
//   (without:
//                   the bits of the type)
//   complex         (re,im), re+imj, imj, re, each part as of floating point; parentheses around re+imj do no harm
// Decimals are rounded to the nearest number of the type; numbers of more than 17 digits by way of double for types
// narrower than f32. INVALID_ARGUMENT with a sentence that quotes `text` if it is no such number, or does not fit:
// outside an integer's range, above a floating-point type's largest number, nan or inf or -1 where the type has none.
// REQUIRES: 0 <= index < array.size().
Status SetFromText(Array& array, int64_t index, std::string_view text);

}  // namespace cppjrt::data

#endif  // CPPJRT_CLI_DATA_NUMBER_H_
