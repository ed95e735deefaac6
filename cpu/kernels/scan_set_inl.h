// The loops of a ScanSet over vectors of kVectorBytes, compiled once for each instruction set: nothing here may be shared
// between files (micro_kernel_inl.h says why).
//
// A vector is scanned in itself by steps of 1, 2, 4, … lanes. Four vectors are scanned side by side and put together; what is
// carried from four to the next is one operation, so the loop runs at the speed of the shuffles.
//
// REQUIRES: CPPJRT_VECTOR_BYTES is defined before this file is included.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "cpu/kernels/scan_set.h"

namespace cppjrt::cpu::kernels {
namespace {  // NOLINT(google-build-namespaces): each file that includes this has its own

#define CPPJRT_SCAN_INLINE inline __attribute__((always_inline))

template <class T>
struct ScanLanes {
  static constexpr int kLanes = CPPJRT_VECTOR_BYTES / static_cast<int>(sizeof(T));
  typedef T Vector __attribute__((vector_size(CPPJRT_VECTOR_BYTES)));
};

template <int kBytes>
struct SignedOfSize;
template <>
struct SignedOfSize<4> {
  using Type = int32_t;
};
template <>
struct SignedOfSize<8> {
  using Type = int64_t;
};

template <class T>
inline constexpr bool kIsFloat = static_cast<T>(0.5) != T{0};
template <class T>
inline constexpr bool kIsSigned = static_cast<T>(-1) < T{0};

template <class T>
constexpr T Highest() {
  if constexpr (kIsFloat<T>) {
    return static_cast<T>(__builtin_huge_val());
  } else if constexpr (kIsSigned<T>) {
    return static_cast<T>(~(T{1} << (8 * sizeof(T) - 1)));
  } else {
    return static_cast<T>(~T{0});
  }
}
template <class T>
constexpr T Lowest() {
  if constexpr (kIsFloat<T>) {
    return -Highest<T>();
  } else {
    return static_cast<T>(~Highest<T>());
  }
}

// The operations, on vectors V of T; adding the identity changes nothing, not even -0.
struct AddOp {
  template <class T>
  static constexpr T Identity() {
    return kIsFloat<T> ? static_cast<T>(-0.0) : T{0};
  }
  template <class T, class V>
  static CPPJRT_SCAN_INLINE V Apply(V a, V b) {
    return a + b;
  }
};
struct MultiplyOp {
  template <class T>
  static constexpr T Identity() {
    return T{1};
  }
  template <class T, class V>
  static CPPJRT_SCAN_INLINE V Apply(V a, V b) {
    return a * b;
  }
};
struct AndOp {
  template <class T>
  static constexpr T Identity() {
    return static_cast<T>(~T{0});
  }
  template <class T, class V>
  static CPPJRT_SCAN_INLINE V Apply(V a, V b) {
    return a & b;
  }
};
struct OrOp {
  template <class T>
  static constexpr T Identity() {
    return T{0};
  }
  template <class T, class V>
  static CPPJRT_SCAN_INLINE V Apply(V a, V b) {
    return a | b;
  }
};
struct XorOp {
  template <class T>
  static constexpr T Identity() {
    return T{0};
  }
  template <class T, class V>
  static CPPJRT_SCAN_INLINE V Apply(V a, V b) {
    return a ^ b;
  }
};

template <bool kMaximum>
struct ExtremeOp {
  template <class T>
  static constexpr T Identity() {
    return kMaximum ? Lowest<T>() : Highest<T>();
  }
  template <class T, class V>
  static CPPJRT_SCAN_INLINE V Apply(V a, V b) {
    V better = (kMaximum ? a > b : a < b) ? a : b;
    if constexpr (kIsFloat<T>) {
      // Equal numbers have equal bits, but for zeros: the signs decide.
      typedef typename SignedOfSize<sizeof(T)>::Type Bits __attribute__((vector_size(sizeof(V))));
      const Bits x = reinterpret_cast<Bits>(a);
      const Bits y = reinterpret_cast<Bits>(b);
      const Bits both = kMaximum ? x & y : x | y;
      better = a == b ? reinterpret_cast<V>(both) : better;
      better = a != a ? a : better;
    }
    return better;
  }
};
using MinimumOp = ExtremeOp<false>;
using MaximumOp = ExtremeOp<true>;

template <class T, class Op>
struct Scanner {
  static constexpr int kLanes = ScanLanes<T>::kLanes;
  typedef typename ScanLanes<T>::Vector V;
  using Lanes = std::make_integer_sequence<int, kLanes>;

  static CPPJRT_SCAN_INLINE V Apply(V a, V b) { return Op::template Apply<T, V>(a, b); }
  // Minus zero changes nothing, not even -0.
  static CPPJRT_SCAN_INLINE V All(T value) { return value - V{}; }

  // Lane i gets lane i - step, the first ones the identity.
  template <int kStep, int... kLane>
  static CPPJRT_SCAN_INLINE V Shifted(V v, std::integer_sequence<int, kLane...>) {
    return __builtin_shufflevector(v, All(Op::template Identity<T>()), (kLane >= kStep ? kLane - kStep : kLanes)...);
  }
  template <int... kLane>
  static CPPJRT_SCAN_INLINE V Last(V v, std::integer_sequence<int, kLane...>) {
    return __builtin_shufflevector(v, v, (kLane * 0 + kLanes - 1)...);
  }
  static CPPJRT_SCAN_INLINE V Last(V v) { return Last(v, Lanes()); }
  template <int... kLane>
  static CPPJRT_SCAN_INLINE V Reversed(V v, std::integer_sequence<int, kLane...>) {
    return __builtin_shufflevector(v, v, (kLanes - 1 - kLane)...);
  }
  static CPPJRT_SCAN_INLINE V InRegister(V v) {
    v = Apply(Shifted<1>(v, Lanes()), v);
    if constexpr (kLanes > 2) v = Apply(Shifted<2>(v, Lanes()), v);
    if constexpr (kLanes > 4) v = Apply(Shifted<4>(v, Lanes()), v);
    if constexpr (kLanes > 8) v = Apply(Shifted<8>(v, Lanes()), v);
    return v;
  }

  // A row in scan order.
  struct Row {
    const T* in;
    T* out;
    int64_t n;
    bool reverse;

    // The vector whose first element is number i.
    CPPJRT_SCAN_INLINE V Load(int64_t i) const {
      V v;
      std::memcpy(&v, reverse ? in + (n - i - kLanes) : in + i, sizeof v);
      return reverse ? Reversed(v, Lanes()) : v;
    }
    CPPJRT_SCAN_INLINE void Store(int64_t i, V v) const {
      if (reverse) v = Reversed(v, Lanes());
      std::memcpy(reverse ? out + (n - i - kLanes) : out + i, &v, sizeof v);
    }
    // Fewer than a vector.
    V LoadRest(int64_t i) const {
      T values[kLanes];
      for (int64_t j = 0; j < kLanes; ++j) {
        values[j] = i + j >= n ? Op::template Identity<T>() : reverse ? in[n - 1 - i - j] : in[i + j];
      }
      V v;
      std::memcpy(&v, values, sizeof v);
      return v;
    }
    void StoreRest(int64_t i, V v) const {
      T values[kLanes];
      std::memcpy(values, &v, sizeof v);
      for (int64_t j = 0; i + j < n; ++j) out[reverse ? n - 1 - i - j : i + j] = values[j];
    }
  };

  static void Chunk(const void* in, void* out, int64_t n, bool reverse, const void* carry_in, void* total) {
    const Row row{static_cast<const T*>(in), static_cast<T*>(out), n, reverse};
    // Combining with the identity gives the same bits as not combining.
    const V carry = All(carry_in == nullptr ? Op::template Identity<T>() : *static_cast<const T*>(carry_in));
    V running = All(Op::template Identity<T>());
    int64_t i = 0;
    for (; i + 4 * kLanes <= n; i += 4 * kLanes) {
      const V a = InRegister(row.Load(i));
      const V b = InRegister(row.Load(i + kLanes));
      const V c = InRegister(row.Load(i + 2 * kLanes));
      const V d = InRegister(row.Load(i + 3 * kLanes));
      const V ab = Apply(Last(a), b);
      const V cd = Apply(Last(c), d);
      const V to_c = Last(ab);
      const V abc = Apply(to_c, c);
      const V abcd = Apply(to_c, cd);
      const V before = running;
      running = Apply(running, Last(abcd));
      row.Store(i, Apply(carry, Apply(before, a)));
      row.Store(i + kLanes, Apply(carry, Apply(before, ab)));
      row.Store(i + 2 * kLanes, Apply(carry, Apply(before, abc)));
      row.Store(i + 3 * kLanes, Apply(carry, Apply(before, abcd)));
    }
    for (; i < n; i += kLanes) {
      const bool is_whole = i + kLanes <= n;
      const V a = Apply(running, InRegister(is_whole ? row.Load(i) : row.LoadRest(i)));
      running = Last(a);
      if (is_whole) {
        row.Store(i, Apply(carry, a));
      } else {
        row.StoreRest(i, Apply(carry, a));
      }
    }
    std::memcpy(total, &running, sizeof(T));
  }

  static T One(T a, T b) { return Apply(All(a), All(b))[0]; }

  static void AddCarry(void* out, int64_t n, const void* carry) {
    T* to = static_cast<T*>(out);
    const T value = *static_cast<const T*>(carry);
    const V all = All(value);
    int64_t i = 0;
    for (; i + kLanes <= n; i += kLanes) {
      V v;
      std::memcpy(&v, to + i, sizeof v);
      v = Apply(all, v);
      std::memcpy(to + i, &v, sizeof v);
    }
    for (; i < n; ++i) to[i] = One(value, to[i]);
  }

  static void Combine(const void* a, const void* b, void* result) {
    *static_cast<T*>(result) = One(*static_cast<const T*>(a), *static_cast<const T*>(b));
  }

  // A line of columns after the other, the results so far in the first cache.
  static void Strided(const void* in, void* out, int64_t n, bool reverse, int64_t columns, int64_t stride,
                      const void* init) {
    const T* from = static_cast<const T*>(in);
    T* to = static_cast<T*>(out);
    T results[kScanColumns];
    for (int64_t j = 0; j < columns; ++j) {
      results[j] = init == nullptr ? Op::template Identity<T>() : *static_cast<const T*>(init);
    }
    for (int64_t i = 0; i < n; ++i) {
      const int64_t line = (reverse ? n - 1 - i : i) * stride;
      int64_t j = 0;
      for (; j + kLanes <= columns; j += kLanes) {
        V a;
        V b;
        std::memcpy(&a, results + j, sizeof a);
        std::memcpy(&b, from + line + j, sizeof b);
        a = Apply(a, b);
        std::memcpy(results + j, &a, sizeof a);
        std::memcpy(to + line + j, &a, sizeof a);
      }
      for (; j < columns; ++j) to[line + j] = results[j] = One(results[j], from[line + j]);
    }
  }
};

template <class Op, class T>
void FillScan(ScanSet& set, ScanOp op, ElementType type) {
  using Loops = Scanner<T, Op>;
  set.loops[static_cast<int>(op)][static_cast<int>(type)] = {Loops::Chunk, Loops::AddCarry, Loops::Combine,
                                                             Loops::Strided};
}

// Unsigned types serve for signed ones where the sign does not matter, and where overflow would be undefined.
template <class T>
void FillBits(ScanSet& set, ElementType type) {
  FillScan<AddOp, T>(set, ScanOp::kAdd, type);
  FillScan<MultiplyOp, T>(set, ScanOp::kMultiply, type);
  FillScan<AndOp, T>(set, ScanOp::kAnd, type);
  FillScan<OrOp, T>(set, ScanOp::kOr, type);
  FillScan<XorOp, T>(set, ScanOp::kXor, type);
}
template <class T>
void FillExtremes(ScanSet& set, ElementType type) {
  FillScan<MinimumOp, T>(set, ScanOp::kMinimum, type);
  FillScan<MaximumOp, T>(set, ScanOp::kMaximum, type);
}
template <class T>
void FillFloat(ScanSet& set, ElementType type) {
  FillScan<AddOp, T>(set, ScanOp::kAdd, type);
  FillScan<MultiplyOp, T>(set, ScanOp::kMultiply, type);
  FillExtremes<T>(set, type);
}

void FillScanLoops(ScanSet& set) {
  FillFloat<float>(set, ElementType::kF32);
  FillFloat<double>(set, ElementType::kF64);
  FillBits<uint32_t>(set, ElementType::kI32);
  FillBits<uint32_t>(set, ElementType::kU32);
  FillBits<uint64_t>(set, ElementType::kI64);
  FillBits<uint64_t>(set, ElementType::kU64);
  FillExtremes<int32_t>(set, ElementType::kI32);
  FillExtremes<uint32_t>(set, ElementType::kU32);
  FillExtremes<int64_t>(set, ElementType::kI64);
  FillExtremes<uint64_t>(set, ElementType::kU64);
}

}  // namespace
}  // namespace cppjrt::cpu::kernels
