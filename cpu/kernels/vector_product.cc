#include "cpu/kernels/vector_product.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "cpu/kernels/scratch.h"

namespace cppjrt::cpu::kernels {
namespace {

// Sums of so many positions stay in the first-level cache while all of k goes by.
constexpr int64_t kMostLines = 4096;
// Least elements of a piece: about 10 microseconds.
constexpr int64_t kLeastElements = int64_t{1} << 16;
constexpr int64_t kWantedPieces = 16;

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }
int64_t RoundUp(int64_t a, int64_t b) { return CeilDiv(a, b) * b; }

std::optional<Streamed> StreamedType(ElementType type, Format format) {
  if (format == Format::kF64) return type == ElementType::kF64 ? std::optional(Streamed::kF64) : std::nullopt;
  if (format != Format::kF32) return std::nullopt;
  switch (type) {
    case ElementType::kF32:
      return Streamed::kF32;
    case ElementType::kBf16:
      return Streamed::kBf16;
    case ElementType::kF16:
      return Streamed::kF16;
    default:
      return std::nullopt;
  }
}

bool Contiguous(const Axis& axis) { return axis.regular() && (axis.stride == 1 || axis.size == 1); }

// What lines that are not there are read from: a factor of zero would not do, for infinities.
const std::byte* Zeros() {
  alignas(64) static const std::byte kZeros[kMostLines * 8] = {};
  return kZeros;
}

}  // namespace

std::optional<VectorProduct> VectorProduct::Create(const KernelSet& set, Operands operands) {
  const std::optional<Streamed> streamed = StreamedType(operands.matrix_type, operands.format);
  if (!streamed || (!Contiguous(operands.p) && !Contiguous(operands.k))) return std::nullopt;
  if (operands.p.size == 0 || operands.k.size == 0) return std::nullopt;
  VectorProduct product(set, std::move(operands));
  product.streamed_ = *streamed;
  if (product.fetch_x_.function == nullptr || product.store_ == nullptr) return std::nullopt;
  return product;
}

VectorProduct::VectorProduct(const KernelSet& set, Operands operands)
    : set_(&set),
      operands_(std::move(operands)),
      element_(ByteSize(operands_.matrix_type)),
      sum_(SumSize(operands_.format)),
      fetch_x_(MakeFetch(set, operands_.x_type, operands_.format, true)),
      store_(MakeStore(operands_.format, operands_.y_type)) {
  Cut();
}

void VectorProduct::Cut() {
  const int64_t n = operands_.p.size;
  const int64_t k = operands_.k.size;
  lines_ = Contiguous(operands_.p) && !(Contiguous(operands_.k) && k > n);
  const int64_t step = lines_ ? 64 : 4;
  const int64_t least = std::max<int64_t>(lines_ ? 256 : 4, kLeastElements / k);
  const int64_t most = lines_ ? kMostLines : std::max<int64_t>(4, n);
  p_piece_ = std::min(most, RoundUp(std::max(CeilDiv(n, kWantedPieces), least), step));
  p_pieces_ = CeilDiv(n, p_piece_);
  if (p_pieces_ < kWantedPieces / 2 && std::min(n, p_piece_) * k >= 2 * kLeastElements) {
    const int64_t parts = std::min(kWantedPieces / p_pieces_, std::min(n, p_piece_) * k / kLeastElements);
    k_part_ = std::max<int64_t>(64, RoundUp(CeilDiv(k, parts), 64));
  } else {
    k_part_ = k;
  }
  k_parts_ = CeilDiv(k, k_part_);
}

int64_t VectorProduct::PieceBegin(int64_t p_piece) const { return std::min(operands_.p.size, p_piece * p_piece_); }

bool VectorProduct::RunPiece(int64_t piece, const std::byte* matrix, const std::byte* x, std::byte* y,
                             std::byte* partial) const {
  const int64_t p0 = PieceBegin(piece / k_parts_);
  const int64_t n = PieceBegin(piece / k_parts_ + 1) - p0;
  const int64_t part = piece % k_parts_;
  const int64_t k0 = part * k_part_;
  const int64_t k1 = std::min(operands_.k.size, k0 + k_part_);
  std::byte* memory = Scratch(ScratchSlot::kPanels, static_cast<size_t>((k1 - k0 + 8 + n + 64) * sum_));
  if (memory == nullptr) return false;
  // x as the sums are, filled up with zeros.
  const Axis& x_axis = operands_.x_k;
  const std::byte* x_first = x + (x_axis.regular() ? x_axis.At(k0) : 0) * fetch_x_.source;
  fetch_x_.function(x_first, x_axis.stride, x_axis.Table(k0), k1 - k0, memory, fetch_x_.table);
  std::memset(memory + (k1 - k0) * sum_, 0, static_cast<size_t>(8 * sum_));
  std::byte* sums =
      partial != nullptr ? partial + (part * operands_.p.size + p0) * sum_ : memory + (k1 - k0 + 8) * sum_;
  if (lines_) {
    SumLines(matrix, memory, p0, n, k0, k1, sums);
  } else {
    SumRows(matrix, memory, p0, n, k0, k1, sums);
  }
  if (partial != nullptr) return true;
  const Axis& y_axis = operands_.y_p;
  store_(*set_, sums, n, y + (y_axis.regular() ? y_axis.At(p0) : 0) * ByteSize(operands_.y_type), y_axis.stride,
         y_axis.Table(p0));
  return true;
}

void VectorProduct::SumLines(const std::byte* matrix, const std::byte* x, int64_t p, int64_t n, int64_t k0, int64_t k1,
                             std::byte* sums) const {
  std::memset(sums, 0, static_cast<size_t>(n * sum_));
  const AxpyFunction axpy = set_->axpy[static_cast<int>(streamed_)];
  for (int64_t k = k0; k < k1; k += 8) {
    const void* rows[8];
    for (int64_t i = 0; i < 8; ++i) {
      rows[i] = k + i < k1 ? matrix + (operands_.p.At(p) + operands_.k.At(k + i)) * element_ : Zeros();
    }
    axpy(rows, x + (k - k0) * sum_, n, sums);
  }
}

void VectorProduct::SumRows(const std::byte* matrix, const std::byte* x, int64_t p, int64_t n, int64_t k0, int64_t k1,
                            std::byte* sums) const {
  const DotFunction dot = set_->dot[static_cast<int>(streamed_)];
  for (int64_t i = 0; i < n; i += 4) {
    const void* rows[4];
    for (int64_t r = 0; r < 4; ++r) {
      const int64_t at = std::min(i + r, n - 1);
      rows[r] = matrix + (operands_.p.At(p + at) + operands_.k.At(k0)) * element_;
    }
    alignas(16) std::byte four[4 * 8];
    dot(rows, x, k1 - k0, four);
    std::memcpy(sums + i * sum_, four, static_cast<size_t>(std::min<int64_t>(4, n - i) * sum_));
  }
}

namespace {

template <typename T>
void AddParts(std::byte* partial, int64_t n, int64_t parts) {
  T* sums = reinterpret_cast<T*>(partial);
  for (int64_t part = 1; part < parts; ++part) {
    for (int64_t i = 0; i < n; ++i) sums[i] += sums[part * n + i];
  }
}

}  // namespace

void VectorProduct::SumParts(std::byte* partial, std::byte* y) const {
  const int64_t n = operands_.p.size;
  if (operands_.format == Format::kF64) {
    AddParts<double>(partial, n, k_parts_);
  } else {
    AddParts<float>(partial, n, k_parts_);
  }
  store_(*set_, partial, n, y, operands_.y_p.stride, operands_.y_p.Table(0));
}

}  // namespace cppjrt::cpu::kernels
