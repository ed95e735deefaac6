// Words or pairs of one long row, sorted by all threads: samples give splitters, blocks are dealt into the buckets between
// them, and each bucket is sorted in a core's own cache. Both steps keep the order of equals.
#ifndef CPPJRT_CPU_KERNELS_SORT_BUCKETS_H_
#define CPPJRT_CPU_KERNELS_SORT_BUCKETS_H_

#include <cstdint>

#include "base/thread_pool.h"
#include "cpu/kernels/sort_radix.h"
#include "cpu/kernels/sort_set.h"

namespace cppjrt::cpu::kernels {

// Rows shorter than this are sorted by one thread.
inline constexpr int64_t kBucketMinimum = int64_t{1} << 16;

// Sorts from[0, n) by the bits from `low_bit` on into `to`, which is as large; leaves anything in `from`. `ids` has room for n
// bytes. REQUIRES: n >= kBucketMinimum.
void SortInBuckets(const SortSet& set, uint64_t* from, uint64_t* to, uint8_t* ids, int64_t n, int low_bit,
                   ThreadPool* pool);
// The same for pairs. Those with equal keys share a bucket.
void SortInBuckets(const SortSet& set, WordPair* from, WordPair* to, uint8_t* ids, int64_t n, int low_bit,
                   ThreadPool* pool);

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_SORT_BUCKETS_H_
