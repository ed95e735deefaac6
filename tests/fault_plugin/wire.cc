#include "tests/fault_plugin/wire.h"

#include <stdexcept>

namespace fault {
namespace {

enum WireType : uint32_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

uint64_t TakeVarint(std::string_view* rest) {
  uint64_t value = 0;
  for (int shift = 0; shift < 64 && !rest->empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(rest->front());
    rest->remove_prefix(1);
    value |= uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return value;
  }
  throw std::runtime_error("malformed number");
}

std::string_view TakeBytes(std::string_view* rest, uint64_t size) {
  if (size > rest->size()) throw std::runtime_error("truncated field");
  const std::string_view taken = rest->substr(0, size);
  rest->remove_prefix(size);
  return taken;
}

WireField TakeField(std::string_view* rest) {
  const uint64_t key = TakeVarint(rest);
  WireField field;
  field.number = static_cast<uint32_t>(key >> 3);
  switch (key & 7) {
    case kVarint:
      field.value = TakeVarint(rest);
      return field;
    case kBytes:
      field.bytes = TakeBytes(rest, TakeVarint(rest));
      return field;
    case kFixed64:
      TakeBytes(rest, 8);
      return field;
    case kFixed32:
      TakeBytes(rest, 4);
      return field;
    default:
      throw std::runtime_error("unknown wire type");
  }
}

void WriteVarint(std::string* message, uint64_t value) {
  for (; value >= 0x80; value >>= 7) message->push_back(static_cast<char>((value & 0x7f) | 0x80));
  message->push_back(static_cast<char>(value));
}

}  // namespace

std::vector<WireField> ReadMessage(std::string_view message) {
  std::vector<WireField> fields;
  while (!message.empty()) fields.push_back(TakeField(&message));
  return fields;
}

std::vector<int64_t> ReadPacked(std::string_view bytes) {
  std::vector<int64_t> values;
  while (!bytes.empty()) values.push_back(static_cast<int64_t>(TakeVarint(&bytes)));
  return values;
}

void WriteInt(std::string* message, uint32_t field, int64_t value) {
  WriteVarint(message, uint64_t{field} << 3 | kVarint);
  WriteVarint(message, static_cast<uint64_t>(value));
}

void WriteBytes(std::string* message, uint32_t field, std::string_view bytes) {
  WriteVarint(message, uint64_t{field} << 3 | kBytes);
  WriteVarint(message, bytes.size());
  message->append(bytes);
}

void WritePacked(std::string* message, uint32_t field, const std::vector<int64_t>& values) {
  std::string packed;
  for (const int64_t value : values) WriteVarint(&packed, static_cast<uint64_t>(value));
  WriteBytes(message, field, packed);
}

}  // namespace fault
