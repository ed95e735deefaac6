// Numbers of eight bytes, little-endian, and parts: a number of bytes and the bytes. What pieces of code are written in.
//
//   AppendNumber(out, 3); AppendPart(out, "abc");
//   PartReader reader{out}; reader.Number(); reader.Part();  // 3, "abc"; reader.ok
#ifndef CPPJRT_CPU_CODEGEN_BYTE_PARTS_H_
#define CPPJRT_CPU_CODEGEN_BYTE_PARTS_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace cppjrt::cpu::codegen {

inline void AppendNumber(std::string& out, uint64_t value) {
  for (int i = 0; i < 8; ++i) out += static_cast<char>(value >> (8 * i));
}
inline void AppendPart(std::string& out, std::string_view part) {
  AppendNumber(out, part.size());
  out += part;
}

// Reads from the front; `ok` is false from the first thing that is not there on.
struct PartReader {
  std::string_view rest;
  bool ok = true;

  uint64_t Number() {
    if (rest.size() < 8) ok = false;
    if (!ok) return 0;
    uint64_t value = 0;
    for (size_t i = 0; i < 8; ++i) value |= uint64_t{static_cast<unsigned char>(rest[i])} << (8 * i);
    rest.remove_prefix(8);
    return value;
  }
  std::string_view Part() {
    const uint64_t size = Number();
    if (size > rest.size()) ok = false;
    if (!ok) return {};
    const std::string_view part = rest.substr(0, size);
    rest.remove_prefix(size);
    return part;
  }
};

}  // namespace cppjrt::cpu::codegen

#endif  // CPPJRT_CPU_CODEGEN_BYTE_PARTS_H_
