#include "client/named_values.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "client/api.h"
#include "client/fake_table.h"
#include "tests/status_matchers.h"

namespace pjrt {
namespace {

using ::cppjrt::StatusIs;
using ::testing::HasSubstr;

class NamedValuesTest : public ::testing::Test {
 protected:
  NamedValuesTest() : table_(FakeTable()), api_(*detail::Api::Make(&table_, "fake")) {}
  std::vector<PJRT_NamedValue> ToC(const NamedValues& values) { return detail::ToNamedValues(*api_, values); }
  static StatusOr<NamedValues> FromC(const std::vector<PJRT_NamedValue>& values) {
    return detail::FromNamedValues(values.data(), values.size());
  }
  static PJRT_NamedValue Named(const char* name, PJRT_NamedValue_Type type) {
    PJRT_NamedValue value{};
    value.name = name;
    value.name_size = name == nullptr ? 0 : std::string_view(name).size();
    value.type = type;
    value.value_size = 1;
    return value;
  }

 private:
  PJRT_Api table_;
  std::shared_ptr<detail::Api> api_;
};

TEST_F(NamedValuesTest, EveryKindSurvivesARoundTrip) {
  const NamedValues values = {{"text", std::string("a\0b", 3)},
                              {"empty text", std::string()},
                              {"number", std::numeric_limits<int64_t>::min()},
                              {"list", std::vector<int64_t>{1, -2, 3}},
                              {"empty list", std::vector<int64_t>{}},
                              {"real", 0.25F},
                              {"yes", true},
                              {"no", false},
                              {"", int64_t{1}}};
  const std::vector<PJRT_NamedValue> raw = ToC(values);
  ASSERT_EQ(raw.size(), values.size());
  for (const PJRT_NamedValue& value : raw) EXPECT_EQ(value.struct_size, 56U);
  ASSERT_OK_AND_ASSIGN(NamedValues back, FromC(raw));
  EXPECT_EQ(back, values);
}

TEST_F(NamedValuesTest, AStringLiteralWouldBeABoolSoStringsAreSpelledOut) {
  EXPECT_EQ(ToC({{"a", std::string("x")}})[0].type, PJRT_NamedValue_kString);
  EXPECT_EQ(ToC({{"a", int64_t{1}}})[0].type, PJRT_NamedValue_kInt64);
  EXPECT_EQ(ToC({{"a", true}})[0].type, PJRT_NamedValue_kBool);
}

TEST_F(NamedValuesTest, NothingIsAnEmptyMap) {
  ASSERT_OK_AND_ASSIGN(NamedValues none, detail::FromNamedValues(nullptr, 0));
  EXPECT_TRUE(none.empty());
}

TEST_F(NamedValuesTest, MalformedArraysAreRefused) {
  EXPECT_THAT(detail::FromNamedValues(nullptr, 1), StatusIs(StatusCode::kInternal, HasSubstr("without an array")));
  EXPECT_THAT(FromC({Named(nullptr, PJRT_NamedValue_kInt64)}),
              StatusIs(StatusCode::kInternal, HasSubstr("without a name")));
  EXPECT_THAT(FromC({Named("text", PJRT_NamedValue_kString)}),
              StatusIs(StatusCode::kInternal, HasSubstr("text is null")));
  EXPECT_THAT(FromC({Named("list", PJRT_NamedValue_kInt64List)}),
              StatusIs(StatusCode::kInternal, HasSubstr("list is null")));
}

TEST_F(NamedValuesTest, NullOfSizeZeroIsEmpty) {
  std::vector<PJRT_NamedValue> raw = {Named("text", PJRT_NamedValue_kString),
                                      Named("list", PJRT_NamedValue_kInt64List)};
  for (PJRT_NamedValue& value : raw) value.value_size = 0;
  ASSERT_OK_AND_ASSIGN(NamedValues values, FromC(raw));
  EXPECT_EQ(values, (NamedValues{{"text", std::string()}, {"list", std::vector<int64_t>{}}}));
}

TEST_F(NamedValuesTest, ValuesOfAnUnknownTypeAreLeftOut) {
  ASSERT_OK_AND_ASSIGN(NamedValues values, FromC({Named("new", static_cast<PJRT_NamedValue_Type>(99)),
                                                  Named("known", PJRT_NamedValue_kBool)}));
  EXPECT_EQ(values, (NamedValues{{"known", false}}));
}

TEST(ValueTest, IsPrinted) {
  EXPECT_EQ(ToString(Value(std::string("text"))), "text");
  EXPECT_EQ(ToString(Value(int64_t{-3})), "-3");
  EXPECT_EQ(ToString(Value(std::vector<int64_t>{1, 2})), "[1, 2]");
  EXPECT_EQ(ToString(Value(std::vector<int64_t>{})), "[]");
  EXPECT_EQ(ToString(Value(0.5F)), "0.5");
  EXPECT_EQ(ToString(Value(true)), "true");
}

}  // namespace
}  // namespace pjrt
