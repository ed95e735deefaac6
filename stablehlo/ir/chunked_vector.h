// A growing array whose elements never move: chunks of a fixed size taken from an arena.
//
// References to elements stay good while new ones are added, which readers and rewriters rely on.
#ifndef CPPJRT_STABLEHLO_IR_CHUNKED_VECTOR_H_
#define CPPJRT_STABLEHLO_IR_CHUNKED_VECTOR_H_

#include <cstdint>
#include <new>
#include <type_traits>
#include <vector>

#include "cppjrt/arena.h"

namespace cppjrt::stablehlo {

template <typename T>
class ChunkedVector {
 public:
  static_assert(std::is_trivially_destructible_v<T>);

  // `arena` outlives the vector.
  explicit ChunkedVector(Arena* arena) : arena_(arena) {}
  ChunkedVector(const ChunkedVector&) = delete;
  ChunkedVector& operator=(const ChunkedVector&) = delete;

  // Adds a value-initialised element and gives its index.
  uint32_t Add() {
    if ((size_ & kMask) == 0) chunks_.push_back(arena_->AllocateArray<T>(kChunk));
    new (&chunks_[size_ >> kShift][size_ & kMask]) T();
    return size_++;
  }
  T& operator[](uint32_t i) { return chunks_[i >> kShift][i & kMask]; }
  const T& operator[](uint32_t i) const { return chunks_[i >> kShift][i & kMask]; }
  uint32_t size() const { return size_; }

 private:
  static constexpr uint32_t kShift = 7;
  static constexpr uint32_t kChunk = 1u << kShift;
  static constexpr uint32_t kMask = kChunk - 1;

  Arena* arena_;
  std::vector<T*> chunks_;
  uint32_t size_ = 0;
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_IR_CHUNKED_VECTOR_H_
