// How the evaluator's corpus runner judges: by rules of its own behind custom_call targets.
//
//   CheckTargets targets(/*relaxed=*/true);       // check.expect_eq and the like, by the corpus's relaxed rule
//   targets.Extract(module);                      // check.* ops become custom calls: artifacts cannot say them
//   environment.custom_calls = &targets;
#ifndef CPPJRT_TESTS_CORPUS_EVAL_CHECKS_H_
#define CPPJRT_TESTS_CORPUS_EVAL_CHECKS_H_

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "stablehlo/eval/check.h"
#include "stablehlo/eval/custom_calls.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo {

class CheckTargets : public CustomCallTargets {
 public:
  explicit CheckTargets(bool relaxed) : relaxed_(relaxed) {}

  // Replaces the check.* ops of the module, but for those that need a host.
  void Extract(Module& module);
  // How many checks have been made.
  int count() const { return count_; }

  bool Has(std::string_view target, int64_t api_version) const override;
  StatusOr<Kernel> Prepare(std::string_view target, const OpRef& op) const override;
  std::vector<std::string> Names() const override { return {}; }

 private:
  void ExtractOne(Module& module, OpId op);

  const bool relaxed_;
  std::vector<CheckRule> rules_;  // of extracted checks
  mutable std::atomic<int> count_ = 0;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_TESTS_CORPUS_EVAL_CHECKS_H_
