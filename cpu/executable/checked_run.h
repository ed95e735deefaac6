// Checked runs: runs that look out for what settings.h asks.
//
// NaN and bounds are looked at while a program runs. What was read before it was written shows in two runs on memory that is
// filled with different bytes: the first op whose results differ read some.
#ifndef CPPJRT_CPU_EXECUTABLE_CHECKED_RUN_H_
#define CPPJRT_CPU_EXECUTABLE_CHECKED_RUN_H_

#include <functional>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/passes/check_settings.h"
#include "stablehlo/eval/program.h"

namespace cppjrt::cpu {

using RunFunction = std::function<StatusOr<std::vector<stablehlo::RuntimeValue>>(
    std::vector<stablehlo::RuntimeValue> arguments, const stablehlo::RunOptions& options)>;

// Results of `run`, or the error of the first check that failed. Arguments stay as they are where it runs twice.
StatusOr<std::vector<stablehlo::RuntimeValue>> RunChecked(const CheckSettings& settings,
                                                          std::vector<stablehlo::RuntimeValue> arguments,
                                                          const stablehlo::RunOptions& options, const RunFunction& run);

// UNIMPLEMENTED, naming the op, for programs that the world outside would see run twice.
Status CheckMayRunTwice(const stablehlo::Module& module);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_EXECUTABLE_CHECKED_RUN_H_
