#include "pjrt/layout.h"

#include <string>

#include "client/api.h"
#include "client/memory_layout.h"

namespace pjrt {
inline namespace v0 {
namespace {

std::string Join(std::span<const int64_t> values) {
  std::string text;
  for (size_t i = 0; i < values.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(values[i]);
  return text;
}

}  // namespace

Layout RowMajorLayout(size_t rank) {
  TiledLayout layout;
  for (size_t i = rank; i > 0; --i) layout.minor_to_major.push_back(static_cast<int64_t>(i - 1));
  return layout;
}

bool IsRowMajor(const Layout& layout, std::span<const int64_t> dims, int64_t element_bytes) {
  if (const auto* tiled = std::get_if<TiledLayout>(&layout)) {
    if (!tiled->tiles.empty() || tiled->minor_to_major.size() != dims.size()) return false;
    // A dimension of one element has no neighbours, so its place in the order does not matter.
    int64_t previous = static_cast<int64_t>(dims.size());
    for (int64_t dim : tiled->minor_to_major) {
      if (dim < 0 || dim >= static_cast<int64_t>(dims.size())) return false;
      if (dims[static_cast<size_t>(dim)] == 1) continue;
      if (dim >= previous) return false;
      previous = dim;
    }
    return true;
  }
  const auto& strides = std::get<StridedLayout>(layout).byte_strides;
  if (strides.size() != dims.size()) return false;
  int64_t expected = element_bytes;
  for (size_t i = dims.size(); i > 0; --i) {
    if (dims[i - 1] != 1 && strides[i - 1] != expected) return false;
    expected *= dims[i - 1];
  }
  return true;
}

std::string ToString(const Layout& layout) {
  if (const auto* strided = std::get_if<StridedLayout>(&layout)) return "strides{" + Join(strided->byte_strides) + "}";
  const auto& tiled = std::get<TiledLayout>(layout);
  std::string text = "{" + Join(tiled.minor_to_major);
  if (!tiled.tiles.empty()) text += ":T";
  for (const auto& tile : tiled.tiles) text += "(" + Join(tile) + ")";
  return text + "}";
}

namespace detail {

MemoryLayoutArgument::MemoryLayoutArgument(const Api& api, const Layout* layout) : present_(layout != nullptr) {
  if (!present_) return;
  layout_ = api.New<PJRT_Buffer_MemoryLayout>();
  if (const auto* strided = std::get_if<StridedLayout>(layout)) {
    layout_.type = PJRT_Buffer_MemoryLayout_Type_Strides;
    layout_.strides = api.New<PJRT_Buffer_MemoryLayout_Strides>();
    layout_.strides.byte_strides = strided->byte_strides.data();
    layout_.strides.num_byte_strides = strided->byte_strides.size();
    return;
  }
  const auto& tiled = std::get<TiledLayout>(*layout);
  for (const auto& tile : tiled.tiles) {
    tile_dims_.insert(tile_dims_.end(), tile.begin(), tile.end());
    tile_dim_sizes_.push_back(tile.size());
  }
  layout_.type = PJRT_Buffer_MemoryLayout_Type_Tiled;
  layout_.tiled = api.New<PJRT_Buffer_MemoryLayout_Tiled>();
  layout_.tiled.minor_to_major = tiled.minor_to_major.data();
  layout_.tiled.minor_to_major_size = tiled.minor_to_major.size();
  layout_.tiled.tile_dims = tile_dims_.data();
  layout_.tiled.tile_dim_sizes = tile_dim_sizes_.data();
  layout_.tiled.num_tiles = tile_dim_sizes_.size();
}

StatusOr<Layout> FromMemoryLayout(const PJRT_Buffer_MemoryLayout& layout) {
  const Status damaged = cppjrt::InternalError("the plugin gave a layout with null arrays");
  if (layout.type == PJRT_Buffer_MemoryLayout_Type_Strides) {
    const auto& in = layout.strides;
    if (in.byte_strides == nullptr && in.num_byte_strides != 0) return damaged;
    return Layout(StridedLayout{{in.byte_strides, in.byte_strides + in.num_byte_strides}});
  }
  if (layout.type != PJRT_Buffer_MemoryLayout_Type_Tiled) {
    return cppjrt::InternalError("the plugin gave a layout of unknown type " +
                                 std::to_string(static_cast<int>(layout.type)));
  }
  const auto& in = layout.tiled;
  if (in.minor_to_major == nullptr && in.minor_to_major_size != 0) return damaged;
  TiledLayout result;
  result.minor_to_major.assign(in.minor_to_major, in.minor_to_major + in.minor_to_major_size);
  if (in.num_tiles != 0 && (in.tile_dims == nullptr || in.tile_dim_sizes == nullptr)) return damaged;
  const int64_t* next = in.tile_dims;
  for (size_t i = 0; i < in.num_tiles; ++i) {
    result.tiles.emplace_back(next, next + in.tile_dim_sizes[i]);
    next += in.tile_dim_sizes[i];
  }
  return Layout(std::move(result));
}

}  // namespace detail
}  // namespace v0
}  // namespace pjrt
