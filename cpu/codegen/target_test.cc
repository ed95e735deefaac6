#include "cpu/codegen/target.h"

#include <gtest/gtest.h>

namespace cppjrt::cpu::codegen {
namespace {

TEST(Target, EveryRowIsATarget) {
  for (const TargetRow& row : TargetRows()) {
    const StatusOr<Target> target = NamedTarget(row.name);
    ASSERT_TRUE(target.ok()) << target.status().ToString();
    EXPECT_EQ(target->name, row.name);
    EXPECT_EQ(target->cpu, row.cpu);
    EXPECT_EQ(target->vector_bytes, row.vector_bytes);
    if (target->scalable > 0) {
      EXPECT_EQ(target->vector_bytes, 16 * target->scalable);
    }
  }
}

TEST(Target, OneThatThereIsNotIsRefusedWithThoseThereAre) {
  const StatusOr<Target> target = NamedTarget("riscv");
  ASSERT_FALSE(target.ok());
  EXPECT_EQ(target.status().message(),
            "there is no target 'riscv', expected one of sse4.2, avx2, avx512, aarch64, aarch64-sve256");
}

TEST(Target, ReproducibleCodeDiffersInInstructionsOnly) {
  for (const TargetRow& row : TargetRows()) {
    const Target target = *NamedTarget(row.name);
    const Target made = Reproducible(target);
    EXPECT_EQ(made.vector_bytes, 32);
    EXPECT_FALSE(made.fma);
    EXPECT_FALSE(made.cheap_masks);
    EXPECT_EQ(made.cpu, target.cpu);
  }
}

}  // namespace
}  // namespace cppjrt::cpu::codegen
