// PaddedInput: a copy of a convolution's input with its padding, so that no window leaves it and it can be read where it is.
//
//   std::optional<PaddedInput> padded = PaddedInput::Create(shape, PaddedInput::Order::kChannelsLast);
//   padded->Fill(input, memory, pool);        // memory: padded->bytes()
//   Convolution::Create(padded->shape());     // the same convolution of that memory, without padding
//
// In the order kByPhase, which has channels first, with a stride of s along the last spatial dimension the copy of a row is s
// rows: all positions that are multiples of s, then those one further on, and so on. What windows read for neighboring outputs
// is then contiguous.
#ifndef CPPJRT_CPU_KERNELS_PADDED_INPUT_H_
#define CPPJRT_CPU_KERNELS_PADDED_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/thread_pool.h"
#include "cpu/kernels/convolution.h"

namespace cppjrt::cpu::kernels {

class PaddedInput {
 public:
  enum class Order : uint8_t { kChannelsLast, kChannelsFirst, kByPhase };

  // None for a dilated input, elements other than of 4 or 8 bytes, no spatial dimension, or a copy far larger than the input.
  static std::optional<PaddedInput> Create(const ConvolutionShape& shape, Order order);

  // Writes all bytes() of `memory`.
  void Fill(const std::byte* input, std::byte* memory, ThreadPool* pool) const;
  // Writes what the whole copy has of some features of a batch entry, to `memory`. REQUIRES: not kChannelsLast.
  void FillFeatures(const std::byte* input, int64_t batch, int64_t feature, int64_t count, std::byte* memory) const;
  int64_t feature_bytes() const { return shape_.input_feature_stride * size_; }
  int64_t bytes() const { return elements_ * size_; }

  // Of the copy: its strides, extents without padding. With kByPhase the last dimension's input_stride is not that of
  // neighbors: see RowOffset.
  const ConvolutionShape& shape() const { return shape_; }
  // Where position x of the last dimension lies in its row, in elements.
  int64_t RowOffset(int64_t x) const { return x % phases_ * phase_length_ + x / phases_; }

 private:
  // Slowest first. Positions low to low + input of `extent` are the input's.
  struct Dimension {
    int64_t extent = 1;
    int64_t low = 0;
    int64_t input = 1;
    int64_t input_stride = 0;
    int64_t stride = 0;
  };

  PaddedInput() = default;
  static Dimension SpatialDimension(const ConvolutionShape::Spatial& s);
  void SetStrides(Order order);
  void MergeLast();
  template <typename T>
  void FillRow(const T* from, T* to) const;
  template <typename T>
  void FillRows(const T* input, T* memory, int64_t begin, int64_t end) const;
  void FillRows(const std::byte* input, std::byte* memory, int64_t begin, int64_t end) const;

  ConvolutionShape shape_;
  std::vector<Dimension> dims_;
  int64_t size_ = 4;  // bytes of an element
  int64_t elements_ = 0;
  int64_t start_ = 0;  // of what is copied, in the input
  int64_t rows_ = 1;
  int64_t row_pitch_ = 0;  // elements
  int64_t phases_ = 1;
  int64_t phase_length_ = 1;
};

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_PADDED_INPUT_H_
