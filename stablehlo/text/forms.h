// The tables of forms, one for each family.
#ifndef CPPJRT_STABLEHLO_TEXT_FORMS_H_
#define CPPJRT_STABLEHLO_TEXT_FORMS_H_

#include <span>

#include "stablehlo/text/syntax.h"

namespace cppjrt::stablehlo::text {

std::span<const Form> TypeForms();         // @fn, @same, @type(x), @select, @complex, @tuple
std::span<const Form> FunctionForms();     // @module, @func
std::span<const Form> ControlFlowForms();  // @while, @reduce, @chlo_scan, @region, @optimization_barrier
std::span<const Form> DotConvForms();      // @dot_dims, @precision, @precision_and_algorithm, @conv_dims, @window
std::span<const Form> AttributeForms();    // @constant, @slice_ranges, @exponent_mantissa, @symbol_or_string, …

}  // namespace cppjrt::stablehlo::text

#endif  // CPPJRT_STABLEHLO_TEXT_FORMS_H_
