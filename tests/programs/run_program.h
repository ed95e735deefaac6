// RunBoth: a whole program compiled and run by native code, beside the evaluator.
//
//   const Verdict verdict = RunBoth({text, arguments, donated}, settings);
//   if (verdict.end == Verdict::kDiffers) std::puts(verdict.text.c_str());
#ifndef CPPJRT_TESTS_PROGRAMS_RUN_PROGRAM_H_
#define CPPJRT_TESTS_PROGRAMS_RUN_PROGRAM_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "stablehlo/eval/tensor.h"
#include "tests/programs/run_settings.h"

namespace cppjrt::fuzz {

struct RunnableProgram {
  std::string text;
  std::vector<stablehlo::Tensor> arguments;  // those that are given twice share memory
  std::vector<bool> donated;
  // For each result the argument whose memory it takes, or -1.
  std::vector<int64_t> aliases;
};

struct Verdict {
  enum End : uint8_t {
    kSame,
    kInvalid,      // no valid program, or the evaluator cannot run it
    kDiffers,      // another result
    kChanged,      // an argument that was not given up, or memory that is not the program's
    kRefused,      // not compiled
    kFailed,       // compiled, but its run ended in an error
    kUnsupported,  // left to the evaluator, as a whole or operations of it
    kCrash,        // the process ended
    kHang,
  };
  End end = kSame;
  std::string text;
  bool exact = true;  // whether all results of the evaluator are exact (conform/programs/values.h)
};
std::string_view EndName(Verdict::End end);

Verdict RunBoth(const RunnableProgram& program, const RunSettings& settings);

}  // namespace cppjrt::fuzz

#endif  // CPPJRT_TESTS_PROGRAMS_RUN_PROGRAM_H_
