#include "base/protobuf_wire.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace cppjrt {
namespace {

TEST(ProtobufWireTest, WrittenFieldsAreReadBackInOrder) {
  WireWriter writer;
  writer.Int(1, -1);
  writer.Bool(15, true);
  writer.Varint(16, std::numeric_limits<uint64_t>::max());
  writer.Float(1000, 1.5F);
  writer.Double(2, -2.5);
  writer.Bytes(0x1fffffff, "text");
  WireReader reader(writer.str());
  ASSERT_TRUE(reader.Next());
  EXPECT_EQ(reader.field(), 1);
  EXPECT_EQ(reader.integer(), -1);
  ASSERT_TRUE(reader.Next());
  EXPECT_EQ(reader.field(), 15);
  EXPECT_EQ(reader.number(), 1U);
  ASSERT_TRUE(reader.Next());
  EXPECT_EQ(reader.number(), std::numeric_limits<uint64_t>::max());
  EXPECT_FALSE(reader.is_bytes());
  ASSERT_TRUE(reader.Next());
  EXPECT_EQ(reader.field(), 1000);
  EXPECT_EQ(reader.number(), 0x3fc00000U);
  ASSERT_TRUE(reader.Next());
  EXPECT_EQ(reader.number(), 0xc004000000000000U);
  ASSERT_TRUE(reader.Next());
  EXPECT_EQ(reader.field(), 0x1fffffff);
  EXPECT_TRUE(reader.is_bytes());
  EXPECT_EQ(reader.bytes(), "text");
  EXPECT_FALSE(reader.Next());
  EXPECT_TRUE(reader.ok());
}

TEST(ProtobufWireTest, PackedNumbersAreReadOneByOne) {
  WireWriter packed;
  const std::vector<uint64_t> values = {0, 127, 128, 1U << 31, std::numeric_limits<uint64_t>::max()};
  for (uint64_t value : values) packed.Raw(value);
  WireReader reader("");
  std::string_view rest = packed.str();
  std::vector<uint64_t> read;
  for (uint64_t value = 0; reader.NextPacked(rest, value);) read.push_back(value);
  EXPECT_EQ(read, values);
  EXPECT_TRUE(reader.ok());
}

TEST(ProtobufWireTest, DamageIsNotAnEnd) {
  const std::string_view kDamaged[] = {
      std::string_view("\x08", 1),                                           // a varint is missing
      std::string_view("\x08\x80", 2),                                       // a varint does not end
      std::string_view("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 11),  // longer than ten bytes
      std::string_view("\x0a\x05xy", 4),                                     // fewer bytes than announced
      std::string_view("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11),  // 2^64-1 bytes announced
      std::string_view("\x0d\x01\x02\x03", 4),                               // half a fixed32
      std::string_view("\x09\x01", 2),                                       // half a fixed64
      std::string_view("\x00\x00", 2),                                       // field 0
      std::string_view("\x0b", 1),
      std::string_view("\x0f", 1),  // wire types that are not used
  };
  for (std::string_view bytes : kDamaged) {
    WireReader reader(bytes);
    EXPECT_FALSE(reader.Next());
    EXPECT_FALSE(reader.ok());
    EXPECT_FALSE(reader.Next());
  }
}

TEST(ProtobufWireTest, RandomBytesNeverReachBeyondTheMessage) {
  std::mt19937 random(20240601);
  for (int round = 0; round < 20000; ++round) {
    std::string bytes(random() % 40, '\0');
    for (char& c : bytes) c = static_cast<char>(random() % 3 == 0 ? random() : random() % 32);
    WireReader reader(bytes);
    size_t fields = 0;
    while (reader.Next()) {
      ++fields;
      ASSERT_GE(reader.field(), 1);
      if (!reader.is_bytes()) continue;
      ASSERT_GE(reader.bytes().data(), bytes.data());
      ASSERT_LE(reader.bytes().data() + reader.bytes().size(), bytes.data() + bytes.size());
      std::string_view packed = reader.bytes();
      for (uint64_t value = 0; reader.NextPacked(packed, value);) {
      }
    }
    ASSERT_LE(fields, bytes.size());
  }
}

}  // namespace
}  // namespace cppjrt
