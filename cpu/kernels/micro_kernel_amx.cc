// AMX: products of tiles of 16 rows of 64 bytes, bf16 and bytes.
#define CPPJRT_VECTOR_BYTES 64
#include "cpu/kernels/amx_tile.h"
#include "cpu/kernels/micro_kernel_inl.h"

namespace cppjrt::cpu::kernels {
namespace {

// Palette 1, all eight tiles of 16 rows of 64 bytes.
struct alignas(64) TileConfig {
  uint8_t palette = 1;
  uint8_t start_row = 0;
  uint8_t reserved[14] = {};
  uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};

void Configure() {
  static constexpr TileConfig kConfig;
  _tile_loadconfig(&kConfig);
}

// Assembly, because the macros of compilers take tile numbers as text or as literals only.
struct MachineTiles {
  template <int kTile>
  static void Zero() {
    asm volatile("tilezero %%tmm%c0" ::"i"(kTile));
  }
  template <int kTile>
  static void Load(const std::byte* p, int64_t stride) {
    asm volatile("tileloadd (%0,%1,1), %%tmm%c2" ::"r"(p), "r"(stride), "i"(kTile) : "memory");
  }
  template <int kTile>
  static void Store(std::byte* p, int64_t stride) {
    asm volatile("tilestored %%tmm%c2, (%0,%1,1)" ::"r"(p), "r"(stride), "i"(kTile) : "memory");
  }
};

struct Bf16Tiles : MachineTiles {
  template <int kC, int kA, int kB>
  static void Multiply() {
    asm volatile("tdpbf16ps %%tmm%c2, %%tmm%c1, %%tmm%c0" ::"i"(kC), "i"(kA), "i"(kB));
  }
};

struct ByteTiles : MachineTiles {
  template <int kC, int kA, int kB>
  static void Multiply() {
    asm volatile("tdpbusd %%tmm%c2, %%tmm%c1, %%tmm%c0" ::"i"(kC), "i"(kA), "i"(kB));
  }
};

void ComputeBf16(int /*rows*/, int width, int64_t units, const void* a, const void* b, int64_t /*b_stride*/, void* c,
                 int64_t c_stride, bool accumulate, const void* const* /*ahead*/) {
  Configure();
  RunTiles<Bf16Tiles>(units, static_cast<const std::byte*>(a), static_cast<const std::byte*>(b), width == 16, nullptr,
                      static_cast<std::byte*>(c), 4 * c_stride, accumulate);
}

void ComputeBytes(int /*rows*/, int width, int64_t units, const void* a, const void* b, int64_t /*b_stride*/, void* c,
                  int64_t c_stride, bool accumulate, const void* const* /*ahead*/) {
  Configure();
  const std::byte* sums = static_cast<const std::byte*>(b);
  if (accumulate) {
    for (int r = 0; r < 32; ++r) {
      for (int j = 0; j < width; j += 16) {
        uint32_t* to = static_cast<uint32_t*>(c) + r * c_stride + j;
        Store(to, Load(to) + Load(static_cast<const uint32_t*>(b) + j));
      }
    }
  }
  RunTiles<ByteTiles>(units, static_cast<const std::byte*>(a), sums + 4 * width, width == 16,
                      accumulate ? nullptr : sums, static_cast<std::byte*>(c), 4 * c_stride, accumulate);
}

MicroKernel TileKernel(int group, decltype(MicroKernel::compute) compute) {
  MicroKernel kernel;
  kernel.mr = 32;
  kernel.nr = 32;
  kernel.group = group;
  kernel.unit = 4;
  kernel.k_units = 16;
  kernel.row_tiles = true;
  kernel.compute = compute;
  return kernel;
}

}  // namespace

void FillAmx(KernelSet& set) {
  Micro(set, Format::kBf16) = TileKernel(2, ComputeBf16);
  Micro(set, Format::kI8) = TileKernel(4, ComputeBytes);
}

}  // namespace cppjrt::cpu::kernels
