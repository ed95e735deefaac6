// As much of the protobuf wire format as the plugin needs.
#ifndef CPPJRT_TESTS_FAULT_PLUGIN_WIRE_H_
#define CPPJRT_TESTS_FAULT_PLUGIN_WIRE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fault {

struct WireField {
  uint32_t number = 0;
  uint64_t value = 0;      // of a varint
  std::string_view bytes;  // of a length-delimited field
};

// The fields of a message in order. Throws std::runtime_error if the bytes are no message.
std::vector<WireField> ReadMessage(std::string_view message);
std::vector<int64_t> ReadPacked(std::string_view bytes);

void WriteInt(std::string* message, uint32_t field, int64_t value);
void WriteBytes(std::string* message, uint32_t field, std::string_view bytes);
void WritePacked(std::string* message, uint32_t field, const std::vector<int64_t>& values);

}  // namespace fault

#endif  // CPPJRT_TESTS_FAULT_PLUGIN_WIRE_H_
