#include "base/trace.h"

#include <gtest/gtest.h>

#include <thread>

namespace cppjrt {
namespace {

std::shared_ptr<const TraceNames> Names() {
  return std::make_shared<const TraceNames>(TraceNames{{"outer", "a.py:1:1", "p"}, {"inner", "", "p"}});
}

TEST(TraceTest, NothingIsKeptWhileNobodyRecords) {
  {
    const TraceScope scope(Names(), 0);
  }
  ASSERT_TRUE(Trace::Start().ok());
  EXPECT_TRUE(Trace::Stop().empty());
}

TEST(TraceTest, EventsOfAThreadLieInEachOther) {
  ASSERT_TRUE(Trace::Start().ok());
  const auto names = Names();
  {
    const TraceScope outer(names, 0);
    const TraceScope inner(names, 1);
  }
  const std::vector<TraceThread> threads = Trace::Stop();
  ASSERT_EQ(threads.size(), 1u);
  ASSERT_EQ(threads[0].events.size(), 2u);
  const TraceEvent& inner = threads[0].events[0];
  const TraceEvent& outer = threads[0].events[1];
  EXPECT_EQ((*inner.names)[inner.name].name, "inner");
  EXPECT_LE(outer.begin_ns, inner.begin_ns);
  EXPECT_LE(inner.end_ns, outer.end_ns);
  EXPECT_GE(outer.begin_ns, 0);
}

TEST(TraceTest, ThreadsThatEndedAreThere) {
  ASSERT_TRUE(Trace::Start().ok());
  std::thread([] { const TraceScope scope(Names(), 0); }).join();
  std::thread([] { const TraceScope scope(Names(), 1); }).join();
  EXPECT_EQ(Trace::Stop().size(), 2u);
  ASSERT_TRUE(Trace::Start().ok());
  EXPECT_TRUE(Trace::Stop().empty());
}

TEST(TraceTest, OneRecordingAtATime) {
  ASSERT_TRUE(Trace::Start().ok());
  EXPECT_EQ(Trace::Start().code(), StatusCode::kFailedPrecondition);
  Trace::Stop();
  EXPECT_TRUE(Trace::Start().ok());
  Trace::Stop();
}

}  // namespace
}  // namespace cppjrt
