#include "cpu/kernels/contraction.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/interrupt.h"
#include "cpu/kernels/scratch.h"

namespace cppjrt::cpu::kernels {
namespace {

// Blocks are made smaller until there are so many, if each has so many multiplications left: about 20 microseconds.
constexpr int64_t kWantedBlocks = 16;
constexpr int64_t kLeastWork = int64_t{1} << 20;
// Packed columns of B that are made ahead of the blocks that read them.
constexpr int64_t kRoundBytes = int64_t{32} << 20;
// Bytes of one position in a segment of a panel: sums are read and written once for each segment. With 32 positions a segment
// is more than a first-level cache holds, but the second level gives a line faster than a row of a tile needs it.
constexpr int64_t kSegmentBytes = 2048;
constexpr int64_t kBlockPanels = 16;
// Beyond so many panels of columns A is packed, unless its rows are contiguous.
constexpr int64_t kPlacedPanels = 16;

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }
int64_t RoundUp(int64_t a, int64_t b) { return CeilDiv(a, b) * b; }

// The i-th of `pieces` nearly equal pieces of [0, n) begins here.
int64_t PieceBegin(int64_t n, int64_t pieces, int64_t i) { return n / pieces * i + std::min(i, n % pieces); }

}  // namespace

struct Contraction::Call {
  const std::byte* a;
  const std::byte* b;
  const std::byte* packed;  // all of B, or null
  std::byte* c;
  const Epilogue& epilogue;
  ThreadPool* pool;
  const std::byte* round = nullptr;  // packed columns of the round that begins at column block round_begin
  int64_t round_begin = 0;
  std::byte* partial = nullptr;         // sums of all parts of all blocks
  std::atomic<bool>* failed = nullptr;  // no memory

  std::byte* Get(ScratchSlot slot, int64_t bytes) const {
    std::byte* memory = Scratch(slot, static_cast<size_t>(bytes));
    if (memory == nullptr) failed->store(true, std::memory_order_relaxed);
    return memory;
  }
};

struct Contraction::Block {
  int64_t index;  // (batch * n_blocks_ + column block) * m_blocks_ + row block
  int64_t batch;
  int64_t m0;
  int64_t m1;
  int64_t n0;
  int64_t n1;
  int64_t panel0;  // panels of B
  int64_t panel1;
  int64_t a_panels;

  int64_t rows() const { return m1 - m0; }
};

// Memory that is packed next, a line for each unit of the tiles before.
struct Contraction::Ahead {
  static constexpr int64_t kMost = 1536;
  const void* lines[kMost];
  int64_t count = 0;
  int64_t used = 0;

  // What a tile of so many units asks for; null: nothing is left.
  const void* const* Take(int64_t units) {
    if (count - used < units) return nullptr;
    used += units;
    return lines + used - units;
  }
};

Contraction::Contraction(ContractionParts parts)
    : parts_(std::move(parts)),
      set_(parts_.set != nullptr ? *parts_.set : Kernels(parts_.isa)),
      micro_(set_.micro[static_cast<int>(parts_.format)]),
      store_(MakeStore(parts_.format, parts_.c_type)),
      sum_size_(SumSize(parts_.format)) {
  for (const BatchStretch& stretch : parts_.batch) batch_count_ *= stretch.extent;
  direct_ = Direct();
  PlaceA();
  ChooseBlocks();
}

// True if sums can be kept in C itself.
bool Contraction::Direct() const {
  const bool same = ByteSize(parts_.c_type) == sum_size_;
  const bool unit = parts_.c_columns.regular() && (parts_.c_columns.stride == 1 || parts_.n == 1);
  return same && unit && parts_.c_rows.regular();
}

// A is not packed where that would cost more than it saves: few columns read what was packed, or windows overlap.
void Contraction::PlaceA() {
  if (micro_.compute_placed == nullptr || parts_.m <= micro_.mr) return;
  std::optional<Placement> placement = parts_.a->Place();
  if (!placement.has_value() || placement->run == 0) return;
  if (parts_.n > kPlacedPanels * micro_.nr && !placement->unit_k) return;
  const int64_t tile = placement->run / CeilDiv(placement->run, micro_.mr);
  if (2 * tile < micro_.mr) return;
  // Rows that fall into the same few places of a first-level cache.
  const bool collide = std::abs(placement->step) * micro_.unit % 2048 == 0 && tile > 8;
  if (collide && !placement->unit_k) return;
  placed_ = std::move(placement);
  copied_ = collide;
}

Contraction::Cut Contraction::CutFor(const MicroKernel& micro) const {
  const int64_t m = std::max<int64_t>(1, parts_.m);
  const int64_t n = std::max<int64_t>(1, parts_.n);
  const int64_t k = std::max<int64_t>(1, parts_.k);
  Cut cut;
  cut.rows = (micro.row_tiles ? 4 : 12) * micro.mr;
  cut.panels = kBlockPanels;
  const auto blocks = [&] { return batch_count_ * CeilDiv(m, cut.rows) * CeilDiv(n, cut.panels * micro.nr); };
  const auto work = [&] { return std::min(m, cut.rows) * std::min(n, cut.panels * micro.nr) * k; };
  while (blocks() < kWantedBlocks && work() >= 2 * kLeastWork) {
    if (std::min(n, cut.panels * micro.nr) > std::min(m, cut.rows) && cut.panels > 1) {
      cut.panels = CeilDiv(std::min(cut.panels, CeilDiv(n, micro.nr)), 2);
    } else if (cut.rows > micro.mr) {
      cut.rows = RoundUp(std::min(cut.rows, m) / 2, micro.mr);
    } else {
      break;
    }
  }
  cut.blocks = blocks();
  cut.work = work();
  return cut;
}

// Sums are in the order that `isa` says, whatever tiles they are made in.
int64_t Contraction::PartsOfK(const Cut& cut) const {
  const MicroKernel& ordered = Kernels(parts_.isa).micro[static_cast<int>(parts_.format)];
  const Cut by = parts_.set == nullptr || ordered.mr == 0 ? cut : CutFor(ordered);
  const int64_t k = std::max<int64_t>(1, parts_.k);
  if (by.blocks >= kWantedBlocks / 2 || k < 4 * k_block_) return 1;
  const int64_t parts = std::min(CeilDiv(kWantedBlocks, by.blocks), k / (2 * k_block_));
  return std::max<int64_t>(1, std::min(parts, by.work / kLeastWork));
}

void Contraction::ChooseBlocks() {
  const int64_t m = std::max<int64_t>(1, parts_.m);
  const int64_t n = std::max<int64_t>(1, parts_.n);
  const int64_t k = std::max<int64_t>(1, parts_.k);
  const Cut cut = CutFor(micro_);
  const int64_t panels = cut.panels;
  grain_ = std::max<int64_t>(1, kLeastWork / std::max<int64_t>(1, cut.work));
  m_blocks_ = CeilDiv(m, cut.rows);
  block_columns_ = panels * micro_.nr;
  n_blocks_ = CeilDiv(n, block_columns_);
  const int64_t most_k = kSegmentBytes / micro_.unit * micro_.group;
  k_block_ = RoundUp(CeilDiv(k, CeilDiv(k, most_k)), micro_.group * micro_.k_units);
  k_parts_ = PartsOfK(cut);
  k_part_ = RoundUp(CeilDiv(k, k_parts_), k_block_);
  k_parts_ = CeilDiv(k, k_part_);

  b_panels_ = CeilDiv(n, micro_.nr);
  b_panel_bytes_ = CeilDiv(k, k_block_) * SegmentBytes(micro_.nr, k_block_);
  b_batch_bytes_ = b_panels_ * b_panel_bytes_;
  share_b_ = m_blocks_ > 2 && k_parts_ == 1 && panels * b_panel_bytes_ <= kRoundBytes;
  const auto* strided = dynamic_cast<const StridedSource*>(parts_.b.get());
  b_in_place_ = strided != nullptr && strided->fetch().copies && micro_.components == 1 && micro_.group == 1 &&
                strided->p().regular() && strided->p().stride == 1 && strided->k().regular();
  // Packing costs more than it saves: few rows read what is packed, or lines are close to each other as they are.
  const bool close = b_in_place_ && std::abs(strided->k().stride) <= 2 * micro_.nr && n <= 2 * micro_.nr &&
                     n % PanelWidth(b_panels_ - 1) == 0;
  b_in_place_ = b_in_place_ && (parts_.m <= 2 * micro_.mr || close);
  if (b_in_place_) share_b_ = false;

  const int64_t block_rows = BlockRows();
  const int64_t panel_rows = micro_.row_tiles ? RoundUp(block_rows, micro_.mr) : block_rows;
  a_pitch_ = k_block_ * micro_.unit + 64;
  a_block_bytes_ = copied_               ? block_rows * a_pitch_
                   : placed_.has_value() ? 0
                                         : RoundUp(PanelBytes(micro_, panel_rows, k_block_), 64);
  b_block_bytes_ = panels * SegmentBytes(micro_.nr, k_block_);
  sums_columns_ = RoundUp(std::min(n, block_columns_), micro_.nr);
  // AMX writes whole tiles.
  sums_bytes_ =
      (micro_.row_tiles ? (CeilDiv(block_rows, micro_.mr) + 1) * micro_.mr : block_rows) * sums_columns_ * sum_size_;
}

// Calls function(i) for i in [begin, end), several at a time if each has little work.
template <typename Function>
void Contraction::ForEach(int64_t begin, int64_t end, int64_t grain, ThreadPool* pool, const Function& function) {
  if (pool == nullptr || end - begin <= grain) {
    for (int64_t i = begin; i < end && !Interrupted(); ++i) function(i);
    return;
  }
  pool->ParallelFor(end - begin, grain, [&](int64_t from, int64_t to) {
    for (int64_t i = from; i < to; ++i) function(begin + i);
  });
}

int64_t Contraction::Offset(int64_t batch, int64_t BatchStretch::* stride) const {
  int64_t offset = 0;
  for (size_t i = parts_.batch.size(); i-- > 0;) {
    offset += batch % parts_.batch[i].extent * (parts_.batch[i].*stride);
    batch /= parts_.batch[i].extent;
  }
  return offset;
}

int64_t Contraction::SegmentBytes(int64_t width, int64_t k) const {
  return PanelBytes(micro_, width, k) + (parts_.format == Format::kI8 ? 4 * width : 0);
}

// The last panel is half as wide if that is enough.
int Contraction::PanelWidth(int64_t panel) const {
  const int64_t left = parts_.n - panel * micro_.nr;
  const bool half = 2 * left <= micro_.nr && (micro_.nr / 2) * micro_.unit >= 16;
  return half ? micro_.nr / 2 : micro_.nr;
}

void Contraction::PackBSegment(const std::byte* b, int64_t panel, int64_t k, int64_t kn, std::byte* dst,
                               std::byte* scratch) const {
  const int width = PanelWidth(panel);
  const int count = static_cast<int>(std::min<int64_t>(width, parts_.n - panel * micro_.nr));
  std::byte* sums = dst;
  if (parts_.format == Format::kI8) dst += 4 * width;
  PackPanel(set_, micro_, *parts_.b, b, panel * micro_.nr, count, width, k, kn, false, dst, scratch);
  if (parts_.format != Format::kI8) return;
  if (parts_.a_signed) {
    set_.column_sums(reinterpret_cast<const int8_t*>(dst), width, Units(micro_, kn), reinterpret_cast<int32_t*>(sums));
  } else {
    std::memset(sums, 0, static_cast<size_t>(4 * width));
  }
}

bool Contraction::PackBPanel(const std::byte* b, int64_t batch, int64_t panel, std::byte* packed_batch) const {
  std::byte* scratch = Scratch(ScratchSlot::kRows, kPackScratch);
  if (scratch == nullptr) return false;
  const std::byte* data = b + Offset(batch, &BatchStretch::b_stride) * parts_.b_size;
  std::byte* dst = packed_batch + PanelOffset(panel);
  for (int64_t k = 0; k < parts_.k; k += k_block_) {
    PackBSegment(data, panel, k, std::min(k_block_, parts_.k - k), dst, scratch);
    dst += SegmentBytes(micro_.nr, k_block_);
  }
  return true;
}

PackedMatrix Contraction::PackB(const std::byte* b, ThreadPool* pool) const {
  PackedMatrix packed(batch_count_ * b_batch_bytes_);
  if (packed.data() == nullptr) return packed;
  std::atomic<bool> failed = false;
  ForEach(0, batch_count_ * b_panels_, 1, pool, [&](int64_t i) {
    std::byte* batch = packed.data() + i / b_panels_ * b_batch_bytes_;
    if (!PackBPanel(b, i / b_panels_, i % b_panels_, batch)) failed = true;
  });
  return failed ? PackedMatrix() : std::move(packed);
}

// Where the i-th panel of A begins in its block. AMX writes whole panels, so only the last may be shorter.
int64_t Contraction::PanelRow(const Block& block, int64_t i) const {
  return micro_.row_tiles ? std::min(block.rows(), i * micro_.mr) : PieceBegin(block.rows(), block.a_panels, i);
}

// Blocks of rows begin with a run of a placed A if there are enough of them.
int64_t Contraction::RowBegin(int64_t m_block) const {
  const int64_t unit = placed_.has_value() && parts_.m / placed_->run >= m_blocks_ ? placed_->run : 1;
  return PieceBegin(parts_.m / unit, m_blocks_, m_block) * unit;
}

// The most rows of a block: the first has them.
int64_t Contraction::BlockRows() const { return std::max<int64_t>(1, RowBegin(1)); }

Contraction::Block Contraction::MakeBlock(int64_t index) const {
  Block block;
  block.index = index;
  const int64_t m_block = index % m_blocks_;
  const int64_t n_block = index / m_blocks_ % n_blocks_;
  block.batch = index / m_blocks_ / n_blocks_;
  block.m0 = RowBegin(m_block);
  block.m1 = RowBegin(m_block + 1);
  block.n0 = n_block * block_columns_;
  block.n1 = std::min(parts_.n, block.n0 + block_columns_);
  block.panel0 = block.n0 / micro_.nr;
  block.panel1 = CeilDiv(block.n1, micro_.nr);
  block.a_panels = CeilDiv(block.rows(), micro_.mr);
  return block;
}

void Contraction::PackABlock(const Call& call, const Block& block, int64_t k, int64_t kn, std::byte* dst,
                             std::byte* scratch) const {
  const std::byte* data = call.a + Offset(block.batch, &BatchStretch::a_stride) * parts_.a_size;
  for (int64_t i = 0; i < block.a_panels; ++i) {
    const int64_t r0 = PanelRow(block, i);
    const int rows = static_cast<int>(PanelRow(block, i + 1) - r0);
    const int width = micro_.row_tiles ? micro_.mr : rows;
    PackPanel(set_, micro_, *parts_.a, data, block.m0 + r0, rows, width, k, kn, micro_.row_tiles, dst, scratch);
    dst += PanelBytes(micro_, width, kn);
  }
}

// Rows of a placed A, one behind the other at distances that do not collide.
void Contraction::CopyABlock(const Call& call, const Block& block, int64_t k, int64_t kn, std::byte* dst) const {
  const std::byte* a = call.a + (Offset(block.batch, &BatchStretch::a_stride) + k) * parts_.a_size;
  for (int64_t m = block.m0; m < block.m1; ++m) {
    std::memcpy(dst, a + placed_->At(m) * parts_.a_size, static_cast<size_t>(kn * parts_.a_size));
    dst += a_pitch_;
  }
}

// Calls compute(sums, stride) for rows r0 to r0 + rows of a block and one panel of columns, and puts the result where it
// belongs. `a_rows`: how many rows compute writes.
template <typename Function>
void Contraction::MakeTile(const Call& call, const Block& block, int64_t panel, int64_t r0, int rows, int a_rows,
                           bool accumulate, std::byte* sums, const Function& compute) const {
  const int width = PanelWidth(panel);
  const int64_t n = panel * micro_.nr;
  if (sums != nullptr) return compute(sums + (r0 * sums_columns_ + n - block.n0) * sum_size_, sums_columns_);
  const int64_t columns = std::min<int64_t>(width, parts_.n - n);
  const int64_t row = parts_.c_rows.stride;
  std::byte* to = call.c + (Offset(block.batch, &BatchStretch::c_stride) + (block.m0 + r0) * row + n) * sum_size_;
  if (columns == width && rows == a_rows) return compute(to, row);
  alignas(64) std::byte tile[32 * 32 * 8];
  const size_t bytes = static_cast<size_t>(columns * sum_size_);
  for (int r = 0; accumulate && r < rows; ++r) {
    std::memcpy(tile + r * width * sum_size_, to + r * row * sum_size_, bytes);
  }
  compute(tile, width);
  for (int r = 0; r < rows; ++r) std::memcpy(to + r * row * sum_size_, tile + r * width * sum_size_, bytes);
}

// Adds to the sums of one panel of columns what a segment of k gives.
void Contraction::MultiplySegment(const Call& call, const Block& block, int64_t panel, int64_t kn,
                                  const std::byte* a_panels, const std::byte* b_panel, int64_t b_stride,
                                  bool accumulate, std::byte* sums, Ahead* ahead) const {
  const int width = PanelWidth(panel);
  const int64_t units = Units(micro_, kn);
  for (int64_t i = 0; i < block.a_panels; ++i) {
    const int64_t r0 = PanelRow(block, i);
    const int rows = static_cast<int>(PanelRow(block, i + 1) - r0);
    const int a_rows = micro_.row_tiles ? micro_.mr : rows;
    MakeTile(call, block, panel, r0, rows, a_rows, accumulate, sums, [&](std::byte* to, int64_t stride) {
      micro_.compute(rows, width, units, a_panels, b_panel, b_stride, to, stride, accumulate, ahead->Take(units));
    });
    a_panels += PanelBytes(micro_, a_rows, kn);
  }
}

// The same with A where it is: tiles of neighbors in a run.
void Contraction::MultiplyPlaced(const Call& call, const Block& block, int64_t panel, int64_t k, int64_t kn,
                                 const std::byte* copies, const std::byte* b_panel, int64_t b_stride, bool accumulate,
                                 std::byte* sums, Ahead* ahead) const {
  const int width = PanelWidth(panel);
  const int64_t run = placed_->run;
  const std::byte* a = call.a + Offset(block.batch, &BatchStretch::a_stride) * parts_.a_size;
  const int64_t step = copied_ ? a_pitch_ / parts_.a_size : placed_->step;
  const int64_t moved = placed_->unit_k ? k : 0;
  const int32_t* offsets = placed_->k.data() + (placed_->unit_k ? 0 : k);
  for (int64_t m = block.m0; m < block.m1;) {
    const int64_t end = std::min(block.m1, (m / run + 1) * run);
    const int64_t tiles = CeilDiv(end - m, micro_.mr);
    for (int64_t i = 0; i < tiles; ++i) {
      const int64_t first = m + PieceBegin(end - m, tiles, i);
      const int rows = static_cast<int>(m + PieceBegin(end - m, tiles, i + 1) - first);
      const std::byte* rows_begin =
          copied_ ? copies + (first - block.m0) * a_pitch_ : a + (placed_->At(first) + moved) * parts_.a_size;
      MakeTile(call, block, panel, first - block.m0, rows, rows, accumulate, sums, [&](std::byte* to, int64_t stride) {
        micro_.compute_placed(rows, width, kn, rows_begin, step, offsets, b_panel, b_stride, to, stride, accumulate,
                              ahead->Take(kn));
      });
    }
    m = end;
  }
}

// Finds what is packed after a panel: the next one, or the first of the next segment of k.
void Contraction::LookAhead(const std::byte* b, const Block& block, int64_t panel, int64_t k, int64_t k_end,
                            Ahead* ahead) const {
  ahead->count = ahead->used = 0;
  if (++panel == block.panel1) {
    panel = block.panel0;
    k += k_block_;
  }
  if (k >= k_end) return;
  const int64_t kn = std::min(k_block_, k_end - k);
  const int width = PanelWidth(panel);
  const int count = static_cast<int>(std::min<int64_t>(width, parts_.n - panel * micro_.nr));
  ahead->count = parts_.b->Lines(b, panel * micro_.nr, count, k, kn, Ahead::kMost, ahead->lines);
  // Whole tiles' worth.
  const int64_t units = Units(micro_, kn);
  const int64_t whole = std::min((ahead->count + units - 1) / units * units, Ahead::kMost / units * units);
  for (; ahead->count > 0 && ahead->count < whole; ++ahead->count) ahead->lines[ahead->count] = ahead->lines[0];
  ahead->count = std::min(ahead->count, whole);
}

// Sums the block over one part of k, in `sums` or, if that is null, in C.
void Contraction::RunPart(const Call& call, const Block& block, int64_t part, std::byte* sums) const {
  const int64_t k_end = std::min(parts_.k, (part + 1) * k_part_);
  std::byte* scratch = call.Get(ScratchSlot::kRows, kPackScratch);
  std::byte* a_panels = call.Get(ScratchSlot::kPanels, a_block_bytes_ + b_block_bytes_);
  if (scratch == nullptr || a_panels == nullptr) return;
  std::byte* b_panels = a_panels + a_block_bytes_;
  const std::byte* b =
      call.b == nullptr ? nullptr : call.b + Offset(block.batch, &BatchStretch::b_stride) * parts_.b_size;
  Ahead ahead;
  for (int64_t k = part * k_part_; k < k_end && !Interrupted(); k += k_block_) {
    const int64_t kn = std::min(k_block_, k_end - k);
    if (copied_) {
      CopyABlock(call, block, k, kn, a_panels);
    } else if (!placed_.has_value()) {
      PackABlock(call, block, k, kn, a_panels, scratch);
    }
    for (int64_t panel = block.panel0; panel < block.panel1; ++panel) {
      const int64_t segment = k / k_block_ * SegmentBytes(micro_.nr, k_block_);
      const std::byte* b_panel = b_panels;
      int64_t b_stride = PanelWidth(panel);
      if (call.packed != nullptr) {
        b_panel = call.packed + block.batch * b_batch_bytes_ + PanelOffset(panel) + segment;
      } else if (call.round != nullptr) {
        const int64_t column_block = block.index / m_blocks_ - call.round_begin;
        b_panel = call.round + column_block * (block_columns_ / micro_.nr) * b_panel_bytes_ +
                  PanelOffset(panel - block.panel0) + segment;
      } else if (b_in_place_ && b_stride <= parts_.n - panel * micro_.nr) {
        b_stride = static_cast<const StridedSource&>(*parts_.b).k().stride;
        b_panel = b + (panel * micro_.nr + k * b_stride) * parts_.b_size;
      } else {
        PackBSegment(b, panel, k, kn, b_panels, scratch);
        LookAhead(b, block, panel, k, k_end, &ahead);
      }
      const bool accumulate = k > part * k_part_;
      if (placed_.has_value()) {
        MultiplyPlaced(call, block, panel, k, kn, a_panels, b_panel, b_stride, accumulate, sums, &ahead);
      } else {
        MultiplySegment(call, block, panel, kn, a_panels, b_panel, b_stride, accumulate, sums, &ahead);
      }
    }
  }
}

// Rows of C side by side: sums are stored as columns. False if these are none.
bool Contraction::StoreColumns(const Block& block, const std::byte* sums, std::byte* c) const {
  constexpr int64_t kRows = 16;
  const bool moves = (sum_size_ == 4 || sum_size_ == 8) && ByteSize(parts_.c_type) == sum_size_ &&
                     parts_.format != Format::kC64 && parts_.format != Format::kC128;
  if (!moves || !parts_.c_columns.regular() || parts_.c_columns.stride <= 1) return false;
  const Axis& rows = parts_.c_rows;
  if (block.rows() > 1 && rows.At(block.m0 + 1) != rows.At(block.m0) + 1) return false;
  const std::byte* lines[kRows];
  for (int64_t m = block.m0; m < block.m1;) {
    int64_t n = 1;
    while (n < kRows && m + n < block.m1 && rows.At(m + n) == rows.At(m) + n) ++n;
    for (int64_t i = 0; i < n; ++i) lines[i] = sums + (m + i - block.m0) * sums_columns_ * sum_size_;
    std::byte* to = c + (rows.At(m) + parts_.c_columns.At(block.n0)) * sum_size_;
    if (sum_size_ == 4) {
      set_.transpose4(reinterpret_cast<const uint32_t* const*>(lines), static_cast<int>(n), block.n1 - block.n0,
                      reinterpret_cast<uint32_t*>(to), parts_.c_columns.stride);
    } else {
      set_.transpose8(reinterpret_cast<const uint64_t* const*>(lines), static_cast<int>(n), block.n1 - block.n0,
                      reinterpret_cast<uint64_t*>(to), parts_.c_columns.stride);
    }
    m += n;
  }
  return true;
}

void Contraction::StoreBlock(const Call& call, const Block& block, const std::byte* sums) const {
  std::byte* c = call.c + Offset(block.batch, &BatchStretch::c_stride) * ByteSize(parts_.c_type);
  if (StoreColumns(block, sums, c)) return;
  for (int64_t m = block.m0; m < block.m1; ++m) {
    const bool regular = parts_.c_columns.regular();
    const int64_t at = parts_.c_rows.At(m) + (regular ? parts_.c_columns.At(block.n0) : 0);
    store_(set_, sums + (m - block.m0) * sums_columns_ * sum_size_, block.n1 - block.n0,
           c + at * ByteSize(parts_.c_type), parts_.c_columns.stride, parts_.c_columns.Table(block.n0));
  }
}

void Contraction::FinishBlock(const Call& call, const Block& block) const {
  if (call.epilogue.run == nullptr) return;
  if (parts_.swapped) {
    call.epilogue.run(call.epilogue.context, block.batch, block.n0, block.n1, block.m0, block.m1);
  } else {
    call.epilogue.run(call.epilogue.context, block.batch, block.m0, block.m1, block.n0, block.n1);
  }
}

void Contraction::RunBlock(const Call& call, const Block& block) const {
  if (direct_ && parts_.k > 0) {
    RunPart(call, block, 0, nullptr);
  } else {
    std::byte* sums = call.Get(ScratchSlot::kSums, sums_bytes_);
    if (sums == nullptr) return;
    if (parts_.k == 0) std::memset(sums, 0, static_cast<size_t>(sums_bytes_));
    RunPart(call, block, 0, sums);
    StoreBlock(call, block, sums);
  }
  FinishBlock(call, block);
}

namespace {

template <typename T>
void AddAll(std::byte* sums, const std::byte* more, int64_t bytes) {
  T* to = reinterpret_cast<T*>(sums);
  const T* from = reinterpret_cast<const T*>(more);
  for (int64_t i = 0; i < bytes / static_cast<int64_t>(sizeof(T)); ++i) to[i] += from[i];
}

void AddSums(Format format, std::byte* sums, const std::byte* more, int64_t bytes) {
  switch (format) {
    case Format::kF32:
    case Format::kC64:
    case Format::kBf16:
      return AddAll<float>(sums, more, bytes);
    case Format::kF64:
    case Format::kC128:
      return AddAll<double>(sums, more, bytes);
    case Format::kU64:
      return AddAll<uint64_t>(sums, more, bytes);
    default:
      return AddAll<uint32_t>(sums, more, bytes);
  }
}

}  // namespace

// Parts of k each on their own, then their sum in order.
void Contraction::RunParts(const Call& call) const {
  const int64_t blocks = batch_count_ * n_blocks_ * m_blocks_;
  ForEach(0, blocks * k_parts_, 1, call.pool,
          [&](int64_t i) { RunPart(call, MakeBlock(i / k_parts_), i % k_parts_, call.partial + i * sums_bytes_); });
  ForEach(0, blocks, 1, call.pool, [&](int64_t i) {
    const Block block = MakeBlock(i);
    std::byte* sums = call.partial + i * k_parts_ * sums_bytes_;
    for (int64_t part = 1; part < k_parts_; ++part) {
      AddSums(parts_.format, sums, sums + part * sums_bytes_, block.rows() * sums_columns_ * sum_size_);
    }
    StoreBlock(call, block, sums);
    FinishBlock(call, block);
  });
}

bool Contraction::Run(const std::byte* a, const std::byte* b, const std::byte* packed, std::byte* c,
                      const Epilogue& epilogue, ThreadPool* pool) const {
  const int64_t column_blocks = batch_count_ * n_blocks_;
  if (parts_.m == 0 || parts_.n == 0 || batch_count_ == 0) return true;
  std::atomic<bool> failed = false;
  Call call = {.a = a, .b = b, .packed = packed, .c = c, .epilogue = epilogue, .pool = pool, .failed = &failed};
  if (k_parts_ > 1) {
    call.partial = call.Get(ScratchSlot::kShared, column_blocks * m_blocks_ * k_parts_ * sums_bytes_);
    if (call.partial != nullptr) RunParts(call);
    return !failed;
  }
  if (!share_b_ || packed != nullptr) {
    ForEach(0, column_blocks * m_blocks_, grain_, pool, [&](int64_t i) { RunBlock(call, MakeBlock(i)); });
    return !failed;
  }
  const int64_t bytes = block_columns_ / micro_.nr * b_panel_bytes_;
  const int64_t in_round = std::min(column_blocks, std::max<int64_t>(1, kRoundBytes / bytes));
  std::byte* round = call.Get(ScratchSlot::kShared, in_round * bytes);
  if (round == nullptr) return false;
  call.round = round;
  const int64_t panels = block_columns_ / micro_.nr;
  for (int64_t begin = 0; begin < column_blocks; begin += in_round) {
    const int64_t end = std::min(column_blocks, begin + in_round);
    call.round_begin = begin;
    ForEach(0, (end - begin) * panels, 1, pool, [&](int64_t i) {
      const int64_t column_block = begin + i / panels;
      const int64_t panel = column_block % n_blocks_ * panels + i % panels;
      if (panel >= b_panels_) return;
      // The panel lies where its place in its block says.
      std::byte* dst = round + (i / panels) * bytes - PanelOffset(panel - i % panels);
      if (!PackBPanel(b, column_block / n_blocks_, panel, dst)) failed = true;
    });
    ForEach(begin * m_blocks_, end * m_blocks_, grain_, pool, [&](int64_t i) { RunBlock(call, MakeBlock(i)); });
  }
  return !failed;
}

}  // namespace cppjrt::cpu::kernels
