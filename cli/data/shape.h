// The type and dimensions of a host array, and their text in the two notations people write.
//
//   XLA style    f32[2,3]   f32[]   bf16[0,4]   complex<f32>[2]
//   MLIR style   tensor<2x3xf32>   2x3xf32   f32 (a scalar)
//
// Element types go by their StableHLO names (i32, ui8, f8E4M3FN); on input XLA's (s32, u8, pred, c64) are known too.
#ifndef CPPJRT_CLI_DATA_SHAPE_H_
#define CPPJRT_CLI_DATA_SHAPE_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "pjrt/element_type.h"

namespace cppjrt::data {

// More dimensions than this are refused wherever shapes are read (it is also numpy's limit).
inline constexpr size_t kMaxRank = 64;

struct Shape {
  pjrt::ElementType type = pjrt::ElementType::kInvalid;
  std::vector<int64_t> dims;

  friend bool operator==(const Shape&, const Shape&) = default;
};

// "f32[2,3]"; "f32[]" for a scalar.
std::string ToString(const Shape& shape);
// "tensor<2x3xf32>"; "tensor<f32>" for a scalar.
std::string ToMlir(const Shape& shape);
// "[2,3]"; also how the place of an element is written.
std::string DimsText(std::span<const int64_t> dims);

// Reads either notation; the whole text must be the shape. INVALID_ARGUMENT with the position (from 1) of what is
// wrong: unknown or non-numeric type, negative or unknown ("?") dimension, more than kMaxRank dimensions. Whether such
// an array fits in memory is not asked here.
StatusOr<Shape> ParseShape(std::string_view text);

}  // namespace cppjrt::data

#endif  // CPPJRT_CLI_DATA_SHAPE_H_
