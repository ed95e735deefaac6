// Batch: what one run of a LAPACK target works on: the same problem many times.
#ifndef CPPJRT_CPU_LAPACK_BATCH_H_
#define CPPJRT_CPU_LAPACK_BATCH_H_

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cppjrt::cpu::lapack {

template <typename T>
struct RealOf {
  using Type = T;
};
template <typename T>
struct RealOf<std::complex<T>> {
  using Type = T;
};
template <typename T>
using Real = typename RealOf<T>::Type;
template <typename T>
inline constexpr bool kIsComplex = !std::is_same_v<T, Real<T>>;

// Sizes by the letters of a signature (signature.h).
class Sizes {
 public:
  // -1 while not known.
  int64_t& at(char letter) { return values_[static_cast<size_t>(letter - 'a')]; }
  int operator[](char letter) const { return static_cast<int>(values_[static_cast<size_t>(letter - 'a')]); }
  // The same, but at least 1: leading dimensions.
  int Leading(char letter) const { return std::max(1, (*this)[letter]); }

  Sizes() { std::fill(std::begin(values_), std::end(values_), -1); }

 private:
  int64_t values_[26];
};

// Numbers and letters by name.
using Attributes = std::map<std::string, int64_t, std::less<>>;

class Batch {
 public:
  struct Array {
    std::byte* data = nullptr;
    int64_t stride = 0;  // elements of one problem
  };

  Sizes sizes;
  Attributes attributes;
  std::vector<Array> operands;
  std::vector<Array> results;

  char Mode(std::string_view name) const { return static_cast<char>(attributes.find(name)->second); }
  int Number(std::string_view name) const { return static_cast<int>(attributes.find(name)->second); }

  template <typename T>
  const T* operand(size_t i, int64_t problem) const {
    return reinterpret_cast<const T*>(operands[i].data) + problem * operands[i].stride;
  }
  template <typename T>
  T* result(size_t i, int64_t problem) const {
    return reinterpret_cast<T*>(results[i].data) + problem * results[i].stride;
  }
  // An info or a count.
  int32_t& number(size_t i, int64_t problem) const { return *result<int32_t>(i, problem); }
};

// Work space that a routine asks for: `ask(T* work, int lwork)` with lwork -1 stores the best size in work[0].
template <typename T>
class Work {
 public:
  template <typename Ask>
  explicit Work(const Ask& ask) {
    T best(0);
    ask(&best, -1);
    // Sizes in float may have been rounded down.
    const double size = std::min(static_cast<double>(std::real(best)) * 1.000001 + 1, 2147483647.0);
    data_.resize(static_cast<size_t>(std::max(size, 1.0)));
  }
  T* data() { return data_.data(); }
  int size() const { return static_cast<int>(data_.size()); }

 private:
  std::vector<T> data_;
};

}  // namespace cppjrt::cpu::lapack

#endif  // CPPJRT_CPU_LAPACK_BATCH_H_
