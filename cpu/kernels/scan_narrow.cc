// Scans of elements of one and two bytes.
#include <cstdint>

#include "cpu/kernels/scan_set.h"

namespace cppjrt::cpu::kernels {
namespace {

// The operations; they wrap.
template <class T>
struct Narrow {
  static T Add(T a, T b) { return static_cast<T>(a + b); }
  static T Multiply(T a, T b) { return static_cast<T>(uint32_t{static_cast<uint16_t>(a)} * static_cast<uint16_t>(b)); }
  static T Minimum(T a, T b) { return b < a ? b : a; }
  static T Maximum(T a, T b) { return a < b ? b : a; }
  static T And(T a, T b) { return static_cast<T>(a & b); }
  static T Or(T a, T b) { return static_cast<T>(a | b); }
  static T Xor(T a, T b) { return static_cast<T>(a ^ b); }
};

template <class T, T (*kOp)(T, T)>
struct Plain {
  static void Chunk(const void* in, void* out, int64_t n, bool reverse, const void* carry, void* total) {
    const T* from = static_cast<const T*>(in);
    T* to = static_cast<T*>(out);
    T running{};
    for (int64_t i = 0; i < n; ++i) {
      const int64_t at = reverse ? n - 1 - i : i;
      running = i == 0 ? from[at] : kOp(running, from[at]);
      to[at] = carry == nullptr ? running : kOp(*static_cast<const T*>(carry), running);
    }
    *static_cast<T*>(total) = running;
  }
  static void AddCarry(void* out, int64_t n, const void* carry) {
    T* to = static_cast<T*>(out);
    for (int64_t i = 0; i < n; ++i) to[i] = kOp(*static_cast<const T*>(carry), to[i]);
  }
  static void Combine(const void* a, const void* b, void* result) {
    *static_cast<T*>(result) = kOp(*static_cast<const T*>(a), *static_cast<const T*>(b));
  }
  static void Strided(const void* in, void* out, int64_t n, bool reverse, int64_t columns, int64_t stride,
                      const void* init) {
    const T* from = static_cast<const T*>(in);
    T* to = static_cast<T*>(out);
    T running[kScanColumns] = {};
    for (int64_t i = 0; i < n; ++i) {
      const int64_t line = (reverse ? n - 1 - i : i) * stride;
      for (int64_t j = 0; j < columns; ++j) {
        const T value = from[line + j];
        if (i > 0) {
          running[j] = kOp(running[j], value);
        } else {
          running[j] = init == nullptr ? value : kOp(*static_cast<const T*>(init), value);
        }
        to[line + j] = running[j];
      }
    }
  }
};

template <class T, T (*kOp)(T, T)>
void Fill(ScanSet& set, ScanOp op, ElementType type) {
  using Loops = Plain<T, kOp>;
  set.loops[static_cast<int>(op)][static_cast<int>(type)] = {Loops::Chunk, Loops::AddCarry, Loops::Combine,
                                                             Loops::Strided};
}

template <class T>
void FillAll(ScanSet& set, ElementType type) {
  Fill<T, Narrow<T>::Add>(set, ScanOp::kAdd, type);
  Fill<T, Narrow<T>::Multiply>(set, ScanOp::kMultiply, type);
  Fill<T, Narrow<T>::Minimum>(set, ScanOp::kMinimum, type);
  Fill<T, Narrow<T>::Maximum>(set, ScanOp::kMaximum, type);
  Fill<T, Narrow<T>::And>(set, ScanOp::kAnd, type);
  Fill<T, Narrow<T>::Or>(set, ScanOp::kOr, type);
  Fill<T, Narrow<T>::Xor>(set, ScanOp::kXor, type);
}

}  // namespace

void FillScanNarrow(ScanSet& set) {
  FillAll<int8_t>(set, ElementType::kI8);
  FillAll<uint8_t>(set, ElementType::kU8);
  FillAll<int16_t>(set, ElementType::kI16);
  FillAll<uint16_t>(set, ElementType::kU16);
  // 0 and 1: `or` is the sum and the maximum, `and` the product and the minimum.
  FillAll<uint8_t>(set, ElementType::kBool);
  Fill<uint8_t, Narrow<uint8_t>::Or>(set, ScanOp::kAdd, ElementType::kBool);
}

}  // namespace cppjrt::cpu::kernels
