#include "cpu/kernels/pack.h"

#include <algorithm>
#include <cstring>

namespace cppjrt::cpu::kernels {
namespace {

// Widest panel and longest piece of a row, in bytes of packed elements.
constexpr int kMaxWidth = kMaxPanel;
constexpr int64_t kPieceBytes = 1024;
constexpr int64_t kRowBytes = kPieceBytes + 64;
static_assert(kMaxWidth * kRowBytes + kRowBytes <= kPackScratch);

struct Job {
  const KernelSet& set;
  const MicroKernel& micro;
  const PanelSource& source;
  const std::byte* data;
  const PanelPlaces& places;
  int width;
  int64_t k;
  int64_t n;
  bool row_tiles;
  std::byte* dst;
  std::byte* scratch;

  int element() const { return source.fetch().packed; }
};

// The rows of a piece of `n` neighbors in k from `k` on, each padded with zeros to `padded` elements.
void CollectRows(const Job& job, const std::byte* data, int64_t k, int64_t n, int64_t padded, const std::byte** rows) {
  const std::byte* zeros = job.scratch + kMaxWidth * kRowBytes;
  job.source.Rows(data, job.places, k, n, zeros, job.scratch, kRowBytes, rows);
  for (int i = job.places.count; i < job.width; ++i) rows[i] = zeros;
  const int64_t tail = (padded - n) * job.element();
  for (int i = 0; tail > 0 && i < job.places.count; ++i) {
    std::byte* temporary = job.scratch + i * kRowBytes;
    if (rows[i] != temporary) std::memcpy(temporary, rows[i], static_cast<size_t>(n * job.element()));
    std::memset(temporary + n * job.element(), 0, static_cast<size_t>(tail));
    rows[i] = temporary;
  }
}

// Tiles of 64 bytes of k of each row, one row under the other.
void WriteRowTiles(const Job& job, const std::byte* const* rows, int64_t first_unit, int64_t units) {
  for (int64_t unit = 0; unit < units; unit += 16) {
    std::byte* tile = job.dst + (first_unit + unit) * 4 * job.width;
    for (int i = 0; i < job.width; ++i) std::memcpy(tile + i * 64, rows[i] + unit * 4, 64);
  }
}

void WriteTransposed(const Job& job, const std::byte* const* rows, int64_t first_unit, int64_t units, int component) {
  const int64_t stride = job.width * job.micro.components;
  if (job.micro.unit == 4) {
    job.set.transpose4(reinterpret_cast<const uint32_t* const*>(rows), job.width, units,
                       reinterpret_cast<uint32_t*>(job.dst) + first_unit * stride + component * job.width, stride);
  } else {
    job.set.transpose8(reinterpret_cast<const uint64_t* const*>(rows), job.width, units,
                       reinterpret_cast<uint64_t*>(job.dst) + first_unit * stride + component * job.width, stride);
  }
}

void PackRows(const Job& job) {
  const std::byte* rows[kMaxWidth];
  const int64_t most = kPieceBytes / job.element();
  const int64_t step = job.micro.group * job.micro.k_units;
  const int64_t padded_n = Units(job.micro, job.n) * job.micro.group;
  std::memset(job.scratch + kMaxWidth * kRowBytes, job.source.fetch().zero,
              static_cast<size_t>(std::min(most, padded_n) * job.element()));
  for (int64_t begin = 0; begin < padded_n;) {
    int64_t padded = std::min(most, padded_n - begin);
    // What lies together, unless that would end within a unit.
    const int64_t together = job.source.RowPiece(job.k + begin, padded);
    if (together % step == 0) padded = together;
    const int64_t n = std::max<int64_t>(0, std::min(padded, job.n - begin));
    const int64_t first_unit = begin / job.micro.group;
    const int64_t units = padded / job.micro.group;
    for (int component = 0; component < job.micro.components; ++component) {
      CollectRows(job, job.data + component * job.source.fetch().source, job.k + begin, n, padded, rows);
      if (job.row_tiles) {
        WriteRowTiles(job, rows, first_unit, units);
      } else {
        WriteTransposed(job, rows, first_unit, units, component);
      }
    }
    begin += padded;
  }
}

void PlaceLine(const Job& job, const std::byte* data, int64_t k, std::byte* line) {
  const bool inside = k < job.n;
  if (inside) job.source.Line(data, job.places, job.k + k, line);
  const int64_t filled = inside ? job.places.count : 0;
  std::memset(line + filled * job.element(), 0, static_cast<size_t>((job.width - filled) * job.element()));
}

void PackGroupedLines(const Job& job) {
  const int group = job.micro.group;
  const int64_t units = Units(job.micro, job.n);
  for (int64_t unit = 0; unit < units; ++unit) {
    const std::byte* lines[4];
    for (int i = 0; i < group; ++i) {
      const int64_t k = unit * group + i;
      const bool whole = k < job.n && job.places.count == job.width;
      lines[i] = whole ? job.source.LineInPlace(job.data, job.places, job.k + k) : nullptr;
      if (lines[i] != nullptr) continue;
      std::byte* line = job.scratch + i * kMaxWidth * 4;
      PlaceLine(job, job.data, k, line);
      lines[i] = line;
    }
    std::byte* to = job.dst + unit * 4 * job.width;
    if (group == 4) {
      job.set.interleave4(reinterpret_cast<const uint8_t* const*>(lines), job.width, reinterpret_cast<uint8_t*>(to));
    } else {
      job.set.interleave2(reinterpret_cast<const uint16_t* const*>(lines), job.width, reinterpret_cast<uint16_t*>(to));
    }
  }
}

void PackLines(const Job& job) {
  if (job.micro.group > 1) return PackGroupedLines(job);
  if (job.micro.unit == 4 && job.micro.components == 1 && job.source.fetch().copies &&
      job.source.Lines4(job.set, job.data, job.places, job.k, job.n, job.width, reinterpret_cast<uint32_t*>(job.dst))) {
    return;
  }
  const int64_t line = job.width * job.element();
  for (int64_t k = 0; k < job.n; ++k) {
    for (int component = 0; component < job.micro.components; ++component) {
      PlaceLine(job, job.data + component * job.source.fetch().source, k,
                job.dst + (k * job.micro.components + component) * line);
    }
  }
}

}  // namespace

void PackPanel(const KernelSet& set, const MicroKernel& micro, const PanelSource& source, const std::byte* data,
               int64_t p, int count, int width, int64_t k, int64_t n, bool row_tiles, std::byte* dst,
               std::byte* scratch) {
  PanelPlaces places;
  source.Locate(p, count, &places);
  const Job job = {set, micro, source, data, places, width, k, n, row_tiles, dst, scratch};
  if (source.prefers_lines() && !row_tiles) {
    PackLines(job);
  } else {
    PackRows(job);
  }
}

}  // namespace cppjrt::cpu::kernels
