#include "cpu/codegen/relocations.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>

namespace cppjrt::cpu::codegen {
namespace {

std::string Words(std::initializer_list<uint32_t> words) {
  std::string bytes;
  for (const uint32_t word : words) bytes.append(reinterpret_cast<const char*>(&word), sizeof(word));
  return bytes;
}

uint32_t WordAt(const std::string& bytes, size_t where) {
  uint32_t word = 0;
  std::memcpy(&word, bytes.data() + where, sizeof(word));
  return word;
}

// `word` at 8, relocated to `target`.
uint32_t Relocated(uint32_t type, uint32_t word, int64_t target) {
  std::string bytes = Words({0, 0, word, 0});
  const Relocation* kind = FindRelocation(EM_AARCH64, type);
  EXPECT_NE(kind, nullptr);
  const Status status = Relocate(*kind, bytes, 8, target);
  EXPECT_TRUE(status.ok()) << status.ToString();
  EXPECT_EQ(WordAt(bytes, 4), 0u);
  EXPECT_EQ(WordAt(bytes, 12), 0u);
  return WordAt(bytes, 8);
}

bool IsTooFar(uint32_t type, int64_t target) {
  std::string bytes = Words({0, 0, 0, 0});
  return Relocate(*FindRelocation(EM_AARCH64, type), bytes, 8, target).code() == StatusCode::kOutOfRange;
}

// What an assembler writes for the same.
TEST(Relocations, InstructionsOfAArch64) {
  EXPECT_EQ(Relocated(R_AARCH64_CALL26, 0x94000000, 8 + 0x1000), 0x94000400u);           // bl .+0x1000
  EXPECT_EQ(Relocated(R_AARCH64_JUMP26, 0x14000000, 8 - 4), 0x17ffffffu);                // b .-4
  EXPECT_EQ(Relocated(R_AARCH64_CONDBR19, 0x54000000, 8 + 16), 0x54000080u);             // b.eq .+16
  EXPECT_EQ(Relocated(R_AARCH64_TSTBR14, 0x36000000, 8 - 8), 0x3607ffc0u);               // tbz w0, #0, .-8
  EXPECT_EQ(Relocated(R_AARCH64_LD_PREL_LO19, 0x58000010, 8 + 8), 0x58000050u);          // ldr x16, .+8
  EXPECT_EQ(Relocated(R_AARCH64_ADR_PREL_LO21, 0x10000000, 8 + 5), 0x30000020u);         // adr x0, .+5
  EXPECT_EQ(Relocated(R_AARCH64_ADR_PREL_PG_HI21, 0x90000001, 0x3004), 0xf0000001u);     // adrp x1, .+0x3000
  EXPECT_EQ(Relocated(R_AARCH64_ADD_ABS_LO12_NC, 0x91000021, 0x3004), 0x91001021u);      // add x1, x1, #4
  EXPECT_EQ(Relocated(R_AARCH64_LDST128_ABS_LO12_NC, 0x3dc00020, 0x3040), 0x3dc01020u);  // ldr q0, [x1, #64]
}

TEST(Relocations, RangesAreChecked) {
  constexpr int64_t kMega = 1 << 20;
  EXPECT_FALSE(IsTooFar(R_AARCH64_CALL26, 8 + 128 * kMega - 4));
  EXPECT_TRUE(IsTooFar(R_AARCH64_CALL26, 8 + 128 * kMega));
  EXPECT_TRUE(IsTooFar(R_AARCH64_CALL26, 8 + 2));
  EXPECT_FALSE(IsTooFar(R_AARCH64_ADR_PREL_LO21, 8 + kMega - 1));
  EXPECT_TRUE(IsTooFar(R_AARCH64_ADR_PREL_LO21, 8 + kMega));
  EXPECT_TRUE(IsTooFar(R_AARCH64_LD_PREL_LO19, 8 + kMega));
  EXPECT_TRUE(IsTooFar(R_AARCH64_CONDBR19, 8 - kMega - 4));
  EXPECT_TRUE(IsTooFar(R_AARCH64_TSTBR14, 8 + 32 * 1024));
  EXPECT_FALSE(IsTooFar(R_AARCH64_ADR_PREL_PG_HI21, int64_t{4} << 30 >> 1));
  EXPECT_TRUE(IsTooFar(R_AARCH64_ADR_PREL_PG_HI21, int64_t{1} << 33));
  std::string bytes(8, '\0');
  EXPECT_EQ(Relocate(*FindRelocation(EM_X86_64, R_X86_64_PC32), bytes, 0, int64_t{1} << 31).code(),
            StatusCode::kOutOfRange);
}

TEST(Relocations, PlacesOutsideAreRefused) {
  std::string bytes(8, '\0');
  EXPECT_FALSE(Relocate(*FindRelocation(EM_X86_64, R_X86_64_PC32), bytes, 5, 0).ok());
  EXPECT_FALSE(Relocate(*FindRelocation(EM_AARCH64, R_AARCH64_PREL64), bytes, 4, 0).ok());
  EXPECT_FALSE(Relocate(*FindRelocation(EM_AARCH64, R_AARCH64_LDST64_ABS_LO12_NC), bytes, 0, 4).ok());
}

TEST(Relocations, WhatIsNotKnownIsNull) {
  EXPECT_EQ(FindRelocation(EM_X86_64, R_X86_64_TPOFF32), nullptr);
  EXPECT_EQ(FindRelocation(EM_AARCH64, R_AARCH64_TLSDESC_CALL), nullptr);
  EXPECT_EQ(FindRelocation(EM_RISCV, 1), nullptr);
  EXPECT_EQ(StubOf(EM_RISCV), nullptr);
}

}  // namespace
}  // namespace cppjrt::cpu::codegen
