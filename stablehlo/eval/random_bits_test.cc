#include "stablehlo/eval/random_bits.h"

#include <gtest/gtest.h>

namespace cppjrt::stablehlo {
namespace {

constexpr uint32_t kOnes = 0xffffffff;

// The known answers that the authors of the algorithms publish with them: zeros, ones, digits of pi.
TEST(RandomBitsTest, ThreefryKnownAnswers) {
  EXPECT_EQ(Threefry({0, 0}, {0, 0}), (Words2{0x6b200159, 0x99ba4efe}));
  EXPECT_EQ(Threefry({kOnes, kOnes}, {kOnes, kOnes}), (Words2{0x1cb996fc, 0xbb002be7}));
  EXPECT_EQ(Threefry({0x243f6a88, 0x85a308d3}, {0x13198a2e, 0x03707344}), (Words2{0xc4923a9c, 0x483df7a0}));
}

TEST(RandomBitsTest, PhiloxKnownAnswers) {
  EXPECT_EQ(Philox({0, 0, 0, 0}, {0, 0}), (Words4{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(Philox({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
            (Words4{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(Philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words4{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

}  // namespace
}  // namespace cppjrt::stablehlo
