// Signature: what the operands and results of a LAPACK target must look like.
//
//   "T:mn -> T:mn I:k I:"        getrf: an m by n matrix to its factors, k row numbers and an info
//
// An array is its element type, a colon and its dimensions behind those of the batch. Types: T the target's own, R the
// real one of it, C the complex one, I i32. A letter stands for the same size everywhere; k is min(m, n), h is n - 1 (0
// if n is 0). All arrays have the same batch dimensions in front. "T?mu" may also be a scalar, of which nothing is used: its
// elements count as none.
#ifndef CPPJRT_CPU_LAPACK_SIGNATURE_H_
#define CPPJRT_CPU_LAPACK_SIGNATURE_H_

#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "cpu/lapack/batch.h"
#include "stablehlo/eval/dims.h"
#include "stablehlo/eval/element_type.h"

namespace cppjrt::cpu::lapack {

struct ArrayType {
  stablehlo::ElementType type = stablehlo::ElementType::kF32;
  stablehlo::Dims dims;
};

class Signature {
 public:
  explicit Signature(std::string_view text);

  size_t num_operands() const { return num_operands_; }
  size_t num_results() const { return arrays_.size() - num_operands_; }
  // Dimensions of one problem in an array: 2 for matrices.
  size_t OperandRank(size_t i) const { return arrays_[i].dims.size(); }
  size_t ResultRank(size_t i) const { return arrays_[num_operands_ + i].dims.size(); }
  // Elements of one problem in an array. REQUIRES: `sizes` has all letters.
  int64_t OperandElements(size_t i, const Sizes& sizes) const { return Elements(arrays_[i], sizes); }
  int64_t ResultElements(size_t i, const Sizes& sizes) const { return Elements(arrays_[num_operands_ + i], sizes); }

  // Finds the size of every letter, and how many problems there are. INVALID_ARGUMENT, naming the array, where types or
  // dimensions do not fit; sizes that LAPACK's integers cannot hold are RESOURCE_EXHAUSTED.
  Status Match(stablehlo::ElementType own, const std::vector<ArrayType>& operands,
               const std::vector<ArrayType>& results, Sizes& sizes, int64_t& num_problems) const;

 private:
  struct Array {
    char type;
    bool optional;
    std::string dims;
  };

  static int64_t Elements(const Array& array, const Sizes& sizes);
  Status MatchArray(const Array& array, stablehlo::ElementType own, const ArrayType& given, stablehlo::Dims& batch,
                    bool is_first, Sizes& sizes) const;

  std::vector<Array> arrays_;  // operands, then results
  size_t num_operands_ = 0;
};

}  // namespace cppjrt::cpu::lapack

#endif  // CPPJRT_CPU_LAPACK_SIGNATURE_H_
