// VectorProduct: matrix times vector, and vector times vector: y[p] = sum over k of matrix[p, k] * x[k].
//
// Such products read each element of the matrix once, so they run at the speed of the memory: the matrix is read where it is,
// along whichever dimension is contiguous, in long stretches.
#ifndef CPPJRT_CPU_KERNELS_VECTOR_PRODUCT_H_
#define CPPJRT_CPU_KERNELS_VECTOR_PRODUCT_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/thread_pool.h"
#include "cpu/kernels/axis.h"
#include "cpu/kernels/convert.h"

namespace cppjrt::cpu::kernels {

class VectorProduct {
 public:
  struct Operands {
    Format format = Format::kF32;  // kF32 or kF64
    ElementType matrix_type = ElementType::kF32;
    ElementType x_type = ElementType::kF32;
    ElementType y_type = ElementType::kF32;
    Axis p;    // of the matrix
    Axis k;    // of the matrix
    Axis x_k;  // of x
    Axis y_p;  // of y
  };

  // None if the matrix has no contiguous dimension or a type that is not read in place.
  static std::optional<VectorProduct> Create(const KernelSet& set, Operands operands);

  // How many pieces of work there are for one product; pieces differ in p, and then in k.
  int64_t pieces() const { return p_pieces_ * k_parts_; }
  // Bytes of the sums that the parts of k of one product leave; 0 if there is one part.
  int64_t PartialBytes() const { return k_parts_ == 1 ? 0 : k_parts_ * operands_.p.size * SumSize(operands_.format); }

  // One piece. It stores its part of y if there is one part of k. False if there was no memory.
  bool RunPiece(int64_t piece, const std::byte* matrix, const std::byte* x, std::byte* y, std::byte* partial) const;
  // Sums the parts and stores all of y.
  void SumParts(std::byte* partial, std::byte* y) const;

  int64_t p_pieces() const { return p_pieces_; }
  int64_t k_parts() const { return k_parts_; }
  int64_t PieceBegin(int64_t p_piece) const;

 private:
  explicit VectorProduct(const KernelSet& set, Operands operands);
  void Cut();
  void SumLines(const std::byte* matrix, const std::byte* x, int64_t p, int64_t n, int64_t k0, int64_t k1,
                std::byte* sums) const;
  void SumRows(const std::byte* matrix, const std::byte* x, int64_t p, int64_t n, int64_t k0, int64_t k1,
               std::byte* sums) const;

  const KernelSet* set_;
  Operands operands_;
  Streamed streamed_ = Streamed::kF32;
  bool lines_ = false;  // p is contiguous
  int64_t element_ = 4;
  int64_t sum_ = 4;
  Fetch fetch_x_;
  StoreFunction store_ = nullptr;
  int64_t p_piece_ = 0;
  int64_t p_pieces_ = 1;
  int64_t k_part_ = 0;
  int64_t k_parts_ = 1;
};

}  // namespace cppjrt::cpu::kernels

#endif  // CPPJRT_CPU_KERNELS_VECTOR_PRODUCT_H_
