// WindowSource: the input of a convolution as a matrix of output positions by elements of a window, so that a convolution is
// a contraction. Windows are walked while a panel is packed; no matrix of them is ever made.
//
// A position p is (batch entry, output position in each spatial dimension), an index k is (tap, channel) or (channel, tap),
// where a tap is one place of the window. What lies in the padding, or between elements that an input dilation has moved
// apart, is zero.
#ifndef CPPJRT_CPU_KERNELS_WINDOW_SOURCE_H_
#define CPPJRT_CPU_KERNELS_WINDOW_SOURCE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "cpu/kernels/panel_source.h"

namespace cppjrt::cpu::kernels {

struct WindowDimension {
  int64_t input = 1;  // extents
  int64_t window = 1;
  int64_t output = 1;
  int64_t stride = 1;
  int64_t pad_low = 0;
  int64_t input_dilation = 1;
  int64_t window_dilation = 1;
  int64_t input_stride = 0;  // in components
};

struct WindowShape {
  std::vector<WindowDimension> spatial;
  int64_t batch = 1;
  int64_t batch_stride = 0;
  int64_t channels = 1;
  int64_t channel_stride = 0;
  bool channels_last = true;   // k is (tap, channel)
  bool batch_fastest = false;  // p is (output position, batch entry)
};

class WindowSource : public PanelSource {
 public:
  // REQUIRES: at most kMaxSpatial spatial dimensions.
  WindowSource(const Fetch& fetch, WindowShape shape);
  void Locate(int64_t p, int count, PanelPlaces* places) const override;
  int64_t RowPiece(int64_t k, int64_t n) const override;
  void Rows(const std::byte* data, const PanelPlaces& places, int64_t k, int64_t n, const std::byte* zeros,
            std::byte* temporary, int64_t stride, const std::byte** rows) const override;
  void Line(const std::byte* data, const PanelPlaces& places, int64_t k, std::byte* dst) const override;
  bool Lines4(const KernelSet& set, const std::byte* data, const PanelPlaces& places, int64_t k, int64_t n, int width,
              uint32_t* dst) const override;
  // If no window leaves the input.
  std::optional<Placement> Place() const override;

 private:
  // Neighbors in p that share all but the position in the last dimension, or all but the batch entry.
  struct Run {
    int begin;
    int end;
    int64_t last;  // the first's position in the last dimension
  };
  using Runs = Run[kMaxPanel];

  bool Inside(size_t d, int64_t position) const {
    const WindowDimension& dimension = shape_.spatial[d];
    if (plain_) return static_cast<uint64_t>(position) < static_cast<uint64_t>(dimension.input);
    return position >= 0 && position % dimension.input_dilation == 0 &&
           position / dimension.input_dilation < dimension.input;
  }
  // Whether position i reads the input at a tap, and where.
  bool Reads(const PanelPlaces& places, int i, int64_t tap, int64_t* offset) const;
  int FindRuns(const PanelPlaces& places, Runs* runs) const;
  // The parts of a line at a tap; returns how many.
  int64_t FindParts(const PanelPlaces& places, const Runs& runs, int run_count, int64_t tap, LinePart* parts) const;
  void MergedRow(const std::byte* data, const PanelPlaces& places, int i, int64_t k, int64_t n, std::byte* dst) const;
  void PiecedRow(const std::byte* data, const PanelPlaces& places, int i, int64_t k, int64_t n, std::byte* dst) const;
  void Copy(const std::byte* data, int64_t offset, int64_t stride, int64_t n, std::byte* dst) const;
  void Zero(int64_t n, std::byte* dst) const;
  int64_t TapOf(int64_t k) const { return shape_.channels_last ? k / shape_.channels : k % taps_; }
  int64_t ChannelOf(int64_t k) const { return shape_.channels_last ? k % shape_.channels : k / taps_; }

  WindowShape shape_;
  int64_t dims_ = 0;
  int64_t taps_ = 1;
  std::vector<int64_t> tap_starts_;   // for each tap and dimension: index in the window times dilation
  std::vector<int64_t> tap_offsets_;  // and what that is in memory, if no dimension of the input is dilated
  // For each tap of the last dimension the outputs that read the input there.
  std::vector<std::pair<int64_t, int64_t>> last_outputs_;
  int64_t step_ = 0;     // from position to position in a run
  bool plain_ = false;   // no input dilation
  bool merged_ = false;  // (tap in the last dimension, channel) is contiguous
};

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_WINDOW_SOURCE_H_
