#include "base/protobuf_wire.h"

#include <algorithm>

namespace cppjrt {

bool WireReader::ReadVarint(std::string_view& from, uint64_t& value) {
  value = 0;
  for (size_t i = 0; i < std::min<size_t>(from.size(), 10); ++i) {
    const auto byte = static_cast<unsigned char>(from[i]);
    value |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      from.remove_prefix(i + 1);
      return true;
    }
  }
  return Fail();
}

bool WireReader::Next() {
  uint64_t key = 0;
  if (!ok_ || rest_.empty() || !ReadVarint(rest_, key)) return false;
  if ((key >> 3) == 0 || (key >> 3) > 0x1fffffff) return Fail();
  field_ = static_cast<int>(key >> 3);
  number_ = 0;
  bytes_ = {};
  is_bytes_ = false;
  switch (key & 7) {
    case 0:
      return ReadVarint(rest_, number_);
    case 1:
    case 5: {
      const size_t width = (key & 7) == 1 ? 8 : 4;
      if (rest_.size() < width) return Fail();
      std::memcpy(&number_, rest_.data(), width);
      rest_.remove_prefix(width);
      return true;
    }
    case 2: {
      uint64_t size = 0;
      if (!ReadVarint(rest_, size)) return false;
      if (size > rest_.size()) return Fail();
      bytes_ = rest_.substr(0, size);
      is_bytes_ = true;
      rest_.remove_prefix(size);
      return true;
    }
    default:
      return Fail();
  }
}

bool WireReader::NextPacked(std::string_view& packed, uint64_t& value) {
  return !packed.empty() && ReadVarint(packed, value);
}

}  // namespace cppjrt
