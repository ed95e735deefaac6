// The protobuf wire format, as far as messages of PJRT need it: a writer and a bounded reader.
#ifndef CPPJRT_BASE_PROTOBUF_WIRE_H_
#define CPPJRT_BASE_PROTOBUF_WIRE_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace cppjrt {

class WireWriter {
 public:
  void Varint(int field, uint64_t value) {
    Raw(Key(field, 0));
    Raw(value);
  }
  // int32, int64: negative numbers take ten bytes.
  void Int(int field, int64_t value) { Varint(field, static_cast<uint64_t>(value)); }
  void Bool(int field, bool value) { Varint(field, value ? 1 : 0); }
  void Float(int field, float value) {
    Raw(Key(field, 5));
    Fixed(&value, sizeof value);
  }
  void Double(int field, double value) {
    Raw(Key(field, 1));
    Fixed(&value, sizeof value);
  }
  // bytes, string, message, packed repeated.
  void Bytes(int field, std::string_view value) {
    Raw(Key(field, 2));
    Raw(value.size());
    out_.append(value);
  }
  // An element of a packed repeated field, to be given to Bytes as a whole.
  void Raw(uint64_t value) {
    while (value >= 0x80) {
      out_.push_back(static_cast<char>(value | 0x80));
      value >>= 7;
    }
    out_.push_back(static_cast<char>(value));
  }
  const std::string& str() const { return out_; }

 private:
  static uint64_t Key(int field, int wire_type) {
    return static_cast<uint64_t>(field) << 3 | static_cast<uint64_t>(wire_type);
  }
  void Fixed(const void* data, size_t size) { out_.append(static_cast<const char*>(data), size); }
  std::string out_;
};

// Reads the fields of one message in order:
//
//   WireReader reader(bytes);
//   while (reader.Next()) {
//     if (reader.field() == 4) shape = reader.bytes();
//   }
//   if (!reader.ok()) return error;
class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : rest_(bytes) {}

  // Moves to the next field; false at the end and at damage.
  bool Next();
  bool ok() const { return ok_; }
  int field() const { return field_; }
  // Value of a varint, fixed32 or fixed64 field; 0 for others.
  uint64_t number() const { return number_; }
  int64_t integer() const { return static_cast<int64_t>(number_); }
  // Whether the field is length-delimited, and its contents.
  bool is_bytes() const { return is_bytes_; }
  std::string_view bytes() const { return bytes_; }
  // Takes one varint off the front of `packed`; false at the end or at damage (which also clears ok()).
  bool NextPacked(std::string_view& packed, uint64_t& value);

 private:
  bool ReadVarint(std::string_view& from, uint64_t& value);
  bool Fail() {
    ok_ = false;
    return false;
  }

  std::string_view rest_;
  std::string_view bytes_;
  uint64_t number_ = 0;
  int field_ = 0;
  bool is_bytes_ = false;
  bool ok_ = true;
};

}  // namespace cppjrt

#endif  // CPPJRT_BASE_PROTOBUF_WIRE_H_
