// Whole programs at random: loops that carry and update arrays, branches, calls, donated arguments, everything in every order.
//
//   const WholeProgram program = GenerateWhole(seed, {});
//   const std::vector<Tensor> arguments = ArgumentValues(program, seed);
//
// The same seed and options make the same program. Results are exact: numbers are whole, and the generator keeps the range of
// each value, so that no sum or product of floats is rounded, in whatever order it is computed. What is inexact (square roots,
// transforms) is rounded to whole numbers at once. A result that differs is therefore wrong; only the sign of a zero is open.
#ifndef CPPJRT_CONFORM_PROGRAMS_GENERATE_H_
#define CPPJRT_CONFORM_PROGRAMS_GENERATE_H_

#include <cstdint>

#include "conform/programs/program.h"

namespace cppjrt::conform {

struct WholeOptions {
  int max_operations = 40;           // in the source of the program, roughly
  int64_t max_elements = 1500;       // of an array, most often
  int64_t large_elements = 200'000;  // of the few programs with large arrays
  int64_t max_work = 600'000;        // elements computed in one run, roughly
  bool donation = true;
  bool loops = true;
  double loop_first = 0.55;     // chance that a program has a loop whatever else is drawn
  double update_carries = 0.7;  // chance that a loop's body updates an array it carries, whatever else is drawn
};

WholeProgram GenerateWhole(uint64_t seed, const WholeOptions& options);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_PROGRAMS_GENERATE_H_
