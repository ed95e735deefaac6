// The loop over AMX tiles on tiles in memory, so that it is tested where there is no AMX.
#include "cpu/kernels/amx_tile.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <random>
#include <tuple>
#include <vector>

#include "cpu/kernels/contraction.h"

namespace cppjrt::cpu::kernels {
namespace {

// Eight tiles of 16 rows of 64 bytes; products of bytes, A unsigned, B signed, as tdpbusd makes them.
struct PlainTiles {
  using Tile = std::byte[16][64];
  static inline Tile tiles[8];

  template <int kTile>
  static void Zero() {
    std::memset(tiles[kTile], 0, sizeof(Tile));
  }
  template <int kTile>
  static void Load(const std::byte* p, int64_t stride) {
    for (int r = 0; r < 16; ++r) std::memcpy(tiles[kTile][r], p + r * stride, 64);
  }
  template <int kTile>
  static void Store(std::byte* p, int64_t stride) {
    for (int r = 0; r < 16; ++r) std::memcpy(p + r * stride, tiles[kTile][r], 64);
  }
  template <int kC, int kA, int kB>
  static void Multiply() {
    for (int m = 0; m < 16; ++m) {
      for (int n = 0; n < 16; ++n) {
        int32_t sum = 0;
        std::memcpy(&sum, tiles[kC][m] + 4 * n, 4);
        for (int k = 0; k < 64; ++k) {
          const int a = std::to_integer<int>(tiles[kA][m][k]);
          const int b = static_cast<int8_t>(tiles[kB][k / 4][4 * n + k % 4]);
          sum += a * b;
        }
        std::memcpy(tiles[kC][m] + 4 * n, &sum, 4);
      }
    }
  }
};

class AmxTileTest : public testing::TestWithParam<bool> {
 protected:
  static constexpr int64_t kUnits = 32;  // 128 k
  static constexpr int64_t kStride = 40;

  AmxTileTest() : a_(32 * 4 * kUnits), b_(static_cast<size_t>(4 * kUnits * Width())), c_(32 * kStride), first_(32) {
    std::mt19937 random(1);
    for (std::byte& x : a_) x = static_cast<std::byte>(random());
    for (std::byte& x : b_) x = static_cast<std::byte>(random());
    for (int32_t& x : c_) x = static_cast<int32_t>(random() % 1000);
    for (int32_t& x : first_) x = static_cast<int32_t>(random() % 1000);
  }

  bool Narrow() const { return GetParam(); }
  int64_t Width() const { return Narrow() ? 16 : 32; }

  // Panels as pack.h lays them out.
  int32_t Product(int64_t m, int64_t n) const {
    int32_t sum = 0;
    for (int64_t k = 0; k < 4 * kUnits; ++k) {
      const int a = std::to_integer<int>(a_[static_cast<size_t>(k / 64 * 2048 + m * 64 + k % 64)]);
      const int b = static_cast<int8_t>(b_[static_cast<size_t>((k / 4 * Width() + n) * 4 + k % 4)]);
      sum += a * b;
    }
    return sum;
  }

  void Run(const int32_t* first, bool accumulate) {
    const std::vector<int32_t> before = c_;
    RunTiles<PlainTiles>(kUnits, a_.data(), b_.data(), Narrow(), reinterpret_cast<const std::byte*>(first),
                         reinterpret_cast<std::byte*>(c_.data()), 4 * kStride, accumulate);
    for (int64_t m = 0; m < 32; ++m) {
      for (int64_t n = 0; n < kStride; ++n) {
        const size_t at = static_cast<size_t>(m * kStride + n);
        const int32_t start = accumulate ? before[at] : first != nullptr ? first[n % 32] : 0;
        ASSERT_EQ(c_[at], n < Width() ? start + Product(m, n) : before[at]) << m << ' ' << n;
      }
    }
  }

  std::vector<std::byte> a_;
  std::vector<std::byte> b_;
  std::vector<int32_t> c_;
  std::vector<int32_t> first_;
};

TEST_P(AmxTileTest, StartsFromZero) { Run(nullptr, false); }
TEST_P(AmxTileTest, StartsFromARowOfSums) { Run(first_.data(), false); }
TEST_P(AmxTileTest, AddsToWhatIsThere) { Run(nullptr, true); }

void ComputePlain(int /*rows*/, int width, int64_t units, const void* a, const void* b, int64_t /*b_stride*/, void* c,
                  int64_t c_stride, bool accumulate, const void* const* /*ahead*/) {
  const std::byte* sums = static_cast<const std::byte*>(b);
  for (int r = 0; accumulate && r < 32; ++r) {
    for (int j = 0; j < width; ++j)
      static_cast<int32_t*>(c)[r * c_stride + j] += reinterpret_cast<const int32_t*>(sums)[j];
  }
  RunTiles<PlainTiles>(units, static_cast<const std::byte*>(a), sums + 4 * width, width == 16,
                       accumulate ? nullptr : sums, static_cast<std::byte*>(c), 4 * c_stride, accumulate);
}

// A whole contraction over such tiles: packing by rows, tiles that are written whole, sums that begin panels.
TEST(AmxContractionTest, IsTheProduct) {
  KernelSet set = Kernels(MachineIsa());
  MicroKernel& micro = set.micro[static_cast<int>(Format::kI8)];
  micro = {.mr = 32,
           .nr = 32,
           .group = 4,
           .unit = 4,
           .components = 1,
           .k_units = 16,
           .row_tiles = true,
           .compute = ComputePlain};
  std::mt19937 random(5);
  for (const auto& [m, n, k] :
       {std::tuple(70, 50, 90), std::tuple(32, 32, 64), std::tuple(5, 70, 1300), std::tuple(300, 9, 3)}) {
    for (const bool transposed : {false, true}) {
      std::vector<int8_t> a(static_cast<size_t>(m * k));
      std::vector<int8_t> b(static_cast<size_t>(n * k));
      std::vector<int32_t> c(static_cast<size_t>(m * n));
      for (int8_t& x : a) x = static_cast<int8_t>(random());
      for (int8_t& x : b) x = static_cast<int8_t>(random());
      ContractionParts parts;
      parts.set = &set;
      parts.format = Format::kI8;
      parts.a_signed = true;
      parts.m = m;
      parts.n = n;
      parts.k = k;
      parts.a = std::make_unique<StridedSource>(MakeFetch(set, ElementType::kI8, Format::kI8, true), MakeAxis({{m, k}}),
                                                MakeAxis({{k, 1}}));
      parts.b =
          std::make_unique<StridedSource>(MakeFetch(set, ElementType::kI8, Format::kI8, false),
                                          MakeAxis({{n, transposed ? k : 1}}), MakeAxis({{k, transposed ? 1 : n}}));
      parts.a_size = parts.b_size = 1;
      parts.c_type = ElementType::kI32;
      parts.c_rows = MakeAxis({{m, n}});
      parts.c_columns = MakeAxis({{n, 1}});
      const Contraction contraction(std::move(parts));
      ASSERT_TRUE(contraction.Run(reinterpret_cast<const std::byte*>(a.data()),
                                  reinterpret_cast<const std::byte*>(b.data()), nullptr,
                                  reinterpret_cast<std::byte*>(c.data()), {}, nullptr));
      for (int i = 0; i < m; ++i) {
        for (int j = 0; j < n; ++j) {
          int32_t sum = 0;
          for (int l = 0; l < k; ++l) {
            sum += a[static_cast<size_t>(i * k + l)] * b[static_cast<size_t>(transposed ? j * k + l : l * n + j)];
          }
          ASSERT_EQ(c[static_cast<size_t>(i * n + j)], sum) << m << ' ' << n << ' ' << k << " at " << i << ' ' << j;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, AmxTileTest, testing::Bool());

}  // namespace
}  // namespace cppjrt::cpu::kernels
