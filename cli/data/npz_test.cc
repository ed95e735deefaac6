#include "cli/data/npz.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <minizip/zip.h>
#include <zlib.h>

#include "cli/data/element_text.h"
#include "cli/data/fill.h"
#include "cli/data/npy_header.h"
#include "cli/data/test_util.h"

namespace cppjrt::data {
namespace {

using pjrt::ElementType;
using ::testing::AnyOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class NpzTest : public ::testing::Test {
 protected:
  // A zip with members as given, whatever they hold.
  void WriteZip(const std::vector<std::pair<std::string, std::string>>& members, int method = Z_DEFLATED) {
    const zipFile zip = zipOpen64(path_.c_str(), APPEND_STATUS_CREATE);
    for (const auto& [name, content] : members) {
      const zip_fileinfo info = {};
      zipOpenNewFileInZip64(zip, name.c_str(), &info, nullptr, 0, nullptr, 0, nullptr, method, 6, 1);
      zipWriteInFileInZip(zip, content.data(), static_cast<unsigned>(content.size()));
      zipCloseFileInZip(zip);
    }
    zipClose(zip, nullptr);
  }
  static std::string Npy(std::string_view literal) {
    const Array array = Literal(literal);
    return FormatNpyHeader(array.shape()) + BytesOf(array);
  }
  // Replaces the `nth` occurrence of `from` in the file.
  void Patch(std::string_view from, std::string_view to, size_t offset = 0) {
    std::string file = Slurp(path_);
    const size_t at = file.rfind(from);
    ASSERT_NE(at, std::string::npos);
    Spit(path_, file.replace(at + offset, to.size(), to));
  }

  TemporaryFolder folder_;
  std::string path_ = folder_ / "a.npz";
};

TEST_F(NpzTest, ComesBackInOrder) {
  const Array b = Literal("f32[2]=1,2");
  const Array a = Literal("bf16[3]=3");
  const Array large = Ok(Random({ElementType::kF64, {300, 1000}}, 1));
  const Array zeros = Ok(Array::Zeros({ElementType::kS8, {1 << 22}}));
  const NamedArray members[] = {{"b", &b}, {"dir/a", &a}, {"large", &large}, {"zeros", &zeros}};
  for (const NpzCompression compression : {NpzCompression::kStore, NpzCompression::kDeflate}) {
    ASSERT_TRUE(WriteNpz(path_, members, compression).ok());
    std::vector<NpzMember> read = Ok(ReadNpz(path_));
    ASSERT_EQ(read.size(), 4u);
    for (size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(read[i].key, members[i].key);
      EXPECT_EQ(read[i].npy.name, path_ + ":" + members[i].key);
      const TypedArray typed = Ok(As(std::move(read[i].npy), members[i].array->shape(), "it"));
      EXPECT_EQ(BytesOf(typed.array), BytesOf(*members[i].array));
    }
  }
  EXPECT_EQ(folder_.CountFiles(), 1u);
}

TEST_F(NpzTest, TheSameArraysMakeTheSameFile) {
  const Array a = Literal("f32[2]=1,2");
  const NamedArray members[] = {{"a", &a}};
  ASSERT_TRUE(WriteNpz(path_, members).ok());
  ASSERT_TRUE(WriteNpz(folder_ / "b.npz", members).ok());
  EXPECT_EQ(Slurp(path_), Slurp(folder_ / "b.npz"));
}

TEST_F(NpzTest, EmptyFileOfNoArrays) {
  ASSERT_TRUE(WriteNpz(path_, {}).ok());
  EXPECT_EQ(Ok(ReadNpz(path_)).size(), 0u);
}

TEST_F(NpzTest, KeysMustBeUsable) {
  const Array a = Literal("f32=1");
  EXPECT_THAT(WriteNpz(path_, std::vector<NamedArray>{{"", &a}}).ToString(), HasSubstr("without a key"));
  EXPECT_THAT(WriteNpz(path_, std::vector<NamedArray>{{"a", &a}, {"a", &a}}).ToString(), HasSubstr("two arrays \"a\""));
  EXPECT_THAT(WriteNpz(path_, std::vector<NamedArray>{{std::string(70000, 'a'), &a}}).ToString(),
              HasSubstr("70000 bytes"));
  EXPECT_EQ(WriteNpz(folder_ / "none/a.npz", {}).code(), StatusCode::kNotFound);
  EXPECT_EQ(folder_.CountFiles(), 0u);
}

TEST_F(NpzTest, FoldersAreSkippedAndOtherMembersRefused) {
  WriteZip({{"dir/", ""}, {"dir/a.npy", Npy("ui8=7")}});
  EXPECT_EQ(Ok(ReadNpz(path_)).at(0).key, "dir/a");
  WriteZip({{"readme.txt", "hello, world"}});
  EXPECT_EQ(MessageOf(ReadNpz(path_)), path_ + ":readme.txt: is not a .npy file");
}

TEST_F(NpzTest, NotAZip) {
  EXPECT_EQ(ReadNpz(path_).status().code(), StatusCode::kNotFound);
  for (const std::string& content : {std::string(), std::string("PK"), std::string(100, 'x'), Npy("f32=1")}) {
    Spit(path_, content);
    EXPECT_EQ(MessageOf(ReadNpz(path_)), path_ + ": is not a zip file");
  }
}

TEST_F(NpzTest, TheHeaderMustMatchTheMember) {
  WriteZip({{"a.npy", Npy("ui8[4]=7") + "!"}});
  EXPECT_THAT(MessageOf(ReadNpz(path_)), EndsWith("a.npz:a: 1 bytes follow the array"));
  WriteZip({{"a.npy", FormatNpyHeader({ElementType::kF32, {1000000}}) + "1234"}});
  EXPECT_THAT(MessageOf(ReadNpz(path_)), EndsWith("a: f32[1000000] takes 4000000 bytes, the file has 4"));
}

// A member that claims to be large, with a header that agrees: refused for what its compressed bytes cannot hold.
TEST_F(NpzTest, ClaimedSizesAreHeldAgainstCompressedOnes) {
  const std::string content = FormatNpyHeader({ElementType::kU8, {100000000}}) + "1234";
  const zipFile zip = zipOpen64(path_.c_str(), APPEND_STATUS_CREATE);
  const zip_fileinfo info = {};
  // Raw: we say what the sizes are.
  zipOpenNewFileInZip2_64(zip, "a.npy", &info, nullptr, 0, nullptr, 0, nullptr, Z_DEFLATED, 6, 1, 0);
  zipCloseFileInZip(zip);
  zipClose(zip, nullptr);
  const zipFile raw = zipOpen64(path_.c_str(), APPEND_STATUS_CREATE);
  zipOpenNewFileInZip2_64(raw, "a.npy", &info, nullptr, 0, nullptr, 0, nullptr, Z_DEFLATED, 6, 1, 0);
  std::string packed(compressBound(content.size()), '\0');
  uLongf packed_size = packed.size();
  compress(reinterpret_cast<Bytef*>(packed.data()), &packed_size, reinterpret_cast<const Bytef*>(content.data()),
           content.size());
  // Without zlib's header and checksum it is a raw deflate stream.
  const std::string deflated = packed.substr(2, packed_size - 6);
  zipWriteInFileInZip(raw, deflated.data(), static_cast<unsigned>(deflated.size()));
  zipCloseFileInZipRaw64(
      raw, 128 + 100000000,
      crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<unsigned>(content.size())));
  zipClose(raw, nullptr);
  const StatusOr<std::vector<NpzMember>> read = ReadNpz(path_);
  EXPECT_EQ(read.status().code(), StatusCode::kDataLoss);
  EXPECT_THAT(MessageOf(read), HasSubstr("takes 100000000 bytes, the file has"));
}

TEST_F(NpzTest, DamageIsNoticed) {
  WriteZip({{"a.npy", Npy("ui8[64]=7")}}, 0);
  Patch(std::string(64, '\7'), "\1");
  EXPECT_THAT(MessageOf(ReadNpz(path_)), AnyOf(EndsWith("checksum differs"), HasSubstr("damaged")));
  // The method field of the directory entry.
  WriteZip({{"a.npy", Npy("ui8[64]=7")}});
  Patch("PK\1\2", "\14", 10);
  EXPECT_EQ(ReadNpz(path_).status().code(), StatusCode::kUnimplemented);
  EXPECT_THAT(MessageOf(ReadNpz(path_)), HasSubstr("compression method 12"));
  WriteZip({{"a.npy", Npy("ui8[64]=7")}});
  Patch("PK\1\2", "\1", 8);
  EXPECT_THAT(MessageOf(ReadNpz(path_)), HasSubstr("a.npy is encrypted"));
}

// minizip does without the last bytes of the end record; the arrays are then whole all the same.
TEST_F(NpzTest, NoTruncationLosesAnything) {
  WriteZip({{"a.npy", Npy("ui8[8]=7")}, {"b.npy", Npy("f32=1")}});
  const std::string file = Slurp(path_);
  for (size_t size = 0; size < file.size(); ++size) {
    Spit(path_, std::string_view(file).substr(0, size));
    const StatusOr<std::vector<NpzMember>> read = ReadNpz(path_);
    EXPECT_TRUE(!read.ok() || size + 4 >= file.size()) << size;
    if (!read.ok()) continue;
    ASSERT_EQ(read->size(), 2u);
    EXPECT_EQ(BytesOf((*read)[0].npy.array), std::string(8, '\7'));
  }
}

TEST_F(NpzTest, NoMutationCrashes) {
  WriteZip({{"a.npy", Npy("ui8[8]=7")}, {"b.npy", Npy("f32=1")}});
  const std::string file = Slurp(path_);
  for (size_t i = 0; i < file.size(); ++i) {
    for (const char c : std::string_view("\0\1\x7f\x80\xff", 5)) {
      std::string mutated = file;
      mutated[i] = c;
      Spit(path_, mutated);
      (void)ReadNpz(path_).ok();
    }
  }
}

}  // namespace
}  // namespace cppjrt::data
