#include "cli/install/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace cppjrt::install {
namespace {

std::vector<std::string> Shell(const std::string& script) { return {"/bin/sh", "-c", script}; }

TEST(ChildTest, CollectsBothOutputsAndTheStatus) {
  StatusOr<ChildResult> result = RunChild(Shell("echo out; echo err >&2; exit 3"));
  ASSERT_TRUE(result.ok()) << result.status().ToString();
  EXPECT_EQ(result->output, "out\nerr\n");
  EXPECT_EQ(result->exit_status, 3);
}

TEST(ChildTest, StandardInputIsEmpty) { EXPECT_EQ(RunChild(Shell("cat; echo end"))->output, "end\n"); }

TEST(ChildTest, EnvironmentIsAddedToOurs) {
  EXPECT_EQ(RunChild(Shell("echo $PATH_OF_TEST"), {{"PATH_OF_TEST=a b"}, {}})->output, "a b\n");
  EXPECT_EQ(RunChild(Shell("echo $HOME"), {{"HOME=/other"}, {}})->output, "/other\n");
}

TEST(ChildTest, ArgumentsAreNotReadByAShell) {
  EXPECT_EQ(RunChild({"/bin/echo", "$HOME; *", "'b'"})->output, "$HOME; * 'b'\n");
}

TEST(ChildTest, KeepsTheEndOfLongOutput) {
  StatusOr<ChildResult> result = RunChild(Shell("i=0; while [ $i -lt 30000 ]; do echo $i; i=$((i+1)); done"));
  ASSERT_TRUE(result.ok());
  EXPECT_LE(result->output.size(), size_t{64} << 10);
  EXPECT_TRUE(result->output.ends_with("29998\n29999\n"));
}

TEST(ChildTest, SignalCountsAsStatus) { EXPECT_EQ(RunChild(Shell("kill -9 $$"))->exit_status, 128 + 9); }

TEST(ChildTest, MissingProgram) {
  StatusOr<ChildResult> result = RunChild({"/absent/program"});
  EXPECT_EQ(result.status().code(), StatusCode::kNotFound);
  EXPECT_EQ(RunChild({}).status().code(), StatusCode::kInvalidArgument);
}

TEST(ChildTest, CancelEndsAStubbornChild) {
  const auto start = std::chrono::steady_clock::now();
  StatusOr<ChildResult> result =
      RunChild(Shell("trap '' TERM; echo ready; while :; do sleep 0.05; done"),
               {{}, [](std::string_view output) { return output.find("ready") == std::string_view::npos; }});
  EXPECT_EQ(result.status().code(), StatusCode::kCancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(ChildTest, FindProgram) {
  EXPECT_THAT(FindProgram("sh"), ::testing::EndsWith("/sh"));
  EXPECT_EQ(FindProgram("no-such-program-anywhere"), "");
}

}  // namespace
}  // namespace cppjrt::install
