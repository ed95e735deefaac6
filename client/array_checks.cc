#include "client/array_checks.h"

#include <string>
#include <vector>

#include "pjrt/program.h"

namespace pjrt {
inline namespace v0 {
namespace detail {

bool IsPermutation(std::span<const int64_t> order, size_t rank) {
  std::vector<bool> seen(rank, false);
  for (int64_t dim : order) {
    if (dim < 0 || dim >= static_cast<int64_t>(rank) || seen[static_cast<size_t>(dim)]) return false;
    seen[static_cast<size_t>(dim)] = true;
  }
  return order.size() == rank;
}

Status CheckShape(const char* function, const Plugin& plugin, ElementType type, std::span<const int64_t> dims) {
  const int since = Info(type).since_minor;
  const int minor = plugin.api_version().minor_version;
  Status status = HostBytes(type, dims).status();
  if (minor >= since && status.ok()) return Status();  // without a word made: every upload comes here
  const std::string what = std::string(function) + " of " + ToString(ArrayShape{type, {dims.begin(), dims.end()}, {}});
  if (minor >= since) return status.WithContext(what);
  return cppjrt::UnimplementedError(what + ": " + std::string(Name(type)) + " came with PJRT C API 0." +
                                    std::to_string(since) + ", the plugin is of 0." + std::to_string(minor));
}

Status CheckLayout(const char* function, const Layout* layout, size_t rank) {
  if (layout == nullptr) return Status();
  if (const auto* strided = std::get_if<StridedLayout>(layout)) {
    const size_t count = strided->byte_strides.size();
    if (count == rank) return Status();
    return cppjrt::InvalidArgumentError(std::string(function) + ": " + std::to_string(count) + " strides for rank " +
                                        std::to_string(rank));
  }
  if (IsPermutation(std::get<TiledLayout>(*layout).minor_to_major, rank)) return Status();
  return cppjrt::InvalidArgumentError(std::string(function) + ": layout " + ToString(*layout) +
                                      " is no order of the dimensions of rank " + std::to_string(rank));
}

}  // namespace detail
}  // namespace v0
}  // namespace pjrt
