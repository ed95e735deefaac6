// Numbers and pictures of `pjrt inspect` and `pjrt bench`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/bench_report.h"
#include "cli/svg.h"

namespace cppjrt::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(SvgTest, TextIsEscaped) {
  EXPECT_EQ(Escape("<a href=\"x\">&\x01\x7f\n"), "&lt;a href=&quot;x&quot;&gt;&amp;??\n");
}

TEST(SvgTest, NumbersForPeople) {
  EXPECT_EQ(CountText(0), "0");
  EXPECT_EQ(CountText(999), "999");
  EXPECT_EQ(CountText(1000), "1,000");
  EXPECT_EQ(CountText(-1234567), "-1,234,567");
  EXPECT_EQ(CountText(2e15), "2e+15");
  EXPECT_EQ(BytesText(1023), "1023 bytes");
  EXPECT_EQ(BytesText(1536), "1.5 KiB");
  EXPECT_EQ(BytesText(3.0 * (1 << 30)), "3.0 GiB");
}

TEST(SvgTest, TicksAreRoundAndCoverTheTop) {
  EXPECT_THAT(Ticks(0), ElementsAre(0, 1));
  EXPECT_THAT(Ticks(4), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(Ticks(5), ElementsAre(0, 1, 2, 3, 4, 5));
  for (const double top : {1e-9, 0.3, 0.7, 1.0, 9.9, 10.0, 10.1, 55.0, 123456.0, 1e15}) {
    const std::vector<double> ticks = Ticks(top);
    EXPECT_GE(ticks.back() * (1 + 1e-6), top);
    EXPECT_LE(ticks.size(), 7u) << top;
    EXPECT_GE(ticks.size(), 2u) << top;
  }
}

TEST(BenchReportTest, QuantilesLieBetweenNeighbours) {
  const std::vector<double> values = {1, 2, 3, 4, 10};
  EXPECT_EQ(Quantile(values, 0), 1);
  EXPECT_EQ(Quantile(values, 0.5), 3);
  EXPECT_EQ(Quantile(values, 0.625), 3.5);
  EXPECT_EQ(Quantile(values, 1), 10);
  EXPECT_EQ(Quantile({7}, 0.9), 7);
  const Summary summary = Summarize({10, 4, 3, 2, 1});
  EXPECT_EQ(summary.count, 5u);
  EXPECT_EQ(summary.min, 1);
  EXPECT_EQ(summary.p50, 3);
  EXPECT_EQ(summary.max, 10);
  EXPECT_EQ(summary.mean, 4);
  EXPECT_EQ(Summarize({}).count, 0u);
}

BenchReport TwoSubjects() {
  BenchReport report;
  report.subjects.resize(2);
  report.subjects[0].label = "a<b";
  report.subjects[0].runs = {2, 2, 2, 2};
  report.subjects[0].round_medians = {2, 2, 2, 2};
  report.subjects[1].label = "other";
  report.subjects[1].runs = {1, 3, 1, 1};
  report.subjects[1].round_medians = {1, 3, 1, 1};
  report.subjects[1].comparison = "agree";
  return report;
}

TEST(BenchReportTest, TheFirstSubjectIsTheBaseline) {
  const BenchReport report = TwoSubjects();
  EXPECT_EQ(RoundsWon(report.subjects[1], report.subjects[0]), 0.75);
  EXPECT_EQ(RoundsWon(report.subjects[0], report.subjects[1]), 0.25);
  const std::string text = BenchText(report);
  EXPECT_THAT(text, HasSubstr("speedup"));
  EXPECT_THAT(text, HasSubstr("2x"));
  EXPECT_THAT(text, HasSubstr("75 %"));
  EXPECT_THAT(BenchJson(report, false), HasSubstr("\"speedup\": 2.0"));
  EXPECT_THAT(BenchJson(report, false), Not(HasSubstr("samples_ms")));
  EXPECT_THAT(BenchJson(report, true), HasSubstr("samples_ms"));
}

TEST(BenchReportTest, ThePageEscapesNames) {
  const std::string page = BenchHtml(TwoSubjects());
  EXPECT_THAT(page, HasSubstr("a&lt;b"));
  EXPECT_THAT(page, Not(HasSubstr("a<b")));
  EXPECT_THAT(page, Not(HasSubstr("nan")));
}

// Nothing was run, or all times are alike: no division by zero in the pictures.
TEST(BenchReportTest, EmptyAndFlatTimesMakeAPage) {
  BenchReport report = TwoSubjects();
  for (BenchSubject& subject : report.subjects) subject.runs = subject.round_medians = {0, 0};
  EXPECT_THAT(BenchHtml(report), Not(HasSubstr("nan")));
  EXPECT_THAT(BenchHtml(report), Not(HasSubstr("inf")));
  for (BenchSubject& subject : report.subjects) subject.runs = subject.round_medians = {};
  EXPECT_THAT(BenchHtml(report), Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace cppjrt::cli
