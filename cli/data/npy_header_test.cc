#include "cli/data/npy_header.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/data/npy_dtype.h"
#include "cli/data/test_util.h"

namespace cppjrt::data {
namespace {

using pjrt::ElementType;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(NpyDictTest, AsNumpyWritesIt) {
  const NpyHeader header = Ok(ParseNpyDict("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }   \n"));
  EXPECT_EQ(header.descr, "<f4");
  EXPECT_TRUE(header.fortran_order);
  EXPECT_THAT(header.dims, ElementsAre(2, 3));
}

TEST(NpyDictTest, AsOthersWriteIt) {
  for (const std::string_view text : {
           "{\"shape\":(2,3),\"fortran_order\":False,\"descr\":\"<f4\"}",
           "{ 'shape' : ( 2 , 3 , ) ,\n'descr': '<f4', 'fortran_order': False }",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 3L), }",
       }) {
    const NpyHeader header = Ok(ParseNpyDict(text));
    EXPECT_EQ(header.descr, "<f4");
    EXPECT_THAT(header.dims, ElementsAre(2, 3));
  }
  EXPECT_THAT(Ok(ParseNpyDict("{'descr': '<f4', 'fortran_order': False, 'shape': (7,)}")).dims, ElementsAre(7));
  EXPECT_THAT(Ok(ParseNpyDict("{'descr': '<f4', 'fortran_order': False, 'shape': ()}")).dims, ElementsAre());
}

TEST(NpyDictTest, Errors) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"", "character 1: expected \"{\""},
      {"{", "expected a string"},
      {"{}", "'descr' is missing"},
      {"{'descr': '<f4'}", "'fortran_order' is missing"},
      {"{'descr': '<f4', 'fortran_order': False}", "'shape' is missing"},
      {"{'descr': '<f4', 'descr': '<f4'}", "'descr' appears twice"},
      {"{'descr': '<f4', 'color': 'red'}", "unknown key 'color'"},
      {"{'descr': '<f4' 'fortran_order': False}", "expected \",\" or \"}\""},
      {"{'descr: '<f4'}", "expected \":\""},
      {"{'descr': <f4}", "expected a string"},
      {"{'descr': '<f4}", "string does not end"},
      {"{'fortran_order': 0}", "expected True or False"},
      {"{'fortran_order': Falsehood}", "expected \",\" or \"}\""},
      {"{'shape': 3}", "expected \"(\""},
      {"{'shape': (3)}", "expected a tuple"},
      {"{'shape': (,)}", "expected a dimension"},
      {"{'shape': (2,,)}", "expected a dimension"},
      {"{'shape': (2 3)}", "expected \",\" or \")\""},
      {"{'shape': (-2,)}", "dimension is negative (-2)"},
      {"{'shape': (2.5,)}", "expected \",\" or \")\""},
      {"{'shape': (99999999999999999999,)}", "does not fit in 64 bits"},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': ()} 1", "expected the end"},
  };
  for (const auto& [text, message] : cases) {
    const StatusOr<NpyHeader> header = ParseNpyDict(text);
    ASSERT_FALSE(header.ok()) << text;
    EXPECT_EQ(header.status().code(), StatusCode::kInvalidArgument);
    EXPECT_THAT(MessageOf(header), HasSubstr(message)) << text;
  }
  std::string deep = "{'shape': (";
  for (int i = 0; i < 65; ++i) deep += "1,";
  EXPECT_THAT(MessageOf(ParseNpyDict(deep)), HasSubstr("more than 64 dimensions"));
}

TEST(NpyDictTest, StructuredDtypesAreNamed) {
  const StatusOr<NpyHeader> header =
      ParseNpyDict("{'descr': [('a', '<f4'), ('b', '<i4', (2,))], 'fortran_order': False, 'shape': (2,), }");
  EXPECT_EQ(header.status().code(), StatusCode::kUnimplemented);
  EXPECT_THAT(MessageOf(header), HasSubstr("structured numpy dtype [('a', '<f4'), ("));
}

TEST(NpyDtypeTest, EveryTypeComesBack) {
  for (const pjrt::ElementTypeInfo& row : pjrt::ElementTypes()) {
    if (pjrt::HostBytesPerElement(row.type) == 0) continue;
    const NpyDtype dtype = Ok(ParseDescr(DescrOf(row.type)));
    EXPECT_EQ(dtype.is_void, !NumpyHas(row.type)) << row.name;
    EXPECT_TRUE(dtype.is_void || dtype.type == row.type) << row.name;
    EXPECT_EQ(pjrt::HostBytesPerElement(dtype.type), pjrt::HostBytesPerElement(row.type)) << row.name;
  }
}

TEST(NpyDtypeTest, Spellings) {
  EXPECT_EQ(DescrOf(ElementType::kPred), "|b1");
  EXPECT_EQ(DescrOf(ElementType::kC128), "<c16");
  EXPECT_EQ(DescrOf(ElementType::kBF16), "<V2");
  EXPECT_EQ(DescrOf(ElementType::kS4), "|V1");
  EXPECT_EQ(Ok(ParseDescr("<V1")).type, ElementType::kU8);
  EXPECT_EQ(Ok(ParseDescr("|V2")).type, ElementType::kU16);
  EXPECT_EQ(Ok(ParseDescr("=i8")).type, ElementType::kS64);
  EXPECT_TRUE(Ok(ParseDescr(">c8")).big_endian);
  EXPECT_EQ(Ok(ParseDescr("bfloat16")).type, ElementType::kBF16);
  // What np.save makes of ml_dtypes.float8_e5m2.
  EXPECT_EQ(Ok(ParseDescr("<f1")).type, ElementType::kF8E5M2);
}

TEST(NpyDtypeTest, OthersAreNamed) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"<f16", "long double"}, {"<c32", "long double"},    {"<M8[ns]", "datetime"},   {"<m8", "timedelta"},
      {"|O", "Python object"}, {"|S3", "byte string"},     {"<U2", "(string)"},       {"|V3", "void of other than"},
      {"|V0", "void"},         {">V2", "big-endian void"}, {"<W4", "half precision"}, {"<i16", "integer"},
  };
  for (const auto& [descr, message] : cases) {
    EXPECT_EQ(ParseDescr(descr).status().code(), StatusCode::kUnimplemented) << descr;
    EXPECT_THAT(MessageOf(ParseDescr(descr)), HasSubstr(fmt::format("'{}'", descr)));
    EXPECT_THAT(MessageOf(ParseDescr(descr)), HasSubstr(message));
  }
  for (const std::string_view descr : {"", "<", "f4", "<x4", "float", "<\xff"}) {
    EXPECT_EQ(ParseDescr(descr).status().code(), StatusCode::kInvalidArgument) << descr;
  }
}

TEST(NpyHeaderTest, WrittenAsNumpyDoes) {
  const std::string header = FormatNpyHeader({ElementType::kF32, {2, 3}});
  EXPECT_EQ(header, std::string("\x93NUMPY\1\0v\0{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", 69) +
                        std::string(58, ' ') + "\n");
  EXPECT_THAT(FormatNpyHeader({ElementType::kF32, {2}}), HasSubstr("'shape': (2,), }"));
  EXPECT_THAT(FormatNpyHeader({ElementType::kF32, {}}), HasSubstr("'shape': (), }"));
}

TEST(NpyHeaderTest, ReadsItsOwnInAllVersions) {
  for (const int version : {1, 2, 3}) {
    for (const std::vector<int64_t>& dims : {std::vector<int64_t>{},
                                             {0},
                                             {7},
                                             {1, 2, 3},
                                             std::vector<int64_t>(64, 1),
                                             std::vector<int64_t>(64, INT64_MAX)}) {
      const std::string text = FormatNpyHeader({ElementType::kS16, dims}, version);
      EXPECT_EQ(text.size() % 64, 0u);
      EXPECT_EQ(text.back(), '\n');
      MemorySource source(AsBytes(text));
      EXPECT_EQ(Ok(ReadNpyHeader(source)).dims, dims);
      EXPECT_EQ(source.Remaining(), 0u);
    }
  }
}

}  // namespace
}  // namespace cppjrt::data
