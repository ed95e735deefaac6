#include "cli/install/pip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace cppjrt::install {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

std::string Explain(std::string_view output) { return ExplainPipFailure("pkg==1", 1, output).ToString(); }

TEST(PipTest, NoSuchVersionNamesThoseThereAre) {
  EXPECT_EQ(Explain("Looking in links: x\nERROR: Could not find a version that satisfies the requirement pkg==1 (from "
                    "versions: 0.11.2, 0.12.0)\nERROR: No matching distribution found for pkg==1\n"),
            "NOT_FOUND: the package index has no pkg==1 for this machine; it has 0.11.2, 0.12.0");
  EXPECT_THAT(Explain("ERROR: Could not find a version (from versions: none)"), HasSubstr("or cannot be reached"));
}

TEST(PipTest, NoNetworkBeatsNoSuchVersion) {
  const std::string text = Explain(
      "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError'\n"
      "ERROR: Could not find a version that satisfies the requirement pkg==1 (from versions: none)\n");
  EXPECT_THAT(text, HasSubstr("UNAVAILABLE: the package index cannot be reached to download pkg==1; check"));
}

TEST(PipTest, NoSpace) {
  EXPECT_EQ(Explain("ERROR: Could not install packages: [Errno 28] No space left on device\n"),
            "RESOURCE_EXHAUSTED: no space left for the download of pkg==1");
}

TEST(PipTest, OtherFailuresShowTheLastLines) {
  std::string output;
  for (int i = 0; i < 20; ++i) output += "line " + std::to_string(i) + "\n";
  const std::string text = Explain(output);
  EXPECT_THAT(text, HasSubstr("UNKNOWN: pip failed to download pkg==1 (exit status 1):\n  line 12\n  line 13"));
  EXPECT_THAT(text, EndsWith("\n  line 19"));
  EXPECT_THAT(Explain("only one"), EndsWith("(exit status 1):\n  only one"));
  EXPECT_THAT(Explain(""), EndsWith("(exit status 1):\n  "));
}

TEST(PipTest, AnnouncedBytes) {
  EXPECT_EQ(AnnouncedBytes("Collecting x\n  Downloading x-1.whl (62.7 MB)\nSaved"), 62'700'000);
  EXPECT_EQ(AnnouncedBytes("  Downloading x-1.whl (5 kB)"), 5000);
  EXPECT_EQ(AnnouncedBytes("  Downloading x-1.whl"), 0);
  EXPECT_EQ(AnnouncedBytes("  Downloading x-1.whl (lots)"), 0);
  EXPECT_EQ(AnnouncedBytes(""), 0);
}

TEST(PipTest, VersionCannotSmuggleOptions) {
  for (const char* version : {"", "1 --index-url=x", "1;x", "@ file:///x", "a/b"}) {
    EXPECT_EQ(DownloadWheel(Catalog()[0], "/absent", {.version = version, .pip = {"/absent"}, .progress = {}})
                  .status()
                  .code(),
              StatusCode::kInvalidArgument)
        << version;
  }
}

}  // namespace
}  // namespace cppjrt::install
