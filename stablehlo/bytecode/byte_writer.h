// ByteWriter: the numbers and stretches of bytecode, the counterpart of Cursor.
#ifndef CPPJRT_STABLEHLO_BYTECODE_BYTE_WRITER_H_
#define CPPJRT_STABLEHLO_BYTECODE_BYTE_WRITER_H_

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "stablehlo/bytecode/wire.h"

namespace cppjrt::stablehlo::bytecode {

class ByteWriter {
 public:
  const std::string& bytes() const { return bytes_; }
  std::string Release() { return std::move(bytes_); }
  size_t size() const { return bytes_.size(); }

  void Byte(uint8_t value) { bytes_.push_back(static_cast<char>(value)); }

  void Varint(uint64_t value) {
    const int bits = 64 - std::countl_zero(value | 1);
    const int length = (bits + 6) / 7;  // bytes, the first included
    if (length > 8) {
      Byte(0);
      LittleEndian(value, 8);
    } else {
      LittleEndian((value << 1 | 1) << (length - 1), length);
    }
  }

  void Signed(int64_t value) { Varint(static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63)); }
  void Flagged(uint64_t value, bool flag) { Varint(value << 1 | (flag ? 1 : 0)); }
  void Text(std::string_view text) { bytes_.append(text); }
  void TextAndZero(std::string_view text) {
    Text(text);
    Byte(0);
  }
  void Bytes(std::span<const std::byte> bytes) {
    bytes_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  void Section(SectionId id, const ByteWriter& section) {
    Byte(static_cast<uint8_t>(id));
    Varint(section.size());
    Text(section.bytes_);
  }
  void SetByte(size_t place, uint8_t value) { bytes_[place] = static_cast<char>(value); }

 private:
  void LittleEndian(uint64_t value, int length) {
    for (int i = 0; i < length; ++i) Byte(static_cast<uint8_t>(value >> (8 * i)));
  }

  std::string bytes_;
};

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_BYTE_WRITER_H_
