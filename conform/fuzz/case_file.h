// A difference as a program that checks itself: constants for parameters, check.* for what must come out.
#ifndef CPPJRT_CONFORM_FUZZ_CASE_FILE_H_
#define CPPJRT_CONFORM_FUZZ_CASE_FILE_H_

#include <string>
#include <vector>

#include "conform/fuzz/accuracy.h"
#include "conform/fuzz/program.h"
#include "stablehlo/eval/tensor.h"

namespace cppjrt::conform {

struct FuzzCase {
  FuzzProgram program;
  std::vector<stablehlo::Tensor> arguments;
  std::vector<stablehlo::Tensor> want;  // for each result of the program
  std::vector<double> allowed;          // absolute, for each result; 0: exactly
  Difference difference = Difference::kValue;
  std::string key;    // "add f32 value": what cases are told apart by
  std::string cause;  // one line
};

// `pjrt conform --corpus` runs it. The head says the cause.
std::string CaseText(const FuzzCase& found);
// "add-f32-value.mlir".
std::string CaseFileName(const FuzzCase& found);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_FUZZ_CASE_FILE_H_
