// Copies between arrays of different strides.
//
//   StridedCopy copy(4, dims, source_strides, destination_strides);   // 4-byte elements
//   copy.Run(source, destination);
//
// The plan drops dimensions of one element and merges those that are contiguous on both sides, so that what is long and
// plain is copied in long runs. Strides count elements.
#ifndef CPPJRT_STABLEHLO_EVAL_STRIDED_H_
#define CPPJRT_STABLEHLO_EVAL_STRIDED_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "stablehlo/eval/dims.h"

namespace cppjrt::stablehlo {

class StridedCopy {
 public:
  StridedCopy(int64_t element_bytes, std::span<const int64_t> dims, std::span<const int64_t> source_strides,
              std::span<const int64_t> destination_strides);

  void Run(const std::byte* source, std::byte* destination) const;
  // The same, in pieces. REQUIRES: no destination element is written twice.
  void Run(const std::byte* source, std::byte* destination, ThreadPool& pool) const;

  // One run of bytes.
  bool contiguous() const { return dims_.empty() && inner_source_ == 1 && inner_destination_ == 1; }

 private:
  // The copies of [begin, end) of the first outer dimension; all if there is none.
  void RunOuter(const std::byte* source, std::byte* destination, int64_t begin, int64_t end) const;
  void RunInner(const std::byte* source, std::byte* destination) const;
  // [begin, end) of the last outer dimension with all of the innermost.
  void RunTiles(const std::byte* source, std::byte* destination, int64_t begin, int64_t end) const;

  int64_t bytes_;
  int64_t count_;
  // Whether the source goes along the last outer dimension where the destination goes along the innermost, as in a
  // transpose: then both are copied in tiles, so that neither jumps through memory.
  bool tiled_ = false;
  // The innermost dimension apart.
  int64_t inner_ = 1;
  int64_t inner_source_ = 1;
  int64_t inner_destination_ = 1;
  Dims dims_;
  Dims source_strides_;
  Dims destination_strides_;
};

// Steps through the indices of an array in row-major order, keeping offsets along:
//
//   Odometer<2> at(dims, {strides_a, strides_b});
//   do { … a[at.offset(0)] … b[at.offset(1)] … } while (at.Next());
//
// REQUIRES: no dimension is 0.
template <size_t kArrays>
class Odometer {
 public:
  Odometer(std::span<const int64_t> dims, const std::span<const int64_t> (&strides)[kArrays])
      : dims_(dims), index_(dims.size(), 0) {
    for (size_t a = 0; a < kArrays; ++a) strides_[a] = strides[a];
  }

  int64_t offset(size_t array) const { return offsets_[array]; }
  const Dims& index() const { return index_; }

  // To the next index; false behind the last.
  bool Next() {
    for (size_t d = dims_.size(); d-- > 0;) {
      if (++index_[d] < dims_[d]) {
        for (size_t a = 0; a < kArrays; ++a) offsets_[a] += strides_[a][d];
        return true;
      }
      index_[d] = 0;
      for (size_t a = 0; a < kArrays; ++a) offsets_[a] -= strides_[a][d] * (dims_[d] - 1);
    }
    return false;
  }
  // To the index of that row-major number.
  void Seek(int64_t number) {
    for (size_t a = 0; a < kArrays; ++a) offsets_[a] = 0;
    for (size_t d = dims_.size(); d-- > 0;) {
      index_[d] = number % dims_[d];
      number /= dims_[d];
      for (size_t a = 0; a < kArrays; ++a) offsets_[a] += strides_[a][d] * index_[d];
    }
  }

 private:
  std::span<const int64_t> dims_;
  std::span<const int64_t> strides_[kArrays];
  Dims index_;
  int64_t offsets_[kArrays] = {};
};

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_STRIDED_H_
