// A folder of a test's own, gone with it.
#ifndef CPPJRT_TESTS_CLIENT_TEMPORARY_FOLDER_H_
#define CPPJRT_TESTS_CLIENT_TEMPORARY_FOLDER_H_

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

namespace pjrt {

class TemporaryFolder {
 public:
  TemporaryFolder() : path_(::testing::TempDir() + "cppjrt-test-XXXXXX") {
    if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no temporary folder");
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace pjrt

#endif  // CPPJRT_TESTS_CLIENT_TEMPORARY_FOLDER_H_
