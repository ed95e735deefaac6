#include "cpu/runtime/memory_pool.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

namespace cppjrt::cpu {
namespace {

TEST(MemoryPoolTest, BlocksAreAlignedAndUsable) {
  MemoryPool pool;
  for (size_t size : {size_t{0}, size_t{1}, size_t{64}, size_t{1000}, size_t{70000}, size_t{300000}, size_t{5} << 20}) {
    void* block = pool.Allocate(size);
    ASSERT_NE(block, nullptr) << size;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 64, 0U);
    std::memset(block, 1, size);
    pool.Free(block, size);
  }
  EXPECT_EQ(pool.bytes_in_use(), 0);
}

TEST(MemoryPoolTest, AFreedBlockIsTheNextOfItsSize) {
  MemoryPool pool;
  for (size_t size : {size_t{100}, size_t{1} << 20}) {
    void* first = pool.Allocate(size);
    pool.Free(first, size);
    EXPECT_EQ(pool.Allocate(size), first);
    pool.Free(first, size);
  }
}

TEST(MemoryPoolTest, TheLimitHoldsToTheByte) {
  MemoryPool pool(1 << 20);
  EXPECT_EQ(pool.Allocate((1 << 20) + 1), nullptr);
  void* all = pool.Allocate(1 << 20);
  EXPECT_NE(all, nullptr);
  EXPECT_EQ(pool.Allocate(1), nullptr);
  pool.Free(all, 1 << 20);
  EXPECT_EQ(pool.bytes_in_use(), 0);
}

TEST(MemoryPoolTest, WhatIsKeptMakesRoomForWhatIsAsked) {
  MemoryPool pool(1 << 20);
  std::vector<void*> blocks;
  for (int i = 0; i < 16; ++i) blocks.push_back(pool.Allocate(16 << 10));
  for (void* block : blocks) pool.Free(block, 16 << 10);
  EXPECT_GT(pool.bytes_held(), 0);
  void* large = pool.Allocate(1 << 20);
  EXPECT_NE(large, nullptr);
  EXPECT_LE(pool.bytes_held(), 1 << 20);
  pool.Free(large, 1 << 20);
  pool.Trim();
  EXPECT_EQ(pool.bytes_held(), 0);
}

TEST(MemoryPoolTest, MoreThanTheMachineHasFailsAtOnce) {
  MemoryPool pool;
  EXPECT_EQ(pool.Allocate(size_t{1} << 45), nullptr);
  EXPECT_EQ(pool.Allocate(SIZE_MAX), nullptr);
}

TEST(MemoryAccountTest, CountsWhatItsDeviceUses) {
  MemoryPool pool;
  MemoryAccount first(pool);
  MemoryAccount second(pool);
  void* a = first.Allocate(1000);
  void* b = first.Allocate(50);
  first.Free(b, 50);
  EXPECT_EQ(first.stats().bytes_in_use, 1000);
  EXPECT_EQ(first.stats().peak_bytes, 1050);
  EXPECT_EQ(first.stats().allocations, 2);
  EXPECT_EQ(first.stats().largest_allocation, 1000);
  EXPECT_EQ(second.stats().allocations, 0);
  first.Free(a, 1000);
}

TEST(MemoryPoolTest, ThreadsShareIt) {
  MemoryPool pool;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&pool, t] {
      for (size_t i = 0; i < 2000; ++i) {
        const size_t size = (i * 37 + static_cast<size_t>(t)) % 5000;
        auto* block = static_cast<unsigned char*>(pool.Allocate(size));
        std::memset(block, t, size);
        for (size_t k = 0; k < size; k += 97) ASSERT_EQ(block[k], t);
        pool.Free(block, size);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(pool.bytes_in_use(), 0);
}

}  // namespace
}  // namespace cppjrt::cpu
