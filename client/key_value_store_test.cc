#include "pjrt/key_value_store.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/status_matchers.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using namespace std::chrono_literals;

// "memory" or "directory".
class KeyValueStoreTest : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (GetParam() == "memory") {
      store_ = std::make_shared<InMemoryStore>();
      return;
    }
    directory_ = ::testing::TempDir() + "cppjrt_store_" + std::to_string(getpid());
    auto opened = DirectoryStore::Open(directory_);
    ASSERT_THAT(opened, IsOk());
    store_ = *std::move(opened);
  }
  void TearDown() override {
    if (!directory_.empty()) std::filesystem::remove_all(directory_);
  }
  std::shared_ptr<KeyValueStore> store_;
  std::string directory_;
};
INSTANTIATE_TEST_SUITE_P(All, KeyValueStoreTest, ::testing::Values("memory", "directory"),
                         [](const ::testing::TestParamInfo<std::string>& param) { return param.param; });

std::string ValueOf(const StatusOr<std::string>& value) { return value.ok() ? *value : value.status().ToString(); }

TEST_P(KeyValueStoreTest, AKeyThatIsNotThereIsNotFoundOrLate) {
  EXPECT_THAT(store_->TryGet("missing"), StatusIs(StatusCode::kNotFound));
  EXPECT_THAT(store_->Get("missing", 10ms), StatusIs(StatusCode::kDeadlineExceeded));
  EXPECT_THAT(store_->Get("missing", -1ms), StatusIs(StatusCode::kDeadlineExceeded));
}

TEST_P(KeyValueStoreTest, ValuesAreBytesAndAreReplaced) {
  const std::string value("a\0b\n\xff", 5);
  ASSERT_THAT(store_->Put("key", value), IsOk());
  EXPECT_EQ(ValueOf(store_->TryGet("key")), value);
  ASSERT_THAT(store_->Put("key", ""), IsOk());
  EXPECT_EQ(ValueOf(store_->Get("key", 0ms)), "");
}

TEST_P(KeyValueStoreTest, KeysAreAnyBytesOfAnyLength) {
  const std::vector<std::string> keys = {
      "/", "..", "a/b", std::string("a\0b", 3), std::string(100, 'x'), std::string(101, 'x'), std::string(1000, 'x')};
  for (const std::string& key : keys) ASSERT_THAT(store_->Put(key, "value of " + key), IsOk());
  for (const std::string& key : keys) EXPECT_EQ(ValueOf(store_->TryGet(key)), "value of " + key);
}

TEST_P(KeyValueStoreTest, GetWaitsForAnotherThread) {
  std::thread writer([this] {
    std::this_thread::sleep_for(20ms);
    static_cast<void>(store_->Put("late", "value").ok());
  });
  // As plugins say "for ever".
  EXPECT_EQ(ValueOf(store_->Get("late", std::chrono::milliseconds::max())), "value");
  writer.join();
}

TEST(DirectoryStoreTest, TwoStoresOfADirectoryShareKeys) {
  const std::string directory = ::testing::TempDir() + "cppjrt_shared_store_" + std::to_string(getpid());
  auto first = DirectoryStore::Open(directory);
  auto second = DirectoryStore::Open(directory);
  ASSERT_THAT(first, IsOk());
  ASSERT_THAT(second, IsOk());
  ASSERT_THAT((*first)->Put("key", "value"), IsOk());
  EXPECT_EQ(ValueOf((*second)->TryGet("key")), "value");
  EXPECT_THAT((*first)->Put("", "value"), StatusIs(StatusCode::kInvalidArgument));
  std::filesystem::remove_all(directory);
  EXPECT_THAT((*first)->Put("key2", "value"), IsOk());  // makes what is missing again
  std::filesystem::remove_all(directory);
}

TEST(DirectoryStoreTest, AFileIsNoDirectory) {
  const std::string path = ::testing::TempDir() + "cppjrt_no_store_" + std::to_string(getpid());
  std::ofstream(path) << "file";
  EXPECT_THAT(DirectoryStore::Open(path), StatusIs(StatusCode::kInvalidArgument));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace pjrt
