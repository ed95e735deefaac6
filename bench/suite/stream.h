// What memory gives: the figure that streaming programs are held against.
#ifndef CPPJRT_BENCH_SUITE_STREAM_H_
#define CPPJRT_BENCH_SUITE_STREAM_H_

#include <cstdint>

namespace cppjrt::bench {

struct StreamFigures {
  double triad = 0;  // GB/s; a[i] = b[i] + 3 c[i], 12 bytes an element
  double copy = 0;   // a[i] = b[i], 8 bytes an element
};

// Best of several sweeps over arrays of f32 that take `bytes` together, with `threads` threads.
StreamFigures MeasureStream(int64_t bytes, int threads);

}  // namespace cppjrt::bench

#endif  // CPPJRT_BENCH_SUITE_STREAM_H_
