// Shrink: a smaller program that still fails.
//
//   const auto fails = [&](const WholeProgram& candidate) { return Differs(candidate); };
//   const WholeProgram small = Shrink(program, fails, {.candidates = 2000});
//
// Results, operations, carried values, branches and arguments are left out, loops become shorter, extents smaller, as long as the
// program fails. Not all candidates are valid programs: `fails` says false for those that are not.
#ifndef CPPJRT_CONFORM_PROGRAMS_SHRINK_H_
#define CPPJRT_CONFORM_PROGRAMS_SHRINK_H_

#include <functional>

#include "conform/programs/program.h"

namespace cppjrt::conform {

struct ShrinkLimits {
  int candidates = 2000;  // tried at most
  double seconds = 120;
};

WholeProgram Shrink(WholeProgram program, const std::function<bool(const WholeProgram&)>& fails,
                    const ShrinkLimits& limits);

// Leaves out operations whose results nobody uses, and arguments.
void DropUnused(WholeProgram& program);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_PROGRAMS_SHRINK_H_
