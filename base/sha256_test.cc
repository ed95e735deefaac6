#include "base/sha256.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cppjrt {
namespace {

std::string HexOf(std::string_view bytes, bool instructions = true) {
  Sha256 hash;
  hash.UseInstructions(instructions);
  hash.Update(bytes);
  return ToHex(hash.Finish());
}

std::string Bytes(size_t size) {
  std::string bytes(size, '\0');
  for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 7 + i / 64);
  return bytes;
}

// The examples of FIPS 180-4, and a million times "a".
TEST(Sha256Test, TheStandardsExamples) {
  for (const bool instructions : {false, true}) {
    EXPECT_EQ(HexOf("", instructions), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(HexOf("abc", instructions), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(HexOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", instructions),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(HexOf(std::string(1000000, 'a'), instructions),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  }
}

TEST(Sha256Test, InstructionsAndPortableCodeAgreeAtEverySize) {
  for (size_t size = 0; size <= 260; ++size) {
    EXPECT_EQ(HexOf(Bytes(size), true), HexOf(Bytes(size), false)) << size;
  }
}

TEST(Sha256Test, PiecesOfAnySizeGiveTheSame) {
  const std::string bytes = Bytes(1000);
  for (size_t piece = 1; piece < 200; ++piece) {
    Sha256 hash;
    for (size_t at = 0; at < bytes.size(); at += piece) hash.Update(std::string_view(bytes).substr(at, piece));
    EXPECT_EQ(ToHex(hash.Finish()), HexOf(bytes)) << piece;
  }
}

TEST(Sha256Test, PartsAreKeptApart) {
  const auto of = [](const std::vector<std::string>& parts) {
    Sha256 hash;
    for (const std::string& part : parts) hash.UpdatePart(part);
    return hash.Finish();
  };
  EXPECT_NE(of({"ab", "c"}), of({"a", "bc"}));
  EXPECT_NE(of({"ab", ""}), of({"", "ab"}));
  EXPECT_EQ(of({"ab", "c"}), of({"ab", "c"}));
}

}  // namespace
}  // namespace cppjrt
