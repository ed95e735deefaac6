// Redis through hiredis: SET with an expiry, GET; a get that waits asks again and again.
#include <hiredis.h>
#include <sys/time.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

#include "pjrt/open_store.h"

namespace pjrt {
inline namespace v0 {
namespace {

struct ContextDeleter {
  void operator()(redisContext* context) const { redisFree(context); }
};
using Context = std::unique_ptr<redisContext, ContextDeleter>;

struct ReplyDeleter {
  void operator()(redisReply* reply) const { freeReplyObject(reply); }
};
using Reply = std::unique_ptr<redisReply, ReplyDeleter>;

class RedisStore : public PolledStore {
 public:
  explicit RedisStore(RedisStoreOptions options) : options_(std::move(options)) {}

  Status Check() {
    CPPJRT_ASSIGN_OR_RETURN(Context context, Open());
    CPPJRT_RETURN_IF_ERROR(Command(context, {"PING"}).status());
    GiveBack(std::move(context));
    return Status();
  }

  StatusOr<std::string> TryGet(std::string_view key) override {
    CPPJRT_ASSIGN_OR_RETURN(const Reply reply, Call({"GET", KeyOf(key)}));
    if (reply->type == REDIS_REPLY_NIL) return cppjrt::NotFoundError("no such key in the store");
    if (reply->type != REDIS_REPLY_STRING)
      return cppjrt::InternalError("Redis answered GET with something else than text");
    return std::string(reply->str, reply->len);
  }

  Status Put(std::string_view key, std::string_view value) override {
    if (key.empty()) return cppjrt::InvalidArgumentError("the key of a store may not be empty");
    return Call({"SET", KeyOf(key), std::string(value), "EX", std::to_string(options_.expire.count())}).status();
  }

 private:
  std::string KeyOf(std::string_view key) const { return options_.prefix + ":" + std::string(key); }

  StatusOr<Context> Open() const {
    const auto ms = std::max<int64_t>(options_.connect_timeout.count(), 1);
    const timeval limit{static_cast<time_t>(ms / 1000), static_cast<suseconds_t>(ms % 1000 * 1000)};
    Context context(redisConnectWithTimeout(options_.host.c_str(), options_.port, limit));
    if (context == nullptr || context->err != 0) {
      return cppjrt::UnavailableError("cannot connect to Redis at " + options_.host + ":" +
                                      std::to_string(options_.port) + ": " +
                                      (context == nullptr ? "no memory" : context->errstr));
    }
    redisSetTimeout(context.get(), limit);
    if (!options_.password.empty()) {
      if (Status status = Command(context, {"AUTH", options_.password}).status(); !status.ok()) {
        return Status(StatusCode::kUnauthenticated, std::string(status.message()));
      }
    }
    return context;
  }

  // Words may be any bytes.
  static StatusOr<Reply> Command(const Context& context, const std::vector<std::string>& words) {
    std::vector<const char*> pointers;
    std::vector<size_t> sizes;
    for (const std::string& word : words) {
      pointers.push_back(word.data());
      sizes.push_back(word.size());
    }
    Reply reply(static_cast<redisReply*>(
        redisCommandArgv(context.get(), static_cast<int>(words.size()), pointers.data(), sizes.data())));
    if (reply == nullptr)
      return cppjrt::UnavailableError(std::string("the connection to Redis failed: ") + context->errstr);
    if (reply->type == REDIS_REPLY_ERROR) {
      return cppjrt::FailedPreconditionError("Redis: " + std::string(reply->str, reply->len));
    }
    return reply;
  }

  StatusOr<Reply> Call(const std::vector<std::string>& words) {
    Context context;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!idle_.empty()) {
        context = std::move(idle_.back());
        idle_.pop_back();
      }
    }
    if (context != nullptr) {  // the server may have cut it meanwhile
      StatusOr<Reply> reply = Command(context, words);
      if (reply.ok() || reply.status().code() != StatusCode::kUnavailable)
        return Finish(std::move(context), std::move(reply));
    }
    CPPJRT_ASSIGN_OR_RETURN(context, Open());
    StatusOr<Reply> reply = Command(context, words);
    return Finish(std::move(context), std::move(reply));
  }

  StatusOr<Reply> Finish(Context context, StatusOr<Reply> reply) {
    if (reply.ok()) GiveBack(std::move(context));
    return reply;
  }

  void GiveBack(Context context) {
    const std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(std::move(context));
  }

  const RedisStoreOptions options_;
  std::mutex mutex_;
  std::vector<Context> idle_;  // guarded by mutex_
};

}  // namespace

StatusOr<std::shared_ptr<KeyValueStore>> OpenRedisStore(const RedisStoreOptions& options) {
  if (options.expire.count() < 1) return cppjrt::InvalidArgumentError("keys must live for a second at least");
  auto store = std::make_shared<RedisStore>(options);
  CPPJRT_RETURN_IF_ERROR(store->Check());
  return std::shared_ptr<KeyValueStore>(std::move(store));
}

}  // namespace v0
}  // namespace pjrt
