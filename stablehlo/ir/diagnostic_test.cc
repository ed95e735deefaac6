#include "stablehlo/ir/diagnostic.h"

#include <gtest/gtest.h>

#include <string>

#include "stablehlo/op/build.h"

namespace cppjrt::stablehlo {
namespace {

constexpr std::string_view kText =
    "func.func @main() {\n"
    "  %0 = stablehlo.iota dim = 2 : tensor<2xf32>\n"
    "}\n";

Source TextSource() { return {"prog.mlir", kText, true}; }

TEST(DiagnosticTest, ShowsPlaceLineAndCaret) {
  const Source source = TextSource();
  DiagnosticSink sink(&source);
  const uint32_t at = static_cast<uint32_t>(kText.find("stablehlo"));
  sink.Error(at, "iota_c1", "iota: dimension 2 of a tensor of rank 1").Note(0, "in this function");
  EXPECT_EQ(sink.Render(),
            "prog.mlir:2:8: error: iota: dimension 2 of a tensor of rank 1 [iota_c1]\n"
            "    %0 = stablehlo.iota dim = 2 : tensor<2xf32>\n"
            "         ^\n"
            "prog.mlir:1:1: note: in this function\n"
            "  func.func @main() {\n"
            "  ^\n");
}

TEST(DiagnosticTest, TheEndOfTheTextHasAPlace) {
  const Source source = TextSource();
  DiagnosticSink sink(&source);
  sink.Error(static_cast<uint32_t>(kText.size()) + 10, "expected '}'");
  EXPECT_EQ(sink.diagnostics()[0].position.line, 4u);
  EXPECT_EQ(sink.Render(), "prog.mlir:4:1: error: expected '}'\n  \n  ^\n");
}

TEST(DiagnosticTest, LongLinesAreCut) {
  const std::string text = std::string(100000, 'x') + "?" + std::string(100000, 'y');
  const Source source = {"", text, true};
  DiagnosticSink sink(&source);
  sink.Error(100000, "unexpected '?'");
  const std::string shown = sink.Render();
  EXPECT_LT(shown.size(), 500u);
  const size_t line = shown.find('\n') + 1;
  EXPECT_EQ(shown.find('?', line) - line, shown.find('^') - (shown.find('\n', line) + 1));
}

TEST(DiagnosticTest, StopsAtItsLimit) {
  const Source source = TextSource();
  DiagnosticSink sink(&source, 2);
  for (int i = 0; i < 5; ++i) sink.Error(0, "again").Note(1, "note");
  EXPECT_TRUE(sink.full());
  EXPECT_EQ(sink.diagnostics().size(), 2u);
}

TEST(DiagnosticTest, TheStatusTellsTheFirstErrorAndTheCount) {
  const Source source = TextSource();
  DiagnosticSink sink(&source);
  EXPECT_TRUE(sink.ToStatus("verify").ok());
  sink.Report(Severity::kWarning, sink.PositionOf(0), {}, "careful");
  EXPECT_TRUE(sink.ok());
  sink.Error(0, "func_c1", "first");
  sink.Error(0, "second");
  const Status status = sink.ToStatus("verify");
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(), "verify: prog.mlir:1:1: error: first [func_c1] (and 1 more error)");
}

TEST(DiagnosticTest, AnOpWithoutTextIsFoundThroughItsLocation) {
  Module module;
  MakeModule(module);
  LocTable& locs = module.locs();
  const LocId file = locs.File(module.names().Intern("model.py"), 12, 5);
  const LocId parts[] = {kUnknownLoc, locs.CallSite(locs.Name(module.names().Intern("f"), file), kUnknownLoc)};
  module.set_loc(module.root(), locs.Fused(parts));
  DiagnosticSink sink(&module.source());
  sink.Error(module, module.root(), "module_c1", "no functions");
  EXPECT_EQ(sink.Render(), "model.py:12:5: error: no functions [module_c1]\n");
}

}  // namespace
}  // namespace cppjrt::stablehlo
