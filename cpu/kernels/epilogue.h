// Epilogue: what a caller does with each part of a result as soon as it is complete and while it is in the cache.
#ifndef CPPJRT_CPU_KERNELS_EPILOGUE_H_
#define CPPJRT_CPU_KERNELS_EPILOGUE_H_

#include <cstdint>

namespace cppjrt::cpu::kernels {

struct Epilogue {
  // Called once for each tile: rows m0 to m1 and columns n0 to n1 of C in one batch entry, each an index along the whole
  // group of dimensions, last fastest. Tiles do not overlap and cover C. Calls come from several threads at a time; none
  // may call a kernel. Null: nothing to do.
  void (*run)(void* context, int64_t batch, int64_t m0, int64_t m1, int64_t n0, int64_t n1) = nullptr;
  void* context = nullptr;
};

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_EPILOGUE_H_
