// Matchers for Status and StatusOr.
//
//   EXPECT_THAT(client.Compile(program), IsOk());
//   EXPECT_THAT(buffer.Delete(), StatusIs(StatusCode::kFailedPrecondition, HasSubstr("donated")));
//   ASSERT_OK_AND_ASSIGN(Buffer buffer, client.Upload(array));
#ifndef CPPJRT_TESTS_STATUS_MATCHERS_H_
#define CPPJRT_TESTS_STATUS_MATCHERS_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <utility>

#include "cppjrt/status.h"

namespace cppjrt {
inline namespace v0 {

inline void PrintTo(const Status& status, std::ostream* out) { *out << status.ToString(); }
template <typename T>
void PrintTo(const StatusOr<T>& result, std::ostream* out) {
  *out << result.status().ToString();
}

}  // namespace v0

inline const Status& StatusOf(const Status& status) { return status; }
template <typename T>
const Status& StatusOf(const StatusOr<T>& result) {
  return result.status();
}

MATCHER(IsOk, negation ? "is an error" : "is OK") {
  *result_listener << StatusOf(arg).ToString();
  return StatusOf(arg).ok();
}

MATCHER_P(StatusIs, code, "has code " + std::string(StatusCodeName(code))) {
  *result_listener << StatusOf(arg).ToString();
  return StatusOf(arg).code() == code;
}

MATCHER_P2(StatusIs, code, message,
           "has code " + std::string(StatusCodeName(code)) + " and a message that " +
               ::testing::DescribeMatcher<std::string>(message)) {
  *result_listener << StatusOf(arg).ToString();
  return StatusOf(arg).code() == code &&
         ::testing::Matches(::testing::MatcherCast<std::string>(message))(std::string(StatusOf(arg).message()));
}

}  // namespace cppjrt

// Not in a block of its own: the value is declared in the enclosing scope.
#define ASSERT_OK_AND_ASSIGN(lhs, expr) ASSERT_OK_AND_ASSIGN_IMPL_(CPPJRT_CONCAT_(cppjrt_result_, __LINE__), lhs, expr)
#define ASSERT_OK_AND_ASSIGN_IMPL_(result, lhs, expr) \
  auto result = (expr);                               \
  ASSERT_THAT(result, ::cppjrt::IsOk());              \
  lhs = std::move(result).value()

#endif  // CPPJRT_TESTS_STATUS_MATCHERS_H_
