// One element as text: the shortest decimal that reads back as the same element of that type.
#ifndef CPPJRT_CLI_DATA_ELEMENT_TEXT_H_
#define CPPJRT_CLI_DATA_ELEMENT_TEXT_H_

#include <cstdint>
#include <string>

#include "cli/data/array.h"

namespace cppjrt::data {

// "true", "-3", "0.1", "2.0", "1e-05", "nan", "-inf", "1.0-2.5j". A floating-point number always shows a point, an
// exponent or a name; integral values of f16 and narrower below a million are written in full (65504.0, not 65500.0),
// and so are all of f8E8M0FNU. The literal parser reads all of these. REQUIRES: 0 <= index < array.size().
std::string ElementText(const Array& array, int64_t index);

// A number in the same style, as f64 or f32.
std::string NumberText(double value);
std::string NumberText(float value);

}  // namespace cppjrt::data

#endif  // CPPJRT_CLI_DATA_ELEMENT_TEXT_H_
