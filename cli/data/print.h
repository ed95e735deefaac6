// Arrays as people and programs read them.
//
//   f32[2,3]                                f32[1000,1000]  1000000 elements
//   [[0.0, 0.5, 1.0],                         min -0.99, max 1.0, mean 0.0021, std 0.577
//    [1.5, 2.0, nan]]                         3 nan, 1 inf
//                                             first 0.1, 0.25, …
//   f32[] 1.5                                 last 0.5, 0.125, …
#ifndef CPPJRT_CLI_DATA_PRINT_H_
#define CPPJRT_CLI_DATA_PRINT_H_

#include <cstdint>
#include <string>

#include "cli/data/array.h"

namespace cppjrt::data {

struct PrintOptions {
  // Arrays of more elements are summarized.
  int64_t max_elements = 1000;
  // How many elements a summary shows of the beginning and of the end.
  int64_t edge_elements = 6;
  // Longer rows are broken, between elements.
  size_t line_width = 100;
};

// All elements or a summary, without a newline at the end. Elements as ElementText writes them; statistics to 6 digits,
// of complex numbers those of the absolute values.
std::string Pretty(const Array& array, const PrintOptions& options = {});

// {"type":"f32","shape":[2,3],"data":[[0.0,0.5,1.0],[1.5,2.0,"NaN"]]}: one line, all elements, lists nested like the
// dimensions (a scalar is no list; an array without elements is []). Numbers are the shortest decimals of their type;
// what JSON lacks are the strings "NaN", "Infinity" and "-Infinity"; i1 is true or false; complex is [re, im].
std::string ToJson(const Array& array);

}  // namespace cppjrt::data

#endif  // CPPJRT_CLI_DATA_PRINT_H_
