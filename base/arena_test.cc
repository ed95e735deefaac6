#include "cppjrt/arena.h"

#include <gtest/gtest.h>

namespace cppjrt {
namespace {

TEST(ArenaTest, AlignsEveryPiece) {
  Arena arena;
  for (size_t i = 1; i < 200; ++i) {
    arena.AllocateArray<char>(i);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(arena.AllocateArray<int64_t>(1)) % alignof(int64_t), 0u);
  }
}

TEST(ArenaTest, CopiesSurviveAMoveOfTheArena) {
  Arena arena;
  const std::string_view name = arena.Copy("concatenate");
  const std::vector<int64_t> dims = {1, 2, 3};
  const std::span<int64_t> copy = arena.Copy<int64_t>(dims);
  Arena moved = std::move(arena);
  EXPECT_EQ(name, "concatenate");
  EXPECT_EQ(copy[2], 3);
  EXPECT_GT(moved.reserved_bytes(), 0u);
  EXPECT_EQ(arena.Copy("still usable"), "still usable");
}

TEST(ArenaTest, ALargePieceDoesNotEndTheCurrentBlock) {
  Arena arena;
  char* before = arena.AllocateArray<char>(1);
  arena.AllocateArray<char>(size_t{8} << 20);
  char* after = arena.AllocateArray<char>(1);
  EXPECT_EQ(after, before + 1);
}

TEST(ArenaTest, NothingIsAskedForNothing) {
  Arena arena;
  EXPECT_EQ(arena.AllocateArray<int>(0), nullptr);
  EXPECT_EQ(arena.reserved_bytes(), 0u);
}

}  // namespace
}  // namespace cppjrt
