#include "cli/data/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <thread>

#include "cli/data/npy.h"
#include "cli/data/test_util.h"

namespace cppjrt::data {
namespace {

using ::testing::EndsWith;

TEST(FileTest, SystemErrors) {
  const TemporaryFolder folder;
  EXPECT_EQ(ReadNpy(folder / "none.npy").status().code(), StatusCode::kNotFound);
  EXPECT_THAT(MessageOf(ReadNpy(folder / "none.npy")), EndsWith("none.npy: cannot open: No such file or directory"));
  EXPECT_EQ(ReadNpy(folder / "").status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(WriteNpy(folder / "none/a.npy", Literal("f32=1")).code(), StatusCode::kNotFound);
  EXPECT_EQ(WriteNpy(folder / "", Literal("f32=1")).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(WriteNpy("/dev/null", Literal("f32=1")).code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(folder.CountFiles(), 0u);
}

TEST(FileTest, ReplacesAndFollowsLinks) {
  const TemporaryFolder folder;
  Spit(folder / "a.npy", "old");
  std::filesystem::create_symlink("a.npy", folder / "link.npy");
  ASSERT_TRUE(WriteNpy(folder / "link.npy", Literal("ui8=7")).ok());
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.npy"));
  EXPECT_THAT(Slurp(folder / "a.npy"), EndsWith("\n\7"));
  EXPECT_EQ(folder.CountFiles(), 2u);
}

TEST(FileTest, AbandonedFilesDisappear) {
  const TemporaryFolder folder;
  Spit(folder / "a.npy", "old");
  {
    PendingFile file = Ok(PendingFile::Create(folder / "a.npy"));
    ASSERT_TRUE(file.Append(AsBytes("new")).ok());
  }
  EXPECT_EQ(Slurp(folder / "a.npy"), "old");
  EXPECT_EQ(folder.CountFiles(), 1u);
}

TEST(FileTest, ReadsInStepsAndSaysWhatIsLeft) {
  const TemporaryFolder folder;
  Spit(folder / "a", "abcdef");
  const std::unique_ptr<ByteSource> source = Ok(OpenFile(folder / "a"));
  EXPECT_EQ(source->Remaining(), 6u);
  std::byte bytes[4];
  EXPECT_EQ(Ok(source->Read(bytes)), 4u);
  EXPECT_EQ(source->Remaining(), 2u);
  EXPECT_EQ(Ok(source->Read(bytes)), 2u);
  EXPECT_EQ(bytes[1], std::byte{'f'});
  EXPECT_EQ(source->Remaining(), 0u);
  EXPECT_EQ(Ok(source->Read(bytes)), 0u);
}

TEST(FileTest, PipesAreRead) {
  const TemporaryFolder folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { Spit(pipe, "abc"); });
  const std::unique_ptr<ByteSource> source = Ok(OpenFile(pipe));
  EXPECT_EQ(source->Remaining(), 3u);
  writer.join();
}

}  // namespace
}  // namespace cppjrt::data
