// Programs that the fuzzer found to be wrong once, made small: each file in found/ is what `program_fuzz` wrote.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/programs/trial.h"

namespace cppjrt::fuzz {
namespace {

std::vector<std::string> Files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(CPPJRT_FOUND_DIR)) {
    files.push_back(entry.path().filename().string());
  }
  std::ranges::sort(files);
  return files;
}

class FoundTest : public testing::TestWithParam<std::string> {};

TEST_P(FoundTest, IsRight) {
  std::ifstream in(std::string(CPPJRT_FOUND_DIR) + "/" + GetParam());
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const StatusOr<Replay> replay = ReadReproducer(text);
  ASSERT_TRUE(replay.ok()) << replay.status().ToString();
  const Verdict verdict = RunBoth(replay->program, replay->settings);
  EXPECT_EQ(verdict.end, Verdict::kSame) << EndName(verdict.end) << ": " << verdict.text;
}

INSTANTIATE_TEST_SUITE_P(Files, FoundTest, testing::ValuesIn(Files()), [](const auto& file) {
  std::string name = file.param.substr(0, file.param.find('.'));
  std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace cppjrt::fuzz
