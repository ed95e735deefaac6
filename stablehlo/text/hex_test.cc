#include "stablehlo/text/hex.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cppjrt::stablehlo::text {
namespace {

std::vector<std::byte> AllBytes() {
  std::vector<std::byte> bytes;
  for (int value = 0; value < 256; ++value) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

TEST(HexTest, WritesUpperCase) {
  std::string text = "0x";
  AppendHex(text, std::vector<std::byte>{std::byte{0x00}, std::byte{0x9a}, std::byte{0xff}});
  EXPECT_EQ(text, "0x009AFF");
}

TEST(HexTest, MaskLeavesOutHighBits) {
  std::string text;
  AppendHex(text, std::vector<std::byte>{std::byte{0xff}, std::byte{0x83}}, 0x0f);
  EXPECT_EQ(text, "0F03");
}

// Every length, so that whatever is left behind whole vectors is met too.
TEST(HexTest, ReadsBackWhatItWrites) {
  const std::vector<std::byte> all = AllBytes();
  for (size_t size = 0; size <= all.size(); ++size) {
    const std::vector<std::byte> bytes(all.end() - static_cast<std::ptrdiff_t>(size), all.end());
    std::string text;
    AppendHex(text, bytes);
    std::vector<std::byte> read(size);
    ASSERT_TRUE(DecodeHex(text, read.data())) << size;
    ASSERT_EQ(read, bytes) << size;
  }
}

TEST(HexTest, ReadsLowerCase) {
  std::byte bytes[3];
  ASSERT_TRUE(DecodeHex("ab0fCd", bytes));
  EXPECT_EQ(bytes[0], std::byte{0xab});
  EXPECT_EQ(bytes[1], std::byte{0x0f});
  EXPECT_EQ(bytes[2], std::byte{0xcd});
}

// Any other character at any place is found.
TEST(HexTest, RefusesAllElse) {
  const std::string digits = "0123456789abcdefABCDEF";
  for (int value = 0; value < 256; ++value) {
    const char c = static_cast<char>(value);
    const bool is_digit = digits.find(c) != std::string::npos;
    for (size_t at = 0; at < 70; ++at) {
      std::string text(70, '7');
      text[at] = c;
      std::byte bytes[35];
      ASSERT_EQ(DecodeHex(text, bytes), is_digit) << value << " at " << at;
    }
  }
}

}  // namespace
}  // namespace cppjrt::stablehlo::text
