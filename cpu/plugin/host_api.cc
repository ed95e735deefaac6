// Tables for hosts that cannot take the plugin's own: copies of it, with other chains of extensions.
#include <cstddef>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <span>
#include <utility>

#include "cpu/plugin/table.h"
#include "cpu/runtime/fork.h"
#include "pjrt/abi/cppjrt_host_api.h"
#include "pjrt/abi/pjrt_c_api_profiler_extension.h"

namespace cppjrt::cpu {
namespace {

constexpr size_t kTableBeforeConsume = offsetof(PLUGIN_Profiler_Api, consume);
constexpr size_t kWholeTable = PLUGIN_Profiler_Api_STRUCT_SIZE;
static_assert(kTableBeforeConsume == 80 && kWholeTable == 104);

struct HostNeeds {
  size_t profiler_table_size = kWholeTable;
  std::set<int32_t> hidden;

  auto operator<=>(const HostNeeds&) const = default;
};

// A table of its own, with what it points to.
class HostApi {
 public:
  explicit HostApi(const HostNeeds& needs) : api_(Table()) {
    PJRT_Extension_Base** next = &api_.extension_start;
    for (const PJRT_Extension_Base* e = Table().extension_start; e != nullptr; e = e->next) {
      if (needs.hidden.contains(static_cast<int32_t>(e->type))) continue;
      *next = Copy(*e);
      next = &(*next)->next;
    }
    *next = nullptr;
    Resize(needs.profiler_table_size);
  }

  const PJRT_Api& api() const { return api_; }

 private:
  // As long as it says to be.
  PJRT_Extension_Base* Copy(const PJRT_Extension_Base& extension) {
    auto* const copy = static_cast<PJRT_Extension_Base*>(::operator new(extension.struct_size));
    std::memcpy(static_cast<void*>(copy), &extension, extension.struct_size);
    return copy;
  }

  void Resize(size_t profiler_table_size) {
    for (PJRT_Extension_Base* e = api_.extension_start; e != nullptr; e = e->next) {
      if (e->type != PJRT_Extension_Type_Profiler) continue;
      auto& extension = reinterpret_cast<PJRT_Profiler_Extension&>(*e);
      profiler_ = *extension.profiler_api;
      profiler_.struct_size = profiler_table_size;
      extension.profiler_api = &profiler_;
    }
  }

  PJRT_Api api_;
  PLUGIN_Profiler_Api profiler_ = {};
};

// Never destroyed: hosts keep the tables to the end of the process.
const PJRT_Api* ApiFor(const HostNeeds& needs) {
  static auto* const mutex = new std::mutex;
  static auto* const made = new std::map<HostNeeds, std::unique_ptr<const HostApi>>;
  const std::lock_guard lock(*mutex);
  std::unique_ptr<const HostApi>& api = (*made)[needs];
  if (api == nullptr) api = std::make_unique<const HostApi>(needs);
  return &api->api();
}

const PJRT_Api* TryApiFor(size_t profiler_table_size, std::span<const int32_t> hidden) {
  HostNeeds needs;
  if (profiler_table_size != 0) needs.profiler_table_size = profiler_table_size;
  if (needs.profiler_table_size != kTableBeforeConsume && needs.profiler_table_size != kWholeTable) return nullptr;
  needs.hidden.insert(hidden.begin(), hidden.end());
  return ApiFor(needs);
}

}  // namespace
}  // namespace cppjrt::cpu

extern "C" __attribute__((visibility("default"))) const PJRT_Api* CppjrtApiForHost(size_t profiler_table_size,
                                                                                   const int32_t* hidden,
                                                                                   size_t num_hidden) {
  if (hidden == nullptr && num_hidden != 0) return nullptr;
  cppjrt::cpu::WatchForks();
  try {
    return cppjrt::cpu::TryApiFor(profiler_table_size, std::span(hidden, num_hidden));
  } catch (...) {
    return nullptr;  // no memory
  }
}
