// SelfCheck: a test program that checks itself, made into one whose results are checked here.
//
//   CPPJRT_ASSIGN_OR_RETURN(SelfCheck test, MakeSelfCheck(std::move(module), {}));
//   // func.func @main(%inputs…) -> (actual, …), test.arguments, and for each check the result, the rule and what is expected
//
// A plugin knows no check.* ops; and what a program carries as constants a compiler may compute itself, so that its folder
// would be tested instead of its code. Therefore the constants of @main, and what its calls of functions without arguments
// return (@inputs, @expected), become parameters; each check.* op or call becomes one or two results. Constants that say
// shapes (operands of dynamic_reshape and the like) stay.
#ifndef CPPJRT_CONFORM_SEMANTICS_SELF_CHECK_H_
#define CPPJRT_CONFORM_SEMANTICS_SELF_CHECK_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conform/semantics/rule.h"
#include "cppjrt/status.h"
#include "stablehlo/eval/tensor.h"
#include "stablehlo/ir/module.h"
#include "stablehlo/op/opcode.h"

namespace cppjrt::conform {

// An op and the element type it works on: that of its first operand that is a tensor, or of its result.
struct OpUse {
  stablehlo::Opcode opcode;
  stablehlo::ElementType type;
  friend auto operator<=>(const OpUse&, const OpUse&) = default;
};

struct ResultCheck {
  size_t actual = 0;                          // number of the result
  std::optional<size_t> expected_result;      // likewise, if it depends on the program
  std::optional<stablehlo::Tensor> expected;  // otherwise what it must be
  Rule rule;
};

struct SelfCheck {
  stablehlo::Module module;
  std::vector<stablehlo::Tensor> arguments;
  std::vector<ResultCheck> checks;
  std::vector<OpUse> uses;  // sorted, each once
};

struct SelfCheckOptions {
  bool relaxed = false;         // judge floats by the relaxed rule, whatever the check says
  bool keep_constants = false;  // leave them in the program: tests folding
};

// Takes a program that has been verified. UNIMPLEMENTED if it needs more than a plugin with one device: arguments of its own,
// probes, prints, run_parallel. INVALID_ARGUMENT if it is no such program.
StatusOr<SelfCheck> MakeSelfCheck(stablehlo::Module module, const SelfCheckOptions& options);

// What ops a program uses, but for those that only hold it together.
std::vector<OpUse> UsesOf(const stablehlo::Module& module);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_SEMANTICS_SELF_CHECK_H_
