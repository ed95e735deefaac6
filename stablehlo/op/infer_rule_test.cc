#include "stablehlo/op/infer_rule_test.h"

#include <algorithm>
#include <string_view>

#include "stablehlo/text/parser.h"
#include "stablehlo/verify/verifier.h"

namespace cppjrt::stablehlo {

std::string RuleProgram(const RuleCase& rule) {
  return std::string("func.func @f(") + rule.arguments + ") {\n" + rule.body + "\nreturn\n}\n";
}

TEST_P(RuleTest, Reports) {
  const RuleCase& rule = GetParam();
  const std::string program = RuleProgram(rule);
  const Source source{rule.label, program, true};
  DiagnosticSink sink(&source);
  StatusOr<Module> module = ParseText(source, sink);
  ASSERT_TRUE(module.ok()) << sink.Render() << program;
  const Status status = CheckModule(*module, sink);
  if (std::string_view(rule.label).starts_with("ok")) {
    EXPECT_TRUE(status.ok()) << sink.Render() << program;
    return;
  }
  if (std::string_view(rule.label).ends_with("error")) {
    EXPECT_EQ(sink.num_errors(), 1u) << sink.Render() << program;
    return;
  }
  const bool found = std::ranges::any_of(
      sink.diagnostics(), [&rule](const Diagnostic& diagnostic) { return diagnostic.label == rule.label; });
  EXPECT_TRUE(found) << "reports " << sink.Render() << "instead of " << rule.label << " for\n" << program;
}

}  // namespace cppjrt::stablehlo
