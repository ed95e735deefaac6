#include "cpu/plan/arena.h"

#include <gtest/gtest.h>

#include <random>

namespace cppjrt::cpu {
namespace {

bool Overlap(const ArenaRequest& a, const ArenaRequest& b) {
  const bool in_time = a.first <= b.last && b.first <= a.last;
  return in_time && a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

TEST(ArenaTest, WhatIsGoneMakesRoom) {
  std::vector<ArenaRequest> requests = {{100, 0, 1}, {100, 1, 2}, {100, 2, 3}};
  EXPECT_EQ(LayOutArena(requests), 256);
  EXPECT_EQ(requests[2].offset, requests[0].offset);
}

TEST(ArenaTest, NeighboursBecomeOneGap) {
  std::vector<ArenaRequest> requests = {{64, 0, 1}, {64, 0, 1}, {64, 0, 3}, {128, 2, 3}};
  EXPECT_EQ(LayOutArena(requests), 192);
}

TEST(ArenaTest, AliveTogetherMeansApart) {
  std::mt19937 random(1);
  std::vector<ArenaRequest> requests(300);
  for (ArenaRequest& request : requests) {
    request.bytes = static_cast<int64_t>(random() % 5000);
    request.first = static_cast<int64_t>(random() % 200);
    request.last = request.first + static_cast<int64_t>(random() % 30);
  }
  const int64_t all = LayOutArena(requests);
  for (size_t i = 0; i < requests.size(); ++i) {
    EXPECT_EQ(requests[i].offset % 64, 0);
    EXPECT_LE(requests[i].offset + requests[i].bytes, all);
    for (size_t k = 0; k < i; ++k) EXPECT_FALSE(Overlap(requests[i], requests[k])) << i << " " << k;
  }
}

TEST(ArenaTest, ThePeakNamesWhatIsAlive) {
  const std::vector<ArenaRequest> requests = {{64, 0, 4}, {128, 1, 2}, {64, 3, 4}, {100, 2, 2}};
  const ArenaPeak peak = FindPeak(requests);
  EXPECT_EQ(peak.bytes, 64 + 128 + 128);
  EXPECT_EQ(peak.alive, (std::vector<size_t>{0, 1, 3}));
  EXPECT_EQ(FindPeak({}).bytes, 0);
}

// Each step of a chain reads one value and writes the next; the last writes a result.
TEST(ArenaTest, AChainThatEndsInAResultNeedsOnePlaceMore) {
  for (int64_t steps = 2; steps < 9; ++steps) {
    std::vector<ArenaRequest> requests;
    for (int64_t i = 0; i < steps; ++i) requests.push_back({.bytes = 1024, .first = i, .last = i + 1});
    EXPECT_EQ(LayOutArena(requests, {{.bytes = 1024, .until = steps - 1}}), 1024) << steps;
  }
}

TEST(ArenaTest, NothingNeedsNothing) {
  std::vector<ArenaRequest> none;
  EXPECT_EQ(LayOutArena(none), 0);
}

}  // namespace
}  // namespace cppjrt::cpu
