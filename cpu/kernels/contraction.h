// Contraction: the cache-blocked loop around the micro-kernels, that Gemm and Convolution share.
//
// C is cut into blocks, each a piece of work of its own that packs what it reads and sums over all of k, or over a part of k
// when there would be too few pieces otherwise; then the parts are summed in order. How it is cut depends on the shape
// alone, so results do not depend on the number of threads. If several blocks read the same columns of B, all packed columns
// of a round are made first, by all threads. Rows of A are read where they are if they lie regularly (panel_source.h,
// Placement), and packed if not; of B, what is packed next is prefetched while tiles are computed.
#ifndef CPPJRT_CPU_KERNELS_CONTRACTION_H_
#define CPPJRT_CPU_KERNELS_CONTRACTION_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/thread_pool.h"
#include "cpu/kernels/convert.h"
#include "cpu/kernels/epilogue.h"
#include "cpu/kernels/pack.h"
#include "cpu/kernels/packed_matrix.h"
#include "cpu/kernels/panel_source.h"

namespace cppjrt::cpu::kernels {

// A dimension that A, B and C have in common, in elements of each.
struct BatchStretch {
  int64_t extent = 1;
  int64_t a_stride = 0;
  int64_t b_stride = 0;
  int64_t c_stride = 0;
};

// What a contraction is made of. A's positions are the rows of C, B's its columns.
struct ContractionParts {
  Isa isa = Isa::kBaseline;
  const KernelSet* set = nullptr;  // other than that of `isa`, which sums in the same order
  Format format = Format::kF32;
  bool a_signed = false;  // kI8: A was shifted
  int64_t m = 0;
  int64_t n = 0;
  int64_t k = 0;
  std::vector<BatchStretch> batch;
  std::unique_ptr<PanelSource> a;
  std::unique_ptr<PanelSource> b;
  int64_t a_size = 0;  // bytes of an element of A in memory
  int64_t b_size = 0;
  ElementType c_type = ElementType::kF32;
  Axis c_rows;
  Axis c_columns;
  bool swapped = false;  // rows are the caller's columns: for the epilogue
};

class Contraction {
 public:
  explicit Contraction(ContractionParts parts);

  // REQUIRES: a, b and c hold what the parts say; they do not overlap c. False if there was no memory to pack in.
  // `packed` is null or what PackB made of `b`, which is then not read.
  bool Run(const std::byte* a, const std::byte* b, const std::byte* packed, std::byte* c, const Epilogue& epilogue,
           ThreadPool* pool) const;

  // Empty if there was no memory.
  PackedMatrix PackB(const std::byte* b, ThreadPool* pool) const;
  bool swapped() const { return parts_.swapped; }
  // Whether A is read where it is.
  bool placed() const { return placed_.has_value(); }

 private:
  struct Call;
  struct Block;
  struct Ahead;

  // How C is cut into blocks of tiles, before k is.
  struct Cut {
    int64_t rows = 1;
    int64_t panels = 1;
    int64_t blocks = 1;
    int64_t work = 1;  // multiplications of a block
  };
  Cut CutFor(const MicroKernel& micro) const;
  int64_t PartsOfK(const Cut& cut) const;
  void ChooseBlocks();
  bool Direct() const;
  void PlaceA();
  template <typename Function>
  static void ForEach(int64_t begin, int64_t end, int64_t grain, ThreadPool* pool, const Function& function);

  int64_t Offset(int64_t batch, int64_t BatchStretch::* stride) const;
  int64_t SegmentBytes(int64_t width, int64_t k) const;
  int64_t PanelOffset(int64_t panel) const { return panel * b_panel_bytes_; }
  int PanelWidth(int64_t panel) const;

  void PackBSegment(const std::byte* b, int64_t panel, int64_t k, int64_t kn, std::byte* dst, std::byte* scratch) const;
  bool PackBPanel(const std::byte* b, int64_t batch, int64_t panel, std::byte* packed_batch) const;
  void PackABlock(const Call& call, const Block& block, int64_t k, int64_t kn, std::byte* dst,
                  std::byte* scratch) const;

  int64_t RowBegin(int64_t m_block) const;
  int64_t BlockRows() const;
  int64_t PanelRow(const Block& block, int64_t i) const;
  Block MakeBlock(int64_t index) const;
  void RunBlock(const Call& call, const Block& block) const;
  void RunPart(const Call& call, const Block& block, int64_t part, std::byte* sums) const;
  void MultiplySegment(const Call& call, const Block& block, int64_t panel, int64_t kn, const std::byte* a_panels,
                       const std::byte* b_panel, int64_t b_stride, bool accumulate, std::byte* sums,
                       Ahead* ahead) const;
  void CopyABlock(const Call& call, const Block& block, int64_t k, int64_t kn, std::byte* dst) const;
  void MultiplyPlaced(const Call& call, const Block& block, int64_t panel, int64_t k, int64_t kn,
                      const std::byte* copies, const std::byte* b_panel, int64_t b_stride, bool accumulate,
                      std::byte* sums, Ahead* ahead) const;
  void LookAhead(const std::byte* b, const Block& block, int64_t panel, int64_t k, int64_t k_end, Ahead* ahead) const;
  template <typename Function>
  void MakeTile(const Call& call, const Block& block, int64_t panel, int64_t r0, int rows, int a_rows, bool accumulate,
                std::byte* sums, const Function& compute) const;
  bool StoreColumns(const Block& block, const std::byte* sums, std::byte* c) const;
  void StoreBlock(const Call& call, const Block& block, const std::byte* sums) const;
  void FinishBlock(const Call& call, const Block& block) const;
  void RunParts(const Call& call) const;

  ContractionParts parts_;
  const KernelSet& set_;
  const MicroKernel& micro_;
  StoreFunction store_;
  int64_t sum_size_;
  bool direct_ = false;
  std::optional<Placement> placed_;  // A is read where it is
  bool copied_ = false;              // or its rows are, before
  int64_t a_pitch_ = 0;              // bytes between copies of rows

  int64_t batch_count_ = 1;
  int64_t grain_ = 1;          // blocks that make a piece of work
  int64_t m_blocks_ = 1;       // blocks of C's rows
  int64_t n_blocks_ = 1;       // and columns
  int64_t block_columns_ = 0;  // a multiple of nr
  int64_t k_block_ = 0;        // how much of k is packed at once
  int64_t k_parts_ = 1;
  int64_t k_part_ = 0;       // a multiple of k_block_
  bool share_b_ = false;     // columns are packed before the blocks
  bool b_in_place_ = false;  // B is read where it is
  int64_t b_panels_ = 0;
  int64_t b_panel_bytes_ = 0;  // of a panel of all k
  int64_t b_batch_bytes_ = 0;
  int64_t a_block_bytes_ = 0;
  int64_t b_block_bytes_ = 0;
  int64_t sums_columns_ = 0;
  int64_t sums_bytes_ = 0;
};

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_CONTRACTION_H_
