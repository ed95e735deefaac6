// StridedCopy: elements from one strided array to another of the same dimensions.
#ifndef CPPJRT_CPU_RUNTIME_STRIDED_COPY_H_
#define CPPJRT_CPU_RUNTIME_STRIDED_COPY_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/thread_pool.h"

namespace cppjrt::cpu {

// Copies `width` bytes (1, 2, 4, 8, 16) for each index; strides are in bytes and may be 0 or negative. `from` and `to`
// point to the elements of index 0 and do not overlap. Dimensions that lie together are walked as one, the inner loops
// run along the shortest strides of both sides in tiles, and large copies split themselves over `pool`, which may be
// null.
void StridedCopy(std::span<const int64_t> dims, int width, const std::byte* from, std::span<const int64_t> from_strides,
                 std::byte* to, std::span<const int64_t> to_strides, ThreadPool* pool = nullptr);

// memcpy that splits itself over `pool`, which may be null.
void ParallelCopy(const std::byte* from, std::byte* to, int64_t size, ThreadPool* pool = nullptr);

}  // namespace cppjrt::cpu

#endif  // CPPJRT_CPU_RUNTIME_STRIDED_COPY_H_
