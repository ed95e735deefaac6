// How fast contractions are: GFLOP/s (GB/s of the matrix for products with vectors) with one and with two threads, best of
// several, beside oneDNN's sgemm where the build found oneDNN.
//
//   gemm [NAME]     cases whose name contains NAME
#include "cpu/kernels/gemm.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "bench/kernels/best_seconds.h"

#if defined(CPPJRT_BENCH_ONEDNN)
#include <omp.h>
#include <oneapi/dnnl/dnnl.h>
#endif

namespace cppjrt::bench {
namespace {

using cpu::kernels::ElementType;
using cpu::kernels::Gemm;
using cpu::kernels::GemmShape;
using cpu::kernels::PackedMatrix;

struct Case {
  const char* name;
  ElementType type;
  ElementType result;
  int64_t batch;
  int64_t m;
  int64_t n;
  int64_t k;
  bool a_transposed = false;
  bool b_transposed = false;
};

constexpr Case kCases[] = {
    {"f32 1024^3", ElementType::kF32, ElementType::kF32, 1, 1024, 1024, 1024},
    {"f32 1024^3 A^T", ElementType::kF32, ElementType::kF32, 1, 1024, 1024, 1024, true},
    {"f32 1024^3 B^T", ElementType::kF32, ElementType::kF32, 1, 1024, 1024, 1024, false, true},
    {"f32 512^3", ElementType::kF32, ElementType::kF32, 1, 512, 512, 512},
    {"f32 256^3", ElementType::kF32, ElementType::kF32, 1, 256, 256, 256},
    {"f32 128^3", ElementType::kF32, ElementType::kF32, 1, 128, 128, 128},
    {"f32 64^3", ElementType::kF32, ElementType::kF32, 1, 64, 64, 64},
    {"f32 16^3", ElementType::kF32, ElementType::kF32, 1, 16, 16, 16},
    {"f32 4^3", ElementType::kF32, ElementType::kF32, 1, 4, 4, 4},
    {"f32 1000 of 6^3", ElementType::kF32, ElementType::kF32, 1000, 6, 6, 6},
    {"f32 gpt2 mlp up", ElementType::kF32, ElementType::kF32, 1, 128, 3072, 768},
    {"f32 gpt2 mlp down", ElementType::kF32, ElementType::kF32, 1, 128, 768, 3072},
    {"f32 gpt2 qkv", ElementType::kF32, ElementType::kF32, 1, 128, 2304, 768},
    {"f32 gpt2 scores", ElementType::kF32, ElementType::kF32, 12, 128, 128, 64, false, true},
    {"f32 gpt2 values", ElementType::kF32, ElementType::kF32, 12, 128, 64, 128},
    {"f32 gpt2 logits", ElementType::kF32, ElementType::kF32, 1, 128, 50257, 768, false, true},
    {"f32 batch 8 mlp", ElementType::kF32, ElementType::kF32, 1, 8, 3072, 768},
    {"f32 train fwd", ElementType::kF32, ElementType::kF32, 1, 128, 512, 784},
    {"f32 train dW", ElementType::kF32, ElementType::kF32, 1, 784, 512, 128, true},
    {"f32 train dx", ElementType::kF32, ElementType::kF32, 1, 128, 784, 512, false, true},
    {"f32 long k", ElementType::kF32, ElementType::kF32, 1, 64, 64, 100000},
    {"f32 tall skinny", ElementType::kF32, ElementType::kF32, 1, 100000, 10, 64},
    {"f32 vector x matrix", ElementType::kF32, ElementType::kF32, 1, 1, 50257, 768},
    {"f32 vector x matrix^T", ElementType::kF32, ElementType::kF32, 1, 1, 50257, 768, false, true},
    {"f32 vector x 768^2", ElementType::kF32, ElementType::kF32, 1, 1, 768, 768},
    {"f32 dot 1M", ElementType::kF32, ElementType::kF32, 1, 1, 1, 1000000},
    {"bf16 vector x matrix", ElementType::kBf16, ElementType::kF32, 1, 1, 50257, 768},
    {"f64 512^3", ElementType::kF64, ElementType::kF64, 1, 512, 512, 512},
    {"bf16 1024^3", ElementType::kBf16, ElementType::kBf16, 1, 1024, 1024, 1024},
    {"bf16 1024^3 B^T", ElementType::kBf16, ElementType::kF32, 1, 1024, 1024, 1024, false, true},
    {"f16 1024^3", ElementType::kF16, ElementType::kF16, 1, 1024, 1024, 1024},
    {"i8 1024^3", ElementType::kI8, ElementType::kI32, 1, 1024, 1024, 1024},
    {"i8 1024^3 B^T", ElementType::kI8, ElementType::kI32, 1, 1024, 1024, 1024, false, true},
    {"u8 1024^3", ElementType::kU8, ElementType::kI32, 1, 1024, 1024, 1024},
    {"i32 512^3", ElementType::kI32, ElementType::kI32, 1, 512, 512, 512},
    {"i64 256^3", ElementType::kI64, ElementType::kI64, 1, 256, 256, 256},
    {"c64 512^3", ElementType::kC64, ElementType::kC64, 1, 512, 512, 512},
    {"c128 256^3", ElementType::kC128, ElementType::kC128, 1, 256, 256, 256},
};

GemmShape ShapeOf(const Case& c) {
  GemmShape shape;
  shape.a_type = shape.b_type = c.type;
  shape.c_type = c.result;
  if (c.batch > 1) shape.batch = {{c.batch, c.m * c.k, c.k * c.n, c.m * c.n}};
  shape.m = {{c.m, c.a_transposed ? 1 : c.k, c.n}};
  shape.n = {{c.n, c.b_transposed ? c.k : 1, 1}};
  shape.k = {{c.k, c.a_transposed ? c.m : 1, c.b_transposed ? 1 : c.n}};
  return shape;
}

struct Buffers {
  explicit Buffers(const Case& shape)
      : a(Make(shape.batch * shape.m * shape.k * ByteSize(shape.type), shape.type)),
        b(Make(shape.batch * shape.k * shape.n * ByteSize(shape.type), shape.type)),
        c(static_cast<size_t>(shape.batch * shape.m * shape.n * ByteSize(shape.result))) {}

  // Small numbers: ones in any type have no subnormal neighbors.
  static std::vector<std::byte> Make(int64_t bytes, ElementType type) {
    std::vector<std::byte> array(static_cast<size_t>(bytes), std::byte{1});
    if (type == ElementType::kF32) {
      const float one = 1;
      for (size_t i = 0; i < array.size(); i += 4) std::memcpy(array.data() + i, &one, 4);
    }
    return array;
  }

  std::vector<std::byte> a;
  std::vector<std::byte> b;
  std::vector<std::byte> c;
};

double OneDnnSeconds([[maybe_unused]] const Case& c, [[maybe_unused]] Buffers& buffers, [[maybe_unused]] int threads) {
#if defined(CPPJRT_BENCH_ONEDNN)
  if (c.type != ElementType::kF32 || c.batch > 1) return 0;
  omp_set_num_threads(threads);
  return BestSeconds(threads, [&] {
    dnnl_sgemm(c.a_transposed ? 'T' : 'N', c.b_transposed ? 'T' : 'N', c.m, c.n, c.k, 1.0f,
               reinterpret_cast<const float*>(buffers.a.data()), c.a_transposed ? c.m : c.k,
               reinterpret_cast<const float*>(buffers.b.data()), c.b_transposed ? c.k : c.n, 0.0f,
               reinterpret_cast<float*>(buffers.c.data()), c.n);
  });
#else
  return 0;
#endif
}

void Measure(const Case& c) {
  Buffers buffers(c);
  StatusOr<Gemm> gemm = Gemm::Create(ShapeOf(c));
  if (!gemm.ok()) return;
  const bool streams = c.m == 1 || c.n == 1;
  const double work = streams ? static_cast<double>(c.k * c.n * c.m * ByteSize(c.type))
                              : 2.0 * static_cast<double>(c.batch * c.m * c.n * c.k);
  std::printf("%-22s", c.name);
  double one_thread = 0;
  for (const int threads : {1, 2}) {
    ThreadPool pool(threads);
    const double seconds =
        BestSeconds(threads, [&] { (void)gemm->Run(buffers.a.data(), buffers.b.data(), buffers.c.data(), {}, &pool); });
    if (threads == 1) one_thread = seconds;
    std::printf(" %9.1f", work / seconds * 1e-9);
    if (!gemm->WantsPackedB()) {
      std::printf(" %9s", "");
    } else {
      StatusOr<PackedMatrix> packed = gemm->PackB(buffers.b.data(), &pool);
      const double prepacked =
          BestSeconds(threads, [&] { (void)gemm->RunPacked(buffers.a.data(), *packed, buffers.c.data(), {}, &pool); });
      std::printf(" %9.1f", work / prepacked * 1e-9);
    }
    const double other = OneDnnSeconds(c, buffers, threads);
    if (other > 0) {
      std::printf(" %9.1f", work / other * 1e-9);
    } else {
      std::printf(" %9s", "");
    }
  }
  std::printf(" %10.2f us  %s\n", one_thread * 1e6, streams ? "GB/s" : "GFLOP/s");
  std::fflush(stdout);
}

void ForkAndJoin() {
  ThreadPool pool(2);
  const double seconds = BestSeconds(2, [&] {
    for (int i = 0; i < 100; ++i) pool.ParallelFor(2, 1, [](int64_t, int64_t) {});
  });
  std::printf("fork and join of 2 threads: %.2f us\n", seconds * 1e4);
}

}  // namespace
}  // namespace cppjrt::bench

int main(int argc, char** argv) {
  const std::string wanted = argc > 1 ? argv[1] : "";
  std::printf("%-22s %9s %9s %9s %9s %9s %9s %13s   on %s\n", "", "1 thread", "packed B", "oneDNN", "2 threads",
              "packed B", "oneDNN", "1 thread",
              std::string(cppjrt::cpu::kernels::IsaName(cppjrt::cpu::kernels::MachineIsa())).c_str());
  for (const cppjrt::bench::Case& c : cppjrt::bench::kCases) {
    if (std::string(c.name).find(wanted) != std::string::npos) cppjrt::bench::Measure(c);
  }
  if (wanted.empty() || wanted == "fork") cppjrt::bench::ForkAndJoin();
  return 0;
}
