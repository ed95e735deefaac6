#include "pjrt/tcp_store.h"

#include <arpa/inet.h>
#include <sys/socket.h>

#include <atomic>
#include <thread>

#include "client/socket.h"
#include "pjrt/open_store.h"
#include "tests/status_matchers.h"

namespace pjrt {
namespace {

using ::cppjrt::IsOk;
using ::cppjrt::StatusIs;
using namespace std::chrono_literals;

std::string AddressOf(const TcpStoreServer& server) { return "127.0.0.1:" + std::to_string(server.port()); }
std::string ValueOf(const StatusOr<std::string>& value) { return value.ok() ? *value : value.status().ToString(); }

class TcpStoreTest : public ::testing::Test {
 protected:
  void Start(const TcpStoreServerOptions& options = {}) {
    auto server = TcpStoreServer::Start(options);
    ASSERT_THAT(server, IsOk());
    server_ = *std::move(server);
    auto store = TcpStore::Connect(AddressOf(*server_), {.secret = options.secret});
    ASSERT_THAT(store, IsOk());
    store_ = *std::move(store);
  }
  // What the server answers to raw bytes, until it closes or answers.
  std::string Answer(const std::string& bytes) {
    const auto soon = std::chrono::steady_clock::now() + 5s;
    auto socket = detail::ConnectTo({"127.0.0.1", std::to_string(server_->port())}, soon);
    EXPECT_THAT(socket, IsOk());
    static_cast<void>(socket->Write(bytes, soon).ok());
    shutdown(socket->descriptor(), SHUT_WR);
    std::string answer;
    char byte = 0;
    while (socket->Read(&byte, 1, soon).ok()) answer += byte;
    return answer;
  }
  static std::string Hello(const std::string& secret = "") {
    std::string hello = "PJRTKV01";
    detail::AppendInt(hello, secret.size(), 4);
    return hello + secret;
  }

  std::unique_ptr<TcpStoreServer> server_;
  std::shared_ptr<TcpStore> store_;
};

TEST_F(TcpStoreTest, KeepsBytes) {
  Start();
  const std::string value = std::string("a\0b\n\xff", 5) + std::string(1 << 20, 'x');
  const std::string key = std::string("k\0\xff", 3) + std::string(5000, 'y');
  EXPECT_THAT(store_->TryGet(key), StatusIs(StatusCode::kNotFound));
  EXPECT_THAT(store_->Get(key, 10ms), StatusIs(StatusCode::kDeadlineExceeded));
  EXPECT_THAT(store_->Get(key, -1ms), StatusIs(StatusCode::kDeadlineExceeded));
  ASSERT_THAT(store_->Put(key, value), IsOk());
  EXPECT_EQ(ValueOf(store_->TryGet(key)), value);
  ASSERT_THAT(store_->Put(key, ""), IsOk());
  EXPECT_EQ(ValueOf(store_->Get(key, 0ms)), "");
  EXPECT_THAT(store_->Put("", "value"), StatusIs(StatusCode::kInvalidArgument));
  EXPECT_EQ(ValueOf(store_->TryGet(key)), "");
}

// A get that waits must not keep the same store's put from going out.
TEST_F(TcpStoreTest, GetsWaitBesideEachOther) {
  Start();
  constexpr int kThreads = 16;
  std::atomic<int> got = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back(
        [&] { got += ValueOf(store_->Get("late", std::chrono::milliseconds::max())) == "value" ? 1 : 0; });
  }
  std::this_thread::sleep_for(20ms);
  EXPECT_EQ(got, 0);
  ASSERT_THAT(store_->Put("late", "value"), IsOk());
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(got, kThreads);
}

TEST_F(TcpStoreTest, ManyClientsAtOnce) {
  Start();
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      auto store = TcpStore::Connect(AddressOf(*server_));
      ASSERT_THAT(store, IsOk());
      for (int k = 0; k < 100; ++k) {
        const std::string key = std::to_string(i) + "/" + std::to_string(k);
        ASSERT_THAT((*store)->Put(key, key), IsOk());
        const std::string other = std::to_string((i + 1) % 8) + "/" + std::to_string(k);
        ASSERT_EQ(ValueOf((*store)->Get(other, 30s)), other);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(TcpStoreTest, AnotherSecretIsRefused) {
  Start({.secret = "job 1"});
  EXPECT_THAT(TcpStore::Connect(AddressOf(*server_)), StatusIs(StatusCode::kPermissionDenied));
  EXPECT_THAT(TcpStore::Connect(AddressOf(*server_), {.secret = "job 2"}), StatusIs(StatusCode::kPermissionDenied));
  EXPECT_THAT(TcpStore::Connect(AddressOf(*server_), {.secret = std::string(5000, 'x')}),
              StatusIs(StatusCode::kInvalidArgument));
}

TEST_F(TcpStoreTest, BoundsHold) {
  Start({.max_key_bytes = 10, .max_value_bytes = 100, .max_total_bytes = 250});
  EXPECT_THAT(store_->Put(std::string(11, 'k'), ""), StatusIs(StatusCode::kInvalidArgument));
  EXPECT_THAT(store_->Put("k", std::string(101, 'v')), StatusIs(StatusCode::kInvalidArgument));
  ASSERT_THAT(store_->Put("a", std::string(100, 'v')), IsOk());
  ASSERT_THAT(store_->Put("b", std::string(100, 'v')), IsOk());
  EXPECT_THAT(store_->Put("c", std::string(100, 'v')), StatusIs(StatusCode::kResourceExhausted));
  // Replacing frees the old value first.
  ASSERT_THAT(store_->Put("a", std::string(100, 'w')), IsOk());
  EXPECT_EQ(ValueOf(store_->TryGet("a")), std::string(100, 'w'));
}

TEST_F(TcpStoreTest, StrangersDoNoHarm) {
  Start({.secret = "s"});
  EXPECT_EQ(Answer("GET / HTTP/1.1\r\n\r\n"), "");
  EXPECT_EQ(Answer(""), "");
  EXPECT_EQ(Answer("PJRT"), "");
  std::string huge = "PJRTKV01";
  detail::AppendInt(huge, 0xffffffff, 4);
  EXPECT_EQ(Answer(huge), "");
  const std::string welcome = Answer(Hello("s"));
  EXPECT_EQ(welcome, std::string(9, '\0'));
  // A request of no known kind; one that claims more than there is; one that is cut.
  std::string unknown = Hello("s") + "\x09";
  detail::AppendInt(unknown, 1, 4);
  detail::AppendInt(unknown, 0, 8);
  EXPECT_EQ(Answer(unknown + "k"), welcome);
  std::string greedy = Hello("s") + "\x01";
  detail::AppendInt(greedy, 1, 4);
  detail::AppendInt(greedy, UINT64_MAX, 8);
  EXPECT_THAT(Answer(greedy + "k"), ::testing::HasSubstr("this store takes"));
  EXPECT_EQ(Answer(greedy.substr(0, greedy.size() - 3)), welcome);
  ASSERT_THAT(store_->Put("still", "here"), IsOk());
  EXPECT_EQ(ValueOf(store_->TryGet("still")), "here");
}

TEST_F(TcpStoreTest, AServerThatGoesIsUnavailable) {
  Start();
  const std::string address = AddressOf(*server_);
  std::thread waiting([&] { EXPECT_THAT(store_->Get("never", 1h), StatusIs(StatusCode::kUnavailable)); });
  std::this_thread::sleep_for(20ms);
  server_.reset();
  waiting.join();
  EXPECT_FALSE(store_->TryGet("key").ok());
  EXPECT_THAT(TcpStore::Connect(address, {.connect_timeout = 100ms}), StatusIs(StatusCode::kDeadlineExceeded));
}

TEST_F(TcpStoreTest, ComesBackAfterARestart) {
  Start();
  const int port = server_->port();
  ASSERT_THAT(store_->Put("key", "value"), IsOk());
  server_.reset();
  auto server = TcpStoreServer::Start({.port = port});
  ASSERT_THAT(server, IsOk());
  EXPECT_THAT(store_->TryGet("key"), StatusIs(StatusCode::kNotFound));
  EXPECT_THAT(TcpStoreServer::Start({.port = port}), StatusIs(StatusCode::kUnavailable));
}

TEST(TcpStoreAddressTest, WhatIsNoAddress) {
  for (const char* text : {"", "host", ":1", "host:", "host:0", "host:65536", "host:1x", "::1:7", "[]:7"}) {
    EXPECT_THAT(TcpStore::Connect(text, {.connect_timeout = 1ms}), StatusIs(StatusCode::kInvalidArgument)) << text;
  }
}

TEST(OpenStoreTest, ByName) {
  EXPECT_THAT(OpenKeyValueStore("memory:"), IsOk());
  auto server = TcpStoreServer::Start();
  ASSERT_THAT(server, IsOk());
  EXPECT_THAT(OpenKeyValueStore("tcp://" + AddressOf(**server)), IsOk());
  const std::string directory = ::testing::TempDir() + "cppjrt_open_store";
  EXPECT_THAT(OpenKeyValueStore("dir:" + directory), IsOk());
  for (const char* name : {"", "memory", "dir:", "tcp:x", "ftp://x", "redis://host:0", "redis://user@host"}) {
    EXPECT_THAT(OpenKeyValueStore(name), StatusIs(StatusCode::kInvalidArgument)) << name;
  }
}

}  // namespace
}  // namespace pjrt
