#include "stablehlo/parse.h"

#include <gtest/gtest.h>

#include <string>

#include "stablehlo/bytecode/writer.h"
#include "stablehlo/text/equal.h"

namespace cppjrt::stablehlo {
namespace {

constexpr char kProgram[] = R"(func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}
)";

std::string Artifact() {
  StatusOr<Module> module = Parse(kProgram);
  return *WriteArtifact(*module, kNewestVersion);
}

TEST(Parse, TextAndArtifactGiveTheSameModule) {
  StatusOr<Module> text = Parse(kProgram, "p.mlir");
  StatusOr<Module> artifact = Parse(Artifact(), "p.mlirbc");
  ASSERT_TRUE(text.ok());
  ASSERT_TRUE(artifact.ok());
  EXPECT_EQ(FindDifference(*text, *artifact), "");
  EXPECT_TRUE(text->source().is_text);
  EXPECT_FALSE(artifact->source().is_text);
  EXPECT_EQ(artifact->producer(), "StableHLO_v" + kNewestVersion.ToString());
}

TEST(Parse, ErrorsOfTextShowTheLine) {
  const StatusOr<Module> module = Parse("func.func @main() {\n  stablehlo.nonsense\n  return\n}\n", "p.mlir");
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.status().code(), StatusCode::kInvalidArgument);
  EXPECT_TRUE(module.status().message().starts_with("p.mlir:2:3: error: ")) << module.status().message();
  EXPECT_NE(module.status().message().find("\n    stablehlo.nonsense\n    ^"), std::string::npos);
}

TEST(Parse, ErrorsOfBytecodeNameTheFile) {
  const std::string bytes = Artifact();
  const StatusOr<Module> module = Parse(bytes.substr(0, bytes.size() / 2), "p.mlirbc");
  ASSERT_FALSE(module.ok());
  EXPECT_TRUE(module.status().message().starts_with("p.mlirbc: error: ")) << module.status().message();
}

TEST(Parse, BorrowsTheBytesOfASource) {
  const std::string bytes = Artifact();
  const Source source = MakeSource("p.mlirbc", bytes);
  EXPECT_FALSE(source.is_text);
  DiagnosticSink sink(&source);
  const StatusOr<Module> module = Parse(source, sink);
  ASSERT_TRUE(module.ok());
  EXPECT_EQ(module->source().bytes.data(), bytes.data());
}

TEST(Parse, NothingIsAnEmptyModule) {
  const StatusOr<Module> module = Parse("");
  ASSERT_TRUE(module.ok());
  EXPECT_TRUE(module->ops(module->body()).empty());
}

TEST(FindDifference, NamesTheFirstOpThatDiffers) {
  std::string other = kProgram;
  other.replace(other.find("add"), 3, "subtract");
  StatusOr<Module> a = Parse(kProgram);
  StatusOr<Module> b = Parse(other);
  const std::optional<Difference> difference = FindDifference(*a, a->root(), *b, b->root());
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->what, "is stablehlo.subtract");
  EXPECT_EQ(a->op(difference->a).source_offset, std::string_view(kProgram).find("%0"));
}

}  // namespace
}  // namespace cppjrt::stablehlo
