// convert and bitcast_convert.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "stablehlo/eval/convert.h"
#include "stablehlo/eval/elementwise.h"
#include "stablehlo/eval/kernels.h"

namespace cppjrt::stablehlo {
namespace {

// Rough time of an element, an addition being 1.
int64_t ConvertCost(ElementType from, ElementType to) {
  const bool slow = IsNarrowFloat(to) && to != ElementType::kBF16 && to != ElementType::kF16;
  return slow || IsComplex(from) || IsComplex(to) ? 8 : 2;
}

// How bits of elements are packed: an operand element into several smaller ones of the result, or several into a larger one.
struct Packing {
  ElementType from;
  ElementType to;
  int64_t from_bits;
  int64_t to_bits;

  bool wholly_bytes() const { return ElementBytes(from) * 8 == from_bits && ElementBytes(to) * 8 == to_bits; }
};

// spec: bitcast_convert C1, C2
StatusOr<Dims> BitcastDims(const Packing& packing, const Dims& dims) {
  if (packing.from_bits == packing.to_bits) return dims;
  Dims result = dims;
  if (packing.from_bits > packing.to_bits) {
    result.push_back(packing.from_bits / packing.to_bits);
    return result;
  }
  const int64_t expected = packing.to_bits / packing.from_bits;
  if (dims.empty() || dims[dims.size() - 1] != expected) {
    return InvalidArgumentError("the operand's last dimension is " +
                                (dims.empty() ? "missing" : std::to_string(dims[dims.size() - 1])) + ", expected " +
                                std::to_string(expected) + " elements of " + std::to_string(packing.from_bits) +
                                " bits for one of " + std::to_string(packing.to_bits));
  }
  return Dims(std::span(dims.data(), dims.size() - 1));
}

// The bits of elements, low ones first, as one string: element i of `bits` each, in ElementBytes whole bytes.
class BitReader {
 public:
  BitReader(const std::byte* data, int64_t bits, int64_t bytes) : data_(data), bits_(bits), bytes_(bytes) {}
  int Bit(int64_t index) const {
    const int64_t bit = index % bits_;
    return std::to_integer<int>(data_[index / bits_ * bytes_ + bit / 8] >> (bit % 8)) & 1;
  }

 private:
  const std::byte* data_;
  int64_t bits_;
  int64_t bytes_;
};

// Elements [begin, end) of the result, bit by bit: at least one of the types does not fill its bytes.
void Repack(const Packing& packing, const std::byte* from, std::byte* to, int64_t begin, int64_t end) {
  const BitReader reader(from, packing.from_bits, ElementBytes(packing.from));
  const int64_t bytes = ElementBytes(packing.to);
  std::memset(to + begin * bytes, 0, static_cast<size_t>((end - begin) * bytes));
  for (int64_t i = begin; i < end; ++i) {
    for (int64_t bit = 0; bit < packing.to_bits; ++bit) {
      const int value = reader.Bit(i * packing.to_bits + bit);
      to[i * bytes + bit / 8] |= static_cast<std::byte>(value << (bit % 8));
    }
  }
  WrapSubByte(packing.to, to + begin * bytes, end - begin);  // extends signs
}

Status RunBitcast(const Packing& packing, Call& call) {
  CPPJRT_ASSIGN_OR_RETURN(Dims dims, BitcastDims(packing, call.operand(0).dims()));
  Tensor operand = call.Take(0);
  if (packing.wholly_bytes()) {
    call.Return(std::move(operand).Retyped(packing.to, dims));
    return OkStatus();
  }
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(packing.to, dims));
  const std::byte* from = operand.bytes().data();
  std::byte* to = result.mutable_bytes();
  ForPieces(call, NumElements(dims), packing.to_bits * 4,
            [&](int64_t begin, int64_t end) { Repack(packing, from, to, begin, end); });
  call.Return(std::move(result));
  return OkStatus();
}

}  // namespace

StatusOr<Kernel> PrepareConvert(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(const ElementType from, OperandElement(op, 0));
  CPPJRT_ASSIGN_OR_RETURN(const ElementType to, ResultElement(op));
  if (from == to) {
    return Kernel([](Call& call) -> Status {
      call.Return(call.TakeValue(0));
      return OkStatus();
    });
  }
  return Kernel([from, to](Call& call) -> Status {
    const Dims dims = call.operand(0).dims();
    const std::byte* source = call.operand(0).bytes().data();
    Tensor result;
    if (ElementBytes(from) == ElementBytes(to) && call.operand(0).unique()) {
      Tensor operand = call.Take(0);
      if (operand.unique()) result = std::move(operand).Retyped(to, dims);
    }
    if (!result.valid()) {
      CPPJRT_ASSIGN_OR_RETURN(result, call.Allocate(to, dims));
    }
    std::byte* target = result.mutable_bytes();
    ForPieces(call, NumElements(dims), ConvertCost(from, to), [&](int64_t begin, int64_t end) {
      ConvertElements(from, source + begin * ElementBytes(from), to, target + begin * ElementBytes(to), end - begin);
    });
    call.Return(std::move(result));
    return OkStatus();
  });
}

StatusOr<Kernel> PrepareBitcastConvert(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(const ElementType from, OperandElement(op, 0));
  CPPJRT_ASSIGN_OR_RETURN(const ElementType to, ResultElement(op));
  const Packing packing = {from, to, ElementBits(from), ElementBits(to)};
  if (std::max(packing.from_bits, packing.to_bits) % std::min(packing.from_bits, packing.to_bits) != 0) {
    return op.Error(StatusCode::kInvalidArgument, "the width of one element type does not divide that of the other");
  }
  return Kernel([packing](Call& call) { return RunBitcast(packing, call); });
}

}  // namespace cppjrt::stablehlo
