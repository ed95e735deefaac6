#include "conform/report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conform/registry/registry.h"
#include "conform/report/diff.h"
#include "conform/report/expectations.h"

namespace cppjrt::conform {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

CheckReport Check(std::string id, Result result) {
  CheckReport check;
  check.id = std::move(id);
  check.title = "a title";
  check.meaning = "what it means";
  check.source = "PJRT_Buffer_Dimensions";
  check.result = result;
  return check;
}

Report Sample() {
  Report report;
  report.harness = "1.2";
  report.started = "2026-01-31T12:00:00Z";
  report.seconds = 1.5;
  report.complete = true;
  report.options = {{"jobs", "2"}};
  report.plugin.name = "a <plugin>";
  report.plugin.api_minor = 114;
  report.plugin.slots = 138;
  report.plugin.devices = 4;
  report.plugin.extensions = {{"Layouts", 72}};
  report.plugin.attributes = {{"xla_version", "2"}};
  report.host = {{"machine", "x86_64"}};
  report.checks = {Check("a.passes", Result::kPass), Check("a.fails", Result::kFail), Check("b.dies", Result::kCrash),
                   Check("b.lacks", Result::kAbsent), Check("b.hangs", Result::kHang)};
  report.checks[1].message = "3 where 4 is expected & more";
  report.checks[1].hazards = {"mind the gap"};
  report.checks[2].last_call = "PJRT_Client_Create";
  report.checks[2].signal = 11;
  report.checks[2].evidence = {"line \"one\"", "bytes \xff that are no UTF-8"};
  report.checks[4].level = Level::kAdvised;
  return report;
}

TEST(Report, ComesBackFromJson) {
  const Report report = Sample();
  const std::string json = ToJson(report);
  const StatusOr<Report> back = ParseReport(json);
  ASSERT_TRUE(back.ok()) << back.status().ToString();
  EXPECT_EQ(back->plugin.name, "a <plugin>");
  EXPECT_EQ(back->plugin.api_minor, 114);
  EXPECT_EQ(back->plugin.extensions, report.plugin.extensions);
  EXPECT_EQ(back->plugin.attributes, report.plugin.attributes);
  EXPECT_TRUE(back->complete);
  ASSERT_EQ(back->checks.size(), report.checks.size());
  for (size_t i = 0; i < report.checks.size(); ++i) {
    EXPECT_EQ(back->checks[i].id, report.checks[i].id);
    EXPECT_EQ(back->checks[i].result, report.checks[i].result);
    EXPECT_EQ(back->checks[i].message, report.checks[i].message);
    EXPECT_EQ(back->checks[i].last_call, report.checks[i].last_call);
    EXPECT_EQ(back->checks[i].signal, report.checks[i].signal);
    EXPECT_EQ(back->checks[i].level, report.checks[i].level);
    EXPECT_EQ(back->checks[i].hazards, report.checks[i].hazards);
  }
  EXPECT_EQ(ToJson(*back), ToJson(*ParseReport(ToJson(*back))));
}

TEST(Report, OtherJsonIsRefused) {
  EXPECT_EQ(ParseReport("").status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(ParseReport("[1]").status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(ParseReport("{}").status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(ParseReport(R"({"schema": "cppjrt-conform", "schema_version": 99})").status().code(),
            StatusCode::kFailedPrecondition);
  EXPECT_THAT(
      ParseReport(R"({"schema": "cppjrt-conform", "schema_version": 1, "checks": [{"id": "a.b", "result": "x"}]})")
          .status()
          .message(),
      HasSubstr("no result 'x'"));
}

TEST(Report, SummaryCountsFaultsByLevelAndExpectation) {
  Report report = Sample();
  Summary summary = Summarize(report);
  EXPECT_EQ(summary.total, 5);
  EXPECT_EQ(summary.required[Result::kPass], 1);
  EXPECT_EQ(summary.required[Result::kFail], 1);
  EXPECT_EQ(summary.required[Result::kHang], 0);
  EXPECT_EQ(summary.advised[Result::kHang], 1);
  const auto expected =
      ParseExpectations("# a comment\n a.* failure issue 12 \nb.lacks unsupported no device\nz.* failure x\n");
  ASSERT_TRUE(expected.ok()) << expected.status().ToString();
  const auto unused = ApplyExpectations(*expected, report);
  ASSERT_EQ(unused.size(), 1u);
  EXPECT_EQ(unused[0].pattern, "z.*");
  EXPECT_EQ(report.checks[0].expectation, Expectation::kUnexpectedPass);
  EXPECT_EQ(report.checks[1].expectation, Expectation::kExpected);
  EXPECT_EQ(report.checks[1].reason, "issue 12");
  EXPECT_EQ(report.checks[3].expectation, Expectation::kExpected);
  summary = Summarize(report);
  EXPECT_EQ(summary.required[Result::kFail], 0);
  EXPECT_EQ(summary.expected, 2);
  EXPECT_EQ(summary.unexpected_passes, 1);
}

TEST(Report, WrongExpectationsNameTheirLine) {
  EXPECT_THAT(ParseExpectations("a.b failure why\na.c maybe why\n").status().message(), HasSubstr("line 2"));
  EXPECT_THAT(ParseExpectations("a.b failure\n").status().message(), HasSubstr("no reason"));
}

TEST(Report, Patterns) {
  EXPECT_TRUE(FitsPattern("a.*", "a.b"));
  EXPECT_TRUE(FitsPattern("*", ""));
  EXPECT_TRUE(FitsPattern("a*b*c", "aXbbYc"));
  EXPECT_TRUE(FitsPattern("*.f8*", "buffers.upload.f8e5m2"));
  EXPECT_FALSE(FitsPattern("a.b", "a.bc"));
  EXPECT_FALSE(FitsPattern("a*b", "aXc"));
  EXPECT_FALSE(FitsPattern("", "a"));
}

TEST(Report, TextNamesFaultsAndWhatTheyMean) {
  const std::string text = ToText(Sample());
  EXPECT_THAT(text, HasSubstr("a.fails (fail)"));
  EXPECT_THAT(text, HasSubstr("3 where 4 is expected"));
  EXPECT_THAT(text, HasSubstr("last call: PJRT_Client_Create"));
  EXPECT_THAT(text, HasSubstr("b.hangs (hang, advised)"));
  EXPECT_THAT(text, HasSubstr("5 checks, 2 faults, 1 where the header promises nothing, 1.5 s"));
  EXPECT_THAT(text, Not(HasSubstr("a.passes (pass)")));
  EXPECT_THAT(ToText(Sample(), /*verbose=*/true), HasSubstr("a.passes (pass)"));
}

TEST(Report, MarkupIsEscaped) {
  const std::string html = ToHtml(Sample());
  EXPECT_THAT(html, HasSubstr("a &lt;plugin&gt;"));
  EXPECT_THAT(html, Not(HasSubstr("<plugin>")));
  EXPECT_THAT(html, Not(HasSubstr("href=\"http")));
  const std::string xml = ToJunit(Sample());
  EXPECT_THAT(xml, HasSubstr("message=\"3 where 4 is expected &amp; more\""));
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"conform.b\" tests=\"3\">"));
  EXPECT_THAT(xml, HasSubstr("<error type=\"crash\""));
}

TEST(Diff, SaysWhatGotWorseAndWhatBetter) {
  const Report before = Sample();
  Report after = Sample();
  after.checks[0].result = Result::kHang;
  after.checks[1].result = Result::kPass;
  after.checks.erase(after.checks.begin() + 3);
  after.checks.push_back(Check("c.new", Result::kPass));
  const ReportDiff diff = Compare(before, after);
  EXPECT_EQ(diff.regressions, 1);
  EXPECT_EQ(diff.fixed, 1);
  EXPECT_EQ(diff.same, 2);
  ASSERT_EQ(diff.rows.size(), 4u);
  EXPECT_EQ(diff.rows[0].id, "a.passes");
  EXPECT_TRUE(diff.rows[0].regression);
  EXPECT_THAT(ToText(diff), HasSubstr("1 worse, 1 fixed, 2 differ otherwise, 2 as before"));
  EXPECT_THAT(ToJson(diff), HasSubstr("\"regressions\": 1"));
  EXPECT_THAT(ToHtml(diff), HasSubstr("c.new"));
}

TEST(Registry, StatusBecomesResult) {
  EXPECT_EQ(ResultOf(Status()), Result::kPass);
  EXPECT_EQ(ResultOf(InternalError("x")), Result::kFail);
  EXPECT_EQ(ResultOf(UnimplementedError("x")), Result::kUnsupported);
  EXPECT_EQ(ResultOf(Absent("x")), Result::kAbsent);
  EXPECT_EQ(ResultOf(Leaked("x").WithContext("there")), Result::kLeak);
}

}  // namespace
}  // namespace cppjrt::conform
