#include "cli/install/wheel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

#include "cli/install/sha256.h"
#include "cli/install/test_support.h"

namespace cppjrt::install {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Bytes deflate cannot shrink, so that cutting and changing them hits the data.
std::string Noise(size_t size) {
  std::string noise;
  for (uint32_t state = 1; noise.size() < size; state = state * 1664525 + 1013904223) {
    noise += static_cast<char>(state >> 24);
  }
  return noise;
}

class WheelTest : public ::testing::Test {
 protected:
  WheelTest() { std::filesystem::create_directory(directory_.path("out")); }

  std::string Wheel(const Files& files) {
    WriteZip(directory_.path("x.whl"), files);
    return directory_.path("x.whl");
  }
  StatusOr<Extracted> Extract(std::string_view member = "pkg/plugin_a.so", const ExtractOptions& options = {}) {
    return ExtractPlugin(directory_.path("x.whl"), member, directory_.path("out"), options);
  }
  std::string Error(std::string_view member = "pkg/plugin_a.so", const ExtractOptions& options = {}) {
    StatusOr<Extracted> extracted = Extract(member, options);
    return extracted.ok() ? "" : extracted.status().ToString();
  }

  TestDirectory directory_;
};

TEST_F(WheelTest, ExtractsThePackageDirectoryWithoutPython) {
  const std::string plugin = Noise(3'000'000);
  Wheel({{"pkg/__init__.py", "x"},
         {"pkg/plugin_a.so", plugin},
         {"pkg/data/table.bin", "data"},
         {"pkg/libhelper.so.1", "helper"},
         {"pkg/_module.cpython-311-x86_64-linux-gnu.so", "x"},
         {"pkg/_module.abi3.so", "x"},
         {"pkg/__pycache__/a.pyc", "x"},
         {"pkg2/other.so", "x"},
         {"pkg-1.dist-info/RECORD", "x"}});
  StatusOr<Extracted> extracted = Extract();
  ASSERT_TRUE(extracted.ok()) << extracted.status().ToString();
  EXPECT_THAT(directory_.Contents("out"), ElementsAre("data", "data/table.bin", "libhelper.so.1", "plugin_a.so"));
  EXPECT_EQ(directory_.Read("out/plugin_a.so"), plugin);
  EXPECT_EQ(extracted->files, 3);
  EXPECT_EQ(extracted->plugin_bytes, 3'000'000);
  EXPECT_EQ(extracted->bytes, 3'000'010);
  EXPECT_EQ(extracted->plugin_sha256, *Sha256OfFile(directory_.path("out/plugin_a.so")));
}

TEST_F(WheelTest, DeepMemberBecomesTheTop) {
  Wheel({{"jax_plugins/xla_a/plugin_a.so", "a"}, {"jax_plugins/xla_b/b.so", "b"}});
  ASSERT_EQ(Error("jax_plugins/xla_a/plugin_a.so"), "");
  EXPECT_THAT(directory_.Contents("out"), ElementsAre("plugin_a.so"));
}

TEST_F(WheelTest, MissingMemberListsLibraries) {
  Wheel({{"pkg/plugin_b.so", "b"}, {"pkg/__init__.py", ""}});
  EXPECT_THAT(Error(), HasSubstr("NOT_FOUND"));
  EXPECT_THAT(Error(), HasSubstr("x.whl holds no pkg/plugin_a.so; its shared libraries: pkg/plugin_b.so"));
}

TEST_F(WheelTest, UnsafeNamesAreRefusedWhereverTheyAre) {
  for (const char* name : {"../evil", "pkg/../../evil", "/etc/evil", "pkg//evil", "pkg/./evil", "pkg\\..\\evil",
                           "other/..", "pkg/new\nline", ".."}) {
    Wheel({{"pkg/plugin_a.so", "a"}, {name, "evil"}});
    EXPECT_THAT(Error(), HasSubstr("DATA_LOSS")) << name;
    EXPECT_THAT(Error(), HasSubstr("is not safe")) << name;
  }
  EXPECT_THAT(directory_.Contents(), ElementsAre("out", "x.whl"));
}

TEST_F(WheelTest, DirectoriesAndDotsInNamesAreFine) {
  Wheel({{"pkg/", ""}, {"pkg/..data", "x"}, {"pkg/plugin_a.so", "a"}});
  EXPECT_EQ(Error(), "");
}

TEST_F(WheelTest, TheSameNameTwice) {
  Wheel({{"pkg/plugin_a.so", "a"}, {"pkg/plugin_a.so", "b"}});
  EXPECT_THAT(Error(), HasSubstr("DATA_LOSS"));
  EXPECT_THAT(Error(), HasSubstr("pkg/plugin_a.so stands in it twice"));
}

TEST_F(WheelTest, AnyTruncationIsAnError) {
  const std::string path = Wheel({{"pkg/plugin_a.so", Noise(5000)}, {"pkg/b.bin", "b"}});
  const std::string whole = directory_.Read("x.whl");
  for (size_t size = 0; size < whole.size(); size += 97) {
    directory_.Write("x.whl", whole.substr(0, size));
    EXPECT_THAT(Error(), HasSubstr("DATA_LOSS")) << size;
    std::filesystem::remove(directory_.path("out/plugin_a.so"));
  }
}

TEST_F(WheelTest, AnyChangedByteOfTheDataIsAnError) {
  Wheel({{"pkg/plugin_a.so", Noise(5000)}});
  const std::string whole = directory_.Read("x.whl");
  for (size_t at = 100; at < 5000; at += 211) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 16);
    directory_.Write("x.whl", changed);
    EXPECT_THAT(Error(), HasSubstr("DATA_LOSS")) << at;
    std::filesystem::remove(directory_.path("out/plugin_a.so"));
  }
}

TEST_F(WheelTest, ChangedBytesAnywhereNeverCrash) {
  Wheel({{"pkg/plugin_a.so", "some text"}, {"pkg/b.bin", "b"}, {"c/d", "e"}});
  const std::string whole = directory_.Read("x.whl");
  for (size_t at = 0; at < whole.size(); ++at) {
    for (char bits : {'\x01', '\xff'}) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ bits);
      directory_.Write("x.whl", changed);
      (void)Extract().ok();
      std::filesystem::remove_all(directory_.path("out"));
      std::filesystem::create_directory(directory_.path("out"));
    }
  }
}

TEST_F(WheelTest, NotAnArchive) {
  directory_.Write("x.whl", "<html>404</html>");
  EXPECT_THAT(Error(), HasSubstr("x.whl is truncated or not a zip archive"));
}

TEST_F(WheelTest, SizeLimit) {
  Wheel({{"pkg/plugin_a.so", std::string(1000, 'a')}, {"pkg/b.bin", std::string(1000, 'b')}});
  ExtractOptions options;
  options.max_bytes = 999;
  EXPECT_THAT(Error("pkg/plugin_a.so", options), HasSubstr("DATA_LOSS"));
  options.max_bytes = 1999;
  EXPECT_THAT(Error("pkg/plugin_a.so", options), HasSubstr("more than the 1999 bytes that are allowed"));
  options.max_bytes = 2000;
  EXPECT_EQ(Error("pkg/plugin_a.so", options), "");
}

TEST_F(WheelTest, ProgressAndCancel) {
  Wheel({{"pkg/plugin_a.so", Noise(2'500'000)}});
  ExtractOptions options;
  int64_t last = 0;
  options.progress = [&](int64_t done, int64_t total) {
    EXPECT_GT(done, last);
    EXPECT_EQ(total, 2'500'000);
    last = done;
    return done < 2'000'000;
  };
  EXPECT_THAT(Error("pkg/plugin_a.so", options), HasSubstr("CANCELLED"));
}

TEST(VersionOfWheelTest, ReadsTheSecondField) {
  EXPECT_EQ(VersionOfWheel("lammps_jax_pjrt_cpu-0.11.2-py3-none-any.whl"), "0.11.2");
  EXPECT_EQ(VersionOfWheel("a-1.0.0.1-1-py3-none-any.whl"), "1.0.0.1");
  EXPECT_EQ(VersionOfWheel("a-1.0.tar.gz"), "");
  EXPECT_EQ(VersionOfWheel("a.whl"), "");
  EXPECT_EQ(VersionOfWheel(""), "");
}

TEST(Sha256Test, KnownValues) {
  Sha256 hash;
  hash.Update("abc", 3);
  EXPECT_EQ(hash.Finish(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256OfFile("/dev/null").value(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256OfFile("/absent").status().code(), StatusCode::kNotFound);
}

}  // namespace
}  // namespace cppjrt::install
