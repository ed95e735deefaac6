// Buffer: an array that a kernel reads, Out: one that it writes, checked for type and rank before the kernel runs.
#ifndef PJRT_FFI_BUFFER_H_
#define PJRT_FFI_BUFFER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "pjrt/ffi/frame.h"
#include "pjrt/ffi/types.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {
namespace ffi {

inline constexpr int kAnyRank = -1;

// Dense, row-major. The memory is the device's: on a GPU `data` is an address there. Valid during the call (or until the event
// that the kernel returns is ready).
template <ElementType type = kAnyType, int rank = kAnyRank>
class Buffer {
 public:
  static constexpr ElementType kType = type;
  static constexpr int kRank = rank;
  using Element = Native<type>;

  explicit Buffer(const ArrayView& view) : view_(view) {}

  ElementType element_type() const { return view_.type; }
  std::span<const int64_t> dimensions() const { return view_.dims; }
  size_t num_elements() const {
    size_t count = 1;
    for (const int64_t dim : view_.dims) count *= static_cast<size_t>(dim);
    return count;
  }
  // Elements narrower than a byte lie packed or one to a byte, as the plugin has it; this counts them packed.
  size_t num_bytes() const { return (num_elements() * BitsPerElement() + 7) / 8; }

  const Element* data() const { return static_cast<const Element*>(view_.data); }
  const void* address() const { return view_.data; }
  // REQUIRES: memory of the host, and a type as wide as its C++ type.
  std::span<const Element> elements() const { return {data(), num_elements()}; }

 protected:
  size_t BitsPerElement() const { return view_.type == PRED ? 8 : static_cast<size_t>(Info(view_.type).bits); }
  ArrayView view_;
};

template <class B>
class Out : public B {
 public:
  explicit Out(const ArrayView& view) : B(view) {}
  typename B::Element* data() const { return static_cast<typename B::Element*>(this->view_.data); }
  void* address() const { return this->view_.data; }
  std::span<typename B::Element> elements() const { return {data(), this->num_elements()}; }
};

// "argument 1 is f32[4], the kernel takes f32 of rank 2"
Status WrongArray(const char* what, int64_t index, const ArrayView& view, ElementType type, int rank);

// INVALID_ARGUMENT unless the array is one of B's.
template <class B>
Status CheckArray(const char* what, int64_t index, const ArrayView& view) {
  const bool type_fits = B::kType == kAnyType || B::kType == view.type;
  const bool rank_fits = B::kRank == kAnyRank || B::kRank == static_cast<int>(view.dims.size());
  return type_fits && rank_fits ? Status() : WrongArray(what, index, view, B::kType, B::kRank);
}

// The arguments, or results, that come after the bound ones.
template <bool results>
class Rest {
 public:
  Rest(const Frame& frame, int64_t first) : frame_(frame), first_(first) {}

  int64_t size() const { return (results ? frame_.num_rets() : frame_.num_args()) - first_; }
  // OUT_OF_RANGE, or INVALID_ARGUMENT for another type or rank. B: Buffer<…>.
  template <class B>
  StatusOr<std::conditional_t<results, Out<B>, B>> Get(int64_t i) const {
    if (i < 0 || i >= size()) {
      return cppjrt::OutOfRangeError("there are " + std::to_string(size()) + " further arrays, not " +
                                     std::to_string(i + 1));
    }
    CPPJRT_ASSIGN_OR_RETURN(const ArrayView view, results ? frame_.Ret(first_ + i) : frame_.Arg(first_ + i));
    CPPJRT_RETURN_IF_ERROR(CheckArray<B>(results ? "result" : "argument", first_ + i, view));
    return std::conditional_t<results, Out<B>, B>(view);
  }

 private:
  Frame frame_;
  int64_t first_;
};
using RestArgs = Rest<false>;
using RestRets = Rest<true>;

}  // namespace ffi
}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_FFI_BUFFER_H_
