#include "base/blob_store.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <thread>

namespace {
std::atomic<int> syncs = 0;
}  // namespace

// Of this program, in the place of libc's.
extern "C" int fsync(int) {
  ++syncs;
  return 0;
}

namespace cppjrt {
namespace {

using Source = BlobStore::Source;

class BlobStoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = ::testing::TempDir() + "cppjrt-blobs-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    directory_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  BlobStore Open(int64_t max_bytes = 0, std::chrono::milliseconds timeout = std::chrono::minutes(1)) const {
    auto store = BlobStore::Open({.directory = directory_, .max_bytes = max_bytes, .lock_timeout = timeout});
    EXPECT_TRUE(store.ok()) << store.status().ToString();
    return *std::move(store);
  }
  static BlobStore::Key Key(const std::string& name) { return Sha256Of(name); }
  std::string PathOf(const std::string& name) const { return directory_ + "/entries/" + ToHex(Key(name)); }
  static std::string Text(const StatusOr<std::string>& value) {
    return value.ok() ? *value : value.status().ToString();
  }
  static std::function<StatusOr<BlobStore::Blob>()> Makes(std::string bytes) {
    return [bytes = std::move(bytes)]() -> StatusOr<BlobStore::Blob> { return BlobStore::Blob{bytes, ""}; };
  }
  // Runs `work` in a process of its own; it must not return an exit code of 99.
  static pid_t Fork(const std::function<int()>& work) {
    const pid_t child = fork();
    if (child == 0) _exit(work());
    return child;
  }
  static int Wait(pid_t child) {
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  // Sets the time of last use, in seconds after the epoch.
  void SetUsed(const std::string& name, time_t when) const {
    const timespec times[2] = {{when, 0}, {when, 0}};
    ASSERT_EQ(utimensat(AT_FDCWD, PathOf(name).c_str(), times, 0), 0);
  }

  std::string directory_;
};

TEST_F(BlobStoreTest, WhatIsPutIsThereForEveryStoreOfTheDirectory) {
  const BlobStore store = Open();
  EXPECT_EQ(store.Get(Key("a")).status().code(), StatusCode::kNotFound);
  ASSERT_TRUE(store.Put(Key("a"), std::string("x\0y", 3), "label").ok());
  ASSERT_TRUE(store.Put(Key("empty"), "").ok());
  const BlobStore other = Open();
  EXPECT_EQ(Text(other.Get(Key("a"))), std::string("x\0y", 3));
  EXPECT_EQ(Text(other.Get(Key("empty"))), "");
  ASSERT_TRUE(other.Put(Key("a"), "z").ok());
  EXPECT_EQ(Text(store.Get(Key("a"))), "z");
  ASSERT_TRUE(store.Remove(Key("a")).ok());
  ASSERT_TRUE(store.Remove(Key("a")).ok());
  EXPECT_EQ(other.Get(Key("a")).status().code(), StatusCode::kNotFound);
}

TEST_F(BlobStoreTest, TheDiskIsWaitedForOnlyWhereEntriesAreToBeDurable) {
  syncs = 0;
  ASSERT_TRUE(Open().Put(Key("a"), "x").ok());
  EXPECT_GT(syncs, 0);
  syncs = 0;
  const auto store = BlobStore::Open({.directory = directory_, .durable = false});
  ASSERT_TRUE(store.ok());
  ASSERT_TRUE(store->Put(Key("b"), "y").ok());
  EXPECT_EQ(syncs, 0);
  EXPECT_EQ(Text(store->Get(Key("b"))), "y");
  // What a crash of the machine may leave.
  std::filesystem::resize_file(PathOf("b"), 0);
  EXPECT_EQ(store->Get(Key("b")).status().code(), StatusCode::kDataLoss);
  EXPECT_EQ(store->Get(Key("b")).status().code(), StatusCode::kNotFound);
}

TEST_F(BlobStoreTest, EntriesAreListedByLastUse) {
  const BlobStore store = Open();
  for (const char* name : {"old", "new", "middle"}) ASSERT_TRUE(store.Put(Key(name), name, name).ok());
  SetUsed("old", 1000), SetUsed("middle", 2000), SetUsed("new", 3000);
  std::string labels;
  for (const BlobStore::Entry& entry : store.List()) labels += entry.label + " " + std::to_string(entry.bytes) + "; ";
  EXPECT_EQ(labels, "new 94; middle 100; old 94; ");
  EXPECT_EQ(Text(store.Get(Key("old"))), "old");
  EXPECT_EQ(store.List().front().label, "old");
}

TEST_F(BlobStoreTest, AnythingMakesAnEntryOnceAndIsKept) {
  const BlobStore store = Open();
  const auto made = store.GetOrMake(Key("a"), Makes("first"));
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->source, Source::kMade);
  const auto found = store.GetOrMake(Key("a"), Makes("second"));
  EXPECT_EQ(found->source, Source::kFound);
  EXPECT_EQ(found->bytes, "first");
}

TEST_F(BlobStoreTest, AnErrorOfTheMakerIsReturnedAndNothingKept) {
  const BlobStore store = Open();
  const auto failed = store.GetOrMake(Key("a"), [] { return StatusOr<BlobStore::Blob>(InternalError("no")); });
  EXPECT_EQ(failed.status(), InternalError("no"));
  EXPECT_TRUE(store.List().empty());
  EXPECT_EQ(store.GetOrMake(Key("a"), Makes("b"))->source, Source::kMade);
}

TEST_F(BlobStoreTest, WhatIsRefusedIsMadeAnewAndReported) {
  const BlobStore store = Open();
  ASSERT_TRUE(store.Put(Key("a"), "stale").ok());
  const auto accept = [](const std::string& bytes) {
    return bytes == "stale" ? FailedPreconditionError("too old") : Status();
  };
  const auto made = store.GetOrMake(Key("a"), Makes("fresh"), accept);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->bytes, "fresh");
  EXPECT_EQ(made->source, Source::kReplaced);
  EXPECT_NE(made->problem.message().find("was refused: too old"), std::string::npos) << made->problem.ToString();
  EXPECT_EQ(store.GetOrMake(Key("a"), Makes("x"), accept)->source, Source::kFound);
}

// Every byte of the file is under the checksum or in it.
TEST_F(BlobStoreTest, AnyByteChangedAndAnyLengthIsNoticedAndReplaced) {
  const BlobStore store = Open();
  ASSERT_TRUE(store.Put(Key("a"), "the bytes", "label").ok());
  const std::string whole = Text(ReadWholeFile(PathOf("a"), 1 << 20));
  ASSERT_EQ(whole.size(), 88u + 5 + 9);
  const auto expect_noticed = [&](const std::string& contents, const std::string& what) {
    std::ofstream(PathOf("a"), std::ios::binary | std::ios::trunc) << contents;
    EXPECT_EQ(store.Get(Key("a")).status().code(), StatusCode::kDataLoss) << what;
    EXPECT_FALSE(std::filesystem::exists(PathOf("a"))) << what;
    std::ofstream(PathOf("a"), std::ios::binary | std::ios::trunc) << contents;
    const auto made = store.GetOrMake(Key("a"), Makes("again"));
    ASSERT_TRUE(made.ok()) << what;
    EXPECT_EQ(made->source, Source::kReplaced) << what;
    EXPECT_EQ(made->problem.code(), StatusCode::kDataLoss) << what;
    EXPECT_EQ(Text(store.Get(Key("a"))), "again") << what;
  };
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string contents = whole;
    contents[i] = static_cast<char>(contents[i] ^ (1 << (i % 8)));
    expect_noticed(contents, "byte " + std::to_string(i));
    expect_noticed(whole.substr(0, i), "length " + std::to_string(i));
  }
  expect_noticed(whole + "x", "one more");
}

TEST_F(BlobStoreTest, VerifyTellsTheDamagedFromTheSoundAndIsNoUse) {
  const BlobStore store = Open();
  ASSERT_TRUE(store.Put(Key("good"), "g", "good").ok());
  ASSERT_TRUE(store.Put(Key("bad"), "b", "bad").ok());
  std::ofstream(PathOf("bad"), std::ios::app) << "x";
  SetUsed("good", 1000);
  std::string told;
  for (const auto& [entry, status] : store.Verify(/*remove=*/false)) told += status.ok() ? "+" : "-";
  EXPECT_EQ(told, "-+");
  EXPECT_EQ(store.List().size(), 2u);
  EXPECT_EQ(std::chrono::system_clock::to_time_t(store.List().back().last_used), 1000);
  EXPECT_EQ(store.Verify(/*remove=*/true).size(), 2u);
  ASSERT_EQ(store.List().size(), 1u);
  EXPECT_EQ(store.List()[0].label, "good");
}

TEST_F(BlobStoreTest, BeyondTheBoundThoseUsedLongestAgoGo) {
  const BlobStore store = Open(/*max_bytes=*/3 * 1100);
  const std::string kilobyte(1000, 'k');
  for (const char* name : {"a", "b", "c"}) ASSERT_TRUE(store.Put(Key(name), kilobyte, name).ok());
  SetUsed("a", 1000), SetUsed("b", 2000), SetUsed("c", 3000);
  EXPECT_TRUE(store.Get(Key("a")).ok());
  ASSERT_TRUE(store.Put(Key("d"), kilobyte, "d").ok());
  EXPECT_EQ(store.Get(Key("b")).status().code(), StatusCode::kNotFound);
  for (const char* name : {"a", "c", "d"}) EXPECT_TRUE(store.Get(Key(name)).ok()) << name;
  EXPECT_EQ(store.Put(Key("e"), std::string(5000, 'e')).code(), StatusCode::kResourceExhausted);
  const auto made = store.GetOrMake(Key("e"), Makes(std::string(5000, 'e')));
  EXPECT_EQ(made->bytes.size(), 5000u);
  EXPECT_EQ(made->problem.code(), StatusCode::kResourceExhausted);
}

TEST_F(BlobStoreTest, CollectRemovesDownToABound) {
  const BlobStore store = Open();
  for (const char* name : {"a", "b", "c"}) ASSERT_TRUE(store.Put(Key(name), std::string(12, 'x'), name).ok());
  SetUsed("a", 1000), SetUsed("b", 2000), SetUsed("c", 3000);
  std::ofstream(directory_ + "/locks/" + ToHex(Key("left"))) << "";
  const int64_t each = store.List()[0].bytes;
  EXPECT_EQ(store.Collect(2 * each), std::pair(int64_t{1}, each));
  EXPECT_EQ(store.List().back().label, "b");
  EXPECT_EQ(store.Collect(0), std::pair(int64_t{2}, 2 * each));
  EXPECT_TRUE(store.List().empty());
  EXPECT_TRUE(std::filesystem::is_empty(directory_ + "/locks"));
}

// A writer's file is under its lock; a killed one's is not, and goes when it is old enough.
TEST_F(BlobStoreTest, WhatKilledWritersLeftGoes) {
  Open();
  const std::string left = directory_ + "/scratch/.new-1-1-1";
  std::ofstream(left) << "half";
  Open();
  EXPECT_TRUE(std::filesystem::exists(left)) << "may have been made just now";
  const timespec old[2] = {{1000, 0}, {1000, 0}};
  ASSERT_EQ(utimensat(AT_FDCWD, left.c_str(), old, 0), 0);
  Open();
  EXPECT_FALSE(std::filesystem::exists(left));
}

TEST_F(BlobStoreTest, AnUnusableDirectoryDoesNotKeepAnythingFromBeingMade) {
  const BlobStore store = Open();
  std::filesystem::remove_all(directory_);
  std::ofstream(directory_) << "a file";
  const auto made = store.GetOrMake(Key("a"), Makes("made"));
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->bytes, "made");
  EXPECT_FALSE(made->problem.ok());
  EXPECT_FALSE(BlobStore::Open({.directory = directory_}).ok());
  EXPECT_EQ(BlobStore::Open({}).status().code(), StatusCode::kInvalidArgument);
}

TEST_F(BlobStoreTest, ThreadsMakeAnEntryOnce) {
  const BlobStore store = Open();
  std::atomic<int> made = 0;
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([&] {
      const auto result = store.GetOrMake(Key("a"), [&]() -> StatusOr<BlobStore::Blob> {
        ++made;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return BlobStore::Blob{"bytes", ""};
      });
      right += result.ok() && result->bytes == "bytes" ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 1);
  EXPECT_EQ(right, 16);
}

TEST_F(BlobStoreTest, SixtyFourProcessesMakeAnEntryOnce) {
  const std::string log = directory_ + "/made";
  std::vector<pid_t> children;
  for (int i = 0; i < 64; ++i) {
    children.push_back(Fork([&] {
      const BlobStore store = Open();
      const auto result = store.GetOrMake(Key("a"), [&]() -> StatusOr<BlobStore::Blob> {
        const FileDescriptor file(open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666));
        if (write(file.get(), "m", 1) != 1) return InternalError("no log");
        usleep(20000);
        return BlobStore::Blob{std::string(100000, 'b'), ""};
      });
      return result.ok() && result->bytes == std::string(100000, 'b') ? 0 : 1;
    }));
  }
  for (const pid_t child : children) EXPECT_EQ(Wait(child), 0);
  EXPECT_EQ(std::filesystem::file_size(log), 1u);
}

TEST_F(BlobStoreTest, ADeadMakersLockIsFreeAndAHungOnesIsNotWaitedForForEver) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = Fork([&]() -> int {
    const BlobStore store = Open();
    static_cast<void>(store
                          .GetOrMake(Key("a"),
                                     [&]() -> StatusOr<BlobStore::Blob> {
                                       static_cast<void>(write(ready[1], "r", 1) == 1);
                                       for (;;) pause();
                                     })
                          .ok());
    return 1;
  });
  char c = 0;
  ASSERT_EQ(read(ready[0], &c, 1), 1);
  const auto impatient = Open(0, std::chrono::milliseconds(50)).GetOrMake(Key("a"), Makes("own"));
  ASSERT_TRUE(impatient.ok());
  EXPECT_EQ(impatient->bytes, "own");
  EXPECT_EQ(impatient->problem.code(), StatusCode::kDeadlineExceeded);
  ASSERT_TRUE(Open().Remove(Key("a")).ok());
  kill(child, SIGKILL);
  EXPECT_EQ(Wait(child), -SIGKILL);
  const auto made = Open().GetOrMake(Key("a"), Makes("next"));
  EXPECT_EQ(made->bytes, "next");
  EXPECT_TRUE(made->problem.ok()) << made->problem.ToString();
  close(ready[0]), close(ready[1]);
}

// Writers with a bound, so that entries also go; each is killed somewhere. What is there must be whole and right.
TEST_F(BlobStoreTest, KilledAtTwoHundredPointsTheStoreIsAlwaysSound) {
  std::mt19937 random(17);
  const auto contents = [](int i) {
    return std::string(static_cast<size_t>(i * 3000 + 1), static_cast<char>('a' + i));
  };
  for (int round = 0; round < 200; ++round) {
    const unsigned seed = random();
    const pid_t child = Fork([&]() -> int {
      const BlobStore store = Open(/*max_bytes=*/150000);
      std::mt19937 own(seed);
      for (;;) {
        const int i = static_cast<int>(own() % 16);
        const std::string name = std::to_string(i);
        if (own() % 2 == 0) {
          if (!store.Put(Key(name), contents(i), name).ok()) return 1;
        } else {
          const auto make = [&]() -> StatusOr<BlobStore::Blob> { return BlobStore::Blob{contents(i), name}; };
          if (!store.GetOrMake(Key(name), make).ok()) return 2;
        }
      }
    });
    usleep(random() % 6000);
    kill(child, SIGKILL);
    EXPECT_EQ(Wait(child), -SIGKILL);
    const BlobStore store = Open();
    for (const auto& [entry, status] : store.Verify(/*remove=*/false)) {
      ASSERT_TRUE(status.ok()) << "round " << round << ": " << status.ToString();
      ASSERT_EQ(Text(store.Get(Key(entry.label))), contents(std::stoi(entry.label)));
    }
  }
  EXPECT_FALSE(Open().List().empty());
}

}  // namespace
}  // namespace cppjrt
