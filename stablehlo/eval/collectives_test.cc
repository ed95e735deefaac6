#include "stablehlo/eval/collectives.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <string>
#include <thread>

namespace cppjrt::stablehlo {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;

RuntimeValue Number(int32_t number) {
  return *Tensor::Copy(ElementType::kI32, {}, std::as_bytes(std::span(&number, 1)), MemoryAllocator::Heap());
}
int32_t NumberOf(const RuntimeValue& value) { return *value.tensor().data<int32_t>(); }

// Everybody gets the sum.
StatusOr<Processes::MemberValues> Sum(const Processes::MemberValues& operands) {
  int32_t sum = 0;
  for (const std::vector<RuntimeValue>& of_member : operands) sum += NumberOf(of_member[0]);
  return Processes::MemberValues(operands.size(), {Number(sum)});
}

// Runs `body` as each process of a grid and lets it leave with what it returns.
std::vector<Status> RunAll(Processes& grid, const std::function<Status(ProcessIndex)>& body) {
  std::vector<Status> statuses(static_cast<size_t>(grid.size()));
  std::vector<std::thread> threads;
  for (ProcessIndex p = 0; p < grid.size(); ++p) {
    threads.emplace_back([&, p] {
      Status& status = statuses[static_cast<size_t>(p)];
      status = body(p);
      grid.Leave({p / grid.num_partitions(), p % grid.num_partitions()}, status);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return statuses;
}

TEST(ProcessesTest, MembersMeetAgainAndAgain) {
  Processes grid(4, 1);
  const auto statuses = RunAll(grid, [&](ProcessIndex self) -> Status {
    for (int32_t round = 0; round < 200; ++round) {
      const ProcessGroup group = self % 2 == 0 ? ProcessGroup{0, 2} : ProcessGroup{3, 1};
      CPPJRT_ASSIGN_OR_RETURN(const auto sum,
                              grid.Meet("sum", 0, group, self, {Number(round + static_cast<int32_t>(self))}, Sum));
      if (NumberOf(sum[0]) != 2 * round + (self % 2 == 0 ? 2 : 4)) return InternalError("wrong sum");
    }
    return OkStatus();
  });
  for (const Status& status : statuses) EXPECT_TRUE(status.ok()) << status.ToString();
}

TEST(ProcessesTest, ResultsFollowTheOrderOfTheGroup) {
  Processes grid(3, 1);
  RunAll(grid, [&](ProcessIndex self) -> Status {
    CPPJRT_ASSIGN_OR_RETURN(const auto results,
                            grid.Meet("rotate", 0, {2, 0, 1}, self, {Number(static_cast<int32_t>(self))},
                                      [](const Processes::MemberValues& operands) -> StatusOr<Processes::MemberValues> {
                                        EXPECT_THAT(
                                            (std::vector<int32_t>{NumberOf(operands[0][0]), NumberOf(operands[1][0]),
                                                                  NumberOf(operands[2][0])}),
                                            ElementsAre(2, 0, 1));
                                        return Processes::MemberValues{operands[1], operands[2], operands[0]};
                                      }));
    EXPECT_EQ(NumberOf(results[0]), (self + 1) % 3);
    return OkStatus();
  });
}

TEST(ProcessesTest, AnErrorOfOneReachesTheOthers) {
  Processes grid(3, 1);
  const auto statuses = RunAll(grid, [&](ProcessIndex self) -> Status {
    if (self == 1) return DataLossError("gone");
    return grid.Meet("sum", 0, {0, 1, 2}, self, {Number(1)}, Sum).status();
  });
  for (const Status& status : statuses) EXPECT_EQ(status.code(), StatusCode::kDataLoss);
  EXPECT_THAT(std::string(statuses[0].message()), HasSubstr("replica 1, partition 0: gone"));
  EXPECT_EQ(grid.Meet("sum", 0, {0, 1}, 0, {Number(1)}, Sum).status().code(), StatusCode::kDataLoss);
}

TEST(ProcessesTest, NobodyWaitsForAProcessThatHasEnded) {
  Processes grid(2, 1);
  const auto statuses = RunAll(grid, [&](ProcessIndex self) -> Status {
    if (self == 1) return OkStatus();
    return grid.Meet("sum", 0, {0, 1}, self, {Number(1)}, Sum).status();
  });
  EXPECT_EQ(statuses[0].code(), StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(statuses[0].message()), HasSubstr("sum waits for process 1, which has ended"));
}

TEST(ProcessesTest, WaitingForEachOtherIsFoundAtOnce) {
  Processes grid(2, 1);
  const auto statuses = RunAll(grid, [&](ProcessIndex self) -> Status {
    return grid.Meet("sum", /*channel=*/self, {0, 1}, self, {Number(1)}, Sum).status();
  });
  for (const Status& status : statuses) EXPECT_THAT(std::string(status.message()), HasSubstr("every process waits"));
  Processes receivers(2, 1);
  for (const Status& status :
       RunAll(receivers, [&](ProcessIndex self) { return receivers.Recv(1, 1 - self, self).status(); })) {
    EXPECT_EQ(status.code(), StatusCode::kFailedPrecondition);
  }
}

TEST(ProcessesTest, TimeIsLimited) {
  Processes grid(2, 1, milliseconds(20));
  const Status status = grid.Meet("sum", 0, {0, 1}, 0, {Number(1)}, Sum).status();
  EXPECT_EQ(status.code(), StatusCode::kDeadlineExceeded);
  EXPECT_THAT(std::string(status.message()), HasSubstr("sum has waited 20 ms"));
}

TEST(ProcessesTest, DifferentOpsDoNotMix) {
  Processes grid(2, 1);
  const auto statuses = RunAll(grid, [&](ProcessIndex self) -> Status {
    return grid.Meet(self == 0 ? "sum" : "product", 0, {0, 1}, self, {Number(1)}, Sum).status();
  });
  for (const Status& status : statuses)
    EXPECT_THAT(std::string(status.message()), HasSubstr("of another process on channel 0"));
}

TEST(ProcessesTest, AnErrorOfTheOpIsEverybodys) {
  Processes grid(2, 1);
  const auto statuses = RunAll(grid, [&](ProcessIndex self) -> Status {
    return grid
        .Meet("sum", 0, {0, 1}, self, {Number(1)},
              [](const Processes::MemberValues&) -> StatusOr<Processes::MemberValues> { return OutOfRangeError("no"); })
        .status();
  });
  for (const Status& status : statuses) EXPECT_EQ(status.code(), StatusCode::kOutOfRange);
}

TEST(ProcessesTest, ChannelsKeepOrder) {
  Processes grid(2, 1);
  const auto statuses = RunAll(grid, [&](ProcessIndex self) -> Status {
    for (int32_t i = 0; i < 100; ++i) {
      if (self == 0) CPPJRT_RETURN_IF_ERROR(grid.Send(1, 0, 1, {Number(i)}));
      if (self == 0) continue;
      CPPJRT_ASSIGN_OR_RETURN(const auto values, grid.Recv(1, 0, 1));
      if (NumberOf(values[0]) != i) return InternalError("out of order");
    }
    return OkStatus();
  });
  for (const Status& status : statuses) EXPECT_TRUE(status.ok()) << status.ToString();
}

TEST(ProcessesTest, AForkedChildCanDestroyWhatIsWaitedFor) {
  auto grid = std::make_unique<Processes>(2, 1);
  std::thread waiting([&] { (void)grid->Meet("sum", 0, {0, 1}, 0, {Number(1)}, Sum); });
  std::this_thread::sleep_for(milliseconds(20));
  const pid_t child = fork();
  if (child == 0) {
    alarm(10);
    grid.reset();
    _exit(0);
  }
  int wait_status = 0;
  waitpid(child, &wait_status, 0);
  EXPECT_TRUE(WIFEXITED(wait_status));
  grid->Fail(CancelledError("enough"));
  waiting.join();
}

TEST(MakeGroupsTest, StrategiesOfTheSpec) {
  const std::vector<std::vector<int64_t>> ids = {{0, 1}, {2, 3}};
  EXPECT_THAT(*MakeGroups(GroupStrategy::kCrossReplica, ids, 4, 2),
              ElementsAre(ElementsAre(0, 2), ElementsAre(1, 3), ElementsAre(4, 6), ElementsAre(5, 7)));
  const std::vector<std::vector<int64_t>> one = {{0, 1}};
  EXPECT_THAT(*MakeGroups(GroupStrategy::kCrossPartition, one, 4, 2),
              ElementsAre(ElementsAre(0, 1), ElementsAre(2, 3), ElementsAre(4, 5), ElementsAre(6, 7)));
  EXPECT_THAT(*MakeGroups(GroupStrategy::kCrossReplicaAndPartition, ids, 4, 2),
              ElementsAre(ElementsAre(0, 2, 1, 3), ElementsAre(4, 6, 5, 7)));
  const std::vector<std::vector<int64_t>> flat = {{0, 1, 2, 3}, {4, 5, 6, 7}};
  EXPECT_THAT(*MakeGroups(GroupStrategy::kFlattenedIds, flat, 4, 2),
              ElementsAre(ElementsAre(0, 1, 2, 3), ElementsAre(4, 5, 6, 7)));
  EXPECT_THAT(*MakeGroups(GroupStrategy::kCrossReplica, {}, 3, 1), ElementsAre(ElementsAre(0, 1, 2)));
  const std::vector<std::vector<int64_t>> ragged = {{0, 1}, {2, -1}};
  EXPECT_THAT(*MakeGroups(GroupStrategy::kCrossReplica, ragged, 3, 1), ElementsAre(ElementsAre(0, 1), ElementsAre(2)));
}

TEST(MakeGroupsTest, IdsMustBeInTheGrid) {
  const std::vector<std::vector<int64_t>> ids = {{0, 5}};
  EXPECT_THAT(std::string(MakeGroups(GroupStrategy::kCrossReplica, ids, 2, 1).status().message()),
              HasSubstr("replica 5, this run has 2"));
  const std::vector<std::vector<int64_t>> twice = {{0, 0}};
  EXPECT_FALSE(MakeGroups(GroupStrategy::kFlattenedIds, twice, 2, 1).ok());
}

}  // namespace
}  // namespace cppjrt::stablehlo
