// Axis: where in memory the elements along a group of dimensions lie, the last dimension fastest.
//
//   MakeAxis({{4, 100}, {25, 4}})    // 100 positions, 4 apart: one stride is enough
//   MakeAxis({{4, 128}, {25, 4}})    // a table of 100 offsets
#ifndef CPPJRT_CPU_KERNELS_AXIS_H_
#define CPPJRT_CPU_KERNELS_AXIS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cppjrt::cpu::kernels {

// One dimension of one array, in elements.
struct Stretch {
  int64_t extent = 1;
  int64_t stride = 0;
};

struct Axis {
  int64_t size = 1;
  int64_t stride = 0;            // if there are no offsets
  std::vector<int64_t> offsets;  // `size` of them, or none

  bool regular() const { return offsets.empty(); }
  int64_t At(int64_t i) const { return regular() ? i * stride : offsets[static_cast<size_t>(i)]; }
  // For those who take a stride or a table, from position i on.
  const int64_t* Table(int64_t i) const { return regular() ? nullptr : offsets.data() + i; }
};

// Joins dimensions that follow each other without a gap. `scale` multiplies the strides.
Axis MakeAxis(const std::vector<Stretch>& dimensions, int64_t scale = 1);

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_AXIS_H_
