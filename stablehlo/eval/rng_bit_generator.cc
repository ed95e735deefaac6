// rng_bit_generator: random bits of a state that programs keep, the same bits as XLA's.
//
// The state is 16 bytes, words s0 and s1, or 24 with s2 (PHILOX only). s0 is the key, low half first.
//
//   THREE_FRY  counter s1. Elements of 64 bits: element i takes both halves of counter s1 + i. Of 32 bits or less: the
//              first even dimension, or the largest if all are odd, is cut into pairs; the counters run over the tensor with
//              that dimension halved, and one counter gives both elements of a pair. Narrower elements take the low bits.
//   PHILOX     counter of 128 bits: low s1 and high s0, or with three words low s1 and high s2. A counter gives four
//              elements of up to 32 bits, or two of 64.
//   DEFAULT    PHILOX
//
// The new state has the counter behind the last one used.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "stablehlo/eval/convert.h"
#include "stablehlo/eval/elementwise.h"
#include "stablehlo/eval/kernels.h"
#include "stablehlo/eval/random_bits.h"

namespace cppjrt::stablehlo {
namespace {

enum Algorithm : uint32_t { kThreeFry = 1 };  // of op/enums.def

constexpr int64_t kCost = 20;  // of a counter

struct State {
  uint64_t words[3] = {};
  size_t size = 0;  // words
};

// Where elements go: the low bits of what they are given.
class Output {
 public:
  explicit Output(Tensor& tensor)
      : type_(tensor.type()),
        data_(tensor.mutable_bytes()),
        bytes_(ElementBytes(type_)),
        mask_(~uint64_t{0} >> (64 - ElementBits(type_))) {}

  void Set(int64_t i, uint64_t bits) const {
    const uint64_t kept = bits & mask_;
    std::memcpy(data_ + i * bytes_, &kept, static_cast<size_t>(bytes_));
  }
  void ExtendSigns(int64_t n) const { WrapSubByte(type_, data_, n); }

 private:
  ElementType type_;
  std::byte* data_;
  int64_t bytes_;
  uint64_t mask_;
};

// The tensor as outer x size x inner, where `size` is the dimension that is cut into pairs.
struct Pairing {
  int64_t outer = 1;
  int64_t size = 1;
  int64_t inner = 1;
  int64_t half() const { return size / 2 + size % 2; }
};

Pairing PairingOf(const Dims& dims) {
  size_t split = 0;
  for (size_t i = 1; i < dims.size(); ++i) {
    if (dims[split] % 2 == 0) break;
    if (dims[i] % 2 == 0 || dims[i] > dims[split]) split = i;
  }
  Pairing pairing;
  for (size_t i = 0; i < dims.size(); ++i) {
    (i < split ? pairing.outer : i == split ? pairing.size : pairing.inner) *= dims[i];
  }
  return pairing;
}

void ThreefryPairs(const Call& call, State& state, const Dims& dims, const Output& output) {
  const Pairing p = PairingOf(dims);
  const Words2 key = SplitWord(state.words[0]);
  const uint64_t first = state.words[1];
  const int64_t counters = p.outer * p.half() * p.inner;
  ForPieces(call, counters, kCost, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const Words2 bits = Threefry(SplitWord(first + static_cast<uint64_t>(i)), key);
      const int64_t outer = i / p.inner / p.half();
      const int64_t along = i / p.inner % p.half() * 2;
      const int64_t at = (outer * p.size + along) * p.inner + i % p.inner;
      output.Set(at, bits[0]);
      if (along + 1 < p.size) output.Set(at + p.inner, bits[1]);
    }
  });
  state.words[1] += static_cast<uint64_t>(counters);
}

void ThreefryWords(const Call& call, State& state, int64_t n, const Output& output) {
  const Words2 key = SplitWord(state.words[0]);
  const uint64_t first = state.words[1];
  ForPieces(call, n, kCost, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const Words2 bits = Threefry(SplitWord(first + static_cast<uint64_t>(i)), key);
      output.Set(i, JoinWords(bits[0], bits[1]));
    }
  });
  state.words[1] += static_cast<uint64_t>(n);
}

void PhiloxElements(const Call& call, State& state, int64_t n, bool words, const Output& output) {
  const int64_t each = words ? 2 : 4;  // elements of a counter
  const int64_t counters = n / each + (n % each != 0 ? 1 : 0);
  const Words2 key = SplitWord(state.words[0]);
  uint64_t& low = state.words[1];
  uint64_t& high = state.words[state.size == 3 ? 2 : 0];
  ForPieces(call, counters, kCost * 2, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const uint64_t counter = low + static_cast<uint64_t>(i);
      const Words2 lows = SplitWord(counter);
      const Words2 highs = SplitWord(high + (counter < low ? 1 : 0));
      const Words4 bits = Philox({lows[0], lows[1], highs[0], highs[1]}, key);
      for (int64_t k = 0; k < each && i * each + k < n; ++k) {
        const auto at = static_cast<size_t>(k);
        output.Set(i * each + k, words ? JoinWords(bits[2 * at], bits[2 * at + 1]) : bits[at]);
      }
    }
  });
  const uint64_t next = low + static_cast<uint64_t>(counters);
  // With two words the high half is the key, which stays.
  if (state.size == 3 && next < low) ++high;
  low = next;
}

StatusOr<State> ReadState(const Tensor& tensor, bool threefry) {
  const int64_t bytes = tensor.num_bytes();
  if (bytes != 16 && (bytes != 24 || threefry)) {
    return InvalidArgumentError("the state has " + std::to_string(bytes) + " bytes, expected 16" +
                                (threefry ? "" : " or 24") + ": two" + (threefry ? "" : " or three") + " ui64");
  }
  State state;
  state.size = static_cast<size_t>(bytes) / 8;
  std::memcpy(state.words, tensor.bytes().data(), static_cast<size_t>(bytes));
  return state;
}

struct Generator {
  bool threefry;
  ElementType type;
  Dims dims;
};

Status Generate(const Generator& generator, Call& call) {
  CPPJRT_ASSIGN_OR_RETURN(State state, ReadState(call.operand(0), generator.threefry));
  CPPJRT_ASSIGN_OR_RETURN(Tensor result, call.Allocate(generator.type, generator.dims));
  const Output output(result);
  const int64_t n = result.num_elements();
  const bool words = ElementBits(generator.type) == 64;
  if (!generator.threefry) {
    PhiloxElements(call, state, n, words, output);
  } else if (words) {
    ThreefryWords(call, state, n, output);
  } else {
    ThreefryPairs(call, state, generator.dims, output);
  }
  output.ExtendSigns(n);
  CPPJRT_ASSIGN_OR_RETURN(Tensor next, call.Allocate(call.operand(0).type(), call.operand(0).dims()));
  std::memcpy(next.mutable_bytes(), state.words, state.size * 8);
  call.Return(std::move(next), 0);
  call.Return(std::move(result), 1);
  return OkStatus();
}

}  // namespace

StatusOr<Kernel> PrepareRngBitGenerator(const OpRef& op) {
  CPPJRT_ASSIGN_OR_RETURN(const ElementType type, ResultElement(op, 1));
  const bool threefry = op.Enum("rng_algorithm") == kThreeFry;
  if (!op.types().IsStaticTensor(op.result_type(1))) {
    return op.Error(StatusCode::kUnimplemented, "the result has dimensions that are not known");
  }
  const Generator generator = {threefry, type, Dims(op.types().dims(op.result_type(1)))};
  return Kernel([generator](Call& call) { return Generate(generator, call); });
}

}  // namespace cppjrt::stablehlo
