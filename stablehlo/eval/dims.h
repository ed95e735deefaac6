// Dims: the extents of a tensor, up to kInline of them without an allocation.
#ifndef CPPJRT_STABLEHLO_EVAL_DIMS_H_
#define CPPJRT_STABLEHLO_EVAL_DIMS_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace cppjrt::stablehlo {

class Dims {
 public:
  static constexpr size_t kInline = 6;

  Dims() = default;
  Dims(std::initializer_list<int64_t> values) : Dims(std::span(values.begin(), values.size())) {}
  Dims(std::span<const int64_t> values) : size_(values.size()) {  // NOLINT(google-explicit-constructor)
    if (size_ > kInline) heap_.resize(size_);
    std::copy(values.begin(), values.end(), data());
  }
  Dims(const Dims&) = default;
  Dims& operator=(const Dims&) = default;
  // What is moved from is empty.
  Dims(Dims&& other) noexcept
      : size_(std::exchange(other.size_, 0)), inline_(other.inline_), heap_(std::exchange(other.heap_, {})) {}
  Dims& operator=(Dims&& other) noexcept {
    inline_ = other.inline_;
    heap_ = std::exchange(other.heap_, {});
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  Dims(size_t size, int64_t value) : size_(size) {
    if (size_ > kInline) heap_.resize(size_);
    std::fill_n(data(), size, value);
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  int64_t* data() { return size_ > kInline ? heap_.data() : inline_.data(); }
  const int64_t* data() const { return size_ > kInline ? heap_.data() : inline_.data(); }
  int64_t& operator[](size_t i) { return data()[i]; }
  int64_t operator[](size_t i) const { return data()[i]; }
  int64_t* begin() { return data(); }
  int64_t* end() { return data() + size_; }
  const int64_t* begin() const { return data(); }
  const int64_t* end() const { return data() + size_; }
  operator std::span<const int64_t>() const { return {data(), size_}; }  // NOLINT(google-explicit-constructor)

  void push_back(int64_t value) {
    if (size_ == kInline) heap_.assign(inline_.begin(), inline_.end());
    if (size_ >= kInline) heap_.push_back(value);
    if (size_ < kInline) inline_[size_] = value;
    ++size_;
  }

  friend bool operator==(const Dims& a, const Dims& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

 private:
  size_t size_ = 0;
  std::array<int64_t, kInline> inline_ = {};
  std::vector<int64_t> heap_;
};

// a * b, or the largest number if that does not fit. REQUIRES: neither is negative.
inline int64_t SaturatingMultiply(int64_t a, int64_t b) {
  int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}
inline int64_t SaturatingAdd(int64_t a, int64_t b) {
  int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}
// The product, or the largest number if it does not fit. REQUIRES: no dimension is negative.
inline int64_t NumElements(std::span<const int64_t> dims) {
  int64_t n = 1;
  for (const int64_t d : dims) n = SaturatingMultiply(n, d);
  return n;
}
// The same for dimensions that nobody has looked at yet: none if one is negative or the product does not fit.
inline std::optional<int64_t> CheckedNumElements(std::span<const int64_t> dims) {
  int64_t n = 1;
  bool empty = false;
  bool overflow = false;
  for (const int64_t d : dims) {
    if (d < 0) return std::nullopt;
    empty |= d == 0;
    overflow |= __builtin_mul_overflow(n, d, &n);
  }
  if (empty) return 0;
  return overflow ? std::nullopt : std::optional(n);
}
// Elements from one index to the next along each dimension of a row-major array.
inline Dims RowMajorStrides(std::span<const int64_t> dims) {
  Dims strides(dims.size(), 1);
  for (size_t i = dims.size(); i-- > 1;) {
    strides[i - 1] = SaturatingMultiply(strides[i], dims[i]);
  }
  return strides;
}

}  // namespace cppjrt::stablehlo

#endif  // CPPJRT_STABLEHLO_EVAL_DIMS_H_
