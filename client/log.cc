#include "client/log.h"

#include <memory>
#include <mutex>
#include <utility>

namespace pjrt {
inline namespace v0 {
namespace {

struct Hook {
  std::mutex mutex;
  std::shared_ptr<const LogHook> hook;  // guarded by mutex
};

// Never destroyed: plugins' threads may outlive main.
Hook& TheHook() {
  static Hook* const hook = new Hook();
  return *hook;
}

}  // namespace

void SetLogHook(LogHook hook) {
  std::shared_ptr<const LogHook> next = hook ? std::make_shared<const LogHook>(std::move(hook)) : nullptr;
  const std::lock_guard<std::mutex> lock(TheHook().mutex);
  TheHook().hook.swap(next);
}

namespace detail {

void Log(LogSeverity severity, std::string_view text) noexcept {
  std::shared_ptr<const LogHook> hook;
  {
    const std::lock_guard<std::mutex> lock(TheHook().mutex);
    hook = TheHook().hook;
  }
  if (hook == nullptr) return;
  try {
    (*hook)(severity, text);
  } catch (...) {  // there is nobody left to tell
  }
}

}  // namespace detail
}  // namespace v0
}  // namespace pjrt
