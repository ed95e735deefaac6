// What is reported, where, and how reading goes on.
#include "stablehlo/text/parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "stablehlo/text/testing.h"

namespace cppjrt::stablehlo::text {
namespace {

using ::testing::HasSubstr;

// The message of the only error of a function body.
std::string ErrorIn(std::string_view body) {
  return Errors("func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>, %i: tensor<2xi32>) {\n" + std::string(body) +
                "\n  return\n}");
}

TEST(ParserErrorTest, IsRenderedWithPlaceAndCaret) {
  EXPECT_EQ(ErrorIn("  %0 = stablehlo.concatenate %a, dimension = 0 : (tensor<2xf32>) -> tensor<2xf32>"),
            "t.mlir:2:34: error: concatenate: expected 'dim', found 'dimension'\n"
            "    %0 = stablehlo.concatenate %a, dimension = 0 : (tensor<2xf32>) -> tensor<2xf32>\n"
            "                                   ^\n");
}

TEST(ParserErrorTest, WhatIsMissingIsReportedWhereTheLineEnds) {
  EXPECT_EQ(ErrorIn("  %0 = stablehlo.add %a, %b  // no type\n"),
            "t.mlir:2:28: error: add: expected ':', found 'return'\n"
            "    %0 = stablehlo.add %a, %b  // no type\n"
            "                             ^\n");
}

TEST(ParserErrorTest, SeveralErrorsOfOneFile) {
  const std::string errors = Errors(R"(func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a tensor<2xf32>
  %1 = stablehlo.negate %0 : tensor<2xf32>
  %2 = stablehlo.while(%x = %1) : tensor<2xf32>
  cond {
    %c = stablehlo.bogus %x : tensor<2xf32>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %x : tensor<2xf32>
  }
  %3 = stablehlo.reshape %2 : (tensor<2xf32>) -> tensor<2xf33>
  return %3 : tensor<2xf32>
}
func.func @g( -> i1 {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
}
func.func @h() {
  return %missing : i1
})");
  EXPECT_THAT(errors, HasSubstr("t.mlir:2:29: error: add: expected ':', found 'tensor'"));
  EXPECT_THAT(errors, HasSubstr("t.mlir:6:10: error: unknown operation 'stablehlo.bogus'"));
  EXPECT_THAT(errors, HasSubstr("t.mlir:11:59: error: reshape: expected a type"));
  EXPECT_THAT(errors, HasSubstr("t.mlir:14:15: error: func.func: expected a type"));
  EXPECT_THAT(errors, HasSubstr("t.mlir:18:10: error: func.func: value %missing is not defined"));
  EXPECT_EQ(std::count(errors.begin(), errors.end(), '^'), 5) << errors;
}

struct Case {
  std::string_view body;
  std::string_view message;
};

TEST(ParserErrorTest, Messages) {
  const Case kCases[] = {
      {"%0 = stablehlo.add %a, %i : tensor<2xf32>",
       "value '%i' has type 'tensor<2xi32>', but is used at type 'tensor<2xf32>'"},
      {"%0 = stablehlo.add %a, %x : tensor<2xf32>", "value %x is not defined"},
      {"%a = stablehlo.add %a, %b : tensor<2xf32>", "value %a is defined twice"},
      {"%0:2 = stablehlo.add %a, %b : tensor<2xf32>", "has 1 results, but 2 names are given"},
      {"%0 = stablehlo.add %a#1, %b : tensor<2xf32>", "%a has 1 results, so there is no #1"},
      {"%0 = stablehlo.add %a, %b : (tensor<2xf32>) -> tensor<2xf32>", "2 operands present, but expected 1"},
      {"%0 = stablehlo.gather %a : tensor<2xf32>", "'stablehlo.gather' has no short form"},
      {"%0 = tosa.add %a : tensor<2xf32>", "unknown dialect 'tosa': lower the program to StableHLO first"},
      {"%0 = \"t.x\"() : () -> !stablehlo.foobar", "dialect stablehlo has no type foobar"},
      {"%0 = \"t.x\"() : () -> tensor<2x!chlo.foobar>", "dialect chlo has no type foobar"},
      {"%0 = \"t.x\"() : () -> tensor<2x!quant.uniform<si4:f32, 1.0>>", "storage type si4"},
      {"\"t.x\"() {a = #stablehlo.foobar} : () -> ()", "dialect stablehlo has no attribute foobar"},
      {"%0 = stablehlo.compare XX, %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>",
       "expected a keyword for comparison direction (EQ, NE, GE, GT, LE, LT), found 'XX'"},
      {"%0 = stablehlo.constant dense<[1, 2, 3]> : tensor<2xi32>", "there are more elements than the type has"},
      {"%0 = stablehlo.constant dense<[1]> : tensor<2xi32>", "the list has 1 elements in dimension 0, the type has 2"},
      {"%0 = stablehlo.constant dense<[1, [2]]> : tensor<2xi32>", "nested deeper than the type's 1 dimensions"},
      {"%0 = stablehlo.constant dense<300> : tensor<2xi8>", "this is not a value of the element type 'tensor<2xi8>'"},
      {"%0 = stablehlo.constant dense<1> : tensor<2xf32>", "this is not a value of the element type"},
      {"%0 = stablehlo.constant dense<\"0x01\"> : tensor<2xi32>", "'tensor<2xi32>' needs 4 for each element"},
      {"%0 = stablehlo.constant dense<1> : tensor<?xi32>", "elements need a tensor type of static shape"},
      {"%0 = stablehlo.custom_call foo(%a) : (tensor<2xf32>) -> ()", "expected a symbol, @name, found 'foo'"},
      {"%0 = stablehlo.negate %a {x = 1, x = 2} : tensor<2xf32>", "attribute 'x' is given twice"},
      {"%0 = stablehlo.negate %a {x = #nope} : tensor<2xf32>", "attribute alias #nope is not defined"},
      {"%0 = stablehlo.negate %a {x = \"abc} : tensor<2xf32>", "the string does not end on its line"},
      {"%0 = stablehlo.negate %a {x = 256 : ui8} : tensor<2xf32>", "integer 256 does not fit 'ui8'"},
      {"%0 = stablehlo.negate %a : !nope", "type alias !nope is not defined"},
      {"%0 = stablehlo.negate %a : tensor<99999999999999999999xf32>", "does not fit 63 bits"},
      {"%0 = stablehlo.negate %a : tensor<2xf32> loc(#nope)", "location alias #nope is not defined"},
      {"\"cf.br\"()[^bb1] : () -> ()", "blocks as successors are not supported"},
  };
  for (const Case& c : kCases) EXPECT_THAT(ErrorIn(c.body), HasSubstr(c.message)) << c.body;
}

// Few names are compared with each other, many are sorted.
TEST(ParserErrorTest, RepeatedNameAmongManyAttributes) {
  std::string entries = "{first = 1";
  for (int i = 0; i < 40; ++i) entries += ", x" + std::to_string(i) + " = " + std::to_string(i);
  const std::string op = "%0 = stablehlo.negate %a " + entries;
  EXPECT_EQ(ErrorIn(op + "} : tensor<2xf32>"), "");
  EXPECT_THAT(ErrorIn(op + ", first = 2} : tensor<2xf32>"), HasSubstr("attribute 'first' is given twice"));
  EXPECT_THAT(
      ErrorIn("%0 = stablehlo.slice %a [0:1] {start_indices = array<i64: 1>} : (tensor<2xf32>) -> tensor<1xf32>"),
      HasSubstr("attribute 'start_indices' is given twice"));
}

TEST(ParserErrorTest, AfterAnErrorItsResultsAreNoErrors) {
  const std::string errors = ErrorIn("%0:2 = stablehlo.oops %a\n%1 = stablehlo.add %0#0, %0#1 : tensor<2xf32>");
  EXPECT_EQ(std::count(errors.begin(), errors.end(), '^'), 1) << errors;
}

TEST(ParserErrorTest, StopsWhenTheSinkIsFull) {
  std::string program = "func.func @f() {\n";
  for (int i = 0; i < 1000; ++i) program += "  stablehlo.oops\n";
  const Source source{"t.mlir", program, true};
  DiagnosticSink sink(&source, 10);
  EXPECT_FALSE(ParseText(source, sink).ok());
  EXPECT_EQ(sink.num_errors(), 10u);
}

TEST(ParserErrorTest, CutOffAnywhere) {
  const std::string program = R"(#loc = loc("a":1:2)
module @m attributes {a = [1, {b = "c\0A"}], d = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>} {
  func.func public @f(%a: tensor<2x?xf32, #stablehlo.bounds<?, 3>> {x = #foo<"b">}) -> (i1 {y}) {
    %0:2 = "foo.bar"(%a, %a) <{p = array<i64: 1>}> ({ ^bb0(%b: i1 loc("x"(#loc))): }) {q} : (i1, i1) -> (i1, i1)
  } loc(fused[#loc, callsite(#loc at unknown)])
}
{-# dialect_resources: { builtin: { k: "0x0400000001" } } #-})";
  for (size_t size = 0; size < program.size(); ++size) Errors(program.substr(0, size));
}

// ---- Limits.

std::string Repeat(std::string_view text, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += text;
  return out;
}

TEST(ParserLimitsTest, DeepNestingIsAnError) {
  constexpr size_t kDeep = 100000;
  const std::string attr = "module attributes {a = ";
  const std::string programs[] = {
      Repeat("\"a.b\"() ({\n", kDeep) + Repeat("}) : () -> ()\n", kDeep),
      attr + Repeat("[", kDeep) + Repeat("]", kDeep) + "} {}",
      attr + Repeat("{a = ", kDeep) + "1" + Repeat("}", kDeep) + "} {}",
      attr + Repeat("tuple<", kDeep) + Repeat(">", kDeep) + "} {}",
      attr + Repeat("(", kDeep) + Repeat(") -> i1", kDeep) + "} {}",
      "module {} loc(" + Repeat("\"a\"(", kDeep) + "\"a\"" + Repeat(")", kDeep) + ")",
      "module {} loc(" + Repeat("callsite(", kDeep),
  };
  for (const std::string& program : programs) EXPECT_THAT(Errors(program), HasSubstr("nested too deeply"));
  EXPECT_THAT(Errors(attr + "dense<" + Repeat("[", kDeep) + "> : tensor<1xi8>} {}"), HasSubstr("nested deeper"));
  // Foreign text is only skipped.
  EXPECT_EQ(Errors(attr + "#x<" + Repeat("[", kDeep) + Repeat("]", kDeep) + ">} {}"), "");
}

TEST(ParserLimitsTest, NestingUpToTheLimitWorks) {
  constexpr size_t kLevels = kMaxNesting - 2;
  EXPECT_EQ(RoundtripProblem(Repeat("\"a.b\"() ({\n", kLevels) + Repeat("}) : () -> ()\n", kLevels)), "");
}

TEST(ParserLimitsTest, HugeSplatsCostNothing) {
  const std::string type = "tensor<1000000x1000000xf64>";
  EXPECT_EQ(RoundtripProblem("func.func @f() { %0 = stablehlo.constant dense<1.0> : " + type + "\n return }"), "");
  EXPECT_THAT(Errors("func.func @f() { %0 = stablehlo.constant dense<[1.0]> : " + type + "\n return }"),
              HasSubstr("fewer elements"));
}

TEST(ParserLimitsTest, ManyOps) {
  std::string program = "func.func @f(%a: tensor<f32>) {\n  %0 = stablehlo.add %a, %a : tensor<f32>\n";
  for (int i = 1; i < 100000; ++i) {
    program += "  %" + std::to_string(i) + " = stablehlo.add %" + std::to_string(i - 1) + ", %a : tensor<f32>\n";
  }
  EXPECT_EQ(Errors(program + "  return\n}"), "");
}

}  // namespace
}  // namespace cppjrt::stablehlo::text
