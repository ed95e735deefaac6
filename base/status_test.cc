#include "cppjrt/status.h"

#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/status_matchers.h"

namespace cppjrt {
namespace {

using ::testing::HasSubstr;

const Status::Payloads kPayloads = {{"type.googleapis.com/x", std::string("a\0b", 3)}};

TEST(StatusTest, DefaultIsOkAndHasNothing) {
  const Status status;
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(status.code(), StatusCode::kOk);
  EXPECT_EQ(status.message(), "");
  EXPECT_TRUE(status.payloads().empty());
  EXPECT_EQ(status.ToString(), "OK");
}

TEST(StatusTest, AnErrorWithCodeOkIsOk) {
  EXPECT_EQ(Status(StatusCode::kOk, "dropped"), OkStatus());
  EXPECT_EQ(Status(StatusCode::kOk, "dropped", kPayloads), OkStatus());
}

TEST(StatusTest, KeepsCodeMessageAndPayloads) {
  const Status status(StatusCode::kNotFound, "no device with id 7", kPayloads);
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(status.code(), StatusCode::kNotFound);
  EXPECT_EQ(status.message(), "no device with id 7");
  EXPECT_EQ(status.payloads(), kPayloads);
  EXPECT_EQ(status.ToString(), "NOT_FOUND: no device with id 7");
}

TEST(StatusTest, EveryCodeHasItsName) {
  constexpr std::string_view kNames[] = {
      "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
      "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
      "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
      "DATA_LOSS", "UNAUTHENTICATED"};
  for (int code = 0; code <= 16; ++code) EXPECT_EQ(StatusCodeName(static_cast<StatusCode>(code)), kNames[code]);
  EXPECT_EQ(StatusCodeName(static_cast<StatusCode>(17)), "UNKNOWN");
  EXPECT_EQ(StatusCodeName(static_cast<StatusCode>(-1)), "UNKNOWN");
}

TEST(StatusTest, MakersGiveTheirCode) {
  EXPECT_EQ(CancelledError("m").code(), StatusCode::kCancelled);
  EXPECT_EQ(UnknownError("m").code(), StatusCode::kUnknown);
  EXPECT_EQ(InvalidArgumentError("m").code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(DeadlineExceededError("m").code(), StatusCode::kDeadlineExceeded);
  EXPECT_EQ(NotFoundError("m").code(), StatusCode::kNotFound);
  EXPECT_EQ(AlreadyExistsError("m").code(), StatusCode::kAlreadyExists);
  EXPECT_EQ(PermissionDeniedError("m").code(), StatusCode::kPermissionDenied);
  EXPECT_EQ(ResourceExhaustedError("m").code(), StatusCode::kResourceExhausted);
  EXPECT_EQ(FailedPreconditionError("m").code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(OutOfRangeError("m").code(), StatusCode::kOutOfRange);
  EXPECT_EQ(UnimplementedError("m").code(), StatusCode::kUnimplemented);
  EXPECT_EQ(InternalError("m").code(), StatusCode::kInternal);
  EXPECT_EQ(UnavailableError("m").code(), StatusCode::kUnavailable);
  EXPECT_EQ(DataLossError("m").code(), StatusCode::kDataLoss);
}

TEST(StatusTest, ContextGoesBeforeTheMessageAndKeepsTheRest) {
  const Status status = Status(StatusCode::kDataLoss, "short read", kPayloads).WithContext("cache");
  EXPECT_EQ(status, Status(StatusCode::kDataLoss, "cache: short read", kPayloads));
  EXPECT_TRUE(OkStatus().WithContext("cache").ok());
}

TEST(StatusTest, CopiesShareTheErrorAndOutliveTheOriginal) {
  Status copy;
  {
    const Status original = NotFoundError("gone");
    copy = original;
    EXPECT_EQ(copy.message().data(), original.message().data());
  }
  EXPECT_EQ(copy.message(), "gone");
}

TEST(StatusTest, ComparesCodeMessageAndPayloads) {
  EXPECT_EQ(NotFoundError("a"), NotFoundError("a"));
  EXPECT_FALSE(NotFoundError("a") == NotFoundError("b"));
  EXPECT_FALSE(NotFoundError("a") == InternalError("a"));
  EXPECT_FALSE(Status(StatusCode::kNotFound, "a", kPayloads) == NotFoundError("a"));
}

TEST(StatusTest, CopiesMayBeReadAndDroppedByManyThreads) {
  const Status status = NotFoundError("shared");
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&status] {
      for (int k = 0; k < 1000; ++k) {
        const Status copy = status;
        EXPECT_EQ(copy.message(), "shared");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// Counts how many of it live, and how often it was copied.
struct Counted {
  explicit Counted(int v) : value(v) { ++live; }
  Counted(const Counted& other) : value(other.value) { ++live, ++copies; }
  Counted(Counted&& other) noexcept : value(std::exchange(other.value, -1)) { ++live; }
  ~Counted() { --live; }
  Counted& operator=(const Counted&) = delete;
  int value;
  static inline int live = 0;
  static inline int copies = 0;
};

class StatusOrTest : public ::testing::Test {
 protected:
  StatusOrTest() { Counted::live = Counted::copies = 0; }
  ~StatusOrTest() override { EXPECT_EQ(Counted::live, 0); }
};

TEST_F(StatusOrTest, HoldsAValue) {
  StatusOr<std::string> result = std::string("text");
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(result.status(), OkStatus());
  EXPECT_EQ(result.value(), "text");
  EXPECT_EQ(*result, "text");
  EXPECT_EQ(result->size(), 4U);
  EXPECT_EQ(result.value_or("other"), "text");
}

TEST_F(StatusOrTest, HoldsAnError) {
  const StatusOr<std::string> result = NotFoundError("nothing");
  EXPECT_THAT(result, StatusIs(StatusCode::kNotFound, "nothing"));
  EXPECT_EQ(result.value_or("other"), "other");
}

TEST_F(StatusOrTest, OkWithoutAValueIsAnInternalError) {
  const StatusOr<int> result = OkStatus();
  EXPECT_THAT(result, StatusIs(StatusCode::kInternal, HasSubstr("without a value")));
}

TEST_F(StatusOrTest, CarriesMoveOnlyValues) {
  StatusOr<std::unique_ptr<int>> result = std::make_unique<int>(7);
  StatusOr<std::unique_ptr<int>> moved = std::move(result);
  const std::unique_ptr<int> taken = *std::move(moved);
  EXPECT_EQ(*taken, 7);
}

TEST_F(StatusOrTest, DestroysWhatItHolds) {
  {
    StatusOr<Counted> a = Counted(1);
    StatusOr<Counted> b = a;
    StatusOr<Counted> c = std::move(a);
    EXPECT_EQ(Counted::live, 3);  // the moved-from value still lives
    EXPECT_EQ(Counted::copies, 1);
    EXPECT_EQ(b->value, 1);
    EXPECT_EQ(c->value, 1);
  }
  EXPECT_EQ(Counted::live, 0);
}

TEST_F(StatusOrTest, AssignmentGoesFromAnyStateToAny) {
  StatusOr<Counted> result = Counted(1);
  result = StatusOr<Counted>(Counted(2));
  EXPECT_EQ(result->value, 2);
  result = InternalError("e");
  EXPECT_THAT(result, StatusIs(StatusCode::kInternal));
  EXPECT_EQ(Counted::live, 0);
  result = NotFoundError("f");
  EXPECT_THAT(result, StatusIs(StatusCode::kNotFound, "f"));
  result = Counted(3);
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(result->value, 3);
  const StatusOr<Counted>& self = result;
  result = self;
  EXPECT_EQ(result->value, 3);
}

TEST_F(StatusOrTest, AnErrorCanBeTakenOut) {
  StatusOr<int> result = NotFoundError("nothing");
  const Status status = std::move(result).status();
  EXPECT_EQ(status, NotFoundError("nothing"));
}

TEST(StatusOrDeathTest, TakingTheValueOfAnErrorIsABug) {
#ifdef NDEBUG
  constexpr char kMessage[] = "";  // a trap says nothing
#else
  constexpr char kMessage[] = "holds an error";
#endif
  StatusOr<std::string> result = NotFoundError("nothing");
  EXPECT_DEATH(static_cast<void>(result.value()), kMessage);
  EXPECT_DEATH(static_cast<void>(result->size()), kMessage);
}

Status FailIf(bool fail) { return fail ? NotFoundError("failed") : OkStatus(); }
StatusOr<std::unique_ptr<int>> Make(bool fail) {
  if (fail) return NotFoundError("failed");
  return std::make_unique<int>(1);
}

Status UseReturnIfError(bool fail, bool* reached) {
  CPPJRT_RETURN_IF_ERROR(FailIf(fail));
  *reached = true;
  return OkStatus();
}

StatusOr<int> UseAssignOrReturn(bool fail_first, bool fail_second) {
  CPPJRT_ASSIGN_OR_RETURN(std::unique_ptr<int> first, Make(fail_first));
  std::unique_ptr<int> second;
  CPPJRT_ASSIGN_OR_RETURN(second, Make(fail_second));
  return *first + *second;
}

TEST(StatusMacrosTest, ReturnIfErrorLeavesTheFunction) {
  bool reached = false;
  EXPECT_THAT(UseReturnIfError(true, &reached), StatusIs(StatusCode::kNotFound, "failed"));
  EXPECT_FALSE(reached);
  EXPECT_THAT(UseReturnIfError(false, &reached), IsOk());
  EXPECT_TRUE(reached);
}

TEST(StatusMacrosTest, AssignOrReturnDeclaresAndAssigns) {
  EXPECT_EQ(UseAssignOrReturn(false, false).value_or(0), 2);
  EXPECT_THAT(UseAssignOrReturn(true, false), StatusIs(StatusCode::kNotFound));
  EXPECT_THAT(UseAssignOrReturn(false, true), StatusIs(StatusCode::kNotFound));
}

}  // namespace
}  // namespace cppjrt
