// Arena: memory that is taken piece by piece and given back all at once.
//
// An arena hands out pieces of ever larger blocks by moving a pointer. Nothing is freed before the arena dies, no
// destructor runs, so only trivially destructible things belong here. Pieces never move: a pointer stays good as long
// as the arena, also when the arena itself is moved.
//
//   Arena arena;
//   std::span<int64_t> dims = arena.Copy<int64_t>(std::vector<int64_t>{2, 3});
//   std::string_view name = arena.Copy("add");
//
// Not thread-safe.
#ifndef CPPJRT_ARENA_H_
#define CPPJRT_ARENA_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace cppjrt {
inline namespace v0 {

class Arena {
 public:
  Arena() = default;
  Arena(Arena&& other) noexcept { *this = std::move(other); }
  Arena& operator=(Arena&& other) noexcept {
    blocks_ = std::move(other.blocks_);
    next_ = std::exchange(other.next_, nullptr);
    left_ = std::exchange(other.left_, 0);
    reserved_ = std::exchange(other.reserved_, 0);
    other.blocks_.clear();
    return *this;
  }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // `size` bytes aligned to `alignment`, a power of two no larger than that of max_align_t. Uninitialised; never null.
  void* Allocate(size_t size, size_t alignment) {
    const size_t skip = (0 - reinterpret_cast<uintptr_t>(next_)) & (alignment - 1);
    if (size + skip > left_ || next_ == nullptr) return AllocateBlock(size);
    std::byte* result = next_ + skip;
    next_ += skip + size;
    left_ -= skip + size;
    return result;
  }

  // Room for `count` objects of type T, which the caller writes before reading. Null if `count` is 0.
  template <typename T>
  T* AllocateArray(size_t count) {
    static_assert(std::is_trivially_destructible_v<T>, "an arena runs no destructors");
    return count == 0 ? nullptr : static_cast<T*>(Allocate(count * sizeof(T), alignof(T)));
  }

  template <typename T>
  std::span<T> Copy(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    T* copy = AllocateArray<T>(values.size());
    if (!values.empty()) std::memcpy(copy, values.data(), values.size_bytes());
    return {copy, values.size()};
  }
  std::string_view Copy(std::string_view text) {
    if (text.empty()) return {};
    char* copy = AllocateArray<char>(text.size());
    std::memcpy(copy, text.data(), text.size());
    return {copy, text.size()};
  }

  // Bytes held from the system, whether handed out or not.
  size_t reserved_bytes() const { return reserved_; }

 private:
  static constexpr size_t kFirstBlock = size_t{4} << 10;
  static constexpr size_t kLargestBlock = size_t{1} << 20;

  // A piece that no longer fits starts a block. A piece as large as half a block gets one of its own, and the current
  // block stays in use.
  void* AllocateBlock(size_t size) {
    const size_t block = std::min(kLargestBlock, std::max(kFirstBlock, reserved_));
    if (size > block / 2 && next_ != nullptr) return NewBlock(size);
    const size_t bytes = std::max(block, size);
    std::byte* start = NewBlock(bytes);
    next_ = start + size;
    left_ = bytes - size;
    return start;
  }
  std::byte* NewBlock(size_t bytes) {
    blocks_.emplace_back(new std::byte[bytes]);
    reserved_ += bytes;
    return blocks_.back().get();
  }

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* next_ = nullptr;
  size_t left_ = 0;
  size_t reserved_ = 0;
};

}  // namespace v0
}  // namespace cppjrt

#endif  // CPPJRT_ARENA_H_
