// ExecuteContext: data that one or more executions carry to the program's custom calls.
#ifndef PJRT_EXECUTE_CONTEXT_H_
#define PJRT_EXECUTE_CONTEXT_H_

#include <utility>

#include "pjrt/plugin.h"
#include "pjrt/status.h"

struct PJRT_ExecuteContext;

namespace pjrt {
inline namespace v0 {

// Given to ExecuteOptions::context; must live until the execution is over. What it holds is added by an extension (user data
// of FFI handlers: FfiExtension::AddUserData). Move-only; thread-safe except for moves and while something is added.
class ExecuteContext {
 public:
  // UNIMPLEMENTED on plugins without contexts (libtpu).
  static StatusOr<ExecuteContext> Create(const Plugin& plugin);
  // NOLINTNEXTLINE(performance-move-constructor-init): a copy of a handle; what was moved from keeps it
  ExecuteContext(ExecuteContext&& other) noexcept : plugin_(other.plugin_), raw_(std::exchange(other.raw_, nullptr)) {}
  ExecuteContext& operator=(ExecuteContext&& other) noexcept;
  ~ExecuteContext() { Release(); }

  const Plugin& plugin() const { return plugin_; }
  PJRT_ExecuteContext* raw() const { return raw_; }

 private:
  ExecuteContext(Plugin plugin, PJRT_ExecuteContext* raw) : plugin_(std::move(plugin)), raw_(raw) {}
  void Release() noexcept;

  Plugin plugin_;
  PJRT_ExecuteContext* raw_ = nullptr;
};

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_EXECUTE_CONTEXT_H_
