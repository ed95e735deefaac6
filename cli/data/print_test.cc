#include "cli/data/print.h"

#include <gtest/gtest.h>

#include "cli/data/fill.h"
#include "cli/data/test_util.h"

namespace cppjrt::data {
namespace {

TEST(PrintTest, SmallArraysInFull) {
  EXPECT_EQ(Pretty(Literal("f32[2,3]=0,0.5,1,1.5,2,nan")), "f32[2,3]\n[[0.0, 0.5, 1.0],\n [1.5, 2.0, nan]]");
  EXPECT_EQ(Pretty(Literal("f32=1.5")), "f32[] 1.5");
  EXPECT_EQ(Pretty(Literal("i32[1,2,1]=1,2")), "i32[1,2,1]\n[[[1],\n  [2]]]");
  EXPECT_EQ(Pretty(Literal("c64[1]=1-2j")), "complex<f32>[1]\n[1.0-2.0j]");
}

TEST(PrintTest, EmptyArrays) {
  EXPECT_EQ(Pretty(Literal("f32[0]=")), "f32[0]\n[]");
  EXPECT_EQ(Pretty(Literal("f32[1000000000000,0]=")), "f32[1000000000000,0]\n[]");
}

TEST(PrintTest, LongRowsAreBroken) {
  PrintOptions options;
  options.line_width = 16;
  EXPECT_EQ(Pretty(Ok(Iota({pjrt::ElementType::kS32, {2, 7}})), options),
            "i32[2,7]\n[[0, 1, 2, 3, 4,\n  5, 6],\n [7, 8, 9, 10,\n  11, 12, 13]]");
}

TEST(PrintTest, LargeArraysAreSummarized) {
  const Array array = Ok(Iota({pjrt::ElementType::kF32, {40, 50}}));
  EXPECT_EQ(Pretty(array),
            "f32[40,50]  2000 elements\n"
            "  min 0, max 1999, mean 999.5, std 577.35\n"
            "  first 0.0, 1.0, 2.0, 3.0, 4.0, 5.0\n"
            "  last 1994.0, 1995.0, 1996.0, 1997.0, 1998.0, 1999.0");
}

TEST(PrintTest, SummaryOfSpecialValues) {
  PrintOptions options;
  options.max_elements = 2;
  options.edge_elements = 2;
  EXPECT_EQ(Pretty(Literal("f32[3]=1,nan,-inf"), options),
            "f32[3]  3 elements\n  min 1, max 1, mean 1, std 0\n  1 nan, 1 inf\n  first 1.0, nan\n  last nan, -inf");
  EXPECT_EQ(Pretty(Literal("i1[3]=1,0,1"), options),
            "i1[3]  3 elements\n  2 true, 1 false\n  first true, false\n  last false, true");
  EXPECT_EQ(Pretty(Literal("f32[3]=nan"), options),
            "f32[3]  3 elements\n  3 nan, 0 inf\n  first nan, nan\n  last nan, nan");
  EXPECT_EQ(Pretty(Literal("c64[3]=3+4j"), options),
            "complex<f32>[3]  3 elements\n  absolute values: min 5, max 5, mean 5, std 0\n"
            "  first 3.0+4.0j, 3.0+4.0j\n  last 3.0+4.0j, 3.0+4.0j");
}

TEST(PrintTest, Json) {
  EXPECT_EQ(ToJson(Literal("f32[2,3]=0,0.1,1,1.5,inf,nan")),
            R"({"type":"f32","shape":[2,3],"data":[[0.0,0.1,1.0],[1.5,"Infinity","NaN"]]})");
  EXPECT_EQ(ToJson(Literal("bf16=-inf")), R"({"type":"bf16","shape":[],"data":"-Infinity"})");
  EXPECT_EQ(ToJson(Literal("i1[2]=1,0")), R"({"type":"i1","shape":[2],"data":[true,false]})");
  EXPECT_EQ(ToJson(Literal("ui64=18446744073709551615")), R"({"type":"ui64","shape":[],"data":18446744073709551615})");
  EXPECT_EQ(ToJson(Literal("i4[1]=-8")), R"({"type":"i4","shape":[1],"data":[-8]})");
  EXPECT_EQ(ToJson(Literal("c64[2]=(0.1,nan),2j")),
            R"({"type":"complex<f32>","shape":[2],"data":[[0.1,"NaN"],[0.0,2.0]]})");
  EXPECT_EQ(ToJson(Literal("f32[1000000000000,0]=")), R"({"type":"f32","shape":[1000000000000,0],"data":[]})");
}

}  // namespace
}  // namespace cppjrt::data
