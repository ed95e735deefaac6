// Between Layout and PJRT_Buffer_MemoryLayout.
#ifndef CPPJRT_CLIENT_MEMORY_LAYOUT_H_
#define CPPJRT_CLIENT_MEMORY_LAYOUT_H_

#include <cstdint>
#include <vector>

#include "pjrt/abi/pjrt_c_api.h"
#include "pjrt/layout.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

class Api;

// A layout as the C API takes it. Points into the Layout it was made from, which must outlive it, and into itself.
class MemoryLayoutArgument {
 public:
  // Null: no layout.
  MemoryLayoutArgument(const Api& api, const Layout* layout);
  MemoryLayoutArgument(const MemoryLayoutArgument&) = delete;
  MemoryLayoutArgument& operator=(const MemoryLayoutArgument&) = delete;
  PJRT_Buffer_MemoryLayout* get() { return present_ ? &layout_ : nullptr; }

 private:
  bool present_;
  PJRT_Buffer_MemoryLayout layout_{};
  std::vector<int64_t> tile_dims_;
  std::vector<size_t> tile_dim_sizes_;
};

// INTERNAL if the plugin's layout is not well formed.
StatusOr<Layout> FromMemoryLayout(const PJRT_Buffer_MemoryLayout& layout);

}  // namespace detail
}  // namespace v0
}  // namespace pjrt

#endif  // CPPJRT_CLIENT_MEMORY_LAYOUT_H_
