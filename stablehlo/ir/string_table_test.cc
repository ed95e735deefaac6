#include "stablehlo/ir/string_table.h"

#include <gtest/gtest.h>

#include <string>

namespace cppjrt::stablehlo {
namespace {

TEST(StringTableTest, EqualTextHasOneId) {
  Arena arena;
  StringTable names(&arena);
  const NameId a = names.Intern("dimension");
  EXPECT_EQ(names.Intern(std::string("dimen") + "sion"), a);
  EXPECT_NE(names.Intern("dimensions"), a);
  EXPECT_EQ(names[a], "dimension");
}

TEST(StringTableTest, FindsOnlyWhatWasInterned) {
  Arena arena;
  StringTable names(&arena);
  EXPECT_FALSE(names.Find("x").valid());
  const NameId empty = names.Intern("");
  EXPECT_EQ(names.Find(""), empty);
  EXPECT_FALSE(names.Find("x").valid());
}

TEST(StringTableTest, KeepsIdsWhileItGrows) {
  Arena arena;
  StringTable names(&arena);
  for (size_t i = 0; i < 10000; ++i) EXPECT_EQ(names.Intern("name" + std::to_string(i)).index(), i);
  EXPECT_EQ(names[NameId(1234)], "name1234");
  EXPECT_EQ(names.Find("name9999").index(), 9999u);
}

TEST(StringTableTest, AViewIsNotCopied) {
  Arena arena;
  StringTable names(&arena);
  const std::string text = "a long enough text";
  EXPECT_EQ(names[names.InternView(text)].data(), text.data());
  EXPECT_NE(names[names.Intern("another text")].data(), text.data());
}

}  // namespace
}  // namespace cppjrt::stablehlo
