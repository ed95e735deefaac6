// Arrays written on the command line: SHAPE=VALUE.
//
//   f32[2,3]=1.5                     every element (a splat)
//   2x3xi32=[[1,2,3],[4,5,6]]        nested lists, as deep as the rank
//   f32[4]=1,2,3,4   f32[4]=[1 2 3 4]    all elements in row-major order
//   bf16=-inf   complex<f32>[2]=(1,2),3-4j   f32[0]=
#ifndef CPPJRT_CLI_DATA_LITERAL_H_
#define CPPJRT_CLI_DATA_LITERAL_H_

#include <string_view>

#include "cli/data/array.h"
#include "cppjrt/status.h"

namespace cppjrt::data {

// SHAPE as ParseShape reads it, VALUE as ParseValue. Positions in messages are in `text`, from 1.
StatusOr<Array> ParseLiteral(std::string_view text);

// VALUE is one number for every element, or a list of all elements: flat (with or without one pair of brackets) or
// nested like the dimensions. Numbers as SetFromText reads them (number.h), with commas or spaces between them. A list
// of one number is a list, not a splat: f32[4]=[1] has too few elements. INVALID_ARGUMENT with the position of what is
// wrong; errors of Array::Uninitialized. `offset` is added to positions.
StatusOr<Array> ParseValue(const Shape& shape, std::string_view text, size_t offset = 0);

}  // namespace cppjrt::data

#endif  // CPPJRT_CLI_DATA_LITERAL_H_
