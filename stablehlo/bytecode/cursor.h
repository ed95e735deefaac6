// Cursor: reads numbers and stretches from bounded bytes.
//
// Errors stick: after a read past the end every further one gives zeros and ok() is false, so that a record is checked
// once, at its end. Loops are safe because counts are: Count() fails if there are not as many bytes left.
#ifndef CPPJRT_STABLEHLO_BYTECODE_CURSOR_H_
#define CPPJRT_STABLEHLO_BYTECODE_CURSOR_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace cppjrt::stablehlo::bytecode {

class Cursor {
 public:
  using Bytes = std::span<const std::byte>;

  Cursor() = default;
  explicit Cursor(Bytes bytes) : next_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool ok() const { return !failed_; }
  size_t left() const { return static_cast<size_t>(end_ - next_); }
  // Nothing is left and nothing went wrong.
  bool done() const { return ok() && left() == 0; }
  const std::byte* position() const { return next_; }
  void Fail() {
    failed_ = true;
    next_ = end_;
  }

  uint8_t Byte() {
    if (left() == 0) return Failed();
    return static_cast<uint8_t>(*next_++);
  }

  uint64_t Varint() {
    if (left() == 0) return Failed();
    const uint8_t first = static_cast<uint8_t>(*next_);
    if ((first & 1) == 0) return LongVarint(first);
    ++next_;
    return first >> 1;
  }

  int64_t Signed() {
    const uint64_t value = Varint();
    return static_cast<int64_t>((value >> 1) ^ (0 - (value & 1)));
  }

  // How many things follow, each of at least one byte.
  size_t Count() {
    const uint64_t count = Varint();
    if (count > left()) return Failed();
    return static_cast<size_t>(count);
  }

  Bytes Take(uint64_t size) {
    if (size > left()) {
      Fail();
      return {};
    }
    const Bytes bytes(next_, static_cast<size_t>(size));
    next_ += size;
    return bytes;
  }

  // Text up to a 0, which is read too.
  std::string_view TextUpToZero() {
    const void* zero = left() == 0 ? nullptr : std::memchr(next_, 0, left());
    if (zero == nullptr) {
      Fail();
      return {};
    }
    const Bytes bytes = Take(static_cast<size_t>(static_cast<const std::byte*>(zero) - next_));
    ++next_;
    return AsText(bytes);
  }

  static std::string_view AsText(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

 private:
  uint8_t Failed() {
    Fail();
    return 0;
  }

  uint64_t LongVarint(uint8_t first) {
    const size_t extra = first == 0 ? 8 : static_cast<size_t>(std::countr_zero(first));
    if (left() <= extra) return Failed();
    uint64_t value = 0;
    if (first == 0) {
      std::memcpy(&value, next_ + 1, 8);
    } else {
      std::memcpy(&value, next_, extra + 1 <= 8 ? extra + 1 : 8);
      value >>= extra + 1;
    }
    next_ += extra + 1;
    return value;
  }

  const std::byte* next_ = nullptr;
  const std::byte* end_ = nullptr;
  bool failed_ = false;
};

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_CURSOR_H_
