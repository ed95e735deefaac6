#include "stablehlo/text/lexer.h"

#include <gtest/gtest.h>

#include "stablehlo/text/scopes.h"

namespace cppjrt::stablehlo::text {
namespace {

TEST(LexerTest, SkipsBlanksAndComments) {
  Lexer lexer("  // one (\n\t, // two");
  EXPECT_TRUE(lexer.TryChar(','));
  EXPECT_TRUE(lexer.AtEnd());
}

TEST(LexerTest, WordsEndWhereTheyEnd) {
  Lexer lexer("stablehlo.add dims=dim ");
  EXPECT_EQ(lexer.Word(), "stablehlo.add");
  EXPECT_FALSE(lexer.TryWord("dim"));
  EXPECT_TRUE(lexer.TryWord("dims"));
  EXPECT_TRUE(lexer.TryChar('='));
  EXPECT_TRUE(lexer.TryWord("dim"));
}

TEST(LexerTest, NumberedNamesStopAtTheirDigits) {
  Lexer lexer("%0:2 %0#1 %a-b$c.d @f::@g");
  EXPECT_EQ(lexer.Name('%'), "0");
  EXPECT_TRUE(lexer.TryChar(':'));
  EXPECT_EQ(lexer.Digits(), "2");
  EXPECT_EQ(lexer.Name('%'), "0");
  EXPECT_EQ(lexer.Raw(), '#');
  lexer.Advance(2);
  EXPECT_EQ(lexer.Name('%'), "a-b$c.d");
  EXPECT_EQ(lexer.Name('@'), "f");
  EXPECT_EQ(lexer.Name('@'), "");
}

TEST(LexerTest, Numbers) {
  for (std::string_view number : {"0", "-12", "0x7FC0", "-1.5e-10", "3.E+7", "1.0"}) {
    EXPECT_EQ(Lexer(number).Number(), number);
  }
  EXPECT_EQ(Lexer("0x").Number(), "0");      // as in tensor<0xf32>, if the digits end
  EXPECT_EQ(Lexer("1.5e").Number(), "1.5");  // no exponent
  EXPECT_EQ(Lexer("-x").Number(), "");
}

TEST(LexerTest, Strings) {
  std::string_view body;
  Lexer lexer(R"("a\"b" "c\\" "open)");
  EXPECT_TRUE(lexer.QuotedString(body));
  EXPECT_EQ(body, R"(a\"b)");
  EXPECT_TRUE(lexer.QuotedString(body));
  EXPECT_EQ(body, R"(c\\)");
  EXPECT_FALSE(lexer.QuotedString(body));
  EXPECT_FALSE(Lexer("\"line\nbreak\"").QuotedString(body));
}

TEST(LexerTest, EscapesGoBothWays) {
  std::string text;
  ASSERT_TRUE(Unescape(R"(a\22\0A\\\t)", text));
  EXPECT_EQ(text, "a\"\n\\\t");
  std::string quoted;
  AppendQuoted(quoted, text);
  EXPECT_EQ(quoted, R"("a\22\0A\\\09")");
  EXPECT_FALSE(Unescape(R"(\q)", text));
  EXPECT_FALSE(Unescape(R"(\A)", text));
}

TEST(LexerTest, BalancedTextKeepsArrowsAndStrings) {
  Lexer lexer(R"(([i]) -> ">" {a = <b>}> rest)");
  EXPECT_TRUE(lexer.SkipBalanced('>'));
  EXPECT_EQ(lexer.Word(), "rest");
  EXPECT_FALSE(Lexer("(]>").SkipBalanced('>'));
  EXPECT_FALSE(Lexer("((((").SkipBalanced('>'));
}

TEST(ValueScopesTest, LeavingAScopeForgetsItsNames) {
  ValueScopes scopes;
  scopes.Define("a", ValueId(size_t{1}), 1, 0);
  const auto mark = scopes.Enter(false);
  for (size_t i = 0; i < 1000; ++i) {
    static std::string names[1000];
    names[i] = "v" + std::to_string(i);
    scopes.Define(names[i], ValueId(i), 1, 0);
  }
  EXPECT_NE(scopes.Find("a"), nullptr);
  EXPECT_EQ(scopes.Find("v999")->first, ValueId(size_t{999}));
  scopes.Leave(mark);
  EXPECT_EQ(scopes.Find("v999"), nullptr);
  EXPECT_EQ(scopes.Find("a")->first, ValueId(size_t{1}));
}

TEST(ValueScopesTest, IsolatedScopesSeeNothingOutside) {
  ValueScopes scopes;
  scopes.Define("a", ValueId(size_t{1}), 1, 0);
  const auto mark = scopes.Enter(true);
  EXPECT_EQ(scopes.Find("a"), nullptr);
  scopes.Define("a", ValueId(size_t{2}), 1, 0);
  EXPECT_EQ(scopes.Find("a")->first, ValueId(size_t{2}));
  scopes.Leave(mark);
  EXPECT_EQ(scopes.Find("a")->first, ValueId(size_t{1}));
}

}  // namespace
}  // namespace cppjrt::stablehlo::text
