#include "conform/isolate/isolate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <map>
#include <set>

#include "conform/isolate/child_channel.h"

namespace cppjrt::conform {
namespace {

using ::testing::HasSubstr;

std::vector<ItemEnd> RunAll(const std::vector<std::string>& texts, IsolateOptions options = {}) {
  if (options.command.empty()) options.command = {CPPJRT_ISOLATE_CHILD};
  std::vector<WorkItem> items;
  for (const std::string& text : texts) items.push_back({text, /*alone=*/false, 0});
  std::vector<ItemEnd> ends(texts.size());
  std::vector<int> seen(texts.size());
  RunIsolated(items, options, [&](size_t item, const ItemEnd& end) {
    ends[item] = end;
    ++seen[item];
  });
  EXPECT_THAT(seen, ::testing::Each(1));
  return ends;
}

TEST(Isolate, OneChildDoesManyItems) {
  const auto ends = RunAll({"a", "b\nwith \\ two lines", "c"});
  std::set<std::string> processes;
  for (const ItemEnd& end : ends) {
    EXPECT_EQ(end.kind, EndKind::kDone);
    processes.insert(end.payload.substr(end.payload.rfind(' ')));
  }
  EXPECT_EQ(processes.size(), 1u);
  EXPECT_THAT(ends[1].payload, HasSubstr("did b\nwith \\ two lines in"));
}

TEST(Isolate, EveryKindOfEndIsThatItemsAlone) {
  IsolateOptions options;
  options.seconds = 3;  // to take the memory as well, on a busy machine
  options.memory_limit = int64_t{128} << 20;
  for (int jobs : {1, 3}) {
    options.jobs = jobs;
    const auto ends =
        RunAll({"a", "crash", "b", "abort", "exit", "hang", "c", "memory", "print and abort", "d"}, options);
    for (size_t i : {0, 2, 6, 9}) EXPECT_EQ(ends[i].kind, EndKind::kDone) << i;
    EXPECT_EQ(ends[1].kind, EndKind::kCrash);
    EXPECT_EQ(ends[1].signal, SIGSEGV);
    EXPECT_EQ(ends[1].last_call, "call of crash");
    EXPECT_EQ(ends[3].signal, SIGABRT);
    EXPECT_EQ(ends[4].kind, EndKind::kCrash);
    EXPECT_EQ(ends[4].signal, 0);
    EXPECT_EQ(ends[4].exit_code, 7);
    EXPECT_EQ(ends[5].kind, EndKind::kHang);
    EXPECT_GE(ends[5].seconds, options.seconds);
    EXPECT_EQ(ends[5].last_call, "call of hang");
    EXPECT_EQ(ends[7].kind, EndKind::kMemory);
    EXPECT_THAT(ends[8].output, HasSubstr("the last words"));
  }
}

TEST(Isolate, AloneMeansAProcessOfItsOwn) {
  std::vector<WorkItem> items = {{"a"}, {"b", /*alone=*/true}, {"c"}, {"d", /*alone=*/true}};
  IsolateOptions options;
  options.command = {CPPJRT_ISOLATE_CHILD};
  std::map<size_t, std::string> process;
  RunIsolated(items, options,
              [&](size_t item, const ItemEnd& end) { process[item] = end.payload.substr(end.payload.rfind(' ')); });
  EXPECT_EQ(process[0], process[2]);
  EXPECT_NE(process[1], process[0]);
  EXPECT_NE(process[1], process[3]);
}

TEST(Isolate, ChildrenThatDoNotWorkAtAllEndEveryItem) {
  IsolateOptions options;
  options.command = {CPPJRT_ISOLATE_CHILD, "die"};
  for (const ItemEnd& end : RunAll({"a", "b"}, options)) {
    EXPECT_EQ(end.kind, EndKind::kCrash);
    EXPECT_EQ(end.exit_code, 5);
  }
  options.command = {"/nonexistent/program"};
  for (const ItemEnd& end : RunAll({"a", "b"}, options)) EXPECT_EQ(end.exit_code, 127);
}

TEST(Isolate, LinesComeBackAsTheyWere) {
  for (const char* text : {"", "a", "a\nb", "\\n", "\\\n\\", "\n"}) {
    EXPECT_EQ(UnescapeLine(EscapeLine(text)), text);
    EXPECT_EQ(EscapeLine(text).find('\n'), std::string::npos);
  }
}

}  // namespace
}  // namespace cppjrt::conform
