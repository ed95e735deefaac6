#include "cpu/kernels/gemm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

#include "cpu/kernels/reference_test.h"
#include "cpu/kernels/scratch.h"

namespace cppjrt::cpu::kernels {
namespace {

template <typename Dimension>
int64_t Extent(const std::vector<Dimension>& group) {
  int64_t product = 1;
  for (const Dimension& dimension : group) product *= dimension.extent;
  return product;
}

template <typename Dimension>
int64_t At(const std::vector<Dimension>& group, int64_t index, int64_t Dimension::* stride) {
  int64_t offset = 0;
  for (size_t i = group.size(); i-- > 0;) {
    offset += index % group[i].extent * (group[i].*stride);
    index /= group[i].extent;
  }
  return offset;
}

// One more than the largest offset.
template <typename... Terms>
int64_t Span(Terms... largest) {
  return 1 + (int64_t{0} + ... + largest);
}

template <typename Dimension>
int64_t Largest(const std::vector<Dimension>& group, int64_t Dimension::* stride) {
  int64_t sum = 0;
  for (const Dimension& dimension : group) sum += std::max<int64_t>(0, dimension.extent - 1) * (dimension.*stride);
  return sum;
}

struct Arrays {
  std::vector<std::byte> a;
  std::vector<std::byte> b;
  std::vector<std::byte> c;
};

Arrays MakeArrays(const GemmShape& s, uint64_t seed) {
  std::mt19937_64 random(seed);
  Arrays arrays;
  arrays.a = RandomArray(s.a_type,
                         Span(Largest(s.batch, &GemmShape::Batch::a_stride), Largest(s.m, &GemmShape::M::a_stride),
                              Largest(s.k, &GemmShape::K::a_stride)),
                         random);
  arrays.b = RandomArray(s.b_type,
                         Span(Largest(s.batch, &GemmShape::Batch::b_stride), Largest(s.n, &GemmShape::N::b_stride),
                              Largest(s.k, &GemmShape::K::b_stride)),
                         random);
  arrays.c = RandomArray(s.c_type,
                         Span(Largest(s.batch, &GemmShape::Batch::c_stride), Largest(s.m, &GemmShape::M::c_stride),
                              Largest(s.n, &GemmShape::N::c_stride)),
                         random);
  return arrays;
}

struct Numbers {
  std::vector<Number> a;
  std::vector<Number> b;
  std::vector<int64_t> a_k;  // offsets along k
  std::vector<int64_t> b_k;
};

Numbers ReadOperands(const GemmShape& s, const Arrays& arrays) {
  Numbers numbers;
  numbers.a = ReadAll(s.a_type, arrays.a);
  numbers.b = ReadAll(s.b_type, arrays.b);
  for (int64_t k = 0; k < Extent(s.k); ++k) {
    numbers.a_k.push_back(At(s.k, k, &GemmShape::K::a_stride));
    numbers.b_k.push_back(At(s.k, k, &GemmShape::K::b_stride));
  }
  return numbers;
}

Number Product(const GemmShape& s, const Numbers& numbers, int64_t batch, int64_t m, int64_t n) {
  Number sum;
  const int64_t a0 = At(s.batch, batch, &GemmShape::Batch::a_stride) + At(s.m, m, &GemmShape::M::a_stride);
  const int64_t b0 = At(s.batch, batch, &GemmShape::Batch::b_stride) + At(s.n, n, &GemmShape::N::b_stride);
  for (size_t k = 0; k < numbers.a_k.size(); ++k) {
    AddProduct(numbers.a[static_cast<size_t>(a0 + numbers.a_k[k])], numbers.b[static_cast<size_t>(b0 + numbers.b_k[k])],
               &sum);
  }
  return sum;
}

void CheckResult(const GemmShape& s, const Arrays& arrays, const std::string& what) {
  const double tolerance = 4 * Tolerance(s.a_type, s.b_type, s.c_type, Extent(s.k));
  const Numbers numbers = ReadOperands(s, arrays);
  std::vector<bool> written(arrays.c.size() / static_cast<size_t>(ByteSize(s.c_type)));
  for (int64_t batch = 0; batch < Extent(s.batch); ++batch) {
    for (int64_t m = 0; m < Extent(s.m); ++m) {
      for (int64_t n = 0; n < Extent(s.n); ++n) {
        const int64_t at = At(s.batch, batch, &GemmShape::Batch::c_stride) + At(s.m, m, &GemmShape::M::c_stride) +
                           At(s.n, n, &GemmShape::N::c_stride);
        const std::string difference =
            Compare(Product(s, numbers, batch, m, n), s.c_type, arrays.c.data() + at * ByteSize(s.c_type), tolerance);
        ASSERT_EQ(difference, "") << what << " at batch " << batch << ", " << m << ", " << n;
        written[static_cast<size_t>(at)] = true;
      }
    }
  }
  // What lies between C's elements is as it was.
  const Arrays before = MakeArrays(s, 1);
  const size_t size = static_cast<size_t>(ByteSize(s.c_type));
  for (size_t i = 0; i * size < arrays.c.size(); ++i) {
    if (written[i]) continue;
    ASSERT_TRUE(std::equal(arrays.c.begin() + static_cast<ptrdiff_t>(i * size),
                           arrays.c.begin() + static_cast<ptrdiff_t>((i + 1) * size),
                           before.c.begin() + static_cast<ptrdiff_t>(i * size)))
        << what << ": element " << i << " is none of C and was written";
  }
}

std::string Describe(const GemmShape& s, Isa isa) {
  std::string text(IsaName(isa));
  for (const ElementType type : {s.a_type, s.b_type, s.c_type}) text += ' ' + std::to_string(static_cast<int>(type));
  text += ": " + std::to_string(Extent(s.batch)) + " x " + std::to_string(Extent(s.m)) + " x " +
          std::to_string(Extent(s.n)) + " x " + std::to_string(Extent(s.k));
  for (const auto& d : s.m) text += " m" + std::to_string(d.a_stride) + "," + std::to_string(d.c_stride);
  for (const auto& d : s.n) text += " n" + std::to_string(d.b_stride) + "," + std::to_string(d.c_stride);
  for (const auto& d : s.k) text += " k" + std::to_string(d.a_stride) + "," + std::to_string(d.b_stride);
  return text;
}

ThreadPool& FourThreads() {
  static ThreadPool pool(4);
  return pool;
}

// Runs with one and with four threads, packed and not; all must give the same bits, and the first the right ones.
void Check(const GemmShape& shape, Isa isa) {
  const std::string what = Describe(shape, isa);
  GemmOptions options;
  options.isa = isa;
  StatusOr<Gemm> gemm = Gemm::Create(shape, options);
  ASSERT_TRUE(gemm.ok()) << what << gemm.status().message();
  Arrays arrays = MakeArrays(shape, 1);
  const std::vector<std::byte> before = arrays.c;
  ASSERT_TRUE(gemm->Run(arrays.a.data(), arrays.b.data(), arrays.c.data(), {}, nullptr).ok());
  CheckResult(shape, arrays, what);
  ThreadPool& pool = FourThreads();
  std::vector<std::byte> threaded = before;
  ASSERT_TRUE(gemm->Run(arrays.a.data(), arrays.b.data(), threaded.data(), {}, &pool).ok());
  EXPECT_EQ(threaded, arrays.c) << what;
  if (!gemm->WantsPackedB()) return;
  StatusOr<PackedMatrix> packed = gemm->PackB(arrays.b.data(), &pool);
  ASSERT_TRUE(packed.ok());
  std::vector<std::byte> from_packed = before;
  ASSERT_TRUE(gemm->RunPacked(arrays.a.data(), *packed, from_packed.data(), {}, &pool).ok());
  EXPECT_EQ(from_packed, arrays.c) << what;
}

struct Types {
  ElementType a;
  ElementType b;
  ElementType c;
};

using enum ElementType;
constexpr Types kTypes[] = {
    {kF32, kF32, kF32},    {kF64, kF64, kF64},  {kBf16, kBf16, kF32},     {kBf16, kBf16, kBf16}, {kF16, kF16, kF16},
    {kF16, kF16, kF32},    {kBf16, kF32, kF32}, {kF8E5M2, kF8E5M2, kF32}, {kF32, kF32, kF64},    {kF64, kF64, kF32},
    {kI8, kI8, kI32},      {kU8, kI8, kI32},    {kI8, kU8, kI32},         {kU8, kU8, kI32},      {kI8, kI8, kI8},
    {kI16, kI16, kI16},    {kI32, kI32, kI32},  {kU32, kU32, kU32},       {kI64, kI64, kI64},    {kI32, kI32, kI64},
    {kBool, kBool, kBool}, {kC64, kC64, kC64},  {kC128, kC128, kC128},    {kI8, kI8, kI16},      {kU16, kU16, kU32},
};

// Row-major A and B and C.
GemmShape Plain(Types types, int64_t m, int64_t n, int64_t k) {
  GemmShape s;
  s.a_type = types.a;
  s.b_type = types.b;
  s.c_type = types.c;
  s.m = {{m, k, n}};
  s.n = {{n, 1, 1}};
  s.k = {{k, 1, n}};
  return s;
}

class GemmTest : public testing::TestWithParam<Isa> {};

TEST_P(GemmTest, AllTypes) {
  for (const Types& types : kTypes) {
    Check(Plain(types, 37, 45, 70), GetParam());
    Check(Plain(types, 3, 5, 7), GetParam());
    Check(Plain(types, 1, 70, 130), GetParam());
    Check(Plain(types, 70, 1, 130), GetParam());
  }
}

TEST_P(GemmTest, TransposedOperands) {
  for (const Types& types : kTypes) {
    for (const int which : {1, 2, 4, 7}) {
      GemmShape s = Plain(types, 33, 50, 67);
      if ((which & 1) != 0) {
        s.m[0].a_stride = 1;
        s.k[0].a_stride = 33;
      }
      if ((which & 2) != 0) {
        s.n[0].b_stride = 67;
        s.k[0].b_stride = 1;
      }
      if ((which & 4) != 0) {
        s.m[0].c_stride = 1;
        s.n[0].c_stride = 33;
      }
      Check(s, GetParam());
    }
  }
}

TEST_P(GemmTest, GroupsOfDimensions) {
  for (const Types& types : {kTypes[0], kTypes[3], kTypes[10], kTypes[21]}) {
    // A[k0, m0, b, m1, k1], B[b, n1, k1, n0, k0], C[n0, b, m1, n1, m0].
    GemmShape s;
    s.a_type = types.a;
    s.b_type = types.b;
    s.c_type = types.c;
    s.batch = {{3, 5 * 6, 5 * 6 * 4 * 7, 5 * 4 * 9}};
    s.m = {{9, 3 * 5 * 6, 1}, {5, 6, 9 * 4}};
    s.n = {{4, 7, 3 * 5 * 4 * 9}, {4, 6 * 4 * 7, 9}};
    s.k = {{7, 9 * 3 * 5 * 6, 1}, {6, 1, 4 * 7}};
    s.batch[0].b_stride = 4 * 6 * 4 * 7;
    Check(s, GetParam());
  }
}

TEST_P(GemmTest, LargeEnoughForSeveralBlocks) {
  for (const Types& types : {kTypes[0], kTypes[1], kTypes[2], kTypes[10]}) {
    Check(Plain(types, 130, 530, 70), GetParam());
    Check(Plain(types, 120, 40, 600), GetParam());
  }
}

// Rows at distances that a cache has few places for are copied, columns of few panels and many.
TEST_P(GemmTest, RowsFarApart) {
  for (const Types& types : {kTypes[0], kTypes[3], kTypes[10]}) {
    Check(Plain(types, 45, 20, 1024), GetParam());
    Check(Plain(types, 61, 700, 512), GetParam());
    Check(Plain(types, 33, 530, 300), GetParam());
  }
}
TEST_P(GemmTest, LongSumsAreCutIntoParts) {
  for (const Types& types : {kTypes[0], kTypes[3], kTypes[10], kTypes[19]}) {
    // At least 2^21 products, and four segments of k.
    Check(Plain(types, 22, 22, 5000), GetParam());
    Check(Plain(types, 40, 64, 5000), GetParam());
    Check(Plain(types, 30, 24, 70000), GetParam());
    Check(Plain(types, 1, 1, 200000), GetParam());
    Check(Plain(types, 1, 9, 30000), GetParam());
  }
}

TEST_P(GemmTest, MatrixTimesVector) {
  for (const Types& types : {kTypes[0], kTypes[1], kTypes[2], kTypes[5], kTypes[6]}) {
    for (const bool transposed : {false, true}) {
      for (const int64_t size : {1, 3, 300, 1100}) {
        GemmShape s = Plain(types, 1, size, 333);
        if (transposed) {
          s.n[0].b_stride = 333;
          s.k[0].b_stride = 1;
        }
        s.batch = {{2, 333, 333 * size, size}};
        Check(s, GetParam());
        std::swap(s.m[0].a_stride, s.n[0].b_stride);
        std::swap(s.m[0].extent, s.n[0].extent);
        std::swap(s.m[0].c_stride, s.n[0].c_stride);
        std::swap(s.k[0].a_stride, s.k[0].b_stride);
        std::swap(s.batch[0].a_stride, s.batch[0].b_stride);
        std::swap(s.a_type, s.b_type);
        Check(s, GetParam());
      }
    }
  }
}

TEST_P(GemmTest, ManyTinyProducts) {
  for (const int64_t size : {1, 2, 4, 6, 16}) {
    GemmShape s = Plain(kTypes[0], size, size, size);
    s.batch = {{50, 4 * size * size, 2 * size * size, size * size}, {2, size * size, size * size, 50 * size * size}};
    Check(s, GetParam());
  }
}

TEST_P(GemmTest, BroadcastOperands) {
  GemmShape s = Plain(kTypes[0], 20, 30, 40);
  s.batch = {{4, 800, 0, 600}};
  Check(s, GetParam());
  s.batch = {{4, 0, 1200, 600}};
  Check(s, GetParam());
  s.batch.clear();
  s.k[0].a_stride = 0;
  Check(s, GetParam());
}

TEST_P(GemmTest, SizesOfZero) {
  for (const Types& types : {kTypes[0], kTypes[3], kTypes[10]}) {
    Check(Plain(types, 0, 4, 5), GetParam());
    Check(Plain(types, 4, 0, 5), GetParam());
    Check(Plain(types, 4, 5, 0), GetParam());
    Check(Plain(types, 1, 5, 0), GetParam());
    Check(Plain(types, 5, 1, 0), GetParam());
  }
}

TEST_P(GemmTest, RandomShapes) {
  std::mt19937_64 random(7);
  const auto upto = [&random](int64_t n) { return 1 + static_cast<int64_t>(random() % static_cast<uint64_t>(n)); };
  for (int i = 0; i < 150; ++i) {
    const Types& types = kTypes[random() % std::size(kTypes)];
    GemmShape s = Plain(types, upto(90), upto(90), upto(150));
    const int64_t gap = static_cast<int64_t>(random() % 3);
    // Rows further apart than they are long.
    s.m[0].a_stride += gap;
    s.k[0].b_stride += gap;
    s.m[0].c_stride += gap;
    Check(s, GetParam());
  }
}

TEST_P(GemmTest, InfinityTimesZeroIsNan) {
  for (const int64_t m : {1, 3, 40}) {
    GemmOptions options;
    options.isa = GetParam();
    StatusOr<Gemm> gemm = Gemm::Create(Plain(kTypes[0], m, 21, 13), options);
    ASSERT_TRUE(gemm.ok());
    std::vector<float> a(static_cast<size_t>(m * 13), 0.0f);
    std::vector<float> b(13 * 21, 1.0f);
    std::vector<float> c(static_cast<size_t>(m * 21), 5.0f);
    b[3 * 21 + 2] = INFINITY;
    ASSERT_TRUE(gemm->Run(a.data(), b.data(), c.data(), {}, nullptr).ok());
    for (size_t i = 0; i < c.size(); ++i) {
      EXPECT_EQ(std::isnan(c[i]), i % 21 == 2) << i;
      if (i % 21 != 2) {
        EXPECT_EQ(c[i], 0) << i;
      }
    }
  }
}

TEST_P(GemmTest, RoundsToTheNearestHalf) {
  // 1 + 2^-8 lies between two bf16, 1 + 2^-11 between two f16; the even one is 1.
  for (const auto& [type, one, step] : {std::tuple(kBf16, 0x3f80, 0x1p-8f), std::tuple(kF16, 0x3c00, 0x1p-11f)}) {
    GemmShape s = Plain({kF32, kF32, type}, 20, 20, 2);
    GemmOptions options;
    options.isa = GetParam();
    StatusOr<Gemm> gemm = Gemm::Create(s, options);
    ASSERT_TRUE(gemm.ok());
    std::vector<float> a(40, 1.0f);
    std::vector<float> b(40, 1.0f);
    for (size_t i = 20; i < 40; ++i) b[i] = static_cast<float>(i % 4) * step;
    std::vector<uint16_t> c(400);
    ASSERT_TRUE(gemm->Run(a.data(), b.data(), c.data(), {}, nullptr).ok());
    const int expected[] = {0, 0, 1, 2};
    for (size_t i = 0; i < c.size(); ++i) EXPECT_EQ(c[i], one + expected[i % 20 % 4]) << i;
  }
}

TEST_P(GemmTest, EpilogueSeesEachElementOnceAndDone) {
  GemmOptions options;
  options.isa = GetParam();
  for (const auto& [m, n, k] : {std::tuple(130, 700, 20), std::tuple(1, 5000, 40), std::tuple(3000, 1, 40),
                                std::tuple(4, 4, 100000), std::tuple(7, 9, 5)}) {
    for (const bool transposed : {false, true}) {
      GemmShape s = Plain(kTypes[0], m, n, k);
      s.batch = {{2, int64_t{m} * k, int64_t{n} * k, int64_t{m} * n}};
      if (transposed) {
        s.m[0].c_stride = 1;
        s.n[0].c_stride = m;
      }
      StatusOr<Gemm> gemm = Gemm::Create(s, options);
      ASSERT_TRUE(gemm.ok());
      struct Context {
        const GemmShape& s;
        std::vector<float> c;
        std::vector<std::atomic<int>> seen;
      };
      const size_t size = static_cast<size_t>(2 * m * n);
      Context context{s, std::vector<float>(size), std::vector<std::atomic<int>>(size)};
      const Epilogue epilogue = {[](void* data, int64_t batch, int64_t m0, int64_t m1, int64_t n0, int64_t n1) {
                                   Context& at = *static_cast<Context*>(data);
                                   for (int64_t i = m0; i < m1; ++i) {
                                     for (int64_t j = n0; j < n1; ++j) {
                                       const size_t element =
                                           static_cast<size_t>(batch * at.s.batch[0].c_stride + i * at.s.m[0].c_stride +
                                                               j * at.s.n[0].c_stride);
                                       ++at.seen[element];
                                       at.c[element] = -at.c[element];
                                     }
                                   }
                                 },
                                 &context};
      const std::vector<float> a(static_cast<size_t>(2 * m * k), 1.0f);
      const std::vector<float> b(static_cast<size_t>(2 * n * k), 1.0f);
      ThreadPool& pool = FourThreads();
      ASSERT_TRUE(gemm->Run(a.data(), b.data(), context.c.data(), epilogue, &pool).ok());
      for (size_t i = 0; i < size; ++i) {
        ASSERT_EQ(context.seen[i], 1) << m << ' ' << n << ' ' << i;
        ASSERT_EQ(context.c[i], -static_cast<float>(k)) << m << ' ' << n << ' ' << i;
      }
    }
  }
}

TEST_P(GemmTest, AllocatesNothingTheSecondTime) {
  GemmOptions options;
  options.isa = GetParam();
  StatusOr<Gemm> gemm = Gemm::Create(Plain(kTypes[3], 300, 300, 300), options);
  ASSERT_TRUE(gemm.ok());
  const Arrays arrays = MakeArrays(Plain(kTypes[3], 300, 300, 300), 1);
  std::vector<std::byte> c = arrays.c;
  ASSERT_TRUE(gemm->Run(arrays.a.data(), arrays.b.data(), c.data(), {}, nullptr).ok());
  const int64_t before = GetScratchStatistics().allocations;
  ASSERT_TRUE(gemm->Run(arrays.a.data(), arrays.b.data(), c.data(), {}, nullptr).ok());
  EXPECT_EQ(GetScratchStatistics().allocations, before);
}

TEST(GemmErrorTest, SaysWhatDoesNotGoTogether) {
  StatusOr<Gemm> gemm = Gemm::Create(Plain({kF32, kI32, kF32}, 2, 2, 2));
  EXPECT_EQ(gemm.status().code(), StatusCode::kUnimplemented);
  EXPECT_EQ(gemm.status().message(),
            "no kernel contracts f32 with si32 to f32; convert the operands or the result first");
  gemm = Gemm::Create(Plain(kTypes[0], 2, -2, 2));
  EXPECT_EQ(gemm.status().code(), StatusCode::kInvalidArgument);
}

INSTANTIATE_TEST_SUITE_P(Isas, GemmTest, testing::ValuesIn(SupportedIsas()),
                         [](const auto& test) { return std::string(IsaName(test.param)); });

}  // namespace
}  // namespace cppjrt::cpu::kernels
