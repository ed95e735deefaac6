#include "cpu/kernels/isa.h"

#include <gtest/gtest.h>

#include "cpu/kernels/micro_kernel.h"

namespace cppjrt::cpu::kernels {
namespace {

TEST(IsaTest, NamesAreReadBack) {
  for (int i = 0; i < kNumIsas; ++i) {
    const Isa isa = static_cast<Isa>(i);
    EXPECT_EQ(IsaFromName(IsaName(isa)), isa);
  }
  EXPECT_EQ(IsaFromName("mmx"), std::nullopt);
}

TEST(IsaTest, TheLevelsOfThisMachineBeginWithBaseline) {
  const std::vector<Isa> levels = SupportedIsas();
  ASSERT_FALSE(levels.empty());
  EXPECT_EQ(levels.front(), Isa::kBaseline);
  EXPECT_EQ(levels.back(), MachineIsa());
}

TEST(IsaTest, EachLevelHasTheKernelsOfThoseBelow) {
  for (int level = 1; level < kNumIsas; ++level) {
    for (int format = 0; format < kNumFormats; ++format) {
      if (Kernels(static_cast<Isa>(level - 1)).micro[format].mr == 0) continue;
      EXPECT_GT(Kernels(static_cast<Isa>(level)).micro[format].mr, 0) << level << ' ' << format;
    }
  }
}

}  // namespace
}  // namespace cppjrt::cpu::kernels
