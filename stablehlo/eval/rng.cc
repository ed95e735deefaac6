// rng: random numbers from a distribution. The spec leaves them to the implementation; here they depend on the seed of the run
// (RunOptions::seed), the process, and how many draws the run made before, so that a run can be repeated. The plugin gives
// each execution a seed of its own (cpu/plugin/seed_sequence.h).
//
// Element i takes the four words of one Philox counter: enough for an integer of 64 bits, a fraction of up to 53, or the two
// fractions from which Box and Muller make a normal number.
//
//   UNIFORM  [a, b): floats a + (b - a) u with u a multiple of 2^-p, p the precision of the type; integers a + r mod (b - a).
//            All elements are a if the interval is empty or not a number.
//   NORMAL   a + b * sqrt(-2 log u) cos(2 pi v)

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "stablehlo/eval/convert.h"
#include "stablehlo/eval/elementwise.h"
#include "stablehlo/eval/kernels.h"
#include "stablehlo/eval/program.h"
#include "stablehlo/eval/random_bits.h"

namespace cppjrt::stablehlo {
namespace {

enum Distribution : uint32_t { kNormal = 2 };  // of op/enums.def

// The random words of one draw.
struct Draw {
  Words2 key;
  Words2 high;

  Words4 Words(int64_t element) const {
    const Words2 low = SplitWord(static_cast<uint64_t>(element));
    return Philox({low[0], low[1], high[0], high[1]}, key);
  }
};

Draw MakeDraw(const Call& call) {
  const RunOptions& options = call.options();
  // Processes get keys of their own, from a counter no draw comes to.
  const Words4 mixed = Philox({static_cast<uint32_t>(options.replica), static_cast<uint32_t>(options.partition),
                               std::numeric_limits<uint32_t>::max(), std::numeric_limits<uint32_t>::max()},
                              SplitWord(options.seed));
  return {{mixed[0], mixed[1]}, SplitWord(call.NextDraw())};
}

// Bits of the significand, with the leading one.
int Precision(ElementType type) {
  switch (type) {
    case ElementType::kF64:
      return 53;
    case ElementType::kF32:
      return 24;
    case ElementType::kF16:
      return 11;
    case ElementType::kBF16:
      return 8;
    default:
      return 3;  // no more than f4 to f8 can tell apart near 1
  }
}

// A multiple of 2^-precision in [0, 1).
double Fraction(uint64_t bits, int precision) {
  return std::ldexp(static_cast<double>(bits >> (64 - precision)), -precision);
}

double Normal(const Words4& words, double mean, double deviation) {
  const double u = 1 - Fraction(JoinWords(words[0], words[1]), 53);  // not 0
  const double v = Fraction(JoinWords(words[2], words[3]), 53);
  return mean + deviation * std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v);
}

struct Floats {
  ElementType type;
  bool normal;
  double a;
  double b;

  double Value(const Words4& words) const {
    if (normal) return Normal(words, a, b);
    if (!(a < b)) return a;
    return a + (b - a) * Fraction(JoinWords(words[0], words[1]), Precision(type));
  }

  void Fill(const Draw& draw, std::byte* to, int64_t begin, int64_t end) const {
    double block[kConvertBlock];
    double rounded[kConvertBlock];
    for (int64_t i = begin; i < end; i += kConvertBlock) {
      const int64_t n = std::min(kConvertBlock, end - i);
      for (int64_t k = 0; k < n; ++k) block[k] = Value(draw.Words(i + k));
      std::byte* out = to + i * ElementBytes(type);
      FromF64(type, block, out, n);
      if (normal || !(a < b)) continue;
      // What rounds up to b becomes a.
      ToF64(type, out, rounded, n);
      for (int64_t k = 0; k < n; ++k) {
        if (!(rounded[k] < b)) FromF64(type, &a, out + k * ElementBytes(type), 1);
      }
    }
  }
};

struct Integers {
  ElementType type;
  uint64_t a;
  uint64_t range;  // 0: none

  void Fill(const Draw& draw, std::byte* to, int64_t begin, int64_t end) const {
    uint64_t block[kConvertBlock];
    for (int64_t i = begin; i < end; i += kConvertBlock) {
      const int64_t n = std::min(kConvertBlock, end - i);
      for (int64_t k = 0; k < n; ++k) {
        const Words4 words = draw.Words(i + k);
        block[k] = range == 0 ? a : a + JoinWords(words[0], words[1]) % range;
      }
      ConvertElements(ElementType::kUI64, reinterpret_cast<const std::byte*>(block), type, to + i * ElementBytes(type),
                      n);
    }
  }
};

// The one element of a tensor of integers or i1, extended.
int64_t ReadInteger(const Tensor& tensor) {
  int64_t value = 0;
  ConvertElements(tensor.type(), tensor.bytes().data(), ElementType::kI64, reinterpret_cast<std::byte*>(&value), 1);
  return value;
}
double ReadFloat(const Tensor& tensor) {
  double value = 0;
  ToF64(tensor.type(), tensor.bytes().data(), &value, 1);
  return value;
}

Integers IntegersOf(ElementType type, const Tensor& a, const Tensor& b) {
  const int64_t low = ReadInteger(a);
  const int64_t high = ReadInteger(b);
  const auto first = static_cast<uint64_t>(low);
  const auto last = static_cast<uint64_t>(high);
  const bool empty = IsUnsigned(type) ? first >= last : low >= high;
  return {type, first, empty ? 0 : last - first};
}

StatusOr<Dims> ReadShape(const Tensor& shape) {
  std::vector<int64_t> dims(static_cast<size_t>(shape.num_elements()));
  ConvertElements(shape.type(), shape.bytes().data(), ElementType::kI64, reinterpret_cast<std::byte*>(dims.data()),
                  shape.num_elements());
  for (const int64_t dim : dims) {
    if (dim < 0) return InvalidArgumentError("shape has a dimension of " + std::to_string(dim) + ", expected >= 0");
  }
  return Dims(dims);
}

Status Run(ElementType type, bool normal, Call& call) {
  CPPJRT_ASSIGN_OR_RETURN(const Dims dims, ReadShape(call.operand(2)));
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(type, dims));
  const Draw draw = MakeDraw(call);
  std::byte* to = result.mutable_bytes();
  const auto fill = [&](const auto& numbers) {
    ForPieces(call, NumElements(dims), 50, [&](int64_t begin, int64_t end) { numbers.Fill(draw, to, begin, end); });
  };
  if (IsFloat(type)) {
    fill(Floats{type, normal, ReadFloat(call.operand(0)), ReadFloat(call.operand(1))});
  } else {
    fill(IntegersOf(type, call.operand(0), call.operand(1)));
  }
  call.Return(std::move(result));
  return OkStatus();
}

}  // namespace

StatusOr<Kernel> PrepareRng(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(const ElementType type, ResultElement(op));
  const bool normal = op.Enum("rng_distribution") == kNormal;
  if (IsComplex(type) || (normal && !IsFloat(type))) {
    return op.Error(StatusCode::kUnimplemented,
                    "not defined for elements of type " + std::string(ElementTypeName(type)));
  }
  return Kernel([type, normal](Call& call) { return Run(type, normal, call); });
}

}  // namespace cppjrt::stablehlo
