// For the installer's tests: a temporary directory and wheels made on the spot.
#ifndef CPPJRT_CLI_INSTALL_TEST_SUPPORT_H_
#define CPPJRT_CLI_INSTALL_TEST_SUPPORT_H_

#include <gtest/gtest.h>
#include <minizip/zip.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cppjrt::install {

class TestDirectory {
 public:
  TestDirectory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "install_XXXXXX").string();
    path_ = std::filesystem::canonical(::mkdtemp(pattern.data())).string();
  }
  ~TestDirectory() { std::filesystem::remove_all(path_); }
  TestDirectory(const TestDirectory&) = delete;
  TestDirectory& operator=(const TestDirectory&) = delete;

  // The directory itself, or something in it.
  std::string path(const std::string& name = "") const { return name.empty() ? path_ : path_ + "/" + name; }
  std::string Write(const std::string& name, std::string_view contents) const {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    std::ofstream(path(name), std::ios::binary) << contents;
    return path(name);
  }
  std::string Read(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // Everything below, files and directories, by path relative to this.
  std::vector<std::string> Contents(const std::string& name = "") const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path(name))) {
      found.push_back(entry.path().lexically_relative(path(name)).string());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  std::string path_;
};

using Files = std::vector<std::pair<std::string, std::string>>;

inline void WriteZip(const std::string& path, const Files& files) {
  zipFile zip = ::zipOpen64(path.c_str(), APPEND_STATUS_CREATE);
  ASSERT_NE(zip, nullptr);
  for (const auto& [name, contents] : files) {
    ASSERT_EQ(::zipOpenNewFileInZip64(zip, name.c_str(), nullptr, nullptr, 0, nullptr, 0, nullptr, Z_DEFLATED, 6, 0),
              ZIP_OK);
    ASSERT_EQ(::zipWriteInFileInZip(zip, contents.data(), static_cast<unsigned>(contents.size())), ZIP_OK);
    ASSERT_EQ(::zipCloseFileInZip(zip), ZIP_OK);
  }
  ASSERT_EQ(::zipClose(zip, nullptr), ZIP_OK);
}

}  // namespace cppjrt::install

#endif  // CPPJRT_CLI_INSTALL_TEST_SUPPORT_H_
