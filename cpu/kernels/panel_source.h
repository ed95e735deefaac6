// PanelSource: one operand of a contraction as a matrix of positions p (rows of A, columns of B) by k, wherever its elements
// lie; and how they become those of a panel.
#ifndef CPPJRT_CPU_KERNELS_PANEL_SOURCE_H_
#define CPPJRT_CPU_KERNELS_PANEL_SOURCE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "cpu/kernels/axis.h"
#include "cpu/kernels/convert.h"

namespace cppjrt::cpu::kernels {

inline constexpr int kMaxPanel = 32;
inline constexpr int kMaxSpatial = 16;
// Longest k of a Placement.
inline constexpr int64_t kMostPlaced = int64_t{1} << 16;

// Where the positions of one panel are; what it holds is the source's business.
struct PanelPlaces {
  int64_t p;
  int count;
  int64_t offset[kMaxPanel];              // of the position's first element
  int64_t start[kMaxSpatial][kMaxPanel];  // where the window begins in each dimension
};

// Positions and k of a source that is read where it is: position p at k is at At(p) + k[k], or, if neighbors in k are side by
// side, At(p) + k; the table is then only as long as kernels need at a time.
struct Placement {
  int64_t run = 0;
  int64_t step = 0;
  std::vector<int64_t> starts;
  std::vector<int32_t> k;
  bool unit_k = false;

  int64_t At(int64_t p) const { return starts[static_cast<size_t>(p / run)] + p % run * step; }
};

class PanelSource {
 public:
  explicit PanelSource(const Fetch& fetch) : fetch_(fetch) {}
  virtual ~PanelSource() = default;
  PanelSource(const PanelSource&) = delete;
  PanelSource& operator=(const PanelSource&) = delete;

  const Fetch& fetch() const { return fetch_; }
  // True if panels are better made line by line, all positions at one k, than row by row.
  bool prefers_lines() const { return prefers_lines_; }

  // Finds positions p to p + count.
  virtual void Locate(int64_t p, int count, PanelPlaces* places) const = 0;

  // From k on, `n` at most: how many are best asked for at once by Rows.
  virtual int64_t RowPiece(int64_t /*k*/, int64_t n) const { return n; }
  // Gives k to k + n of each position: where they lie, if they are there as a panel wants them, or in `temporary`, which has
  // `stride` bytes for each. `zeros` is as long.
  virtual void Rows(const std::byte* data, const PanelPlaces& places, int64_t k, int64_t n, const std::byte* zeros,
                    std::byte* temporary, int64_t stride, const std::byte** rows) const = 0;
  // Writes the positions at k.
  virtual void Line(const std::byte* data, const PanelPlaces& places, int64_t k, std::byte* dst) const = 0;
  // Where the positions at k lie side by side as a panel wants them, or null.
  virtual const std::byte* LineInPlace(const std::byte* /*data*/, const PanelPlaces& /*places*/, int64_t /*k*/) const {
    return nullptr;
  }
  // The memory of positions p to p + count and k to k + n, `most` lines of a cache at most; how many. For prefetching.
  virtual int64_t Lines(const std::byte* /*data*/, int64_t /*p*/, int /*count*/, int64_t /*k*/, int64_t /*n*/,
                        int64_t /*most*/, const void** /*lines*/) const {
    return 0;
  }
  // In elements; none if it is not that regular, or too large for a table.
  virtual std::optional<Placement> Place() const { return std::nullopt; }
  // Writes `n` lines padded with zeros to `width`, of elements of four bytes that need no conversion; false if it cannot.
  virtual bool Lines4(const KernelSet& set, const std::byte* data, const PanelPlaces& places, int64_t k, int64_t n,
                      int width, uint32_t* dst) const = 0;

 protected:
  bool prefers_lines_ = false;

 private:
  Fetch fetch_;
};

// Positions and k at any strides.
class StridedSource : public PanelSource {
 public:
  StridedSource(const Fetch& fetch, Axis p, Axis k);
  void Locate(int64_t p, int count, PanelPlaces* places) const override;
  void Rows(const std::byte* data, const PanelPlaces& places, int64_t k, int64_t n, const std::byte* zeros,
            std::byte* temporary, int64_t stride, const std::byte** rows) const override;
  void Line(const std::byte* data, const PanelPlaces& places, int64_t k, std::byte* dst) const override;
  const std::byte* LineInPlace(const std::byte* data, const PanelPlaces& places, int64_t k) const override;
  bool Lines4(const KernelSet& set, const std::byte* data, const PanelPlaces& places, int64_t k, int64_t n, int width,
              uint32_t* dst) const override;
  std::optional<Placement> Place() const override;
  int64_t Lines(const std::byte* data, int64_t p, int count, int64_t k, int64_t n, int64_t most,
                const void** lines) const override;

  const Axis& p() const { return p_; }
  const Axis& k() const { return k_; }

 private:
  Axis p_;
  Axis k_;
};

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_PANEL_SOURCE_H_
