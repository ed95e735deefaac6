#include "cli/data/npy.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/data/element_text.h"
#include "cli/data/elements.h"
#include "cli/data/fill.h"
#include "cli/data/npy_header.h"
#include "cli/data/test_util.h"

namespace cppjrt::data {
namespace {

using pjrt::ElementType;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// A .npy file of version 1 with this dict and data.
std::string Npy(std::string_view descr, std::string_view shape, std::string_view data, bool fortran_order = false) {
  const std::string dict = fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}}}", descr,
                                       fortran_order ? "True" : "False", shape);
  return std::string("\x93NUMPY\1\0", 8) + static_cast<char>(dict.size()) + '\0' + dict + std::string(data);
}
StatusOr<NpyArray> Read(std::string_view file) { return ReadNpy(AsBytes(file), "x.npy"); }
std::string Elements(const Array& array) {
  std::string text;
  for (int64_t i = 0; i < array.size(); ++i) {
    if (i > 0) text += ' ';
    text += ElementText(array, i);
  }
  return text;
}

TEST(NpyTest, EveryTypeComesBackFromAFile) {
  const TemporaryFolder folder;
  for (const pjrt::ElementTypeInfo& row : pjrt::ElementTypes()) {
    if (pjrt::HostBytesPerElement(row.type) == 0) continue;
    for (const std::vector<int64_t>& dims : {std::vector<int64_t>{}, {0}, {5}, {2, 3, 4}}) {
      const Array array = Ok(Random({row.type, dims}, 1));
      const std::string path = folder / "a.npy";
      ASSERT_TRUE(WriteNpy(path, array).ok());
      const TypedArray again = Ok(As(Ok(ReadNpy(path)), array.shape(), "it"));
      EXPECT_EQ(BytesOf(again.array), BytesOf(array)) << row.name;
      EXPECT_FALSE(again.from_bits);
    }
  }
  EXPECT_EQ(folder.CountFiles(), 1u);
}

TEST(NpyTest, ByteOrder) {
  EXPECT_EQ(Elements(Ok(Read(Npy(">i2", "(2,)", std::string_view("\0\1\xff\xfe", 4)))).array), "1 -2");
  EXPECT_EQ(Elements(Ok(Read(Npy(">f8", "()", std::string_view("\x3f\xf8\0\0\0\0\0\0", 8)))).array), "1.5");
  EXPECT_EQ(Elements(Ok(Read(Npy(">c8", "(1,)", std::string_view("\x3f\x80\0\0\xc0\0\0\0", 8)))).array), "1.0-2.0j");
  EXPECT_EQ(Elements(Ok(Read(Npy(">u1", "(2,)", "\1\2"))).array), "1 2");
}

TEST(NpyTest, FortranOrder) {
  EXPECT_EQ(Elements(Ok(Read(Npy("|u1", "(2, 3)", "\1\2\3\4\5\6", true))).array), "1 3 5 2 4 6");
  EXPECT_EQ(Elements(Ok(Read(Npy("|u1", "(6,)", "\1\2\3\4\5\6", true))).array), "1 2 3 4 5 6");
  EXPECT_EQ(Elements(Ok(Read(Npy(">u2", "(2, 1, 2)", std::string_view("\0\1\0\2\0\3\0\4", 8), true))).array),
            "1 3 2 4");
  EXPECT_EQ(Ok(Read(Npy("|u1", "(0, 3)", "", true))).array.size(), 0);
  EXPECT_EQ(Ok(Read(Npy("|u1", "(3, 0)", "", true))).array.size(), 0);
}

TEST(NpyTest, FortranOrderOfManyDimensions) {
  const Array iota = Ok(Iota({ElementType::kU8, {2, 3, 4, 5}}));
  const Array array = Ok(Read(Npy("|u1", "(2, 3, 4, 5)", BytesOf(iota), true))).array;
  for (int64_t i = 0; i < array.size(); ++i) {
    const std::vector<int64_t> p = Unflatten(i, array.dims());
    EXPECT_EQ(RealAt(array, i), static_cast<double>(p[0] + 2 * (p[1] + 3 * (p[2] + 4 * p[3]))));
  }
}

TEST(NpyTest, BoolsBecomeZeroOrOne) { EXPECT_EQ(BytesOf(Ok(Read(Npy("|b1", "(2,)", "\1\2"))).array), "\1\1"); }

TEST(NpyTest, BytesAfterTheArrayAreLeftAlone) {
  EXPECT_EQ(Elements(Ok(Read(Npy("|u1", "(2,)", "\1\2\3"))).array), "1 2");
}

TEST(NpyTest, EveryTruncationIsAnError) {
  for (const int version : {1, 2, 3}) {
    const std::string file = FormatNpyHeader({ElementType::kS16, {3}}, version) + "abcdef";
    ASSERT_TRUE(Read(file).ok());
    for (size_t size = 0; size < file.size(); ++size) {
      const StatusOr<NpyArray> npy = Read(file.substr(0, size));
      ASSERT_FALSE(npy.ok()) << size;
      EXPECT_EQ(npy.status().code(), StatusCode::kDataLoss) << size;
      EXPECT_THAT(MessageOf(npy), StartsWith("x.npy: "));
    }
  }
}

TEST(NpyTest, NoMutationCrashes) {
  const std::string file = FormatNpyHeader({ElementType::kS16, {3}}) + "abcdef";
  for (size_t i = 0; i < file.size(); ++i) {
    for (int c = 0; c < 256; ++c) {
      std::string mutated = file;
      mutated[i] = static_cast<char>(c);
      (void)Read(mutated).ok();
    }
  }
}

TEST(NpyTest, Malformed) {
  EXPECT_EQ(MessageOf(Read("PK\3\4 and more")), "x.npy: is not a .npy file");
  EXPECT_EQ(MessageOf(Read(std::string_view("\x93NUMPY\4\0    ", 12))),
            "x.npy: npy version 4.0; supported are 1.0, 2.0, and 3.0");
  EXPECT_THAT(MessageOf(Read(std::string_view("\x93NUMPY\2\0\xff\xff\xff\xff{}", 14))),
              HasSubstr("ends within the npy header: 2 of 4294967295 bytes"));
  EXPECT_EQ(MessageOf(Read(Npy("<f4", "(1000,)", "1234"))), "x.npy: f32[1000] takes 4000 bytes, the file has 4");
  EXPECT_EQ(Read(Npy("<f4", "(4611686018427387904, 4)", "")).status().code(), StatusCode::kOutOfRange);
  EXPECT_EQ(Read(Npy("<f4", "(4611686018427387904,)", "")).status().code(), StatusCode::kOutOfRange);
  EXPECT_EQ(Read(Npy("<f4", "(1099511627776, 1048576)", "")).status().code(), StatusCode::kDataLoss);
  EXPECT_EQ(Ok(Read(Npy("<f4", "(4611686018427387904, 4, 0)", ""))).array.size(), 0);
  EXPECT_THAT(MessageOf(Read(Npy("<M8[ns]", "(1,)", "12345678"))), HasSubstr("'<M8[ns]' (datetime)"));
}

std::string Mismatch(std::string_view file, const Shape& wanted) {
  return MessageOf(As(Ok(ReadNpy(AsBytes(file), "in_0.npy")), wanted, "the program's argument 0"));
}

TEST(NpyAsTest, MismatchesNameBothSides) {
  const std::string f32 = Npy("<f4", "(1, 2)", "abcdefgh");
  EXPECT_EQ(Mismatch(f32, {ElementType::kBF16, {1, 2}}),
            "in_0.npy holds f32[1,2], the program's argument 0 is bf16[1,2]");
  EXPECT_EQ(Mismatch(f32, {ElementType::kF32, {2, 1}}),
            "in_0.npy holds f32[1,2], the program's argument 0 is f32[2,1]");
  EXPECT_EQ(Mismatch(f32, {ElementType::kF32, {1, 2}}), "OK");
  EXPECT_EQ(Mismatch(Npy("<V2", "(2,)", "abcd"), {ElementType::kF32, {2}}),
            "in_0.npy holds V2[2] (void, numpy's form of types that it lacks), the program's argument 0 is f32[2]");
  EXPECT_EQ(MessageOf(As(Ok(ReadNpy(AsBytes(f32), "a.npy")), ElementType::kS32, "--expect")),
            "a.npy holds f32[1,2], --expect is i32");
}

TEST(NpyAsTest, VoidIsTakenByWidth) {
  const TypedArray bf16 = Ok(As(Ok(Read(Npy("<V2", "(1,)", "\x80\x3f"))), ElementType::kBF16, "it"));
  EXPECT_EQ(Elements(bf16.array), "1.0");
  EXPECT_FALSE(bf16.from_bits);
  EXPECT_EQ(Elements(Ok(As(Ok(Read(Npy("|V1", "(2,)", "\xf\7"))), ElementType::kS4, "it")).array), "-1 7");
  EXPECT_EQ(Elements(Ok(As(Ok(Read(Npy("<f1", "()", "\x3c"))), ElementType::kF8E5M2, "it")).array), "1.0");
  EXPECT_EQ(BytesOf(Ok(As(Ok(Read(Npy("|V1", "(2,)", "\2\1"))), ElementType::kPred, "it")).array), "\1\1");
}

TEST(NpyAsTest, IntegersAreBitsOfTypesNumpyLacks) {
  const TypedArray bf16 = Ok(As(Ok(Read(Npy("<u2", "(1,)", "\x80\x3f"))), ElementType::kBF16, "it"));
  EXPECT_EQ(Elements(bf16.array), "1.0");
  EXPECT_TRUE(bf16.from_bits);
  EXPECT_EQ(Elements(Ok(As(Ok(Read(Npy("|u1", "(2,)", "\xf\7"))), ElementType::kS4, "it")).array), "-1 7");
  EXPECT_EQ(Elements(Ok(As(Ok(Read(Npy("|i1", "(2,)", "\xfd\7"))), ElementType::kS4, "it")).array), "-3 7");
  EXPECT_EQ(BytesOf(Ok(As(Ok(Read(Npy("|i1", "(2,)", "\xfd\7"))), ElementType::kS4, "it")).array), "\xd\7");
  EXPECT_EQ(Elements(Ok(As(Ok(Read(Npy("|u1", "(1,)", "\x38"))), ElementType::kF8E4M3FN, "it")).array), "1.0");
}

TEST(NpyAsTest, IntegersAreNotBitsOfOtherTypes) {
  const auto refused = [](std::string_view descr, std::string_view data, ElementType wanted) {
    return !As(Ok(Read(Npy(descr, "(1,)", data))), wanted, "it").ok();
  };
  EXPECT_TRUE(refused("<u2", "ab", ElementType::kF16));
  EXPECT_TRUE(refused("<i2", "ab", ElementType::kBF16));
  EXPECT_TRUE(refused("<u4", "abcd", ElementType::kBF16));
  EXPECT_TRUE(refused("|i1", "\1", ElementType::kU4));
  EXPECT_TRUE(refused("|i1", "\1", ElementType::kF8E4M3FN));
  EXPECT_TRUE(refused("|b1", "\1", ElementType::kU4));
  EXPECT_TRUE(refused("|u1", "\1", ElementType::kS8));
  EXPECT_TRUE(refused("<f2", "ab", ElementType::kBF16));
}

TEST(NpyAsTest, BitsThatDoNotFitAreErrors) {
  const auto message = [](std::string_view descr, std::string_view data, ElementType wanted) {
    return MessageOf(As(Ok(Read(Npy(descr, "(2, 1)", data))), wanted, "it"));
  };
  EXPECT_EQ(message("|u1", std::string_view("\0\x1f", 2), ElementType::kU4),
            "x.npy: element [1,0] is 0x1f, which does not fit ui4");
  EXPECT_THAT(message("|i1", "\1\x64", ElementType::kS4), HasSubstr("0x64"));
  EXPECT_THAT(message("|V1", "\1\x41", ElementType::kF6E2M3FN), HasSubstr("0x41"));
}

TEST(NpyAsTest, Natural) {
  EXPECT_EQ(ToString(Ok(Natural(Ok(Read(Npy("<f2", "(1,)", "ab"))))).shape()), "f16[1]");
  EXPECT_THAT(MessageOf(Natural(Ok(Read(Npy("<V2", "(1,)", "ab"))))),
              AllOf(StartsWith("x.npy holds V2[1] (void"), EndsWith("name the element type")));
}

}  // namespace
}  // namespace cppjrt::data
