// PackedMatrix: the second operand of a contraction, packed once for many runs.
#ifndef CPPJRT_CPU_KERNELS_PACKED_MATRIX_H_
#define CPPJRT_CPU_KERNELS_PACKED_MATRIX_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>

namespace cppjrt::cpu::kernels {

// Memory whose contents only the kernel knows that packed it. Movable; empty if there was no memory.
class PackedMatrix {
 public:
  PackedMatrix() = default;
  explicit PackedMatrix(int64_t bytes) : bytes_((bytes + 63) / 64 * 64 + 64) {
    data_.reset(static_cast<std::byte*>(std::aligned_alloc(64, static_cast<size_t>(bytes_))));
  }
  std::byte* data() const { return data_.get(); }
  int64_t bytes() const { return bytes_; }

 private:
  struct Free {
    void operator()(std::byte* p) const { std::free(p); }
  };
  std::unique_ptr<std::byte, Free> data_;
  int64_t bytes_ = 0;
};

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_PACKED_MATRIX_H_
