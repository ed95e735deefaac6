// All elementary functions of functions.def.
#ifndef CPPJRT_CPU_MATH_ALL_H_
#define CPPJRT_CPU_MATH_ALL_H_

#include "cpu/math/complex.h"
#include "cpu/math/error_function.h"
#include "cpu/math/exponential.h"
#include "cpu/math/gamma.h"
#include "cpu/math/inverse_error_function.h"
#include "cpu/math/inverse_trigonometric.h"
#include "cpu/math/logarithm.h"
#include "cpu/math/power.h"
#include "cpu/math/remainder.h"
#include "cpu/math/trigonometric.h"

#endif  // CPPJRT_CPU_MATH_ALL_H_
