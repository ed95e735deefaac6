#include "cpu/kernels/scan.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "cpu/kernels/parallel.h"
#include "cpu/kernels/scan_set.h"

namespace cppjrt::cpu::kernels {
namespace {

// Long rows are cut here, whoever computes them; a piece stays in a core's own cache until its carry is known.
constexpr int64_t kChunkBytes = int64_t{64} << 10;

std::array<ScanSet, kNumIsas> MakeAll() {
  std::array<ScanSet, kNumIsas> all{};
  FillScanNarrow(all[0]);
  FillScanBaseline(all[0]);
  for (size_t i = 1; i < all.size(); ++i) all[i] = all[0];
#if defined(__x86_64__)
  FillScanAvx2(all[static_cast<size_t>(Isa::kAvx2)]);
  for (size_t i = static_cast<size_t>(Isa::kAvx512); i < all.size(); ++i) FillScanAvx512(all[i]);
#endif
  return all;
}

// Any element.
struct Element {
  alignas(8) std::byte bytes[8];
};

class RowScan {
 public:
  RowScan(const ScanLoops& loops, int64_t size, bool reverse, const void* init)
      : loops_(loops), size_(size), reverse_(reverse), init_(init), chunk_(kChunkBytes / size) {}

  int64_t NumChunks(int64_t n) const { return (n + chunk_ - 1) / chunk_; }

  void InOneThread(const std::byte* in, std::byte* out, int64_t n) const {
    Element carry{};
    bool has_carry = StartCarry(&carry);
    for (int64_t c = 0; c < NumChunks(n); ++c) {
      const Piece piece = PieceOf(c, n);
      Element total{};
      loops_.chunk(in + piece.offset, out + piece.offset, piece.n, reverse_, has_carry ? &carry : nullptr, &total);
      Advance(&carry, &has_carry, total);
    }
  }

  // Chunks are taken in order. Whoever has scanned one waits for the carry of those before, all of which somebody is at.
  void ByAll(const std::byte* in, std::byte* out, int64_t n, ThreadPool* pool) const {
    const int64_t count = NumChunks(n);
    Chain chain;
    chain.has_carry = StartCarry(&chain.carry);
    ParallelFor(pool, count, 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t c = chain.next.fetch_add(1, std::memory_order_relaxed);
        ScanLink(&chain, c, in, out, PieceOf(c, n));
      }
    });
  }

 private:
  struct Piece {
    int64_t offset;  // bytes
    int64_t n;
  };
  struct Chain {
    std::atomic<int64_t> next = 0;
    std::atomic<int64_t> done = 0;  // chunks whose totals are in the carry
    Element carry{};                // belongs to the one whose chunk is number `done`
    bool has_carry = false;
  };

  bool StartCarry(Element* carry) const {
    if (init_ != nullptr) std::memcpy(carry, init_, static_cast<size_t>(size_));
    return init_ != nullptr;
  }

  void Advance(Element* carry, bool* has_carry, const Element& total) const {
    if (*has_carry) {
      loops_.combine(carry, &total, carry);
    } else {
      *carry = total;
    }
    *has_carry = true;
  }

  Piece PieceOf(int64_t c, int64_t n) const {
    const int64_t begin = c * chunk_;
    const int64_t size = std::min(chunk_, n - begin);
    return {(reverse_ ? n - begin - size : begin) * size_, size};
  }

  void ScanLink(Chain* chain, int64_t c, const std::byte* in, std::byte* out, const Piece& piece) const {
    Element total{};
    const bool is_next = chain->done.load(std::memory_order_acquire) == c;
    const void* known = is_next && chain->has_carry ? &chain->carry : nullptr;
    loops_.chunk(in + piece.offset, out + piece.offset, piece.n, reverse_, known, &total);
    while (chain->done.load(std::memory_order_acquire) != c) std::this_thread::yield();
    const Element carry = chain->carry;
    const bool missing = !is_next && chain->has_carry;
    Advance(&chain->carry, &chain->has_carry, total);
    chain->done.store(c + 1, std::memory_order_release);
    if (missing) loops_.add_carry(out + piece.offset, piece.n, &carry);
  }

  const ScanLoops& loops_;
  const int64_t size_;
  const bool reverse_;
  const void* const init_;
  const int64_t chunk_;
};

// An inclusive scan of what an exclusive one is of is shorter by an element and written one further.
struct Arrays {
  const std::byte* in;
  std::byte* out;
  int64_t scanned;
};

Arrays PlaceRow(const ScanOptions& options, int64_t line_bytes, const std::byte* in, std::byte* out, int64_t n) {
  if (!options.exclusive) return {in, out, n};
  if (options.reverse) return {in + line_bytes, out, n - 1};
  return {in, out + line_bytes, n - 1};
}

// The first line of an exclusive scan.
void FillFirst(const ScanOptions& options, int64_t size, int64_t columns, int64_t line_bytes, std::byte* out,
               int64_t n) {
  if (!options.exclusive) return;
  std::byte* line = options.reverse ? out + (n - 1) * line_bytes : out;
  for (int64_t j = 0; j < columns; ++j) std::memcpy(line + j * size, options.init, static_cast<size_t>(size));
}

void ScanContiguous(const ScanShape& shape, const ScanLoops& loops, int64_t size, const std::byte* in, std::byte* out,
                    const ScanOptions& options, ThreadPool* pool) {
  const RowScan scan(loops, size, options.reverse, options.init);
  const bool few_long_rows = shape.outer < 16 && scan.NumChunks(shape.n) > 1;
  const auto run = [&](int64_t row) {
    const int64_t offset = row * shape.n * size;
    FillFirst(options, size, 1, size, out + offset, shape.n);
    const Arrays arrays = PlaceRow(options, size, in + offset, out + offset, shape.n);
    if (few_long_rows) {
      scan.ByAll(arrays.in, arrays.out, arrays.scanned, pool);
    } else {
      scan.InOneThread(arrays.in, arrays.out, arrays.scanned);
    }
  };
  const int64_t grain = few_long_rows ? shape.outer : std::max<int64_t>(1, 16384 / shape.n);
  ParallelFor(pool, shape.outer, grain, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) run(row);
  });
}

void ScanStrided(const ScanShape& shape, const ScanLoops& loops, int64_t size, const std::byte* in, std::byte* out,
                 const ScanOptions& options, ThreadPool* pool) {
  const int64_t blocks = (shape.inner + kScanColumns - 1) / kScanColumns;
  const int64_t line = shape.inner * size;
  ParallelFor(pool, shape.outer * blocks, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t first = i % blocks * kScanColumns;
      const int64_t columns = std::min(kScanColumns, shape.inner - first);
      const int64_t offset = i / blocks * shape.n * line + first * size;
      FillFirst(options, size, columns, line, out + offset, shape.n);
      const Arrays arrays = PlaceRow(options, line, in + offset, out + offset, shape.n);
      loops.strided(arrays.in, arrays.out, arrays.scanned, options.reverse, columns, shape.inner, options.init);
    }
  });
}

}  // namespace

const ScanLoops& ScanLoopsFor(Isa isa, ScanOp op, ElementType type) {
  static const auto kAll = std::make_unique<const std::array<ScanSet, kNumIsas>>(MakeAll());
  return (*kAll)[static_cast<size_t>(isa)].loops[static_cast<int>(op)][static_cast<int>(type)];
}

Status Scan(const ScanShape& shape, ScanOp op, ElementType type, const void* in, void* out, const ScanOptions& options,
            ThreadPool* pool) {
  if (shape.outer < 0 || shape.n < 0 || shape.inner < 0) {
    return InvalidArgumentError("scan: the extents " + std::to_string(shape.outer) + ", " + std::to_string(shape.n) +
                                ", " + std::to_string(shape.inner) + " cannot be");
  }
  if (options.exclusive && options.init == nullptr) {
    return InvalidArgumentError("scan: an exclusive scan begins with an initial value, and there is none");
  }
  const ScanLoops& loops = ScanLoopsFor(options.isa, op, type);
  if (loops.chunk == nullptr) {
    return UnimplementedError("scan: operation " + std::to_string(static_cast<int>(op)) + " on element type " +
                              std::to_string(static_cast<int>(type)) + " is not made");
  }
  if (shape.outer == 0 || shape.n == 0 || shape.inner == 0) return Status();
  const auto* from = static_cast<const std::byte*>(in);
  auto* to = static_cast<std::byte*>(out);
  if (shape.inner == 1) {
    ScanContiguous(shape, loops, ByteSize(type), from, to, options, pool);
  } else {
    ScanStrided(shape, loops, ByteSize(type), from, to, options, pool);
  }
  return Status();
}

}  // namespace cppjrt::cpu::kernels
